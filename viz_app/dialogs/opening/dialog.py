"""The one dialog that asks what a file does not say: heads, vocabularies, casing, languages.

:mod:`viz_app.dialogs.opening.questions` shows it while the snapshot holds a question. It says Answer,
CheckHeadCounts or LeaveQuestions, and decides nothing: the file opens or is refused in the engine, and this stays
until it has.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale, Qt, Signal
from PySide6.QtGui import QFont, QIcon
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QLabel,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from viz_app.controls.problem_banner import in_one_line
from viz_app.controls.widgets import colours
from viz_app.dialogs.opening.rows import QuestionRow, asked, note, plain, visible_sentence
from viz_app.engine.messages import Asked, CheckpointInfo, HeadsChecked
from viz_app.platform.text import fill, localised
from viz_app.platform.theme import visible
from viz_app.state.intents import Answer, CheckHeadCounts, LeaveQuestions
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate
WIDTH, LABEL_LETTERS, SPARE = 660, 20, 24
MOST_COUNTS = 10  #: head counts that the quick check compares, the likeliest first
MANY_PAIRS = 100


class OpeningDialog(QDialog):
    """What is known of a file, what is not, and [Open]."""

    requested = Signal(object)

    def __init__(self, asked: Asked, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.asked = asked
        self._quiet = False
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(fill(translate("OpeningDialog", "Open %1"), visible_sentence(asked.info.name)))
        self.rows = [
            QuestionRow(question, asked.info.queries_width or asked.info.width) for question in asked.questions
        ]
        self.check = HeadCheck(self)
        self.check.setVisible(self._row("heads") is not None)
        self.check.wanted.connect(self._check)
        self.problem = note("")
        self.progress = QProgressBar()
        self.progress.setTextVisible(True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel)
        self.open_button: QPushButton = self.buttons.button(QDialogButtonBox.StandardButton.Open)
        self.open_button.setText(translate("OpeningDialog", "Open"))
        self.open_button.setDefault(True)
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(translate("OpeningDialog", "Cancel"))
        self.open_button.clicked.connect(self._answer)
        self.buttons.rejected.connect(self.reject)
        self._arrange()
        first = next((row for row in self.rows if not row.question.certain), None)
        (self.open_button if first is None else first.editor).setFocus()

    @property
    def answers(self) -> dict[str, Any]:
        """What has to be told, by the questions' names."""
        return {row.question.name: row.answer for row in self.rows if row.matters}

    def display(self, snapshot: Snapshot) -> None:
        """Follow the work on this file: its progress, its result, its failure."""
        busy, problem = snapshot.busy, snapshot.problem
        self.open_button.setEnabled(busy is None)
        self.check.set_busy(busy is not None)
        self.progress.setVisible(busy is not None)
        if busy is not None:
            known = busy.fraction >= 0
            self.progress.setRange(0, 100 if known else 0)
            self.progress.setValue(round(100 * busy.fraction) if known else -1)
            self.progress.setFormat(visible_sentence(busy.text))
        self.problem.setVisible(problem is not None)
        if problem is not None:
            self.problem.setText(in_one_line(problem))
            palette = self.problem.palette()
            palette.setColor(self.problem.foregroundRole(), colours().error)
            self.problem.setPalette(palette)
        self.check.show_result(snapshot.heads_checked)

    def reject(self) -> None:
        """Cancel, Escape and the window's own cross: nothing opens."""
        if not self._quiet:
            self.requested.emit(LeaveQuestions())
        super().reject()

    def close_quietly(self) -> None:
        """The question is settled: close without another word."""
        self._quiet = True
        self.reject()

    def _arrange(self) -> None:
        box = QVBoxLayout(self)
        box.setSpacing(8)
        title = plain(facts(self.asked.info))
        font = QFont(title.font())
        font.setBold(True)
        title.setFont(font)
        box.addWidget(title)
        lead = translate("OpeningDialog", "A file of weights does not say everything. What it leaves open:")
        box.addWidget(plain(lead))
        for text in self.asked.notes:
            box.addWidget(note(visible_sentence(localised(text)), warns=True))
        form = self._form()
        box.addWidget(form, 1)
        box.addWidget(note(translate("OpeningDialog", "Your answers are remembered for this file.")))
        for widget in (self.problem, self.progress, self.buttons):
            box.addWidget(widget)
        for button in self.buttons.buttons():
            button.setIcon(QIcon())
        room = self.screen().availableSize()
        hidden = max(0, self._inside.sizeHint().height() - form.sizeHint().height())
        height = self.sizeHint().height() + hidden + SPARE
        self.resize(min(WIDTH, room.width() - 40), min(height, room.height() - 60))

    def _form(self) -> QScrollArea:
        inside = self._inside = QWidget()
        form = QFormLayout(inside)
        form.setContentsMargins(0, 0, 10, 0)
        form.setHorizontalSpacing(14)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        settled = False
        for row in self.rows:
            if row.question.certain and not settled:
                settled = True
                form.addRow(note(translate("OpeningDialog", "The rest is taken like this; change what is wrong:")))
            label = plain(asked(row.question))
            label.setMinimumWidth(self.fontMetrics().averageCharWidth() * LABEL_LETTERS)
            label.setBuddy(row.editor)
            form.addRow(label, row)
            if row.question.name == "heads":
                form.addRow(QLabel(), self.check)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inside)
        area.setMinimumHeight(min(inside.sizeHint().height(), 220))
        return area

    def _row(self, name: str) -> QuestionRow | None:
        return next((row for row in self.rows if row.question.name == name), None)

    def _answer(self) -> None:
        self.requested.emit(Answer(self.answers))

    def _check(self, pairs: str) -> None:
        heads = self._row("heads")
        if heads is not None:
            counts = tuple(int(option) for option in heads.question.options[:MOST_COUNTS])
            others = {name: value for name, value in self.answers.items() if name != "heads"}
            self.requested.emit(CheckHeadCounts(others, counts, pairs))


class HeadCheck(QWidget):
    """Sentence pairs and what they say about the number of heads. Hidden behind one button until wanted."""

    wanted = Signal(str)  #: the pairs, one a line

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.toggle = QPushButton(translate("OpeningDialog", "Not sure? Compare with sentence pairs…"))
        self.pairs = QPlainTextEdit()
        self.pairs.setPlaceholderText(
            translate("OpeningDialog", "One pair a line: sentence | translation. The more, the better.")
        )
        self.pairs.setAccessibleName(translate("OpeningDialog", "Sentence pairs"))
        self.pairs.setTabChangesFocus(True)
        self.pairs.setFixedHeight(self.fontMetrics().lineSpacing() * 4)
        self.start = QPushButton(translate("OpeningDialog", "Compare"))
        self.result = note("", warns=True)
        for button in (self.toggle, self.start):
            button.setAutoDefault(False)
        self.toggle.clicked.connect(self._unfold)
        self.start.clicked.connect(lambda: self.wanted.emit(self.pairs.toPlainText()))
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 4)
        box.setSpacing(4)
        for widget in (self.toggle, self.pairs, self.start, self.result):
            box.addWidget(
                widget, 0, Qt.AlignmentFlag.AlignLeft if widget in (self.toggle, self.start) else Qt.AlignmentFlag(0)
            )
        for widget in (self.pairs, self.start):
            widget.hide()

    def set_busy(self, busy: bool) -> None:
        self.start.setEnabled(not busy)

    def show_result(self, checked: HeadsChecked | None) -> None:
        """The best count, how far the next one is, and how much that is worth."""
        self.result.setVisible(checked is not None)
        if checked is not None:
            self.result.setText(verdict(checked))

    def _unfold(self) -> None:
        self.toggle.hide()
        for widget in (self.pairs, self.start):
            widget.show()
        self.pairs.setFocus()


def facts(info: CheckpointInfo) -> str:
    """What is known: family, size, layers, width."""
    number = QLocale().toString(info.parameters)
    template = translate("OpeningDialog", "%1: %2 parameters, %3 + %4 layers, width %5")
    return fill(template, visible(info.family), number, info.encoder_layers, info.decoder_layers, info.width)


def verdict(checked: HeadsChecked) -> str:
    """A hint in honest words, with its margin and its base."""
    order = sorted(zip(checked.losses, checked.counts, strict=True))
    (best, heads), *others = order
    template = translate("OpeningDialog", "%1 heads are the least surprised by these translations: %2 nats per token")
    said = fill(template, heads, f"{best:.3f}")
    if others:
        said += fill(translate("OpeningDialog", ", then %1 heads: %2"), others[0][1], f"{others[0][0]:.3f}")
    hint = translate("OpeningDialog", "Only a hint, from %1 pairs.")
    if checked.pairs < MANY_PAIRS:
        hint = translate("OpeningDialog", "Only a hint, and from %1 pairs a weak one: a hundred say much more.")
    return f"{said}. {fill(hint, checked.pairs)}"
