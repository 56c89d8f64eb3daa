"""``python -m headscope``: the same as the ``headscope`` command."""

from __future__ import annotations

import sys

from viz_app.cli import main

if __name__ == "__main__":
    sys.exit(main())
