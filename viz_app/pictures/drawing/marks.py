"""The marks over a map's colours: patterns of blocked cells, hairlines, squares, printed weights, row maxima.

A centred square whose area is the weight says a cell's number without colour too.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from model.record.trace import Kind, Trace
from viz_app.pictures.drawing import cell_states, quantities
from viz_app.pictures.drawing.atlas import Weights, cut
from viz_app.pictures.drawing.drawings import Drawing, put, upon
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.picture import Style
from viz_app.platform.theme import DARK, font, text_width

if TYPE_CHECKING:  # a legend takes its inks from here
    from viz_app.pictures.drawing.legends import Entry

PRINTED_CELL = 28  #: logical pixels: numbers are printed in cells at least this wide, wider where letters are large
SHORT_CELL = 20  #: the same for numbers of one decimal, where a picture prints them
DECIMALS = ((88, 4), (64, 3), (0, 2))  #: logical pixels of a cell's width → decimals printed in it
SUMS_GAP = 8  #: logical pixels between a map and the sums of its rows
ENOUGH = 16  #: logical pixels of letters, 12 points: a figure's numbers need no larger ones
DOTTED_CELL = 8  #: row maxima get a dot in cells at least this large
RULED_CELL = 12  #: hairlines between cells at least this large
CAPITAL = 0.74  #: height of a digit, of its font's
INKS = ("#000000", "#ffffff")  #: text on light and on dark cells: a grey misses contrast 4.5 on some


def marks(
    weights: Weights, states: cell_states.States | None, x: Axis, y: Axis, maximum: float, leaky: bool, style: Style
) -> Drawing:
    """On transparency, for the rows and columns of two axes.

    ``maximum`` is the weight of full colour; ``weights`` and ``states`` are the whole map's, [Q,K].
    """
    x, y = x.at(0), y.at(0)
    if states is None:
        states = np.zeros(weights.shape, dtype=np.uint8)
    whole, whole_states = weights, states
    weights, states = cut(weights, x, y), cut(states, x, y)
    shares = weights / np.float32(maximum)
    ground = cell_states.patterns(states, x, y, style, ground=not leaky)
    if squared(x, y, style):
        ground = _on_squares(ground, shares, x, y, style)
    with_numbers, with_dots = printed(x, y, style), dotted(x, y, style)
    if not with_numbers and not with_dots:  # small cells show neither, and there are very many
        return ground if min(x.cell, y.cell) < style.px(RULED_CELL) else upon(ground, lambda on: rule(on, x, y, style))
    highest = cut(maxima(whole, whole_states, leaky, style.below is not None), x, y)
    light, numbers = quantities.is_dark(shares, style), weights.copy()  # a part of the run must not keep all of it
    shown, under = (states == cell_states.OPEN) | (weights != 0), _under_dots(shares, light, x, y, style)

    def draw(painter: QPainter) -> None:
        if min(x.cell, y.cell) >= style.px(RULED_CELL):
            rule(painter, x, y, style)
        if with_numbers:
            _print_weights(painter, numbers, light, shown, x, y, style)
        if with_dots:
            _draw_maxima(painter, highest, under, x, y, style)

    return upon(ground, draw)


def maxima(weights: Weights, states: cell_states.States, leaky: bool, signed: bool = False) -> NDArray[np.bool_]:
    """[Q,K]: each row's largest weight, all of them where several are. None in a row of zeros or of no numbers.

    What a pattern hides counts for nothing; a leaking mask hides nothing.
    """
    least = -np.inf if signed else 0
    seen = np.where((states == cell_states.OPEN) | leaky, weights, least)
    top = seen.max(axis=1, keepdims=True, initial=least)  # a row with a not-a-number has no largest one
    return np.asarray((seen == top) & (top > least))


def fitting(style: Style, x: Axis, y: Axis) -> Style:
    """``style`` without the marks that cells have no room for: a legend must not explain what nothing shows."""
    fits = dotted(x, y, style), squared(x, y, style)
    return style if fits == (style.dots, style.squares) else replace(style, dots=fits[0], squares=fits[1])


def sums_fit(y: Axis, style: Style) -> bool:
    """Are rows summed, and have they room for it? One number a row, or none at all."""
    return style.row_totals and y.cell >= 1.1 * style.font_pixels


def sums_width(style: Style) -> int:
    """Device pixels that the sums of rows take, with the gap before them."""
    return math.ceil(text_width("0.00", font(style.font_pixels))) + style.px(SUMS_GAP)


def dotted(x: Axis, y: Axis, style: Style) -> bool:
    """Are row maxima marked, and have cells room for it?"""
    return style.dots and min(x.cell, y.cell) >= style.px(DOTTED_CELL)


def printed_cell(style: Style) -> int:
    """Device pixels that a cell must be wide so that its number is as large as the smallest label."""
    return _cell_of(style.fewest_decimals, style)


def _cell_of(places: int, style: Style) -> int:
    """The same for a number of so many decimals."""
    logical, letters = {1: (SHORT_CELL, 1.65), 2: (PRINTED_CELL, 2.2)}[places]
    return max(style.px(logical), math.ceil(letters * _letters(style)))


def printed(x: Axis, y: Axis, style: Style) -> bool:
    """Are weights printed, and have cells room for it? A number would hide its square."""
    fits = x.cell >= printed_cell(style) and y.cell >= least_row(style)
    return style.values and fits and not squared(x, y, style)


def least_row(style: Style) -> float:
    """Device pixels that a row must be high for numbers in it; in a hall rows are close, and have their names then."""
    return (1.12 if style.presented else 1.3 if style.fewest_decimals == 1 else 1.4) * _letters(style)


def _letters(style: Style) -> float:
    """Device pixels of the letters that a number needs room for: on a slide smaller ones than those of labels do."""
    return style.font_pixels if style.on_screen else min(style.font_pixels, style.px(ENOUGH))


def decimals(x: Axis, style: Style) -> int:
    """How many decimals of a weight are printed in cells of this width."""
    if x.cell < _cell_of(2, style):
        return style.fewest_decimals
    found = next(number for width, number in DECIMALS if x.cell >= style.px(width))
    return min(found, style.most_decimals)


def rule(painter: QPainter, x: Axis, y: Axis, style: Style) -> None:
    """Hairlines between cells."""
    colour, line = QColor(style.palette.grid), style.px(1)
    for column in range(1, x.count):
        painter.fillRect(x.edge(column), y.start, line, y.length, colour)
    for row in range(1, y.count):
        painter.fillRect(x.start, y.edge(row), x.length, line, colour)


def _on_squares(patterns: Drawing, shares: Weights, x: Axis, y: Axis, style: Style) -> Drawing:
    colours = np.empty(shares.shape, dtype=np.uint32)
    quantities.words(shares, style, colours)
    return upon(
        squares(np.abs(shares), colours, x, y, style), lambda painter: put(painter, 0, 0, patterns)
    )  # fmt: skip


def _print_weights(
    painter: QPainter, weights: Weights, light: NDArray[np.bool_], printed: NDArray[np.bool_],
    x: Axis, y: Axis, style: Style,
) -> None:  # fmt: skip
    places = decimals(x, style)
    zero = quantities.figure(0.0, style.quantity, places)
    painter.setFont(font(number_pixels(x, y, style)))
    for row, column in np.argwhere(printed):
        text = quantities.figure(weights[row, column], style.quantity, places)
        painter.setOpacity(0.45 if text == zero else 1.0)
        box = QRectF(x.edge(int(column)), y.edge(int(row)), x.cell, y.cell)
        painter.setPen(QColor(INKS[int(light[row, column])]))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    painter.setOpacity(1.0)


def number_pixels(x: Axis, y: Axis, style: Style) -> int:
    """Height of the letters of printed numbers."""
    places = decimals(x, style)
    widest = f"{0:.{places}f}" if style.below is None else f"−{0:.{places}f}"
    per_pixel = text_width(widest, font(100)) / 100
    share = 0.78 if style.presented else 0.58
    return round(min(0.95 * style.font_pixels, 0.82 * x.cell / per_pixel, share * y.cell))


def _under_dots(shares: Weights, light: NDArray[np.bool_], x: Axis, y: Axis, style: Style) -> NDArray[np.bool_]:
    """[Q,K]: must a dot be light? Beside a square it lies on the paper."""
    if not squared(x, y, style):
        return light
    on_square = (max(x.cell, y.cell) - sides(np.abs(shares), x, y, style)) / 2 < _inset(x, y, style)
    return np.where(on_square, light, style.palette is DARK)


def _draw_maxima(
    painter: QPainter, highest: NDArray[np.bool_], light: NDArray[np.bool_], x: Axis, y: Axis, style: Style
) -> None:  # fmt: skip
    """A dot in the top right corner of each row's maximum: above a printed number, beside the middle."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    inset, radius = dot_place(x, y, style)
    for row, column in np.argwhere(highest):
        painter.setBrush(QColor(INKS[int(light[row, column])]))
        painter.drawEllipse(QPointF(x.edge(int(column) + 1) - inset, y.edge(int(row)) + inset), radius, radius)


def dot_place(x: Axis, y: Axis, style: Style) -> tuple[float, float]:
    """From a cell's top right corner to its dot's middle, and the dot's radius: with a gap above a printed number."""
    inset = _inset(x, y, style)
    radius = min(style.px(3), inset - style.ratio)
    if printed(x, y, style):
        free = (y.cell - CAPITAL * number_pixels(x, y, style)) / 2
        radius = max(0.75 * style.ratio, min(radius, free / 2 - style.ratio))
        inset = style.ratio + radius
    return inset, radius


def _inset(x: Axis, y: Axis, style: Style) -> float:
    """From a cell's top right corner to its dot's middle."""
    smallest = min(x.cell, y.cell)
    above = max(0.3 * smallest, (smallest - 0.75 * style.font_pixels) / 2)  # what a number leaves free
    return min(above / 2, style.px(6)) + style.ratio / 2


SQUARED_CELL = 7  #: logical pixels: squares are told apart in cells at least this large
OUTLINED = 3  #: logical pixels: a pale square has an outline, where it has an inside too


def squared(x: Axis, y: Axis, style: Style) -> bool:
    """Are cells drawn as squares, have they room for it, and whole pixels each?"""
    whole = not (x.length % max(1, x.count) or y.length % max(1, y.count))
    return style.squares and whole and min(x.cell, y.cell) >= style.px(SQUARED_CELL)


def sides(shares: NDArray[np.float32], x: Axis, y: Axis, style: Style) -> NDArray[np.intp]:
    """[Q,K] shares of full colour → sides in device pixels: √share of what a hairline and a gap leave of a cell."""
    full = min(x.cell, y.cell) - 2 * style.px(1)
    known = np.clip(np.nan_to_num(shares, nan=0, posinf=1, neginf=0), 0, 1)
    return np.asarray(np.rint(np.sqrt(known) * full), dtype=np.intp)


def squares(shares: NDArray[np.float32], colours: NDArray[np.uint32], x: Axis, y: Axis, style: Style) -> Drawing:
    """The whole map on paper, ``x.length`` × ``y.length``. ``colours`` are the words of the cells, [Q,K]."""
    side = sides(shares, x, y, style)
    line = style.px(1)
    inside = _inside(side, y.cell, line, axis=0)[:, :, :, np.newaxis] & _inside(side, x.cell, line, axis=1)
    words = np.where(inside, colours[:, np.newaxis, :, np.newaxis], cell_states.opaque(style.palette.paper))
    inner = np.where(side >= style.px(OUTLINED), side - 2 * line, side)
    body = _inside(inner, y.cell, line, axis=0)[:, :, :, np.newaxis] & _inside(inner, x.cell, line, axis=1)
    words[inside & ~body] = cell_states.opaque(style.palette.hatch)
    pixels = cell_states.image(words.astype(np.uint32).reshape(y.length, x.length))
    colours = colours.copy()
    return Drawing(x.length, y.length, lambda on: _draw(on, side, colours, x, y, style), pixels=lambda: pixels)


def _draw(
    painter: QPainter, side: NDArray[np.intp], colours: NDArray[np.uint32], x: Axis, y: Axis, style: Style
) -> None:  # fmt: skip
    """The same as rectangles: outlines first, then what is inside them, one colour at a time."""
    line = style.px(1)
    painter.fillRect(QRect(0, 0, x.length, y.length), QColor(style.palette.paper))
    outlines: list[QRect] = []
    bodies: dict[int, list[QRect]] = defaultdict(list)
    for row, column in np.argwhere(side > 0).tolist():
        long = int(side[row, column])
        left = column * x.cell + line + (x.cell - line - long) // 2
        top = row * y.cell + line + (y.cell - line - long) // 2
        box = QRect(left, top, long, long)
        if long >= style.px(OUTLINED):
            outlines.append(box)
            box = box.adjusted(line, line, -line, -line)
        bodies[int(colours[row, column])].append(box)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(style.palette.hatch))
    painter.drawRects(outlines)
    for word, boxes in bodies.items():
        painter.setBrush(QColor.fromRgb(word))
        painter.drawRects(boxes)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _inside(side: NDArray[np.intp], cell: int, line: int, axis: int) -> NDArray[np.bool_]:
    """Which pixels of a cell lie in its square: [Q,cell,K] down (axis 0), [Q,1,K,cell] across (axis 1).

    A cell begins with its hairline, ``line`` pixels.
    """
    first = line + (cell - line - side) // 2
    if axis == 0:
        pixel = np.arange(cell)[np.newaxis, :, np.newaxis]
        return np.asarray((pixel >= first[:, np.newaxis]) & (pixel < (first + side)[:, np.newaxis]))
    pixel = np.arange(cell)
    start, end = first[:, np.newaxis, :, np.newaxis], (first + side)[:, np.newaxis, :, np.newaxis]
    return np.asarray((pixel >= start) & (pixel < end))


# --- signs of what somebody changed ---


def signs_in(trace: Trace, kind: Kind, layers: range, of_rows: bool) -> tuple[Entry, ...]:
    """What maps of some layers show where somebody changed something, or a step computed rows anew."""
    if not trace.meta.interventions and trace.decoder_revised is None:
        return ()
    from viz_app.pictures.drawing.steps.change_marks import signs  # no first picture needs it

    return signs(trace, kind, layers, of_rows)


def signs_from(trace: Trace, kind: Kind, layers: range) -> dict[Entry, int]:
    """From which step on maps of these layers show that a row was computed anew, where any do."""
    if trace.decoder_revised is None:
        return {}
    from model.record.revised_rows import first_revising_step  # hardly any run has one

    steps = [step for layer in layers if (step := first_revising_step(trace, kind, layer)) is not None]
    return {"revised": min(steps)} if steps else {}


def off_heads(trace: Trace, kind: Kind) -> Mapping[tuple[int, int], str]:
    """Layer and head, and the word for what somebody made of it; of most runs none."""
    if not trace.meta.interventions:
        return {}
    from viz_app.pictures.drawing.steps.change_marks import off_names  # no first picture needs it

    return off_names(trace, kind)
