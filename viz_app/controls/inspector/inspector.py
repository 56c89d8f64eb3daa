"""The inspector: one cell in numbers and words, the candidates of the selected step, and what can be asked of them.

All of it has room without scrolling where the window is of a usual size. The Tab key goes through a pane as the eye
does, also where parts of it have been made later than others.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QFontDatabase, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QStyle, QVBoxLayout, QWidget

from viz_app.controls.inspector.candidates import FEWEST, ROW, CandidateList
from viz_app.controls.inspector.cell_pane import SIDE, CellPane
from viz_app.controls.inspector.question_list import QuestionList
from viz_app.controls.inspector.read_out import ReadOut, StepWords, read_out, step_words
from viz_app.controls.inspector.section import airy, heading_font, name_label, plain_label, quieten, say, say_inside
from viz_app.controls.widgets import FittedLabel, follow_layouts, scaled, text_pixels
from viz_app.platform.text import tooltip, translate
from viz_app.platform.theme import without_gloss
from viz_app.platform.turns import in_turn
from viz_app.state.intents import ForceToken
from viz_app.state.state import Snapshot, shown_of
from viz_app.tables.parts.candidates import Candidate, candidates_of

#: What has no room, one after the other: sentences, the whole of names, what candidates follow, a third one of them,
#: how unsure the model was.
WHOLE, SHORT, BRIEF, JOINED, FEWER, BARE = range(6)
GAP = 6  #: between what the candidates follow and how many more there are
LOW = 37  #: heights of the text of a pane where sentences are short


class Inspector(QWidget):
    """Every number can be selected and copied. It asks for a forced token, and for the answer to a question."""

    requested = Signal(object)
    #: A letter that is typed elsewhere lays nothing out here.
    shows = ("run", "trace", "growing", "selection", "settings")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cell, self.heading = CellPane(), plain_label()
        self.after, self.sure = (plain_label(quiet=True) for _ in range(2))
        self.module, self.numbers = FittedLabel(), FittedLabel()  # of the user's code: one line each
        self.code_name = name_label(translate("Inspector", "in your code"))
        self.candidates = CandidateList()
        self.candidates.chosen.connect(self._force)
        self.questions = QuestionList()
        self.questions.requested.connect(self.requested)
        self.content, self._parts = QWidget(), 0
        self._area = QScrollArea(self)
        self._snapshot = Snapshot()
        self._seen = False  # after the first paint, which does not wait for it, all that the run says has room
        self._longest: tuple[tuple[ReadOut, ...], StepWords] | None = None  # once they have been looked for
        self._reserved = set[tuple[int, int]]()  # levels and widths with which there is room for them
        self.content.installEventFilter(self)
        self._line = QHBoxLayout()  # what the candidates follow
        self._level, self._joined = WHOLE, False  # of what has room; heading and number of candidates in one line
        self._step = StepWords()
        self._arrange()
        self._style()
        self.candidates.counted.connect(self._fit)
        self._show(Snapshot())

    def display(self, snapshot: Snapshot) -> None:
        """Show the pointed cell and the candidates of the selected step; nothing that is on screen already."""
        before, self._snapshot = self._snapshot, snapshot
        self.questions.display(snapshot)
        runs = [(shown_of(each.run), shown_of(each.trace)) for each in (snapshot, before)]
        if runs[0] != runs[1] or snapshot.differs(before, ("growing", "selection", "settings")):
            self._show(before)

    def _show(self, before: Snapshot) -> None:
        snapshot = self._snapshot
        self._show_cell(read_out(snapshot))
        trace, step = snapshot.trace, snapshot.selection.step
        found = () if trace is None else candidates_of(trace, step)
        self.candidates.show_candidates(found)
        self._step = step_words(trace, step, *self._listed)
        if len(self.candidates.rows) != self._parts:  # they are made when they are first needed
            self._parts = len(self.candidates.rows)
            later = Qt.FocusPolicy.StrongFocus  # with rows that only a click reaches now
            follow_layouts(self.content, reached_by=later)
        if shown_of(trace) != shown_of(before.trace):
            self._longest = None
            self._reserved.clear()
            if snapshot.growing is None or before.growing is None:  # else it goes on where it stands
                self._forget()
        self._fit()

    @property
    def _listed(self) -> tuple[bool, bool]:
        """Whether there are candidates, and whether their probabilities are two."""
        found = self.candidates.candidates
        return bool(found), bool(found) and found[0].drawn is not None

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(300, 560)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(220, 110)  # the cell: beneath it a dock has room in a low window

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Another font or palette changes the quiet and the large texts too."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self._style()
            self._forget()
            self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Once it has been seen, it is laid out for all that the run says."""
        if event.type() == QEvent.Type.Paint and not self._seen:
            in_turn(self, self._see)
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """As many candidates as have room."""
        super().resizeEvent(event)
        if event.oldSize() != self.size():
            self._forget()
        self._fit()

    def _forget(self) -> None:
        """What was kept so that nothing moves from cell to cell."""
        self._forget_heights()
        self._level = WHOLE

    def _forget_heights(self) -> None:
        self.cell.forget()
        for label in (self.heading, self.after, self.sure):
            label.setMinimumHeight(0)
        self._reserved.clear()

    def _see(self) -> None:
        """What is longest is found in a turn of its own, and room made for it in the next: each takes a moment."""
        if not self._seen:
            self._seen = True
            self._find_longest()
            in_turn(self, self._fit)

    def _find_longest(self) -> tuple[tuple[ReadOut, ...], StepWords]:
        """Of the run's cells and steps."""
        if self._longest is None:
            from viz_app.controls.inspector.fullest import longest  # the first paint is there before

            self._longest = longest(self._snapshot, *self._listed, self.fontMetrics().horizontalAdvance)
        return self._longest

    def _reserve(self, level: int, wide: int) -> None:
        """Room for the longest that any cell and any step of the run says: what is below it never moves then."""
        self._reserved.add((level, wide))
        own, step = self.cell.shown, self._step
        cells, self._step = self._find_longest()
        for cell in cells:
            self.cell.show_cell(cell)
            self._fit_cell(level, wide)
        self.cell.show_cell(own)
        self._say_candidates(level, wide)
        self._step = step

    def _fit(self) -> None:
        """Sentences whole where they have room, and no scroll bar where that is not needed: one that is there takes
        width, and so keeps itself needed. Words are shortened only as far as that spares one, or all of them are."""
        level = max(self._level, WHOLE if self.height() >= LOW * text_pixels(self) else SHORT)
        needed = self._fill(level, self.width()) > self.height()
        if not self.candidates.more.isChecked():  # who asks for all of them scrolls
            while needed and level < BARE:
                level += 1
                self._forget_heights()
                needed = self._fill(level, self.width()) > self.height()
            self._level = max(self._level, level)
        if needed:
            self._fill(level, self.width() - self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent))
        policy = Qt.ScrollBarPolicy
        self._area.setVerticalScrollBarPolicy(policy.ScrollBarAsNeeded if needed else policy.ScrollBarAlwaysOff)
        self._area.setWidgetResizable(True)  # without a bar Qt kept the height that the content had before

    def _fill(self, level: int, wide: int) -> int:
        """Candidates and the names in the user's code as far as there is room; the height that all of it takes."""
        fewest = FEWEST - (level >= FEWER)
        if self._seen and self._snapshot.growing is None and (level, wide) not in self._reserved:
            self._reserve(level, wide)
        self._fit_cell(level, wide)
        self._say_candidates(level, wide)
        self._line.invalidate()  # Qt forgets only what the layout around it knew
        layout = self.content.layout()
        assert layout is not None, "it was given one"
        named = bool(self.numbers.wordings[0])
        for line in self.code_lines:
            line.setVisible(False)
        self.candidates.set_row(round(airy(self.height() / text_pixels(self), ROW) * text_pixels(self)))
        self.candidates.set_room(0, fewest)
        for part in (self.cell, self.candidates, self.questions):
            part.updateGeometry()  # else the layout goes by what they were before
        spare = self.candidates.row_height() // 2  # so that no scroll bar comes and goes
        free = self.height() - layout.totalHeightForWidth(wide) - spare
        self.candidates.set_room(fewest + free // self.candidates.row_height(), fewest)
        count = len(self.candidates.listed())
        code = sum(line.sizeHint().height() + layout.spacing() for line in self.code_lines)
        free -= max(0, count - fewest) * self.candidates.row_height()
        for line in self.code_lines:
            line.setVisible(named and free >= code)
        return int(layout.totalHeightForWidth(wide))

    def _fit_cell(self, level: int, wide: int) -> None:
        self.cell.fit(wide, low=level >= SHORT, brief=level >= BRIEF)

    def _say_candidates(self, level: int, wide: int) -> None:
        """Which step's they are and what they follow; in one line with how many more there are, where that is low."""
        low, words, brief = level >= SHORT, self._step, without_gloss(self._step.heading)
        longest = brief if self._longest is None else without_gloss(self._longest[1].heading)
        taken = self.heading.fontMetrics().horizontalAdvance(longest) + self.candidates.more.sizeHint().width()
        joined = bool(brief) and level >= JOINED and taken + 3 * SIDE <= wide
        box = self.content.layout()
        assert isinstance(box, QVBoxLayout), "it was given one"
        if joined != self._joined:
            self._joined = joined
            (box if joined else self._line).removeWidget(self.heading)
            if joined:
                self._line.insertWidget(0, self.heading, 1)
            else:
                box.insertWidget(1, self.heading)
        bare = level >= BARE and joined
        self.heading.setText(brief if joined else words.heading)
        left_out = words.after, *filter(None, (words.sure, words.formula) if bare else ())
        self.heading.setToolTip(tooltip(*left_out) if joined else "")
        self.after.setVisible(not joined)
        say(self.sure, "" if bare else words.sure_short if low else words.sure)
        self.sure.setToolTip(tooltip(*filter(None, (words.sure if low else "", words.formula))))
        inner = wide - 2 * SIDE
        beside = inner - self.candidates.more.sizeHint().width() - GAP
        say_inside(self.after, words.after_short if low else words.after, beside)
        if low and words.after:
            self.after.setToolTip(tooltip(words.after))
        for label, room in ((self.heading, inner), (self.after, beside), (self.sure, inner)):
            if not (label.isHidden() or (joined and label is self.heading)):  # what is below stays where it is
                label.setMinimumHeight(max(label.minimumHeight(), label.heightForWidth(room)))

    def _force(self, candidate: Candidate) -> None:
        self.requested.emit(ForceToken(candidate.step, candidate.token_id))

    def _show_cell(self, cell: ReadOut) -> None:
        self.cell.show_cell(cell)
        self.module.set_wordings(cell.code.module, cell.code.details)
        self.numbers.set_wordings((cell.code.numbers,), cell.code.details)

    @property
    def code_lines(self) -> tuple[QWidget, ...]:
        """The heading and the lines of the user's code."""
        return self.code_name, self.module, self.numbers

    # --- placing ---

    def _arrange(self) -> None:
        """The cell on top, the candidates below, the questions at the foot: none of them moves the others."""
        self._line.setSpacing(GAP)
        self._line.addWidget(self.after, 1)
        self._line.addWidget(self.candidates.more, 0, Qt.AlignmentFlag.AlignTop)
        box = QVBoxLayout(self.content)
        box.setContentsMargins(SIDE, 4, SIDE, 2)
        box.setSpacing(2)
        box.addWidget(self.cell)
        self.heading.setContentsMargins(0, 4, 0, 0)
        box.addWidget(self.heading)
        box.addLayout(self._line)
        box.addWidget(self.candidates)
        box.addWidget(self.sure)
        box.addStretch(1)
        for widget in (self.questions, *self.code_lines):
            box.addWidget(widget)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(self.content)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._area)

    def _style(self) -> None:
        self.cell.style_texts()
        self.heading.setFont(heading_font(self.font()))
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        for line in (self.module, self.numbers):
            line.setFont(scaled(self.font(), 0.9, fixed.family()))
        quieten(self)
