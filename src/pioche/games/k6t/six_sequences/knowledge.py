"""Les 6 Séquences: what a seat knows, and random deals that agree with it."""

from __future__ import annotations

from typing import Any

import numpy as np

from pioche.core.chance import Random, Shuffle, below, shuffle_cards
from pioche.core.game import Moves
from pioche.core.rows import copy_row
from pioche.core.rule import rule
from pioche.core.state import EMPTY, NOBODY, UNKNOWN
from pioche.games.k6t.deck import CARD_COUNT, RANK_COUNT, rank_of, suit_of
from pioche.parts.cardsets import has, how_many
from pioche.parts.unseen import list_unseen

from .claims import MOST_CLAIMS, can_claim, list_claims, may_claim, top_discard
from .combinations import ranks_in_sequences
from .moves import ADD_TO_SERIES, CARDS, CARDS_LAID, CLAIM, DRAW, JOKER, MOVE_COUNT, PASS, STOP, card_of
from .state import CLAIMING, LAST_GOES, MOST_SEATS, NO_ANSWER, NOT_ASKED, OVER, SUIT_COUNT, RankSets, State

CLAIMS = MOVE_COUNT - CLAIM
DEALS = 100
"""How many random deals are tried before one is constructed in which somebody can claim the discard."""


@rule
def observe(state: State, seat: int, known: State) -> None:
    """Hands and the stock are hidden, except for cards taken from the table; K6-26 so are other seats' answers.

    Everybody sees that play waits for an answer, but not whose. The hands are shown at the end, when they are scored.
    """
    observe_turn(state, known)
    observe_table(state, known)
    known.held = state.held
    known.shown = state.shown
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
    """Everybody sees the cards laid and discarded, and the size of the stock."""
    known.drawn = state.drawn
    known.stock[: state.drawn] = EMPTY
    known.discards = state.discards
    known.pile = state.pile
    known.sequences = state.sequences
    known.series = state.series
    known.in_sequences = state.in_sequences
    known.in_series = state.in_series
    known.new_in_series = state.new_in_series
    known.joker_place = state.joker_place
    known.joker_owner = state.joker_owner
    known.seam = state.seam
    known.stand_ins = state.stand_ins


@rule
def hidden_in_hand(state: State, seat: int) -> int:
    """How many cards of a hand the other players have not seen."""
    hidden = int(state.held[seat])
    for suit in range(SUIT_COUNT):
        hidden -= how_many(int(state.shown[seat, suit]))
    return hidden


@rule
def is_asked_perhaps(state: State, seat: int) -> bool:
    """K6-24 Whether a seat may be among those asked to claim the discard, as far as everybody can tell."""
    return bool(seat < state.seats) and may_claim(state, seat)


@rule
def imagine(state: State, seat: int, rng: Random) -> None:
    """Redeal the unseen cards."""
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
    """Write the cards that are not on the table, not in the seat's hand and were not shown; return how many."""
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
    """Deal the unseen cards to the other hands, in addition to the cards shown; the rest is the stock."""
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
    """K6-23 Move jokers to the front: a player who ended a turn without a discard holds no other unseen cards."""
    first = 0
    for i in range(count):
        if rank_of(cards[i]) == JOKER:
            card = cards[i]
            cards[i] = cards[first]
            cards[first] = card
            first += 1


@rule
def deal_hand(state: State, seat: int, cards: Shuffle, given: int) -> int:
    """Deal a hand: its shown cards, then the next cards from ``given`` on; return how many cards are dealt by then."""
    hidden = hidden_in_hand(state, seat)
    state.hands[seat] = state.shown[seat]
    for i in range(given, given + hidden):
        state.hands[seat, suit_of(cards[i])] |= 1 << int(rank_of(cards[i]))
    return given + hidden


@rule
def imagine_claiming(state: State, seat: int, unseen: Shuffle, count: int, rng: Random) -> None:
    """K6-26 If play does not wait for this seat, it waits for another one that can claim the discard."""
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
    """Ask the seats that can claim the discard with the cards they were dealt; return how many."""
    asked = 0
    for other in range(state.seats):
        if is_unknown[other]:
            is_asked = can_claim(state, other)
            state.answers[other] = NO_ANSWER if is_asked else NOT_ASKED
            asked += is_asked
    return asked


@rule
def imagine_answers(state: State, is_unknown: Any, waited_for: int, rng: Random) -> None:
    """Let each seat that was asked answer or not, at random; seat number ``waited_for`` among them has not answered."""
    answers = np.empty(MOST_CLAIMS + 1, np.int32)
    asked = 0
    for other in range(state.seats):
        if is_unknown[other] and state.answers[other] == NO_ANSWER:
            has_answered = below(rng, 2) > 0
            if asked != waited_for and has_answered:
                count = list_claims(state, other, answers)
                answers[count] = PASS
                state.answers[other] = answers[below(rng, count + 1)]
            asked += 1


@rule
def give_claim(state: State, seat: int, is_unknown: Any, unseen: Shuffle, count: int, rng: Random) -> None:
    """Give one seat the cards for one of the possible claims, and deal the rest."""
    buffer = np.empty(MOST_CLAIMS, np.int32)
    needed, chosen = np.zeros(SUIT_COUNT, np.int32), np.zeros(SUIT_COUNT, np.int32)
    found, claimant = 0, 0
    for i in range(int(state.seats) * CLAIMS):
        other, claim = i // CLAIMS, CLAIM + i % CLAIMS
        if is_unknown[other] and could_claim(state, other, claim, unseen[:count], needed, buffer):
            found += 1
            if below(rng, found) == 0:
                claimant = other
                copy_row(needed, chosen)
    state.shown[claimant] += chosen
    deal_hidden(state, seat, unseen, without(unseen, count, chosen), rng)
    state.shown[claimant] -= chosen


@rule
def could_claim(state: State, seat: int, claim: int, unseen: Shuffle, needed: RankSets, buffer: Moves) -> bool:
    """Whether a seat could make this claim. Write the unseen cards it would have to hold, by suit, to ``needed``."""
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
    for i in range(list_claims(state, seat, buffer)):
        is_listed |= buffer[i] == claim
    return bool(is_listed and free >= 0)


@rule
def without(cards: Shuffle, count: int, ranks: RankSets) -> int:
    """Remove cards, given by suit as sets of ranks, from a row of cards; return how many are left."""
    left = 0
    for i in range(count):
        if not has(int(ranks[suit_of(cards[i])]), int(rank_of(cards[i]))):
            cards[left] = cards[i]
            left += 1
    return left


def can_take_back(known: State, seat: int, move: int) -> bool:
    """K6-21 Putting cards down reveals nothing; drawing does. K6-26 A discard asks others, whose answers are secret."""
    if known.phase == CLAIMING or move == DRAW:
        return False
    if move == STOP:
        return not known.has_put_down and known.phase != LAST_GOES
    if move == PASS:  # K6-33 the last pass ends the round and shows the hands
        return bool(known.passes < known.seats - 1)
    return move >= ADD_TO_SERIES
