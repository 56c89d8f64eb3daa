"""An answer made of parts, each with its formulas and vectors: one under the other, in two columns where it is wide."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QFontDatabase, QGuiApplication, QPalette, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from viz_app.controls.inspector.computation_texts import ComputationPart
from viz_app.controls.inspector.number_strips import NumberStrip
from viz_app.controls.inspector.section import Section, heading_font, plain_label
from viz_app.controls.widgets import FittedLabel, scaled, text_pixels
from viz_app.platform.text import fill, tooltip, translate
from viz_app.platform.theme import colours

NARROWEST = 24  #: of a column, in heights of the text: the formulas of most parts have room in one line
GAP = 24
USUAL_HEIGHT, MOST_GROWN = 760, 4.0  #: of a window in logical pixels, beyond which bars use it, and how far
LONGEST = 36  #: letters of a formula that stay in one line
JOINT = "\u00a0"  #: a space at which no line breaks
BOUND = re.compile(r" ([=·×/+]|−(?= )) ")  #: signs between two parts of a formula


class PartsAnswer(Section):
    """A sentence that sums up, and the parts. What they are is said by :meth:`show_parts`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.parts: tuple[ComputationPart, ...] = ()
        self.boxes: list[PartBox] = []
        self.note = plain_label()
        self.copy_button = QPushButton(translate("Computation", "Copy all"))
        self.copy_button.setToolTip(
            translate("Computation", "Every step and number below as text, for a sheet or a calculator")
        )
        self.copy_button.clicked.connect(self.copy)
        top = QHBoxLayout()
        top.addWidget(self.note, 1)
        top.addWidget(self.copy_button, 0, Qt.AlignmentFlag.AlignTop)
        self.box.addLayout(top)
        self.columns = QVBoxLayout(), QVBoxLayout()
        both = self._both = QHBoxLayout()
        both.setSpacing(GAP)
        for column in self.columns:
            column.setSpacing(8)
            column.addStretch(1)
            both.addLayout(column, 1)
        self.box.addLayout(both)
        self.growth = 1.0  #: of bars
        self._split = 0  # how many of the boxes stand in the first column

    def copy(self) -> None:
        """Everything as text, to paste into notes or a table."""
        QGuiApplication.clipboard().setText(self.as_text())

    def as_text(self) -> str:
        return "\n\n".join(part.as_text() for part in self.parts)

    def show_parts(self, note: str, parts: Sequence[ComputationPart]) -> None:
        """Show these; widgets are kept and filled anew."""
        others, self.parts = len(parts) != len(self.parts), tuple(parts)
        self.copy_button.setVisible(bool(parts))
        self.note.setText(note)
        while len(self.boxes) < len(parts):
            box = PartBox(self)
            box.grow(self.growth)
            box.moved.connect(self._move)
            self.boxes.append(box)
            self.columns[0].insertWidget(self.columns[0].count() - 1, box)
            self._split = -1
        for column in self.columns:  # else each part and strip that comes or goes lays out the whole sheet again
            column.setEnabled(False)
        for index, box in enumerate(self.boxes):
            box.setVisible(index < len(parts))
            if index < len(parts):
                box.show_part(parts[index], first=index == 0)
        for column in self.columns:
            column.setEnabled(True)
            column.invalidate()
        if others or self._split < 0:
            self._flow()
        self.box.activate()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Another width may have room for another number of columns."""
        super().resizeEvent(event)
        growth = min(MOST_GROWN, max(1.0, round(2 * (self.window().height() / USUAL_HEIGHT) ** 2) / 2))  # in few steps
        if growth != self.growth:
            self.growth = growth
            for box in self.boxes:
                box.grow(growth)
            self._split = -1
        if event.oldSize().width() != self.width() or self._split < 0:
            self._flow()

    def _flow(self) -> None:
        """The boxes down the first column, the rest down the second, so that both are about as high."""
        shown = self.boxes[: len(self.parts)]
        split = len(shown)
        if self.width() >= 2 * NARROWEST * text_pixels(self) + GAP and len(shown) > 1:
            wide = (self.width() - GAP) // 2
            tall = [box.high(wide) for box in shown]
            split = min(range(1, len(shown)), key=lambda at: max(sum(tall[:at]), sum(tall[at:])))
        if split == self._split:
            return
        self._split = split
        for column in self.columns:
            for box in self.boxes:
                column.removeWidget(box)
        for index, box in enumerate(self.boxes):
            column = self.columns[0 if index < split else 1]
            column.insertWidget(column.count() - 1, box)
        self._both.setStretch(1, 1 if split < len(shown) else 0)
        self._both.setSpacing(GAP if split < len(shown) else 0)

    def _move(self, strip: NumberStrip, down: int) -> None:
        strips = [each for box in self.boxes if not box.isHidden() for each in box.strips if not each.isHidden()]
        target = strips.index(strip) + down
        if 0 <= target < len(strips):
            strips[target].setFocus(Qt.FocusReason.TabFocusReason)
            self.reached.emit(strips[target], strips[target].rect())


class PartBox(QWidget):
    """One step: title and section, the name in the user's code, formulas, vectors. Kept and filled anew."""

    moved = Signal(object, int)  #: a strip, and how many down

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.part: ComputationPart | None = None
        self.title, self.section, self.lines = plain_label(), plain_label(wraps=False), plain_label()
        self.code = FittedLabel()
        self.lines.setMinimumWidth(1)  # else what is held together would hold the column's width
        self.strips: list[NumberStrip] = []
        self._growth = 1.0
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
        self._write()
        self.lines.setVisible(bool(part.lines))
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

    def grow(self, growth: float) -> None:
        """Bars as high as that, now and later."""
        self._growth = growth
        for strip in self.strips:
            strip.grow(growth)

    def high(self, width: int) -> int:
        """How high it is in a column of ``width``."""
        return self._grid.heightForWidth(width) if self._grid.hasHeightForWidth() else self.sizeHint().height()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """A narrow column breaks formulas earlier."""
        super().resizeEvent(event)
        self._write()

    def _write(self) -> None:
        """The lines, with as much of a formula in one as has room."""
        letters = min(LONGEST, self.width() // max(1, self.fontMetrics().horizontalAdvance("0")))
        told = "" if self.part is None else "\n".join(together(line, letters) for line in self.part.lines)
        if told != self.lines.text():
            self.lines.setText(told)

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
        strip.grow(self._growth)
        strip.copied.connect(self.copy)
        strip.moved.connect(lambda down: self.moved.emit(strip, down))
        self._grid.addWidget(strip, 3 + len(self.strips), 0, 1, 2)
        self.strips.append(strip)

    def _style(self) -> None:
        self.title.setFont(heading_font(self.font()))
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self.code.setFont(scaled(self.font(), 1.0, fixed.family()))
        for label in (self.section, self.code):
            ink = QPalette(label.palette())
            ink.setColor(QPalette.ColorRole.WindowText, QColor(colours().muted))
            label.setPalette(ink)


def together(line: str, most: int = LONGEST) -> str:
    """Signs of a formula stay with both their sides, as far as that is short; longer ones break before them."""
    bound, start = "", 0
    for sign in BOUND.finditer(line):
        before = f"{bound}{line[start : sign.start()]}"
        room = len(before) - max(before.rfind(" "), before.rfind("\n")) + len(sign[0])
        after = re.match(r"\S*", line[sign.end() :])
        held = room + (0 if after is None else len(after[0])) <= most
        bound = f"{before}{JOINT if held else ' '}{sign[1]}{JOINT}"
        start = sign.end()
    return f"{bound}{line[start:]}".replace("warm-up^", "warm\u2011up^")
