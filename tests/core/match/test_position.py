"""Positions: a line of text stands for exactly one state, and errors name the field."""

import numpy as np
import pytest

import pioche
from pioche.core.match.record import from_text, to_text
from pioche.core.match.replay import match_at, shuffles
from pioche.core.state import content
from tests.stories import legal, play

SETTINGS = [(game, variant) for game in pioche.games() for variant in (None, *game.variants)]
EVERY = 7
"""One in this many moves of a match is examined."""

NO_MERCI = "no-merci players=3 dealer=2 begins=0; turn=1 turned=2 pot=2 tokens=10,10,11 pile=20,5,9,30 owner=0:5,20|-:*"


def played_at_random(match, seed):
    """Yield the match after every move of a random game, including signals."""
    rng = np.random.default_rng(seed)
    yield match
    while not match.over:
        seat = int(rng.choice(match.to_move))
        signals = match.signals(seat)
        moves = signals if signals and rng.random() < 0.2 else match.legal(seat)
        match.play(seat, moves[rng.integers(len(moves))])
        yield match


def assert_same(one, other):
    assert content(one.state) == content(other.state)
    assert one.to_move == other.to_move
    for seat in range(-1, one.players):
        assert one.view(seat) == other.view(seat)
    assert (one.scores, one.places, one.endings) == (other.scores, other.places, other.endings)


def opened(position, **rest):
    return pioche.open(position.split()[0], position=position, **rest)


def refused(position, game="no-merci", **rest):
    with pytest.raises(pioche.BadPosition) as error:
        pioche.open(game, position=position, **rest)
    assert error.value.text("fr") != error.value.text("en")
    return str(error.value)


@pytest.mark.parametrize("is_most", [False, True])
@pytest.mark.parametrize(("game", "variant"), SETTINGS, ids=lambda value: getattr(value, "name", value))
def test_a_match_opened_from_a_position_looks_the_same_to_everyone(game, variant, is_most):
    possible = game.variant_players.get(variant or "", game.players)
    match = pioche.open(game.name, possible[-1 if is_most else 0], variant=variant, seed=5)
    for number, now in enumerate(played_at_random(match, 5)):
        if number % EVERY == 0 or now.over:
            again = opened(now.position())
            assert again.position() == now.position()
            assert "\n" not in now.position()
            assert_same(now, again)


def test_options_that_are_not_the_default_are_in_the_position():
    match = pioche.open("no-merci", 4, seed=1, open_tokens=True)
    assert match.position().startswith("no-merci players=4 open_tokens=on dealer=")
    assert opened(match.position()).setting == match.setting


def test_derived_fields_are_not_part_of_the_position():
    line = pioche.open("20-20", seed=1).position()
    assert "pairs=" not in line
    assert refused(f"{line} pairs=3", "20-20").startswith("There is no field ‘pairs’")
    assert legal(opened(line)) == legal(pioche.open("20-20", seed=1))


def test_a_position_can_be_written_by_hand():
    match = opened(NO_MERCI)
    assert match.to_move == (1,)
    assert legal(match) == ["refuse", "take"]
    play(match, "take")
    assert match.state.tokens.tolist() == [10, 12, 11, 0, 0]
    assert match.scores[1] == 9 - 12


def test_the_results_of_earlier_rounds_are_part_of_the_position():
    match = pioche.open("drahtseilakt", 2, seed=3)
    for now in played_at_random(match, 3):
        if now.round == 1:
            break
    again = opened(match.position())
    assert "earlier=nine-tricks:" in match.position()
    assert (again.round, again.dealer, again.round_scores) == (1, match.dealer, match.round_scores)
    assert_same(match, again)


def test_the_rounds_after_a_position_are_dealt_from_the_seed():
    match = pioche.open("drahtseilakt", 3, seed=3)
    again = opened(match.position(), seed=3)
    assert list(shuffles(again)) == []
    for now in played_at_random(match, 3):
        if now.round == 1:
            break
    for seat, name in match.moves:
        again.play(seat, name)
    assert_same(match, again)
    assert [deck.label for deck in shuffles(again)] == ["round 1 cards", "round 1 score"]


def test_undo_goes_back_to_the_position_and_no_further():
    match = opened(NO_MERCI)
    play(match, "refuse", "refuse")
    assert match_at(match, 0).position() == NO_MERCI
    match.undo()
    match.undo()
    assert match.position() == NO_MERCI
    with pytest.raises(pioche.IllegalMove):
        match.undo()


def test_a_record_contains_the_position_and_replays():
    match = play(opened(NO_MERCI, seed=9), "refuse", "take")
    record = match.record()
    assert record["position"] == NO_MERCI
    assert (record["dealer"], record["deck"]) == (None, None)
    again = pioche.replay(to_text(record))
    assert again.record() == record
    assert_same(match, again)
    assert from_text(to_text(record)) == record


def test_a_record_without_a_position_keeps_its_checksum():
    record = pioche.open("no-merci", 3, seed=1).record()
    assert record["position"] is None
    record.pop("position")
    assert pioche.replay(record).record()["checksum"] == record["checksum"]


def test_a_refused_move_shows_the_position_to_programs_only():
    match = opened(NO_MERCI)
    with pytest.raises(pioche.IllegalMove) as error:
        match.play(0, "take")
    assert error.value.position == NO_MERCI
    assert error.value.__notes__ == [f"Position: {NO_MERCI}"]
    assert "pile" not in error.value.text()


@pytest.mark.parametrize(
    ("before", "after", "field"),
    [
        ("players=3 ", "", "players"),
        ("players=3", "players=three", "players"),
        ("dealer=2", "dealer=3", "dealer"),
        ("begins=0", "begins=-1", "begins"),
        ("dealer=2", "dealer=2 dealer=2", "dealer"),
        ("dealer=2", "colour=2", "colour"),
        ("dealer=2", "earlier=all-taken:1,2,3", "earlier"),
        ("turn=1", "turn=3", "turn"),
        ("turn=1", "turn=", "turn"),
        ("turn=1", "trun=1", "trun"),
        ("turned=2", "turned=300", "turned"),
        ("turned=2", "turned=-1", "turned"),
        ("pot=2", "pot=two", "pot"),
        ("pot=2", "pot=99999999999", "pot"),
        ("pot=2", "pot=2,2", "pot"),
        ("pot=2", "pot=2/2", "pot"),
        ("tokens=10", "tokens=10,1*9", "tokens"),
        ("tokens=10", "tokens=10*0", "tokens"),
        ("pile=20,5", "pile=20,2", "pile"),
        ("pile=20,5", "pile=20,20", "pile"),
        ("owner=0:5,20", "owner=0:5,5", "owner"),
        ("owner=0:5,20", "owner=0:5,36", "owner"),
        ("owner=0:5,20", "owner=0:5,#99", "owner"),
        ("owner=0:5,20", "owner=5,20", "owner"),
    ],
)
def test_errors_name_the_field(before, after, field):
    assert before in NO_MERCI
    assert f"‘{field}’" in refused(NO_MERCI.replace(before, after, 1))


@pytest.mark.parametrize("text", ["", "no-merci players=3", ";", "no-merci;;", 3])
def test_other_text_is_refused(text):
    assert "one line" in refused(text)


def test_a_position_of_another_game_is_refused():
    assert refused(NO_MERCI, "the-game") == "This is a position of no-merci, not of the-game."


def test_a_setting_that_the_game_does_not_have_is_refused():
    with pytest.raises(pioche.BadSetting, match="3 to 5 players"):
        opened(NO_MERCI.replace("players=3", "players=7"))
    with pytest.raises(pioche.BadSetting, match="no variant"):
        opened(NO_MERCI.replace("dealer=2", "variant=wild"))
    with pytest.raises(pioche.BadSetting, match="on or off"):
        opened(NO_MERCI.replace("dealer=2", "open_tokens=maybe"))


@pytest.mark.parametrize(
    ("given", "field"),
    [({"players": 4}, "players"), ({"variant": "tactical"}, "variant"), ({"open_tokens": True}, "open_tokens")],
)
def test_other_arguments_must_agree_with_the_position(given, field):
    assert f"‘{field}’" in refused(NO_MERCI, **given)
    assert opened(NO_MERCI, players=3).position() == NO_MERCI


def test_a_position_excludes_a_deck_and_a_dealer():
    assert "neither" in refused(NO_MERCI, dealer=2)
    assert "neither" in refused(NO_MERCI, deck=list(range(3, 36)))


def test_a_card_cannot_lie_in_two_places():
    position = pioche.open("the-game", 2, seed=1).position()
    card = position.partition("hands=")[2].split(",")[0]
    bad = position.replace("pile=-*14,", f"pile=-*13,{card},")
    assert refused(bad, "the-game") == f"The position’s ‘pile’ has the card {card}, which already lies in ‘hands’."
    position = pioche.open("a-moins", 2, seed=1).position()
    card = position.partition("stock=")[2].split(",")[0]
    bad = position.replace("hands=", f"hands={card},")
    assert refused(bad, "a-moins") == f"The position’s ‘hands’ has the card {card}, which already lies in ‘stock’."
    position = pioche.open("six-sequences", 2, seed=1).position()
    card = position.partition("hands=")[2].split(",")[0]
    assert "‘hands’" in refused(position.replace("hands=", f"hands={card},"), "six-sequences")


def test_inconsistent_numbers_are_refused():
    assert refused(NO_MERCI.replace("turned=2", "turned=90")).startswith("This position cannot occur")


def test_a_finished_round_before_another_one_is_refused():
    match = pioche.open("drahtseilakt", 2, seed=3)
    assert "another follows" in refused(match.position().replace("; ", "; trick=9 "), "drahtseilakt")


def test_a_position_without_a_legal_move_is_refused():
    position = "the-game players=1; hand_size=8 phase=1 left=1 drawn=98 required=1 tops=99,99,2,2 held=1 hands=50"
    assert "no legal move" in refused(position, "the-game")
