"""The end of a child process that lives as long as it can be asked: it goes when its input is closed."""

from __future__ import annotations

import subprocess
from contextlib import suppress


def end(process: subprocess.Popen[bytes], patience: float) -> None:
    """Close its input and wait; after ``patience`` seconds it is killed. Input and output must be pipes."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(OSError):  # it has gone already
        process.stdin.close()
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdout.close()
