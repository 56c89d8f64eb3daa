"""Token labels beside a map, drawn once and kept as images; and the numbers of read-outs.

Column labels stand at 50°, never at 90°, or level where they all fit. Where cells are too small for
the font, only every n-th label is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from viz_app.pictures.drawing.drawings import (
    ARROW,
    BLANK,
    GAP,
    Drawing,
    Label,
    Labels,
    PictureCache,
    full_width,
    gloss_beside,
    gloss_font,
    gloss_width,
    in_face,
    labels_of,
    widest,
    without_glosses,
    word_width,
)
from viz_app.pictures.drawing.label_strip import ANGLE, COSINE, SINE, LabelStrip
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.picture import Style
from viz_app.platform.theme import elide, font, text_width, visible

__all__ = ["ANGLE", "BLANK", "COSINE", "SINE", "Label", "LabelStrip", "Labels", "labels_of"]  # handed on

_SMALLEST = 0.8  #: of the label font, where cells are small
_SMALLEST_ON_SCREEN, _LEAST = 0.75, 9  #: the same where one can come nearer; logical pixels of a letter, at least
MARGIN = 9  # logical pixels between row labels and the map, and left of them


_strips: PictureCache[LabelStrip] = PictureCache(16 << 20, lambda strip: strip.image.bytes())


_LINES = 1.1, 1.15  #: pitch of row labels, of slanted column labels, over the height of their font


def row_font(style: Style, axis: Axis) -> QFont:
    """The label font, up to a fifth smaller where that lets labels fit their rows."""
    return _fitting(style, axis.length / max(axis.count, 1) / _LINES[0])


def _column_font(style: Style, axis: Axis) -> QFont:
    """The same for slanted labels above columns."""
    return _fitting(style, axis.length / max(axis.count, 1) * SINE / _LINES[1])


def _fitting(style: Style, pixels: float) -> QFont:
    return font(min(style.font_pixels, max(smallest(style), int(pixels))))


def smallest(style: Style) -> int:
    """Device pixels of the smallest letters of a label."""
    if style.presented or not style.on_screen:
        return round((1 if style.presented else _SMALLEST) * style.font_pixels)
    return max(round(_SMALLEST_ON_SCREEN * style.font_pixels), min(style.px(_LEAST), style.font_pixels))


def face_of(strip: LabelStrip, style: Style) -> QFont:
    """What the labels of a strip that has no room for all are written in."""
    return row_font(style, strip.axis) if strip.rows else _column_font(style, strip.axis)


def labelled_column(style: Style) -> int:
    """Device pixels from which on every column has room for its label."""
    return math.ceil(smallest(style) * _LINES[1] / SINE)


def named_row(style: Style) -> int:
    """Device pixels from which on every row has room for its name, where cells may be high for it; else 0."""
    return math.ceil(smallest(style) * _LINES[0]) if style.tall else 0


def width_of(labels: Labels, style: Style, limit: float, down: float | None = None) -> int:
    """Device pixels that row labels need, at most ``limit``; smaller on a screen where rows are ``down`` high."""
    fitted = style.on_screen and down is not None
    face = _fitting(style, (down or 0) / max(1, len(labels)) / _LINES[0]) if fitted else font(style.font_pixels)
    if style.presented:  # the name of the row that is talked about is not cut where it stands on a plate
        face = font(face.pixelSize(), bold=True)
    return math.ceil(min(widest(labels, face), limit)) + MARGIN * style.px(1)


def level_columns(labels: Labels, axis: Axis, style: Style) -> bool:
    """Do all column labels fit level above their cells? Glosses have a line of their own there."""
    return widest(without_glosses(labels), font(style.font_pixels)) <= axis.cell - style.px(6)


def column_size(labels: Labels, style: Style, limit: float, face: QFont | None = None) -> tuple[int, int]:
    """(height, overhang to the right) of slanted column labels at most ``limit`` long, in device pixels."""
    face = font(style.font_pixels) if face is None or style.on_screen else face  # on paper no room stays empty
    longest, high = min(widest(labels, face), limit), face.pixelSize()
    return math.ceil(longest * SINE + high * COSINE) + style.px(5), math.ceil(longest * COSINE + high)


def column_room(labels: Labels, style: Style, limit: float, cell: float | None = None) -> tuple[int, int]:
    """The same as a layout keeps it free. A figure that grows counts what stands out where columns are ``cell`` wide.

    Without ``cell`` they are as wide as their labels need.
    """
    high, overhang = column_size(labels, style, limit)
    if not style.tall:
        return high, overhang
    return high, min(overhang, standing_out(labels, style, limit, labelled_column(style) if cell is None else cell))


def standing_out(labels: Labels, style: Style, limit: float, cell: float) -> int:
    """How far slanted labels reach to the right of columns that are ``cell`` wide, in device pixels."""
    high = style.font_pixels
    behind = (np.arange(len(labels), 0, -1) - 0.5) * cell
    ends = np.minimum(_widths(labels, font(high)), limit) * COSINE + high - behind
    return max(0, math.ceil(float(ends.max(initial=0.0))))


@lru_cache(maxsize=64)
def _widths(labels: Labels, face: QFont) -> NDArray[np.float64]:
    """What each takes with its gloss: layouts ask for it again and again."""
    return np.array([full_width(label, face) for label in labels])


def drawn_columns(labels: Labels, axis: Axis, style: Style) -> Labels:
    """Those of slanted column labels that have room."""
    return tuple(labels[index] for index in named_columns(labels, axis, style))


def named_columns(labels: Labels, axis: Axis, style: Style) -> Sequence[int]:
    """The same as their places."""
    return names_drawn(labels, axis, column_pitch(axis, style), style)


def keys_per_name(axis: Axis, style: Style) -> int:
    """Of how many keys slanted labels have room for one."""
    return max(1, -(-axis.count // -(-axis.count // stride(axis, column_pitch(axis, style)))))


def column_height(labels: Labels, axis: Axis, limit: float, style: Style) -> int:
    """Device pixels that the labels above a finished map take, level or slanted.

    On a screen any of them may come to stand there, on its plate.
    """
    if level_columns(labels, axis, style):
        return level_height(style, labels)
    written = labels if style.on_screen else drawn_columns(labels, axis, style)
    return column_size(written, style, limit, _column_font(style, axis))[0]


def column_pitch(axis: Axis, style: Style) -> float:
    """How far apart slanted labels must stand, in device pixels."""
    return _pitch(_column_font(style, axis))


def row_pitch(axis: Axis, style: Style) -> float:
    """How far apart the labels of rows must stand, in device pixels."""
    return _LINES[0] * row_font(style, axis).pixelSize()


def names_drawn(labels: Labels, axis: Axis, pitch: float, style: Style) -> Sequence[int]:
    """Which are written: all, or every n-th, on paper those that tell most."""
    step = stride(axis, pitch)
    plain = step == 1 or style.on_screen or len(labels) != axis.count
    told = () if plain else _telling(labels, axis.at(0), pitch)
    return told or range(0, len(labels), step)


@lru_cache(maxsize=64)
def _telling(labels: Labels, axis: Axis, pitch: float) -> tuple[int, ...]:
    """Layouts ask for them again and again."""
    from viz_app.pictures.drawing.sparse_labels import spaced  # no first picture needs it

    return spaced(labels, [axis.middle(index) for index in range(axis.count)], pitch)


def _pitch(face: QFont) -> float:
    return _LINES[1] * face.pixelSize() / SINE


def row_strip(labels: Labels, axis: Axis, width: int, style: Style, round_steps: bool = False) -> LabelStrip:
    """Labels left of a map, right-aligned in ``width``, each at the middle of its row.

    With ``round_steps`` every second, fifth, tenth and so on where not every one has room: of numbers.
    """
    key = "rows", labels, axis.at(0), width, style.palette, style.font_pixels, style.ratio, round_steps, style.on_screen
    return _strips.get(key, lambda: _row_strip(labels, axis.at(0), width, style, round_steps))


def column_strip(labels: Labels, axis: Axis, limit: float, style: Style) -> LabelStrip:
    """Labels above a map, slanted or level, at most ``limit`` long."""
    seen = style.on_screen + style.presented
    key = "columns", labels, axis.at(0), limit, style.palette, style.font_pixels, style.ratio, seen
    return _strips.get(key, lambda: _column_strip(labels, axis.at(0), limit, style))


def stride(axis: Axis, spacing: float) -> int:
    """Draw every n-th label so that drawn ones are ``spacing`` apart."""
    return max(1, math.ceil(spacing * axis.count / max(axis.length, 1)))


def _row_strip(labels: Labels, axis: Axis, width: int, style: Style, round_steps: bool) -> LabelStrip:
    face = row_font(style, axis)
    margin = face.pixelSize()  # half a line may stand out above the first and below the last row
    room = width - MARGIN * style.px(1)
    step = stride(axis, _LINES[0] * face.pixelSize())
    if round_steps:
        step = next((count * 10**power for power in range(9) for count in (1, 2, 5) if count * 10**power >= step), step)
    written: Sequence[int] = range(0, len(labels), step)
    if not round_steps:
        written = names_drawn(labels, axis, _LINES[0] * face.pixelSize(), style)

    told = _told([labels[index] for index in written], face, room)

    def draw(painter: QPainter) -> None:
        for index in written:
            if labels[index] == BLANK:
                continue
            box = QRectF(0, axis.middle(index), width - style.px(7), 2 * margin)
            label = labels[index] if told else labels[index]._replace(gloss="")
            _draw_right(painter, label, face, box, room, style)

    picture = Drawing(width, axis.length + 2 * margin, in_face(face, draw))
    found = LabelStrip(picture, -width, -margin, axis, step, rows=True, labels=labels, room=room)
    return found.with_drawn(written)


def _told(drawn: Sequence[Label], face: QFont, room: float) -> bool:
    """Have the glosses of most of these labels room? One alone among many looks like a slip."""
    meant = [label for label in drawn if label.gloss]
    return 2 * sum(bool(gloss_beside(label, face, room)) for label in meant) >= len(meant)


def _draw_right(painter: QPainter, label: Label, face: QFont, box: QRectF, room: float, style: Style) -> None:
    flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
    painter.setPen(QColor(style.palette.muted if label.quiet else style.palette.ink))
    lead = visible(label.lead) + ARROW if label.lead else ""
    text = elide(label.text, face, room - text_width(lead, face))
    if gloss := gloss_beside(label, face, room):
        painter.setPen(QColor(style.palette.muted))
        painter.setFont(gloss_font(face))
        painter.drawText(box, flags, gloss)
        painter.setFont(face)
        painter.setPen(QColor(style.palette.muted if label.quiet else style.palette.ink))
        box = box.adjusted(0, 0, -gloss_width(gloss, face), 0)
    painter.drawText(box, flags, text)
    if lead:
        painter.setPen(QColor(style.palette.muted))
        painter.drawText(box.adjusted(0, 0, -text_width(text, face), 0), flags, lead)


def _column_strip(labels: Labels, axis: Axis, limit: float, style: Style) -> LabelStrip:
    if level_columns(labels, axis, style):
        return _level_strip(labels, axis, style)
    face = _column_font(style, axis)
    height, overhang = column_size(drawn_columns(labels, axis, style), style, limit, face)
    left = style.font_pixels
    lift = QFontMetricsF(face).xHeight() / 2
    foot = style.px(3) + lift
    step, written = stride(axis, _pitch(face)), names_drawn(labels, axis, _pitch(face), style)
    told = _told([labels[index] for index in written], face, limit)

    def draw(painter: QPainter) -> None:
        for index in written:
            if labels[index] == BLANK:
                continue
            painter.save()
            painter.translate(left + axis.middle(index), height - foot)
            painter.rotate(-ANGLE)
            painter.setPen(QColor(style.palette.muted if labels[index].quiet else style.palette.ink))
            own = _uncut(labels[index], face, limit, style)
            painter.setFont(own)
            painter.drawText(QPointF(0, lift), elide(labels[index].text, own, limit))
            if told and (gloss := gloss_beside(labels[index], face, limit)):
                painter.setPen(QColor(style.palette.muted))
                painter.setFont(gloss_font(face))
                after = word_width(labels[index], face) + GAP * face.pixelSize()
                painter.drawText(QPointF(after, lift), gloss)
            painter.restore()

    picture = Drawing(left + axis.length + overhang, height, in_face(face, draw))
    found = LabelStrip(picture, -left, -height, axis, step, rows=False, foot=foot, labels=labels, room=limit)
    return found.with_drawn(written)


def _uncut(label: Label, face: QFont, limit: float, style: Style) -> QFont:
    """Smaller letters for a label that would be cut: most words are a letter or two too long."""
    fitting = max(smallest(style), int(face.pixelSize() * limit / max(1, text_width(visible(label.text), face))))
    return font(fitting) if fitting < face.pixelSize() else face


def _level_strip(labels: Labels, axis: Axis, style: Style) -> LabelStrip:
    face, height, below = font(style.font_pixels), level_height(style, labels), gloss_line(style, labels)
    flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom

    def draw(painter: QPainter) -> None:
        for index, label in enumerate(labels):
            if label.gloss and text_width(label.gloss, gloss_font(face)) <= axis.cell:
                painter.setFont(gloss_font(face))
                painter.setPen(QColor(style.palette.muted))
                under = QRectF(axis.span(index)[0], 0, axis.span(index)[1], height - style.px(2))
                painter.drawText(under, flags, label.gloss)
                painter.setFont(face)
            painter.setPen(QColor(style.palette.muted if label.quiet else style.palette.ink))
            box = QRectF(axis.span(index)[0], 0, axis.span(index)[1], height - below - style.px(3))
            painter.drawText(box, flags, visible(label.text))

    picture = Drawing(axis.length, height, in_face(face, draw))
    return LabelStrip(picture, 0, -height, axis, 1, rows=False)


def level_height(style: Style, labels: Labels = ()) -> int:
    """Device pixels that level column labels need."""
    return round(1.4 * style.font_pixels) + style.px(3) + gloss_line(style, labels)


def gloss_line(style: Style, labels: Labels) -> int:
    """Device pixels of a line of glosses under level labels; 0 where none has one."""
    return round(1.3 * style.font_pixels) if any(label.gloss for label in labels) else 0


@lru_cache(maxsize=512)
def number(text: str, style: Style) -> Drawing:
    """A read-out: a number on a rounded plate, kept as an image."""
    face = font(round(0.9 * style.font_pixels))
    width, height = math.ceil(text_width(text, face)) + style.px(8), round(1.5 * face.pixelSize())
    box = QRectF(0.5, 0.5, width - 1, height - 1)

    def draw(painter: QPainter) -> None:
        painter.setPen(QColor(style.palette.line))
        painter.setBrush(QColor(style.palette.paper))
        painter.drawRoundedRect(box, style.px(3), style.px(3))
        painter.setPen(QColor(style.palette.ink))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    return Drawing(width, height, in_face(face, draw))
