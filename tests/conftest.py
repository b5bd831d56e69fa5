"""The tests keep compiled loops beside them: a second run is quick, and the user's own cache is left alone."""

import os
from pathlib import Path

os.environ["PIOCHE_CACHE"] = str(Path(__file__).parent.parent / ".cache" / "kernels")
