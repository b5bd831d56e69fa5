"""``pioche play GAME``: play a match against bots in the terminal."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import pioche
from pioche import registry
from pioche.bots.seeded import SeededBots
from pioche.core.errors import BadSetting, IllegalMove
from pioche.core.judgement import LEVELS
from pioche.core.match import Match
from pioche.core.match.table_text import table_text
from pioche.core.wrapping import broken

from .choices import Choices
from .common import FIRST_SEAT, LEAVE, BadFile, meaning_of, objection, read_file, read_seat, say, worth_of
from .matches import add_setting, agreed, read_options
from .rules import show_rulebook
from .terminal import columns, tell

HINT, RULES = "?", ("rules", "règles", "regles")
"""What a person may type instead of a move, in either language."""
HINTS = 3
"""How many moves a hint names."""


def add(parser: argparse.ArgumentParser, language: str) -> None:
    add_setting(parser, language)
    parser.add_argument("--bots", default="casual", help=say("help.play-bots").text(language))
    parser.add_argument("--seat", type=int, default=FIRST_SEAT, help=say("help.play-seat").text(language))
    parser.add_argument("--dealer", type=int, help=say("help.dealer").text(language))
    parser.add_argument("--save", metavar="FILE", help=say("help.play-save").text(language))


def run(arguments: argparse.Namespace) -> None:
    match = _match(arguments)
    seat = read_seat(arguments.seat, match.players) or 0
    bots = SeededBots(_levels(arguments.bots, match.players, seat))
    try:
        TerminalMatch(match, seat, bots, arguments.lang, arguments.save).play()
    except EOFError:
        print()


def _match(arguments: argparse.Namespace) -> Match:
    """Return the saved match if there is one, otherwise a new one."""
    game = registry.find(arguments.game)
    if arguments.save and Path(arguments.save).exists():
        match = pioche.replay(read_file(arguments.save))
        if match.game.name != game.name:
            raise BadSetting(say("play.other-game", path=arguments.save, game=match.game.title))
        return match
    dealer = read_seat(arguments.dealer, agreed(arguments).players)
    setting: dict[str, Any] = {"variant": arguments.variant, "seed": arguments.seed, **read_options(arguments)}
    return pioche.open(game.name, arguments.players, dealer=dealer, **setting)


def _levels(given: str, players: int, seat: int) -> dict[int, str]:
    """Return the level of every seat but the person's: one name for all, or one for each in turn."""
    names = given.split(",")
    for name in names:
        if name not in LEVELS:
            raise BadSetting(say("play.no-level", name=repr(name), known=", ".join(LEVELS)))
    seats = [other for other in range(players) if other != seat]
    if len(names) not in (1, len(seats)):
        raise BadSetting(say("play.bots", given=len(names), wanted=len(seats)))
    return dict(zip(seats, names * len(seats) if len(names) == 1 else names, strict=False))


class TerminalMatch:
    """One match at one terminal: a person in one seat, bots in the others."""

    def __init__(self, match: Match, seat: int, bots: SeededBots, language: str, path: str | None) -> None:
        self.match, self.seat, self.bots, self.language, self.path = match, seat, bots, language, path

    def play(self) -> None:
        """Play to the end. Raise EOFError if the person leaves."""
        self._go_on()
        while not self.match.over:
            self._ask()
            self._go_on()

    def _go_on(self) -> None:
        """Let the bots play until it is the person's turn, and show the table."""
        self._let_bots_play()
        self._show()

    def _show(self) -> None:
        """Print the table, and what can be done, with numbers."""
        table = table_text(self.match, self.seat, self.language, last=0)
        print(f"\n{table.text(with_moves=False, columns=columns())}\n")
        choices = Choices(self.match, self.seat)
        choices.show(choices.moves, self.language)
        if choices.signals:
            print(say("play.signals").text(self.language))
            choices.show(choices.signals, self.language)

    def _let_bots_play(self) -> None:
        while (chosen := self.bots.next_move(self.match)) is not None:
            self._make(*chosen)

    def _make(self, seat: int, move: str) -> None:
        shown, rounds = len(self.match.moves), self.match.round
        self.match.play(seat, move)
        for who, made in self.match.as_seen(self.seat, shown):
            tell(made.done_by(who).text(self.language))
        for moment in self.match.moments(self.seat, shown):
            tell(moment.message.text(self.language))
        if self.match.round > rounds:
            scores = ", ".join(map(str, self.match.round_scores[rounds]))
            tell(say("play.round", number=rounds + 1, scores=scores).text(self.language))
        self._save()

    def _save(self) -> None:
        if self.path is None:
            return
        try:
            pioche.save(self.match, self.path)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise BadFile(say("play.not-saved", path=self.path, reason=reason)) from error

    def _ask(self) -> None:
        """Read until a move is made; answer questions, and say why a move is not legal."""
        while True:
            given, choices = input(say("play.prompt").text(self.language)).strip(), Choices(self.match, self.seat)
            if given.lower() in LEAVE:
                raise EOFError
            if given == HINT:
                self._hint(choices)
            elif given.lower() in RULES:
                show_rulebook(self.match.game, self.language)
            elif given:
                try:
                    self._make(self.seat, choices.named(given))
                except IllegalMove as refusal:
                    tell(objection(refusal, self.language))
                else:
                    return

    def _hint(self, choices: Choices) -> None:
        hints = self.match.hint(self.seat)
        if meaning := meaning_of(hints, self.language):
            tell(meaning)
        for hint in hints[:HINTS]:
            worth = f" ({worth_of(hint, self.language)})" if hint.measure else ""
            why = f" – {hint.why.text(self.language)}" if hint.why else ""
            line = f"{choices.label(hint.move.name):>3}  {hint.move.text(self.language)}{worth}{why}"
            print(broken(line, columns(), indent=5))
