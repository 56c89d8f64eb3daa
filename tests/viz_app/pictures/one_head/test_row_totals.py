"""What each row sums to, right of the map, in the row it is the sum of."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.viz_app.pictures.one_head.test_picture import changed
from tests.viz_app.pictures.reading import plain_style, sheet, snapshot_of, spy_on_texts
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.marks import sums_width
from viz_app.pictures.one_head import picture as one_head
from viz_app.pictures.one_head import row_totals
from viz_app.state.zoom import Zoom

TRACE = make_trace(layers=1, heads=1, source=["a", "b", "c"], target=["d", "e", "f"])
STYLE = plain_style(row_totals=True)
SIZE = (700, 480)


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def test_each_number_is_its_rows_sum() -> None:
    """Whose sum it is shows when that row alone is changed."""
    assert TRACE.cross_attention is not None
    picture, before = sheet("one_head", snapshot_of(TRACE), *SIZE, STYLE)
    weights = TRACE.cross_attention.copy()
    weights[0, 0, 2] *= 0.37
    _, after = sheet("one_head", snapshot_of(replace(TRACE, cross_attention=weights)), *SIZE, STYLE)
    panel = picture.plan.panels[0]
    beside = changed(before, after)[:, panel.left + panel.form.x.length + 4 :]
    rows = np.flatnonzero(beside.any(axis=1)) - panel.top
    top, high = panel.form.y.span(2)
    assert len(rows)
    assert top < rows[0] <= rows[-1] < top + high


def test_sums_are_of_what_is_shown() -> None:
    weights = np.array([[0.25, 0.5, 0.125], [0.0, 0.0, 0.1], [0.0, float("nan"), 1.0]], dtype=np.float32)
    assert row_totals.sums_texts(weights) == ["0.88", "0.10", "nan"]


def test_the_name_says_whether_all_columns_count(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = spy_on_texts(monkeypatch, one_head)
    for zoom, name in (
        (None, "row total"),
        (Zoom(1, 0, 2, 4), "row total"),
        (Zoom(1, 1, 2, 2), "total of these columns"),
    ):
        texts.clear()
        sheet("one_head", replace(snapshot_of(TRACE), zoom=zoom), 701, 480, STYLE)
        assert name in {text.text for text in texts}
    texts.clear()
    sheet("one_head", snapshot_of(TRACE), 701, 480, plain_style())
    assert "row total" not in {text.text for text in texts}


def test_rows_too_low_for_a_number_have_none() -> None:
    long = make_trace(1, 1, ["x"] * 60, ["y"] * 60)
    plain = sheet("one_head", snapshot_of(long), *SIZE, plain_style())[1]
    assert (sheet("one_head", snapshot_of(long), *SIZE, STYLE)[1] == plain).all()


def test_totals_appear_with_their_step() -> None:
    whole, plain = (sheet("one_head", snapshot_of(TRACE, step=1), *SIZE, style) for style in (STYLE, plain_style()))
    picture, pixels = whole
    panel = picture.plan.panels[0]
    edge = panel.left + panel.form.x.length + 4
    numbers = pixels[panel.top : panel.top + panel.form.y.length, edge : edge + sums_width(STYLE) - 2]
    inked = np.asarray((numbers < 200).any(axis=(1, 2)))
    assert [bool(inked[slice(*_span(panel.form.y, row))].any()) for row in range(4)] == [True, True, False, False]
    assert plain[0].plan.panels[0].form.x.length >= panel.form.x.length


def _span(axis: Axis, row: int) -> tuple[int, int]:
    first, size = axis.span(row)
    return first, first + size


@pytest.mark.parametrize("width", [500, 700, 720, 1000])
@pytest.mark.parametrize("word", ["a", "überquerte"])
def test_they_have_their_room_beside_names_of_any_kind(width: int, word: str) -> None:
    """Level names of columns stand out at no side: nobody had left room for anything else there."""
    run = make_trace(1, 1, [f"{word}{at}" for at in range(14)], [f"{word}{at}" for at in range(11)])
    picture = sheet("one_head", snapshot_of(run), width, 453, replace(STYLE, on_screen=True))[0]
    panel = picture.plan.panels[0]
    assert picture.plan.style.row_totals
    assert panel.left + panel.form.x.length + sums_width(picture.plan.style) <= width
