"""Permis de refuser with the option fewest_only: XX34 read as fewer cards than every other player."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pioche
from pioche.core.match.record import from_text, to_text
from pioche.core.state import SPECTATOR, content
from pioche.games.xxl.permis import RULES
from pioche.games.xxl.permis.bot import judgement
from pioche.games.xxl.permis.rules import may_refuse
from pioche.games.xxl.permis.state import PART_TWO
from tests.games.xxl.permis.deals import NAMES, legal, play, position, turn


def position_of_sizes(*sizes, fewest_only=True):
    """Part two with hands of these sizes; seat 0 leads."""
    cards = iter(NAMES)
    hands = [" ".join(next(cards) for _ in range(size)) for size in sizes]
    return position(*hands, fewest_only=fewest_only)


def held_before_tricks(match):
    """The match before each move of part two, played at random, with the cards all held before the trick."""
    rng, held = np.random.default_rng(1), []
    while not match.over:
        (seat,) = match.to_move
        if match.state.phase == PART_TWO:
            if seat == match.state.leader:
                held = [len(hand) for hand in match.hands()]
            else:
                yield match, seat, held
        match.play(seat, int(rng.choice(match.legal_numbers(seat))))


@pytest.mark.parametrize(
    ("sizes", "reading", "who"),
    [
        ((3, 2, 3), False, [1]),
        ((3, 2, 3), True, [1]),
        ((3, 2, 1), False, [1, 2]),
        ((3, 2, 1), True, [2]),
        ((3, 2, 2), False, [1, 2]),
        ((3, 2, 2), True, []),
        ((4, 3, 2, 1), True, [3]),
        ((4, 2, 4, 4, 4, 4), True, [1]),
        ((3, 3, 3), True, []),
    ],
)
def test_xx34_each_reading_says_who_may_refuse(sizes, reading, who):
    state = position_of_sizes(*sizes, fewest_only=reading)
    assert [seat for seat in range(1, len(sizes)) if may_refuse(state, seat)] == who


def test_xx34_with_fewest_only_a_tie_for_the_fewest_cannot_refuse():
    state = position("g1r2 b0y1 b2y4", "g2b5 b0y10", "g0r6 r0y3", fewest_only=True)
    assert legal(play(state, "g1r2:g")) == ["g2b5"]
    assert legal(play(state, "g2b5")) == ["g0r6"]


def test_xx34_with_fewest_only_hands_are_compared_before_the_leaders_card():
    """Seat 0 has two cards left after its lead, as many as seat 1; before it had three."""
    state = play(position("g1r2 b0y1 b2y4", "g2b5 b0y10", "g0r6 r0y3 y1b7", fewest_only=True), "g1r2:g")
    assert legal(state) == ["g2b5", "refuse"]
    state = play(position("g1r2 b0y1 b2y4", "g2b5 b0y10 y1b7", "g0r6 r0y3", fewest_only=True), "g1r2:g", "g2b5")
    assert legal(state) == ["g0r6", "refuse"]


def test_xx34_with_fewest_only_nobody_refuses_once_somebody_has_no_cards():
    hands = ("g1r2 b0y1 b2y4", "", "g0r6", "g2b5 b0y10")
    assert legal(play(position(*hands), "g1r2:g")) == ["g0r6", "refuse"]
    assert legal(play(position(*hands, fewest_only=True), "g1r2:g")) == ["g0r6"]


def test_xx34_with_fewest_only_a_last_card_played_to_this_trick_is_still_counted():
    """Seat 1 held one card before the trick, so seat 2 with its one card did not hold fewer."""
    state = play(position("g1r2 b0y1", "g2b5", "g0r6", "b0y10 r0y3", fewest_only=True), "g1r2:g", "g2b5")
    assert legal(state) == ["g0r6"]


def test_xx34_with_fewest_only_the_leader_never_refuses():
    assert "refuse" not in legal(position("g1r2", "g2b5 b0y10", "g0r6 r0y3", fewest_only=True))


@given(st.integers(3, 6), st.integers(0, 999), st.booleans())
@settings(max_examples=40, deadline=None)
def test_xx34_in_whole_matches_refusals_follow_the_reading_agreed_on(players, seed, fewest_only):
    match = pioche.open("permis-de-refuser", players, seed=seed, fewest_only=fewest_only)
    for now, seat, held in held_before_tricks(match):
        others = [held[other] > held[seat] for other in range(players) if other != seat]
        expected = all(others) if fewest_only else any(others)
        assert any(move.name == "refuse" for move in now.legal(seat)) == expected


@given(st.integers(0, 999))
@settings(max_examples=15, deadline=None)
def test_xx34_with_two_players_both_readings_are_the_same(seed):
    matches = [pioche.open("permis-de-refuser", 2, seed=seed, fewest_only=fewest_only) for fewest_only in (False, True)]
    rng = np.random.default_rng(seed)
    while not matches[0].over:
        (seat,) = matches[0].to_move
        assert matches[0].legal(seat) == matches[1].legal(seat)
        number = int(rng.choice(matches[0].legal_numbers(seat)))
        for match in matches:
            match.play(seat, number)
    assert matches[1].over
    assert matches[0].scores == matches[1].scores


def test_xx34_explanations_follow_the_reading():
    state = play(position("g1r2 b0y1 b2y4", "g2b5 b0y10", "g0r6 r0y3", fewest_only=True), "g1r2:g")
    known = RULES.known(state, 1)
    said = RULES.why_not(known, 1, RULES.move_numbers["refuse"])
    assert said.text("en") == "another player had as few cards as you, or fewer, before this trick."
    assert said.text("fr") == "un autre joueur avait aussi peu de cartes que vous, ou moins, avant ce pli."
    assert RULES.view(known, 1).prompt.text("en") == "Follow with green."


def test_everybody_knows_which_reading_was_agreed_on():
    match = pioche.open("permis-de-refuser", 3, seed=1, fewest_only=True)
    for seat in range(SPECTATOR, 3):
        assert match.known(seat).fewest_only
        assert match.view(seat)["options"]["fewest_only"] is True


def test_the_option_is_off_by_default():
    assert pioche.open("permis-de-refuser", 3).setting.options["fewest_only"] is False
    assert pioche.open("xxl-pur", 3).setting.options == {}


@pytest.mark.parametrize("value", [1, "on", None, 2.0])
def test_a_bad_value_is_refused_with_a_reason(value):
    with pytest.raises(pioche.BadSetting) as refused:
        pioche.open("permis-de-refuser", 3, fewest_only=value)
    assert str(refused.value) == f"The option fewest_only is on or off (True or False), not {value!r}."


@pytest.mark.parametrize("game", [game.name for game in pioche.games() if game.name != "permis-de-refuser"])
def test_no_other_game_has_the_option(game):
    with pytest.raises(pioche.BadSetting, match="has no option 'fewest_only'"):
        pioche.open(game, fewest_only=True)


def test_xx34_a_record_says_the_reading_and_replays_under_it():
    match = pioche.open("permis-de-refuser", 4, seed=3, fewest_only=True)
    for _ in held_before_tricks(match):
        pass
    text = to_text(match.record())
    assert '"fewest_only": true' in text
    again = pioche.replay(from_text(text))
    assert content(again.state) == content(match.state)
    assert again.record() == match.record()


def test_xx34_a_refusal_forbidden_by_the_reading_makes_a_bad_record():
    match = pioche.open("permis-de-refuser", 4, seed=3)
    for now, seat, held in held_before_tricks(match):
        if "refuse" in [move.name for move in now.legal(seat)] and held.count(min(held)) > 1:
            now.play(seat, "refuse")
            break
    record = match.record()
    record["options"] = record["options"] | {"fewest_only": True}
    with pytest.raises(pioche.BadRecord, match="another player had as few cards as you"):
        pioche.replay(record)


def test_a_record_from_before_the_option_replays_without_it():
    match = pioche.open("permis-de-refuser", 3, seed=3)
    older = {name: value for name, value in match.record().items() if name != "checksum"}
    del older["options"]["fewest_only"]
    assert pioche.replay(older).setting.options["fewest_only"] is False


def test_xx34_simulations_play_by_the_reading():
    usual, strict = (
        pioche.simulate("permis-de-refuser", 4, games=400, seed=1, workers=1, fewest_only=fewest_only)
        for fewest_only in (False, True)
    )
    assert strict.options == {**usual.options, "fewest_only": True}
    assert strict.moves < usual.moves  # fewer refusals


def test_xx34_a_bot_counts_who_must_add_a_card_by_the_reading():
    """Of three who follow with equal hands, none may refuse; by the usual reading all may."""
    hands = ("g1r2 b0y1 b2y4", "g2b5 b0y10", "g0r6 r0y3", "y1b7 b8y10")
    usual, strict = (play(position(*hands, fewest_only=fewest_only), "g1r2:g") for fewest_only in (False, True))
    assert [judgement.look(state, turn(state)).obliged for state in (usual, strict)] == [0, 2]
    assert [judgement.look(state, turn(state)).row for state in (usual, strict)] == [judgement.FREE, judgement.OBLIGED]


def test_xx34_a_bot_does_not_count_players_without_cards():
    state = play(position("g1r2 b0y1 b2y4", "g2b5 b0y10", "", "y1b7 b8y10", fewest_only=True), "g1r2:g")
    assert judgement.look(state, 1).obliged == 1
