"""Compiled loops of the tests are kept beside them, so that a second run is quick and the user's own cache is left alone."""

import os
from pathlib import Path

os.environ["PIOCHE_CACHE"] = str(Path(__file__).parent.parent / ".cache" / "kernels")
