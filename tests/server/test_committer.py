"""Group commits: what is written together, and who waits for whom."""

import asyncio

from pioche.server import committer
from pioche.server.committer import Committer
from pioche.server.events import Moved
from pioche.server.store import Entry


class Groups:
    """A store that notes which tables are written in each commit."""

    def __init__(self):
        self.written = []

    def append(self, entries):
        self.written.append([entry.table_id for entry in entries])
        return [True] * len(entries)


def event(table):
    return Entry(table, 1, Moved(0, "take"))


def test_events_that_arrive_soon_after_a_commit_are_written_together(monkeypatch):
    monkeypatch.setattr(committer, "PAUSE_SECONDS", 0.2)

    async def run():
        groups = Groups()
        commits = Committer(groups)
        await commits.commit(event("a"))
        first = asyncio.create_task(commits.commit(event("b")))
        await asyncio.sleep(0.01)
        await asyncio.gather(first, commits.commit(event("c")))
        await commits.close()
        return groups.written

    assert asyncio.run(run()) == [["a"], ["b", "c"]]


def test_a_table_that_plays_alone_does_not_wait(monkeypatch):
    monkeypatch.setattr(committer, "PAUSE_SECONDS", 3600)

    async def run():
        groups = Groups()
        commits = Committer(groups)
        for _ in range(3):
            await asyncio.wait_for(commits.commit(event("a")), 60)
        await commits.close()
        return groups.written

    assert asyncio.run(run()) == [["a"], ["a"], ["a"]]
