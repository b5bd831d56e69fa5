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


def written_by(act):
    """Return the groups that are written while a coroutine of a committer runs."""

    async def run():
        groups = Groups()
        commits = Committer(groups)
        await act(commits)
        await commits.close()
        return groups.written

    return asyncio.run(run())


def test_events_that_arrive_soon_after_a_commit_are_written_together(monkeypatch):
    monkeypatch.setattr(committer, "PAUSE_SECONDS", 0.2)

    async def act(commits):
        await commits.commit(event("a"))
        first = asyncio.create_task(commits.commit(event("b")))
        await asyncio.sleep(0.01)
        await asyncio.gather(first, commits.commit(event("c")))

    assert written_by(act) == [["a"], ["b", "c"]]


def test_a_table_that_plays_alone_does_not_wait(monkeypatch):
    monkeypatch.setattr(committer, "PAUSE_SECONDS", 3600)

    async def act(commits):
        for _ in range(3):
            await asyncio.wait_for(commits.commit(event("a")), 60)

    assert written_by(act) == [["a"], ["a"], ["a"]]


def test_enough_waiting_events_do_not_wait_for_more(monkeypatch):
    monkeypatch.setattr(committer, "PAUSE_SECONDS", 3600)
    tables = [f"b{number}" for number in range(committer.ENOUGH)]

    async def act(commits):
        await commits.commit(event("a"))
        await asyncio.wait_for(asyncio.gather(*(commits.commit(event(table)) for table in tables)), 60)

    assert written_by(act) == [["a"], tables]


def test_a_failed_commit_fails_for_all_of_its_group_and_the_next_is_written():
    class Failing(Groups):
        def append(self, entries):
            if not self.written:
                self.written.append([])
                raise OSError("no disk")
            return super().append(entries)

    async def run():
        groups = Failing()
        commits = Committer(groups)
        failed = await asyncio.gather(*(commits.commit(event(table)) for table in "ab"), return_exceptions=True)
        is_written = await commits.commit(event("c"))
        await commits.finish()
        await commits.close()
        return [type(each) for each in failed], is_written, groups.written

    assert asyncio.run(run()) == ([OSError, OSError], True, [[], ["c"]])
