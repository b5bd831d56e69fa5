"""What the bots of the shedding games have in common."""

import numpy as np
import pytest

import pioche
from pioche.core.judgement import LEVELS
from pioche.core.weights import weight_count
from pioche.core.words import LANGUAGES
from pioche.games.xxl.a_moins.bot.judgement import JUDGEMENT as A_MOINS
from pioche.games.xxl.bot.shedding import ALL_CARDS, look, possible_cards
from pioche.games.xxl.montees.bot.judgement import JUDGEMENT as MONTEES
from pioche.games.xxl.shedding import KEEP, PLAYS
from pioche.games.xxl.un_apres.bot.judgement import JUDGEMENT as UN_APRES
from pioche.parts.cardsets import each, how_many, only
from pioche.registry import find
from tests.games.xxl.shedding.deals import GAMES, told, under_way

JUDGEMENTS = {"a-moins": A_MOINS, "montees-et-descentes": MONTEES, "l-un-apres-l-autre": UN_APRES}
EVERY_GAME = pytest.mark.parametrize("game", GAMES)


@EVERY_GAME
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_weights_for_every_setting(game, players, level):
    judgement = JUDGEMENTS[game]
    weights = judgement.weights(find(game).agree(players), judgement.levels[level].weights)
    assert len(weights) == weight_count(judgement.declaration)
    assert np.isfinite(weights).all()
    assert weights.any()


@EVERY_GAME
def test_cards_that_a_seat_holds_are_never_ruled_out(game):
    for match, _ in told(game, 3, seed=4):
        table = match.state.common
        for seat in range(3):
            following = (seat + 1) % 3
            hidden = int(table.hands[following])
            if not table.has_drawn:
                assert hidden & ~possible_cards(table, following, look(table, seat).unseen) == 0


@EVERY_GAME
def test_a_player_who_drew_had_nothing_that_fitted(game):
    """Until it draws again, or keeps what it drew: the card drawn now may be one of those."""
    seen = 0
    for match, _ in under_way(game, 2, seed=1):
        table = match.state.common
        if table.has_drawn:
            seat = int(table.turn)
            lacked = int(table.fitting) & ~int(table.shown)
            unseen = look(table, 1 - seat).unseen
            assert possible_cards(table, seat, unseen) & lacked == 0
            seen += 1
    assert seen


@EVERY_GAME
def test_a_last_card_is_played(game):
    """Of a card drawn and a last one in hand only the former can be played; so the last one is alone, or is drawn."""
    judgement = JUDGEMENTS[game]
    match = next(match for match, _ in under_way(game, 2, seed=2) if match.legal_numbers(match.to_move[0])[0] >= PLAYS)
    (seat,) = match.to_move
    card = next(each(int(match.state.common.fitting & match.state.common.hands[seat])))
    match.state.common.hands[seat] = 1 << card
    moves = np.array([*match.legal_numbers(seat), KEEP], np.int32)
    values = np.zeros(len(moves))
    judgement.appraise(match.state, seat, moves, len(moves), judgement.weights(match.setting, "beginner"), values)
    assert values[:-1].min() > values[-1]


@EVERY_GAME
def test_moves_are_explained_in_both_languages(game):
    judgement, said = JUDGEMENTS[game], set()
    for seed in range(6):
        for match, _ in under_way(game, 4, seed):
            (seat,) = match.to_move
            known = match.known(seat)
            for move in match.legal_numbers(seat):
                message = judgement.explain(known, seat, move)
                assert message is None or all(message.text(language) for language in LANGUAGES)
                assert message is not None or move < PLAYS
                said.add(message.key.rpartition(".")[2] if message else None)
    assert said >= {"last-card", "next-lacks", "now-or-never", "makes-way", "sheds", "keeps-for-later", None}


@EVERY_GAME
def test_reasons_count_the_unseen_cards_that_fit(game):
    """After a card on which none of one's own fits, and now, where a drawn card is kept."""
    judgement, seen = JUDGEMENTS[game], set()
    for seed in range(3):
        for match, _ in under_way(game, 4, seed):
            (seat,) = match.to_move
            known, unseen = match.known(seat), look(match.state.common, seat).unseen
            for move in match.legal(seat):
                said = judgement.explain(known, seat, move.number)
                if said and said.key.endswith("why.sheds"):
                    after = pioche.open(game, position=match.position())
                    after.play(seat, move)
                    fitting = int(after.state.common.fitting)
                    assert fitting & int(after.state.common.hands[seat]) == 0
                    assert said.arguments["fitting"].arguments["count"] == how_many(fitting & unseen)
                elif said and said.key.endswith("why.keeps-closed"):
                    now = how_many(int(match.state.common.fitting) & unseen)
                    assert said.arguments["count"] == now < said.arguments["then"]
                seen.add(said.key.rpartition(".")[2] if said else None)
    assert seen >= {"sheds", "keeps-closed"}


@EVERY_GAME
def test_xx1_no_draw_is_announced_from_an_empty_stock(game):
    judgement, said = JUDGEMENTS[game], 0
    for match, _ in (moment for seed in range(3) for moment in under_way(game, 4, seed)):
        (seat,) = match.to_move
        known = match.known(seat)
        reason = judgement.explain(known, seat, KEEP) if known.common.has_drawn else None
        if reason and reason.key.endswith("why.keeps-for-later"):
            assert "must draw" in reason.text()
            known.common.left = 0
            assert "must pass" in judgement.explain(known, seat, KEEP).text()
            said += 1
    assert said


def test_the_last_unseen_card_is_not_called_cards():
    """Of all unseen cards, only one is left that does not lie open or in hand."""
    said = set()
    for game, judgement in JUDGEMENTS.items():
        for match, _ in under_way(game, 2, seed=2):
            (seat,) = match.to_move
            known = match.known(seat)
            unseen = look(known.common, seat).unseen
            for card in each(unseen):
                known.common.shown = ALL_CARDS & ~int(known.common.hands[seat]) & ~only(card)
                for move in match.legal_numbers(seat):
                    message = judgement.explain(known, seat, move)
                    said |= {message.text(language) for language in LANGUAGES if message}
    assert not [text for text in said if " 1 card" in text or "les 1 " in text or "0 carte" in text]
    for ending in (
        "none of your cards fits; the only card that you cannot see does.",
        "aucune de vos cartes ne convient\u00a0; la seule que vous ne voyez pas convient.",
        "The only card that you cannot see does not fit now, but would after this one.",
    ):
        assert any(text.endswith(ending) for text in said)


BOTH_FIT_IN_A_SERIES = (
    "l-un-apres-l-autre players=5 dealer=1 begins=1; first=1 turn=1 left=17 "
    "stock=g0r2,b4r8,g1r2,r4g5,r1y8,y0g5,g6r9,r1b10,r5y9,b0y10,y2r3,b3r5,r0y7,y2r10,b2y8,r0b4,y7g10 "
    "shown=b2r7,g3b9,g3r10,g4r6,y4r9,g6r8,y6b10,b8y10 fitting=b3r5,r5y9,y7g10,b8g9,b8y10,y9g10 held=7,5,5,7,6 "
    "hands=b1g4,g1y5,b1r6,y1b7,g2b5,r4b10,b7g9/g2b6,y3g4,r3y8,b8g9,y9g10/b0y1,b3y6,y5r7,y5r10,g7r8/r0y3,"
    "y0g9,y1g3,r1b9,r2b9,b4y7,g5y6/g0r6,y0g8,b2y4,b3g7,b5g8,b6g7 dealt=63,87,79,66,72 kept=1,0,0,1 "
    "player=0:g4r6|1:g3b9,g3r10|2:y4r9,g6r8|3:b8y10|4:y6b10|-:* "
    "since=1:r1b9,r2b9,g3b9,b4r8,r5y9,g6r8,g7r8,y7g10,y9g10/0:*/0:*/1:b2r7,y5r7,r5y9,y7g10,b8g9,"
    "y9g10/1:b2r7,y5r7,r5y9,y7g10,b8g9,y9g10 till=1:g4r6 last=g4r6,-,g3b9,b8y10"
)
"""The blue 8, green 9 fits as blue; the yellow 9, green 10 as yellow or green."""
BOTH_FIT_IN_A_ROW = (
    "montees-et-descentes players=6 dealer=3 begins=4; first=4 turn=3 left=15 "
    "stock=g2b5,r2b9,y0g9,b4y7,y2r10,g1y5,g5y6,g0r2,g1r2,y2r3,b0y10,r0b4,b5g8,b6g7,b7g9 "
    "shown=r0y7,b1g4,r1y8,r1b10,r3y8,r4g5 "
    "fitting=g0r2,r0y3,r0b4,r0y7,g1r2,r1b9,r2b9,g3b9,b4y7,r5y9,y7g10,y9g10 held=5,5,7,6,5,6 "
    "hands=b0y1,b3y6,y5r10,y6b10,b8g9/g0r6,b2y4,y3g4,y4r9,g6r9/y1g3,y1b7,g4r6,r4b10,y5r7,g6r8,g7r8/g2b6,"
    "b2y8,b3r5,g3b9,y7g10,y9g10/r0y3,r1b9,b2r7,b4r8,r5y9/y0g5,y0g8,b1r6,b3g7,g3r10,b8y10 "
    "dealt=65,56,65,74,57,61 kept=0,0,1 player=0:r0y7|1:r1y8|4:r4g5|-:* "
    "since=0:*/0:*/1:g0r2,r0y3,r0b4,g1r2,r1b9,r2b9,g3b9,b4y7,r5y9,y7g10,y9g10/0:*/0:*/1:g0r2,r0y3,r0b4,"
    "r0y7,g1r2,r1b9,y2r3,r2b9,b3r5,r3y8,g3b9,r5y9,g6r8,g6r9 last=r1y8,r1b10 colour=0,- direction=1"
)
"""The green 3, blue 9 fits in one row, and the yellow 9, green 10 in the other."""


@pytest.mark.parametrize(
    ("game", "position", "other"),
    [
        ("l-un-apres-l-autre", BOTH_FIT_IN_A_SERIES, "blue 8, green 9"),
        ("montees-et-descentes", BOTH_FIT_IN_A_ROW, "green 3, blue 9"),
    ],
    ids=["series", "rows"],
)
def test_a_card_that_fits_already_is_not_said_to_be_prepared(game, position, other):
    match = pioche.open(game, position=position)
    (seat,) = match.to_move
    plays = [move for move in match.legal(seat) if move.message.text("en").startswith("play yellow 9, green 10")]
    reasons = [JUDGEMENTS[game].explain(match.known(seat), seat, move.number).text("en") for move in plays]
    assert any(f"another of your cards still fits after it: {other}" in reason for reason in reasons)
    assert not any(f"will then fit: {other}" in reason for reason in reasons)
