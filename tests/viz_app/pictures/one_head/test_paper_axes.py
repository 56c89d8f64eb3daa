"""Cells of a figure that grows are as wide as its page, not wider than they may be, and high for names of rows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.viz_app.pictures.reading import plain_style
from viz_app.pictures.drawing import token_labels
from viz_app.pictures.drawing.token_labels import Label
from viz_app.pictures.one_head.paper_axes import LARGEST, LARGEST_IN_PART, WIDE, axes_on_paper
from viz_app.state.zoom import Zoom

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("whole", [True, False])
def test_cells_fill_the_page_up_to_their_largest(whole: bool) -> None:
    style, part, columns = replace(plain_style(), on_screen=False, tall=True), Zoom(2, 1, 6, 5), (Label("word"),) * 5
    x, y, out, above = axes_on_paper(part, whole, columns, (9000.0, 9000.0, 80.0, 0), 7, style)
    assert (x.first, y.first, x.count, y.count) == (part.column, part.row, part.columns, part.rows)
    assert x.cell == y.cell == style.px(LARGEST if whole else LARGEST_IN_PART)
    assert out == 7 and above == token_labels.level_height(style, columns), "words have room level in such cells"
    x, y, out, above = axes_on_paper(part, whole, columns, (300.0, 120.0, 80.0, 0), 7, style)
    assert x.length + out <= 300 and y.length + above <= 120
    assert y.cell < x.cell <= WIDE * y.cell + 1
