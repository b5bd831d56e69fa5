"""The counts and measurements of this process, in the format of Prometheus.

Counts are plain numbers, which cost nothing to change; they are read when somebody asks. Times go into histograms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from prometheus_client import (
    CollectorRegistry,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

QUICK = (0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30)
GROUPS = (1, 2, 3, 5, 10, 20, 50, 100, 200)
TELLS = {
    "tables_opened": "Tables opened",
    "events": "Events applied, without those that spectators cannot notice",
    "dropped": "Sockets closed because the client read too slowly",
    "bot_seconds": "Time that bots have spent thinking",
}


@dataclass(eq=False)
class Metrics(Collector):
    """The figures of one process. `gauges` are asked for by name when they are read."""

    tables_opened: int = 0
    events: int = 0
    sockets: int = 0
    dropped: int = 0
    bot_seconds: float = 0.0
    refusals: Counter[str] = field(default_factory=Counter)
    """By the key of the sentence."""
    gauges: dict[str, tuple[str, Callable[[], float]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(self)
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self._registry)
        self._requests = self._histogram(
            "request_seconds", "Requests on sockets, until they are answered", QUICK, "kind"
        )
        self._by_kind: dict[str, Histogram] = {}
        self._http = self._histogram("http_seconds", "HTTP requests, until answered", QUICK, "status")
        self._commits = self._histogram("commit_seconds", "Commits to the database", QUICK)
        self._groups = self._histogram("commit_events", "Events in one commit", GROUPS)
        self._bots = self._histogram("bot_move_seconds", "Time that a bot took for a move, with waiting", SLOW)

    def _histogram(self, name: str, tells: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(f"pioche_{name}", tells, labels, buckets=buckets, registry=self._registry)

    # Noting.

    def refused(self, reason: str) -> None:
        self.refusals[reason] += 1

    def answered(self, kind: str, seconds: float) -> None:
        if (found := self._by_kind.get(kind)) is None:
            found = self._by_kind[kind] = self._requests.labels(kind)
        found.observe(seconds)

    def answered_http(self, status: int, seconds: float) -> None:
        self._http.labels(f"{status // 100}xx").observe(seconds)

    def committed(self, events: int, seconds: float) -> None:
        self._commits.observe(seconds)
        self._groups.observe(events)

    def thought(self, seconds: float) -> None:
        self.bot_seconds += seconds
        self._bots.observe(seconds)

    # Reading.

    def collect(self) -> Iterator[Metric]:
        for name, tells in TELLS.items():
            yield CounterMetricFamily(f"pioche_{name}", tells, getattr(self, name))
        refusals = CounterMetricFamily("pioche_refusals", "Refused requests, by reason", labels=["reason"])
        for reason, count in self.refusals.copy().items():
            refusals.add_metric([reason], count)
        yield refusals
        yield GaugeMetricFamily("pioche_sockets", "Open sockets", self.sockets)
        for name, (tells, read) in self.gauges.items():
            yield GaugeMetricFamily(f"pioche_{name}", tells, read())

    def text(self) -> bytes:
        return generate_latest(self._registry)
