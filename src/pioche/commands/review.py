"""``pioche review FILE``: value each decision of a recorded match, and tell luck from skill if it is over."""

from __future__ import annotations

import argparse

import pioche
from pioche.core.match import Match
from pioche.core.think.advice import MARGIN, Decision, Hint, moments
from pioche.core.think.think import Budget
from pioche.core.words import Player
from pioche.lab.table import usable_cores
from pioche.review.effort import Effort
from pioche.review.review import Survey, survey_match
from pioche.review.sentences import sentence

from .common import add_json, figure, print_json, read_file, read_seat, say
from .terminal import progress_bar, tell

SIMULATIONS = 2000
ALTERNATIVES = 3
"""How many better moves are shown for each decision."""
NOTICEABLE = 0.005
"""A smaller loss is not worth a line."""
SIMULATIONS_PER_PLAYOUT = 10
"""Playouts are for every move and without search: fewer are enough."""
COLUMNS = 48
BARS = "▁▂▃▄▅▆▇█"


def add(parser: argparse.ArgumentParser, language: str) -> None:
    parser.add_argument("file", help=say("help.file").text(language))
    parser.add_argument("--seat", type=int, help=say("help.seat").text(language))
    parser.add_argument("--simulations", type=int, default=SIMULATIONS, help=say("help.simulations").text(language))
    parser.add_argument("--seed", type=int, default=0, help=say("help.seed").text(language))
    add_json(parser, language)


def run(arguments: argparse.Namespace) -> None:
    match = pioche.replay(read_file(arguments.file))
    seat = read_seat(arguments.seat, match.players)
    decisions = []
    with progress_bar(arguments, len(match.moves)) as report:
        for decision in match.review(seat, budget=read_budget(arguments), seed=arguments.seed):
            decisions.append(decision)
            report(decision.number - (decisions[-2].number if len(decisions) > 1 else 0))
    survey = survey_match(match, read_effort(arguments)) if match.over else None
    if arguments.json:
        decided = [decision.number for decision in moments(decisions)]
        found = {"decisions": [decision.to_dict() for decision in decisions], "moments": decided}
        print_json({**found, **survey.to_dict()} if survey else found)
    else:
        prospects = _survey(survey, match.players, arguments.lang) if survey else []
        tell("\n".join(_report(match, decisions, arguments.lang) + prospects))


def read_budget(arguments: argparse.Namespace) -> Budget:
    if arguments.simulations < 1 or arguments.seed < 0:
        low = {"simulations": arguments.simulations, "seed": arguments.seed}
        name, value = next((name, value) for name, value in low.items() if value < (name == "simulations"))
        raise pioche.BadSetting(say("review.bad-number", name=name, value=str(value)))
    return Budget(simulations=arguments.simulations)


def read_effort(arguments: argparse.Namespace) -> Effort:
    playouts = max(arguments.simulations // SIMULATIONS_PER_PLAYOUT, 1)
    return Effort(simulations=playouts, seed=arguments.seed, workers=usable_cores())


def _survey(survey: Survey, players: int, language: str) -> list[str]:
    """Return the chances of each seat as a row of bars, the turning points, and luck and skill."""
    lines = [say("review.chances").text(language)]
    lines += ["  " + _chances(survey, seat, language) for seat in range(players)]
    if survey.turns:
        lines.append(say("review.turns").text(language))
        lines += [f"  {turn.step}. {turn.message.text(language)}" for turn in survey.turns]
    lines.append(say("review.luck").text(language))
    for split in survey.splits:
        margin = figure(MARGIN * split.parts.own.error, ".1f", language)
        summary = sentence(split, survey.unit, "they").text(language)
        lines.append(f"  {summary} {say('review.margin', margin=margin).text(language)}")
    return lines


def _chances(survey: Survey, seat: int, language: str) -> str:
    points = [survey.curve[i * (len(survey.curve) - 1) // (COLUMNS - 1)].chances[seat] for i in range(COLUMNS)]
    bars = "".join(BARS[round(chance * (len(BARS) - 1))] for chance in points)
    first, last = (figure(chance, ".0%", language) for chance in (points[0], points[-1]))
    return say("review.chance", player=Player(seat), bars=bars, first=first, last=last).text(language)


def _report(match: Match, decisions: list[Decision], language: str) -> list[str]:
    lines = [say("review.heading", game=match.game.title, count=len(decisions)).text(language)]
    for decision in decisions:
        if decision.lost >= NOTICEABLE:
            lines += _decision(decision, language)
    for seat in sorted({decision.seat for decision in decisions}):
        lost = sum(decision.lost for decision in decisions if decision.seat == seat)
        lines.append(say("review.sum", seat=seat, lost=figure(lost, ".2f", language)).text(language))
    if decided := [decision for decision in moments(decisions) if decision.lost >= NOTICEABLE]:
        lines.append(say("review.moments").text(language))
        for decision in decided:
            lines += ["  " + line for line in _decision(decision, language)]
    return lines


def _decision(decision: Decision, language: str) -> list[str]:
    made = decision.made
    heading = say("review.made", number=decision.number, made=made.move.done_by(decision.seat))
    value = say("review.value", lost=figure(decision.lost, ".2f", language), **_worth(made, language))
    lines = [f"{heading.text(language)} {value.text(language)}"]
    for hint in decision.hints[:ALTERNATIVES]:
        if hint is not made:
            better = say("review.instead", move=hint.move.message, **_worth(hint, language))
            why = f" ({hint.why.text(language)})" if hint.why else ""
            lines.append(f"    {better.text(language)}{why}")
    return lines


def _worth(hint: Hint, language: str) -> dict[str, str]:
    return {"value": figure(hint.value, ".2f", language), "error": figure(hint.error, ".2f", language)}
