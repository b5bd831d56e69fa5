"""Les 6 Séquences: what a seat knows, and what could be true beside it."""

from __future__ import annotations

from typing import Any

import numpy as np

from pioche.core.chance import Random, Shuffle, below, shuffle_cards
from pioche.core.game import Moves
from pioche.core.rule import rule
from pioche.core.state import NOBODY, UNKNOWN
from pioche.games.k6t.deck import CARD_COUNT, RANK_COUNT, rank_of, suit_of
from pioche.parts.cardsets import has, how_many
from pioche.parts.hands import EMPTY
from pioche.parts.unseen import list_unseen

from .claims import MOST_CLAIMS, list_claims, may_claim, top_discard
from .combinations import ranks_in_sequences
from .moves import ADD_TO_SERIES, CARDS, CARDS_LAID, CLAIM, DRAW, JOKER, MOVE_COUNT, PASS, STOP, card_of
from .state import CLAIMING, LAST_GOES, MOST_SEATS, NO_ANSWER, NOT_ASKED, OVER, SUIT_COUNT, RankSets, State

CLAIMS = MOVE_COUNT - CLAIM
DEALS = 100
"""How many deals are tried before one is made in which somebody can claim the discard."""


@rule
def observe(state: State, seat: int, known: State) -> None:
    """Hands and the stock are hidden, but for cards that were taken from the table; K6-26 so are others' answers.

    That play waits for an answer is seen by all, not whose. The hands are shown at the end, when they are counted.
    """
    observe_turn(state, known)
    observe_table(state, known)
    known.held[:] = state.held
    known.shown[:] = state.shown
    for other in range(MOST_SEATS):
        if other == seat or state.phase == OVER or hidden_in_hand(state, other) == 0:
            known.hands[other] = state.hands[other]
        if other == seat or state.phase != CLAIMING or not is_asked_perhaps(state, other):
            known.answers[other] = state.answers[other]


@rule
def observe_turn(state: State, known: State) -> None:
    known.seats = state.seats
    known.dealer = state.dealer
    known.teams = state.teams
    known.phase = state.phase
    known.turn = state.turn
    known.has_put_down = state.has_put_down
    known.passes = state.passes
    known.claim = state.claim
    known.only_jokers = state.only_jokers


@rule
def observe_table(state: State, known: State) -> None:
    """Everything laid and discarded is seen by all; of the stock, how many cards it has left."""
    known.drawn = state.drawn
    known.stock[: state.drawn] = EMPTY
    known.discards = state.discards
    known.pile[:] = state.pile
    known.sequences[:] = state.sequences
    known.series[:] = state.series
    known.in_sequences[:] = state.in_sequences
    known.in_series[:] = state.in_series
    known.new_in_series[:] = state.new_in_series
    known.joker_place[:] = state.joker_place
    known.joker_owner[:] = state.joker_owner
    known.seam[:] = state.seam
    known.stand_ins[:] = state.stand_ins


@rule
def hidden_in_hand(state: State, seat: int) -> int:
    """How many cards of a hand not everybody has seen."""
    hidden = int(state.held[seat])
    for suit in range(SUIT_COUNT):
        hidden -= how_many(int(state.shown[seat, suit]))
    return hidden


@rule
def is_asked_perhaps(state: State, seat: int) -> bool:
    """K6-24 Whether it could be that a seat is asked to claim the discard, as far as all can see."""
    return bool(seat < state.seats) and may_claim(state, seat)


@rule
def imagine(state: State, seat: int, rng: Random) -> None:
    """The cards that are not seen lie anywhere."""
    if state.phase == OVER:
        return
    unseen = np.empty(CARD_COUNT, np.int16)
    count = find_unseen(state, seat, unseen)
    if state.phase == CLAIMING:
        imagine_claiming(state, seat, unseen, count, rng)
    else:
        deal_hidden(state, seat, unseen, count, rng)


@rule
def find_unseen(state: State, seat: int, unseen: Shuffle) -> int:
    """Write the cards that lie neither on the table nor in the own hand, nor were shown; return how many."""
    is_unseen = np.ones(CARD_COUNT, np.bool_)
    is_unseen[state.pile[: state.discards]] = False
    for suit in range(SUIT_COUNT):
        seen = 0
        for other in range(MOST_SEATS):
            seen |= int(state.shown[other, suit]) | int(state.in_series[other, suit])
            seen |= ranks_in_sequences(state, other, suit)
        if seat >= 0:
            seen |= int(state.hands[seat, suit])
        for rank in range(RANK_COUNT):
            is_unseen[card_of(suit, rank)] &= not has(seen, rank)
    return list_unseen(is_unseen, unseen)


@rule
def deal_hidden(state: State, seat: int, unseen: Shuffle, count: int, rng: Random) -> None:
    """Deal the unseen cards to the others, as many as each holds beside what was shown; the rest is the stock."""
    shuffle_cards(unseen, count, rng)
    given = 0
    if state.only_jokers != seat and state.only_jokers != NOBODY:
        jokers_first(unseen, count)
        given = deal_hand(state, state.only_jokers, unseen, given)
    for other in range(state.seats):
        if other != seat and other != state.only_jokers:
            given = deal_hand(state, other, unseen, given)
    for i in range(CARD_COUNT - state.drawn):
        state.stock[state.drawn + i] = unseen[given + i]


@rule
def jokers_first(cards: Shuffle, count: int) -> None:
    """K6-23 Who ended a turn without a discard holds nothing but jokers, or cards taken from the table since."""
    first = 0
    for i in range(count):
        if rank_of(cards[i]) == JOKER:
            card = cards[i]
            cards[i] = cards[first]
            cards[first] = card
            first += 1


@rule
def deal_hand(state: State, seat: int, cards: Shuffle, given: int) -> int:
    """Make a hand of what was shown of it and of the next cards of a row; returns how many are given by now."""
    hidden = hidden_in_hand(state, seat)
    state.hands[seat] = state.shown[seat]
    for i in range(given, given + hidden):
        state.hands[seat, suit_of(cards[i])] |= 1 << int(rank_of(cards[i]))
    return given + hidden


@rule
def imagine_claiming(state: State, seat: int, unseen: Shuffle, count: int, rng: Random) -> None:
    """K6-26 If play does not wait for this seat, it waits for another, who can claim the discard."""
    is_unknown = state.answers == UNKNOWN
    needs_other = seat < 0 or state.answers[seat] != NO_ANSWER
    for _ in range(DEALS):
        deal_hidden(state, seat, unseen, count, rng)
        asked = ask(state, is_unknown)
        if asked > 0 or not needs_other:
            break
    if asked == 0 and needs_other:
        give_claim(state, seat, is_unknown, unseen, count, rng)
        asked = ask(state, is_unknown)
    imagine_answers(state, is_unknown, below(rng, asked) if needs_other else asked, rng)


@rule
def ask(state: State, is_unknown: Any) -> int:
    """Ask those who can claim the discard with the cards they were dealt; returns how many."""
    room = np.empty(MOST_CLAIMS, np.int32)
    asked = 0
    for other in range(state.seats):
        if is_unknown[other]:
            can_claim = list_claims(state, other, room) > 0
            state.answers[other] = NO_ANSWER if can_claim else NOT_ASKED
            asked += can_claim
    return asked


@rule
def imagine_answers(state: State, is_unknown: Any, waited_for: int, rng: Random) -> None:
    """Of those asked, one is still waited for, if anybody has to be; each of the others may have answered."""
    room = np.empty(MOST_CLAIMS + 1, np.int32)
    asked = 0
    for other in range(state.seats):
        if is_unknown[other] and state.answers[other] == NO_ANSWER:
            has_answered = below(rng, 2) > 0
            if asked != waited_for and has_answered:
                count = list_claims(state, other, room)
                room[count] = PASS
                state.answers[other] = room[below(rng, count + 1)]
            asked += 1


@rule
def give_claim(state: State, seat: int, is_unknown: Any, unseen: Shuffle, count: int, rng: Random) -> None:
    """Give somebody what one of the possible claims needs, and deal the rest."""
    room = np.empty(MOST_CLAIMS, np.int32)
    needed, chosen = np.zeros(SUIT_COUNT, np.int32), np.zeros(SUIT_COUNT, np.int32)
    found, claimant = 0, 0
    for i in range(state.seats * CLAIMS):
        other, claim = i // CLAIMS, CLAIM + i % CLAIMS
        if is_unknown[other] and could_claim(state, other, claim, unseen[:count], needed, room):
            found += 1
            if below(rng, found) == 0:
                claimant = other
                chosen[:] = needed
    state.shown[claimant] += chosen
    deal_hidden(state, seat, unseen, without(unseen, count, chosen), rng)
    state.shown[claimant] -= chosen


@rule
def could_claim(state: State, seat: int, claim: int, unseen: Shuffle, needed: RankSets, room: Moves) -> bool:
    """Whether a seat could make this claim; ``needed`` is, by suit, what it must hold for it of the unseen cards."""
    needed[:] = 0
    is_discard_laid = False
    for i in range(CARDS_LAID[claim]):
        is_discard_laid |= int(CARDS[claim, i]) == top_discard(state)
    if not is_discard_laid:
        return False
    free = hidden_in_hand(state, seat)
    for card in unseen:
        if card in CARDS[claim] and (rank_of(card) == JOKER or state.only_jokers != seat):
            needed[suit_of(card)] |= 1 << int(rank_of(card))
            free -= 1
    for suit in range(SUIT_COUNT):
        state.hands[seat, suit] = state.shown[seat, suit] | needed[suit]
    is_listed = False
    for i in range(list_claims(state, seat, room)):
        is_listed |= room[i] == claim
    return bool(is_listed and free >= 0)


@rule
def without(cards: Shuffle, count: int, ranks: RankSets) -> int:
    """Take some cards, given by their ranks for each suit, out of a row; returns how many are left."""
    left = 0
    for i in range(count):
        if not has(int(ranks[suit_of(cards[i])]), int(rank_of(cards[i]))):
            cards[left] = cards[i]
            left += 1
    return left


def can_take_back(known: State, seat: int, move: int) -> bool:
    """K6-21 Putting down shows nothing new; drawing does. K6-26 A discard asks the others, and answers are secret."""
    if known.phase == CLAIMING or move == DRAW:
        return False
    if move == STOP:
        return not known.has_put_down and known.phase != LAST_GOES
    if move == PASS:  # K6-33 the last one ends the round, and the hands are shown
        return bool(known.passes < known.seats - 1)
    return move >= ADD_TO_SERIES
