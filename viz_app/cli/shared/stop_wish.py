"""The wish that a long command end cleanly: Ctrl+C once, or the window that started it has said so or is gone."""

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
        self.by_hand = False  #: on the terminal

    def __call__(self) -> bool:
        return self._asked.is_set()

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Within, Ctrl+C is a wish; and so is the end of what a window writes."""
        if os.environ.get(LISTENING) and sys.stdin is not None:
            threading.Thread(target=self._read, args=(sys.stdin.fileno(),), daemon=True).start()
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 (a handler's)
        if self._asked.is_set():
            raise KeyboardInterrupt
        self.by_hand = True
        self._asked.set()
        print(STOPPING, file=sys.stderr, flush=True)

    def _read(self, line: int) -> None:
        """Whatever it writes, and its end too: a window that was killed leaves no training behind."""
        os.read(line, 1)  # not sys.stdin: Python could not end while that is waited for
        self._asked.set()
