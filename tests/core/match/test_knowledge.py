"""What seats know of the last states is computed once."""

from dataclasses import replace

import pytest

import pioche
from pioche.core.match.knowledge import KEPT, Knowledge
from pioche.core.state import SPECTATOR, copy


@pytest.fixture
def match():
    return pioche.open("no-merci", 3, seed=1)


@pytest.fixture
def counted(match):
    """The rules of No Merci, as if seats knew different things, and the seats for which `observe` was called."""
    rules, seats = match.rules, []

    def observe(state, seat, known):
        seats.append(seat)
        rules.observe(state, seat, known)

    return replace(rules, observe=observe, all_know_the_same=False), seats


def test_where_all_know_the_same_a_state_is_observed_once(match, counted):
    rules, seats = counted
    now = Knowledge().of(replace(rules, all_know_the_same=True), match.state)
    assert now.known(0) is now.known(2) is now.known(SPECTATOR)
    assert len(seats) == 1


def test_the_same_state_is_observed_once_for_each_seat(match, counted):
    rules, seats = counted
    knowledge = Knowledge()
    for seat in (0, SPECTATOR, 0, SPECTATOR):
        assert knowledge.of(rules, match.state).known(seat).pot == 0
    assert seats == [0, SPECTATOR]
    knowledge.of(rules, copy(match.state)).known(0)
    assert seats == [0, SPECTATOR]


def test_a_changed_state_is_observed_again(match, counted):
    rules, seats = counted
    knowledge = Knowledge()
    knowledge.of(rules, match.state).known(0)
    match.state.pot = 5
    assert knowledge.of(rules, match.state).known(0).pot == 5
    assert seats == [0, 0]


def test_older_states_are_forgotten(match, counted):
    rules, seats = counted
    knowledge = Knowledge()
    states = [copy(match.state) for _ in range(KEPT + 1)]
    for pot, state in enumerate(states):
        state.pot = pot
        knowledge.of(rules, state).known(0)
    knowledge.of(rules, states[-2]).known(0)
    assert len(seats) == KEPT + 1
    knowledge.of(rules, states[0]).known(0)
    assert len(seats) == KEPT + 2


def test_a_view_and_the_line_of_the_next_move_need_one_observation(match, counted, monkeypatch):
    rules, seats = counted
    monkeypatch.setattr(match._history, "rules", (rules,))
    match.view(1)
    match.play(match.to_move[0], "take")
    assert len(match.log(1, last=1)) == 1
    assert seats == [1]


@pytest.mark.parametrize("later", [0, 1, SPECTATOR])
def test_earlier_knowledge_stays_as_it_was_when_the_match_goes_on(match, later):
    knowledge, before = Knowledge(), copy(match.state)
    knowledge.of(match.rules, match.state).known(0)
    match.play(match.to_move[0], "take")
    known, fresh = knowledge.of(match.rules, before).known(later), match.rules.known(before, later)
    assert known.owner.tolist() == fresh.owner.tolist()
    assert known.owner.tolist() != match.rules.known(match.state, later).owner.tolist()


def test_legal_moves_are_listed_once_for_the_view_and_the_check(match, monkeypatch):
    rules, asked = match.rules, []

    def legal_moves(state, seat, out):
        asked.append(seat)
        return rules.legal_moves(state, seat, out)

    monkeypatch.setattr(match._history, "rules", (replace(rules, legal_moves=legal_moves),))
    (seat,) = match.to_move
    for eyes in range(3):
        match.view(eyes)
    match.check(seat, "take")
    assert asked == [seat]


def test_callers_may_change_their_list_of_legal_moves(match):
    (seat,) = match.to_move
    match.legal_numbers(seat).clear()
    assert match.legal_numbers(seat) == [0, 1]
