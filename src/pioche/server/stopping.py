"""A server that stops in time: whatever hangs when it is asked to stop is left behind.

That loses nothing. An event is acknowledged when it is on disk, and what was under way is done after the next start, as
if the power had failed.
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
