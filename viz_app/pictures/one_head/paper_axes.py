"""The axes of one map in a figure that grows with its tokens. Arithmetic only."""

from __future__ import annotations

from viz_app.pictures.drawing import token_labels
from viz_app.pictures.drawing.layout import Axis, Labelled, fit, length_of
from viz_app.pictures.drawing.marks import printed_cell
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.drawing.token_labels import Labels
from viz_app.state.zoom import Zoom

LARGEST, LARGEST_IN_PART = 60, 150  #: logical pixels of a cell, of the whole map and of a part of it
WIDE = 2.5  #: a cell's width over its height, at most, where the page is wide


def axes_on_paper(
    part: Zoom, whole: bool, columns: Labels, space: tuple[float, float, float, int], beside: int, style: Style
) -> tuple[Axis, Axis, int, int]:  # fmt: skip
    """Both axes, what stands out at the right of which ``beside`` is other than labels, and the labels' height.

    Cells are high or wide where labels need it, and wide where the page is. ``space`` is (width, height, longest label,
    least height of labels).
    """
    width, height, limit, _ = space
    rows, count, largest = part.rows, part.columns, style.px(LARGEST if whole else LARGEST_IN_PART)
    high, overhang = token_labels.column_room(columns, style, limit)
    overhang, labelled = max(overhang, beside), (token_labels.labelled_column(style), token_labels.named_row(style))

    def sized(room: float, *needed: Labelled) -> tuple[int, int]:
        wide, tall = fit(rows, count, room, height - high, largest, printed_cell(style), *needed)
        return max(wide, length_of(count, min(room / count, largest, WIDE * tall / rows))), tall

    size = sized(width - overhang, labelled)
    if token_labels.level_columns(columns, Axis(0, count, size[0]), style):
        overhang, high = beside, token_labels.level_height(style, columns)
        size = sized(width - beside)
    x, y = Axis(0, count, size[0], part.column), Axis(0, rows, size[1], part.row)
    return x, y, overhang, token_labels.column_height(columns, x, limit, style)
