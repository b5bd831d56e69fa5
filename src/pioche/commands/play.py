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

from .common import FIRST_SEAT, BadFile, read_seat, say
from .matches import add_setting, read_options

HINT, RULES, LEAVE = "?", "rules", "q"
HINTS = 3
"""How many moves a hint names."""


def add(parser: argparse.ArgumentParser, language: str) -> None:
    add_setting(parser, language)
    parser.add_argument("--bots", default="casual", help=say("help.play-bots").text(language))
    parser.add_argument("--seat", type=int, default=FIRST_SEAT, help=say("help.play-seat").text(language))
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
        match = pioche.load(arguments.save)
        if match.game.name != game.name:
            raise BadSetting(say("play.other-game", path=arguments.save, game=match.game.title))
        return match
    setting: dict[str, Any] = {"variant": arguments.variant, "seed": arguments.seed, **read_options(arguments)}
    return pioche.open(game.name, arguments.players, **setting)


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
        while not self.match.over:
            self._let_bots_play()
            if not self.match.over:
                print(f"\n{self.match.text(self.seat, self.language, last=0)}")
                self._ask()
        print(f"\n{self.match.text(self.seat, self.language, last=0)}")

    def _let_bots_play(self) -> None:
        while (chosen := self.bots.next_move(self.match)) is not None:
            self._make(*chosen)

    def _make(self, seat: int, move: str) -> None:
        shown, rounds = len(self.match.moves), self.match.round
        self.match.play(seat, move)
        for who, made in self.match.as_seen(self.seat, shown):
            print(made.done_by(who).text(self.language))
        for moment in self.match.moments(self.seat, shown):
            print(moment.message.text(self.language))
        if self.match.round > rounds:
            scores = ", ".join(map(str, self.match.round_scores[rounds]))
            print(say("play.round", number=rounds + 1, scores=scores).text(self.language))
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
            given = input(say("play.prompt").text(self.language)).strip()
            if given == LEAVE:
                raise EOFError
            if given == HINT:
                self._hint()
            elif given == RULES:
                print(self.match.game.rulebook(self.language))
            elif given:
                try:
                    self._make(self.seat, self._completed(given))
                except IllegalMove as refusal:
                    print(self._objection(refusal))
                else:
                    return

    def _completed(self, given: str) -> str:
        """Return the only legal move that begins with what was typed, or else what was typed."""
        names = [move.name for move in (*self.match.legal(self.seat), *self.match.signals(self.seat))]
        found = [name for name in names if name.startswith(given)]
        return found[0] if given not in names and len(found) == 1 else given

    def _objection(self, refusal: IllegalMove) -> str:
        if refusal.reason is None:
            return refusal.text(self.language)
        paragraph = str(refusal.reason.paragraph)
        return say("learn.refused", message=refusal.message, paragraph=paragraph).text(self.language)

    def _hint(self) -> None:
        for hint in self.match.hint(self.seat)[:HINTS]:
            why = f" – {hint.why.text(self.language)}" if hint.why else ""
            print(f"  {hint.move.name}: {hint.move.text(self.language)}{why}")
