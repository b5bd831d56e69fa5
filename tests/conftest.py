"""What all tests share.

They keep compiled loops beside them: a second run is quick, and the user's own cache is left alone. Hypothesis sets no
deadline, since a slow machine is not a fault, and in CI it draws the same examples every time.
"""

import os
from pathlib import Path

from hypothesis import settings

os.environ["PIOCHE_CACHE"] = str(Path(__file__).parent.parent / ".cache" / "kernels")

settings.register_profile("pioche", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("pioche")
