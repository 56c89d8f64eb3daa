"""The header of the window: the bar, one line, the tokens, the steps. It never changes its height.

The line holds the headline; the target line, or what is being typed, takes its place. A notice covers it, or stands
below an open target line: what it asks to correct is written there. What needs more than one line, such as a long
notice or an editor of several sentences, floats over what is below and moves nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, SignalInstance
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QSizePolicy, QWidget

from viz_app.controls.checkpoint_menu import CheckpointMenu
from viz_app.controls.decoding.button import DecodingButton
from viz_app.controls.header.headline import Headline
from viz_app.controls.header.problem_banner import ProblemBanner
from viz_app.controls.header.questions import Questions
from viz_app.controls.header.sentence_picker import SentencePicker
from viz_app.controls.header.stepper import Stepper
from viz_app.controls.source.source_box import SourceBox
from viz_app.controls.source.target_line import TargetLine
from viz_app.controls.token_strip.token_strip import TokenStrip
from viz_app.controls.token_strip.typed_row import TypedRow
from viz_app.controls.widgets import follow_layouts
from viz_app.state.state import Snapshot

if TYPE_CHECKING:
    from viz_app.controls.header.language_picker import LanguagePicker
    from viz_app.controls.header.learning_bar import LearningBar

translate = QCoreApplication.translate
EDGE, ABOVE, BETWEEN = 8, 3, 1  #: pixels around and between the rows
GAP = 6  #: pixels between two parts of a row
SHARE_OF_QUESTIONS = 0.5  #: of the width, at most, whatever stands beside them
SHARE_OF_CHECKPOINT = 0.24  #: of the width, at most


class WindowHeader(QWidget):
    """Four rows, each as high as it is at rest."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.checkpoint_menu = CheckpointMenu()
        self.source_box = SourceBox()
        self.more = QPushButton(translate("MainWindow", "More"))
        self.more.setToolTip(translate("MainWindow", "The most used commands; Ctrl+Shift+P finds all of them"))
        self.more_menu = QMenu(self.more)  # filled from actions
        self.more.setMenu(self.more_menu)
        self.headline, self.typed_row, self.target_line = Headline(), TypedRow(), TargetLine()
        self.decoding = DecodingButton()
        self.headline.furnish(self.decoding)
        self.token_strip, self.banner = TokenStrip(), ProblemBanner()
        self.stepper, self.sentence_picker, self.questions = Stepper(), SentencePicker(), Questions()
        top, middle = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignVCenter
        self.bar = _row(top, 1, self.checkpoint_menu, self.source_box, self.more)
        self.steps = _row(middle, 0, self.stepper, self.sentence_picker, self.questions)
        for row in (
            self.headline,
            self.typed_row,
            self.token_strip,
            self.steps,
            self.target_line,
            self.bar,
            self.banner,
        ):
            row.setParent(self)  # in this order: what may be higher than its row lies over the others
        for floating in (self.bar, self.target_line):
            floating.setAutoFillBackground(True)
        self.languages: tuple[LanguagePicker, ...] = ()  #: beside the checkpoint; few have several
        self.learning: tuple[LearningBar, ...] = ()  #: at the end of the line; few checkpoints have one
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._order()

    def follow(self, snapshot: Snapshot, requested: SignalInstance) -> None:
        """Every row where it always is; where the open checkpoint is a snapshot of a training, with what goes through
        that, and where it knows several languages, with what chooses them; both say what is ``requested``.
        """
        info = snapshot.checkpoint
        if info is not None and (info.source_languages or info.target_languages) and not self.languages:
            from viz_app.controls.header.language_picker import LanguagePicker

            self.languages = (picker := LanguagePicker(),)
            cast(QHBoxLayout, self.bar.layout()).insertWidget(1, picker, 0, Qt.AlignmentFlag.AlignTop)
            picker.requested.connect(requested)
            self._order()
        for picker in self.languages:
            picker.display(snapshot)
        if snapshot.learning is not None and not self.learning:
            from viz_app.controls.header.learning_bar import LearningBar

            self.learning = (LearningBar(self),)
            self.learning[0].stackUnder(self.banner)
            self.learning[0].requested.connect(requested)
            self._order()
        for bar in self.learning:
            bar.display(snapshot)
        self.place()

    def place(self) -> None:
        """Every row where it always is; what is higher than its row lies over the next ones."""
        wide, top = self.width() - 2 * EDGE, ABOVE
        self.checkpoint_menu.give_room(round(self.width() * SHARE_OF_CHECKPOINT))
        self.questions.setFixedWidth(self._room_for_questions(wide))
        for row, high in zip((self.bar, self.headline, self.token_strip, self.steps), self._heights(), strict=True):
            if row is self.headline:
                self._place_line(top, wide, high)
            else:
                row.setGeometry(EDGE, top, wide, max(high, row.sizeHint().height()) if row is self.bar else high)
            top += high + BETWEEN

    def _room_for_questions(self, wide: int) -> int:
        """As if sentences could be chosen: whether they can moves nothing."""
        others = (self.stepper, self.sentence_picker)
        left = wide - sum(part.minimumSizeHint().width() + GAP for part in others)
        return max(1, min(self.questions.sizeHint().width(), round(wide * SHARE_OF_QUESTIONS), left))

    def _place_line(self, top: int, wide: int, high: int) -> None:
        """What stands in the headline's place, and what covers it."""
        whole = wide
        for bar in self.learning:
            if not bar.isHidden():
                taken = bar.take(whole, high)
                bar.setGeometry(EDGE + whole - taken, top, taken, high)
                wide = whole - taken - GAP
        self.headline.setGeometry(EDGE, top, wide, high)
        open_target = not self.target_line.isHidden()
        most = self.maximumHeight()
        self.target_line.setGeometry(EDGE, top, wide, max(high, self.target_line.sizeHint().height()))
        if not self.banner.isHidden():
            most = min(self.banner.needed(whole, high), self.height() - top)
            under = self.target_line.geometry().bottom() + 1 if open_target else top  # what it asks to correct is seen
            self.banner.setGeometry(EDGE, min(under, self.height() - most), whole, most)
        # a little higher than the line, but nothing looks out below a notice
        self.typed_row.setGeometry(EDGE, top, wide, min(most, max(high, self.typed_row.sizeHint().height())))
        self.headline.setVisible(not open_target and self.typed_row.isHidden())

    def _heights(self) -> tuple[int, ...]:
        """Of the rows at rest: whatever they show now."""
        field = self.source_box.input.field.sizeHint().height()
        line = self.headline.sizeHint().height()  # a field in its place floats a little over the strip
        bar = max(field, self.more.sizeHint().height(), self.checkpoint_menu.sizeHint().height())
        steps = max(part.sizeHint().height() for part in (self.stepper, self.sentence_picker, self.questions))
        return bar, line, self.token_strip.sizeHint().height(), steps

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        heights = self._heights()
        return QSize(800, ABOVE + sum(heights) + BETWEEN * len(heights))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(400, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self.place()

    def event(self, event: QEvent) -> bool:
        """A row wants another height, or has come or gone."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.place()
            self.updateGeometry()
        return super().event(event)

    def _order(self) -> None:
        """The Tab key goes through the rows as the eye does."""
        line = (self.headline, self.typed_row, self.target_line, *self.learning, self.banner)
        follow_layouts(self.bar, *line, self.token_strip, self.steps)


def _row(aligned: Qt.AlignmentFlag, stretch: int, *widgets: QWidget) -> QWidget:
    """Side by side; the one at ``stretch`` takes the room that is left."""
    holder = QWidget()
    box = QHBoxLayout(holder)
    box.setContentsMargins(0, 0, 0, 0)
    box.setSpacing(GAP)
    for index, widget in enumerate(widgets):
        box.addWidget(widget, 1 if index == stretch else 0, aligned)
    return holder
