"""Transforms of runs: takes the wish, says why one cannot be met, and transforms large runs beside the window.

The transform itself is :mod:`model.transforms.view_transform`; :class:`viz_app.state.state.State` shows it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject

from model.record.trace import Trace
from model.transforms.view_transform import ViewTransform, conflict, fitting, missing, prepare
from viz_app.handlers.background import Background, BusyText
from viz_app.handlers.undo import Undoing
from viz_app.platform.translations import reads_glosses
from viz_app.state.classroom.glosses import with_gloss
from viz_app.state.intents import SetReading, WriteGloss
from viz_app.state.state import Snapshot, State, noticed

translate = QCoreApplication.translate


class Readings(QObject):
    """Handlers of its Intent."""

    def __init__(self, state: State, files: Background, undoing: Undoing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._files = files
        self._undoing = undoing
        self._asked: tuple[Trace, ViewTransform] | None = None  # what a thread is reading
        self._busy = BusyText(state)
        state.follow(("trace", "unread", "reading"), self._follow)
        self.handlers: dict[type, Callable[[Any], None]] = {SetReading: lambda intent: self._set(intent.reading)}

    def _set(self, reading: ViewTransform) -> None:
        now = self._state.snapshot
        if reading == now.reading:
            return
        problem = conflict(reading) or (missing(now.run, reading) if now.run is not None else None)
        if problem is not None:
            self._state.update(problem=noticed(problem))
            return
        self._state.update(**self._undoing.remember({"reading": reading}))

    def _follow(self, now: Snapshot) -> None:
        """A large run is read in a thread; the newest wish counts."""
        wanted = unread_yet(now)
        if wanted is None or wanted == self._asked:
            return
        self._asked = wanted
        self._state.update(**self._busy.say(translate("Readings", "Computing the display…"), cancellable=False))
        self._files.run(lambda: prepare(*wanted), lambda _: self._done(wanted), lambda _: self._done(wanted))

    def _done(self, wanted: tuple[Trace, ViewTransform]) -> None:
        if wanted == self._asked:
            self._asked = None
            self._state.update(**self._busy.end())  # it is kept now, and so it is shown


class Glossing:
    """Handler of this Intent: what a person writes under a word belongs to its sentence, whatever pieces it is in."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.handlers: dict[type, Callable[[Any], None]] = {WriteGloss: self._write}

    def _write(self, intent: WriteGloss) -> None:
        from viz_app.pictures.drawing.glosses.run_glosses import written_at  # no first picture needs it

        now = self._state.snapshot
        written = written_at(now, intent)
        if written is None:
            return
        settings = now.settings if reads_glosses(now.settings.glosses) else replace(now.settings, glosses="on")
        self._state.update(glosses=with_gloss(now.glosses, written), settings=settings)


def unread_yet(now: Snapshot) -> tuple[Trace, ViewTransform] | None:
    """The run on screen and what of the wanted reading it can give, where it is not read so yet."""
    if now.run is None or now.unread is not None:
        return None
    reading = fitting(now.run, now.reading)
    return None if reading.is_plain else (now.run, reading)
