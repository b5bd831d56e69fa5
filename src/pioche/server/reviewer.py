"""Reviews one match, in a process of low priority: ``python -m pioche.server.reviewer SECONDS WORKERS``.

The first line of standard input is the record, as a JSON string. Each line of standard output is the share of the work
that is done; the last line is the review, as JSON. The process ends when its standard input is closed.
"""

from __future__ import annotations

import json
import os
import sys
import threading

import pioche
from pioche.review.effort import Effort
from pioche.review.review import review_match

from .compiler import end_with_server

POLITE = 10
"""Tables come first; but somebody waits for a review, so it is not left for when nothing else is to do."""
LEAST_REPORTED = 0.01
"""A smaller progress than this is not worth a line."""


class Report:
    """Writes progress to standard output."""

    def __init__(self) -> None:
        self._last = 0.0

    def __call__(self, share: float) -> None:
        if share - self._last >= LEAST_REPORTED:
            self._last = share
            print(f"{share:.2f}", flush=True)


def main() -> None:
    seconds, workers = float(sys.argv[1]), int(sys.argv[2])
    match = pioche.replay(json.loads(sys.stdin.buffer.readline()))
    threading.Thread(target=end_with_server, daemon=True).start()
    review = review_match(match, Effort(seconds=seconds, workers=workers), Report())
    print(json.dumps(review.to_dict(), separators=(",", ":")), flush=True)


if __name__ == "__main__":
    os.nice(POLITE)
    main()
