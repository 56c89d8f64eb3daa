"""The presentation: the strip, one view and the row sentence on a whole screen, in letters for the last row of a hall.

The view is made as every view is and shows the same picture; the window stays as it was under it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QFont, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from viz_app.controls.display.row_sentence import RowSentence
from viz_app.controls.token_strip.token_strip import TokenStrip
from viz_app.state.classroom.presentation import Presentation, presented, turned
from viz_app.state.intents import Present
from viz_app.state.state import Snapshot
from viz_app.views import view_of
from viz_app.views.shared.view import View

translate = QCoreApplication.translate
Key = Qt.Key
BY_CLICKER = {Key.Key_PageDown: 1, Key.Key_PageUp: -1}  #: steps
BLANKS = (Key.Key_B, Key.Key_Period)  #: as clickers and other presentations have it
MODIFIERS = (Key.Key_Shift, Key.Key_Control, Key.Key_Alt, Key.Key_Meta, Key.Key_AltGr)
#: Beginnings of the names of the commands that mean something here; none opens a dialog.
COMMANDS = ("step.", "learning.", "kind.", "layer.", "head.", "zoom.", "look.", "reading.", "text.", "topic.")
OTHERS = ("window.present", "edit.leave", "edit.undo", "edit.redo")
ELSEWHERE = ("look.write_gloss", "look.computation", "look.captions", "learning.curves")
POINTS = 0.75  #: of a pixel


class PresentationScreen(QWidget):
    """One view and nothing else. ``requested`` carries every Intent."""

    requested = Signal(object)
    _shown = Snapshot()  # Qt sends events while a widget is made

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(translate("Presentation", "Headscope: presentation"))
        self.strip, self.sentence = TokenStrip(self), RowSentence(self)
        self.views: dict[str, View] = {}
        self.view: View | None = None
        page, self.dark = QWidget(self), QWidget(self)
        self.dark.setStyleSheet("background: black")
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.strip)
        self._column.addWidget(self.sentence)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(page)
        self._stack.addWidget(self.dark)
        for row in (self.strip.source, self.strip.target):
            row.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # page keys are the clicker's
        for part in (self.strip, self.sentence):
            part.requested.connect(self.requested)
        self.setMinimumSize(QSize(480, 270))

    def use(self, actions: Iterable[QAction]) -> None:
        """The keys of the window, as far as they mean something here."""
        for action in actions:
            name = action.objectName()
            shows = name.startswith("view.") and name.removeprefix("view.") in self._names()
            if (name.startswith(COMMANDS) and name not in ELSEWHERE) or name in OTHERS or shows:
                self.addAction(action)

    def display(self, snapshot: Snapshot) -> None:
        """Show what the snapshot's view shows."""
        self._shown = snapshot
        now = presented(snapshot)
        self._fit()
        self._bring(snapshot.view)
        self.strip.display(now)
        self.sentence.display(now)
        if self.view is not None:
            self.view.display(now)
            self.view.present(POINTS * self.presentation.letters(self.height()))
        self._stack.setCurrentIndex(int(snapshot.presentation is not None and snapshot.presentation.blank))

    @property
    def presentation(self) -> Presentation:
        """What is on now."""
        return self._shown.presentation or Presentation()

    def _names(self) -> tuple[str, ...]:
        from viz_app.pictures import titles

        return tuple(titles())

    def _bring(self, name: str) -> None:
        """The view of that name, made when it is first shown."""
        if name not in self._names():
            return
        if name not in self.views:
            made = self.views[name] = view_of(name)(self)
            made.requested.connect(self.requested)
            self._column.insertWidget(1, made, 1)
        for each in self.views.values():
            each.setVisible(each is self.views[name])
        self.view = self.views[name]

    def _fit(self) -> None:
        """Letters as the height of the screen asks for."""
        letters = QFont(self.font())
        letters.setPixelSize(self.presentation.letters(self.height()))
        for part in (self.strip, self.sentence):
            part.setFont(letters)

    # --- what Qt tells a window ---

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        if self._shown.presentation is not None:
            self.display(self._shown)

    def event(self, event: QEvent) -> bool:
        """On a dark screen every key brings the picture back, and does nothing else."""
        if self.presentation.blank and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and Key(event.key()) not in MODIFIERS:
                self._change(blank=False)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """A clicker's keys; all others are the commands'."""
        key = Key(event.key())
        if key in BY_CLICKER:
            self.requested.emit(turned(self._shown, BY_CLICKER[key]))
        elif key in BLANKS:
            self._change(blank=True)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """A click brings the picture back too."""
        if self.presentation.blank:
            self._change(blank=False)
        super().mousePressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Closing it is leaving it."""
        super().closeEvent(event)
        if self._shown.presentation is not None:
            self.requested.emit(Present(None))

    def end(self) -> None:
        """Go, and ask for nothing any more."""
        self._shown = Snapshot()
        self.hide()
        self.deleteLater()

    def _change(self, blank: bool) -> None:
        self.setFocus()
        self.requested.emit(Present(replace(self.presentation, blank=blank)))
