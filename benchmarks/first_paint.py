"""The time until the finished example is on screen, against a bare PySide6 window and against eager imports.

``python benchmarks/first_paint.py [--rounds N]``; wall time, from the start of the process. Every start is
like the second one of an installed program: its bytecode lies there, also where Python is told to write none. It knows
nothing of who starts it: their settings, or where they looked last, would show something else.
"""

from __future__ import annotations

import compileall
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks._harness import ROOT, Bar, Candidate, run


def milliseconds(way: str) -> float:
    """From starting a process to its first paint."""
    for folder in ("benchmarks", "model", "viz_app"):
        compileall.compile_dir(ROOT / folder, quiet=2)
    start = time.perf_counter()
    return (_number(way) - start) * 1e3


def _number(way: str) -> float:
    command = [sys.executable, "-m", "benchmarks._windows", way]
    with TemporaryDirectory() as empty:
        nobody = os.environ | dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA"), empty)
        done = subprocess.run(command, cwd=ROOT, env=nobody, check=True, stdout=subprocess.PIPE, text=True)
    return float(done.stdout.split()[-1])


CANDIDATES: dict[str, Candidate] = {
    "a bare PySide6 window": lambda: milliseconds("bare"),
    "ours: the finished example": lambda: milliseconds("ours"),
    "ours, torch and spaCy imported first": lambda: milliseconds("eager"),
    "ours: longest stall while the engine loads": lambda: _number("loading"),
    "a stall of one millisecond": lambda: 1.0,
}
BARS = (
    Bar("first paint over a bare window", "ours: the finished example", "a bare PySide6 window",
        bar=2.5, goal=1.8, at_most=True),
    Bar("first paint / eager imports", "ours: the finished example", "ours, torch and spaCy imported first",
        bar=6.5, goal=8),
    Bar("longest stall while loading, in ms", "ours: longest stall while the engine loads",
        "a stall of one millisecond", bar=30, goal=16, at_most=True),
)  # fmt: skip

if __name__ == "__main__":
    sys.exit(run(__file__, CANDIDATES, BARS, "How soon the window shows something."))
