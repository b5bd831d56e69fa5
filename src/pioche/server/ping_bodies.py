"""Bodies of the requests about pings."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from .messages import WITHOUT_NULL, Short

WayKind = Literal["push", "webhook", "mail"]
Address = Annotated[str, msgspec.Meta(min_length=3, max_length=2000, pattern=WITHOUT_NULL)]


class PushKeys(msgspec.Struct, frozen=True):
    """The keys of a browser's push subscription, in base64url."""

    p256dh: Annotated[str, msgspec.Meta(max_length=200)]
    auth: Annotated[str, msgspec.Meta(max_length=100)]


class AddWay(msgspec.Struct, frozen=True):
    """A way to be told that it is one's turn. The address is that of the push endpoint, of the webhook or of mail."""

    kind: WayKind
    address: Address
    keys: PushKeys | None = None
    language: Literal["en", "fr"] = "en"


class WayInfo(msgspec.Struct, frozen=True):
    id: str
    kind: WayKind
    address: str
    is_confirmed: bool
    """Whether the link in the first mail was opened; before that nothing else is sent there."""


class PingInfo(msgspec.Struct, frozen=True):
    """The ways in which the server pings this player on their turn."""

    offered: list[WayKind]
    """The kinds that this server can send."""
    key: str | None
    """The server's public key for push subscriptions, in base64url."""
    ways: list[WayInfo]


class PingToken(msgspec.Struct, frozen=True):
    """The secret of a link in a mail."""

    token: Short


class PingAnswer(msgspec.Struct, frozen=True):
    """Whether pings go to the address of a link from now on."""

    is_confirmed: bool


class Note(msgspec.Struct, frozen=True):
    """The body that a webhook receives. Nothing in it is secret: the link opens a seat only in its player's browser."""

    text: str
    """The ping as one sentence, in the player's language."""
    game: str
    title: str
    table: str
    """The link to the table."""
    last: str | None
    """The name of the player who moved last, if it is known."""
    since: float
    """Since when it is the player's turn, or theirs to decide about a late player, in seconds since 1970."""
    until: float | None
    """When the player's time is up; None if it is not their turn, or at a table without a clock."""
