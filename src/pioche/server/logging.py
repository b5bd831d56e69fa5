"""One line of JSON for everything that is worth a line."""

from __future__ import annotations

import json
import logging
from typing import Any

PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "color_message", "asctime"}


class AsJson(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {"at": record.created, "level": record.levelname, "what": record.getMessage()}
        told |= {name: value for name, value in vars(record).items() if name not in PLAIN}
        if record.exc_info:
            told["why"] = self.formatException(record.exc_info)
        return json.dumps(told, default=str)


def structured() -> dict[str, Any]:
    """How the server's loggers are set up."""
    told = {"handlers": ["out"], "level": "INFO", "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": AsJson}},
        "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}},
        "loggers": {"uvicorn": told, "pioche": told, "alembic": {**told, "level": "WARNING"}},
    }
