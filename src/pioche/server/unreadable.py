"""Builds tables from the log. A table that cannot be read is refused in a sentence, and breaks nothing else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy.exc import SQLAlchemyError

from pioche.core.errors import IllegalMove, PiocheError

from .bodies import Summary
from .errors import Refused, Unreadable, WasPruned
from .events import decode
from .loading import rebuilt
from .store import Store
from .table import Table
from .words import say

logger = logging.getLogger("pioche.server")


Replay = Callable[[Callable[[], Table]], Awaitable[Table]]
"""Runs a function in a thread for such work."""


async def load(store: Store, table_id: str, replay: Replay) -> tuple[Table, str]:
    """Return a table after all its events, and its code."""
    code = await asyncio.to_thread(store.code_of, table_id)
    if code is None:
        raise Refused(say("no-table"))
    try:
        return await replay(lambda: rebuilt(store, table_id)), code
    except (SQLAlchemyError, WasPruned):
        raise
    except Exception as error:
        raise unreadable(table_id, error) from error


async def follow(store: Store, table: Table, news: tuple[int, str] | None = None) -> bool:
    """Apply the events that other processes have stored; return whether there were any.

    ``news`` is the number of an event, and the event: if it is the next one, nothing has to be read.
    """
    try:
        if news is not None and news[0] == table.number + 1:
            found = [(news[0], decode(news[1].encode()))]
        else:
            found = await asyncio.to_thread(store.read, table.id, table.number)
        table.follow(found)
    except SQLAlchemyError:
        raise
    except Exception as error:
        raise unreadable(table.id, error) from error
    return bool(found)


def unreadable(table_id: str, error: Exception) -> Unreadable:
    """Log in one line why a table cannot be read, and return the exception for the request."""
    text = error.message.text("en") if isinstance(error, PiocheError) else str(error)  # not the position: it has cards
    why = f"{type(error).__name__}: {text}".partition("\n")[0]
    logger.error("table cannot be read", extra={"table": table_id, "why": why})
    return Unreadable(say("unreadable-moves" if isinstance(error, IllegalMove) else "unreadable-table"))


def unreadable_summary(store: Store, table_id: str, seats: list[int], error: Unreadable) -> Summary:
    """Return what is known of a table without its events, and why there is no more. Blocks."""
    code, game, opened = store.game_of(table_id)
    return Summary(
        table=table_id,
        code=code,
        game=game,
        variant=None,
        over=isinstance(error, WasPruned),
        opened=opened,
        touched=opened,
        seats=sorted(seats),
        to_move=[],
        names=[],
        kinds=[],
        problem=error.message.to_dict(),
    )
