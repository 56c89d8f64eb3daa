"""The engine's noise: a file in the user's own state folder, or nothing. Standard library.

Libraries print to the standard streams as they like, in C too; none of that may reach the window
or a terminal. The file is kept small by starting a new one when the old one has grown.
"""

from __future__ import annotations

import logging
import os
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

from model.common.assets import home
from model.common.fault import without_home

NAME = "engine.log"
FAULTS = "headscope.log"  #: what nobody foresaw, in any part of the program
NO_WAITING = getattr(os, "O_NONBLOCK", 0)  #: for a pipe's reader
MAX_BYTES = 1_000_000  #: an older log that is larger becomes ``engine.log.1``, and the one before is gone
MOST_BYTES = 20_000_000  #: of a log that is looked through


def log_folder() -> Path:
    """The system's place for logs, as the environment says; it may not exist yet."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home() / "AppData" / "Local") / "Headscope" / "Logs"
    if sys.platform == "darwin":
        return home() / "Library" / "Logs" / "Headscope"
    return Path(os.environ.get("XDG_STATE_HOME") or home() / ".local" / "state") / "headscope"


def write_down(text: str) -> None:
    """Add ``text`` to the log of faults; nowhere where no file can be written."""
    handle = _open_log(FAULTS)
    with suppress(OSError), os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text.rstrip("\n") + "\n\n")


def clean() -> None:
    """Take the home folder's name out of what was written past us, such as the last words of a crash."""
    for name in (NAME, f"{NAME}.1"):
        path = log_folder() / name
        with suppress(OSError):
            if path.is_file() and path.stat().st_size <= MOST_BYTES:
                text = path.read_bytes().decode("utf-8", "surrogateescape")
                if (discreet := without_home(text)) != text:
                    path.write_bytes(discreet.encode("utf-8", "surrogateescape"))


def redirect_output() -> None:
    """Send standard output, standard error and all logging of this process to the log file."""
    clean()
    handle = _open_log(NAME)
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
    """Writes ``~`` for the home folder, whose name is a person's, and no error's words, which may quote a sentence."""

    def format(self, record: logging.LogRecord) -> str:
        return without_home(super().format(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging's name
        kind, _, trace = ei
        return "".join(traceback.format_tb(trace)) + getattr(kind, "__name__", "")


def _open_log(name: str) -> int:
    """A descriptor to append to; of nothing at all where no file can be written."""
    with suppress(OSError):
        folder = log_folder()
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / name
        with suppress(OSError):  # nothing there yet, or in use by another engine on Windows
            if path.stat().st_size > MAX_BYTES:
                path.replace(folder / f"{name}.1")
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | NO_WAITING, 0o600)
    return os.open(os.devnull, os.O_WRONLY)
