"""What does a variant, an option or a reading of the rules change? The same deals in two settings or more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pioche.core.errors import BadSetting
from pioche.core.words import Message

from ..answer import Answer, Plot, Table, Value
from ..figures import Figure, number, share
from ..statistics import Estimate, mean_of
from .asked import Asked, Plan, blocks_for, column, interval, joined, title
from .playing import Sitting, ending_of, leads, play, shares
from .words import say

MATCHES = 20_000
ENDING = "ending:"
SHARES = ("first", "dealer", "won", "tie")
SWITCHES = {"on": True, "true": True, "off": False, "false": False}


@dataclass(frozen=True)
class Compared:
    """The same deals in several settings; differences are those from the first."""

    sittings: tuple[Sitting, ...]
    seed: int
    size: int

    def block(self, number: int) -> Any:
        measured = [measures(each, self.size, self.seed, number) for each in self.sittings]
        base = measured[0]
        return {
            "matches": self.size,
            "base": {name: _sums(values) for name, values in base.items()},
            "others": [
                {
                    name: [*_sums(values), *_sums(values - base.get(name, 0.0))]
                    for name, values in (dict.fromkeys(base, np.zeros(self.size)) | other).items()
                }
                for other in measured[1:]
            ],
        }


def _sums(values: NDArray[np.float64]) -> list[float]:
    return [float(values.sum()), float(np.square(values).sum())]


def measures(sitting: Sitting, size: int, seed: int, number: int) -> dict[str, NDArray[np.float64]]:
    """Return what is compared, by name: one number for each match."""
    block = play(sitting, size, seed, number)
    found = {"length": block.lengths.astype(np.float64), "score": block.totals.mean(axis=1)}
    won = shares(sitting, block)
    if sitting.found.together:
        found["won"] = won[:, 0]
    elif sitting.players > 1:
        lead = leads(sitting, block)
        found |= {"lead": lead.astype(np.float64), "tie": (lead == 0).astype(np.float64)}
        for name, place in (("dealer", 0), ("first", 1)):
            seat = (block.dealers + place) % sitting.players
            found[name] = won[np.arange(size), seat]
    endings = sitting.table.rounds[-1].endings
    for index, name in enumerate(endings if len(endings) > 1 else ()):
        found[ENDING + name] = (block.endings == index).astype(np.float64)
    return found


def plan(asked: Asked) -> Plan:
    base = asked.sitting()
    others = [_changed(asked, given) for given in asked.against] if asked.against else _all_changes(asked, base)
    if not others:
        raise BadSetting(say("compare.nothing", game=base.found.title))
    sittings = (base, *others)
    work = Compared(sittings, asked.seed, min(each.size for each in sittings))
    blocks = blocks_for(asked.matches or MATCHES, work.size)
    return Plan(work, blocks, lambda results: conclude(asked, work, results), all(each.is_quick for each in sittings))


def _changed(asked: Asked, given: str) -> Sitting:
    """Return the setting with some things changed: ``variant=tactical``, ``players=5,bots=strong``, ``signals=off``."""
    changed = asked
    for part in given.split(","):
        name, equals, value = part.partition("=")
        if not equals:
            raise BadSetting(say("compare.bad", given=repr(given)))
        if name == "variant":
            changed = replace(changed, variant=value or None)
        elif name == "bots":
            changed = replace(changed, bots=value.replace("+", ","))
        elif name == "players":
            if not value.isdecimal():
                raise BadSetting(say("compare.bad", given=repr(given)))
            changed = replace(changed, players=int(value))
        else:
            changed = replace(changed, options={**changed.options, name: _option(value)})
    return changed.sitting()


def _option(value: str) -> object:
    return (
        SWITCHES[value.lower()] if value.lower() in SWITCHES else int(value) if re.fullmatch(r"-?\d+", value) else value
    )


def _all_changes(asked: Asked, base: Sitting) -> list[Sitting]:
    """Return a sitting for each variant and each switch, all else being the same, where the game allows it."""
    game, options = base.found, dict(base.options)
    found = [replace(asked, variant=variant) for variant in game.variants if variant != base.variant]
    for name, option in game.options.items():
        if isinstance(option.default, bool):
            found.append(replace(asked, options={**asked.options, name: not options[name]}))
    allowed = []
    for each in found:
        try:
            allowed.append(replace(each, players=base.players).sitting())
        except BadSetting:  # a variant for other numbers of players
            continue
    return allowed


def setting_name(sitting: Sitting, base: Sitting) -> Message:
    """Return what is different in a setting, in words."""
    parts: list[Message] = []
    if sitting.variant != base.variant:
        variant = sitting.variant
        parts.append(say("compare.variant", name=variant) if variant else say("compare.no-variant"))
    if sitting.players != base.players:
        parts.append(say("players", count=sitting.players))
    before = dict(base.options)
    for name, value in sitting.options:
        if value != before.get(name):
            written = {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
            parts.append(say("compare.option", name=name, value=written))
    if sitting.bots != base.bots and (sitting.players == base.players or set(sitting.bots) != set(base.bots)):
        parts.append(say("compare.bots", bots="/".join(dict.fromkeys(sitting.bots))))
    return joined(parts) if parts else say("compare.same")


@dataclass(frozen=True)
class Change:
    """What one measure is in the first setting and in another one, and the difference, match by match."""

    setting: Message
    sitting: Sitting
    name: str
    base: float
    other: float
    difference: Estimate

    @property
    def is_share(self) -> bool:
        return self.name in SHARES or self.name.startswith(ENDING)

    @property
    def title(self) -> Message:
        if self.name.startswith(ENDING):
            return say("compare.ending", ending=ending_of(self.sitting, self.name.removeprefix(ENDING)))
        return say(f"compare.measure.{self.name}")

    def written(self, value: float) -> Figure:
        return share(value) if self.is_share else number(value, ",.2f")


def conclude(asked: Asked, work: Compared, results: Iterator[Any]) -> Answer:
    matches = 0
    base: dict[str, list[float]] = {}
    others: list[dict[str, list[float]]] = [{} for _ in work.sittings[1:]]
    for block in results:
        matches += block["matches"]
        _add(base, block["base"])
        for sums, more in zip(others, block["others"], strict=True):
            _add(sums, more)
    changes = [
        Change(
            setting_name(sitting, work.sittings[0]),
            sitting,
            name,
            base.get(name, [0.0])[0] / matches,
            total / matches,
            mean_of(matches, difference, squares),
        )
        for sitting, sums in zip(work.sittings[1:], others, strict=True)
        for name, (total, _, difference, squares) in sums.items()
    ]
    return Answer(
        question=asked.question,
        game=work.sittings[0].game,
        title=title(asked, work.sittings[0]),
        findings=tuple(_findings(changes)),
        tables=tuple(_tables(changes)),
        plots=(Plot("bars", "shares", say("compare.plot"), "shares", "what", "difference", "low", "high", even=0.0),),
        methods=(say("compare.method"), say("method.interval"), say("method.many")),
        matches=matches * len(work.sittings),
    )


def _add(sums: dict[str, list[float]], more: Mapping[str, list[float]]) -> None:
    for name, values in more.items():
        sums[name] = [one + other for one, other in zip(sums.get(name, [0.0] * len(values)), values, strict=True)]


def _findings(changes: list[Change]) -> Iterator[Message]:
    for setting in dict.fromkeys(change.setting.text() for change in changes):
        mine = [change for change in changes if change.setting.text() == setting]
        clear = [change for change in mine if change.difference.is_clear]
        if not clear:
            yield say("compare.unclear", setting=mine[0].setting)
        for change in clear:
            before, after = change.written(change.base), change.written(change.other)
            yield say("compare.clear", setting=change.setting, what=change.title, before=before, after=after)


def _tables(changes: list[Change]) -> Iterator[Table]:
    for name, form, of_shares in (("figures", ",.2f", False), ("shares", ".2%", True)):
        rows: list[tuple[Value, ...]] = [
            (
                say("compare.row", setting=change.setting, what=change.title),
                change.base,
                change.other,
                change.difference.value,
                change.difference.low,
                change.difference.high,
            )
            for change in changes
            if change.is_share == of_shares
        ]
        numbers = (column("base", form), column("other", form), column("difference", f"+{form}"))
        yield Table(name, say(f"compare.{name}"), (column("what"), *numbers, *interval(f"+{form}")), tuple(rows))
