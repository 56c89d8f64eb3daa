"""The rows of the opening dialog: one question each, with the widget that its answer needs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from model.common.text import Text
from viz_app.engine.messages import Question
from viz_app.platform.file_dialog import FileDialog
from viz_app.platform.text import fill, localised, tooltip
from viz_app.platform.theme import colours, visible

translate = QCoreApplication.translate
LONGEST_NUMBER = 1_000_000
LONGEST_CODE = 8  #: letters of a language's code


class QuestionRow(QWidget):
    """A question's widget with a line under it that says where its value comes from.

    ``width`` is that of all heads together.
    """

    def __init__(self, question: Question, width: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.question = question
        self.value: Callable[[], Any] = lambda: question.value
        self.line = QHBoxLayout()
        self.line.setSpacing(6)
        self.editor = self._editor(width)
        self.editor.setAccessibleName(asked(question))
        self.line.addWidget(self.editor, 1)
        self.origin = note(origin_of(question), warns=not question.certain)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 2)
        box.setSpacing(0)
        box.addLayout(self.line)
        box.addWidget(self.origin)

    @property
    def answer(self) -> Any:
        """What the person chose."""
        return self.value()

    @property
    def matters(self) -> bool:
        """Whether the answer has to be told: it was in doubt, was changed, or names a file."""
        if self.left_open:
            return False
        named = self.question.name.endswith("_vocabulary") and isinstance(self.editor, QComboBox)
        return named or not self.question.certain or self.answer != self.question.value

    @property
    def left_open(self) -> bool:
        """Whether the person does not know: what is assumed is used, and every picture says that it is uncertain."""
        choices = self.editor.count() if isinstance(self.editor, QComboBox) and self.may_stay_open else 0
        return choices > 0 and self.editor.currentIndex() == choices - 1  # type: ignore[attr-defined]

    @property
    def may_stay_open(self) -> bool:
        """Whether it is in doubt and one may not know it: a vocabulary and a language are what one works with."""
        named = self.question.name.endswith(("_vocabulary", "_language"))
        return not self.question.certain and bool(self.question.options) and not named

    def choose(self, value: Any) -> None:
        """Show one of the options, where it is one."""
        if isinstance(self.editor, QComboBox) and value in self.question.options:
            self.editor.setCurrentIndex(list(self.question.options).index(value))

    def _editor(self, width: int) -> QWidget:
        question = self.question
        if question.name.endswith("_vocabulary") and (question.options or not question.value):
            return self._files()
        if question.options:
            return self._choice(width)
        if type(question.value) is int:
            spin = QSpinBox()
            spin.setRange(1, LONGEST_NUMBER)
            spin.setValue(question.value)
            self.value = spin.value
            return spin
        if question.name.endswith("_language"):
            field = QLineEdit(str(question.value))
            field.setMaxLength(LONGEST_CODE)
            self.value = lambda: field.text().strip().lower() or question.value
            return field
        value = Path(str(question.value)).name if question.name.endswith("_vocabulary") else str(question.value)
        return plain(said(value))

    def _choice(self, width: int) -> QComboBox:
        box = _combo()
        for option in self.question.options:
            box.addItem(self._said(option, width))
        options = list(self.question.options)
        if self.may_stay_open:
            assumed = self._said(self.question.value, width)
            box.addItem(fill(translate("OpeningDialog", "I do not know (%1 is used, and marked)"), assumed))
            options.append(self.question.value)
        box.setCurrentIndex(_index(self.question.options, self.question.value))
        self.value = lambda: options[box.currentIndex()]
        return box

    def _said(self, option: Any, width: int) -> str:
        if isinstance(option, bool):
            return translate("OpeningDialog", "yes") if option else translate("OpeningDialog", "no")
        if self.question.name == "heads" and isinstance(option, int):
            return fill(translate("OpeningDialog", "%1 (each %2 wide)"), option, width // max(option, 1))
        return said(option if isinstance(option, str) else str(option))

    def _files(self) -> QComboBox:
        """Every file that fits, one more to look for, and going on without."""
        paths: list[str] = [str(option) for option in self.question.options]
        box = _combo()
        for path in paths:
            box.addItem(visible_sentence(Path(path).name))
        paths.append("")
        box.addItem(translate("OpeningDialog", "none: tokens are ids"))
        box.setCurrentIndex(_index(paths, self.question.value))
        self.value = lambda: paths[box.currentIndex()]

        def chosen(path: str) -> None:
            paths.insert(0, path)
            box.insertItem(0, visible_sentence(Path(path).name))
            box.setCurrentIndex(0)

        box.currentIndexChanged.connect(lambda index: box.setToolTip(tooltip(visible_sentence(paths[index]))))
        button = QPushButton(translate("OpeningDialog", "Browse…"))
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self._browse(chosen))
        self.browse = button
        self.line.addWidget(button)
        self.line.setDirection(QHBoxLayout.Direction.RightToLeft)
        return box

    def _browse(self, chosen: Callable[[str], None]) -> None:
        dialog = FileDialog(self.window(), asked(self.question), QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(chosen)
        dialog.open()


def asked(question: Question) -> str:
    """The question in the person's language."""
    return said(question.text)


def said(text: str) -> str:
    """What a format says, in the person's language where it is marked."""
    return visible_sentence(localised(text))


def visible_sentence(text: str) -> str:
    """A sentence with names in it: nothing hidden, its blanks left alone."""
    return " ".join(visible(word) for word in text.split())


def origin_of(question: Question) -> str:
    """Where a value comes from, as a short line."""
    origin = said(question.origin)
    if not isinstance(question.origin, Text):
        origin = fill(translate("OpeningDialog", "from %1"), origin)
    return origin if question.certain else fill(translate("OpeningDialog", "please check: %1"), origin)


def plain(text: str) -> QLabel:
    """A label that never takes a file's name for markup and breaks long lines."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label


def note(text: str, warns: bool = False) -> QLabel:
    """A quiet line under something."""
    label = plain(text)
    palette = label.palette()
    palette.setColor(label.foregroundRole(), colours().ink if warns else colours().muted)
    label.setPalette(palette)
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * 0.9)
    label.setFont(font)
    label.setVisible(bool(text))
    return label


def _combo() -> QComboBox:
    box = QComboBox()
    box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    box.setMinimumContentsLength(12)
    return box


def _index(options: Any, value: Any) -> int:
    return list(options).index(value) if value in options else 0
