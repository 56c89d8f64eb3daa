"""The form of one step that is being written: its words in both languages, what it asks, and what it claims."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QScrollArea,
    QWidget,
)

from model.lessons.claims import told
from model.lessons.lesson import Bilingual, LessonStep, Prediction
from viz_app.platform.text import fill, translate
from viz_app.state.lessons.recorder import DraftStep

LINES, CLAIMS = 2.6, 5.5  #: heights of text of a field, and of the list of claims


class StepEditor(QScrollArea):
    """``edited`` carries the step as it is now written."""

    edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draft = DraftStep(LessonStep(Bilingual()))
        self._filling = False
        self.way = QComboBox()
        self.way.addItem(translate("Lesson", "something to do"), "")
        self.way.addItem(translate("Lesson", "predict the largest weight of the row"), "cell")
        self.way.addItem(translate("Lesson", "predict the next word"), "word")
        self.way.addItem(translate("Lesson", "a statement that is true"), True)
        self.way.addItem(translate("Lesson", "a statement that is false"), False)
        self.en, self.ko, self.seen_en, self.seen_ko = (self._field() for _ in range(4))
        self.where = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.claims = QListWidget()
        self.claims.setFixedHeight(round(CLAIMS * self.fontMetrics().height()))
        self.claims.itemChanged.connect(lambda _: self._change())
        self.way.currentIndexChanged.connect(lambda _: self._change())
        inner = QWidget()
        form = QFormLayout(inner)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        for label, field in (
            (translate("Lesson", "Step"), self.way),
            (translate("Lesson", "What to do, in English"), self.en),
            (translate("Lesson", "What to do, in Korean"), self.ko),
            (translate("Lesson", "What is seen then, in English"), self.seen_en),
            (translate("Lesson", "What is seen then, in Korean"), self.seen_ko),
            (translate("Lesson", "Recorded"), self.where),
            (translate("Lesson", "Claims to check"), self.claims),
        ):
            field.setAccessibleName(label)
            form.addRow(label, field)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(inner)

    def display(self, draft: DraftStep | None) -> None:
        """Another step to write; none: nothing can be written."""
        self.setEnabled(draft is not None)
        self._draft = draft or DraftStep(LessonStep(Bilingual()))
        step, self._filling = self._draft.step, True
        way = step.predict if step.card is None else step.card
        self.way.setCurrentIndex([self.way.itemData(at) for at in range(self.way.count())].index(way))
        for field, text in zip(self._fields, (step.words.en, step.words.ko, step.seen.en, step.seen.ko), strict=True):
            if field.toPlainText() != text:
                field.setPlainText(text)
        self._tell_where(step)
        self.claims.clear()
        for claim in self._draft.offers:
            item = QListWidgetItem(told(claim))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if claim in step.claims else Qt.CheckState.Unchecked)
            self.claims.addItem(item)
        self._filling = False

    @property
    def _fields(self) -> tuple[QPlainTextEdit, ...]:
        return self.en, self.ko, self.seen_en, self.seen_ko

    def _field(self) -> QPlainTextEdit:
        field = QPlainTextEdit()
        field.setTabChangesFocus(True)
        field.setFixedHeight(round(LINES * self.fontMetrics().height()))
        field.textChanged.connect(self._change)
        return field

    def _tell_where(self, step: LessonStep) -> None:
        """The ringed control and the goal, in the words of the file."""
        if not step.goal:
            self.where.setText(translate("Lesson", "Nothing: the step is only read."))
            return
        goal = ", ".join(f"{name} {value}" for name, value in step.goal.items())
        ringed = step.control or translate("Lesson", "nothing")
        self.where.setText(fill(translate("Lesson", "Rings %1; done when: %2"), ringed, goal))

    def _change(self) -> None:
        if self._filling:
            return
        way = self.way.currentData()
        predict: Prediction = way if way in ("cell", "word") else ""
        checked = [number for number in range(self.claims.count())
                   if self.claims.item(number).checkState() == Qt.CheckState.Checked]  # fmt: skip
        step = replace(
            self._draft.step,
            words=Bilingual(self.en.toPlainText(), self.ko.toPlainText()),
            seen=Bilingual(self.seen_en.toPlainText(), self.seen_ko.toPlainText()),
            predict=predict,
            card=way if isinstance(way, bool) else None,
            claims=tuple(self._draft.offers[number] for number in checked),
        )
        self._draft = replace(self._draft, step=step)
        self.edited.emit(step)
