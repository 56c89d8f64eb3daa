"""The curtain over what is to be predicted: the views, the inspector and the translation, with the answers to choose.

Of a row its keys, one button each; of a step a field for the next word, after those that are there already.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from model.common.text import fill
from model.lessons.quantities import RowPlace, spelled_token
from model.record.trace import Trace
from viz_app.controls.inspector.section import heading_font, plain_label, say
from viz_app.controls.lesson.prediction_texts import tries_text
from viz_app.controls.widgets import scaled, text_pixels
from viz_app.pictures.drawing.picture_texts import kind_name, place_name
from viz_app.platform.text import in_menu, quoted, translate
from viz_app.platform.theme import colours
from viz_app.state.intents import TakeLesson
from viz_app.state.lessons.play import LessonPlay, TryPrediction, place_of
from viz_app.state.state import Snapshot
from viz_app.views.shared.flow_layout import FlowLayout

LONGEST = 40  #: letters of a word
WIDE, HIGH, LARGEST = 32, 22, 2.2  #: heights of usual letters in the stage where they are as usual; times as large
SPARE = 24  #: pixels of a field beside its words


class PredictionCurtain(QWidget):
    """``requested`` carries what somebody expects. ``follow`` says what it covers and where its middle is."""

    requested = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAccessibleName(translate("Lesson", "Curtain"))
        self._asked: object = None
        self._covered: tuple[QWidget, ...] = ()
        self._free: tuple[QWidget, ...] = ()
        self._stage: QWidget | None = None
        self.page = QWidget(self)
        self.place, self.question, self.before, self.count = (plain_label() for _ in range(4))
        for label in (self.place, self.question, self.before, self.count):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.buttons: list[QPushButton] = []
        self.answers = QWidget()
        self.flow = FlowLayout(self.answers, centred=True)
        self.word, self.send = QLineEdit(), QPushButton(in_menu(translate("Lesson", "I expect this word")))
        self.word.setMaxLength(LONGEST)
        self.word.setAccessibleName(translate("Lesson", "The word that you expect"))
        self.word.setPlaceholderText(translate("Lesson", "The word that you expect"))
        self.word.returnPressed.connect(self._try_word)
        self.send.clicked.connect(self._try_word)
        self.typed = QWidget()
        line = QHBoxLayout(self.typed)
        line.addStretch(1)
        line.addWidget(self.word, 2)
        line.addWidget(self.send)
        line.addStretch(1)
        box = QVBoxLayout(self.page)
        box.setSpacing(12)
        box.addStretch(1)
        for part in (self.place, self.before, self.question, self.answers, self.typed, self.count):
            box.addWidget(part)
        box.addStretch(2)
        self.hide()

    def cover(self, stage: QWidget, others: tuple[QWidget, ...], free: tuple[QWidget, ...]) -> None:
        """Lie over these parts of the window but for those that are ``free``; the question ends with the ``stage``."""
        if (stage, *others) != self._covered:
            self._covered, self._free, self._stage = (stage, *others), free, stage
            for widget in (*self._covered, *free, self.parentWidget()):
                if widget is not None:
                    widget.installEventFilter(self)
        self._place()

    def display(self, snapshot: Snapshot) -> None:
        """The question about what is selected behind it."""
        play, run = snapshot.lesson, snapshot.run
        if play is None or run is None:
            return
        asked = (play.lesson.name, play.at, run, play.showing)
        if asked != self._asked:
            self._asked = asked
            self._ask(play, run, place_of(snapshot))
        say(self.count, tries_text(play))
        self._enlarge()

    def _enlarge(self) -> None:
        """A class reads it from its seats: letters as large as the stage has room for."""
        room, usual = self.page.size(), text_pixels(self)
        larger = min(max(1.0, min(room.width() / (WIDE * usual), room.height() / (HIGH * usual))), LARGEST)
        for part in (self.place, self.before, self.answers, self.typed, self.count):
            part.setFont(scaled(self.font(), larger))
        self.question.setFont(scaled(heading_font(self.font()), max(1.25, larger)))
        self.word.setMinimumWidth(self.word.fontMetrics().horizontalAdvance(self.word.placeholderText()) + SPARE)

    def _ask(self, play: LessonPlay, run: Trace, at: RowPlace) -> None:
        of_word = play.step.predict == "word"
        self.typed.setVisible(of_word)
        self.answers.setVisible(not of_word)
        while (item := self.flow.takeAt(0)) is not None and (answer := item.widget()) is not None:
            answer.hide()
            answer.deleteLater()
        self.buttons = []
        self.word.clear()
        query = at.step if at.query is None and at.kind != "encoder" else at.query or 0
        of_source = at.kind == "encoder" and not of_word
        say(self.before, run.meta.source_text if of_source else _so_far(run, at.step if of_word else query))
        where = f"{kind_name(at.kind)} · {place_name(None, at.kind, at.layer, at.head)}"
        say(self.place, "" if of_word else where)
        if of_word:
            say(self.question, translate("Lesson", "Which word comes next?"))
            self.word.setFocus()
            return
        label = quoted(spelled_token(run.rows(at.kind)[query]))
        told = translate("Lesson", "Row %1: which column has the largest weight?")
        say(self.question, fill(told, label))
        columns = run.columns(at.kind)
        keys = columns[: query + 1] if at.kind == "decoder" and run.grows("decoder") else columns
        for key, token in enumerate(keys):
            self.buttons.append(self._button(spelled_token(token), key))
        for button in self.buttons:
            self.flow.addWidget(button)
            button.show()
        if self.buttons:
            self.buttons[0].setFocus()

    def _button(self, token: str, key: int) -> QPushButton:
        button = QPushButton(in_menu(token), self.answers)
        button.clicked.connect(lambda: self.requested.emit(TakeLesson(TryPrediction(token, key))))
        return button

    def _try_word(self) -> None:
        text = self.word.text().strip()
        if text:
            self.word.clear()
            self.requested.emit(TakeLesson(TryPrediction(text)))

    # --- where it lies ---

    def eventFilter(self, _: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide):
            self._place()
        return False

    def _place(self) -> None:
        window = self.parentWidget()
        if window is None or self._stage is None:
            return
        self.setGeometry(window.rect())
        region = QRegion()
        for widget in (*self._covered, *self._free):
            if widget.isVisible():
                box = QRegion(widget.rect().translated(widget.mapTo(window, widget.rect().topLeft())))
                region = region.subtracted(box) if widget in self._free else region.united(box)
        if region != self.mask():
            self.setMask(region)
        before, end = self.page.size(), self._stage.mapTo(window, self._stage.rect().bottomRight())
        self.page.setGeometry(QRect(region.boundingRect().topLeft(), end))
        if self.page.size() != before:
            self._enlarge()

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Plain: nothing on it but the question."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(colours().grid))
        painter.end()


def _so_far(run: Trace, step: int) -> str:
    """What is translated before a step; a mark in a token is a blank, of whole words there is none."""
    tokens = () if run.consumed_tokens is None else tuple(map(str, run.consumed_tokens[1 : step + 1]))
    return f"{('' if any('▁' in token for token in tokens) else ' ').join(tokens).replace('▁', ' ').strip()} …"
