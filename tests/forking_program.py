"""A program in a process of its own whose engines are forked: ``forking_program.py SOCKET FILE ARGUMENTS…``.

SOCKET is that of ``tests/forks.py``; FILE is run as Python runs it.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    """Have engines forked, then be the program."""
    place, file, *arguments = sys.argv[1:]
    sys.path[0] = str(ROOT)
    from tests.forks import ENGINE, stub
    from viz_app.engine import connection

    connection.command = lambda: stub(place, ENGINE)
    sys.argv, sys.path[0] = [file, *arguments], str(Path(file).parent)
    runpy.run_path(file, run_name="__main__")


if __name__ == "__main__":
    main()
