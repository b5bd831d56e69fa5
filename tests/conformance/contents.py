"""What is in a state and on a table, for the laws."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from pioche.core.table import Table


def cards_in(places: Mapping[str, Mapping[str, str]]) -> dict[str, set[str]]:
    """The cards that a witness finds, by deck."""
    return {deck: set(cards) for deck, cards in places.items()}


def fields_of(record: Any, prefix: str = "") -> dict[str, bytes]:
    """The bytes of every field of a record, and of the records in it."""
    found = {}
    for name in record.dtype.names:
        value = np.asarray(record[name])
        found |= fields_of(record[name], f"{prefix}{name}.") if value.dtype.names else {prefix + name: value.tobytes()}
    return found


def check_counters(table: Table) -> None:
    """Every counter has a kind, and the zones that it is shown with exist."""
    zones = {zone.name for zone in table.zones}
    values = {"colour": "rgby", "direction": ("up", "down")}
    for counter in table.counters:
        if counter.kind == "mark":
            assert counter.value == counter.name
        assert counter.value in values.get(counter.kind, [counter.value])
        beside = counter.beside
        assert beside is None or beside in zones or any(name.startswith(f"{beside}-") for name in zones)
