"""*Write a lesson*: what is done in the window becomes steps, which get their words here; the file can be played.

It stands beside the window and stops nothing there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from model.common.atomic import write_atomically
from model.common.problems import Problem
from model.lessons.lesson import Bilingual, Lesson, LessonStep
from model.lessons.lesson_file import SUFFIX, lesson_from, read_lesson
from model.lessons.lesson_text import lesson_text
from viz_app.dialogs.lessons.step_editor import StepEditor
from viz_app.platform.file_dialog import FileDialog
from viz_app.platform.text import fill, in_menu, translate
from viz_app.platform.translations import spoken
from viz_app.platform.window_room import grown
from viz_app.state.lessons.draft import MOST_MINUTES, LessonDraft, draft_of, suggested_name
from viz_app.state.state import Snapshot, State

WIDE, HIGH = 520, 660
Keeper = Callable[[Path, Snapshot], None]  #: writes what is on screen as a session file; raises :class:`Problem`


class LessonWriter(QDialog):
    """``played`` carries a lesson and the folder of its file, ``exported`` the file of one to be made a page of."""

    played = Signal(object, object)
    exported = Signal(object)

    def __init__(self, state: State, controls: frozenset[str], keep: Keeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("Lesson", "Write a lesson"))
        self.state, self._controls, self._keep = state, controls, keep
        self.draft, self._path = LessonDraft(), Path()
        self._before: Snapshot | None = None  # while recording: what has been looked at
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._look)
        state.changed.connect(self._follow)
        self.title_en, self.title_ko, self.minutes = QLineEdit(), QLineEdit(), QSpinBox()
        self.minutes.setRange(1, MOST_MINUTES)
        self.record = QPushButton(in_menu(translate("Lesson", "Record")))
        self.record.setCheckable(True)
        self.told = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.told.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        self.list, self.editor = QListWidget(), StepEditor()
        self.list.setAccessibleName(translate("Lesson", "Steps"))
        self.buttons: dict[str, QPushButton] = {}
        self._arrange()
        self._connect()
        self._show()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        """Nothing is recorded that nobody sees; the draft stays."""
        self.record.setChecked(False)
        super().hideEvent(event)

    # --- recording ---

    def _follow(self, _: Snapshot) -> None:
        if self._before is not None:
            self._soon.start()

    def _record(self, on: bool) -> None:
        now = self.state.snapshot
        self._before = now if on and now.run is not None else None
        if self._before is not None:
            self.draft = self.draft.begin(now)
        self._show()

    def _look(self) -> None:
        """What has been done, once everything that follows from it is there."""
        now = self.state.snapshot
        if self._before is None or now.busy is not None or now.grows or now.run is None:
            return
        if now.lesson is not None:  # one is played: nothing of it is recorded
            self.record.setChecked(False)
            return
        before, self._before, count = self._before, now, len(self.draft.steps)
        draft = self.draft.add(before, now)
        if draft is not self.draft:
            self.draft = draft
            self._show(len(draft.steps) - 1 if len(draft.steps) != count else None)

    # --- writing ---

    def _edit(self, step: LessonStep) -> None:
        at = self.list.currentRow()
        if 0 <= at < len(self.draft.steps):
            self.draft = self.draft.put(at, step)
            self.list.item(at).setText(_line(at, step))

    def _titled(self) -> None:
        title = Bilingual(self.title_en.text(), self.title_ko.text())
        lesson = replace(self.draft.lesson, title=title, minutes=self.minutes.value())
        self.draft = replace(self.draft, lesson=lesson)

    def _change(self, draft: LessonDraft, at: int) -> None:
        self.draft = draft
        self._show(min(at, len(draft.steps) - 1))

    def _show(self, at: int | None = None) -> None:
        """The draft, at the step that is chosen or to be."""
        row = self.list.currentRow() if at is None else at
        self.list.blockSignals(True)
        self.list.clear()
        for number, each in enumerate(self.draft.steps):
            self.list.addItem(_line(number, each.step))
        self.list.blockSignals(False)
        self.list.setCurrentRow(row if row < self.list.count() else self.list.count() - 1)
        self._choose(self.list.currentRow())
        if self._before is not None:
            self._tell(translate("Lesson", "Recording: go on in the window; each thing you do becomes a step."))
        elif not self.draft.steps:
            self._tell(translate("Lesson", "Bring the window to where the lesson begins, press Record, and go through "
                                 "it as your class shall."))  # fmt: skip
        else:
            self._tell("")

    def _choose(self, at: int) -> None:
        steps, there = self.draft.steps, 0 <= at < len(self.draft.steps)
        self.editor.display(steps[at] if there else None)
        for name, can in (("up", at > 0), ("down", at + 1 < len(steps)), ("remove", there), ("save", bool(steps)),
                          ("play", bool(steps)), ("page", bool(self._path.name))):  # fmt: skip
            self.buttons[name].setEnabled(can and (name not in ("up", "down") or there))

    def _tell(self, text: str) -> None:
        self.told.setText(text)

    # --- files ---

    def ask_file(self) -> None:
        """A lesson's file, to go on with."""
        dialog = self._dialog(translate("Lesson", "Open a lesson"), QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.load(Path(name)))
        dialog.open()

    def load(self, path: Path) -> None:
        """Write on a file's lesson; what is wrong with it is said here."""
        try:
            lesson = read_lesson(path, self._controls)
        except Problem as problem:
            self._tell(str(problem))
            return
        self._path = path
        self._take(draft_of(lesson))

    def ask_place(self) -> None:
        """Ask where, and write it."""
        dialog = self._dialog(translate("Lesson", "Save the lesson"), QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX.removeprefix("."))
        if self._path.name:
            dialog.setDirectory(str(self._path.parent))
        dialog.selectFile(self._path.name or suggested_name(self.draft.lesson) + SUFFIX)
        dialog.fileSelected.connect(lambda name: self.write(Path(name)))
        dialog.open()

    def write(self, path: Path) -> bool:
        """The lesson, and beside it the session that it begins with, where nothing that ships has that."""
        try:
            text = self._text(path)
            begun = self.draft.begun
            if self.draft.needs_session and begun is not None:
                self._keep(path.with_name(f"{path.stem}.headscope"), begun)
            write_atomically(path, text.encode("utf-8"))
        except Problem as problem:
            self._tell(str(problem))
            return False
        self._path = path
        self._choose(self.list.currentRow())
        self._tell(fill(translate("Controller", "Saved %1"), path))
        return True

    def _export(self) -> None:
        """What is written by now, as a page or a handout."""
        if self.write(self._path):
            self.exported.emit(self._path)

    def play(self) -> None:
        """Try it as it is now; nothing has to be saved, but for what lies beside the file."""
        self.record.setChecked(False)
        if self.draft.needs_session and not self._path.name:
            self._tell(translate("Lesson", "Save it first: a session file has to lie beside this lesson."))
            return
        path = self._path if self._path.name else Path(f"{suggested_name(self.draft.lesson)}{SUFFIX}")
        try:
            lesson = lesson_from(self._text(path), path, self._controls)
        except Problem as problem:
            self._tell(str(problem))
            return
        self.played.emit(lesson, path.parent)

    def _text(self, path: Path) -> str:
        """The file's text, which can be read again. Raises :class:`Problem`."""
        text = lesson_text(self.draft.whole(path.stem))
        lesson_from(text, path, self._controls)
        return text

    def _take(self, draft: LessonDraft) -> None:
        self.record.setChecked(False)
        self.draft = draft
        self._fill(draft.lesson)
        self._show(0)

    def _fill(self, lesson: Lesson) -> None:
        self.title_en.setText(lesson.title.en)
        self.title_ko.setText(lesson.title.ko)
        self.minutes.setValue(lesson.minutes)

    def _dialog(self, title: str, mode: QFileDialog.FileMode) -> FileDialog:
        dialog = FileDialog(self, title, mode)
        kind = translate("Lesson", "Lessons")
        dialog.setNameFilters([f"{kind} (*{SUFFIX})"])
        return dialog

    # --- parts ---

    def _button(self, name: str, text: str, press: Callable[[], None]) -> QPushButton:
        button = self.buttons[name] = QPushButton(in_menu(text))
        button.setAutoDefault(False)
        button.clicked.connect(lambda _: press())
        return button

    def _connect(self) -> None:
        self._fill(self.draft.lesson)
        for field in (self.title_en, self.title_ko):
            field.textEdited.connect(lambda _: self._titled())
        self.minutes.valueChanged.connect(lambda _: self._titled())
        self.record.toggled.connect(self._record)
        self.record.setAutoDefault(False)
        self.list.currentRowChanged.connect(self._choose)
        self.editor.edited.connect(self._edit)

    def _arrange(self) -> None:
        box = QVBoxLayout(self)
        box.addLayout(self._head())
        box.addLayout(self._tools())
        box.addWidget(self.told)
        box.addWidget(self.list, 2)
        box.addWidget(self.editor, 3)
        box.addLayout(self._foot())
        self.resize(grown(self, WIDE, HIGH))

    def _head(self) -> QHBoxLayout:
        """Title and minutes."""
        head = QHBoxLayout()
        for label, field, stretch in (
            (translate("Lesson", "Title, in English"), self.title_en, 2),
            (translate("Lesson", "Title, in Korean"), self.title_ko, 2),
            (translate("Lesson", "Minutes"), self.minutes, 0),
        ):
            column, name = QVBoxLayout(), QLabel(label)
            name.setBuddy(field)
            field.setAccessibleName(label)
            column.addWidget(name)
            column.addWidget(field)
            head.addLayout(column, stretch)
        return head

    def _tools(self) -> QHBoxLayout:
        """Recording, and what can be done with a step."""

        def row() -> int:
            return self.list.currentRow()

        line = QHBoxLayout()
        line.addWidget(self.record)
        for name, text, press in (
            ("read", translate("Lesson", "Add words"), lambda: self._change(
                self.draft.begin(self.state.snapshot).read(self.state.snapshot), len(self.draft.steps))),
            ("up", translate("Lesson", "Up"), lambda: self._change(self.draft.moved(row(), -1), max(0, row() - 1))),
            ("down", translate("Lesson", "Down"), lambda: self._change(self.draft.moved(row(), 1), row() + 1)),
            ("remove", translate("Lesson", "Remove"), lambda: self._change(self.draft.without(row()), row())),
        ):  # fmt: skip
            line.addWidget(self._button(name, text, press))
        return line

    def _foot(self) -> QHBoxLayout:
        """Files."""
        foot = QHBoxLayout()
        for name, text, press in (
            ("open", translate("Lesson", "Open…"), self.ask_file),
            ("save", translate("Lesson", "Save…"), self.ask_place),
            ("page", translate("Lesson", "Page or handout…"), self._export),
            ("play", translate("Lesson", "Try it"), self.play),
            ("close", translate("Lesson", "Close"), self.hide),
        ):
            foot.addWidget(self._button(name, text, press))
        return foot


def _line(at: int, step: LessonStep) -> str:
    return f"{at + 1}. {' '.join(step.words.in_language(spoken()).split())}"
