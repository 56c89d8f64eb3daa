"""The engine's noise: a file in the user's own state folder, or nothing. Standard library.

Libraries print to the standard streams as they like, in C too; none of that may reach the window
or a terminal. The file is kept small by starting a new one when the old one has grown.
"""

from __future__ import annotations

import logging
import os
import sys
from contextlib import suppress
from pathlib import Path

NAME = "engine.log"
NO_WAITING = getattr(os, "O_NONBLOCK", 0)  #: for a pipe's reader
MAX_BYTES = 1_000_000  #: an older log that is larger becomes ``engine.log.1``


def log_folder() -> Path:
    """The system's place for logs, as the environment says; it may not exist yet."""
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 (Path.home() raises where there is none)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Headscope" / "Logs"
    if sys.platform == "darwin":
        return home / "Library" / "Logs" / "Headscope"
    return Path(os.environ.get("XDG_STATE_HOME") or home / ".local" / "state") / "headscope"


def redirect_output() -> None:
    """Send standard output, standard error and all logging of this process to the log file."""
    handle = _open_log()
    for stream in (1, 2):
        os.dup2(handle, stream)
    os.close(handle)
    sys.stdout = sys.stderr = open(  # noqa: SIM115 (lives as long as the process)
        2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Discreet("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)
    logging.captureWarnings(True)


class _Discreet(logging.Formatter):
    """Writes ``~`` for the home folder, whose name is a person's."""

    def format(self, record: logging.LogRecord) -> str:
        home = os.path.expanduser("~")  # noqa: PTH111
        text = super().format(record)
        return text.replace(home, "~") if len(home) > 1 else text


def _open_log() -> int:
    """A descriptor to append to; of nothing at all where no file can be written."""
    with suppress(OSError):
        folder = log_folder()
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / NAME
        with suppress(OSError):  # nothing there yet, or in use by another engine on Windows
            if path.stat().st_size > MAX_BYTES:
                path.replace(folder / f"{NAME}.1")
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | NO_WAITING, 0o600)
    return os.open(os.devnull, os.O_WRONLY)
