"""The toolbar's checkpoint button: between which languages the open one translates, those that ship, and Open….

*Open recent*: the checkpoints and traces that were opened last. In the File menu and under the checkpoint button.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from model.common.assets import CHECKPOINTS, shipped_checkpoints
from viz_app.platform.language_names import direction
from viz_app.platform.text import fill, plain_tooltip
from viz_app.platform.theme import visible
from viz_app.state.intents import LookForFiles, OpenPath
from viz_app.state.recent import labels
from viz_app.state.state import Snapshot

ROOM = 30  #: average letters that the button may be wide, until it is told otherwise
FRAME = 40  #: pixels of the button around its text, and of the arrow
LEAST_OF_NAME = 8  #: average letters of a checkpoint's name that are worth showing beside the direction


class RecentMenu(QMenu):
    """Says OpenPath. What is not there any more is grey; whether it is there is asked whenever the menu opens."""

    requested = Signal(object)
    shows = ("memory.files", "looked")

    def __init__(self, forget: QAction, parent: QWidget | None = None) -> None:
        super().__init__(translate("RecentMenu", "Open recent"), parent)
        self._forget = forget
        self._shown: object = None
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(lambda: self.requested.emit(LookForFiles()))
        self.display(Snapshot())

    def display(self, snapshot: Snapshot) -> None:
        """List the snapshot's files, the newest first."""
        files, missing = snapshot.memory.files, snapshot.looked.missing
        if (files, missing) == self._shown:
            return
        self._shown = (files, missing)
        self.clear()
        for file, label in zip(files, labels(files), strict=True):
            self._add(file, label, file in missing)
        if not files:
            self.addAction(translate("RecentMenu", "Nothing has been opened yet")).setEnabled(False)
        self.addSeparator()
        self.addAction(self._forget)

    def _add(self, file: str, label: str, missing: bool) -> None:
        gone = translate("RecentMenu", "%1 (not there)")
        text = fill(gone, visible_name(label)) if missing else visible_name(label)
        action = self.addAction(text.replace("&", "&&"))
        action.setToolTip(plain_tooltip(file))
        action.setEnabled(not missing)
        action.triggered.connect(lambda: self.requested.emit(OpenPath(Path(file))))


class CachedMenu(QMenu):
    """Says OpenPath for a translator in the Hugging Face cache; not in its menu where there is none."""

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(translate("CachedMenu", "In the Hugging Face cache"), parent)
        self._shown: object = None
        self.setToolTipsVisible(True)
        self.show_cached(())

    def show_cached(self, cached: Sequence[tuple[str, str]]) -> None:
        """List what was there when somebody looked: name and folder of each."""
        if cached != self._shown:
            self._shown = cached
            self.clear()
            for name, folder in cached:
                action = self.addAction(visible_name(name).replace("&", "&&"))
                action.setToolTip(plain_tooltip(folder))
                action.triggered.connect(lambda _=False, folder=folder: self.requested.emit(OpenPath(Path(folder))))
            self.menuAction().setVisible(bool(cached))


def visible_name(label: str) -> str:
    """A file name in which nothing hides."""
    return " ".join(visible(part) for part in label.split(" ") if part)


translate = QCoreApplication.translate


class CheckpointMenu(QPushButton):
    """Says OpenPath for a checkpoint that ships or was downloaded; the rest of its menu are the window's actions."""

    requested = Signal(object)
    shows = ("checkpoint", "looked")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot, self._room = Snapshot(), 0
        self._shipped: dict[str, QAction] = {}
        menu = QMenu(self)
        for name in shipped_checkpoints():
            action = menu.addAction(name)
            action.setCheckable(True)
            action.triggered.connect(lambda _=False, name=name: self._choose(CHECKPOINTS / name))
            self._shipped[name] = action
        if self._shipped:
            menu.addSeparator()
        self._cached: CachedMenu | None = None  # made with what is added
        self.setMenu(menu)

    def add_actions(self, actions: Iterable[QAction], recent: QMenu) -> None:
        """Open…, what was opened last, what was downloaded, and the like, at the end of the menu."""
        first, *others = actions
        self._cached = CachedMenu(self)
        self._cached.requested.connect(self.requested)
        self.menu().aboutToShow.connect(lambda: self.requested.emit(LookForFiles()))
        self.menu().addAction(first)
        self.menu().addMenu(recent)
        self.menu().addMenu(self._cached)
        self.menu().addActions(others)

    def display(self, snapshot: Snapshot) -> None:
        """Name the direction and the open checkpoint."""
        if self._cached is not None:
            self._cached.show_cached(snapshot.looked.cached)
        self._snapshot = Snapshot(checkpoint=snapshot.checkpoint)
        info = snapshot.checkpoint
        name = translate("CheckpointMenu", "No checkpoint") if info is None else info.name
        self._say()
        languages = "" if info is None else direction(info.source_language, info.target_language)
        told = [translate("CheckpointMenu", "Checkpoint"), languages, name]
        self.setAccessibleName(", ".join(part for part in told if part))
        self.setToolTip(plain_tooltip(f"{name}\n{info.path}" if info is not None else name))
        for shipped, action in self._shipped.items():
            action.setChecked(info is not None and Path(info.path) == CHECKPOINTS / shipped)

    def give_room(self, pixels: int) -> None:
        """How wide the button may become."""
        if pixels != self._room:
            self._room = pixels
            self._say()

    def _say(self) -> None:
        metrics, info = self.fontMetrics(), self._snapshot.checkpoint
        room = self._room - FRAME if self._room else metrics.averageCharWidth() * ROOM
        fitting = (words for words in self._wordings(room) if metrics.horizontalAdvance(words) <= room)
        name = translate("CheckpointMenu", "No checkpoint") if info is None else info.name
        shortest = direction(info.source_language, info.target_language) if info is not None else ""
        shown = next(fitting, metrics.elidedText(shortest or name, Qt.TextElideMode.ElideMiddle, room))
        self.setText(shown.replace("&", "&&"))

    def _wordings(self, room: int) -> Iterator[str]:
        """Longest first: direction and name, direction and what fits of the name, direction, its codes."""
        info = self._snapshot.checkpoint
        if info is None or not (info.source_language and info.target_language):
            return
        languages, metrics = direction(info.source_language, info.target_language), self.fontMetrics()
        yield f"{languages} · {info.name}"
        left = room - metrics.horizontalAdvance(f"{languages} · ")
        if left >= metrics.averageCharWidth() * LEAST_OF_NAME:
            yield f"{languages} · {metrics.elidedText(info.name, Qt.TextElideMode.ElideMiddle, left)}"
        yield languages
        yield f"{info.source_language} → {info.target_language}"

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Another font has room for more or less of the name."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._say()

    def _choose(self, path: Path) -> None:
        self.display(self._snapshot)  # what is open has its mark, until another is
        self.requested.emit(OpenPath(path))
