"""A scripted agent: it reads the texts of the tools, and nothing else."""

import random
import re

from tests.server.conftest import PATIENCE

MOVES = re.compile(r"^Moves +(.+)$", re.MULTILINE)
RESULT = re.compile(r"^Result ", re.MULTILINE)
TOKEN = re.compile(r"The token of your seat is (\S+)$", re.MULTILINE)
STATE = re.compile(r"^Table \w+, state (\d+): ", re.MULTILINE)
CODE = re.compile(r"^You (?:opened|joined) the table (\w+)\.")


def moves_in(text: str) -> list[str]:
    """Return the names of the legal moves in the text of a table."""
    found = MOVES.search(text)
    return found[1].split(", ") if found else []


class Agent:
    """An agent in one seat, over any transport."""

    def __init__(self, client, seed=1):
        self.client, self._rng = client, random.Random(seed)
        self.text = self.token = self.code = ""
        """The last text of the table, and what its first one said."""

    async def ask(self, tool, **arguments) -> tuple[str, bool]:
        """Return the answer of a tool, and whether it was refused."""
        found = await self.client.call_tool(tool, arguments, read_timeout_seconds=4 * PATIENCE)
        (block,) = found.content
        return block.text, found.is_error

    async def call(self, tool, **arguments) -> str:
        text, is_refused = await self.ask(tool, **arguments)
        assert not is_refused, text
        return text

    async def refused(self, tool, **arguments) -> str:
        text, is_refused = await self.ask(tool, **arguments)
        assert is_refused, text
        return text

    async def sit(self, tool, **arguments) -> None:
        """Open or join a table."""
        self.text = await self.call(tool, **arguments)
        self.token, self.code = TOKEN.search(self.text)[1], CODE.search(self.text)[1]

    async def move(self) -> None:
        """Make a move if there is one, otherwise wait for the turn."""
        moves = moves_in(self.text)
        if moves:
            self.text = await self.call("play", token=self.token, move=self._rng.choice(moves))
        else:
            self.text = await self.call("look", token=self.token, wait=20)

    async def play_out(self) -> None:
        while not RESULT.search(self.text):
            await self.move()
