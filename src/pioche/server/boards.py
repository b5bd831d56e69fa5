"""Boards: opening the deals of contests, proving how they ended, and comparing the results."""

from __future__ import annotations

import logging
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np

from pioche import registry
from pioche.core.daily import OWN_SEAT
from pioche.core.game import Format
from pioche.core.match import Match
from pioche.core.match.record import to_text

from .contest import DAILY, Contest, daily_contest, day_in, ended_late, is_closed, keyed, start_of
from .duplicates import Duplicates
from .entries import FIRST, HELPED, LATE, UNPROVED, Entries, Entry, Mark, Try
from .errors import Refused
from .people import People, Player
from .proof import prove
from .shelf import today
from .store import Store
from .words import say

logger = logging.getLogger("pioche.server")

HIGHEST_ID = 2**31 - 1
"""The highest number that a database can store as the id of an entry."""
DAYS_KEPT = 31
"""How many days back boards can be asked for."""
MOST_SHOWN = 500
"""How many entries of a board are sent; the player's own are among them in any case."""
MOST_READ = 2 * MOST_SHOWN
"""How many entries of a board are ranked, the earliest first."""


@dataclass(frozen=True)
class Ranked:
    """An entry with its place on the board; None if it does not count."""

    entry: Entry
    rank: int | None


class Boards:
    """The contests of this server. Its methods block; call them from worker threads."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.people = People(store)
        self.entries = Entries(store)
        self.duplicates = Duplicates(store)

    # Deals.

    def day_for(self, player: Player | None) -> date:
        """Return the day whose deals a player is given: today's, or yesterday's if the player is new today.

        Otherwise a fresh browser could look at the deal of the day, and another one play it.
        """
        day = today()
        return day if player is not None and player.since < start_of(day) else day - timedelta(1)

    def daily(self, game: str, day: date) -> Contest:
        """Return a deal of the day, of today or of the last weeks."""
        if not today() - timedelta(DAYS_KEPT) <= day <= today():
            raise Refused(say("no-board"))
        return daily_contest(self.store.key(DAILY), registry.find(game), day)

    def is_of_today(self, match: Match) -> bool:
        """Return whether a match has the cards of a deal of the day that is not over."""
        return match.seed.hex() == self.daily(match.game.name, today()).seed

    def find(self, name: str) -> Contest:
        """Return a contest by its name."""
        if day_in(name) is None:
            return self.duplicates.by_name(name)
        _, day, game = name.split(" ")
        return daily_contest(self.store.key(DAILY), registry.find(game), date.fromisoformat(day))

    def try_of(self, contest: Contest, player: Player | None, address: str | None) -> Try:
        """Return what decides whether an entry counts. The address is stored only as a hash with a key of the day."""
        player_id = player.id if player else ""
        if contest.day is None:
            return Try(contest.name, player_id)
        network = None if address is None else keyed(contest.seed, f"network {address}")
        return Try(contest.name, player_id, network, is_late=is_closed(contest.name, today()))

    def begin(self, asked: Try, table_id: str, name: str) -> Mark | None:
        """Enter a table, before its deal is shown to anybody."""
        self.entries.forget_networks(start_of(today() - timedelta(1)))
        return self.entries.begin(asked, table_id, name)

    # Results.

    def finish(self, table_id: str, match: Match, name: str, *, is_helped: bool, ended: float) -> None:
        """Prove the match of a table, and note its result. Raise `NotCompiled` if that is not possible yet.

        A try that was begun on the day and ended after it is late: meanwhile everybody could see the deal.
        """
        record = to_text(match.record())
        mark: Mark | None = HELPED if is_helped else LATE if ended_late(name, ended) else None
        try:
            prove(record, self.find(name))
        except Refused:  # a new version of the bots was installed in the middle of the match
            logger.exception("entry not proved", extra={"table": table_id})
            mark = UNPROVED
        self.entries.finish(table_id, mark, match.scores[OWN_SEAT], match.places[OWN_SEAT], record, ended)

    def send_in(self, contest: Contest, player: Player, name: str, text: str) -> Entry:
        """Enter a record that was played elsewhere, if it proves itself. It never has a place."""
        match = prove(text, contest)
        record = to_text(match.record())
        owner = self.entries.holder_of(contest.name, record)
        if owner is not None:
            raise Refused(say("entry.entered" if owner == player.id else "entry.of-another"))
        asked = Try(contest.name, player.id)
        made = self.entries.add_elsewhere(asked, name, match.scores[OWN_SEAT], match.places[OWN_SEAT], record)
        if made is None:
            raise Refused(say("entry.too-many"))
        return made

    # Reading.

    def has_finished(self, player: Player | None, contest: str) -> bool:
        """Return whether a player has played a deal to its end, and so knows it."""
        found = [] if player is None else self.entries.of_player(player.id, [contest])
        return any(entry.ended is not None for entry in found)

    def may_see(self, player: Player | None, contest: str) -> bool:
        """Return whether a player may see others' results and tables: their day is over, or the player is done."""
        return is_closed(contest, today()) or self.has_finished(player, contest)

    def check_may_watch(self, contest: str | None, browser: str | None) -> None:
        """Refuse to show somebody else's table, while the browser's player could still play the same deal."""
        if contest is not None and not self.may_see(self.people.find(browser), contest):
            raise Refused(say("sealed"))

    def ranked(self, contest: Contest) -> list[Ranked]:
        """Return all entries that are over: those with a place first, best first; then the others."""
        found = self.entries.finished(contest.name, MOST_READ)
        return rank(found, low_wins=lowest_wins(contest.game.format(contest.setting)))

    def record(self, player: Player | None, entry_id: int) -> str:
        """Return the record of an entry. It shows every card."""
        found = self.entries.record(entry_id) if entry_id <= HIGHEST_ID else None
        if found is None:
            raise Refused(say("no-entry"))
        if not self.may_see(player, found[0]):
            raise Refused(say("sealed"))
        return found[1]


def lowest_wins(form: Format) -> bool:
    """Return whether the lowest total is the best."""
    out = np.zeros(2, np.int32)
    form.places(np.array([0, 1], np.int32), out)
    return bool(out[0] == 1)


def rank(entries: Sequence[Entry], *, low_wins: bool) -> list[Ranked]:
    """Rank entries by the place reached at their tables, then by the score; equal ones share a place."""

    def strength(entry: Entry) -> tuple[int, int]:
        score = entry.score or 0
        return entry.place or 0, score if low_wins else -score

    counting = sorted((each for each in entries if each.mark == FIRST), key=strength)
    strengths = [strength(each) for each in counting]
    others = sorted((each for each in entries if each.mark != FIRST), key=strength)
    placed = [Ranked(each, bisect_left(strengths, strength(each)) + 1) for each in counting]
    return [*placed, *(Ranked(each, None) for each in others)]
