"""The panel of a lesson: where one is in it, what to do, what is to be seen then, and the buttons to go on.

It takes the lower part of the inspector's column and nothing else; from step to step it keeps its size.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QColor, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from model.lessons.claims import filled, holds
from model.lessons.lesson import Bilingual
from viz_app.controls.inspector.section import heading_font, plain_label, quieten, say
from viz_app.controls.lesson.prediction_texts import card_text, prediction_text
from viz_app.controls.widgets import FittedLabel, IconButton, scaled, text_pixels
from viz_app.platform.text import fill, in_menu, tooltip, translate
from viz_app.platform.theme import colours
from viz_app.platform.translations import spoken
from viz_app.state.intents import TakeLesson
from viz_app.state.lessons.goals import place_of_goal
from viz_app.state.lessons.play import (
    AnswerCard,
    GoInLesson,
    LeaveLesson,
    LessonAct,
    LessonPlay,
    RevealPrediction,
    ShowGoal,
    place_of,
)
from viz_app.state.state import Snapshot

HIGH, LEAST = 14, 9.5  #: heights of the text that the panel takes, and at least
BAR = 3  #: pixels
NAME = 8  #: heights of the text that a lesson's name has beside the buttons at least
SPARE = 4  #: pixels above what is scrolled to
LARGER = 1.06  #: of the letters of what is to be read, beside those of the window


class LessonBar(QWidget):
    """How far one is, as a thin bar; the numbers stand above it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share = 0.0
        self.setFixedHeight(BAR)

    def tell(self, share: float) -> None:
        """From 0 to 1."""
        self._share = share
        self.update()

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter, palette = QPainter(self), colours()
        painter.fillRect(self.rect(), QColor(palette.line))
        painter.fillRect(0, 0, round(self.width() * self._share), self.height(), QColor(palette.ok))


class LessonTitle(FittedLabel):
    """The lesson's name, in two lines where one has no room for it and two have."""

    def _fit(self) -> None:
        super()._fit()
        metrics, room, whole = self.fontMetrics(), self.contentsRect().width(), self.wordings[0]
        box = metrics.boundingRect(QRect(0, 0, room, metrics.height()), Qt.TextFlag.TextWordWrap, whole)
        two = self.text() != whole and box.width() <= room and box.height() < 3 * metrics.height()
        if two:
            self.setText(whole)
        if two != self.wordWrap():
            self.setWordWrap(two)
            self.updateGeometry()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """See :class:`FittedLabel`."""
        one = super().sizeHint()
        return QSize(one.width(), one.height() * 2 + self.fontMetrics().leading() if self.wordWrap() else one.height())


class LessonPanel(QFrame):
    """``requested`` carries TakeLesson."""

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(translate("Lesson", "Lesson"))
        self.title, self.count, self.bar = LessonTitle(), QLabel(), LessonBar()
        self.count.setTextFormat(Qt.TextFormat.PlainText)
        self.close_button = IconButton("close")
        leave = translate("Lesson", "Leave the lesson; everything is as before it")
        self.close_button.describe(leave, tooltip(leave))
        self.words, self.seen, self.verdict = plain_label(), plain_label(), plain_label()
        self.doubt, self.how = plain_label(quiet=True), plain_label(quiet=True)
        self.area = QScrollArea()
        self.back = IconButton("previous")
        back = translate("Lesson", "Back")
        self.back.describe(back, tooltip(back))
        self.back.clicked.connect(lambda: self._ask(GoInLesson(-1)))
        self.show_me = self._button(translate("Lesson", "Show me"), ShowGoal())
        self.next = self._button(translate("Lesson", "Next"), GoInLesson(1))
        self.true = self._button(translate("Lesson", "True"), AnswerCard(True))
        self.false = self._button(translate("Lesson", "False"), AnswerCard(False))
        self.reveal = self._button(translate("Lesson", "Lift the curtain"), RevealPrediction())
        self.show_me.setToolTip(tooltip(translate("Lesson", "Does what this step asks for")))
        self.close_button.clicked.connect(lambda: self._ask(LeaveLesson()))
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._at: tuple[str, int] = ("", -1)
        self.again = QTimer(self, singleShot=True, interval=0)  #: what is to be seen has its height
        self.again.timeout.connect(self._scroll)
        self._arrange()

    def display(self, snapshot: Snapshot, how: str = "") -> None:
        """The step of the lesson; ``how`` names the command that is to be used."""
        play = snapshot.lesson
        if play is None:
            return
        lesson, total = play.lesson, len(play.lesson.steps)
        self.title.set_wordings([_said(lesson.title)])
        self.count.setText(fill("%1 / %2", play.at + 1, total))
        self.count.setAccessibleName(fill(translate("Lesson", "Step %1 of %2 of the lesson"), play.at + 1, total))
        self.bar.tell((play.at + (not play.waits)) / total)
        if not play.ready:
            say(self.words, translate("Lesson", "The lesson opens what it is about…"))
            for label in (self.seen, self.verdict, self.doubt, self.how):
                say(label, "")
        else:
            self._tell(snapshot, play, how)
        self._buttons(play)
        if self._at != (lesson.name, play.at):
            self._at = lesson.name, play.at
            self.area.verticalScrollBar().setValue(0)
        self._announce()
        if not self.seen.isHidden():
            self.again.start()

    def _scroll(self) -> None:
        """To what has come, from its beginning: whether one was right stands before why."""
        first = self.seen if self.verdict.isHidden() else self.verdict
        self.area.verticalScrollBar().setValue(first.y() - SPARE)

    def _announce(self) -> None:
        """To whoever hears the window: what to do, and what came of it."""
        said = (self.words, self.verdict, self.seen, self.doubt, self.how)
        told = "\n".join(label.text() for label in said if not label.isHidden() and label.text())
        if told != self.accessibleDescription():
            self.setAccessibleDescription(told)
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def _tell(self, snapshot: Snapshot, play: LessonPlay, how: str) -> None:
        step, run = play.step, snapshot.run
        there = place_of_goal(snapshot, step.goal) if step.card is not None else None  # what shows it may come later
        here = there or place_of(snapshot)
        reached = play.answer is not None if step.card is not None else play.done
        say(self.words, filled(_said(step.words), run, here))
        say(self.verdict, card_text(play) if step.card is not None else prediction_text(play, run, here))
        shown = reached and bool(step.seen.en) and not play.curtain
        say(self.seen, filled(_said(step.seen), run, here) if shown else "")
        wrong = play.done and run is not None and not all(holds(run, claim, here) for claim in step.claims)
        ticked = shown and step.card is None and not step.predict and not wrong
        self.seen.setText(f"✓ {self.seen.text()}" if ticked else self.seen.text())
        say(self.doubt, translate("Lesson", "Not all that the lesson says here holds for this run.") if wrong else "")
        say(self.how, how if not reached else "")

    def _buttons(self, play: LessonPlay) -> None:
        """Which there are now. The keyboard stays among them, and never falls to the one that leaves the lesson."""
        among = (self.next, self.reveal, self.true, self.false, self.show_me, self.back)
        held = next((button for button in among if button.hasFocus()), None)
        self._offer(play)
        if held is not None and (held.isHidden() or not held.isEnabled()):
            there = (button for button in among if not button.isHidden() and button.isEnabled())
            next(there, self.window()).setFocus()

    def _offer(self, play: LessonPlay) -> None:
        step, card = play.step, play.step.card is not None
        self.back.setEnabled(play.at > 0 and play.ready)
        self.true.setVisible(card and play.answer is None)
        self.false.setVisible(card and play.answer is None)
        self.reveal.setVisible(play.curtain)
        self.reveal.setEnabled(bool(play.tries))
        self.show_me.setVisible(bool(step.goal) and not step.predict and not (card and play.answer is None))
        self.show_me.setEnabled(play.ready and not play.showing and (card or not play.done))
        last = play.is_last and not play.waits
        word = translate("Lesson", "Finish") if last else translate("Lesson", "Next")
        self.next.setText(in_menu(word if not play.waits else translate("Lesson", "Skip")))
        self.next.setVisible(not (card and play.answer is None) and not play.curtain)
        self.next.setEnabled(play.ready)
        self.next.setDefault(not play.waits)
        self._mark(self.next, not play.waits)

    def _mark(self, button: QPushButton, on: bool) -> None:
        """The button to press next is filled."""
        ink = QPalette()
        if on:
            palette = colours()
            ink.setColor(QPalette.ColorRole.Button, QColor(palette.ok))
            ink.setColor(QPalette.ColorRole.ButtonText, QColor(palette.paper))
        button.setPalette(ink)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(300, round(HIGH * text_pixels(self)) + 3 * self.next.sizeHint().height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(220, round(LEAST * text_pixels(self)))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Where the name of the lesson would have only some letters, it has a line of its own."""
        super().resizeEvent(event)
        buttons = 2 * self.back.sizeHint().width() + self.count.sizeHint().width()
        narrow = self.width() - buttons < NAME * text_pixels(self)
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if way != self._head.direction():
            self._head.setDirection(way)
            self._head.setSpacing(0 if narrow else -1)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._style()

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """A sheet of its own beside the inspector, in the colour of the ring."""
        painter, palette = QPainter(self), colours()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(palette.ok), 1.5))
        painter.setBrush(QColor(palette.paper))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)

    def _style(self) -> None:
        quieten(self)
        self.title.setFont(heading_font(self.font()))
        larger = scaled(self.font(), LARGER)
        for label in (self.words, self.verdict):
            label.setFont(larger)
        self.seen.setFont(heading_font(larger))

    def _button(self, text: str, act: LessonAct) -> QPushButton:
        button = QPushButton(in_menu(text), self)
        button.setMinimumWidth(1)
        button.clicked.connect(lambda: self._ask(act))
        return button

    def _ask(self, act: LessonAct) -> None:
        self.requested.emit(TakeLesson(act))

    def _arrange(self) -> None:
        going = QHBoxLayout()
        for part in (self.back, self.count, self.close_button):
            going.addWidget(part)
        going.insertStretch(2)
        self._head.addWidget(self.title, 1)
        self._head.addLayout(going)
        inner = QWidget()
        box = QVBoxLayout(inner)
        box.setContentsMargins(0, 0, 4, 0)
        box.setSpacing(6)
        for label in (self.words, self.verdict, self.seen, self.doubt, self.how):
            box.addWidget(label)
        box.addStretch(1)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(inner)
        for see_through in (self.area.viewport(), inner):
            see_through.setAutoFillBackground(False)
        foot = QHBoxLayout()
        foot.setSpacing(4)
        for button in (self.show_me, self.true, self.false, self.reveal, self.next):
            foot.addWidget(button, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(8, 6, 8, 8)
        outer.setSpacing(4)
        outer.addLayout(self._head)
        outer.addWidget(self.bar)
        outer.addWidget(self.area, 1)
        outer.addLayout(foot)
        self._style()


def _said(text: Bilingual) -> str:
    return text.in_language(spoken())
