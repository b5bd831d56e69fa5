"""The features of a trick of Drahtseilakt, and their weights.

Sticks are counted as a balance: blue ones up, red ones down. The sticks at the end are its distance from zero. A card
is scored by its chances to be the highest or the lowest of the trick, by the balance in each case, and by where the
cards that stay in hand will take it. Values are in sticks.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from pioche.core.judgement import Weights
from pioche.core.rule import rule
from pioche.core.state import Counts
from pioche.core.weights import Weight, places
from pioche.parts.cardsets import first_of, without_first

from ..rules import card_count, has_played, sticks_given
from ..state import BLUE_ZERO, HIGHEST, RED_ZERO, TRICKS, State


class DrahtseilaktWeights:
    """Weights of a card in a trick."""

    drift: Weight
    """Where the cards that stay in hand will take the balance."""
    loose: Weight
    """How far the balance can still be steered: the more, the less a stick counts now."""
    others: Weight
    """The sticks that the others have to take."""
    wishes: Weight
    """What the seats that play later would like."""
    sharp: Weight
    """How much surer than by chance the others stay below a high card and above a low one."""
    keep_high: Weight
    """Spending a card that would be the highest of a later trick."""
    keep_low: Weight
    """Spending a card that would be the lowest of a later trick."""
    lead: Weight
    """Being the highest, besides the sticks: the seat leads the next trick (DA8)."""
    even: Weight
    """Ending the round without sticks (DA11)."""
    counting: Weight
    """Whether the seat remembers the cards that were played: 1 or 0."""
    others_loose: Weight
    """How far the others can still steer."""
    reach: Weight
    """The cards in hand that are high or low enough to steer with."""


(
    DRIFT,
    LOOSE,
    OTHERS,
    WISHES,
    SHARP,
    KEEP_HIGH,
    KEEP_LOW,
    LEAD,
    EVEN,
    COUNTING,
    OTHERS_LOOSE,
    REACH,
) = places(DrahtseilaktWeights)


class Outlook(NamedTuple):
    """A seat's prospects for the rest of the round."""

    others: int  # the number of other seats
    tricks: int  # after this one
    worth: float  # sticks of each colour in a trick to come, on average
    surplus: float  # of blue sticks to come because of a remaining 0: each seat's share
    balance: float  # our own, with that share
    rival: float  # that of the next seat
    drift: float  # where the whole hand would take our balance
    loose: float  # how far it can still be steered, squared
    reach: float  # the part of that by a card that pulls for sure


class Trick(NamedTuple):
    """The current trick as one seat sees it. A cost is how much farther from zero the sticks take a seat."""

    blue: int  # sticks for the highest card
    red: int  # and for the lowest
    highest: int  # of the cards on the table; 0 if there is none
    lowest: int  # above all cards if there is none
    later: int  # seats that play after us, or whose cards lie covered
    wish: float  # how much more these would like to be high than low, from -2 to 2
    others_high: float  # the cost to the seat that is highest on the table
    others_low: float
    later_high: float  # the cost to those who play after us, on average
    later_low: float
    stays_high: float  # how likely the highest on the table stays the highest, our card aside
    stays_low: float


class Prospect(NamedTuple):
    """One of our cards, if it is played now."""

    number: int
    high: float  # how likely it is the highest of the trick
    low: float
    balance: float  # where the cards that stay in hand will take us
    loose: float  # how far we can still steer with these, squared


@rule
def balance_of(state: State, seat: int) -> int:
    return int(state.blue[seat]) - int(state.red[seat])


@rule
def count_unseen(state: State, seat: int, below: Counts) -> None:
    """By number: how many lower cards are neither in this hand nor were seen on the table."""
    cards = card_count(state.seats, state.tactical)
    below[:] = 0
    below[2 : cards + 2] = 1
    tricks = int(state.trick) + (0 if state.chaotic else 1)  # DA14 chosen cards lie face down
    for number in range(min(tricks, TRICKS)):
        for other in range(state.seats):
            if state.played[number, other] > 0:
                below[state.played[number, other] + 1] = 0
    hand = int(state.hands[seat])
    while hand:
        below[first_of(hand) + 1] = 0
        hand = without_first(hand)
    for card in range(2, len(below)):
        below[card] += below[card - 1]


@rule
def share_below(card: int, below: Counts, cards: int, counting: float) -> float:
    """The share of the others' cards that are lower; a seat that does not count goes by the number alone."""
    unseen = int(below[len(below) - 1])
    by_number = (card - 1) / max(cards - 1, 1)
    if unseen == 0:
        return by_number
    return counting * int(below[card]) / unseen + (1 - counting) * by_number


@rule
def power(base: float, times: int) -> float:
    product = 1.0
    for _ in range(times):
        product *= base
    return product


@rule
def pull(share: float, others: int) -> float:
    """How likely a card is to be the highest of a trick to come, less how likely to be the lowest."""
    return power(share, others) - power(1 - share, others)


@rule
def distance(balance: float, loose: float) -> float:
    """The distance of a balance from zero, given how far it can still be steered."""
    return math.sqrt(balance * balance + loose)


@rule
def score_left(state: State) -> tuple[float, float]:
    """Over the score cards that are left (DA7): the sticks of a trick, and how much more blue than red in all."""
    tricks = TRICKS - 1 - int(state.trick)
    total, zeros = TRICKS * (TRICKS + 1) // 2, 0
    for i in range(state.turned):
        if state.score_pile[i] == BLUE_ZERO:
            zeros += 1
        elif state.score_pile[i] == RED_ZERO:
            zeros -= 1
        else:
            total -= int(state.score_pile[i])
    worth = total / max(tricks, 1)
    return worth, worth * zeros * tricks / (tricks + 1)  # the last card of the pile is not turned up if it is a 0 (DA5)


@rule
def look_ahead(state: State, seat: int, below: Counts, weights: Weights) -> Outlook:
    others, cards = int(state.seats) - 1, card_count(state.seats, state.tactical)
    drift = squares = 0.0
    hand = int(state.hands[seat])
    while hand:
        pulls = pull(share_below(first_of(hand), below, cards, weights[COUNTING]), others)
        hand = without_first(hand)
        drift += pulls
        squares += pulls * pulls
    worth, surplus = score_left(state)
    tricks = TRICKS - 1 - int(state.trick)
    reach = weights[REACH] * weights[REACH] * worth * worth
    return Outlook(
        others=others,
        tricks=tricks,
        worth=worth,
        surplus=surplus / (others + 1),
        balance=balance_of(state, seat) + surplus / (others + 1),
        rival=balance_of(state, (seat + 1) % (others + 1)) + surplus / (others + 1),
        drift=weights[DRIFT] * worth * drift,
        loose=weights[LOOSE] * weights[LOOSE] * tricks * worth * worth + reach * squares,
        reach=reach,
    )


@rule
def look_around(state: State, seat: int, below: Counts, outlook: Outlook, weights: Weights) -> Trick:
    """Return the trick: the cards on the table, and the cost of sticks to the others."""
    blue, red = sticks_given(state, BLUE_ZERO), sticks_given(state, RED_ZERO)
    loose = weights[OTHERS_LOOSE] * weights[OTHERS_LOOSE] * outlook.tricks * outlook.worth * outlook.worth
    highest, lowest, later = 0, HIGHEST + 1, 0
    others_high = others_low = later_high = later_low = 0.0
    for other in range(state.seats):
        balance = balance_of(state, other) + outlook.surplus - outlook.drift / outlook.others
        high = distance(balance + blue, loose) - distance(balance, loose)
        low = distance(balance - red, loose) - distance(balance, loose)
        if other != seat and (state.chaotic or not has_played(state, other)):  # DA14 chosen cards lie face down
            later, later_high, later_low = later + 1, later_high + high, later_low + low
        elif other != seat:
            card = int(state.played[state.trick, other])
            if card > highest:
                highest, others_high = card, high
            if card < lowest:
                lowest, others_low = card, low
    later_high, later_low = later_high / max(later, 1), later_low / max(later, 1)
    wish = later_low / max(red, 1) - later_high / max(blue, 1)
    stays_high, stays_low = chances_to_stay(state, below, highest, lowest, later, wish, weights)
    return Trick(
        blue, red, highest, lowest, later, wish, others_high, others_low, later_high, later_low, stays_high, stays_low
    )


@rule
def chances_to_stay(
    state: State, below: Counts, highest: int, lowest: int, later: int, wish: float, weights: Weights
) -> tuple[float, float]:
    """The chances that nobody after us plays above the highest card on the table, or below the lowest."""
    if highest == 0:
        return 0.0, 0.0
    cards = card_count(state.seats, state.tactical)
    above = chance_below(share_below(highest, below, cards, weights[COUNTING]), wish, weights)
    under = chance_below(share_below(lowest, below, cards, weights[COUNTING]), wish, weights)
    return power(above, later), power(1 - under, later)


@rule
def chance_below(share: float, wish: float, weights: Weights) -> float:
    """The chance that a seat after us plays a lower card: by chance, by skill and by its wishes."""
    bend = float(weights[SHARP]) * (2 * share - 1) - float(weights[WISHES]) * wish
    return min(max(share + share * (1 - share) * bend, 0.0), 1.0)


@rule
def final_distance(balance: float, loose: float, outlook: Outlook, weights: Weights) -> float:
    """The distance from zero that a seat will have at the end; after the last trick it is certain."""
    if outlook.tricks:
        return distance(balance, loose)
    return abs(balance) - (weights[EVEN] if balance == 0 else 0.0)


@rule
def own_cost(trick: Trick, outlook: Outlook, card: Prospect, weights: Weights) -> float:
    """Our expected distance from zero, over all outcomes of our card."""
    cost = card.high * final_distance(card.balance + trick.blue, card.loose, outlook, weights)
    cost += card.low * final_distance(card.balance - trick.red, card.loose, outlook, weights)
    return cost + (1 - card.high - card.low) * final_distance(card.balance, card.loose, outlook, weights)


@rule
def rivals_cost(trick: Trick, outlook: Outlook, card: Prospect, weights: Weights) -> float:
    """With two players: the other's expected distance from zero; the other takes what we do not take."""
    balance = outlook.rival - (card.balance - outlook.balance)
    cost = card.high * final_distance(balance - trick.red, card.loose, outlook, weights)
    return cost + card.low * final_distance(balance + trick.blue, card.loose, outlook, weights)


@rule
def others_cost(trick: Trick, card: Prospect) -> float:
    """With more players: how much farther from zero the others get by the sticks that we do not take."""
    stays_high = trick.stays_high if card.number < trick.highest else 0.0
    stays_low = trick.stays_low if card.number > trick.lowest else 0.0
    cost = stays_high * trick.others_high + stays_low * trick.others_low
    if trick.later:
        cost += (1 - card.high - stays_high) * trick.later_high + (1 - card.low - stays_low) * trick.later_low
    return cost


@rule
def prospect(number: int, share: float, trick: Trick, outlook: Outlook, weights: Weights) -> Prospect:
    """Return the prospect of a card, and of our hand without it."""
    lower = chance_below(share, trick.wish, weights)
    high = power(lower, trick.later) if number > trick.highest else 0.0
    low = power(1 - lower, trick.later) if number < trick.lowest else 0.0
    pulls = pull(share, outlook.others)
    balance = outlook.balance + outlook.drift - weights[DRIFT] * outlook.worth * pulls
    return Prospect(number, high, low, balance, max(outlook.loose - outlook.reach * pulls * pulls, 0.0))
