"""How a bot fares alone at a table of players who see all cards, but look no further than the trick being played.

Such a player goes through every way in which the trick can end, with everybody's true hand. It takes for granted that
the others do as it does: each chooses what is best for itself once the trick has ended, which is its own points less
the mean of the others'. Of moves that end equally it makes the one with the lower card (by higher number, then by
total). It names as trump the colour in which its cards have the largest sum.

python -m bench.couleur.sees_all [--players 4] [--variant trump] [--bot expert] [--deals 50] [--seed 1]
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from pioche import registry
from pioche.bots import Bot, find_bot
from pioche.core.compiled.compile import Loop, compiled
from pioche.core.game import AnyRules, Moves
from pioche.core.judgement import Values
from pioche.core.rule import rule
from pioche.core.state import Batch, batch
from pioche.games.xxl.couleur.rules import NAME_TRUMP
from pioche.games.xxl.deck import CARD_COUNT, NUMBER, SECOND_NUMBER, TOTAL
from pioche.lab.matches import BotMatch
from pioche.lab.simulate import NORMAL_95
from pioche.lab.table import Table
from pioche.parts.cardsets import each

MOST_SEATS = 6
SLIGHTLY = 1e-4
"""A tie-breaker smaller than any difference in points, for each step in the order of cards."""


def build_value(card_of: Callable[[int], int]) -> Loop:
    @rule
    def value(points: Any, seat: int, move: int) -> float:
        """Return own points minus the mean of the others', and slightly less for a higher card."""
        card = card_of(move)
        order = SECOND_NUMBER[card] * CARD_COUNT + TOTAL[card] if card >= 0 else 0
        others = (points.sum() - points[seat]) / (len(points) - 1)
        return float(points[seat] - others - SLIGHTLY * order / CARD_COUNT)

    return value


def build_open_choice(rules: AnyRules) -> Loop:
    to_move, legal_moves = rules.to_move, rules.legal_moves

    @rule
    def open_choice(state: Any, depth: int, moves: Any, counts: Any, tried: Any, seats: Any, most: Values) -> None:
        mask, seat = to_move(state), 0
        while not mask >> seat & 1:
            seat += 1
        seats[depth] = seat
        counts[depth] = legal_moves(state, seat, moves[depth])
        tried[depth] = 0
        most[depth] = -math.inf

    return open_choice


def build_look(rules: AnyRules, card_of: Callable[[int], int]) -> Loop:
    """The best move of the seat to move, by all ways the trick can end; ``card_of`` tells a move's card, or none."""
    apply, scores, is_over = rules.apply, rules.scores, rules.is_over
    value, open_choice = build_value(card_of), build_open_choice(rules)

    def look(states: Batch, moves: Any, points: Any, numbers: Any, most: Values) -> int:
        """``states[0]`` is the truth, the others are scratch; ``points`` has a row per choice and one for the end."""
        counts, tried, seats, best = numbers[0], numbers[1], numbers[2], numbers[3]
        trick = states[0].trick
        depth = 0
        open_choice(states[0], 0, moves, counts, tried, seats, most)
        while depth >= 0:
            if tried[depth] < counts[depth]:
                states[depth + 1] = states[depth]
                apply(states[depth + 1], seats[depth], moves[depth, tried[depth]])
                tried[depth] += 1
                if states[depth + 1].trick == trick and not is_over(states[depth + 1]):
                    depth += 1
                    open_choice(states[depth], depth, moves, counts, tried, seats, most)
                    continue
                scores(states[depth + 1], points[-1])
                ended = points[-1]
            else:
                ended = points[depth]
                depth -= 1
            if depth >= 0:
                move = moves[depth, tried[depth] - 1]
                found = value(ended, seats[depth], move)
                if found > most[depth]:
                    most[depth] = found
                    best[depth] = move
                    points[depth, :] = ended
        return int(best[0])

    return look


@rule
def card_played(move: int) -> int:
    return move if move < CARD_COUNT else -1


class SeesAll:
    """A player that is given the true state."""

    def __init__(self, rules: AnyRules, card_of: Callable[[int], int], before: Callable[[Any, int, Moves], int | None]):
        self.loop = compiled(build_look(rules, card_of), f"{rules.name}.sees-all")
        self.rules, self.before = rules, before

    def choose(self, situation: Any) -> int:
        raise TypeError("this player has to be handed the true state")

    def choose_seeing(self, state: Batch, seat: int, legal: Moves) -> int:
        chosen = self.before(state[0], seat, legal)
        if chosen is not None:
            return chosen
        seats = int(state[0].seats)
        states = batch(self.rules.state, MOST_SEATS + 2)
        states[0] = state[0]
        moves = np.zeros((MOST_SEATS + 1, self.rules.most_legal), np.int32)
        points = np.zeros((MOST_SEATS + 2, seats), np.int32)
        return int(self.loop(states, moves, points, np.zeros((4, MOST_SEATS + 1), np.int32), np.zeros(MOST_SEATS + 1)))


class OpenMatch(BotMatch):
    """A match in which players who see all cards are given the true state."""

    def _ask(self, rules: AnyRules, state: Any, seat: int, legal: Moves) -> int:
        bot = self.bots[seat]
        return (
            bot.choose_seeing(state, seat, legal)
            if isinstance(bot, SeesAll)
            else super()._ask(rules, state, seat, legal)
        )


def measure(table: Table, one: Bot, others: SeesAll, deals: int, seed: int) -> tuple[float, float, float]:
    """Return the share of matches that one player wins alone among the others, with its 95% interval over deals."""
    players, shares = table.setting.players, []
    for number in range(deals):
        won = 0.0
        for seat in range(players):
            seated = [one if place == seat else others for place in range(players)]
            places = OpenMatch(table, seated, seed, number).play().places
            won += (places[seat] == 1) / places.count(1)
        shares.append(won / players)
    margin = NORMAL_95 * float(np.std(shares, ddof=1)) / math.sqrt(deals)
    return float(np.mean(shares)), float(np.mean(shares)) - margin, float(np.mean(shares)) + margin


def name_trump(state: Any, seat: int, legal: Moves) -> int | None:
    """Return the colour with the largest sum of numbers in hand; None if a card is to be played."""
    if legal[0] < NAME_TRUMP:
        return None
    cards = list(each(state.hands[seat]))
    sums = [sum(max(int(NUMBER[card, colour]), 0) for card in cards) for colour in range(4)]
    return NAME_TRUMP + int(np.argmax(sums))


def report(game: str, card_of: Callable[[int], int], before: Callable[[Any, int, Moves], int | None]) -> None:
    """Measure as the command line says, and print the results."""
    parser = argparse.ArgumentParser(description="A bot alone at a table of players who see all cards of the trick.")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--variant")
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1)
    given = parser.parse_args()
    found = registry.find(game)
    table = Table(found, found.agree(given.players, given.variant, rounds=given.rounds))
    others = SeesAll(table.rounds[0], card_of, before)
    won, low, high = measure(table, find_bot(given.bot), others, given.deals, given.seed)
    print(
        f"{game}, {given.variant or 'no variant'}, {given.players} players, {given.deals} deals in every seat, "
        f"seed {given.seed}: {given.bot} wins {won:.3f} [{low:.3f}, {high:.3f}], {1 / given.players:.3f} is even"
    )


if __name__ == "__main__":
    report("determiner-la-couleur", card_played, name_trump)
