"""A match at an earlier move is the same as if it had only been played so far, and the match itself does not change."""

import hashlib
import re
from pathlib import Path

import numpy as np
import pytest

import pioche
from pioche.core.match.replay import match_at, move_lines, open_view, shuffles
from pioche.core.state import SPECTATOR, content
from tests.stories import play

SEED = 7
FAIR_DEALS = (Path(__file__).parents[3] / "docs/fair-deals.md").read_text(encoding="utf-8")
TABLES = [(game.name, None, None) for game in pioche.games()]
TABLES += [("the-game", 3, None), ("drahtseilakt", 3, "chaotic")]
LOOKS = 6
"""How many steps are compared where a comparison is slow."""
SIGNAL_CHANCE = 0.2


def opened(table, **rest):
    name, players, variant = table
    return pioche.open(name, players, seed=SEED, variant=variant, **rest)


def played(table):
    """Play a whole match at random, with signals where there are any."""
    match, rng = opened(table), np.random.default_rng(SEED)
    while not match.over:
        seat = int(rng.integers(match.players))
        if (signals := match.signals(seat)) and rng.random() < SIGNAL_CHANCE:
            match.play(seat, signals[int(rng.integers(len(signals)))])
        mover = int(rng.choice(match.to_move))
        match.play(mover, int(rng.choice(match.legal_numbers(mover))))
    return match


def stands(match):
    """Return everything about a match at one moment."""
    return content(match.state), match.moves, match.round, match.round_scores, match.over


def some_steps(match):
    """Return steps spread over the match, including the first and the last."""
    return [int(step) for step in np.linspace(0, len(match.moves), LOOKS)]


def seats_and_spectator(match):
    return range(SPECTATOR, match.players)


@pytest.fixture(scope="module", params=TABLES, ids=lambda table: "-".join(str(part) for part in table if part))
def finished(request):
    return request.param, played(request.param)


# An earlier move.


def test_an_earlier_step_is_the_match_played_so_far(finished):
    table, match = finished
    again = opened(table)
    for step in range(len(match.moves) + 1):
        then = match_at(match, step)
        assert stands(then) == stands(again)
        if step in some_steps(match):
            assert [then.view(seat) for seat in seats_and_spectator(then)] == [
                again.view(seat) for seat in seats_and_spectator(again)
            ]
        if step < len(match.moves):
            again.play(*match.moves[step])


def test_looking_back_changes_nothing(finished):
    _, match = finished
    before = [stands(match_at(match, step)) for step in some_steps(match)]
    for step in some_steps(match):
        then = match_at(match, step)
        open_view(then)
        if not then.over:
            then.play(then.to_move[0], then.legal_numbers(then.to_move[0])[0])
    assert [stands(match_at(match, step)) for step in some_steps(match)] == before


def test_an_earlier_step_has_earlier_steps_too(finished):
    _, match = finished
    middle = len(match.moves) // 2
    assert stands(match_at(match_at(match, middle), middle // 2)) == stands(match_at(match, middle // 2))


def test_a_copy_of_the_current_step_does_not_change_with_the_match():
    match = pioche.open("no-merci", 3, dealer=2, seed=SEED)
    now, before = match_at(match, 0), content(match.state)
    play(match, "refuse")
    assert content(now.state) == before


@pytest.mark.parametrize("step", [-1, 2])
def test_a_step_beyond_the_last_move_is_refused(step):
    match = play(pioche.open("no-merci", 3, seed=SEED), "refuse")
    with pytest.raises(pioche.BadSetting, match=f"There is no step {step}: the steps are 0 to 1."):
        match_at(match, step)


# With all hands open.


def test_open_hands_are_the_hands(finished):
    _, match = finished
    for step in some_steps(match):
        then = match_at(match, step)
        hands = then.hands()
        shown = {zone["seat"]: zone["cards"] for zone in open_view(then)["table"]["zones"] if zone["role"] == "hand"}
        assert [shown.get(seat, []) for seat in range(then.players)] == hands


def test_with_open_hands_everything_else_is_as_a_spectator_sees_it(finished):
    _, match = finished
    then = match_at(match, len(match.moves) // 2)
    views = open_view(then), then.view(SPECTATOR)
    for view in views:
        view["table"]["zones"] = [zone for zone in view["table"]["zones"] if zone["role"] != "hand"]
    assert views[0] == views[1]


# Moves as they were seen.


def test_each_step_shows_the_moves_as_each_seat_saw_them(finished):
    _, match = finished
    steps = range(len(match.moves) + 1)
    for seat in seats_and_spectator(match):
        assert [line for step in steps for line in move_lines(match, seat, step)] == match.log(seat)


def test_with_open_hands_every_move_is_shown(finished):
    _, match = finished
    for step in some_steps(match)[1:]:
        ((seat, move),) = move_lines(match, None, step)
        assert (seat, move.name) == match.moves[step - 1]


def test_a_secret_choice_is_shown_to_its_player_and_with_open_hands():
    match = pioche.open("drahtseilakt", 3, seed=SEED, variant="chaotic")
    card = match.legal(1)[0]
    match.play(1, card)
    assert move_lines(match, 1, 0) == []
    names = [[move.name for _, move in move_lines(match, eyes, 1)] for eyes in (None, 1, 0, SPECTATOR)]
    assert names == [[card.name], [card.name], [""], [""]]


# The shuffles.


def as_documented(seed, label, cards):
    """The shuffle, reimplemented from docs/fair-deals.md."""
    order, words, block = list(cards), [], 0
    for last in range(len(order) - 1, 0, -1):
        while True:
            if not words:
                digest = hashlib.sha256(seed + label.encode("ascii") + block.to_bytes(8, "big")).digest()
                words, block = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)], block + 1
            drawn = words.pop(0)
            if drawn < 2**32 - 2**32 % (last + 1):
                break
        other = drawn % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def test_the_reimplemented_shuffle_matches_the_document():
    (example,) = re.findall(r"the cards 0 to 9, both give ([\d, ]+)\.", FAIR_DEALS)
    assert as_documented((7).to_bytes(32, "big"), "round 0 cards", range(10)) == [int(n) for n in example.split(", ")]


def test_shuffles_can_be_checked_with_the_document_alone(finished):
    _, match = finished
    told_shuffles = list(shuffles(match))
    assert len({deck.label for deck in told_shuffles}) == len(told_shuffles)
    for deck in told_shuffles:
        assert deck.dealt == as_documented(match.seed, deck.label, deck.cards)


def test_decks_in_the_order_of_the_shuffles_deal_the_same_match(finished):
    table, match = finished
    rounds = [{} for _ in range(match.round + 1)]
    for deck in shuffles(match):
        *_, name = deck.label.split(" ", 2)
        rounds[deck.round][name] = deck.dealt
    again = opened(table, deck=rounds, dealer=match.deals.first_dealer)
    for seat, move in match.moves:
        again.play(seat, move)
    assert content(again.state) == content(match.state)


def test_only_shuffles_of_rounds_dealt_so_far_are_listed():
    match = pioche.open("drahtseilakt", 3, seed=SEED)
    assert [deck.label for deck in shuffles(match)] == ["round 0 cards", "round 0 score"]
    while match.round == 0:
        match.play(match.to_move[0], match.legal_numbers(match.to_move[0])[0])
    assert [deck.label for deck in shuffles(match)][2:] == ["round 1 cards", "round 1 score"]
    assert len(list(shuffles(match_at(match, 0)))) == 2


def test_each_deck_that_was_shuffled_has_a_title():
    match = pioche.open("drahtseilakt", 3, seed=SEED)
    assert [deck.title.text() for deck in shuffles(match)] == ["the cards", "the score cards"]
