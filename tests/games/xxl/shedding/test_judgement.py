"""What the bots of the shedding games have in common."""

import numpy as np
import pytest

from pioche.core.judgement import LEVELS
from pioche.core.weights import weight_count
from pioche.core.words import LANGUAGES
from pioche.games.xxl.a_moins.bot.judgement import JUDGEMENT as A_MOINS
from pioche.games.xxl.bot.shedding import look, possible_cards
from pioche.games.xxl.montees.bot.judgement import JUDGEMENT as MONTEES
from pioche.games.xxl.shedding import KEEP, PLAYS
from pioche.games.xxl.un_apres.bot.judgement import JUDGEMENT as UN_APRES
from pioche.parts.cardsets import each
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
