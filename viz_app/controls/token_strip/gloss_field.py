"""The field under a chip in which a person writes what its word means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from viz_app.pictures.drawing.glosses.run_glosses import nearest_span, span_of
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import fill, quoted, translate
from viz_app.state.classroom.glosses import LONGEST, Side
from viz_app.state.intents import WriteGloss
from viz_app.state.state import Snapshot

if TYPE_CHECKING:
    from viz_app.controls.token_strip.token_strip import TokenStrip

WIDEST, LEAST = 14, 7  #: heights of a letter


class GlossField(QLineEdit):
    """One line over the strip. Enter writes, Esc and a click elsewhere leave the gloss as it was."""

    def __init__(self, strip: TokenStrip, side: Side, position: int, word: str, now: str) -> None:
        super().__init__(now, strip.window())
        self._strip, self._side, self._position = strip, side, position
        self._before: QWidget | None = strip.window().focusWidget()
        self.setMaxLength(LONGEST)
        self.setPlaceholderText(translate("TokenStrip", "what it means"))
        self.setAccessibleName(fill(translate("TokenStrip", "What %1 means"), quoted(word)))
        self.setToolTip(translate("TokenStrip", "Enter keeps it, nothing takes it away, Esc leaves it as it was"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.returnPressed.connect(self._write)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        if event.key() == Qt.Key.Key_Escape:
            self._leave()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.close()

    def _write(self) -> None:
        self._strip.requested.emit(WriteGloss(self._side, self._position, self.text().strip()))
        self._leave()

    def _leave(self) -> None:
        if self._before is not None and self._before is not self:
            self._before.setFocus()
        self.close()


def begin_gloss(strip: TokenStrip, now: Snapshot, side: Side, index: int) -> None:
    """Ask for the gloss of the word that a chip is of; of the selected one where ``index`` is below 0."""
    trace = now.trace
    if trace is None:
        return
    asked = index >= 0
    if not asked:
        side, index = _selected(now)
    row = strip.source if side == "source" else strip.target
    run, first = tokens_of(trace), int(side == "target" and trace.produced_tokens is not None)
    tokens = run.source if side == "source" else run.produced if first else run.consumed
    span = span_of(tokens, index - first) if asked else nearest_span(tokens, index - first)
    if span is None:
        return  # a full stop and a start token mean nothing
    index = span.start + first
    start, count = span.start + first, len(span)
    word = "".join(row.chips[at].label for at in range(start, min(start + count, len(row.chips))))
    field = GlossField(strip, side, index, word, row.chips[start].gloss)
    field.setGeometry(_place(strip, row, start, field))
    field.show()
    field.setFocus()
    field.selectAll()


def _selected(now: Snapshot) -> tuple[Side, int]:
    """The selected key's chip; without one the token that the step writes."""
    chosen = now.selection
    if chosen.key is not None:
        return ("target" if chosen.kind == "decoder" else "source"), chosen.key
    if chosen.kind == "encoder":
        return "source", chosen.query or 0
    return "target", chosen.step + 1


def _place(strip: TokenStrip, row: QWidget, start: int, field: QLineEdit) -> QRect:
    """Under the chip, inside the window."""
    from viz_app.controls.token_strip.chip_row import ChipRow

    assert isinstance(row, ChipRow)
    letters, chip = field.fontMetrics().height(), row.chip_rect(start).toRect()
    corner = row.mapTo(strip.window(), QPoint(chip.left(), chip.bottom() + 2))
    wide = min(max(LEAST * letters, chip.width()), WIDEST * letters)
    left = max(0, min(corner.x(), strip.window().width() - wide))
    return QRect(left, corner.y(), wide, field.sizeHint().height())
