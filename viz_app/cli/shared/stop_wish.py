"""The wish that a long command end cleanly: Ctrl+C once, ``kill``, or the window that started it says so or is gone.

PyTorch's launcher passes on to its processes what it was told itself: a Ctrl+C, or SIGTERM.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from model.common.progress import LISTENING

STOPPING = "stopping after this update; Ctrl+C once more ends at once"


class StopWish:
    """Whether somebody has asked. A second Ctrl+C ends the command as ever."""

    def __init__(self) -> None:
        self._asked = threading.Event()
        self.signal = 0  #: which has asked: SIGINT, SIGTERM; 0: a window, or nobody

    def __call__(self) -> bool:
        return self._asked.is_set()

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Within, Ctrl+C and SIGTERM are a wish; and so is the end of what a window writes."""
        if os.environ.get(LISTENING) and sys.stdin is not None:
            threading.Thread(target=self._read, args=(sys.stdin.fileno(),), daemon=True).start()
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self._interrupt) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 (a handler's)
        if self._asked.is_set():
            raise KeyboardInterrupt
        self.signal = number
        self._asked.set()
        if os.environ.get("RANK", "0") == "0":  # of several processes one speaks
            print(STOPPING, file=sys.stderr, flush=True)

    def _read(self, line: int) -> None:
        """Whatever it writes, and its end too: a window that was killed leaves no training behind."""
        os.read(line, 1)  # not sys.stdin: Python could not end while that is waited for
        self._asked.set()
