"""The secret of a browser, in its cookie. Secrets that this server did not make are replaced.

A secret that a client has chosen may be known to somebody else, or be guessed. So a secret ends with a tag that only
this server can compute. Secrets without a tag, from older versions, are kept if a seat or a player belongs to them.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from functools import cached_property

import sqlalchemy as sa
from starlette.requests import HTTPConnection

from .schema import browsers, guesses, holdings
from .store import Store, hashed

COOKIE = "pioche"
SECRET_BYTES, TAG_LENGTH = 18, 8
SECRET = re.compile(r"[\w-]{32}", re.ASCII)
KEY = "cookies"


def secret_in(request: HTTPConnection) -> str | None:
    """Return the secret in a request's cookie; None if there is none, or if it does not look like a secret."""
    secret = request.cookies.get(COOKIE)
    return secret if secret and SECRET.fullmatch(secret) else None


class Cookies:
    """Makes secrets and recognises them. Its methods block; call them from worker threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @cached_property
    def _key(self) -> bytes:
        return bytes.fromhex(self._store.key(KEY))

    def own(self, given: str | None) -> str:
        """Return a browser's secret, or a fresh one if it has none that this server made."""
        if given is not None and (self._has_tag(given) or self._is_known(given)):
            return given
        body = secrets.token_urlsafe(SECRET_BYTES)
        return body + self._tag(body)

    def _has_tag(self, secret: str) -> bool:
        return hmac.compare_digest(secret[-TAG_LENGTH:].encode(), self._tag(secret[:-TAG_LENGTH]).encode())

    def _tag(self, body: str) -> str:
        digest = hmac.digest(self._key, body.encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest).decode()[:TAG_LENGTH]

    def _is_known(self, secret: str) -> bool:
        """Return whether something belongs to a secret."""
        holder = hashed(secret)
        with self._store.engine.connect() as connection:
            return any(
                connection.scalar(sa.select(sa.literal(1)).where(table.c.holder == holder).limit(1))
                for table in (browsers, holdings, guesses)
            )
