"""Numbers of either sign as colours: 0 in the paper's colour, and the bar that says so. Used by what shows vectors.

Where several numbers share a pixel, it shows the one of the largest size, so that none vanishes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from model.common.lazy_dataclass import dataclass
from viz_app.pictures.drawing import atlas, cell_states
from viz_app.pictures.drawing.layout import Axis, Box
from viz_app.pictures.drawing.legends import grown
from viz_app.pictures.drawing.picture import Style
from viz_app.platform.theme import LEVELS, SIGNED, font, level, shorten, text_width

Numbers = NDArray[np.float32]
OUTLYING = 3.0  #: how many times the usual size is huge
SAMPLE = 60_000  #: numbers of a table that tell what is usual
BAR = 160  #: logical pixels that the colours take
TICKS = (-1.0, -0.5, 0.0, 0.5, 1.0)  #: shares of full colour


@dataclass(frozen=True, eq=False)
class Heat:
    """A table [R,C] on whole device pixels."""

    values: Numbers
    x: Axis
    y: Axis
    bound: float  #: the size of full colour, the same for all that are compared

    @property
    def box(self) -> Box:
        return self.x.start, self.y.start, self.x.length, self.y.length

    def cell_at(self, x: float, y: float) -> tuple[int, int] | None:
        """(row, column) of the number whose colour a device pixel has; None outside."""
        rows, columns = self.y.cells(y), self.x.cells(x)
        if not rows or not columns:
            return None
        block = np.abs(np.nan_to_num(self.values[rows.start : rows.stop, columns.start : columns.stop]))
        row, column = np.unravel_index(int(block.argmax()), block.shape)
        return rows.start + int(row), columns.start + int(column)

    def paint(self, painter: QPainter, style: Style) -> None:
        """The colours, as large as the axes say."""
        painter.drawImage(QRect(*self.box), image(self.values, self.x, self.y, self.bound, style))


def bound_of(*tables: NDArray[np.floating]) -> float:
    """The largest size of all finite values; 1 where there is none but 0."""
    return max((_largest(table) for table in tables if table.size), default=0.0) or 1.0


def _largest(table: NDArray[np.floating]) -> float:
    low, high = float(table.min()), float(table.max())
    if np.isfinite(low) and np.isfinite(high):
        return max(-low, high)
    finite = np.abs(table[np.isfinite(table)])
    return float(finite.max()) if finite.size else 0.0


def usual_bound_of(*tables: NDArray[np.floating]) -> float:
    """The same where sizes are alike; else what 99.5 % of them stay below: a few huge ones would leave all others pale.

    Larger numbers then have full colour, and the bar says so. Of very many numbers a sample tells what is usual.
    """
    largest = bound_of(*tables)
    values = np.concatenate([table.ravel()[:: 1 + table.size // SAMPLE] for table in tables])
    sizes = np.abs(values[np.isfinite(values)])
    usual = float(np.quantile(sizes, 0.995)) if sizes.size else 0.0
    return usual if usual and largest > OUTLYING * usual else largest


def words(values: NDArray[np.floating], bound: float, style: Style) -> NDArray[np.uint32]:
    """Values of any shape → colours as QImage.Format_RGB32 stores them. What is no number is drawn as 0."""
    shares = np.nan_to_num(np.asarray(values, dtype=np.float64) / bound, nan=0.0, posinf=1.0, neginf=-1.0)
    levels = level(np.minimum(np.abs(shares), 1.0), style.scale)
    below, above = SIGNED[style.palette]
    return np.where(shares < 0, below.words[levels], above.words[levels])


def image(values: Numbers, x: Axis, y: Axis, bound: float, style: Style) -> QImage:
    """One pixel per value, or per block of values where the axes are pooled."""
    return cell_states.image(words(pool(values, x, y), bound, style))


def pool(values: NDArray[np.floating], x: Axis, y: Axis) -> NDArray[np.floating]:
    """[R,C] → [rows of pixels, columns of pixels]: of each block the value of the largest size."""
    if x.stretched and y.stretched:
        return values
    highest, lowest = atlas.pool(values, x, y), -atlas.pool(-values, x, y)
    return np.where(highest >= -lowest, highest, lowest)


def signed(value: float, decimals: int = 4) -> str:
    """A number with a real minus sign; very large ones in short."""
    if np.isinf(value):
        return "∞" if value > 0 else "−∞"
    text = f"{value:z.{decimals}f}" if abs(value) < 1e5 else f"{value:.3g}"  # z: no minus before zeros alone
    return text.replace("-", "−")


def scale_text(style: Style, pooled: bool, largest: float) -> str:
    """What the bar measures, what a pixel shows that stands for several values, and how far values go beyond it."""
    translate = QCoreApplication.translate
    parts = [translate("pictures", "value, √ scale") if style.scale == "sqrt" else translate("pictures", "value")]
    if largest:
        parts.append(
            translate("pictures", "larger values, up to {largest}, in full colour").format(largest=f"±{largest:.2f}")
        )
    if pooled:
        parts.append(translate("pictures", "a pixel shows the largest |x| under it"))
    return " · ".join(parts)


def paint_bar(painter: QPainter, box: Box, heat: Heat, style: Style) -> None:
    """The colours of one table in a line: −bound, the bar, +bound; where that is too long, the bar and ±bound.

    What is larger has full colour, as ≤ and ≥ say.
    """
    left, top, room, high = box
    face, gap, rim = font(round(0.9 * style.font_pixels)), grown(style, 5), grown(style, 1)
    low, above = _ends(heat)
    wide = math.ceil(text_width(f"≤ {signed(-heat.bound, 2)}", face))  # so that the bars of several tables stand alike
    length = min(room - 2 * (wide + gap), grown(style, BAR))
    if length < 2 * style.font_pixels:
        low, above = "", f"±{signed(heat.bound, 2)}"
        wide, length = 0, min(room - math.ceil(text_width(above, face)) - gap, grown(style, BAR))
    thick = grown(style, 9)
    bar = QRect(left + (wide + gap if low else 0), top + (high - thick) // 2, max(1, length), thick)
    painter.fillRect(bar.adjusted(-rim, -rim, rim, rim), QColor(style.palette.line))
    ramp = np.linspace(-1, 1, 2 * LEVELS)[np.newaxis]
    painter.drawImage(bar, cell_states.image(words(_scaled(ramp, style), 1.0, style)))
    painter.setFont(face)
    painter.setPen(QColor(style.palette.muted))
    line = Qt.AlignmentFlag.AlignVCenter
    painter.drawText(QRectF(left, top, wide, high), line | Qt.AlignmentFlag.AlignRight, low)
    end = bar.left() + bar.width() + gap
    painter.drawText(QRectF(end, top, left + room - end + gap, high), line | Qt.AlignmentFlag.AlignLeft, above)


def _ends(heat: Heat) -> tuple[str, str]:
    """What stands at both ends of a bar."""
    low, above = signed(-heat.bound, 2), signed(heat.bound, 2)
    return (f"≤ {low}", f"≥ {above}") if bound_of(heat.values) > heat.bound else (low, above)


def bar_length(heat: Heat, style: Style) -> int:
    """Device pixels that :func:`paint_bar` fills where it has all the room."""
    wide = text_width(f"≤ {signed(-heat.bound, 2)}", font(round(0.9 * style.font_pixels)))
    return grown(style, BAR) + 2 * (math.ceil(wide) + grown(style, 5))


def scale_height(style: Style) -> int:
    """Device pixels that the bar with its numbers takes."""
    return round(2.7 * style.font_pixels)


def scale_inset(heat: Heat, style: Style) -> int:
    """How far right of its place the bar begins: the middle of its first number stands there."""
    return math.ceil(text_width(signed(-heat.bound, 2), font(round(0.9 * style.font_pixels))) / 2)


def paint_scale(painter: QPainter, box: Box, heats: Sequence[Heat], style: Style) -> None:
    """The bar from −bound over 0 to +bound, its numbers under it and its name beside it. All ``heats`` share it."""
    bound, pooled = heats[0].bound, any(heat.x.pooled or heat.y.pooled for heat in heats)
    largest = bound_of(*(heat.values for heat in heats))
    left, top, room, _ = box
    wide, rim = min(grown(style, BAR), room // 2), grown(style, 1)
    if wide < style.px(60):
        return
    face = font(round(0.9 * style.font_pixels))
    painter.setFont(face)
    bar = QRect(left + scale_inset(heats[0], style), top + grown(style, 4), wide, grown(style, 10))
    painter.fillRect(bar.adjusted(-rim, -rim, rim, rim), QColor(style.palette.line))
    ramp = np.linspace(-1, 1, 2 * LEVELS)[np.newaxis]
    painter.drawImage(bar, cell_states.image(words(_scaled(ramp, style), 1.0, style)))
    painter.setPen(QColor(style.palette.muted))
    under = bar.top() + bar.height() + grown(style, 1)
    for share in TICKS if wide >= grown(style, BAR) else TICKS[::2]:
        x = bar.left() + (share + 1) / 2 * (wide - 1)
        text = signed(float(_scaled(np.array(share), style)) * bound, 2) if share else "0"
        painter.drawLine(QPointF(x, under), QPointF(x, under + grown(style, 2)))
        place = QPointF(x - text_width(text, face) / 2, under + grown(style, 3) + painter.fontMetrics().ascent())
        painter.drawText(place, text)
    name_left = bar.left() + wide + grown(style, 20)
    name = QRectF(name_left, bar.top() - grown(style, 4), max(1, left + room - name_left), grown(style, 18))
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
    painter.drawText(
        name, flags, shorten(scale_text(style, pooled, largest if largest > bound else 0.0), face, name.width())
    )


def _scaled(share: NDArray[np.float64], style: Style) -> NDArray[np.float64]:
    """Shares of the bar's length → shares of full colour: equal steps of colour, whatever the scale."""
    return share * np.abs(share) if style.scale == "sqrt" else share
