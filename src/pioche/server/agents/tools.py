"""The tools of agents: each turns its arguments into a request at a table, and answers with a text."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from pioche import registry
from pioche.core.errors import PiocheError
from pioche.core.fair import read_seed
from pioche.core.judgement import LEVELS
from pioche.core.rulebook import PARAGRAPH

from .. import bodies, messages, words
from ..api import Api
from ..bounds import check_length
from ..commands import event_of
from ..errors import Refused
from ..events import Opened, Seat
from ..limits import Limits, caller
from ..logging import log_fault
from ..names import checked_name
from ..review_api import begin_review, review_progress
from ..store import fresh_secret, hashed
from . import requests, texts
from .seats import AgentSeat, AgentSeats
from .words import say

OWN_SEAT = 0
"""The opener of a table sits in its first seat."""
LOOKS_AGAIN = 0.3
"""How often a call looks whether its review is done, in seconds."""


@dataclass(frozen=True)
class Tool:
    takes: type[requests.Request]
    answer: Callable[[Tools, Any, str], Awaitable[str]]
    only_reads: bool = True

    @property
    def schema(self) -> dict[str, Any]:
        """The arguments as a JSON schema."""
        _, found = msgspec.json.schema_components([self.takes])
        return dict(found[self.takes.__name__])


class Tools:
    """Answers the calls of agents, with what a page at their seat would be shown."""

    def __init__(self, api: Api, language: str = "en") -> None:
        self.language = language
        self._api, self._tables = api, api.tables
        self._seats = AgentSeats(api.tables)

    async def call(self, name: str, arguments: Mapping[str, Any]) -> tuple[str, bool]:
        """Return the answer to a call, and whether it was refused."""
        language = self.language
        try:
            tool, asked = _read(name, arguments)
            language = asked.language or language
            return await tool.answer(self, asked, language), False
        except PiocheError as error:
            self._tables.metrics.refused(error.message.key)
            return texts.refusal_text(error, language), True
        except SQLAlchemyError as error:
            log_fault("the database does not answer", error)
            told = words.say("no-database")
            self._tables.metrics.refused(told.key)
            return told.text(language), True

    async def list_games(self, asked: requests.ListGames, language: str) -> str:
        return texts.games_text(registry.games(), language)

    async def rules(self, asked: requests.Rules, language: str) -> str:
        book = registry.find(asked.game).rulebook(language)
        if asked.paragraph is None:
            return book
        for line in book.splitlines():
            if (found := PARAGRAPH.match(line)) and found[1] == asked.paragraph.upper():
                return line.removeprefix("- ")
        raise Refused(say("no-paragraph", paragraph=repr(asked.paragraph), game=asked.game))

    # Sitting down.

    async def open_table(self, asked: requests.OpenTable, language: str) -> str:
        nobody = hashed(fresh_secret())  # only the token gives the seat
        opened = opening(asked, self._tables.limits)
        self._tables.addresses.check_may_open(caller.get())
        _, code, tokens = await self._tables.open(opened, nobody, [OWN_SEAT], address=caller.get())
        return await self._seated("opened", code, tokens[OWN_SEAT], asked.wait, language)

    async def join_table(self, asked: requests.JoinTable, language: str) -> str:
        table_id = await asyncio.to_thread(self._tables.store.by_code, asked.code)
        if table_id is None:
            raise Refused(words.say("no-code"))
        token, seat = fresh_secret(), None if asked.seat is None else asked.seat - 1
        await self._tables.join(table_id, bodies.Join(asked.code, asked.name, seat), [hashed(token)])
        return await self._seated("joined", asked.code.upper(), token, asked.wait, language)

    async def _seated(self, key: str, code: str, token: str, wait: float, language: str) -> str:
        told = say(key, code=code, token=token).text(language)
        return f"{told}\n{await self._looked(await self._seats.find(token), wait, language)}"

    # At a table.

    async def look(self, asked: requests.Look, language: str) -> str:
        return await self._looked(await self._seats.find(asked.token), asked.wait, language)

    async def _looked(self, seat: AgentSeat, wait: float, language: str) -> str:
        """Wait until the seat has something to do, then return the table as it sees it."""
        await seat.wait(wait)
        table, state = seat.live.table, seat.tell()
        scores = [] if table.is_waiting else table.match.sheets(seat.seat)[-1]["scores"]
        return texts.table_text(table.match.game, state, scores, language)

    async def legal_moves(self, asked: requests.LegalMoves, language: str) -> str:
        seat = await self._seats.find(asked.token)
        return texts.moves_text(seat.look(), language)

    async def play(self, asked: requests.Play, language: str) -> str:
        seat = await self._seats.find(asked.token)
        await seat.live.let_bots_finish()
        at = seat.seen if asked.at is None else asked.at
        await self._act(seat, messages.Move(0, seat.seat, asked.move, at))
        return await self._looked(seat, asked.wait, language)

    async def say(self, asked: requests.Say, language: str) -> str:
        seat = await self._seats.find(asked.token)
        await self._act(seat, messages.Say(0, seat.seat, asked.text))
        return say("sent").text(language)

    async def _act(self, seat: AgentSeat, request: messages.Move | messages.Say) -> None:
        await self._tables.act(seat.live.table.id, lambda live: event_of(request, seat.connection, live))

    # Advice.

    async def hint(self, asked: requests.Hint, language: str) -> str:
        seat = await self._seats.find(asked.token)
        found = await self._tables.help.hint(seat.live.table.id, seat.seat, 0, caller.get())
        return texts.hints_text(found.hints, found.measure, language)

    async def review(self, asked: requests.Review, language: str) -> str:
        seat, until = await self._seats.find(asked.token), time.monotonic() + asked.wait
        table = seat.live.table
        if not table.over:
            raise Refused(words.say("not-over"))
        found = await begin_review(self._api, table.match, table.id)
        while found.state in ("waiting", "running") and time.monotonic() < until:
            await asyncio.sleep(LOOKS_AGAIN)
            found = await review_progress(self._api, found.key, table.id, found.game)
        if found.review is not None:
            return texts.review_text(found.review, seat.seat, language)
        if found.state == "failed":
            raise Refused(say("review-failed"))
        return say("review-running", share=f"{found.share:.0%}").text(language)


TOOLS: Mapping[str, Tool] = {
    "list_games": Tool(requests.ListGames, Tools.list_games),
    "rules": Tool(requests.Rules, Tools.rules),
    "open_table": Tool(requests.OpenTable, Tools.open_table, only_reads=False),
    "join_table": Tool(requests.JoinTable, Tools.join_table, only_reads=False),
    "look": Tool(requests.Look, Tools.look),
    "legal_moves": Tool(requests.LegalMoves, Tools.legal_moves),
    "play": Tool(requests.Play, Tools.play, only_reads=False),
    "say": Tool(requests.Say, Tools.say, only_reads=False),
    "hint": Tool(requests.Hint, Tools.hint, only_reads=False),
    "review": Tool(requests.Review, Tools.review),
}


def _read(name: str, arguments: Mapping[str, Any]) -> tuple[Tool, requests.Request]:
    if name not in TOOLS:
        raise Refused(say("no-tool", name=repr(name), known=", ".join(TOOLS)))
    try:
        return TOOLS[name], msgspec.convert(arguments, TOOLS[name].takes)
    except msgspec.ValidationError as error:
        raise Refused(say("bad-arguments", name=name, reason=str(error))) from error


def opening(asked: requests.OpenTable, limits: Limits) -> Opened:
    """Return the first event of a table: the agent sits first, then bots, then the seats that stay open."""
    game = registry.find(asked.game)
    setting = game.agree(asked.players, asked.variant, **asked.options)
    check_length(game, setting, limits)
    if asked.level not in LEVELS:
        raise Refused(say("no-level", level=repr(asked.level), known=", ".join(LEVELS)))
    if asked.open_seats >= setting.players:
        raise Refused(say("too-many-open", count=setting.players))
    bots = [Seat("bot", level=asked.level)] * (setting.players - 1 - asked.open_seats)
    seats = [Seat("person", checked_name(asked.name)), *bots, *[Seat("open")] * asked.open_seats]
    seed, options = read_seed(None).hex(), dict(setting.options)
    return Opened(game.name, setting.players, setting.variant, options, seats, seed, rules=game.edition)
