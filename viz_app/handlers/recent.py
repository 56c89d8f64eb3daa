"""Opened files and translated sentences, kept for the next time. On this computer only, in the settings file.

It keeps, forgets and recalls; files are opened and sentences translated by others.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from weakref import ref

from PySide6.QtCore import QObject, Signal

from model.common.assets import CHECKPOINTS, LEARNING
from model.common.hub_cache import translators
from model.record.learning_run import shared_folder
from model.record.trace import Array
from viz_app.engine.messages import CheckpointInfo
from viz_app.handlers.background import Background
from viz_app.handlers.last_place import place_of
from viz_app.handlers.run_request import shown_runs
from viz_app.state.intents import ForgetFiles, ForgetSentences, Intent, LookForFiles, RecallSentence, SetSource
from viz_app.state.recent import FilesLooked, recalled, with_file, with_sentence
from viz_app.state.saved_state import same_runs
from viz_app.state.state import Settings, Snapshot, State

FILES = 20  #: of which it is known what was read from them


class Remembering(QObject):
    """Handlers of these Intents. ``memory_changed`` carries the new Memory, to be stored."""

    memory_changed = Signal(object)

    def __init__(
        self, state: State, files: Background, handle: Callable[[Intent], None], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._state = state
        self._files = files
        self._handle = handle
        self._shown: deque[tuple[ref[Array], Path]] = deque(maxlen=FILES)  # runs that were read, and from where
        self._draft = ""  # what was being typed when an earlier sentence was recalled
        self.handlers: dict[type, Callable[[Any], None]] = {
            ForgetFiles: lambda _: self._keep(files=(), place=()),
            ForgetSentences: lambda _: self._keep(sentences=(), place=()),
            LookForFiles: self._look,
            RecallSentence: self._recall,
        }

    def checkpoint(self, info: CheckpointInfo) -> None:
        """A checkpoint was opened. Those that ship are offered anyway; of a training it is all its snapshots."""
        path = shared_folder(Path(info.path))
        if info.path and path.parent != CHECKPOINTS and path != LEARNING:
            self.file(path)

    def file(self, path: Path) -> None:
        """A file or folder was opened."""
        if self._state.snapshot.settings.remember_files:
            full = str(path.absolute())
            self._keep(files=with_file(self._state.snapshot.memory.files, full))

    def shows(self, path: Path) -> None:
        """The run that is on screen now was read from a file."""
        run = self._state.snapshot.run
        if run is not None:
            self._shown.append((ref(run.source_ids), path))

    def sentence(self, text: str) -> None:
        """A sentence was translated."""
        if self._state.snapshot.settings.remember_sentences:
            self._keep(sentences=with_sentence(self._state.snapshot.memory.sentences, text))

    def lesson(self, name: str) -> None:
        """A lesson was gone through, which says nothing about anybody."""
        self._keep(lessons=tuple(dict.fromkeys((*self._state.snapshot.memory.lessons, name)))[-FILES:])

    def export(self, texts: tuple[str, ...]) -> None:
        """Something was taken away: what and how, which says nothing about anybody."""
        self._keep(export=texts)

    def leave(self) -> None:
        """The program ends: where somebody is now, if that is to be found again."""
        now = self._state.snapshot
        place = place_of(now, self._file(now)) if _keeps_place(now.settings) else None
        shipped = place is not None and not place.file and Path(place.checkpoint).parent == CHECKPOINTS
        known = place is not None and (now.settings.remember_files or shipped)
        self._keep(place=place.as_texts() if place is not None and known else ())

    def _file(self, now: Snapshot) -> str:
        """Where what is on screen can be read again; empty where nowhere."""
        if now.kept.path is not None and same_runs(now.kept.runs, shown_runs(now)):
            return str(now.kept.path.absolute())
        run = now.run
        found = [path for ids, path in self._shown if run is not None and ids() is run.source_ids]
        return str(found[-1].absolute()) if found else ""

    def follow(self, settings: Settings) -> None:
        """Who wants nothing kept wants what was kept gone."""
        if not settings.remember_files:
            self._keep(files=())
        if not settings.remember_sentences:
            self._keep(sentences=())
        if not _keeps_place(settings):
            self._keep(place=())

    def _keep(self, **changes: tuple[str, ...]) -> None:
        before = self._state.snapshot.memory
        memory = replace(before, **changes)
        if memory != before:
            self._state.update(memory=memory)
            self.memory_changed.emit(memory)

    def _recall(self, intent: RecallSentence) -> None:
        now = self._state.snapshot
        if now.source_text.strip() not in now.memory.sentences:
            self._draft = now.source_text
        self._handle(SetSource(recalled(now.memory.sentences, now.source_text, self._draft, intent.by)))

    def _look(self, _: LookForFiles) -> None:
        """In the background: a folder of a network that has gone keeps one waiting."""
        files = self._state.snapshot.memory.files
        self._files.run(lambda: _looked(files), lambda looked: self._state.update(looked=looked), lambda _: None)


def _looked(files: Sequence[str]) -> FilesLooked:
    cached = tuple((name, str(folder)) for name, folder in translators())
    return FilesLooked(frozenset(file for file in files if not _exists(file)), cached)


def _keeps_place(settings: Settings) -> bool:
    """It is a sentence, too."""
    return settings.begin_there and settings.remember_sentences


def _exists(file: str) -> bool:
    try:
        return Path(file).exists()
    except (OSError, ValueError):
        return False
