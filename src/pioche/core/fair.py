"""Fair deals: a match is dealt from a 256-bit seed by SHA-256 alone.

So anyone can check the deal with a few lines of code in any language (docs/fair-deals.md).
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .errors import BadSetting, say

SEED_BYTES = 32
WORD = 1 << 32
SHARED = b"pioche shared seed 1"
"""What is hashed before the parts of a shared seed, so that the same bytes mean nothing elsewhere."""


@dataclass(frozen=True)
class SharedSeed:
    """A seed to which players contributed: nobody who lacks one of its parts could choose it.

    The server commits to its own part before it receives the others.
    """

    server: bytes
    contributions: Mapping[int, bytes]
    """By seat: the part of each player who sent one."""

    @property
    def seed(self) -> bytes:
        parts = b"".join(bytes([seat]) + part for seat, part in sorted(self.contributions.items()))
        return hashlib.sha256(SHARED + self.server + parts).digest()

    @property
    def commitment(self) -> str:
        return commitment(self.server)

    def to_dict(self) -> dict[str, str]:
        """Return the parts in hexadecimal digits: the server's, and those of the seats."""
        parts = {str(seat): part.hex() for seat, part in sorted(self.contributions.items())}
        return {"server": self.server.hex(), **parts}

    @classmethod
    def from_dict(cls, parts: Mapping[str, str]) -> SharedSeed:
        """Read what `to_dict` returns; raise `BadSetting` if a part is not a seed."""
        rest = {int(seat): read_seed(part) for seat, part in parts.items() if seat != "server"}
        return cls(read_seed(parts["server"]), rest)


def read_seed(given: int | str | bytes | SharedSeed | None) -> bytes:
    """Return a seed as 32 bytes, from a number, 64 hexadecimal digits, 32 bytes or its parts; None: a random one."""
    if given is None:
        return secrets.token_bytes(SEED_BYTES)
    if isinstance(given, SharedSeed):
        return given.seed
    if isinstance(given, bytes) and len(given) == SEED_BYTES:
        return given
    if isinstance(given, str) and re.fullmatch(r"[0-9a-fA-F]{64}", given):
        return bytes.fromhex(given)
    if isinstance(given, str) and re.fullmatch(r"[0-9]{1,78}", given):
        given = int(given)
    if isinstance(given, int | np.integer) and not isinstance(given, bool) and 0 <= given < 1 << 8 * SEED_BYTES:
        return int(given).to_bytes(SEED_BYTES, "big")
    raise BadSetting(say("bad-seed", seed=repr(given)))


def commitment(seed: bytes) -> str:
    """Return the hash of a seed, to be published before the first move: it fixes the seed without revealing it."""
    return hashlib.sha256(seed).hexdigest()


def fair_words(seed: bytes, label: str) -> Iterator[int]:
    """Yield endless 32-bit words for one purpose: SHA-256 over seed, label and a counter gives eight words a block."""
    block = 0
    while True:
        digest = hashlib.sha256(seed + label.encode("ascii") + block.to_bytes(8, "big")).digest()
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def fair_number(words: Iterator[int], below: int) -> int:
    """Return a uniform number 0 … below−1: words past the last whole multiple are skipped."""
    limit = WORD - WORD % below
    return next(word for word in words if word < limit) % below


def fair_shuffle(seed: bytes, label: str, cards: Sequence[int]) -> list[int]:
    """Return the cards shuffled by seed and label, the top card first (Fisher–Yates, from the bottom up)."""
    order, words = list(cards), fair_words(seed, label)
    for last in range(len(order) - 1, 0, -1):
        other = fair_number(words, last + 1)
        order[last], order[other] = order[other], order[last]
    return order
