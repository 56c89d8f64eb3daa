"""Every lesson from its start to its end, by real clicks and keys: ``python scripts/lessons.py [--out FOLDER]``.

Each step is done by using the very control that the lesson rings; then its goal must be met, and every claim of its
file must hold in the run on screen. What does not is a line with the lesson, the step and the claim: so whoever
replaces a checkpoint sees which lessons no longer tell the truth. With ``--out`` there are two pictures of each step,
before it and after it. One program for each language and size (offscreen where there is no display); the exit code is
the number of lessons that missed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

SIZES, LANGUAGES = ("1280x720",), ("en", "ko")
LIMIT = 1800  #: seconds of one program; a bound, not a measurement
HOMES = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")


def told(played: dict[str, Any]) -> str:
    """One lesson in one window: how many steps and claims, and what was wrong."""
    missed = played["missed"]
    end = "".join(f"\n    MISSED: {line}" for line in missed) if missed else " ok"
    return f"{played['name']} {played['language']} {played['size']}: {played['steps']} steps, " \
        f"{played['claims']} claims,{end}"  # fmt: skip


def play(language: str, size: str, only: str, folder: Path | None) -> list[dict[str, Any]]:
    """All lessons whose name contains ``only``, in one program."""
    with tempfile.TemporaryDirectory() as home:
        environment = os.environ | dict.fromkeys(HOMES, home)
        if not environment.get("DISPLAY"):
            environment["QT_QPA_PLATFORM"] = "offscreen"
        line = [sys.executable, str(HERE / "lessons_stage.py"), size, language, only, str(folder or "")]
        try:
            ended = subprocess.run(line, env=environment, capture_output=True, text=True, timeout=LIMIT, check=False)
        except subprocess.TimeoutExpired as late:
            said = (late.stdout or b"").decode(errors="replace")  # bytes, although it was text that was asked for
            return [*lines_of(said), failed(language, size, f"it took more than {LIMIT} s")]
    found = lines_of(ended.stdout)
    if ended.returncode or not found:
        found.append(failed(language, size, (ended.stderr or ended.stdout).strip()[-600:] or "nothing was played"))
    return found


def lines_of(said: str) -> list[dict[str, Any]]:
    """What a program told of the lessons that it had played."""
    return [json.loads(line) for line in said.splitlines() if line.startswith("{")]


def failed(language: str, size: str, why: str) -> dict[str, Any]:
    """A program that did not come to its end."""
    return {"name": "the program", "language": language, "size": size, "steps": 0, "claims": 0, "missed": [why]}


def main(arguments: list[str] | None = None) -> int:
    """Play them; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", metavar="WORD", help="lessons whose name contains this")
    parser.add_argument("--sizes", nargs="+", default=list(SIZES), metavar="WxH")
    parser.add_argument("--languages", nargs="+", default=list(LANGUAGES))
    parser.add_argument("--out", type=Path, help="a folder for pictures of each step")
    given = parser.parse_args(arguments)
    missed = 0
    if given.out is not None:
        given.out.mkdir(parents=True, exist_ok=True)
    for size in given.sizes:
        for language in given.languages:
            for played in play(language, size, given.only, given.out):
                print(told(played), flush=True)
                missed += bool(played["missed"])
    return min(100, missed)


if __name__ == "__main__":
    sys.exit(main())
