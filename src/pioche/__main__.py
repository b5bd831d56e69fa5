"""``python -m pioche`` is the ``pioche`` command."""

import sys

from .cli import main

sys.exit(main())
