"""The judgement of Déterminer la couleur: take rich tricks, and give little to those of the others.

A card that nobody can beat is worth more than its total, and a trick is worth the points in it. The cards that others
may hold are counted: the unseen cards, without the colours that a seat did not follow.
"""

from __future__ import annotations

from typing import NamedTuple

from pioche.core.game import Moves
from pioche.core.judgement import Judgement, Level, SearchParameters, Values, Weights, four_levels, weights_of
from pioche.core.rule import rule
from pioche.core.weights import Weight, places
from pioche.core.words import Message
from pioche.games.xxl.bot.tricks import (
    BEATEN_BY,
    CARRIERS,
    EVERY_CARD,
    HIGHER_IN,
    LONELY,
    MEAN_TOTAL,
    SPEND,
    SPEND_EARLY,
    SPEND_HIGH,
    SPEND_TOTAL,
    TrickWeights,
    chance_missing,
    chance_of_none,
    explain_card,
    lonely_colours,
    strength,
    worth_of_trick,
)
from pioche.games.xxl.deck import (
    COLOUR_MASK,
    FIRST_COLOUR,
    HIGHEST,
    NUMBER,
    SECOND_COLOUR,
    SECOND_NUMBER,
    SUITED,
    TOTAL,
)
from pioche.parts.cardsets import first_of, how_many, only, without_first

from ..rules import HAND_SIZE, NAME_TRUMP, suits
from ..state import NOT_NAMED, State
from ..view import say


class CouleurWeights(TrickWeights):
    """Weights of one card played now, and of a colour to name as trump."""

    spend_trump: Weight
    """Playing a trump."""
    lead_trump: Weight
    """Leading a trump."""
    name_count: Weight
    """A colour as trump: the number of trumps in hand."""
    name_strength: Weight
    """A colour as trump: how surely these would win."""
    name_high: Weight
    """A colour as trump: their numbers in that colour."""
    name_others: Weight
    """A colour as trump: how surely the other cards would win in their colours."""


*_, SPEND_TRUMP, LEAD_TRUMP, NAME_COUNT, NAME_STRENGTH, NAME_HIGH, NAME_OTHERS = places(CouleurWeights)


class Features(NamedTuple):
    """The features that all cards share: sets of cards, and the trick so far."""

    hand: int
    unseen: int
    table: int  # the cards of this trick
    trumps: int  # all trumps of the deck
    trump: int  # the colour, or a negative number
    asked: int
    points: float  # of the cards of this trick, in cards
    after: int  # seats that play after this one
    missing: float  # the chance that a seat does not have a given card


@rule
def look(state: State, seat: int) -> Features:
    seen, table = 0, 0
    for trick in range(state.trick + 1):
        for other in range(state.seats):
            if trick < HAND_SIZE[state.seats] and state.played[trick, other] >= 0:
                seen |= only(state.played[trick, other])
    points = 0
    for i in range(state.laid):
        card = state.played[state.trick, (state.leader + i) % state.seats]
        table |= only(card)
        points += TOTAL[card]
    hand = int(state.hands[seat])
    unseen = EVERY_CARD & ~seen & ~hand
    return Features(
        hand,
        unseen,
        table,
        int(CARRIERS[state.trump]) if state.trump >= 0 else 0,
        int(state.trump),
        int(state.asked),
        points / MEAN_TOTAL,
        int(state.seats - state.laid - 1),
        chance_missing(state.held[seat], how_many(unseen)),
    )


@rule
def appraise(state: State, seat: int, moves: Moves, count: int, weights: Weights, out: Values) -> None:
    """Score each card, or each colour as trump."""
    if state.trump == NOT_NAMED:
        hand = int(state.hands[seat])
        for i in range(count):
            out[i] = worth_as_trump(state, seat, hand, moves[i] - NAME_TRUMP, weights)
        return
    features = look(state, seat)
    left = state.held[seat] / HAND_SIZE[state.seats]
    for i in range(count):
        card = moves[i]
        chance = chance_to_win(state, seat, card, features)
        out[i] = worth_of_playing(card, chance, features, weights) - cost_of_card(card, left, features, weights)


@rule
def worth_of_playing(card: int, chance: float, features: Features, weights: Weights) -> float:
    """XX64 Score what a card will win with the trick, or give away."""
    worth = worth_of_trick(card, chance, features.points, features.after, features.table, weights)
    if features.table == 0 and features.trumps & only(card):
        worth += weights[LEAD_TRUMP]
    return float(worth)


@rule
def cost_of_card(card: int, left: float, features: Features, weights: Weights) -> float:
    """The worth of a card in a later trick."""
    surely = strength(threats_to_lead(card, features) & features.unseen)
    cost = (weights[SPEND] + weights[SPEND_EARLY] * left) * surely
    cost += weights[SPEND_HIGH] * SECOND_NUMBER[card] / HIGHEST + weights[SPEND_TOTAL] * TOTAL[card] / MEAN_TOTAL
    if features.trumps & only(card):
        cost += weights[SPEND_TRUMP]
    return float(cost - weights[LONELY] * lonely_colours(card, features.hand))


@rule
def threats_to_lead(card: int, features: Features) -> int:
    """The cards with which a seat that follows would take the trick if this card were led."""
    if features.trumps & only(card):
        return int(BEATEN_BY[features.trump, card])
    return threats_while_open(card, 0, features.trumps, 1)


@rule
def threats_while_open(card: int, table: int, trumps: int, after: int) -> int:
    """XX61, XX63 The cards that would take the trick from a card with both colours while both are asked for.

    If more than one seat is to follow, a card with both may win in either colour, once another card has decided it.
    """
    low, high = FIRST_COLOUR[card], SECOND_COLOUR[card]
    in_low = threats_in(card, low, table & ~trumps)
    in_high = threats_in(card, high, table & ~trumps)
    if after > 1:
        return int((in_low | in_high) & ~trumps)
    both = CARRIERS[low] & CARRIERS[high]
    settling = (in_low | in_high) & ~both
    return int((settling | in_low & both & HIGHER_IN[low] | in_high & both & HIGHER_IN[high]) & ~trumps)


@rule
def threats_in(card: int, colour: int, table: int) -> int:
    """The cards that beat a card once its trick has that colour: all, if a card of the trick already beats it."""
    beaters = BEATEN_BY[colour, card]
    return int(CARRIERS[colour] if beaters & table else beaters)


@rule
def chance_to_win(state: State, seat: int, card: int, features: Features) -> float:
    """The chance that a card takes the trick, if everybody who can beat it does."""
    carried = suits(card, features.trump)
    asked = carried & features.asked if features.asked else carried
    if features.trumps & only(card):
        if BEATEN_BY[features.trump, card] & features.table:
            return 0.0
        asked = features.asked if features.asked else carried
        threats = int(BEATEN_BY[features.trump, card])
    elif asked == 0 or features.table & features.trumps or is_beaten(card, asked, features):
        return 0.0
    elif asked == COLOUR_MASK[card]:
        threats = threats_while_open(card, features.table, features.trumps, features.after)
    else:
        threats = int(BEATEN_BY[colour_of(card, asked), card] & ~features.trumps)
    return chance_to_stay(state, seat, card, threats, asked, features)


@rule
def is_beaten(card: int, asked: int, features: Features) -> bool:
    """XX63 Return whether a card that follows is already beaten, if no other card decides the colour."""
    colour = colour_of(card, asked)
    return bool(BEATEN_BY[colour, card] & features.table & ~features.trumps != 0)


@rule
def colour_of(card: int, asked: int) -> int:
    """Return the colour of a card that is asked for; if both are, that of the higher number."""
    if asked >> SECOND_COLOUR[card] & 1:
        return int(SECOND_COLOUR[card])
    return int(FIRST_COLOUR[card])


@rule
def chance_to_stay(state: State, seat: int, card: int, threats: int, asked: int, features: Features) -> float:
    """The chance that no seat still to play takes the trick. XX65 A seat that cannot follow may trump."""
    chance = 1.0
    is_trump = features.trumps & only(card) != 0
    follows = int(SUITED[asked])
    if features.trump >= 0 and not asked >> features.trump & 1:
        follows &= ~features.trumps
    for i in range(1, features.after + 1):
        other = (seat + i) % state.seats
        may_hold = features.unseen & ~lacking(state.lacks[other], features)
        if is_trump and not asked >> features.trump & 1:
            cannot_follow = chance_of_none(follows & may_hold, features.missing)
            chance *= 1.0 - cannot_follow * (1.0 - chance_of_none(threats & may_hold, features.missing))
        else:
            chance *= chance_of_none(threats & may_hold, features.missing)
            if features.trumps and not is_trump:
                cannot_follow = chance_of_none(follows & may_hold, features.missing)
                chance *= 1.0 - cannot_follow * (1.0 - chance_of_none(features.trumps & may_hold, features.missing))
    return chance


@rule
def lacking(colours: int, features: Features) -> int:
    """The cards that a seat without these colours cannot hold. XX65 A card with a trump half is only that trump."""
    if features.trump < 0:
        return int(SUITED[colours])
    cards = SUITED[colours & ~(1 << features.trump)] & ~features.trumps
    return int(cards | features.trumps if colours >> features.trump & 1 else cards)


@rule
def worth_as_trump(state: State, seat: int, hand: int, colour: int, weights: Weights) -> float:
    """XX65 Score naming a colour: many and high cards in it, and high cards in the others."""
    trumps = CARRIERS[colour]
    worth = weights[NAME_COUNT] * how_many(hand & trumps)
    features = Features(hand, EVERY_CARD & ~hand, 0, int(trumps), colour, 0, 0.0, 0, 0.0)
    rest = hand
    while rest:
        card = first_of(rest)
        rest = without_first(rest)
        surely = strength(threats_to_lead(card, features) & features.unseen)
        if trumps & only(card):
            worth += weights[NAME_STRENGTH] * surely + weights[NAME_HIGH] * NUMBER[card, colour] / HIGHEST
        else:
            worth += weights[NAME_OTHERS] * surely
    return float(worth)


def explain(known: State, seat: int, move: int) -> Message:
    """Explain a move by what it wins or gives away."""
    if move >= NAME_TRUMP:
        hand = int(known.hands[seat])
        return say("why.trump", count=how_many(hand & int(CARRIERS[move - NAME_TRUMP])), held=known.held[seat])
    features = look(known, seat)
    chance = chance_to_win(known, seat, move, features)
    return explain_card(chance, move, features.points, features.after, say, is_open=_is_open(move, features))


def _is_open(card: int, features: Features) -> bool:
    """XX61 Whether a card leaves the colour of the trick open, and is not beaten in both."""
    if features.asked == 0:
        return True
    if suits(card, features.trump) & features.asked != COLOUR_MASK[card] or features.table & features.trumps:
        return False
    return any(int(BEATEN_BY[colour[card], card]) & features.table == 0 for colour in (FIRST_COLOUR, SECOND_COLOUR))


JUDGEMENT = Judgement(
    appraise=appraise,
    declaration=CouleurWeights,
    weights=weights_of(__package__, CouleurWeights),
    levels=four_levels(Level("beginner"), Level("casual"), Level("strong"), Level("tuned", simulations=3000)),
    search=SearchParameters(),
    explain=explain,
)
