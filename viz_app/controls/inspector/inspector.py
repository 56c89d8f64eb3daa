"""The inspector: one cell in numbers and words, how its number is computed, and the candidates of the selected step.

The Tab key goes through a pane as the eye does, also where parts of it have been made later than others.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from model.analysis.entropy import entropy
from model.record.trace import Trace
from viz_app.controls.inspector.bar_table import BarTable
from viz_app.controls.inspector.candidates import CandidateList
from viz_app.controls.inspector.computation import Computation
from viz_app.controls.inspector.effects import EffectsPart
from viz_app.controls.inspector.heads import BestHeadsPart, HeadPart
from viz_app.controls.inspector.logit_lens import EarlyPart
from viz_app.controls.inspector.read_out import ReadOut, read_out
from viz_app.controls.inspector.section import say
from viz_app.controls.widgets import FittedLabel, colours, scaled
from viz_app.platform.text import fill, quoted, tooltip, translate, weights_elsewhere
from viz_app.state.intents import ChangeSettings, ForceToken
from viz_app.state.state import Snapshot
from viz_app.tables.parts.candidates import Candidate, candidates_of
from viz_app.tables.parts.current_row import consumed


class Inspector(QWidget):
    """Every number can be selected and copied. It asks for a forced token, and to open or close the computation."""

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.heading = _label(bold=True), _label(bold=True)
        self.query, self.key, self.weight, self.about, self.total = (_label() for _ in range(5))
        self.note, self.after, self.sure = (_label(quiet=True) for _ in range(3))
        self.module, self.numbers = FittedLabel(), FittedLabel()  # of the user's code: one line each
        self.names = {
            self.query: _label(translate("Inspector", "query"), quiet=True, selectable=False),
            self.key: _label(translate("Inspector", "key"), quiet=True, selectable=False),
            self.weight: _label(translate("Inspector", "weight"), quiet=True, selectable=False),
            self.about: _label(selectable=False),
            self.total: _label(translate("Inspector", "row total"), quiet=True, selectable=False),
        }
        for label in (self.weight, self.names[self.weight]):
            label.setToolTip(tooltip(weights_elsewhere()))
        self.code_name = _label(translate("Inspector", "in your code"), quiet=True, selectable=False)
        self.candidates = CandidateList()
        self.candidates.chosen.connect(self._force)
        self.computation = Computation()
        self.computation.opened.connect(lambda on: self.requested.emit(ChangeSettings({"computation": on})))
        self.effects, self.early, self.head, self.best = EffectsPart(), EarlyPart(), HeadPart(), BestHeadsPart()
        self.measured = (self.effects, self.early, self.head, self.best)
        for part in self.measured:
            part.requested.connect(self.requested)
        self._seen: tuple[Trace | None, tuple[tuple[bool, bool], ...]] = (None, ((False, False),) * len(self.measured))
        self._scroll_to: QWidget = self.candidates
        self._scroll = QTimer(self, singleShot=True, interval=0)  # once the layout knows how tall everything is
        self.content, self._parts = QWidget(), (0, 0)
        self._arrange()
        self._style()
        self.display(Snapshot())

    def display(self, snapshot: Snapshot) -> None:
        """Show the pointed cell and the candidates of the selected step."""
        self._show_cell(read_out(snapshot))
        self.computation.display(snapshot)
        for part in self.measured:
            part.display(snapshot)
        self._follow(snapshot)
        trace, step = snapshot.trace, snapshot.selection.step
        found = () if trace is None else candidates_of(trace, step)
        self.candidates.show_candidates(found)
        self.heading.setText(fill(translate("Inspector", "Candidates of step %1"), step + 1) if found else "")
        read = None if trace is None else consumed(trace, step)
        template = translate("Inspector", "after %1; a click forces one")
        after = fill(template, quoted(read)) if found and read is not None else ""
        if trace is not None and not trace.meta.vocabulary_head:
            after = translate("Inspector", "This network has no vocabulary head: it has no next token to show")
        self.after.setText(after)
        said, formula = ("", "") if trace is None else sureness(trace, step)
        say(self.sure, said)
        self.sure.setToolTip(tooltip(formula))
        parts = len(self.candidates.rows), sum(len(box.strips) for box in self.computation.boxes)
        if parts != self._parts:  # they are made when they are first needed
            self._parts = parts
            follow_layout(self.content)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(300, 560)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(220, 160)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Another font or palette changes the quiet and the large texts too."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self._style()

    def _follow(self, now: Snapshot) -> None:
        """Bring into view what a person has just opened, or what has just been measured."""
        answers = (
            (now.settings.effects, now.effects is None),
            (now.settings.early_guesses, now.early_guesses is None),
            (now.settings.head_facts, False),
            (now.settings.best_heads, False),
        )
        trace, before = self._seen
        self._seen = now.trace, answers
        changed = [part for part, old, new in zip(self.measured, before, answers, strict=True) if new != old and new[0]]
        if changed and now.trace is trace:
            self._scroll.start()
            self._scroll_to = changed[-1]

    def _force(self, candidate: Candidate) -> None:
        self.requested.emit(ForceToken(candidate.step, candidate.token_id))

    def _show_cell(self, cell: ReadOut) -> None:
        texts = {
            self.title: cell.title,
            self.query: cell.query,
            self.key: cell.key,
            self.weight: cell.weight,
            self.about: cell.about,
            self.total: cell.total,
            self.note: cell.note,
        }
        for label, text in texts.items():
            if label.text() != text:
                label.setText(text)
            label.setVisible(bool(text))
        self.names[self.weight].setText(cell.quantity)
        for label, name in self.names.items():
            name.setVisible(bool(texts[label]))
        self.module.set_wordings(cell.code.module, cell.code.details)
        self.numbers.set_wordings((cell.code.numbers,), cell.code.details)
        for label in (self.code_name, self.module, self.numbers):
            label.setVisible(bool(cell.code.numbers))

    # --- placing ---

    def _arrange(self) -> None:
        grid = QGridLayout(self.content)
        grid.setContentsMargins(10, 8, 10, 8)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        lines: list[tuple[QWidget | None, QWidget]] = [
            (None, self.title),
            (self.names[self.query], self.query),
            (self.names[self.key], self.key),
            (self.names[self.weight], self.weight),
            (self.names[self.about], self.about),
            (self.names[self.total], self.total),
            (None, self.note),
            (None, self.computation),
            (None, self.effects),
            (None, self.heading),
            (None, self.after),
            (None, self.candidates),
            (None, self.sure),
            (None, self.early),
            (None, self.head),
            (None, self.best),
            (None, self.code_name),
            (None, self.module),
            (None, self.numbers),
        ]
        for number, (name, widget) in enumerate(lines):
            if name is None:
                grid.addWidget(widget, number, 0, 1, 2)
            else:
                aligned = Qt.AlignmentFlag.AlignBaseline if widget is self.weight else Qt.AlignmentFlag.AlignTop
                grid.addWidget(name, number, 0, aligned)
                grid.addWidget(widget, number, 1, aligned)
        for heading in (self.heading, self.code_name):
            heading.setContentsMargins(0, 10, 0, 0)
        grid.setRowStretch(len(lines), 1)
        self._scroll_over()

    def _scroll_over(self) -> None:
        """The pane may be lower than what it holds."""
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self.content)
        self.computation.reached.connect(area.ensureWidgetVisible)
        for table in self.content.findChildren(BarTable):
            table.reached.connect(partial(_reach, area, table))
        self._scroll.timeout.connect(lambda: _bring(area, self._scroll_to))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)

    def _style(self) -> None:
        palette = colours()
        large = scaled(self.font(), 1.5)
        large.setBold(True)
        self.weight.setFont(large)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        for line in (self.module, self.numbers):
            line.setFont(scaled(self.font(), 0.9, fixed.family()))
        for label in self.findChildren(QLabel):
            if label.property("quiet"):
                ink = QPalette(label.palette())
                ink.setColor(QPalette.ColorRole.WindowText, QColor(palette.muted))
                label.setPalette(ink)


def _bring(area: QScrollArea, part: QWidget) -> None:
    """Scroll to a part: to all of it where it fits, else to its beginning."""
    if part.height() > area.viewport().height():
        area.verticalScrollBar().setValue(part.y())
    else:
        area.ensureWidgetVisible(part, 0, 0)


def _reach(area: QScrollArea, table: BarTable, row: QRectF) -> None:
    """Scroll to the row that the keyboard has come to."""
    content = area.widget()
    if content is not None:
        place = table.mapTo(content, row.center().toPoint())
        area.ensureVisible(place.x(), place.y(), 0, round(2 * row.height()))


def sureness(trace: Trace, step: int) -> tuple[str, str]:
    """How unsure the model was of the next token, in one sentence, and how that is computed; empty where not known."""
    found = entropy(trace, step)
    if found is None:
        return "", ""
    template = translate("Inspector", "Entropy %1 bits: as unsure as of an even choice among %2 tokens.")
    formula = translate("Inspector", "−Σ p·log₂ p over all tokens of the vocabulary; 0 = certain")
    if not found.exact:
        template = translate(
            "Inspector", "Entropy at least %1 bits: at least as unsure as of an even choice among %2 tokens."
        )
        formula = translate(
            "Inspector",
            "−Σ p·log₂ p over the likeliest tokens and all others as if they were one, since this run was recorded "
            "without the others; the more of them there are, the larger it is. 0 = certain",
        )
    return fill(template, *found.written), formula


def _label(text: str = "", *, bold: bool = False, quiet: bool = False, selectable: bool = True) -> QLabel:
    """Plain text that wraps."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(selectable)
    label.setProperty("quiet", quiet)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
    if selectable:
        flags = Qt.TextInteractionFlag
        label.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)
    if bold:
        heavier = QFont(label.font())
        heavier.setBold(True)
        label.setFont(heavier)
    return label


def follow_layout(pane: QWidget) -> None:
    """Give everything in ``pane`` that takes the keyboard the order of its layouts."""
    for before, after in pairwise(_reached(pane)):
        QWidget.setTabOrder(before, after)


def _reached(widget: QWidget) -> list[QWidget]:
    own = [widget] if widget.focusPolicy() != Qt.FocusPolicy.NoFocus else []
    layout = widget.layout()
    return own if layout is None else own + _inside(layout)


def _inside(layout: QLayout) -> list[QWidget]:
    """Of a layout's items and of those in them, first to last."""
    found: list[QWidget] = []
    for index in range(layout.count()):
        item = layout.itemAt(index)
        widget, inner = (None, None) if item is None else (item.widget(), item.layout())
        if widget is not None:
            found += _reached(widget)
        elif inner is not None:
            found += _inside(inner)
    return found
