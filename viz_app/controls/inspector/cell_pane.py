"""One cell in numbers and words: its name, its number with what that is, query and key, what its column stands for.

A line is as high as any before it was in the same run, so that nothing below a longer name moves. A word that is wider
than the pane is cut in its middle; Qt would make all of the pane wider.
"""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QWidget

from viz_app.controls.inspector.read_out import ReadOut
from viz_app.controls.inspector.section import heading_font, name_label, plain_label, say_inside
from viz_app.controls.widgets import scaled, text_pixels
from viz_app.platform.text import tooltip, translate, weights_elsewhere
from viz_app.platform.theme import without_gloss

SIDE = 10  #: margin left and right, and between names and values
BRACKETS = re.compile(r" \([^()]*\)|\([^()]*\)")  #: of a name that says it once more
BESIDE, BESIDE_LOW = 20, 17  #: widths that have room for words beside the number, in heights of the text
GLOSSED = 13  #: the same for names with their English terms beside the values
NAMES = 0.45  #: of the width that names take at most
UNBOUNDED = (1 << 24) - 1  #: Qt's largest width
TOP = Qt.AlignmentFlag.AlignTop


class CellPane(QWidget):
    """Every text can be selected and copied."""

    def __init__(self) -> None:
        super().__init__()
        self.title, self.query, self.key, self.weight, self.about, self.total = (plain_label() for _ in range(6))
        self.note = plain_label(quiet=True)
        self.names = {
            self.query: name_label(translate("Inspector", "query")),
            self.key: name_label(translate("Inspector", "key")),
            self.weight: name_label(translate("Inspector", "weight")),
            self.total: name_label(translate("Inspector", "row total")),
        }
        self._names = {label: name.text() for label, name in self.names.items()}  # whole
        for label in (self.weight, self.names[self.weight]):
            label.setToolTip(tooltip(weights_elsewhere()))
        self.shown, self._word = ReadOut(""), 0  # pixels of the longest word so far
        self._line, self._grid = QHBoxLayout(), QGridLayout(self)  # the number with what it is; all
        self._place = "beside"  # of the words about the number
        self._arrange()
        self.style_texts()

    def show_cell(self, cell: ReadOut) -> None:
        """Its number; :meth:`fit` says all else, as far as it has room."""
        self.shown = cell
        self.title.setVisible(bool(cell.title))
        self.about.setVisible(bool(cell.about))
        for label, text in ((self.weight, cell.weight), (self.note, cell.note)):
            if label.text() != text:
                label.setText(text)
        self._names[self.weight] = cell.quantity
        for label, text in (*self._said, (self.weight, cell.weight)):  # the note is shown where it has room
            label.setVisible(bool(text))
            self.names[label].setVisible(bool(text))

    def fit(self, wide: int, *, low: bool, brief: bool) -> None:
        """All words in a pane ``wide`` pixels wide: sentences short where it is ``low``, names too where ``brief``."""
        letters = wide / text_pixels(self)
        for label, name in self._names.items():
            short = without_gloss(name) if letters < GLOSSED or brief else name
            self.names[label].setText(short)
            if label is not self.weight:  # which says something else
                self.names[label].setToolTip(tooltip(name) if short != name else "")
        inner = max(2 * SIDE, wide - 2 * SIDE)  # a pane may be folded
        self._say(inner, low, brief)
        self._place_about(inner, narrow=letters < (BESIDE_LOW if low else BESIDE))
        self._line.invalidate()  # Qt forgets only what the layout around it knew
        self._keep(inner)

    def forget(self) -> None:
        """How high lines have been, and how long words."""
        self._word = 0
        for part in (self, self.title, self.about, *(label for label, _ in self._said)):
            part.setMinimumHeight(0)

    def style_texts(self) -> None:
        """The number and the name stand out from the text around them."""
        self.weight.setFont(heading_font(scaled(self.font(), 1.5)))
        self.title.setFont(heading_font(self.font()))

    # --- as there is room ---

    def _say(self, inner: int, low: bool, brief: bool) -> None:
        """What is left out is in the tooltips."""
        title, about = self.shown.title, self.shown.about
        texts = (BRACKETS.sub("", title), without_gloss(self.shown.brief)) if brief else (title, about)
        for label, text in zip((self.title, self.about), texts, strict=True):
            if label.text() != text:
                label.setText(text)
        told, has_cell = self.note.text(), bool(self.weight.text())  # without one it says to point at one
        low_note = has_cell and (low or self._is_long(inner))  # which takes its place
        self.note.setVisible(bool(told) and not low_note)
        left_out = title if texts[0] != title else "", told if low_note else ""
        self.title.setToolTip(tooltip(*filter(None, left_out)) if any(left_out) else "")
        self.about.setToolTip(tooltip(about) if texts[1] != about else "")

    def _place_about(self, inner: int, narrow: bool) -> None:
        """What the number is stands beside it; below it where that is too narrow for words. A sentence that would take
        several lines beside it is as wide as the pane, at the foot: query and key stay where they are.
        """
        place = "narrow" if narrow else "under" if self._is_long(inner) else "beside"
        if place == self._place:
            return
        self._place = place
        for column, label in enumerate((self.names[self.weight], self.about)):
            self._line.removeWidget(label)
            self._grid.removeWidget(label)
            if narrow:
                self._grid.addWidget(label, 2, column, TOP)
            elif column and place == "under":
                self._grid.addWidget(label, 6, 0, 1, 2)
            else:
                self._line.insertWidget(1 + column, label, column, Qt.AlignmentFlag.AlignBaseline)

    def _is_long(self, inner: int) -> bool:
        words = sum(_advance(label) for label in (self.names[self.weight], self.about))
        return self.weight.sizeHint().width() + words + 2 * self._line.spacing() > inner

    def _keep(self, inner: int) -> None:
        """The column of names as wide as the longest, as far as that leaves room for a word of the values; and no line
        lower than it was."""
        narrow = self._place == "narrow"
        beside = [name for label, name in self.names.items() if narrow or label is not self.weight]
        values = (*self._said, (self.about, self.about.text())) if narrow else self._said
        self._word = max(self._word, *(_longest_word(label, text) for label, text in values))
        least, most = max(_longest_word(name, name.text()) for name in beside) + 1, max(map(_advance, beside)) + 1
        wide = min(most, round(inner * NAMES), max(least, inner - SIDE - self._word))
        self._grid.setColumnMinimumWidth(0, wide)
        for name in self.names.values():
            name.setMaximumWidth(wide if name in beside else UNBOUNDED)
        value = inner - wide - SIDE
        for label, whole in self._said:
            say_inside(label, whole, value)
            if not label.isHidden():
                label.setMinimumHeight(max(label.minimumHeight(), label.heightForWidth(value)))
        low = max(self.about.minimumHeight(), self.about.heightForWidth(value))
        self.about.setMinimumHeight(low if narrow else 0)
        if not self.title.isHidden():
            self.title.setMinimumHeight(max(self.title.minimumHeight(), self.title.heightForWidth(inner)))
        self.setMinimumHeight(max(self.minimumHeight(), self._grid.heightForWidth(inner)))

    @property
    def _said(self) -> tuple[tuple[QLabel, str], ...]:
        """What stands beside its name, in one line or several, with all that it says."""
        return (self.query, self.shown.query), (self.key, self.shown.key), (self.total, self.shown.total)

    def _arrange(self) -> None:
        self._line.setSpacing(8)
        for widget in (self.weight, self.names[self.weight], self.about):
            self._line.addWidget(widget, int(widget is self.about), Qt.AlignmentFlag.AlignBaseline)
        self._line.addStretch(0)
        grid = self._grid
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(SIDE)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self.title, 0, 0, 1, 2)
        grid.addLayout(self._line, 1, 0, 1, 2)
        for line, label in enumerate((self.query, self.key, self.total), 3):
            grid.addWidget(self.names[label], line, 0, TOP)
            grid.addWidget(label, line, 1, TOP)
        grid.addWidget(self.note, 7, 0, 1, 2)
        grid.setRowStretch(8, 1)
        for label in (self.about, self.note, *(each for each, _ in self._said)):  # in a higher line
            label.setAlignment(TOP | Qt.AlignmentFlag.AlignLeft)


def _advance(label: QLabel) -> int:
    """Pixels of its text in one line."""
    return label.fontMetrics().horizontalAdvance(label.text())


def _longest_word(label: QLabel, text: str) -> int:
    return max(map(label.fontMetrics().horizontalAdvance, text.split(" ")))
