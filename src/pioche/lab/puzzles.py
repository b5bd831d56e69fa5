"""Mines puzzles: decisions of matches in which one move is clearly best, and not the one that a casual bot plays.

A quick look at every decision of a match proposes some, and a second look drops those in which two moves are about as
good. The rest is checked with the simulations of a hint, and kept if ten times as many give the same answer. A match
yields one puzzle at most, and depends on nothing but its number: the same seed gives the same puzzles on one core and
on many.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pioche import registry, replay
from pioche.bots import Bot, LevelBot, find_bot, level_of
from pioche.core.chance import Random, new_random
from pioche.core.errors import BadRecord, say
from pioche.core.game import Game, Setting
from pioche.core.judgement import LEVELS, Estimate, Mean, Measure, Thought
from pioche.core.match import Match
from pioche.core.match.replay import match_at
from pioche.core.puzzles import PHASES, Dropped, Phase, Puzzle, Worth
from pioche.core.think.advice import ADVISER, HINT_SIMULATIONS, LOW_IS_BEST
from pioche.core.think.quick import judgement_of
from pioche.core.think.think import Budget, Situation, judge, think

from .simulate import seat_bots

OBVIOUS = ("casual", "beginner")
"""The levels whose moves are obvious; the first of them that is wrong is the one to avoid."""
QUICK_SIMULATIONS = 100
"""The simulations of the first look at each decision."""
SECOND_SIMULATIONS = 400
"""The simulations of the second look, at those that the first one proposes."""
TENFOLD = 10
LEADING = 0.5
"""The share of the simulations in which all moves are tried alike."""
MOST_CHECKED = 3
"""How many decisions of a match are checked at most."""
LEAST_LEAD: dict[Measure, float] = {"win": 0.05, "win-round": 0.05, "place": 0.2, "cards": 1.0, "forecast": 1.0}
"""By what figures are: the lead of the best move over every other one."""
SURE = 3.0
"""The same in standard errors."""
STRICTER = 2.0
"""In the check the least lead is this many times larger: longer searches bring some moves closer together."""
RATHER_SURE = 2.0
"""In the check a lead must be larger by this many standard errors besides."""
DIGITS = 4


@dataclass(frozen=True)
class Mine:
    """The source of puzzles: matches between bots, or records of matches."""

    game: str
    seed: int
    bots: str = "strong"
    records: tuple[str, ...] = ()
    """The texts of records; empty: bots play matches."""


@dataclass(frozen=True)
class Finding:
    """The puzzles and dropped decisions of one match."""

    match: int
    decisions: int
    candidates: int
    checked: int
    found: Puzzle | Dropped | None


@dataclass(frozen=True)
class Candidate:
    """A decision in which the move that a quick look finds best is not the obvious one."""

    step: int
    """The number of moves made before."""
    seat: int
    obvious: int
    lead: float
    """How far the other move is ahead of it, in least leads."""
    misled: int
    """How many of the levels in OBVIOUS do not find it."""
    phase: Phase
    is_first: bool
    """Whether it is the first of the legal moves, in the order of the rules."""


def settings(game: Game) -> list[Setting]:
    """Return the settings that are searched for puzzles: every variant and number of players."""
    possible: dict[str | None, range] = {None: game.players}
    possible |= {variant: game.variant_players.get(variant, game.players) for variant in game.variants}
    pairs = [(players, variant) for variant, numbers in possible.items() for players in numbers]
    return [game.agree(players, variant) for players, variant in pairs]


def search_match(mine: Mine, number: int) -> Finding:
    """Look for a puzzle in the match of a number."""
    game = registry.find(mine.game)
    if mine.records:
        match, turn = replay(mine.records[number]), number
        if match.game is not game:
            raise BadRecord(say("record.other-game", there=match.game.title, given=game.title))
        played = number % (match.round + 1)
    else:
        agreed = settings(game)
        setting, turn = agreed[number % len(agreed)], number // len(agreed)
        played = turn % len(game.format(setting).rounds)
        match = play(game, setting, mine, number, played)
    return _search(match, played, mine.seed, number, turn)


def play(game: Game, setting: Setting, mine: Mine, number: int, last_round: int) -> Match:
    """Let bots play a match up to the end of a round."""
    seed = hashlib.sha256(f"pioche puzzles {game.name} {mine.seed} {number}".encode()).hexdigest()
    match, bots = Match(game, setting, seed=seed), [find_bot(name) for name in seat_bots(mine.bots, setting.players)]
    chances = [new_random(mine.seed, number, seat) for seat in range(setting.players)]
    while not match.over and match.round <= last_round:
        _signal(match, bots)
        seat = match.to_move[0]
        situation = match.situation(seat, rng=chances[seat])
        match.play(seat, situation.numbers[0] if len(situation.numbers) == 1 else bots[seat].choose(situation))
    return match


def _signal(match: Match, bots: Sequence[Bot]) -> None:
    if not match.rules.signal_numbers:
        return
    for seat, bot in enumerate(bots):
        if signals := getattr(bot, "signals", None):
            for signal in signals(match.spectate(seat)):
                match.play(seat, signal)


def _search(match: Match, played: int, seed: int, number: int, turn: int) -> Finding:
    """Check the most promising decisions of a round. Which come first takes turns, so that puzzles differ."""
    phase, is_first = PHASES[(turn + turn // match.rounds) % len(PHASES)], (number + turn) % 2 == 0

    def rank(each: Candidate) -> tuple[bool, bool, int, float]:
        return each.is_first != is_first, each.phase != phase, -each.misled, -each.lead

    decisions = list(_decisions(match, played))
    looked = [look(match, step, phase, new_random(seed, number, step, 1)) for step, phase in decisions]
    candidates = sorted((each for each in looked if each is not None), key=rank)
    checked = 0
    for candidate in candidates:
        if checked == MOST_CHECKED:
            break
        if not looks_clear(match, candidate, new_random(seed, number, candidate.step, SECOND_SIMULATIONS)):
            continue
        checked += 1
        if (found := check(match, candidate, seed, number)) is not None:
            return Finding(number, len(decisions), len(candidates), checked, found)
    return Finding(number, len(decisions), len(candidates), checked, None)


def _decisions(match: Match, played: int) -> Iterator[tuple[int, Phase]]:
    """Yield the choices among several moves in a round: how many moves were made before, and the phase."""
    steps = [step for step in range(len(match.moves)) if match_at(match, step).round == played]
    for place, step in enumerate(steps):
        then, (seat, name) = match_at(match, step), match.moves[step]
        if len(then.legal_numbers(seat)) > 1 and then.rules.move_numbers[name] not in then.rules.signal_numbers:
            yield step, PHASES[place * len(PHASES) // len(steps)]


def look(match: Match, step: int, phase: Phase, rng: Random) -> Candidate | None:
    """Return a decision in which a quick look finds a move that is better than the obvious one."""
    seat = match.moves[step][0]
    situation = match_at(match, step).situation(seat, rng=rng)
    found = consider(situation, QUICK_SIMULATIONS)
    wrong = [move for move in obvious_moves(situation) if move != found.move]
    if found.measure is None or not wrong:
        return None
    lead = lead_over(found, wrong[0]).value / LEAST_LEAD[found.measure]
    is_first = found.move == situation.numbers[0]
    return Candidate(step, seat, wrong[0], lead, len(wrong), phase, is_first) if lead >= 1 else None


def looks_clear(match: Match, candidate: Candidate, rng: Random) -> bool:
    """Return whether a second look may still find one move clearly best. In most decisions, another is as good."""
    found = consider(match_at(match, candidate.step).situation(candidate.seat, rng=rng), SECOND_SIMULATIONS)
    if found.measure is None or found.move == candidate.obvious:
        return False
    least = STRICTER * LEAST_LEAD[found.measure]
    return all(lead.value + lead.error >= least for lead in leads_of(found))


def obvious_moves(situation: Situation) -> list[int]:
    """Return the moves that the weaker bots like best, whether or not chance lets them play these."""
    judgement = judgement_of(situation.rules)
    tables = [judgement.levels[level].weights for level in OBVIOUS]
    return [judge(situation, judgement, judgement.weights(situation.setting, table)).move for table in tables]


def consider(situation: Situation, simulations: int) -> Thought:
    """Return what the adviser thinks of every move. A part of the simulations tries all of them alike."""
    least = math.ceil(simulations * LEADING / len(situation.numbers))
    budget = Budget(simulations=simulations, least=least)
    return think(replace(situation, budget=budget), level_of(situation.rules, ADVISER))


def check(match: Match, candidate: Candidate, seed: int, number: int) -> Puzzle | Dropped | None:
    """Return the puzzle, or that it was dropped at the last; None where a hint's simulations show no clear answer."""
    then = match_at(match, candidate.step)

    def considered(simulations: int) -> Thought:
        rng = new_random(seed, number, candidate.step, simulations)
        return consider(then.situation(candidate.seat, rng=rng), simulations)

    first = considered(HINT_SIMULATIONS)
    if first.move == candidate.obvious or not is_clear(first, is_first=True):
        return None
    last = considered(HINT_SIMULATIONS * TENFOLD)
    name = then.rules.move_name
    if last.move != first.move or last.measure != first.measure or not is_clear(last):
        return Dropped(number, name(first.move), name(last.move))
    return _puzzle(match, candidate, last, seed, number)


def is_clear(found: Thought, *, is_first: bool = False) -> bool:
    """Return whether the move found is surely ahead of all others by the least lead; the first check is stricter."""
    if found.measure is None:
        return False
    least, leads = LEAST_LEAD[found.measure], leads_of(found)
    if is_first:
        return all(lead.value >= STRICTER * least + RATHER_SURE * lead.error for lead in leads)
    return all(lead.value >= max(least, SURE * lead.error) for lead in leads)


def leads_of(found: Thought) -> list[Mean]:
    """Return by how much the move found is ahead of each other one."""
    return [lead_over(found, each.move) for each in found.estimates if each.move != found.move]


def lead_over(found: Thought, other: int) -> Mean:
    """Return by how much the figure of the move found is better than another's, with its standard error."""
    figures = {each.move: _figure(each) for each in found.estimates}
    best, behind = figures[found.move], figures[other]
    sign = -1.0 if found.measure in LOW_IS_BEST else 1.0
    return Mean(sign * (best.value - behind.value), math.hypot(best.error, behind.error))


def _figure(estimate: Estimate) -> Mean:
    return estimate.figure or Mean(math.nan, math.inf)


def _puzzle(match: Match, candidate: Candidate, found: Thought, seed: int, number: int) -> Puzzle:
    then = match_at(match, candidate.step)
    begin = next(step for step in range(candidate.step + 1) if match_at(match, step).round == then.round)
    name = then.rules.move_name
    in_order = sorted(found.estimates, key=lambda each: (each.move != found.move, -each.value))
    return Puzzle(
        match=number,
        position=match_at(match, begin).position(),
        moves=tuple(f"{seat} {move}" for seat, move in then.moves[begin:]),
        seat=candidate.seat,
        best=name(found.move),
        obvious=name(candidate.obvious),
        found_by=tuple(level for level in LEVELS if _chosen(then, candidate.seat, level, seed, number) == found.move),
        phase=candidate.phase,
        measure=found.measure or "win",
        worth={name(each.move): worth_of(each) for each in in_order},
    )


def _chosen(match: Match, seat: int, level: str, seed: int, number: int) -> int:
    return LevelBot(level).choose(match.situation(seat, rng=new_random(seed, number, LEVELS.index(level), 2)))


def worth_of(estimate: Estimate) -> Worth:
    figure = _figure(estimate)
    value, error, mean, doubt = np.round([estimate.value, estimate.error, figure.value, figure.error], DIGITS).tolist()
    return Worth(value, error, estimate.tries, mean, doubt)
