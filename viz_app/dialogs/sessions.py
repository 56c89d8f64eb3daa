"""Dialogs about sessions: where to save one, where its checkpoint lies, and what to do about what is not saved.

None of them blocks; each ends in an Intent. Nothing is read or written here.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from model.common.text import fill
from model.record.session_name import SUFFIX
from viz_app.controls.dropped_files import checkpoint_or_file
from viz_app.platform.file_dialog import FileDialog
from viz_app.platform.file_names import safe_name
from viz_app.state.intents import Intent, OpenHome, SaveSession
from viz_app.state.state import Snapshot, State

translate = QCoreApplication.translate


class SessionDesk(QObject):
    """The part of :class:`viz_app.dialogs.window_services.WindowDesk` that is about sessions."""

    def __init__(self, window: QWidget, state: State, handle: Callable[[Intent], None]) -> None:
        super().__init__(window)
        self._window = window
        self._state = state
        self._handle = handle
        self._then: Callable[[], None] | None = None  # what waits until the session is in its file
        state.follow(("unsaved", "problem"), self._look)

    def save(self, elsewhere: bool) -> None:
        """Into the session's own file; asks where, if it has none yet or is to have another."""
        now = self._state.snapshot
        if now.run is None:
            return
        if now.kept.path is not None and not elsewhere:
            self._handle(SaveSession())
            return
        dialog = FileDialog(self._window, translate("Desk", "Save the session"), QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        sessions = translate("Desk", "Sessions")
        dialog.setNameFilters([f"{sessions} (*{SUFFIX})"])
        dialog.setDefaultSuffix(SUFFIX.removeprefix("."))
        if now.kept.path is not None:
            dialog.setDirectory(str(now.kept.path.parent))
        dialog.selectFile(_name(now))
        dialog.fileSelected.connect(lambda name: self._handle(SaveSession(Path(name))))
        dialog.rejected.connect(self._forget)
        dialog.open()

    def locate(self) -> None:
        """Where the checkpoint lies that recorded the run on screen."""
        run = self._state.snapshot.run
        if run is None:
            return
        title = fill(translate("Desk", "Find the checkpoint %1"), run.meta.checkpoint)
        dialog = FileDialog(self._window, title, QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self._handle(OpenHome(checkpoint_or_file(Path(name)))))
        dialog.open()

    # --- what is not saved ---

    def may_close(self) -> bool:
        """Nothing would be lost; else the person is asked, and the window closes once that is decided."""
        if not self._state.snapshot.unsaved:
            return True
        self.ask_unsaved(self._leave)
        return False

    def ask_unsaved(self, then: Callable[[], None]) -> None:
        """Save, throw away or stay; ``then`` is called unless the person stays."""
        if self._window.findChild(QMessageBox, "unsaved") is not None:
            return  # asked already
        box = QMessageBox(QMessageBox.Icon.Question, *_question(self._state.snapshot))
        box.setParent(self._window, Qt.WindowType.Dialog)
        box.setObjectName("unsaved")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setInformativeText(_what_is_lost(self._state.snapshot))
        buttons = QMessageBox.StandardButton
        box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
        box.setDefaultButton(buttons.Save)
        box.button(buttons.Discard).setText(translate("Desk", "Don’t save"))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.buttonClicked.connect(lambda button: self._decided(box.standardButton(button), then))
        box.open()

    def _decided(self, button: QMessageBox.StandardButton, then: Callable[[], None]) -> None:
        if button == QMessageBox.StandardButton.Discard:
            QTimer.singleShot(0, self, lambda: self._discard(then))
        elif button == QMessageBox.StandardButton.Save:
            self._then = then
            self.save(elsewhere=False)

    def _discard(self, then: Callable[[], None]) -> None:
        """From now on what is there counts as decided."""
        now = self._state.snapshot
        self._state.update(kept=type(now.kept)(None, now.notes, (), now.glosses, now.kept.home))
        then()

    def _look(self, now: Snapshot) -> None:
        """Saved: what waited goes on. A failure is in the banner, and nothing waits any more."""
        then = self._then
        if then is None or (now.unsaved and now.problem is None):
            return
        self._then = None
        if not now.unsaved:
            QTimer.singleShot(0, self, then)

    def _forget(self) -> None:
        self._then = None

    def _leave(self) -> None:
        self._window.close()


def _name(now: Snapshot) -> str:
    """The name that it has, or one that says what is in it."""
    if now.kept.path is not None:
        return now.kept.path.name
    assert now.run is not None
    return safe_name(now.run.meta.source_text or now.run.meta.translation, SUFFIX)


def _question(now: Snapshot) -> tuple[str, str]:
    """Its title, and what is asked about: notes that are in no file, or a session that has gone on."""
    if now.kept.path is None:
        return translate("Desk", "Unsaved notes"), translate("Desk", "Save your notes?")
    return translate("Desk", "Unsaved session"), translate("Desk", "Save the session?")


def _what_is_lost(now: Snapshot) -> str:
    name = "" if now.kept.path is None else now.kept.path.name
    if not name:
        return translate("Desk", "They are in no file yet; a session file holds them, with the run they are about.")
    return fill(translate("Desk", "%1 does not hold your latest changes."), name)
