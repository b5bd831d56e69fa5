"""Web Push: notifications that a browser shows although the page is closed. Needs the extra ``pioche[push]``."""

from __future__ import annotations

import base64
import time
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from .errors import Refused
from .ping_bodies import PushKeys
from .store import Store
from .words import say

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256: a private key is a number from 1 to one less."""
KEY_BYTES = 32
VALID_SECONDS = 12 * 3600
"""How long a signature is valid."""
KEPT_SECONDS = 24 * 3600
"""How long a push service keeps a notification for a device that is off."""


def is_installed() -> bool:
    return find_spec("pywebpush") is not None


class WebPush:
    """Signs and encrypts notifications. The server's key is drawn at its first start, and kept in the database."""

    def __init__(self, store: Store, contact: str | None) -> None:
        from py_vapid import Vapid02

        drawn = int(store.key("push"), 16) % (ORDER - 1) + 1
        self._vapid: Any = Vapid02.from_raw(_base64(drawn.to_bytes(KEY_BYTES, "big")))
        self._contact = contact
        public = self._vapid.public_key.public_numbers()
        point = b"\x04" + public.x.to_bytes(KEY_BYTES, "big") + public.y.to_bytes(KEY_BYTES, "big")
        self.key = _base64(point).decode()
        """The public key, in base64url."""

    def sealed(self, endpoint: str, keys: PushKeys, text: bytes, origin: str) -> tuple[bytes, dict[str, str]]:
        """Return the encrypted body and the headers of a notification; refuse keys that cannot be used."""
        from pywebpush import WebPusher

        subscription = {"endpoint": endpoint, "keys": {"p256dh": keys.p256dh, "auth": keys.auth}}
        try:
            body: bytes = WebPusher(subscription).encode(text)["body"]
            signed: dict[str, str] = self._vapid.sign(self._claims(endpoint, origin))
        except Exception as error:  # three libraries look at the keys, each with exceptions of its own
            raise Refused(say("bad-message", reason="keys")) from error
        headers = {"Content-Type": "application/octet-stream", "Content-Encoding": "aes128gcm"}
        return body, headers | {"TTL": str(KEPT_SECONDS)} | signed

    def _claims(self, endpoint: str, origin: str) -> dict[str, str | int]:
        """Return for whom a signature is made, until when it is valid, and who runs this server."""
        service = urlsplit(endpoint)
        host = urlsplit(origin).hostname or ""
        contact = self._contact or f"pioche@{host if '.' in host else 'localhost'}"
        until = int(time.time()) + VALID_SECONDS
        return {"aud": f"{service.scheme}://{service.netloc}", "exp": until, "sub": f"mailto:{contact}"}


def _base64(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(data).rstrip(b"=")
