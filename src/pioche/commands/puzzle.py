"""``pioche puzzle GAME``: solve a puzzle in the terminal."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from typing import Any

import pioche
from pioche import registry
from pioche.core.errors import IllegalMove
from pioche.core.game import Game
from pioche.core.match import Match
from pioche.core.match.guess import Guess, guess, open_puzzle
from pioche.core.match.table_text import table_text
from pioche.core.puzzles import Puzzle, find_puzzle, puzzle_of_the_day
from pioche.core.think.advice import Hint

from .choices import Choices
from .common import LEAVE, add_json, meaning_of, objection, print_json, say, worth_of
from .terminal import columns, tell

LAST_LINES = 12


def add(parser: argparse.ArgumentParser, language: str) -> None:
    parser.add_argument("game", nargs="?", help=say("help.any-game").text(language))
    parser.add_argument("--number", type=int, default=1, help=say("help.puzzle-number").text(language))
    parser.add_argument("--daily", action="store_true", help=say("help.daily-puzzle").text(language))
    parser.add_argument("--move", help=say("help.puzzle-move").text(language))
    parser.add_argument("--log", action="store_true", help=say("help.whole-log").text(language))
    add_json(parser, language)


def run(arguments: argparse.Namespace) -> None:
    puzzle = _chosen(arguments)
    game = registry.find(puzzle.game)
    match, language = open_puzzle(game, puzzle), arguments.lang
    choices = Choices(match, puzzle.seat)
    made = guess(game, puzzle, arguments.move) if arguments.move else None
    if arguments.json:
        print_json(_plain(match, puzzle, made))
    else:
        tell("\n".join(_shown(game, puzzle, match, language, is_whole=arguments.log)))
        choices.show(choices.moves, language)
        made = made or _asked(game, puzzle, choices, language)
        if made:
            tell("\n".join(_explained(made, language)))


def _chosen(arguments: argparse.Namespace) -> Puzzle:
    if arguments.daily:
        games = [registry.find(arguments.game)] if arguments.game else registry.games()
        return puzzle_of_the_day([puzzle for game in games for puzzle in game.puzzles], datetime.now(UTC).date())
    if arguments.game is None:
        raise pioche.BadSetting(say("puzzle.which"))
    return find_puzzle(registry.find(arguments.game).puzzles, arguments.number)


def _shown(game: Game, puzzle: Puzzle, match: Match, language: str, *, is_whole: bool) -> list[str]:
    """Return the table and the moves of the round, as the seat sees and saw them."""
    heading = say(
        "puzzle.heading",
        game=game.title,
        number=puzzle.number,
        count=len(game.puzzles),
        difficulty=say(f"puzzle.{puzzle.difficulty}"),
        seat=puzzle.seat,
    )
    log = [move.done_by(seat).text(language) for seat, move in match.log(puzzle.seat)]
    hidden = 0 if is_whole else max(len(log) - LAST_LINES, 0)
    earlier = [say("puzzle.earlier", count=hidden).text(language)] if hidden else []
    table = table_text(match, puzzle.seat, language, last=0)
    return [heading.text(language), *earlier, *log[hidden:], "", table.text(with_moves=False, columns=columns()), ""]


def _asked(game: Game, puzzle: Puzzle, choices: Choices, language: str) -> Guess | None:
    """Return what the reader guesses, by name or number; None if the reader leaves."""
    while True:
        try:
            given = input(say("puzzle.ask").text(language)).strip()
        except EOFError:
            print()
            return None
        if given.lower() in LEAVE:
            return None
        if given:
            try:
                return guess(game, puzzle, choices.named(given))
            except IllegalMove as refusal:
                tell(objection(refusal, language))


def _explained(made: Guess, language: str) -> list[str]:
    lines = [made.message.text(language)]
    if meaning := meaning_of(made.hints, language):
        lines.append(meaning)
    lines += [_line(hint, language) for hint in made.hints]
    if made.puzzle.found_by:
        lines.append(say("puzzle.bots", levels=", ".join(made.puzzle.found_by)).text(language))
    return lines


def _line(hint: Hint, language: str) -> str:
    why = f" ({hint.why.text(language)})" if hint.why else ""
    return f"  {worth_of(hint, language)}  {hint.move.text(language)}{why}"


def _plain(match: Match, puzzle: Puzzle, made: Guess | None) -> dict[str, Any]:
    found: dict[str, Any] = {
        "game": puzzle.game,
        "number": puzzle.number,
        "difficulty": puzzle.difficulty,
        "phase": puzzle.phase,
        "view": match.view(puzzle.seat),
    }
    if made is not None:
        hints = [hint.to_dict() for hint in made.hints]
        found |= {"move": made.move.name, "is_right": made.is_right, "best": puzzle.best, "hints": hints}
    return found
