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
OFFSCREEN = "offscreen"
NO_WINDOW = ("--snapshot", "--help", "-h", "--version")  #: options that open none


def main(arguments: Sequence[str]) -> int:
    """Open the window, or take its picture; returns the program's exit code."""
    python = ensure_environment()
    platform = find_display()
    command = [str(python), str(PROJECT / "main.py"), "window", *arguments]
    if platform != OFFSCREEN or any(argument.startswith(NO_WINDOW) for argument in arguments):
        return run(command, platform)
    say("There is no display here, so Headscope writes a picture of its window instead of opening it.")
    code = run([*command, "--snapshot", PICTURE], platform)
    if code == 0:
        say(str(Path(PICTURE).resolve()))
    return code


def find_display() -> str:
    """The platform of Qt that can be seen here, its libraries seen to; ``offscreen`` if there is none."""
    from viz_app.platform import display

    for platform in display.claimed_platforms(os.environ):
        ensure_libraries(platform)
        if display.answers(platform, os.environ):
            return platform
    ensure_libraries(OFFSCREEN)
    return OFFSCREEN


def run(command: Sequence[str], platform: str) -> int:
    """The program in its own process, on the platform that was checked; an empty one leaves the choice to Qt.

    Ctrl+C reaches it directly; we only wait for it to end.
    """
    chosen = {"QT_QPA_PLATFORM": platform} if platform else {}
    with subprocess.Popen(command, env={**os.environ, **chosen}) as program:
        while True:
            try:
                return program.wait()
            except KeyboardInterrupt:
                continue


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
