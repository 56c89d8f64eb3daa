"""The inspector: one cell in numbers and words, the candidates of the selected step, and what can be asked of them.

All of it has room without scrolling where the window is of a usual size. The Tab key goes through a pane as the eye
does, also where parts of it have been made later than others.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFontDatabase, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from model.record.trace import Trace
from viz_app.controls.inspector.candidates import FEWEST, ROW, CandidateList
from viz_app.controls.inspector.question_list import QuestionList
from viz_app.controls.inspector.read_out import ReadOut, after_what, read_out, sureness
from viz_app.controls.inspector.section import heading_font, plain_label, quieten, say
from viz_app.controls.widgets import FittedLabel, follow_layouts, scaled, text_pixels
from viz_app.platform.text import fill, tooltip, translate, weights_elsewhere
from viz_app.platform.theme import without_gloss
from viz_app.state.intents import ForceToken
from viz_app.state.state import Snapshot
from viz_app.tables.parts.candidates import Candidate, candidates_of

SIDE = 10  #: margin left and right
BRACKETS = re.compile(r" \([^()]*\)|\([^()]*\)")  #: of a name that says it once more
#: What has no room, one after the other: sentences, the whole of names, what candidates follow, a third one of them,
#: how unsure the model was.
WHOLE, SHORT, BRIEF, JOINED, FEWER, BARE = range(6)
LOW = 37  #: heights of the text of a pane where sentences are short
TALL, AIR, AIRY = 60, 0.05, 2.8  #: heights of the text of a pane whose rows are higher; by how much; at most
BESIDE, BESIDE_LOW = 20, 17  #: widths that have room for words beside the number, in heights of the text
GLOSSED = 13  #: the same for names with their English terms beside the values


class Inspector(QWidget):
    """Every number can be selected and copied. It asks for a forced token, and for the answer to a question."""

    requested = Signal(object)
    shows = ("run", "trace", "selection", "settings")  #: a letter that is typed elsewhere lays nothing out here

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.heading = plain_label(), plain_label()
        self.query, self.key, self.weight, self.about, self.total = (plain_label() for _ in range(5))
        self.note, self.after, self.sure = (plain_label(quiet=True) for _ in range(3))
        self.module, self.numbers = FittedLabel(), FittedLabel()  # of the user's code: one line each
        self.names = {
            self.query: _name(translate("Inspector", "query")),
            self.key: _name(translate("Inspector", "key")),
            self.weight: _name(translate("Inspector", "weight")),
            self.total: _name(translate("Inspector", "row total")),
        }
        self._names = {label: name.text() for label, name in self.names.items()}  # whole
        for label in (self.weight, self.names[self.weight]):
            label.setToolTip(tooltip(weights_elsewhere()))
        self.code_name = _name(translate("Inspector", "in your code"))
        self.candidates = CandidateList()
        self.candidates.chosen.connect(self._force)
        self.questions = QuestionList()
        self.questions.requested.connect(self.requested)
        self.content, self.cell, self._parts = QWidget(), QWidget(), 0
        self._area = QScrollArea(self)
        self._shown: Trace | None = None
        self._lines = QHBoxLayout(), QHBoxLayout()  # the number with what it is; what the candidates follow
        self._about_place = "beside"  # of the words about the number
        self._level, self._joined = WHOLE, False  # of what has room; heading and number of candidates in one line
        self._cell = ReadOut("")
        self._candidates, self._after, self._sure = "", ("", ""), ("", "", "")
        self._arrange()
        self._style()
        self.candidates.counted.connect(self._fit)
        self.display(Snapshot())

    def display(self, snapshot: Snapshot) -> None:
        """Show the pointed cell and the candidates of the selected step."""
        self._show_cell(read_out(snapshot))
        self.questions.display(snapshot)
        trace, step = snapshot.trace, snapshot.selection.step
        found = () if trace is None else candidates_of(trace, step)
        self.candidates.show_candidates(found)
        self._candidates = fill(translate("Inspector", "Candidates of step %1"), step + 1) if found else ""
        self._after = after_what(trace, step, bool(found), bool(found) and found[0].drawn is not None)
        self._sure = ("", "", "") if trace is None else sureness(trace, step)
        if len(self.candidates.rows) != self._parts:  # they are made when they are first needed
            self._parts = len(self.candidates.rows)
            later = Qt.FocusPolicy.StrongFocus  # with rows that only a click reaches now
            follow_layouts(self.content, reached_by=later)
        if trace is not self._shown:
            self._shown = trace
            self._forget()
        self._fit()

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

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """As many candidates as have room."""
        super().resizeEvent(event)
        if event.oldSize() != self.size():
            self._forget()
        self._fit()

    def _forget(self) -> None:
        """What was kept so that nothing moves from cell to cell."""
        self.cell.setMinimumHeight(0)
        self._level = WHOLE

    def _fit(self) -> None:
        """Sentences whole where they have room, and no scroll bar where that is not needed: one that is there takes
        width, and so keeps itself needed. Words are shortened only as far as that spares one, or all of them are."""
        level = max(self._level, WHOLE if self.height() >= LOW * text_pixels(self) else SHORT)
        needed = self._fill(level) > self.height()
        if not self.candidates.more.isChecked():  # who asks for all of them scrolls
            while needed and level < BARE:
                level += 1
                self.cell.setMinimumHeight(0)
                needed = self._fill(level) > self.height()
            self._level = max(self._level, level)
        policy = Qt.ScrollBarPolicy
        self._area.setVerticalScrollBarPolicy(policy.ScrollBarAsNeeded if needed else policy.ScrollBarAlwaysOff)
        self._area.setWidgetResizable(True)  # without a bar Qt kept the height that the content had before

    def _fill(self, level: int) -> int:
        """Candidates and the names in the user's code as far as there is room; the height that all of it takes."""
        wide, low, fewest = self.width(), level >= SHORT, FEWEST - (level >= FEWER)
        for label, name in self._names.items():
            short = without_gloss(name) if wide < GLOSSED * text_pixels(self) or level >= BRIEF else name
            self.names[label].setText(short)
            if label is not self.weight:  # which says something else
                self.names[label].setToolTip(tooltip(name) if short != name else "")
        self._say(low, level >= BRIEF)
        self._say_candidates(level)
        self._place_about(wide < (BESIDE_LOW if low else BESIDE) * text_pixels(self))
        for nested in self._lines:
            nested.invalidate()  # Qt forgets only what the layout around it knew
        own = self.cell.layout().heightForWidth(wide - 2 * SIDE)  # type: ignore[union-attr]  # it has one
        self.cell.setMinimumHeight(max(self.cell.minimumHeight(), own))  # what is below stays where it is
        layout = self.content.layout()
        assert layout is not None, "it was given one"
        named = bool(self.numbers.wordings[0])
        for line in self.code_lines:
            line.setVisible(False)
        self.candidates.set_row(round(airy(self.height() / text_pixels(self)) * text_pixels(self)))
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

    def _say(self, low: bool, brief: bool) -> None:
        """Sentences whole, or short in a low pane, names ``brief`` too: what is left out is in their tooltips."""
        title, about = self._cell.title, self._cell.about
        texts = (BRACKETS.sub("", title), self._cell.brief) if brief else (title, about)
        for label, text in zip((self.title, self.about), texts, strict=True):
            if label.text() != text:
                label.setText(text)
        told, has_cell = self.note.text(), bool(self.weight.text())  # without one it says to point at one
        low_note = has_cell and (low or self._is_long())  # which takes its place
        self.note.setVisible(bool(told) and not low_note)
        left_out = title if texts[0] != title else "", told if low_note else ""
        self.title.setToolTip(tooltip(*filter(None, left_out)) if any(left_out) else "")
        self.about.setToolTip(tooltip(about) if texts[1] != about else "")

    def _say_candidates(self, level: int) -> None:
        """Which step's they are and what they follow; in one line with how many more there are, where that is low."""
        low, brief = level >= SHORT, without_gloss(self._candidates)
        taken = self.heading.fontMetrics().horizontalAdvance(brief) + self.candidates.more.sizeHint().width()
        joined = bool(brief) and level >= JOINED and taken + 3 * SIDE <= self.width()
        box = self.content.layout()
        assert isinstance(box, QVBoxLayout), "it was given one"
        if joined != self._joined:
            self._joined = joined
            (box if joined else self._lines[1]).removeWidget(self.heading)
            if joined:
                self._lines[1].insertWidget(0, self.heading, 1)
            else:
                box.insertWidget(1, self.heading)
        said, short, formula = self._sure
        bare = level >= BARE and joined
        self.heading.setText(brief if joined else self._candidates)
        left_out = self._after[0], *filter(None, (said, formula) if bare else ())
        self.heading.setToolTip(tooltip(*left_out) if joined else "")
        self.after.setVisible(not joined)
        self.after.setText(self._after[low])
        self.after.setToolTip(tooltip(self._after[0]) if low and self._after[0] else "")
        say(self.sure, "" if bare else short if low else said)
        self.sure.setToolTip(tooltip(*filter(None, (said if low else "", formula))))

    def _place_about(self, narrow: bool) -> None:
        """What the number is stands beside it; below it where that is too narrow for words, and a sentence that would
        take several lines beside it, as wide as the pane.
        """
        place = "narrow" if narrow else "under" if self._is_long() else "beside"
        if place == self._about_place:
            return
        self._about_place = place
        for column, label in enumerate((self.names[self.weight], self.about)):
            self._lines[0].removeWidget(label)
            self._grid.removeWidget(label)
            if narrow:
                self._grid.addWidget(label, 2, column, Qt.AlignmentFlag.AlignTop)
            elif column and place == "under":
                self._grid.addWidget(label, 2, 0, 1, 2)
            else:
                self._lines[0].insertWidget(1 + column, label, column, Qt.AlignmentFlag.AlignBaseline)

    def _is_long(self) -> bool:
        name, said = self.names[self.weight], self.about
        words = sum(label.fontMetrics().horizontalAdvance(label.text()) for label in (name, said))
        return self.weight.sizeHint().width() + words + 2 * self._lines[0].spacing() > self.width() - 2 * SIDE

    def _force(self, candidate: Candidate) -> None:
        self.requested.emit(ForceToken(candidate.step, candidate.token_id))

    def _show_cell(self, cell: ReadOut) -> None:
        self._cell = cell  # its title, and what the number is, are said as there is room
        self.title.setVisible(bool(cell.title))
        self.about.setVisible(bool(cell.about))
        texts = {
            self.query: cell.query,
            self.key: cell.key,
            self.weight: cell.weight,
            self.total: cell.total,
            self.note: cell.note,
        }
        for label, text in texts.items():
            if label.text() != text:
                label.setText(text)
            if label is not self.note:  # shown where it has room: to come and go moves all that is below
                label.setVisible(bool(text))
        self._names[self.weight] = cell.quantity
        for label, name in self.names.items():
            name.setVisible(bool(texts[label]))
        self.module.set_wordings(cell.code.module, cell.code.details)
        self.numbers.set_wordings((cell.code.numbers,), cell.code.details)

    @property
    def code_lines(self) -> tuple[QWidget, ...]:
        """The heading and the lines of the user's code."""
        return self.code_name, self.module, self.numbers

    # --- placing ---

    def _arrange(self) -> None:
        """The cell on top, the candidates below, the questions at the foot: none of them moves the others."""
        self._arrange_cell()
        after = self._lines[1]
        after.addWidget(self.after, 1)
        after.addWidget(self.candidates.more, 0, Qt.AlignmentFlag.AlignTop)
        box = QVBoxLayout(self.content)
        box.setContentsMargins(SIDE, 4, SIDE, 2)
        box.setSpacing(2)
        box.addWidget(self.cell)
        self.heading.setContentsMargins(0, 4, 0, 0)
        box.addWidget(self.heading)
        box.addLayout(after)
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

    def _arrange_cell(self) -> None:
        """Its name; its number, large, with what that is; query and key; what its column stands for."""
        number = self._lines[0]
        number.setSpacing(8)
        for widget in (self.weight, self.names[self.weight], self.about):
            number.addWidget(widget, int(widget is self.about), Qt.AlignmentFlag.AlignBaseline)
        number.addStretch(0)
        grid = self._grid = QGridLayout(self.cell)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self.title, 0, 0, 1, 2)
        grid.addLayout(number, 1, 0, 1, 2)
        for line, label in enumerate((self.query, self.key, self.total), 3):
            grid.addWidget(self.names[label], line, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(label, line, 1, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.note, 6, 0, 1, 2)
        grid.setRowStretch(7, 1)

    def _style(self) -> None:
        self.weight.setFont(heading_font(scaled(self.font(), 1.5)))
        for heading in (self.title, self.heading):
            heading.setFont(heading_font(self.font()))
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        for line in (self.module, self.numbers):
            line.setFont(scaled(self.font(), 0.9, fixed.family()))
        quieten(self)


def airy(high: float) -> float:
    """The height of a candidate's row in a pane so ``high``, both in heights of the text: a tall one is not left empty.

    What stands in the pane changes nothing, so that no row moves from step to step.
    """
    return min(ROW + max(0.0, high - TALL) * AIR, AIRY)


def _name(text: str) -> QLabel:
    """What a value is called, quietly."""
    label = plain_label(text, quiet=True, wraps=False)
    label.setWordWrap(True)
    return label
