"""The Game: what a seat knows, and random deals that agree with it."""

from __future__ import annotations

import numpy as np

from pioche.core.chance import Random, Shuffle, below, fraction, shuffle_cards
from pioche.core.rows import copy_row
from pioche.core.rule import rule
from pioche.core.state import EMPTY
from pioche.parts.widesets import mark_cards, refill_wide_set

from .rules import FIRST_PLAY, fits_somewhere, must_lay
from .state import CARDS, HIGHEST, LOWEST, NOWHERE, OVER, State


@rule
def observe(state: State, seat: int, known: State) -> None:
    """TG3 Players can remember the cards laid, so they are known; the view shows only the top cards."""
    known.seats = state.seats
    known.dealer = state.dealer
    known.minimum = state.minimum
    known.hand_size = state.hand_size
    known.signals = state.signals
    known.phase = state.phase
    known.turn = state.turn
    known.declined = state.declined
    known.required = state.required
    known.laid_now = state.laid_now
    known.left = state.left
    known.drawn = state.drawn
    known.tops = state.tops
    known.held = state.held
    known.hands[state.seats :] = 0
    if seat >= 0:
        known.hands[seat] = state.hands[seat]
    known.pile[: state.drawn] = EMPTY
    known.laid_on = state.laid_on
    known.signs = state.signs
    known.stuck = state.stuck


@rule
def imagine(state: State, seat: int, rng: Random) -> None:
    """Redeal the unseen cards; the hand of the player to move must agree with TG9."""
    unseen = np.empty(CARDS, np.int16)
    unfit, count = gather_unseen(state, seat, unseen)
    settled = 0
    if seat != state.turn and must_lay(state):
        settled = settle_hand(state, unseen, unfit, count, rng)
    shuffle_cards(unseen[settled:], count - settled, rng)
    given = 0
    for i in range(state.seats):
        other = (state.turn + i) % state.seats
        if other != seat:
            given = refill_wide_set(state.hands[other], state.held[other], unseen, given)
    copy_row(unseen[given:count], state.pile[state.drawn :])


@rule
def gather_unseen(state: State, seat: int, unseen: Shuffle) -> tuple[int, int]:
    """Write the unseen cards, those that fit nowhere first; return how many of these, and how many in all."""
    place = state.laid_on.copy()
    count = int(state.left)
    if seat >= 0:
        count -= int(state.held[seat])
        mark_cards(state.hands[seat], place, seat)
    unfit = 0
    fit = 0
    for card in range(LOWEST, HIGHEST + 1):
        if place[card] == NOWHERE and fits_somewhere(state, card):
            fit += 1
            unseen[count - fit] = card
        elif place[card] == NOWHERE:
            unseen[unfit] = card
            unfit += 1
    return unfit, count


@rule
def settle_hand(state: State, unseen: Shuffle, unfit: int, count: int, rng: Random) -> int:
    """Arrange the first cards so that the hand dealt from them agrees with TG9; return how many are fixed.

    After a stuck game, no card in that hand fits. Before that, at least one does: some cards that do not fit, then one
    that does, and the rest is free.
    """
    held = int(state.held[state.turn])
    shuffle_cards(unseen, unfit, rng)
    if state.phase == OVER:
        return held
    first = place_of_first_fitting(unfit, count, held, rng)
    chosen = unfit + below(rng, count - unfit)
    card = unseen[first]
    unseen[first] = unseen[chosen]
    unseen[chosen] = card
    return first + 1


@rule
def place_of_first_fitting(unfit: int, count: int, held: int, rng: Random) -> int:
    """Draw the index of the first fitting card in a hand, given that the hand has one.

    The hand is dealt from ``count`` cards, of which ``unfit`` fit nowhere.
    """
    chance = fraction(rng) * chance_of_fitting(unfit, count, held)
    place = 0
    while place + 1 < held and chance >= chance_of_fitting(unfit, count, place + 1):
        place += 1
    return place


@rule
def chance_of_fitting(unfit: int, count: int, held: int) -> float:
    """The probability that a hand dealt from ``count`` cards, ``unfit`` of which fit nowhere, has one that fits."""
    none = 1.0
    for i in range(held):
        none *= (unfit - i) / (count - i)
    return 1.0 - none


def can_take_back(known: State, seat: int, move: int) -> bool:
    """TG3, TG13 Cards and signals reveal nothing. TG6 Stopping draws cards; TG9 and the next turn may end the game."""
    return move >= FIRST_PLAY
