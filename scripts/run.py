"""Set up what is missing and open the window: ``python3 scripts/run.py [FILE] [window options]``.

Without a display it writes a picture of the window instead. For the other commands of the program
use the environment's own interpreter: ``.venv/bin/python main.py --help``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from setup_environment import PROJECT, ensure_environment, ensure_libraries, say

PICTURE = "headscope-window.png"


def main(arguments: Sequence[str]) -> int:
    """Open the window, or take its picture; returns the program's exit code."""
    python = ensure_environment()
    platform = find_display()
    os.environ["QT_QPA_PLATFORM"] = platform  # what was checked is what Qt uses
    if not platform:
        del os.environ["QT_QPA_PLATFORM"]
    command = [str(python), str(PROJECT / "main.py"), "window", *arguments]
    if platform != "offscreen" or "--snapshot" in arguments:
        return _run(command)
    say("There is no display here, so Headscope writes a picture of its window instead of opening it.")
    code = _run([*command, "--snapshot", PICTURE])
    if code == 0:
        say(str(Path(PICTURE).resolve()))
    return code


def find_display() -> str:
    """The platform of Qt that a person here can see, its libraries seen to; ``offscreen`` if there is none."""
    from viz_app import display

    for platform in display.claimed_platforms(os.environ):
        ensure_libraries(platform)
        if display.answers(platform, os.environ):
            return platform
    ensure_libraries(display.OFFSCREEN)
    return display.OFFSCREEN


def _run(command: Sequence[str]) -> int:
    """The program in its own process. Ctrl+C reaches it directly; we only wait for it to end."""
    with subprocess.Popen(command) as program:
        while True:
            try:
                return program.wait()
            except KeyboardInterrupt:
                continue


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
