"""Runs the real command line in this process or in another one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TINY = ROOT / "tests" / "fixtures" / "tiny"
SENTENCE = "Zwei Hunde spielen im Schnee."


def started() -> list[str]:
    """The words that start ``main.py``, as a person does; ``conftest.py`` has a quicker way."""
    return [sys.executable, str(ROOT / "main.py")]


def fresh(
    *arguments: str | Path, stdin: bytes = b"", environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """``main.py`` in a process of its own; bytes in, bytes out. With an ``environment`` its interpreter is new, too."""
    words = [sys.executable, str(ROOT / "main.py")] if environment else started()
    return subprocess.run(
        [*words, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        check=False,
        env={**os.environ, **(environment or {})},
    )
