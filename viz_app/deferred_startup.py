"""The start-up that the first paint does not wait for, piece by piece after it, so that nothing is waited for later.

A piece is one module or one view: a few milliseconds, and between two pieces the window takes its events.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from shiboken6 import delete

from viz_app.pictures import picture_modules
from viz_app.platform.turns import Piece
from viz_app.views.shared.tabs import Views

#: What handles Intents and what the start of the engine imports, each after what it imports itself that takes long.
CONTROLLER = tuple(
    f"{__package__}.{name}"
    for name in (
        "handlers.engine_session",
        "exports.figures.figure",
        "exports.figures.render",
        "handlers.session_codec",
        "handlers.files",
        "handlers.sessions",
        "handlers.recovery",
        "handlers.head_facts",
        "handlers.lessons.player",
        "handlers.measurements",
        "handlers.training.trainings",
        "handlers.controller",
    )
)
CONNECTION = (
    "socket",
    "multiprocessing.connection",
    f"{__package__}.engine.frames",
    f"{__package__}.engine.connection",
)


COLLECTION_MILLISECONDS = 500  #: between two looks for garbage


def pieces(start: Sequence[Piece], views: Callable[[], Views]) -> Iterator[Piece]:
    """The engine first: it takes longest. Then all that draws, the views that nobody has opened, and the garbage.

    ``views`` are those of the window that is there when their turn comes: another language makes it again.
    """
    yield from (partial(import_module, name) for name in (*CONTROLLER, *CONNECTION))
    yield from start
    yield from (partial(import_module, name) for name in picture_modules().values())
    yield from unopened(views)
    yield collect_again


def unopened(views: Callable[[], Views]) -> Iterator[Piece]:
    """The views that nobody has opened."""
    yield from (lambda: views().make_next() for _ in views())


def collect_again() -> None:
    """Look for garbage again, in this thread alone, and never among what the program consists of."""
    gc.freeze()
    GarbageCollection(QCoreApplication.instance())


def collect_as_usual() -> None:
    """As Python does by itself, now that no thread is left; what the window consisted of is garbage."""
    application = QCoreApplication.instance()
    for each in application.findChildren(GarbageCollection) if application is not None else ():
        delete(each)
    gc.unfreeze()
    gc.enable()


class GarbageCollection(QObject):
    """Python's search for garbage, which would else begin in whichever thread asks for memory just then.

    A thread that reads a file or listens to the engine may not delete what belongs to Qt's: that ends the program.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._clock = QTimer(self, interval=COLLECTION_MILLISECONDS)
        self._clock.timeout.connect(self.look)
        self._clock.start()

    def look(self) -> None:
        """Among the youngest objects as soon as there are enough; seldom among the older ones: as Python does."""
        full = [made > most for made, most in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        if full[0]:
            gc.collect(2 if full[1] and full[2] else 1 if full[1] else 0)
