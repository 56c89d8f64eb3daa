"""The computation of the selected number: the parts one under the other, each with its formula and its vectors.

Closed it is one line. It asks nothing of the engine: everything is in the run. A number of a transformed run has
the numbers of heads and pieces behind it in front: a list gives the number that is shown, as its mean or its sum,
divided by what is left of the row.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from model.record.trace import ReadAs, Trace
from model.transforms.places import MadeOf, made_of
from viz_app.controls.inspector.computation_texts import ComputationPart, computation, summary, why_not
from viz_app.controls.inspector.number_strips import Numbers, NumberStrip, signed
from viz_app.controls.widgets import FittedLabel, colours, scaled
from viz_app.pictures.drawing.picture_texts import head_name, layer_name, shown_as
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import equation, fill, tooltip, translate
from viz_app.state.state import Selection, Snapshot
from viz_app.tables.parts.current_row import CurrentRow, current_key, current_row

FLAGS = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard


class Computation(QWidget):
    """``opened`` carries whether a person wants to see it, ``reached`` a strip that the keyboard has come to."""

    opened = Signal(bool)
    reached = Signal(QWidget)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = QToolButton()
        self.button.setText(translate("Computation", "How is this computed?"))
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setCheckable(True)
        self.button.setAutoRaise(True)
        self.button.setMinimumWidth(60)
        self.button.clicked.connect(self.opened)
        self.button.setToolTip(
            translate(
                "Computation",
                "From query and key to the weight and on, step by step, with the model’s own numbers (3.2.1)",
            )
        )
        self.copy_button = QPushButton(translate("Computation", "Copy all"))
        self.copy_button.setToolTip(
            translate("Computation", "Every step and number below as text, for a sheet or a calculator")
        )
        self.copy_button.clicked.connect(self.copy)
        self.note = _label()
        self.parts: tuple[ComputationPart, ...] = ()
        self.boxes: list[PartBox] = []
        self._shown: tuple[Trace | None, Selection | None, str] = (None, None, "")
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 6, 0, 0)
        self._box.setSpacing(6)
        self._box.addWidget(self.button)
        self._box.addWidget(self.note)
        self._box.addWidget(self.copy_button, 0, Qt.AlignmentFlag.AlignRight)
        self._show((), "", False)

    def display(self, snapshot: Snapshot) -> None:
        """The parts of the pointed cell, where they are wanted."""
        wanted, trace, selection = snapshot.settings.computation, snapshot.trace, snapshot.selection
        now = (trace, selection, str(wanted))
        if trace is self._shown[0] and now[1:] == self._shown[1:]:
            return
        self._shown = now
        self.setVisible(trace is not None)
        if not wanted:
            self._show((), "", wanted)
            return
        row = current_row(snapshot)
        key = None if row is None else current_key(row, selection)
        if row is None or key is None:
            self._show((), translate("Computation", "Point at a cell to see how its number is computed."), wanted)
            return
        first, own = reading_parts(snapshot, row, key), row_in_run(snapshot)
        if own is None:
            self._show(first, summary_of(snapshot), wanted)
            return
        parts = computation(own, key)
        self._show((*first, *(parts or ())), summary(own, key) if parts is not None else why_not(own), wanted)

    def copy(self) -> None:
        """Everything as text, to paste into notes or a table."""
        QGuiApplication.clipboard().setText("\n\n".join(part.as_text() for part in self.parts))

    def _show(self, parts: Sequence[ComputationPart], note: str, wanted: bool) -> None:
        self.parts = tuple(parts)
        self.button.setChecked(wanted)
        self.button.setArrowType(Qt.ArrowType.DownArrow if wanted else Qt.ArrowType.RightArrow)
        self.copy_button.setVisible(wanted and bool(parts))
        self.note.setText(note)
        self.note.setVisible(wanted and bool(note))
        while len(self.boxes) < len(parts):
            box = PartBox(self)
            box.moved.connect(self._move)
            self._box.insertWidget(self._box.count() - 1, box)
            self.boxes.append(box)
        self._box.setEnabled(False)  # else each part and strip that comes or goes lays out the whole inspector again
        for index, box in enumerate(self.boxes):
            box.setVisible(index < len(parts))
            if index < len(parts):
                box.show_part(parts[index], first=index == 0)
        self._box.setEnabled(True)
        self._box.invalidate()
        self._box.activate()

    def _move(self, strip: NumberStrip, down: int) -> None:
        strips = [each for box in self.boxes if not box.isHidden() for each in box.strips if not each.isHidden()]
        target = strips.index(strip) + down
        if 0 <= target < len(strips):
            strips[target].setFocus(Qt.FocusReason.TabFocusReason)
            self.reached.emit(strips[target])


class PartBox(QWidget):
    """One step: title and section, the name in the user's code, formulas, vectors. Kept and filled anew."""

    moved = Signal(object, int)  #: a strip, and how many down

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.part: ComputationPart | None = None
        self.title, self.section, self.lines = _label(), _label(selectable=False), _label()
        self.code = FittedLabel()
        self.strips: list[NumberStrip] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 4, 0, 0)
        self._grid.setSpacing(2)
        self._grid.setColumnStretch(0, 1)
        self._grid.addWidget(self.title, 0, 0)
        self._grid.addWidget(self.section, 0, 1, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(self.code, 1, 0, 1, 2)
        self._grid.addWidget(self.lines, 2, 0, 1, 2)
        self._style()

    def show_part(self, part: ComputationPart, first: bool) -> None:
        """Show this one; the ``first`` part has the strip that the Tab key stops at."""
        self.part = part
        self._grid.setEnabled(False)
        source = fill(translate("Computation", "“Attention Is All You Need”, section %1"), part.section)
        self.section.setToolTip(tooltip(source))
        section = f"§{part.section}" if part.section else ""
        for label, text in ((self.title, part.title), (self.section, section)):
            if label.text() != text:
                label.setText(text)
        self.code.set_wordings((part.code,), (translate("Computation", "in your code"), part.code))
        self.code.setVisible(bool(part.code))
        self.lines.setText("\n".join(part.lines))
        while len(self.strips) < len(part.numbers):
            self._add_strip()
        for index, strip in enumerate(self.strips):
            strip.setVisible(index < len(part.numbers))
            stop = first and index == 0
            strip.setFocusPolicy(Qt.FocusPolicy.StrongFocus if stop else Qt.FocusPolicy.ClickFocus)
            if index < len(part.numbers):
                strip.show_numbers(part.numbers[index])
        self._grid.setEnabled(True)
        self._grid.invalidate()

    def copy(self) -> None:
        """This part as text."""
        if self.part is not None:
            QGuiApplication.clipboard().setText(self.part.as_text())

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Another font or palette changes the quiet and the bold texts too."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self._style()

    def _add_strip(self) -> None:
        strip = NumberStrip(self)
        strip.copied.connect(self.copy)
        strip.moved.connect(lambda down: self.moved.emit(strip, down))
        self._grid.addWidget(strip, 3 + len(self.strips), 0, 1, 2)
        self.strips.append(strip)

    def _style(self) -> None:
        bold = QFont(self.font())
        bold.setBold(True)
        self.title.setFont(bold)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self.code.setFont(scaled(self.font(), 0.9, fixed.family()))
        for label in (self.section, self.code):
            ink = QPalette(label.palette())
            ink.setColor(QPalette.ColorRole.WindowText, QColor(colours().muted))
            label.setPalette(ink)


def _label(*, selectable: bool = True) -> QLabel:
    """Plain text; it wraps where it can be long."""
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(selectable)
    if selectable:
        label.setTextInteractionFlags(FLAGS)
    return label


def reading_parts(snapshot: Snapshot, row: CurrentRow, key: int) -> tuple[ComputationPart, ...]:
    """The parts of a cell of a reading, before those of its cell in the run; () for a run as it is."""
    run, shown = snapshot.unread, row.trace
    done = shown.meta.reading
    if run is None or done is None:
        return ()
    made = made_of(run, shown, row.kind, row.layer, row.head, row.query, key)
    if done.aggregate == "rollout":
        parts = [_rollout(run, row, made), None if made is None else _aside(row, key, made)]
        return tuple(part for part in parts if part is not None)
    if made is None:
        return ()
    parts = [_heads(row, done, made), _pieces(run, row, made), _aside(row, key, made), _norm(row, made)]
    return tuple(part for part in parts if part is not None)


def row_in_run(snapshot: Snapshot) -> CurrentRow | None:
    """The current row as the run has it, where one row of the reading is one row of it; else None."""
    done = None if snapshot.trace is None else snapshot.trace.meta.reading
    if done is None:
        return current_row(snapshot)
    if done.aggregate != "none" or done.source_words or snapshot.unread is None:
        return None
    selection = snapshot.run_selection
    return current_row(replace(snapshot, trace=snapshot.unread, unread=None, selection=selection))


def summary_of(snapshot: Snapshot) -> str:
    """In one line what is read, where no single cell can be computed."""
    done = None if snapshot.trace is None else snapshot.trace.meta.reading
    return fill(translate("Computation", "Shown: %1"), shown_as(done, snapshot.selection.kind))


def _heads(row: CurrentRow, done: ReadAs, made: MadeOf) -> ComputationPart | None:
    if made.heads is None:
        return None
    values = made.heads.reshape(-1)
    if done.aggregate == "heads":
        names = tuple(head_name(head) for head in range(len(values)))
    elif done.aggregate == "layers":
        names = tuple(layer_name(layer) for layer in range(len(values)))
    else:
        heads = done.heads[row.kind]
        names = tuple(f"{layer_name(at // heads)} · {head_name(at % heads)}" for at in range(len(values)))
    line = fill(translate("Computation", "sum of %1 numbers / %1 = %2"), len(values), signed(made.whole))
    strip = Numbers(translate("Computation", "of each map"), values, names, bars=True)
    return ComputationPart(translate("Computation", "Mean of maps"), "", "", (line,), (strip,))


def _pieces(run: Trace, row: CurrentRow, made: MadeOf) -> ComputationPart | None:
    if made.pieces is None:
        return None
    tokens = tokens_of(run)
    keys = tokens.consumed if row.kind == "decoder" else tokens.source
    rows = tokens.source if row.kind == "encoder" else tokens.produced if row.kind == "cross" else tokens.consumed
    rows = rows or tokens.consumed
    columns = tuple(keys[place].text for place in made.keys)
    strips = [
        Numbers(fill(translate("Computation", "row of %1"), rows[place].text), values, columns, bars=True)
        for place, values in zip(made.queries, made.pieces, strict=True)
    ]
    sums = made.pieces.sum(axis=1).tolist()
    lines = [translate("Computation", "sum over key pieces, mean over query pieces")]
    told = equation(lambda *parts: sum(parts) / len(parts), sums, made.whole)
    lines.append(f"({' + '.join(told.given)}) / {len(sums)} {told.sign} {told.result}")
    title = translate("Computation", "Pieces of words")
    return ComputationPart(title, "", "", tuple(lines), tuple(strips))


def _aside(row: CurrentRow, key: int, made: MadeOf) -> ComputationPart | None:
    if not row.aside:
        return None
    title = translate("Computation", "Columns set aside")
    if key in row.aside:
        line = fill(translate("Computation", "This column is set aside: %1 is not shown."), signed(made.whole))
    elif made.rest == 1.0:
        line = fill(
            translate("Computation", "The row is not renormalised: the remaining weights sum to %1."),
            signed(made.shown),
        )
    elif not row.weights.any():
        line = translate("Computation", "No weight remains in this row: every number is 0.")
    else:
        told = equation(operator.truediv, (made.whole, made.rest), made.shown)
        line = f"{told.given[0]} / {told.given[1]} {told.sign} {told.result}"
    return ComputationPart(title, "", "", (line,), ())


def _norm(row: CurrentRow, made: MadeOf) -> ComputationPart | None:
    """Weight times length; only of a single cell, whose weight the parts below compute."""
    if row.quantity != "norm":
        return None
    line = translate("Computation", "weight × ‖v · W_O‖, with this head’s rows of W_O (Kobayashi et al. 2020)")
    return ComputationPart(
        translate("Computation", "Weight × value norm"), "", "", (f"{line} = {signed(made.whole)}",), ()
    )


def _rollout(run: Trace, row: CurrentRow, made: MadeOf | None) -> ComputationPart:
    lines = [translate("Computation", "R = (½ · mean of heads + ½ · I) · R of the layer before")]
    if row.kind != "encoder":
        lines.append(
            translate(
                "Computation",
                "After cross attention: what comes from the source is ½ · mean of heads · R of the "
                "encoder + ½ of what was there; of the input tokens half remains. Our extension; "
                "both rows together sum to 1.",
            )
        )
    strips = []
    if made is not None and made.terms is not None:
        tokens, terms = tokens_of(run), made.terms
        own = tuple(token.text for token in (tokens.source if row.kind == "encoder" else tokens.consumed))
        ways = [(translate("Computation", "by way of each position of the row’s own side"), terms.own, own)]
        if terms.source.size:
            source = tuple(token.text for token in tokens.source)
            ways.append(
                (translate("Computation", "by way of each position of the encoder’s output"), terms.source, source)
            )
        strips = [Numbers(name, values.astype(np.float32), names, bars=True) for name, values, names in ways]
        count = len(terms.own) + len(terms.source)
        lines.append(fill(translate("Computation", "sum of %1 terms = %2"), count, signed(made.whole)))
    return ComputationPart(translate("Computation", "Attention rollout"), "", "", tuple(lines), tuple(strips))
