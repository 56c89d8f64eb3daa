"""The one dialog that asks what a file does not say: heads, vocabularies, casing, languages.

:mod:`viz_app.dialogs.opening.questions` shows it while the snapshot holds a question. It says Answer,
CheckHeadCounts or LeaveQuestions, and decides nothing: the file opens or is refused in the engine, and this stays
until it has.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from model.common.text import plain_value
from viz_app.controls.widgets import WrappedField
from viz_app.dialogs.opening.rows import QuestionRow, asked, note, plain, visible_sentence
from viz_app.engine.messages import Asked, CheckpointInfo, HeadsChecked
from viz_app.platform.appearance import without_icons
from viz_app.platform.file_dialog import FileDialog
from viz_app.platform.text import fill, localised, tooltip
from viz_app.platform.theme import colours
from viz_app.platform.window_room import room_for
from viz_app.state.intents import Answer, CheckHeadCounts, LeaveQuestions
from viz_app.state.state import Snapshot
from viz_app.tables.parts.remarks import in_one_line

translate = QCoreApplication.translate
WIDTH, LABEL_LETTERS, SPARE = 660, 20, 24
PAIRED = ("norm_order", "scale_embeddings", "positions")  #: what sentence pairs may tell, beside heads
BY_RUN = (*PAIRED, "activation", "padding_masks")  #: what a recorded run tells
SAME = 1e-3  #: weights that differ by less are the same
MOST_COUNTS = 10  #: head counts that the quick check compares, the likeliest first
MANY_PAIRS = 100


class OpeningDialog(QDialog):
    """What is known of a file, what is not, and [Open]."""

    requested = Signal(object)

    def __init__(self, asked: Asked, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.asked = asked
        self._quiet = False
        self._filled: HeadsChecked | None = None  # what has been filled in
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(fill(translate("OpeningDialog", "Open %1"), visible_sentence(asked.info.name)))
        self.rows = [
            QuestionRow(question, asked.info.queries_width or asked.info.width) for question in asked.questions
        ]
        self.check = HeadCheck(self)
        self.check.setVisible(any(row.question.name in ("heads", *BY_RUN) for row in self.rows if self._open(row)))
        self.check.wanted.connect(self._check)
        self.problem = note("")
        self.progress = QProgressBar()
        self.progress.setTextVisible(True)
        self.buttons = without_icons(
            QDialogButtonBox(QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel)
        )
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
        checked = snapshot.heads_checked
        self.check.show_result(checked)
        if checked is not None and checked is not self._filled and agrees(checked):
            for name, value in {**checked.others, "heads": checked.counts[0]}.items():
                if (row := self._row(name)) is not None:
                    row.choose(value)
        self._filled = checked

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
        font.setWeight(QFont.Weight.DemiBold)
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
        hidden = max(0, self._inside.sizeHint().height() - form.sizeHint().height())
        height = self.sizeHint().height() + hidden + SPARE
        self.resize(QSize(max(WIDTH, self.minimumSizeHint().width()), height).boundedTo(room_for(self)))

    def _form(self) -> QScrollArea:
        inside = self._inside = QWidget()
        form = QFormLayout(inside)
        form.setContentsMargins(0, 0, 10, 0)
        form.setHorizontalSpacing(14)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)  # large letters
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
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inside)
        area.setMinimumSize(_wide(inside, area), min(inside.sizeHint().height(), 220))
        return area

    def _row(self, name: str) -> QuestionRow | None:
        return next((row for row in self.rows if row.question.name == name), None)

    def _answer(self) -> None:
        self.requested.emit(Answer(self.answers))

    def _open(self, row: QuestionRow) -> bool:
        return not row.question.certain

    def _check(self, pairs: str, run: str) -> None:
        heads = self._row("heads")
        if heads is None:
            return
        question = heads.question
        counts = question.options[:MOST_COUNTS] if self._open(heads) else (question.value,)
        open_ones = [row.question for row in self.rows if self._open(row)]
        others = {one.name: tuple(one.options) for one in open_ones if one.name in (BY_RUN if run else PAIRED)}
        answers = {name: value for name, value in self.answers.items() if name != "heads" and name not in others}
        self.requested.emit(CheckHeadCounts(answers, tuple(int(count) for count in counts), pairs, others, run))


class HeadCheck(QWidget):
    """What sentence pairs or a recorded run say of heads and the like. Hidden behind one button until wanted."""

    wanted = Signal(str, str)  #: the pairs, one a line, or the path of a recorded run

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.toggle = QPushButton(translate("OpeningDialog", "Not sure? Compare with sentence pairs…"))
        self.pairs = WrappedField()
        self.pairs.setPlaceholderText(
            translate("OpeningDialog", "One pair a line: sentence | translation. The more, the better.")
        )
        self.pairs.setAccessibleName(translate("OpeningDialog", "Sentence pairs"))
        self.pairs.setTabChangesFocus(True)
        self.pairs.setFixedHeight(self.fontMetrics().lineSpacing() * 4)
        self.start = QPushButton(translate("OpeningDialog", "Compare"))
        self.result = note("", warns=True)
        self.browse = QPushButton(translate("OpeningDialog", "Compare with a recorded run…"))
        hint = translate(
            "OpeningDialog",
            "A run of your own code, recorded with headscope_recorder.py (.npz), decides most of these questions.",
        )
        self.browse.setToolTip(tooltip(hint))
        for button in (self.toggle, self.start, self.browse):
            button.setAutoDefault(False)
        self.toggle.clicked.connect(self._unfold)
        self.start.clicked.connect(lambda: self.wanted.emit(self.pairs.toPlainText(), ""))
        self.browse.clicked.connect(self._choose_run)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 4)
        box.setSpacing(4)
        for widget in (self.toggle, self.pairs, self.start, self.browse, self.result):
            left = isinstance(widget, QPushButton)
            box.addWidget(widget, 0, Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag(0))
        for widget in (self.pairs, self.start, self.browse):
            widget.hide()

    def set_busy(self, busy: bool) -> None:
        self.start.setEnabled(not busy)
        self.browse.setEnabled(not busy)

    def show_result(self, checked: HeadsChecked | None) -> None:
        """The best count, how far the next one is, and how much that is worth."""
        self.result.setVisible(checked is not None)
        if checked is not None:
            self.result.setText(verdict(checked))

    def _unfold(self) -> None:
        self.toggle.hide()
        for widget in (self.pairs, self.start, self.browse):
            widget.show()
        self.pairs.setFocus()

    def _choose_run(self) -> None:
        dialog = FileDialog(self.window(), self.browse.text(), FileDialog.FileMode.ExistingFile)
        dialog.setNameFilter("*.npz")
        dialog.fileSelected.connect(lambda path: self.wanted.emit("", path))
        dialog.open()


def _wide(inside: QWidget, area: QScrollArea) -> int:
    """What a form needs beside its bar, the buttons that are hidden still too; as far as the screen has it."""
    needed = max(inside.minimumSizeHint().width(), inside.sizeHint().width())
    return min(needed + area.verticalScrollBar().sizeHint().width(), room_for(area).width() - SPARE)


def facts(info: CheckpointInfo) -> str:
    """What is known: family, size, layers, width."""
    number = f"{info.parameters:,}"
    template = translate("OpeningDialog", "%1: %2 parameters, %3 + %4 layers, width %5")
    return fill(template, visible_sentence(info.family), number, info.encoder_layers, info.decoder_layers, info.width)


def agrees(checked: HeadsChecked) -> bool:
    """Whether a recorded run is what the network computes with the best answers."""
    return checked.pairs == 0 and checked.losses[0] < SAME


def verdict(checked: HeadsChecked) -> str:
    """A hint in honest words, with its margin and its base; of a recorded run what it decides."""
    others = ", ".join(f"{name} = {plain_value(value)}" for name, value in checked.others.items())
    if checked.pairs == 0:
        told = ", ".join(part for part in (f"heads = {checked.counts[0]}", others) if part)
        said = translate("OpeningDialog", "Your recorded run is computed exactly so: %1. It is filled in above.")
        if not agrees(checked):
            said = translate("OpeningDialog", "No answers compute your recorded run; the nearest (%1) differ by %2.")
        return fill(said, told, f"{checked.losses[0]:.2g}")
    order = sorted(zip(checked.losses, checked.counts, strict=True))
    (best, heads), *rest = order
    template = translate("OpeningDialog", "%1 heads are the least surprised by these translations: %2 nats per token")
    said = fill(template, heads, f"{best:.3f}")
    if rest:
        said += fill(translate("OpeningDialog", ", then %1 heads: %2"), rest[0][1], f"{rest[0][0]:.3f}")
    if others:
        said += fill(translate("OpeningDialog", "; and %1 of what else is open"), others)
    hint = translate("OpeningDialog", "Only a hint, from %1 pairs.")
    if checked.pairs < MANY_PAIRS:
        hint = translate("OpeningDialog", "Only a hint, and from %1 pairs a weak one: a hundred say much more.")
    return f"{said}. {fill(hint, checked.pairs)}"
