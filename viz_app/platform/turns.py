"""What can wait, one thing in each turn of the event loop: no two of them hold up the window together."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from shiboken6 import isValid

Piece = Callable[[], object]


class Turns(QObject):
    """Does the pieces, one in each turn of the event loop, and then leaves the event loop alone."""

    def __init__(self, pieces: Iterator[Piece], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pieces, self._first = pieces, deque[Piece]()
        self.ended = False
        self._clock = QTimer(self, interval=0)
        self._clock.timeout.connect(self._next)

    def start(self) -> None:
        """Begin with the next turn."""
        self._clock.start()

    def stop(self) -> None:
        """Leave the rest: the window has been closed."""
        self._clock.stop()
        self.ended = True

    def insert(self, piece: Piece) -> None:
        """Before all that has not been done yet."""
        self._first.append(piece)

    def _next(self) -> None:
        piece = self._first.popleft() if self._first else next(self._pieces, None)
        if piece is None:
            self.stop()
        else:
            piece()


def in_turn(owner: QObject, piece: Piece) -> None:
    """Do ``piece`` in a turn of its own, also where the start-up is still going on; never once ``owner`` is deleted."""
    application = QCoreApplication.instance()
    for turns in () if application is None else application.findChildren(Turns):
        if not turns.ended:
            turns.insert(lambda: piece() if isValid(owner) else None)
            return
    QTimer.singleShot(0, owner, piece)


def after_imports(owner: QObject, modules: Sequence[str], piece: Piece) -> None:
    """Import what ``piece`` needs, each module in a turn of its own, and do it in the next."""
    for module in modules:
        in_turn(owner, partial(import_module, module))
    in_turn(owner, piece)
