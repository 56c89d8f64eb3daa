"""What is changed, watched and compared, by real clicks and keys: ``python scripts/changes.py [--out FOLDER]``.

A padding mask off, a head off, a row moved, a hypothesis of a beam, two epochs, a planted fault, a head in the scatter,
a thousand tokens explored, and the other changes undone and done again: each in a program of its own as in
``tasks.py``, whose hands and stage these are, in English and Korean, with a picture of the screen. The exit code is the
number of scenes that missed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

from tasks import LANGUAGES, SIZES, Outcome, do


def told(outcome: Outcome) -> str:
    """One scene in one window: how many actions, which, and what was read."""
    end = f"MISSED: {outcome.missed}" if outcome.missed else outcome.read
    done = "; ".join(outcome.actions) or "nothing to do"
    return f"{outcome.name} {outcome.language} {outcome.size}: {outcome.count} of {outcome.bar}: {done} | {end}"


def main(arguments: list[str] | None = None) -> int:
    """Play them; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", metavar="WORD", help="scenes whose name contains this")
    parser.add_argument("--sizes", nargs="+", default=list(SIZES), metavar="WxH")
    parser.add_argument("--languages", nargs="+", default=list(LANGUAGES))
    parser.add_argument("--out", type=Path, help="a folder for pictures of the screen after each scene")
    given = parser.parse_args(arguments)
    from tasks_changes import all_changes

    with tempfile.TemporaryDirectory() as scratch:
        folder, missed = given.out or Path(scratch), 0
        folder.mkdir(parents=True, exist_ok=True)
        for scene in all_changes().values():
            for size in given.sizes if given.only in scene.name else ():
                for language in given.languages:
                    picture = folder / f"{scene.name}-{language}-{size}.png"
                    outcome = do(scene.name, scene.bar, language, size, picture)
                    missed += not outcome.met
                    print(told(outcome), flush=True)
    return min(100, missed)


if __name__ == "__main__":
    sys.exit(main())
