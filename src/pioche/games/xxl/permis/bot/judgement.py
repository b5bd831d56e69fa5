"""The judgement of Permis de refuser.

Part one decides how many cards a seat will hold, and nobody wants to end it without a trick. Part two is about points:
a seat with few cards waits for rich tricks, and ends the game when it is ahead.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from pioche.core.game import Moves
from pioche.core.judgement import Judgement, Level, SearchParameters, Values, Weights, four_levels, weights_of
from pioche.core.rule import rule
from pioche.core.state import NOBODY
from pioche.core.weights import Weight, places, weight_count
from pioche.core.words import Message
from pioche.games.xxl.bot.tricks import (
    BEATEN_BY,
    EVERY_CARD,
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
    CARD_COUNT,
    FIRST_COLOUR,
    HIGHEST,
    SECOND_COLOUR,
    SECOND_NUMBER,
    SUITED,
    TOTAL,
    spoken_colour,
)
from pioche.parts.cardsets import how_many, only

from ..moves import KEEP, KEEP_NONE, LEAD, REFUSE, led_card, led_colour
from ..rules import ENOUGH_WITHOUT, HAND_SIZE, count_without, has_colour, refusal_limit, two_fewest
from ..state import KEEPING, PART_TWO, State
from ..view import say


class PermisWeights:
    """Weights of Permis de refuser. Those of a card depend on the part and on whether the seat may refuse."""

    part_one: TrickWeights
    obliged: TrickWeights
    """In part two, for a seat that must play."""
    free: TrickWeights
    """In part two, for a seat that may refuse."""
    first_trick: Weight
    """Part one: the chance to win, for a seat without a trick so far."""
    more_tricks: Weight
    """Part one: the chance to win, times the tricks won so far."""
    all_there_is: Weight
    """Part one: the points of the trick, if the game ends after this part as things stand."""
    refusing: Weight
    """Part two: refusing at all."""
    refuse_points: Weight
    """Part two: refusing, times the points already in the trick."""
    refuse_left: Weight
    """Part two: refusing, times the least number of tricks left."""
    refuse_ahead: Weight
    """Part two: refusing, times the lead afterwards, by how near the end is."""
    end_ahead: Weight
    """Part two: the same lead, for a card that brings the end nearer."""
    keep_strength: Weight
    """Between the parts: how surely the card wins in its better colour."""
    keep_total: Weight
    """Between the parts: its total."""
    keep_high: Weight
    """Between the parts: its higher number."""


ROW = weight_count(TrickWeights)
(
    PART_ONE,
    OBLIGED,
    FREE,
    FIRST_TRICK,
    MORE_TRICKS,
    ALL_THERE_IS,
    REFUSING,
    REFUSE_POINTS,
    REFUSE_LEFT,
    REFUSE_AHEAD,
    END_AHEAD,
    KEEP_STRENGTH,
    KEEP_TOTAL,
    KEEP_HIGH,
) = places(PermisWeights)


class Features(NamedTuple):
    """The features that all cards share: sets of cards, and the trick so far."""

    hand: int
    unseen: int
    table: int  # the cards of this trick
    row: int  # where the weights for such a choice begin
    points: float  # of the cards of this trick, in cards
    obliged: int  # seats that must still add a card
    left: float  # the least number of tricks left, as a share of those of part one
    ahead: float  # lead over the best of the others, in cards
    near: float  # how near this seat is to ending the game: 1 with its last card


@rule
def look(state: State, seat: int) -> Features:
    table, points = 0, 0
    best = -HIGHEST * CARD_COUNT
    for other in range(state.seats):
        if state.played[other] >= 0:
            table |= only(state.played[other])
            points += TOTAL[state.played[other]]
        if other != seat:
            best = max(best, state.won[other])
    hand, limit = int(state.hands[seat]), refusal_limit(state)
    return Features(
        hand,
        not_played(state) & ~hand,
        table,
        row_of(state, seat, limit),
        points / MEAN_TOTAL,
        count_obliged(state, seat, limit),
        tricks_left(state, seat) / HAND_SIZE,
        (state.won[seat] - best) / MEAN_TOTAL,
        1.0 / state.held[seat] if state.held[seat] <= tricks_left(state, seat) else 0.0,
    )


@rule
def not_played(state: State) -> int:
    """The cards that nobody has played in this part."""
    cards = 0
    for card in range(CARD_COUNT):
        if state.player[card] == NOBODY:
            cards |= only(card)
    return cards


@rule
def row_of(state: State, seat: int, limit: int) -> int:
    """XX34 In part two a seat with few enough cards may refuse, unless it leads."""
    if state.phase != PART_TWO:
        return PART_ONE
    return FREE if state.held[seat] < limit and seat != state.leader else OBLIGED


@rule
def count_obliged(state: State, seat: int, limit: int) -> int:
    """XX34 The seats still to act that must add a card; those without cards are not asked."""
    count = 0
    other = (seat + 1) % state.seats
    while other != state.leader:
        count += int(state.held[other] >= max(limit, 1))
        other = (other + 1) % state.seats
    return count


@rule
def tricks_left(state: State, seat: int) -> int:
    """Return the least number of tricks left, this one included. XX35 One or two hands must be empty."""
    if state.phase != PART_TWO:
        return int(state.held[seat])
    fewest, second = two_fewest(state)
    return fewest if ENOUGH_WITHOUT[state.seats] == 1 else second


@rule
def appraise(state: State, seat: int, moves: Moves, count: int, weights: Weights, out: Values) -> None:
    """Score each card, refusing, or each card to keep."""
    if state.phase == KEEPING:
        for i in range(count):
            out[i] = 0.0 if moves[i] == KEEP_NONE else worth_keeping(moves[i] - KEEP, weights)
        return
    features = look(state, seat)
    for i in range(count):
        if moves[i] == REFUSE:
            out[i] = worth_of_refusing(features, weights)
        else:
            is_lead = moves[i] >= LEAD
            card = led_card(moves[i]) if is_lead else moves[i]
            colour = led_colour(moves[i]) if is_lead else int(state.colour)
            chance = chance_to_win(state, seat, card, colour, features)
            out[i] = worth_of_playing(card, chance, features, weights) - cost_of_card(card, features, weights)
            out[i] += worth_in_part(state, seat, card, chance, features, weights)


@rule
def worth_keeping(card: int, weights: Weights) -> float:
    """XX33 Score a card to begin part two with."""
    surely = max(strength(BEATEN_BY[FIRST_COLOUR[card], card]), strength(BEATEN_BY[SECOND_COLOUR[card], card]))
    worth = weights[KEEP_STRENGTH] * surely + weights[KEEP_TOTAL] * TOTAL[card] / MEAN_TOTAL
    return float(worth + weights[KEEP_HIGH] * SECOND_NUMBER[card] / HIGHEST)


@rule
def worth_of_refusing(features: Features, weights: Weights) -> float:
    """XX34 Score refusing, which leaves the hand as it is."""
    worth = weights[REFUSING] + weights[REFUSE_POINTS] * features.points + weights[REFUSE_LEFT] * features.left
    return float(worth + weights[REFUSE_AHEAD] * math.tanh(features.ahead - features.points) * features.near)


@rule
def worth_of_playing(card: int, chance: float, features: Features, weights: Weights) -> float:
    """Score what a card will win with the trick, or give away."""
    row = weights[features.row : features.row + ROW]
    return worth_of_trick(card, chance, features.points, features.obliged, features.table, row)


@rule
def cost_of_card(card: int, features: Features, weights: Weights) -> float:
    """The worth of a card in a later trick."""
    row = weights[features.row : features.row + ROW]
    first, second = FIRST_COLOUR[card], SECOND_COLOUR[card]
    surely = max(
        strength(BEATEN_BY[first, card] & features.unseen), strength(BEATEN_BY[second, card] & features.unseen)
    )
    cost = (row[SPEND] + row[SPEND_EARLY] * features.left) * surely
    cost += row[SPEND_HIGH] * SECOND_NUMBER[card] / HIGHEST + row[SPEND_TOTAL] * TOTAL[card] / MEAN_TOTAL
    return float(cost - row[LONELY] * lonely_colours(card, features.hand))


@rule
def worth_in_part(state: State, seat: int, card: int, chance: float, features: Features, weights: Weights) -> float:
    """XX32 In part one, tricks allow a seat to go on. XX35 In part two, a seat that is ahead wants the end."""
    trick = features.points + TOTAL[card] / MEAN_TOTAL
    if state.phase == PART_TWO:
        return float(weights[END_AHEAD] * math.tanh(features.ahead + (2.0 * chance - 1.0) * trick) * features.near)
    if state.tricks[seat] == 0:
        return float(weights[FIRST_TRICK] * chance)
    worth = weights[MORE_TRICKS] * chance * state.tricks[seat]
    if count_without(state.tricks, state.seats) >= ENOUGH_WITHOUT[state.seats]:
        worth += weights[ALL_THERE_IS] * chance * trick
    return float(worth)


@rule
def chance_to_win(state: State, seat: int, card: int, colour: int, features: Features) -> float:
    """Return the chance that a card takes the trick, if everybody who can beat it does."""
    if not has_colour(card, colour) or BEATEN_BY[colour, card] & features.table:
        return 0.0
    chance = 1.0
    count = how_many(features.unseen)
    other = (seat + 1) % state.seats
    while other != state.leader:
        if state.held[other] > 0:
            threats = BEATEN_BY[colour, card] & features.unseen & ~SUITED[state.lacks[other]]
            chance *= chance_of_none(threats, chance_missing(state.held[other], count))
        other = (other + 1) % state.seats
    return chance


def explain(known: State, seat: int, move: int) -> Message:
    """Explain a move by what it wins, saves or gives away. XX33 Before part two cards count, not points."""
    if move == REFUSE:
        return say("why.refuse")
    if move == KEEP_NONE:
        return say("why.keep-none")
    if move >= KEEP:
        return _why_keep(move - KEEP)
    card, colour = (led_card(move), led_colour(move)) if move >= LEAD else (move, int(known.colour))
    features = look(known, seat)
    chance = chance_to_win(known, seat, card, colour, features)
    counts = _what_counts(known, seat)
    reason = explain_card(chance, card, features.points, _asked_after(known, seat), say, counts=counts)
    if _ends_the_game(known, seat):
        others = max(int(known.won[other]) for other in range(known.seats) if other != seat)
        return say("why.last-card", reason=reason, count=int(known.won[seat]), theirs=others)
    if chance == 0.0:
        return _with_what_is_kept(reason, card, features.unseen) if counts else reason
    beaters = how_many(int(BEATEN_BY[colour, card]) & features.unseen)
    return say("why.beaten-by", reason=reason, count=beaters) if chance < 1.0 else reason


def _with_what_is_kept(reason: Message, card: int, unseen: int) -> Message:
    """Add to the reason for a card that loses what it would be worth later: all losing cards bring as little now."""
    colour, beaters = _best_colour(card, unseen)
    return say("why.kept", reason=reason, colour=spoken_colour(colour), count=beaters)


def _best_colour(card: int, others: int) -> tuple[int, int]:
    """Return the colour in which the fewest of the other cards beat a card, and their number."""
    colours = (int(FIRST_COLOUR[card]), int(SECOND_COLOUR[card]))
    beaters = {colour: how_many(int(BEATEN_BY[colour, card]) & others) for colour in colours}
    colour = min(colours, key=lambda colour: beaters[colour])
    return colour, beaters[colour]


def _ends_the_game(known: State, seat: int) -> bool:
    """XX35 Whether part two is over after this trick, whatever the others play, if the seat plays its card."""
    without = count_without(known.held, known.seats) + 1
    return known.phase == PART_TWO and known.held[seat] == 1 and without >= ENOUGH_WITHOUT[known.seats]


def _asked_after(known: State, seat: int) -> int:
    """Return how many seats may still play to this trick. XX34 Those without cards are not asked."""
    after = (known.leader - seat - 1) % known.seats
    return sum(int(known.held[(seat + 1 + i) % known.seats] > 0) for i in range(after))


def _what_counts(known: State, seat: int) -> str:
    """Return the ending of message keys: for points, for cards of a part two that is sure, or for either.

    XX32 No part two follows if too many seats are without a trick.
    """
    without, enough = count_without(known.tricks, known.seats), ENOUGH_WITHOUT[known.seats]
    if known.phase == PART_TWO or without - tricks_left(known, seat) >= enough:
        return ""
    return "-cards" if without < enough else "-either"


def _why_keep(card: int) -> Message:
    """Explain keeping a card by the colour in which the fewest cards beat it."""
    colour, beaters = _best_colour(card, EVERY_CARD)
    key = "why.keep" if beaters else "why.keep-best"
    return say(key, colour=spoken_colour(colour), count=beaters)


JUDGEMENT = Judgement(
    appraise=appraise,
    declaration=PermisWeights,
    weights=weights_of(__package__, PermisWeights),
    levels=four_levels(Level("beginner"), Level("casual"), Level("strong"), Level("tuned", simulations=1500)),
    search=SearchParameters(),
    explain=explain,
)
