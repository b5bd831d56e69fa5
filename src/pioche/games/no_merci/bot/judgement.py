"""The judgement of No Merci: the open card's worth to everybody, who will take it, how long it may go round.

A seat that would take the card for nothing asks whether the others will. If they will not, every time the card goes
round it comes back with one token from each of them. If one of them might, waiting is a risk. And a card nobody wants
goes to whoever minds it least, or runs out of tokens first. So the question is when to take it, against others whose
cards are known, and whose tokens follow from their moves.
"""

from __future__ import annotations

import numpy as np

from pioche.core.game import Moves
from pioche.core.judgement import Judgement, Level, Values, Weights, four_levels, weights_of
from pioche.core.rule import rule
from pioche.core.state import NOBODY
from pioche.core.training import LEARNED
from pioche.core.weights import Weight, places, weight_count

from ..rules import TAKE
from ..state import PILE, State
from .explain import explain
from .lookahead import race_by
from .memory import MEMORY, Remembered
from .network import (
    ABOVE,
    BELOW,
    CARD,
    SECOND_ABOVE,
    SECOND_BELOW,
    Near,
    chance_to_come,
    inclination,
    near,
)


class NoMerciWeights:
    """Weights of the levels without a network."""

    sureness: Weight
    """How sharply a point between taking and refusing counts."""
    eagerness: Weight
    """Points for taking at all: the seat turns up the next card and has the first choice."""
    join_below: Weight
    """Points saved if the next lower card comes, times the chance that it does."""
    join_above: Weight
    """The same for the next higher card, which then costs nothing."""
    bridge: Weight
    """The share of a second run's points that counts as saved, if one card would join it to the first."""
    freedom: Weight
    """Points that a token is worth beyond its own, with the whole pile to come: it refuses a card."""
    reserve: Weight
    """The least number of tokens the seat wants, with the whole pile to come."""
    need: Weight
    """Points that each token below the reserve costs, for each token missing."""
    caution: Weight
    """Points that others want beyond what the card costs them before they take it."""
    doubt: Weight
    """Points between others surely refusing and surely taking."""
    rivalry: Weight
    """The share of others' gain that counts as a loss."""
    steadiness: Weight
    """Points that a token is worth beyond its own as long as any card is to come."""


(
    SURENESS,
    EAGERNESS,
    JOIN_BELOW,
    JOIN_ABOVE,
    BRIDGE,
    FREEDOM,
    RESERVE,
    NEED,
    CAUTION,
    DOUBT,
    RIVALRY,
    STEADINESS,
) = places(NoMerciWeights)
WEIGHTS = weight_count(NoMerciWeights)

HOPELESS = 0.02
"""A card that comes back less often is not waited for."""
CLEAR = 8.0
"""If refusing is better by this many points, there is no need to search further."""


@rule
def burden(around: Near, seat: int, chance: float, weights: Weights) -> float:
    """NM8 The points a card adds to a seat's score, minus those that cards to come (each with ``chance``) may save."""
    card, points = around[CARD], 0.0
    if around[ABOVE] == seat:
        points -= card + 1
    elif around[ABOVE] == NOBODY:
        bridged = card + 2 if around[SECOND_ABOVE] == seat else 0
        points -= chance * (weights[JOIN_ABOVE] + weights[BRIDGE] * bridged)
    if around[BELOW] != seat:
        points += card
        if around[BELOW] == NOBODY:
            bridged = card if around[SECOND_BELOW] == seat else 0
            points -= chance * (weights[JOIN_BELOW] + weights[BRIDGE] * bridged)
    return points


@rule
def token_value(left: float, weights: Weights) -> float:
    """The points a token is worth: more while much of the pile is left."""
    return 1.0 + float(weights[STEADINESS] + weights[FREEDOM] * left) if left > 0 else 1.0


@rule
def purse(tokens: int, left: float, weights: Weights) -> float:
    """The worth of tokens: more while there are fewer than the pile ``left`` calls for."""
    missing: float = max(weights[RESERVE] * left - tokens, 0.0)
    return tokens * token_value(left, weights) - float(weights[NEED]) * missing * missing


@rule
def patience(
    state: State, seat: int, around: Near, chance: float, left: float, taking: float, weights: Weights
) -> float:
    """The gain over taking now of refusing, and taking when the card has come back once, twice, or never."""
    tokens, pot, seats = state.tokens[seat], state.pot, state.seats
    full, before = purse(tokens + pot, left, weights), purse(tokens, left, weights)
    best, lost, comes_back, paid = -np.inf, 0.0, 1.0, 0
    while best < CLEAR and comes_back > HOPELESS and paid < tokens:
        paid += 1
        rest = purse(tokens - paid, left, weights) - before - taking
        for step in range(1, seats):
            pot += 1
            other = seat + step - seats if seat + step >= seats else seat + step
            kept = max(state.tokens[other] - paid + 1, 0)
            gain = purse(kept + pot, left, weights) - purse(kept, left, weights)
            gain -= burden(around, other, chance, weights)
            takes = (
                willing(gain, seats * token_value(left, weights) if pot > seats else 0.0, weights) if kept > 0 else 1.0
            )
            lost += comes_back * takes * (rest - weights[RIVALRY] * gain)
            comes_back *= 1.0 - takes
        pot += 1
        best = max(best, lost + comes_back * (purse(tokens - paid + pot, left, weights) - full))
    return best


@rule
def willing(gain: float, since: float, weights: Weights) -> float:
    """The chance that others take a card that brings them ``gain``, if they refused it for ``since`` points less.

    Their price is not known; a player who refused for almost as much will hardly take it for a little more.
    """
    wanting = 0.5 + (weights[CAUTION] - gain) / weights[DOUBT]
    if wanting >= 1.0:
        return 0.0
    before = 1.0
    if since > 0:
        before = min(wanting + since / weights[DOUBT], 1.0)
    return 1.0 - max(wanting, 0.0) / before if before > 0.0 else 1.0


@rule
def advantage(state: State, seat: int, weights: Weights) -> float:
    """The points by which taking now is better than refusing now and taking later or never."""
    left, chance = (PILE - 1 - state.turned) / PILE, chance_to_come(state)
    around, tokens = near(state), state.tokens[seat]
    taking = purse(tokens + state.pot, left, weights) - purse(tokens, left, weights)
    taking -= burden(around, seat, chance, weights)
    return float(weights[EAGERNESS]) - patience(state, seat, around, chance, left, taking, weights)


@rule
def appraise(state: Remembered, seat: int, moves: Moves, count: int, weights: Weights, out: Values) -> None:
    """Score taking: by the network if the weights are those of one, otherwise by calculation."""
    out[:count] = 0.0
    if count == 1:
        return
    by_network = len(weights) > WEIGHTS
    speaks = inclination(state, seat, weights) if by_network else weights[SURENESS] * advantage(state, seat, weights)
    for i in range(count):
        if moves[i] == TAKE:
            out[i] = speaks


JUDGEMENT = Judgement(
    appraise=appraise,
    declaration=NoMerciWeights,
    weights=weights_of(__package__, NoMerciWeights, arrays=(LEARNED,)),
    levels=four_levels(
        Level("beginner"), Level("casual"), Level(LEARNED, simulations=20), Level(LEARNED, simulations=1000)
    ),
    memory=MEMORY,
    think=race_by(appraise).think,
    explain=explain,
)
