"""Where a bundle begins: :mod:`main`, after the processes that share work have been told apart from the program."""

from __future__ import annotations

import multiprocessing
import sys

from viz_app.cli import main

if __name__ == "__main__":
    multiprocessing.freeze_support()  # a process of concurrent.futures starts this same program
    sys.exit(main())
