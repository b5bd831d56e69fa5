"""Stops the server in time, even if a thread hangs.

That loses nothing. An event is acknowledged only when it is on disk, and unfinished work is done after the next start,
as after a power failure.
"""

from __future__ import annotations

import json
import os
import threading
import time
from types import FrameType

import uvicorn

STOP_SECONDS = 4.0
"""How long a server may take to stop by itself."""
STDERR = 2


class StoppingServer(uvicorn.Server):
    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if not self.should_exit:
            threading.Thread(target=end_by_force, daemon=True).start()
        super().handle_exit(sig, frame)


def end_by_force() -> None:
    """End this process if it is still there after `STOP_SECONDS`, whatever its threads are doing."""
    time.sleep(STOP_SECONDS)
    line = {"at": time.time(), "level": "WARNING", "what": "stopped without waiting for what hangs"}
    os.write(STDERR, json.dumps(line).encode() + b"\n")  # the locks of `logging` may be held
    os._exit(0)
