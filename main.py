"""The one entry point: hands the arguments to :mod:`viz_app.cli`. See ``python main.py --help``."""

from __future__ import annotations

import sys

from viz_app.cli import main

if __name__ == "__main__":
    sys.exit(main())
