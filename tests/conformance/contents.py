"""What is in a state, for the laws."""

from collections.abc import Mapping
from typing import Any

import numpy as np


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
