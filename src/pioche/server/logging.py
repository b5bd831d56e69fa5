"""Structured logging: one line of JSON per log record."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

logger = logging.getLogger("pioche.server")

STANDARD = set(vars(logging.makeLogRecord({}))) | {"message", "color_message", "asctime"}
EXPECTED = (OperationalError, InterfaceError, PoolTimeout, asyncio.CancelledError)
"""The database is away, or the server stops: a traceback would tell nothing."""


class AsJson(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {"at": record.created, "level": record.levelname, "what": record.getMessage()}
        line |= {name: value for name, value in vars(record).items() if name not in STANDARD}
        if record.exc_info:
            error = record.exc_info[1]
            line["why"] = reason_of(error) if isinstance(error, EXPECTED) else self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def reason_of(error: BaseException) -> str:
    """Return in one line what an exception says."""
    reason = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
    return reason or type(error).__name__


def log_fault(what: str, error: Exception, **more: Any) -> None:
    """Log a fault that is expected now and then in one line, without a traceback."""
    logger.warning(what, extra={"why": reason_of(error), **more})


def structured() -> dict[str, Any]:
    """Return the logging configuration of the server."""
    settings = {"handlers": ["out"], "level": "INFO", "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": AsJson}},
        "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}},
        "loggers": {
            "uvicorn": settings,
            "uvicorn.error": {**settings, "level": "ERROR"},  # it warns of each invalid request, which metrics count
            "pioche": settings,
            "alembic": {**settings, "level": "WARNING"},
        },
    }
