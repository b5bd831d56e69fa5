"""A database of every version of the schema, as SQL text, with rows as they were written then."""

import json
from pathlib import Path

FOLDER = Path(__file__).parent
KINDS = ("sqlite", "postgresql")
SEATS = [
    {"kind": "person", "name": "Zoé", "level": None},
    {"kind": "bot", "name": "", "level": "casual"},
    {"kind": "open"},
]
OPENED = {"game": "no-merci", "players": 3, "variant": None, "options": {}, "seats": SEATS, "seed": "07".zfill(64)}
EVENTS = [
    {"type": "opened", **OPENED, "daily": None, "dealer": 0},
    {"type": "joined", "seat": 2, "name": "Ève"},
    {"type": "said", "seat": 0, "text": "Salut", "phrase": None},
    {"type": "moved", "seat": 1, "move": "refuse"},
    {"type": "moved", "seat": 2, "move": "refuse"},
    {"type": "undo-asked", "seat": 2, "left": 1},
    {"type": "undo-refused", "seat": 0},
    {"type": "moved", "seat": 0, "move": "take"},
    {"type": "helped", "seat": 0, "kind": "hint"},
]
ROWS = {
    "tables": [{"id": "t1", "code": "ABCDEF", "game": "no-merci", "opened": 1700000000.5, "ended": None}],
    "events": [
        {"table_id": "t1", "number": number, "at": 1700000000.5 + number, "body": json.dumps(event).encode()}
        for number, event in enumerate(EVENTS)
    ],
    "holdings": [{"holder": "h0", "table_id": "t1", "seat": 0, "since": 1700000000.5}],
    "presence": [{"process": "p", "table_id": "t1", "seat": 0, "seen": 1700000000.5, "is_here": True}],
    "players": [{"id": "p1", "since": 1700000000.5}],
    "browsers": [{"holder": "h0", "player_id": "p1", "since": 1700000000.5}],
    "ratings": [{"subject": "p1", "game": "no-merci", "mu": 25.5, "sigma": 8.0, "matches": 1}],
    "keys": [{"name": "deals", "value": "ab" * 32}],
    "guesses": [{"holder": "h0", "puzzle": "k1", "game": "no-merci", "is_right": True, "at": 1700000000.5}],
    "reviews": [{"table_id": "t1", "checksum": "c", "made": 1700000000.5, "body": b"\x00\x01"}],
    "networks": [{"contest": "daily 2023-11-14 no-merci", "network": "ab" * 32, "since": 1700000000.5}],
    "pinged": [{"table_id": "t1", "seat": 0, "number": 3, "at": 1700000000.5}],
}


def dumps(kind: str) -> list[Path]:
    """Return the dumps of a kind of database, oldest version first."""
    return sorted(FOLDER.glob(f"*.{kind}.dump"))
