"""Opponents for comparison in No Merci: a threshold, a linear player, and two trained by policy gradients.

The basic one, `Policy`, sees the open card and its own seat. It learned just so long that against two of it the best of
threshold and linear wins about 38%, as is reported of the public player of this kind, whose details are not known.
`Refined` sees every seat and learned thirty times as long, with a critic: a network trained against two of it alone
wins no more than an even share.

Each is a judgement of its own kind, so that whole tables of them play at native speed, and a bot for `pioche.lab.arena`
by its path: ``bench.no_merci.baselines:Threshold``.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from pioche.core.compiled.compile import Loop
from pioche.core.game import Moves, Setting
from pioche.core.judgement import Judgement, Values, Weights
from pioche.core.rule import rule
from pioche.core.state import NOBODY
from pioche.core.think.think import Situation, appraising
from pioche.games.no_merci import RULES
from pioche.games.no_merci.bot.network import feel
from pioche.games.no_merci.rules import TAKE, in_game
from pioche.games.no_merci.state import HIGHEST, LOWEST, MOST_SEATS, PILE, State

LEARNED = Path(__file__).with_name("baselines.toml")

PLAIN_FEATURES = 9
OWN_BLOCK, SEAT_BLOCK = 4, 6
"""Features of the refined policy: of the open card and the pile, and of each seat."""
POLICY_UNITS = 16
"""Hidden units of both policies."""


@rule
def owns(state: State, seat: int, card: int) -> bool:
    return card <= HIGHEST and state.owner[card] == seat


@rule
def may_come(state: State, card: int) -> bool:
    """Return whether a card, other than the open one, has not been seen yet."""
    return LOWEST <= card <= HIGHEST and in_game(card, state.tactical) and state.owner[card] == NOBODY


@rule
def points_added(state: State, seat: int, card: int) -> int:
    """NM8 The points that a card adds to a seat's score, given its runs."""
    points = 0 if owns(state, seat, card - 1) else card
    return points - (card + 1) if owns(state, seat, card + 1) else points


@rule
def can_bridge(state: State, seat: int, card: int) -> int:
    """Return how many of the seat's runs are one missing card away, if that card may still come."""
    above = may_come(state, card + 1) and owns(state, seat, card + 2)
    below = may_come(state, card - 1) and owns(state, seat, card - 2)
    return int(above) + int(below)


@rule
def score_of(state: State, seat: int) -> int:
    """NM8 A seat's score if play stopped now."""
    score = -int(state.tokens[seat])
    for card in range(LOWEST, HIGHEST + 1):
        if state.owner[card] == seat and state.owner[card - 1] != seat:
            score += card
    return score


@rule
def threshold(state: State, seat: int, moves: Moves, count: int, weights: Weights, out: Values) -> None:
    """Takes if the points added, minus the tokens on the card, are not above the threshold."""
    card = int(state.pile[state.turned])
    net = points_added(state, seat, card) - state.pot
    for i in range(count):
        out[i] = 1.0 if (moves[i] == TAKE) == (net <= weights[0]) else 0.0


LINEAR_FEATURES = (
    "always",
    "card",
    "points added",
    "tokens on the card",
    "own tokens",
    "own tokens below four",
    "connects to an own run",
    "may bridge own runs",
    "next lower card may come",
    "next higher card may come",
    "cards to come",
    "fewest tokens of others",
    "others it connects for",
)


@rule
def linear(state: State, seat: int, moves: Moves, count: int, weights: Weights, out: Values) -> None:
    """Takes if the weighted sum of the features is above zero."""
    card = int(state.pile[state.turned])
    added, own = points_added(state, seat, card), state.tokens[seat]
    total = weights[0] + weights[1] * card / HIGHEST + weights[2] * added / HIGHEST + weights[3] * state.pot / 10
    total += weights[4] * own / 10 + weights[5] * max(4 - own, 0) / 4
    total += weights[6] * (added <= 0) + weights[7] * can_bridge(state, seat, card)
    total += weights[8] * may_come(state, card - 1) + weights[9] * may_come(state, card + 1)
    total += weights[10] * (PILE - 1 - state.turned) / PILE
    fewest, connected = 99, 0
    for other in range(state.seats):
        if other != seat:
            fewest = min(fewest, state.tokens[other])
            connected += points_added(state, other, card) <= 0
    total += weights[11] * fewest / 10 + weights[12] * connected
    for i in range(count):
        out[i] = total if moves[i] == TAKE else 0.0


@rule
def look_plain(state: State, seat: int, out: Values) -> int:
    """Write the inputs of the basic policy: the open card, its tokens, and its own seat. Return how many."""
    card, own = int(state.pile[state.turned]), state.tokens[seat]
    added = points_added(state, seat, card)
    out[0] = 1.0
    out[1] = card / HIGHEST
    out[2] = state.pot / 10
    out[3] = own / 10
    out[4] = added / 20
    out[5] = (PILE - 1 - state.turned) / PILE
    out[6] = added <= 0
    out[7] = can_bridge(state, seat, card)
    out[8] = max(3 - own, 0) / 3
    return PLAIN_FEATURES


@rule
def look(state: State, seat: int, out: Values) -> int:
    """Write the inputs of the refined policy, seats in the order of play from its own; return how many."""
    card = int(state.pile[state.turned])
    out[0] = 1.0
    out[1] = card / HIGHEST
    out[2] = state.pot / 10
    out[3] = (PILE - 1 - state.turned) / PILE
    own_score = score_of(state, seat)
    place = OWN_BLOCK
    for step in range(state.seats):
        other = (seat + step) % state.seats
        out[place] = state.tokens[other] / 10
        out[place + 1] = max(3 - state.tokens[other], 0) / 3
        out[place + 2] = points_added(state, other, card) / 20
        out[place + 3] = (points_added(state, other, card) - state.pot) / 10
        out[place + 4] = can_bridge(state, other, card)
        out[place + 5] = (score_of(state, other) - own_score) / 50 if step else may_come(state, card - 1)
        place += SEAT_BLOCK
    return place


@rule
def policy(state: State, seat: int, moves: Moves, count: int, weights: Weights, out: Values) -> None:
    """Takes if the network gives taking more than an even chance of being the better move."""
    sees, hidden = np.empty(PLAIN_FEATURES), np.empty(POLICY_UNITS)
    take = feel(sees, look_plain(state, seat, sees), weights, hidden)
    for i in range(count):
        out[i] = take if moves[i] == TAKE else 0.0


@rule
def refined(state: State, seat: int, moves: Moves, count: int, weights: Weights, out: Values) -> None:
    """The same with more inputs."""
    sees, hidden = np.empty(OWN_BLOCK + SEAT_BLOCK * MOST_SEATS), np.empty(POLICY_UNITS)
    take = feel(sees, look(state, seat, sees), weights, hidden)
    for i in range(count):
        out[i] = take if moves[i] == TAKE else 0.0


def refined_width(players: int) -> int:
    """Return the number of inputs of the refined policy."""
    return OWN_BLOCK + SEAT_BLOCK * players


def learned(setting: Setting, name: str) -> Weights:
    """Return the learned weights of a baseline."""
    return np.zeros(1) if name == "threshold" else learned_by(setting.players, name)


@cache
def learned_by(players: int, name: str) -> Weights:
    tables = tomllib.loads(LEARNED.read_text(encoding="utf-8"))
    return np.array(tables[name][str(players)], np.float64)


def baseline(appraise: Any) -> Judgement:
    return Judgement(appraise=appraise, weights=learned, levels={})


JUDGEMENTS = {rule.__name__: baseline(rule) for rule in (threshold, linear, policy, refined)}


@cache
def native(name: str) -> Loop:
    """A baseline's judgement at native speed."""
    return appraising(replace(RULES, judgement=JUDGEMENTS[name]))


class Baseline:
    """A baseline as a bot."""

    name: ClassVar[str]

    def choose(self, situation: Situation) -> int:
        values = np.zeros(len(situation.numbers))
        weights = learned(situation.setting, self.name)
        native(self.name)(situation.known, situation.seat, situation.moves, weights, values)
        return situation.numbers[int(values.argmax())]


class Threshold(Baseline):
    name = "threshold"


class Linear(Baseline):
    name = "linear"


class Policy(Baseline):
    name = "policy"


class Refined(Baseline):
    name = "refined"
