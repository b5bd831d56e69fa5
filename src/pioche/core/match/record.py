"""Records of matches, as JSON-compatible data and as text: settings, seed or decks, and every move by name.

A record is replayed move by move, and every move is checked, so the result is always a possible match.
docs/records.md describes the format.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from ..errors import BadRecord, PiocheError, say
from ..fair import SEED_BYTES, SharedSeed

if TYPE_CHECKING:
    from .match import Match

FORMAT = 1
HEADING = f"Pioche record {FORMAT}"

Plain = dict[str, Any]

RESULTS = ("over", "endings", "scores")
"""The results that follow from the moves: stored so that a reader need not replay, and checked by a replay."""
FIELDS = (
    *("game", "variant", "players", "options", "seed", "commitment", "contributions", "dealer", "deck"),
    *("position", "substitutes", "moves"),
    *RESULTS,
)


@dataclass(frozen=True)
class Substitute:
    """A bot that played for someone, from move ``after`` to move ``until`` of the match; None: to the end."""

    seat: int
    level: str
    after: int
    until: int | None = None

    def relieved(self, seat: int, step: int) -> Substitute:
        """Return the substitute after the seat's player took it back."""
        return replace(self, until=step) if self.seat == seat and self.until is None else self

    def up_to(self, step: int) -> Substitute:
        """Return the substitute after later moves were taken back; that a bot played stays on record."""
        until = None if self.until is None else min(self.until, step)
        return replace(self, after=min(self.after, step), until=until)


def make_record(match: Match) -> Plain:
    """Return the record of a match. It contains the seed, and so reveals every card."""
    record: Plain = {
        "format": FORMAT,
        "game": match.game.name,
        "variant": match.setting.variant,
        "players": match.players,
        "options": dict(match.setting.options),
        "seed": match.seed.hex(),
        "commitment": match.commitment,
        "contributions": None if match.shared_seed is None else match.shared_seed.to_dict(),
        "dealer": None if match.start else match.deals.given_dealer,
        "deck": match.deals.given_decks or None,
        "position": match.start.text if match.start else None,
        "substitutes": [asdict(each) for each in match.substitutes] or None,
        "moves": [[seat, name] for seat, name in match.moves],
        **_results(match),
    }
    return {**record, "checksum": checksum(record)}


def _results(match: Match) -> Plain:
    return {"over": match.over, "endings": match.endings, "scores": match.scores}


def checksum(record: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the record without its checksum, as JSON with sorted keys and no spaces.

    Fields added later count only where they are set, so that older records keep their checksum.
    """
    rest = {name: value for name, value in record.items() if name != "checksum"}
    for field in ("contributions", "position", "substitutes"):
        if rest.get(field) is None:
            rest.pop(field, None)
    return hashlib.sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def replay_record(record: Mapping[str, Any], open_match: Callable[..., Match]) -> Match:
    """Replay a record; raise `BadRecord` if it is not valid."""
    _check_shape(record)
    match = _open(record, open_match)
    match.substitutes = [Substitute(**each) for each in record.get("substitutes") or []]
    for number, (seat, move) in enumerate(record["moves"], 1):
        try:
            match.play(seat, move)
        except PiocheError as error:
            line = f"{seat} {move}"  # as the record has it, where seats are counted from 0
            raise BadRecord(say("record.move", number=number, line=line, reason=error.message)) from error
    for field, found in _results(match).items():
        if field in record and record[field] != found:
            raise BadRecord(say("record.result", field=field, said=_brief(record[field]), found=_brief(found)))
    if "checksum" in record and record["checksum"] != checksum(record):
        raise BadRecord(say("record.checksum"))
    return match


def _open(record: Mapping[str, Any], open_match: Callable[..., Match]) -> Match:
    deal = {field: record.get(field) for field in ("deck", "dealer", "position")} | {"seed": _seed(record)}
    match = open_match(record["game"], record["players"], record.get("variant"), record.get("options") or {}, **deal)
    if record.get("commitment") not in (None, match.commitment):
        raise BadRecord(say("record.commitment", said=record["commitment"], found=match.commitment))
    return match


def _seed(record: Mapping[str, Any]) -> str | SharedSeed:
    """Return the seed, with its parts if players contributed to it."""
    seed: str = record["seed"]
    if record.get("contributions") is None:
        return seed
    shared = SharedSeed.from_dict(record["contributions"])
    if shared.seed.hex() != seed.lower():
        raise BadRecord(say("record.contributions", said=seed, found=shared.seed.hex()))
    return shared


def _check_shape(record: object) -> None:
    if not isinstance(record, Mapping):
        raise BadRecord(say("record.not-text", reason=_brief(record)))
    if record.get("format") != FORMAT:
        raise BadRecord(say("record.version", version=_brief(record.get("format")), known=FORMAT))
    for field in ("game", "players", "seed", "moves"):
        if field not in record:
            raise BadRecord(say("record.lacks", field=field))
    for field, fits in _SHAPES.items():
        if not fits(record.get(field)):
            raise BadRecord(say("record.field", field=field, value=_brief(record.get(field))))
    for number, move in enumerate(record["moves"], 1):
        if not _is_move(move):
            raise BadRecord(say("record.field", field=f"moves, {number}", value=_brief(move)))


def _is_move(move: object) -> bool:
    return isinstance(move, list | tuple) and len(move) == 2 and type(move[0]) is int and isinstance(move[1], str)


def _is_substitute(value: object) -> bool:
    if not isinstance(value, dict) or set(value) != {"seat", "level", "after", "until"}:
        return False
    numbers = [value["seat"], value["after"], 0 if value["until"] is None else value["until"]]
    return isinstance(value["level"], str) and all(type(each) is int and each >= 0 for each in numbers)


def _are_contributions(value: object) -> bool:
    """Return whether a value has the server's part of a seed and those of seats, in hexadecimal digits."""
    if not isinstance(value, dict) or "server" not in value:
        return False
    names = all(re.fullmatch(r"server|[0-9]", str(name)) for name in value)
    return names and all(re.fullmatch(r"[0-9a-fA-F]{64}", str(part)) for part in value.values())


_SHAPES: dict[str, Callable[[Any], bool]] = {
    "game": lambda value: isinstance(value, str),
    "variant": lambda value: value is None or isinstance(value, str),
    "options": lambda value: (
        value is None or (isinstance(value, dict) and all(isinstance(name, str) for name in value))
    ),
    "seed": lambda value: isinstance(value, str) and len(value) == 2 * SEED_BYTES,
    "commitment": lambda value: value is None or isinstance(value, str),
    "contributions": lambda value: value is None or _are_contributions(value),
    "position": lambda value: value is None or isinstance(value, str),
    "moves": lambda value: isinstance(value, list | tuple),
    "substitutes": lambda value: value is None or (isinstance(value, list) and all(map(_is_substitute, value))),
}


def _brief(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= 80 else text[:79] + "…"


def to_text(record: Plain) -> str:
    """Return a record as text: a heading, one line for each field that is set, one for each move, and the checksum."""
    lines = [HEADING]
    for field in FIELDS:
        if field == "moves":
            lines += [f"{seat} {move}" for seat, move in record["moves"]]
        elif record[field] is not None:
            value = record[field]
            lines.append(f"{field}: {value if isinstance(value, str) else json.dumps(value)}")
    return "\n".join([*lines, f"checksum: {record['checksum']}", ""])


def from_text(text: str) -> Plain:
    """Read a record from its text or from JSON. `replay_record` checks its moves."""
    if text.lstrip().startswith("{"):
        try:
            return dict(_from_json(text))
        except ValueError as error:
            raise BadRecord(say("record.not-text", reason=str(error))) from error
        except RecursionError as error:
            raise BadRecord(say("record.not-text", reason=_brief(text))) from error
    lines = text.splitlines()
    if not text.strip():
        raise BadRecord(say("record.empty"))
    if lines[0].strip() != HEADING:
        raise BadRecord(say("record.not-text", reason=_brief(lines[0])))
    record: Plain = {"format": FORMAT, **dict.fromkeys(FIELDS), "moves": []}
    for number, line in enumerate(lines[1:], 2):
        _read_line(record, number, line)
    if "checksum" not in record:
        raise BadRecord(say("record.cut-off"))
    return record


def _from_json(text: str) -> Any:
    """Return the value of a JSON text; raise ValueError if it has half a character, which nobody could be sent."""
    value = json.loads(text)
    json.dumps(value, ensure_ascii=False).encode()
    return value


def _read_line(record: Plain, number: int, line: str) -> None:
    field, colon, value = line.partition(": ")
    seat, _, move = line.partition(" ")
    if seat.isdecimal() and move:
        record["moves"].append([int(seat), move])
    elif colon and field in ("game", "variant", "seed", "commitment", "position", "checksum"):
        record[field] = value
    elif colon and field in FIELDS:
        try:
            record[field] = _from_json(value)
        except (ValueError, RecursionError) as error:
            raise BadRecord(say("record.line", line=number, content=_brief(line))) from error
    elif line.strip():
        raise BadRecord(say("record.line", line=number, content=_brief(line)))
