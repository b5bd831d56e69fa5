"""Rebuilds a table from its log, a part at a time, so that a long log never fills the memory."""

from __future__ import annotations

import gc

from .errors import WasPruned
from .store import Store
from .table import Table
from .words import say

PART = 1000
"""How many events are read at once."""


def rebuilt(store: Store, table_id: str) -> Table:
    """Return a table as its log says it is. It blocks: call it from a worker thread."""
    part = store.read(table_id, most=PART)
    if not part or part[0][0] > 0:  # perhaps somebody who was still there has said something since
        raise WasPruned(say("pruned-table"))
    table = Table.replay(table_id, part)
    while len(part) == PART:
        part = store.read(table_id, table.number, most=PART)
        table.follow(part)
    gc.collect(0)  # or the objects of hundreds of tables would be scanned at once, while everybody waits
    return table
