"""The list of lessons: title, minutes, done or not, along the learning path or in the order of the paper."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QRadioButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from model.lessons.lesson import Lesson, learning_path, paper_order
from viz_app.platform.appearance import without_icons
from viz_app.platform.text import fill, translate
from viz_app.platform.translations import spoken
from viz_app.platform.window_room import grown

WIDE, HIGH = 620, 520
DONE = "✓"


class LessonList(QDialog):
    """``chosen`` carries the lesson to begin, ``saved`` one to be saved as a page or a handout; the others ask for a
    lesson of a file, or to write one.
    """

    chosen = Signal(object)
    saved = Signal(object)
    elsewhere = Signal()
    written = Signal()

    def __init__(self, lessons: Sequence[Lesson], done: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("Lesson", "Lessons"))
        self._lessons, self._done = tuple(lessons), frozenset(done)
        self._order = self._lessons
        path = [lesson for lesson in lessons if lesson.path]
        told = translate(
            "Lesson",
            "Each lesson goes through the window itself: it rings what to use next, and sees what you did. "
            "Leaving one brings back what was on screen.",
        )
        why = QLabel(told, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        minutes = sum(lesson.minutes for lesson in path)
        self.along = QRadioButton(fill(translate("Lesson", "Learning path (%1 minutes)"), minutes))
        self.paper = QRadioButton(translate("Lesson", "Paper order"))
        orders = QButtonGroup(self)
        line = QHBoxLayout()
        for button in (self.along, self.paper):
            orders.addButton(button)
            line.addWidget(button)
        line.addStretch(1)
        self.list = QTreeWidget()
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAllColumnsShowFocus(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setAccessibleName(translate("Lesson", "Lessons"))
        names = (translate("Lesson", "Done"), translate("Lesson", "Lesson"), translate("Lesson", "Minutes"),
                 translate("Lesson", "Paper"))  # fmt: skip
        self.list.setHeaderLabels(list(names))
        self.list.header().setStretchLastSection(False)
        for column in range(len(names)):
            wide = QHeaderView.ResizeMode.Stretch if column == 1 else QHeaderView.ResizeMode.ResizeToContents
            self.list.header().setSectionResizeMode(column, wide)
        self.list.itemActivated.connect(self._begin)
        self._arrange(why, line)

    def _arrange(self, why: QLabel, line: QHBoxLayout) -> None:
        buttons = without_icons(QDialogButtonBox(QDialogButtonBox.StandardButton.Close))
        self.start = buttons.addButton(translate("Lesson", "Begin"), QDialogButtonBox.ButtonRole.ActionRole)
        self.start.setDefault(True)
        self.start.clicked.connect(self._begin)
        self.open_file = QPushButton(translate("Lesson", "Open a lesson file…"))
        self.write = QPushButton(translate("Lesson", "Write a lesson…"))
        self.save = QPushButton(translate("Lesson", "Save as page or handout…"))
        self.open_file.clicked.connect(lambda: self._leave(self.elsewhere))
        self.write.clicked.connect(lambda: self._leave(self.written))
        self.save.clicked.connect(self._save)
        below = QHBoxLayout()
        for button in (self.open_file, self.write, self.save):
            button.setAutoDefault(False)
            below.addWidget(button)
        buttons.rejected.connect(self.reject)
        box = QVBoxLayout(self)
        box.addWidget(why)
        box.addLayout(line)
        box.addWidget(self.list, 1)
        box.addLayout(below)
        box.addWidget(buttons)
        self.along.toggled.connect(self._fill)
        self.along.setChecked(True)
        self.list.setFocus()
        self.resize(grown(self, WIDE, HIGH))

    def _fill(self) -> None:
        """In the chosen order; the first one that is not done is chosen."""
        self._order = learning_path(self._lessons) if self.along.isChecked() else paper_order(self._lessons)
        self.list.clear()
        for number, lesson in enumerate(self._order, start=1):
            done = lesson.name in self._done
            title = f"{number}. {lesson.title.in_language(spoken())}"
            item = QTreeWidgetItem([DONE if done else "", title, str(lesson.minutes), lesson.paper])
            for column in (2, 3):  # at the right one ends where the other begins: 5 3.1
                item.setTextAlignment(column, Qt.AlignmentFlag.AlignCenter)
            said = translate("Lesson", "done") if done else translate("Lesson", "not done yet")
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, said)
            self.list.addTopLevelItem(item)
        first = next((at for at, lesson in enumerate(self._order) if lesson.name not in self._done), 0)
        if self._order:
            self.list.setCurrentIndex(self.list.model().index(first, 0))

    def _begin(self) -> None:
        row = self.list.currentIndex().row()
        if 0 <= row < len(self._order):
            self.accept()
            self.chosen.emit(self._order[row])

    def _save(self) -> None:
        row = self.list.currentIndex().row()
        if 0 <= row < len(self._order):
            self.accept()
            self.saved.emit(self._order[row])

    def _leave(self, signal: SignalInstance) -> None:
        self.accept()
        signal.emit()
