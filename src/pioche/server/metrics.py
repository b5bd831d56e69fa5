"""Counters in the Prometheus text format."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass
class Metrics:
    tables_opened: int = 0
    events: int = 0
    refusals: int = 0
    sockets: int = 0
    dropped: int = 0
    bot_seconds: float = 0.0

    def text(self) -> str:
        gauges = {"sockets"}
        lines = []
        for field in fields(self):
            kind = "gauge" if field.name in gauges else "counter"
            name = f"pioche_{field.name}" + ("" if kind == "gauge" else "_total")
            lines += [f"# TYPE {name} {kind}", f"{name} {getattr(self, field.name)}"]
        return "\n".join(lines) + "\n"
