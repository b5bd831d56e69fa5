"""The result of a finished match in words: a headline from the reader's side, and what made the difference."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ..errors import say
from ..state import SPECTATOR
from ..table import Entry
from ..views import PlainMessage
from ..words import Message, Player
from .rounds import is_low_best, places_in_round

if TYPE_CHECKING:
    from .match import Match


class Side(NamedTuple):
    """A player or a team, with its total and its place."""

    seats: tuple[int, ...]
    total: int
    place: int


class Gap(NamedTuple):
    """What two sides got in a round, and by how much the first did better."""

    lead: int
    number: int
    ahead: Message | str
    behind: Message | str


class Verdict:
    """The result of a match that is over, for a seat; −1 is a spectator."""

    def __init__(self, match: Match, eyes: int) -> None:
        self._match, self._eyes = match, eyes

    def to_dict(self) -> dict[str, PlainMessage | None]:
        decided = self.decided
        return {"headline": self.headline.to_dict(), "decided": decided.to_dict() if decided else None}

    # The sides, and who is compared with whom.

    @cached_property
    def _sides(self) -> list[Side]:
        """The sides, best first."""
        match, totals = self._match, self._match.scores
        if match.teams:
            places = match.team_places
            sides = [Side(team.seats, totals[team.seats[0]], places[i]) for i, team in enumerate(match.teams)]
        else:
            sides = [Side((seat,), totals[seat], place) for seat, place in enumerate(match.places)]
        return sorted(sides, key=lambda side: side.place)

    @cached_property
    def _own(self) -> Side | None:
        return next((side for side in self._sides if self._eyes in side.seats), None)

    @cached_property
    def _winners(self) -> list[Side]:
        return [side for side in self._sides if side.place == 1]

    @cached_property
    def _pair(self) -> tuple[Side, Side]:
        """The winner, and the side that it is compared with: the reader's, or the next best."""
        ahead, behind = self._winners[0], self._sides[1]
        own = self._own
        return (ahead, own) if own and own.place > 1 else (ahead, behind)

    @property
    def _margin(self) -> int:
        ahead, behind = self._pair
        return abs(ahead.total - behind.total)

    # The headline.

    @property
    def headline(self) -> Message:
        match = self._match
        if match.game.together:
            return match.rules.words("headline.won" if match.winners else "headline.lost", count=match.scores[0])
        if match.teams:
            return self._team_headline()
        if self._own is None:
            return self._spectators_headline()
        if self._own.place == 1:
            return self._winners_headline(self._own)
        return self._losers_headline(self._own)

    def _team_headline(self) -> Message:
        if len(self._winners) > 1:
            return say("end.teams-level")
        if self._eyes == SPECTATOR:
            won = next(team for team in self._match.teams if team.seats == self._winners[0].seats)
            return say("end.team-wins", team=won.name, count=self._margin)
        return say("end.own-team-wins" if self._own == self._winners[0] else "end.own-team-loses", count=self._margin)

    def _spectators_headline(self) -> Message:
        winner, *others = (Player(side.seats[0]) for side in self._winners)
        if len(others) > 1:
            return say("end.many-share", count=len(self._winners))
        if others:
            return say("end.two-share", player=winner, other=others[0])
        return say("end.wins", player=winner, count=self._margin, other=Player(self._pair[1].seats[0]))

    def _winners_headline(self, own: Side) -> Message:
        others = [Player(side.seats[0]) for side in self._winners if side != own]
        if len(others) > 1:
            return say("end.you-share-with-many", count=len(others))
        return say("end.you-share", other=others[0]) if others else say("end.you-win", count=self._margin)

    def _losers_headline(self, own: Side) -> Message:
        place = say(f"end.place.{own.place}")
        if sum(side.place == own.place for side in self._sides) > 1:
            place = say("end.shared", place=place)
        if len(self._winners) > 1:
            return say("end.you-came-behind-many", place=place, count=self._margin)
        return say("end.you-came", place=place, count=self._margin, other=Player(self._winners[0].seats[0]))

    # What made the difference.

    @property
    def decided(self) -> Message | None:
        match = self._match
        if match.game.together:
            return match.rules.decided(match.now.truth) or self._largest_share()
        if self._margin == 0:
            return None
        return self._decisive_round() if match.rounds > 1 else self._decisive_entry()

    def _largest_share(self) -> Message | None:
        largest = self._largest(0)
        return say("end.most-left", what=largest.title) if largest else None

    def _largest(self, seat: int, sign: int = 1) -> Entry | None:
        """The line of a seat's sheet of the last round that adds most to its score, or takes most from it."""
        entries = self._match.rules.sheet(self._match.now.truth, seat, seat)
        changing = [entry for entry in entries if sign * (entry.value or 0) > 0]
        return max(changing, key=lambda entry: sign * (entry.value or 0), default=None)

    def _decisive_entry(self) -> Message | None:
        """What cost most where low scores win, or paid most where high ones do; if there is no such thing, what did
        the opposite for the other side."""
        ahead, behind = self._pair
        is_cost = is_low_best(self._match.format, 0)
        adding, taking = (behind, ahead) if is_cost else (ahead, behind)
        if largest := self._largest(adding.seats[0]):
            return self._decisive("cost" if is_cost else "paid", adding, largest)
        if largest := self._largest(taking.seats[0], -1):
            return self._decisive("paid" if is_cost else "cost", taking, largest)
        return None

    def _decisive(self, kind: str, side: Side, entry: Entry) -> Message:
        what, count = entry.title, abs(int(entry.value or 0))
        if self._eyes in side.seats:
            return say(f"end.{kind}-you", what=what, count=count)
        return say(f"end.{kind}", what=what, count=count, other=self._named(side))

    def _named(self, side: Side) -> Message | Player:
        names = {team.seats: team.name for team in self._match.teams}
        return names.get(side.seats, Player(side.seats[0]))

    def _decisive_round(self) -> Message | None:
        """The round that was worth most to the side ahead."""
        ahead, behind = self._pair
        gap = max(self._gaps(), key=lambda each: each.lead, default=None)
        if gap is None or gap.lead <= 0:
            return self._decisive_strike()
        what = self._title(gap.number)
        if self._eyes in ahead.seats:
            return say("end.decided-you", what=what, own=gap.ahead, theirs=gap.behind, other=self._named(behind))
        if self._eyes in behind.seats:
            return say("end.decided-you", what=what, own=gap.behind, theirs=gap.ahead, other=self._named(ahead))
        first, second = self._named(ahead), self._named(behind)
        return say("end.decided", what=what, first=first, score=gap.ahead, second=second, other_score=gap.behind)

    def _title(self, number: int) -> Message:
        """The name of a round, or of its game if there are several."""
        rules = self._match.all_rules
        return say("end.round", round=number + 1) if len(set(rules)) == 1 else rules[number].words("title")

    def _decisive_strike(self) -> Message | None:
        """The largest score that was struck out for the side ahead."""
        match, (ahead, _) = self._match, self._pair
        points, seat = match.points(), ahead.seats[0]
        struck = [strike for strike in match.strikes if strike.seat == seat]
        if not struck:
            return None
        largest = max(struck, key=lambda strike: abs(int(points[strike.round, seat])))
        score, what = str(points[largest.round, seat]), self._title(largest.round)
        if self._eyes in ahead.seats:
            return say("end.struck-you", what=what, score=score)
        return say("end.struck", what=what, score=score, other=self._named(ahead))

    def _gaps(self) -> list[Gap]:
        """The rounds in which both scores count, as the match counts them: by points, or by places."""
        match, points = self._match, self._match.points()
        first, second = (side.seats[0] for side in self._pair)
        struck = {strike.round for strike in match.strikes if strike.seat in (first, second)}
        found = []
        for number in range(len(points)):
            if number in struck:
                continue
            if match.counts_places:
                places = places_in_round(match.format, points, number)
                one, other = (say(f"end.place.{places[seat]}") for seat in (first, second))
                found.append(Gap(places[second] - places[first], number, one, other))
            else:
                lead = int(points[number, second] - points[number, first])
                lead = lead if is_low_best(match.format, number) else -lead
                found.append(Gap(lead, number, str(points[number, first]), str(points[number, second])))
        return found
