"""What agents read depends only on what their seat has seen, and a leak planted in any tool is found.

The cards that a seat has not seen are dealt anew, as in the conformance suite: the witness of the game, not its
`observe`, says which these are. Then every tool must answer as before.
"""

import asyncio
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import numpy as np
import pytest

import pioche
from pioche import registry
from pioche.core.game import Rules
from pioche.server.agents import texts
from pioche.server.agents.tools import TOOLS, Tools
from pioche.server.app import Server
from pioche.server.bots import Pace
from pioche.server.compiler import Compiler
from tests.conformance.laws import witness_of
from tests.conformance.redeals import redeal
from tests.server.agents import CODE, TOKEN, moves_in
from tests.server.conftest import PATIENCE

FEW, MANY = 6, 60
"""From the first number of moves on, the cards are dealt anew; after the second, the test was not tried."""
REFUSED = 20
"""About how many illegal moves are tried."""
OWN_SEAT = 0


class House:
    """A server without its web pages, and an agent that plays the first seat of a table, and the last one."""

    def __init__(self, server):
        self.server, self.tools, self.rng = server, Tools(server.api), np.random.default_rng(1)
        self.token, self.others = "", []

    async def answer(self, tool, **arguments):
        text, _ = await self.tools.call(tool, arguments)
        return text

    @property
    def live(self):
        (live,) = self.server.tables._live.values()
        return live

    @property
    def match(self):
        return self.live.table.match

    async def sit(self, game):
        """Open a table, with the last seat open if there are several, and take that too; return both answers."""
        players = registry.find(game).agree().players
        opened = await self.answer("open_table", game=game, open_seats=min(players - 1, 1), wait=0)
        self.token = TOKEN.search(opened)[1]
        joined = await self.answer("join_table", code=CODE.search(opened)[1]) if players > 1 else ""
        self.others = TOKEN.findall(joined)
        return opened, joined

    async def rest(self):
        """Wait until bots have moved."""
        held = {OWN_SEAT, self.match.setting.players - 1}
        while self.live.bot is not None or not (self.match.over or held.intersection(self.match.to_move)):
            await asyncio.sleep(0.01)

    async def move(self):
        """Make a move in the first seat that may; return the answer, if it is about the table as it is now."""
        await self.rest()
        for token in (self.token, *self.others):
            moves = moves_in(await self.answer("look", token=token))
            if moves:
                told = await self.answer("play", token=token, move=str(self.rng.choice(moves)), wait=0)
                number = self.live.table.number
                await self.rest()
                return told if number == self.live.table.number and token == self.token else None
        return None

    async def fresh_look(self):
        """Look as an agent that was told nothing yet."""
        self.tools = Tools(self.server.api)
        return await self.answer("look", token=self.token)

    async def answers(self):
        """Return what the tools answer that change nothing."""
        names = list(self.match.rules.move_numbers)
        allowed = {move.name for move in (*self.match.legal(OWN_SEAT), *self.match.signals(OWN_SEAT))}
        illegal = [name for name in names[:: max(len(names) // REFUSED, 1)] if name not in allowed]
        return [
            await self.fresh_look(),
            await self.answer("legal_moves", token=self.token),
            await self.answer("review", token=self.token, wait=0),
            *[await self.answer("play", token=self.token, move=name) for name in [*illegal, "fly"]],
        ]

    async def advice(self):
        """Return what the tools answer that leave a line in the log; of hints not the figures, which are estimates."""
        hint = await self.answer("hint", token=self.token)
        said = await self.answer("say", token=self.token, text="good luck")
        return sorted(line.partition(" · ")[0] for line in hint.splitlines()), said

    def deal_anew(self):
        """Deal what the first seat has not seen anew; return whether another deal looks the same to it."""
        other = redeal(self.match, witness_of(registry.find(self.match.rules.name)), OWN_SEAT, self.rng)
        if other is not None:
            self.live.table.match = other
            vars(self.live).pop("views", None)  # what was made of the first deal
        return other is not None


@asynccontextmanager
async def house(folder):
    server = Server(f"sqlite:///{folder / 'tables.db'}", pace=Pace(seconds=0.05, pause=0.0), compiler=Compiler(()))
    server.store.migrate()
    try:
        yield House(server)
    finally:
        await server.tables.close()
        server.store.close()


def lines_of(text):
    """Return the lines of a table, without the label of the log, which stands before its first line only."""
    return {" ".join(line.removeprefix("Log").split()) for line in text.splitlines()}


async def check_everything(folder, game):
    """Fail if an answer to the first seat depends on a card that the seat has not seen."""
    async with house(folder) as at, asyncio.timeout(10 * PATIENCE):
        assert await at.answer("list_games") == texts.games_text(pioche.games(), "en")
        assert await at.answer("rules", game=game) == registry.find(game).rulebook("en")
        await check_sitting_down(at, game)
        for moved in range(MANY):
            told = await at.move()
            assert told is None or lines_of(told) <= lines_of(await at.fresh_look()), "play tells more than look"
            if moved >= FEW and await check_another_deal(at):
                return
    raise RuntimeError("no other deal was found: nothing was compared")


async def check_sitting_down(at, game):
    """Before everybody sits, no answer shows anything of the deal; then they show what a page would."""
    opened, joined = await at.sit(game)
    if joined:
        assert len(opened.splitlines()) == len(("token", "seats", "heading", "prompt")), "the deal is shown too early"
        at.tools = Tools(at.server.api)
        looked = await at.answer("look", token=at.others[0])
        assert lines_of(joined.partition("\n")[2]) <= lines_of(looked), "join_table tells more than look"
    else:
        assert lines_of(opened.partition("\n")[2]) <= lines_of(await at.fresh_look()), "open_table tells more than look"


async def check_another_deal(at):
    """Compare the answers before and after unseen cards are dealt anew; return whether there is another deal."""
    if OWN_SEAT not in at.match.to_move:
        return False
    advice = await at.advice()
    answers = await at.answers()
    if not at.deal_anew():
        return False
    assert await at.answers() == answers, "an answer depends on a card that the seat has not seen"
    assert await at.advice() == advice, "advice depends on a card that the seat has not seen"
    return True


@pytest.mark.parametrize("game", [game.name for game in pioche.games()])
def test_no_answer_depends_on_unseen_cards(game, tmp_path):
    asyncio.run(check_everything(tmp_path, game))


def test_a_leak_planted_in_what_a_seat_knows_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(Rules, "known", lambda rules, state, seat: state)
    with pytest.raises(AssertionError, match="depends on a card that the seat has not seen"):
        asyncio.run(check_everything(tmp_path, "a-moins"))


@pytest.mark.parametrize("name", TOOLS)
def test_a_leak_planted_in_any_tool_is_found(name, tmp_path, monkeypatch):
    honest = TOOLS[name]

    async def leaky(tools, asked, language):
        """Answer, also where an honest tool refuses, and add every card."""
        text = ""
        with suppress(pioche.PiocheError):
            text = await honest.answer(tools, asked, language)
        positions = [live.table.match.position() for live in tools._tables._live.values()]
        return "\n".join([text, *positions, "b4y7"])

    monkeypatch.setitem(TOOLS, name, replace(honest, answer=leaky))
    with pytest.raises(AssertionError):
        asyncio.run(check_everything(tmp_path, "a-moins"))
