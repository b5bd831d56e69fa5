"""Sends mails through the SMTP server that the operator has set."""

from __future__ import annotations

import re
import smtplib
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

SECONDS = 20.0
"""How long the SMTP server may take for an answer."""
ADDRESS = re.compile(r"[^\s@<>()\[\],;:\\\"]{1,64}@[A-Za-z0-9.-]{1,180}\.[A-Za-z0-9-]{2,60}", re.ASCII)
PORTS = {"smtp": 587, "smtps": 465}
HERE = ("localhost", "127.0.0.1", "::1")
"""On the way to these hosts, a password needs no encryption."""


def is_address(text: str) -> bool:
    return ADDRESS.fullmatch(text) is not None


@dataclass(frozen=True)
class Mailer:
    """Sends mails; its methods block."""

    url: str
    """Such as smtp://user:password@host:port, or smtps:// for a connection that is encrypted from the start."""
    sender: str

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in PORTS or not parts.hostname or parts.port == 0:
            raise ValueError("not the address of an SMTP server")

    def send(self, to: str, subject: str, text: str) -> None:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, to, subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain="pioche")
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        with self._connected() as server:
            server.send_message(message)

    def _connected(self) -> smtplib.SMTP:
        parts = urlsplit(self.url)
        host, port = str(parts.hostname), parts.port or PORTS[parts.scheme]
        server: smtplib.SMTP
        if parts.scheme == "smtps":
            server = smtplib.SMTP_SSL(host, port, timeout=SECONDS, context=ssl.create_default_context())
        else:
            server = smtplib.SMTP(host, port, timeout=SECONDS)
            self._encrypt(server, host)
        if parts.username:
            server.login(unquote(parts.username), unquote(parts.password or ""))
        return server

    def _encrypt(self, server: smtplib.SMTP, host: str) -> None:
        server.ehlo()
        if server.has_extn("starttls"):
            server.starttls(context=ssl.create_default_context())
            server.ehlo()
        elif host not in HERE:
            server.close()
            raise smtplib.SMTPException("the SMTP server offers no encryption")
