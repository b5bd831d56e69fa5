"""Structured logging: one line of JSON per log record."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

logger = logging.getLogger("pioche.server")

STANDARD = set(vars(logging.makeLogRecord({}))) | {"message", "color_message", "asctime"}


class AsJson(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {"at": record.created, "level": record.levelname, "what": record.getMessage()}
        line |= {name: value for name, value in vars(record).items() if name not in STANDARD}
        if record.exc_info and not isinstance(record.exc_info[1], asyncio.CancelledError):  # the server stops
            line["why"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def log_fault(what: str, error: Exception, **more: Any) -> None:
    """Log a fault that is expected now and then in one line, without a traceback."""
    reason = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
    logger.warning(what, extra={"why": reason or type(error).__name__, **more})


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
