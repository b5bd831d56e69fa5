"""The hint player of 20/20."""

import numpy as np
import pytest

import pioche
from pioche.core.chance import new_random
from pioche.core.compiled.kernels import kernels
from pioche.core.state import blanks, copy
from pioche.games.k6t.deck import RANKS, SUITS
from pioche.games.k6t.vingt import RULES
from pioche.games.k6t.vingt.bot.hint_player import PHASES, choose, estimates, judgement
from tests.games.k6t.vingt.positions import WORKED, deals, moves_of, position

WORLDS = 50


def known_to_player(state):
    return RULES.known(state, 0)


def positions(count, seed):
    """Positions that somebody who plays at random comes to, each with at least one move."""
    rng, found = np.random.default_rng(seed), []
    for state in deals(count, seed):
        for _ in range(rng.integers(40)):
            if len(moves := moves_of(state)) > 0:
                RULES.apply(state, 0, int(rng.choice(moves)))
        if moves_of(state):
            found.append(state)
    return found


def hint(state, simulations=WORLDS, seed=1):
    return choose(known_to_player(state), np.array(moves_of(state)), new_random(seed), simulations)


@pytest.mark.parametrize("simulations", [0, WORLDS])
def test_a_hint_is_a_legal_move(simulations):
    for state in positions(40, seed=1):
        assert hint(state, simulations) in moves_of(state)


@pytest.mark.parametrize("simulations", [0, WORLDS])
def test_hints_do_not_peek(simulations):
    """Deal the hidden cards otherwise: the hint and what it says of every move are the same."""
    rng = new_random(2)
    for state in positions(20, seed=2):
        other = copy(state)
        for pile in range(20):
            other.piles[pile, other.removed[pile] + 1 :] = -1
        RULES.imagine(other, 0, rng)
        assert hint(state, simulations) == hint(other, simulations)
        if simulations:
            said = [
                estimates(known_to_player(each), np.array(moves_of(each)), new_random(3), simulations)
                for each in (state, other)
            ]
            assert said[0] == said[1]


def test_the_bot_needs_only_what_observe_shows():
    """Everything hidden is UNKNOWN in the record it is given."""
    (state,) = deals(1, seed=3)
    assert (known_to_player(state).piles[:, 1:] == -1).all()
    assert hint(state) in moves_of(state)


def test_the_same_seed_gives_the_same_hint():
    for state in positions(10, seed=4):
        assert hint(state) == hint(state)


def test_harmless_moves_are_made_at_once():
    """The last two 0s lie open; two of three 1s would have to be chosen."""
    state = position([[0], [20], [1, 2], [21, 22], [41, 3], [61, 23]])
    assert RULES.move_name(hint(state, 0)) == "0s+0c"


def why(state, name):
    return RULES.judgement.explain(known_to_player(state), 0, RULES.move_numbers[name]).text("en")


def test_reasons_say_what_lies_under_a_pair_and_whether_it_spoils_another():
    """Both 0s that are left lie open, of the 1s only three of four: the reason for a pair tells which."""
    state = position([[0, 61], [20, 5], [1, 2], [21], [41], [22, 25]])
    assert why(state, "0s+0c").endswith("are face up, so this pair spoils no other. 2 cards lie under it.")
    assert why(state, "1s+1c") == "One card lies under these two."
    assert why(state, "1c+1h") == "No card lies under these two: nothing new is turned up."
    assert why(position([[0], [20]]), "0s+0c").endswith("so this pair spoils no other. No card lies under it.")


def test_of_three_cards_the_deepest_two_are_removed():
    state = position([[1], [21, 2, 3, 4], [41, 22, 23, 24], [0, 61], [6], [26, 20]])
    assert RULES.move_name(hint(state, 0)) == "6s+6c"
    state = position([[1], [21, 2, 3, 4], [41, 22, 23, 24], [0, 61], [6, 20], [7, 26], [27, 47], [67]])
    assert RULES.move_name(hint(state, 0)) == "1c+1h"


def test_estimates_are_certain_when_the_game_is_decided():
    won = position([[0], [20], [1], [21]])
    lost = position([[0, 1, 21], [20]])
    for state, chance in ((won, 1.0), (lost, 0.0)):
        for estimate in estimates(known_to_player(state), np.array(moves_of(state)), new_random(0), 20):
            assert estimate.chance == chance
            assert 0 < estimate.error < 0.1


def test_equivalent_moves_have_equal_estimates():
    """All three 6s lie on five cards: which two go does not matter."""
    deck = WORKED + [rank + suit for suit in SUITS for rank in RANKS if rank + suit not in WORKED]
    match = pioche.open("20-20", deck=deck)
    said = estimates(match.known(0), np.array(match.legal_numbers(0)), new_random(0), WORLDS)
    chances = {RULES.move_name(estimate.move): estimate.chance for estimate in said}
    assert chances["6s+6h"] == chances["6s+6t"] == chances["6h+6t"]


def test_an_estimate_is_the_share_of_sampled_deals_won():
    """Under the 2s lie, unseen, two 0s and two 1s. If the next two are equal it is won: one deal in three."""
    state = position([[2, 0, 1], [22, 20, 21]])
    (estimate,) = estimates(known_to_player(state), np.array(moves_of(state)), new_random(0), 4000)
    assert abs(estimate.chance - 1 / 3) < 5 * estimate.error


def test_the_rule_of_thumb_wins_over_a_quarter_of_deals():
    """Random play wins 7 %; 300 games tell the two apart beyond doubt."""
    rounds, loops, rng = deals(300, seed=6), kernels(RULES), new_random(0)
    seats, counts = np.zeros(300, np.int32), np.ones(300, np.int32)
    legal, chosen = np.zeros((300, RULES.most_legal), np.int32), np.zeros(300, np.int32)
    while counts.any():
        known = blanks(RULES.state, 300)
        loops.observe(rounds, 0, known)
        loops.legal(rounds, seats, legal, counts)
        for i in np.flatnonzero(counts):
            chosen[i] = choose(known[i], legal[i, : counts[i]], rng, 0)
        loops.step(rounds, seats, chosen)
    assert (rounds["left"] == 0).sum() > 75


def test_the_learned_weights_have_the_expected_shape():
    told = judgement()
    assert told.removed.shape == (len(PHASES), 6)
    assert told.opened.shape == (len(PHASES), 2, 4)
    assert told.single.shape == (2, 6)
    assert told.several.shape == (6,)
