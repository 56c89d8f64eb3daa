"""Signs of changes in pictures: each where its change is, and nowhere else. Compared pixel by pixel with none."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from model.analysis.baseline import holding_baseline
from model.network.interventions import CellFlipped, HeadAblated, Intervention, MaskOff, RowSet, to_json
from model.record.trace import Trace
from tests.viz_app.pictures.reading import draw, plain_style, sheet, snapshot_of, spy_on_texts
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing import grid, legends
from viz_app.pictures.drawing.marks import number_pixels, printed, signs_from, signs_in
from viz_app.pictures.drawing.page import Page
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.pictures.one_head.sister_maps import WithSisters
from viz_app.platform.theme import font, text_width

SIZE = 900, 600


def with_changes(run: Trace, *changes: Intervention) -> Trace:
    """The same numbers, said to come of these changes: what differs in a picture is signs alone."""
    return replace(run, meta=replace(run.meta, interventions=tuple(map(to_json, changes))))


def signs(
    view: str, changes: tuple[Intervention, ...], height: int = SIZE[1], **style: object
) -> tuple[MapSheet, NDArray[np.bool_]]:
    """The picture of a changed run, and which pixels [height,width] are others than without the changes."""
    run = make_trace()
    made = replace(plain_style(), legend=False, titled=False, **style)  # type: ignore[arg-type]
    _, before = draw(view, snapshot_of(run, "cross", 1, 2), SIZE[0], height, made)
    picture, after = draw(view, snapshot_of(with_changes(run, *changes), "cross", 1, 2), SIZE[0], height, made)
    sheet = picture.main if isinstance(picture, WithSisters) else picture
    assert isinstance(sheet, MapSheet)
    return sheet, (before != after).any(axis=-1)


def inside(shape: tuple[int, ...], box: tuple[int, int, int, int]) -> NDArray[np.bool_]:
    found = np.zeros(shape, dtype=bool)
    left, top, wide, high = box
    found[top : top + high, left : left + wide] = True
    return found


def test_a_row_set_by_hand_is_framed_and_no_other(qapp: object) -> None:
    sheet, differs = signs("one_head", (RowSet("cross", 1, 2, 4, (0.0, 1.0)),))
    (panel,) = sheet.plan.panels
    top, high = panel.form.y.span(4)
    row = inside(differs.shape, (panel.left, panel.top + top, panel.form.x.length, high))
    assert differs[row].any()
    assert not differs[~row].any()
    assert differs[panel.top + top + 1, panel.left + 20 : panel.left + panel.form.x.length - 20].all(), "its frame"


def test_a_flipped_cell_has_its_sign_in_one_head_and_in_the_mask(qapp: object) -> None:
    for view in ("one_head", "masks"):
        sheet, differs = signs(view, (CellFlipped("cross", 5, 3),))
        panel = (sheet.plan.switches or sheet.plan.panels)[0]
        (left, wide), (top, high) = panel.form.x.span(3), panel.form.y.span(5)
        cell = inside(differs.shape, (panel.left + left, panel.top + top, wide, high))
        assert differs[cell].mean() > 0.05, view
        within = inside(differs.shape, panel.box)
        assert not (differs & within & ~cell).any(), view


@pytest.mark.parametrize("instead", ["zero", "uniform"])
def test_heads_that_are_off_are_crossed_out_and_no_others(qapp: object, instead: str) -> None:
    off = {(0, 3), (2, 1)}
    sheet, differs = signs("all_layers", tuple(HeadAblated("cross", *place, instead) for place in off))  # type: ignore[arg-type]
    for panel in sheet.plan.panels:
        left, top, wide, high = panel.box
        part = differs[top : top + high, left : left + wide]
        if (panel.layer, panel.head) not in off:
            assert not part.any()
            continue
        heights = {"zero": (0.1, 0.9), "uniform": (1 / 3, 2 / 3)}[instead]
        for down in heights:
            for across in (0.1, 0.9):
                y, x = round(down * high), round(across * wide)
                assert part[max(0, y - 4) : y + 5, max(0, x - 4) : x + 5].any(), (down, across)
        assert part[high // 2 - 3 : high // 2 + 4, wide // 2 - 8 : wide // 2 + 9].any(), "its word"


@pytest.mark.parametrize(("instead", "height"), [("zero", 600), ("uniform", 200)])
def test_lines_over_a_head_that_is_off_strike_through_no_number(qapp: object, instead: Any, height: int) -> None:
    """What differs lies beside the printed numbers; where none are printed in their places too."""
    off = HeadAblated("cross", 1, 2, instead)
    sheet, differs = signs("one_head", (off,), height, values=True)
    (panel,) = sheet.plan.panels
    x, y = panel.form.x, panel.form.y
    assert printed(x, y, sheet.style)
    letters = number_pixels(x, y, sheet.style)
    half, tall = round(text_width("0.00", font(letters)) / 2), round(0.37 * letters)
    struck = np.zeros_like(differs)
    for column, row in np.ndindex(x.count, y.count):
        across, down = panel.left + round(x.middle(column)), panel.top + round(y.middle(row))
        struck[down - tall : down + tall, across - half : across + half] = True
    box = inside(differs.shape, panel.box)
    assert (differs & box & ~struck).any()
    assert not (differs & struck).any()
    assert (signs("one_head", (off,), height, values=False)[1] & struck).any()


def test_the_heading_of_a_head_says_that_it_is_off(monkeypatch: pytest.MonkeyPatch, qapp: object) -> None:
    run = with_changes(make_trace(), HeadAblated("cross", 1, 2), HeadAblated("cross", 1, 0, "uniform"))
    picture, _ = draw("one_head", snapshot_of(run, "cross", 1, 2), *SIZE, plain_style())
    assert isinstance(picture, Page)
    assert picture.subtitle.startswith("off · ")
    assert "off" in picture.alt
    other, _ = draw("one_head", snapshot_of(run, "cross", 1, 1), *SIZE, plain_style())
    assert isinstance(other, Page)
    assert "off" not in other.subtitle
    texts = spy_on_texts(monkeypatch, grid)
    draw("one_layer", snapshot_of(run, "cross", 1, 2), *SIZE, plain_style())
    said = {text.text for text in texts if text.bold}
    assert said == {"Head 1 · even", "Head 2", "Head 3 · off", "Head 4"}


def test_the_legend_says_what_the_signs_mean_where_there_are_any(monkeypatch: pytest.MonkeyPatch, qapp: object) -> None:
    asked: list[tuple[str, ...]] = []
    usual = legends.legend

    def spy(width: int, bar: Any, entries: Any, *more: Any) -> Any:
        asked.append(entries)
        return usual(width, bar, entries, *more)

    monkeypatch.setattr(legends, "legend", spy)
    widths = count(900)  # pictures of one size are kept

    def explained(
        view: str, *changes: Intervention, hidden: tuple[int, int] | None = None, leaky: bool = False
    ) -> bool:
        asked.clear()
        run = with_changes(make_trace(), *changes)
        if hidden is not None:
            mask = np.ones((run.steps, run.source_length), dtype=bool)
            mask[hidden] = False
            run = replace(run, cross_mask=mask, meta=replace(run.meta, leaky_mask=leaky))
        draw(view, snapshot_of(run, "cross", 1, 2), next(widths), 600, plain_style())
        grounded = hidden is not None and (not leaky or view == "masks")  # its masks have no weights to be seen
        assert any("by_hand" in entries for entries in asked) == grounded, "a blocked cell's plain ground"
        return any("changed" in entries for entries in asked)

    for view in ("one_head", "one_layer", "masks"):
        assert explained(view, CellFlipped("cross", 5, 3)), view
        assert explained(view, CellFlipped("cross", 5, 3), hidden=(5, 3)), view
        assert explained(view, CellFlipped("cross", 5, 3), hidden=(5, 3), leaky=True), view
        assert not explained(view, HeadAblated("cross", 1, 0)), view
    assert explained("one_layer", RowSet("cross", 1, 0, 4, (0.0, 1.0)))
    assert not explained("one_layer", RowSet("cross", 2, 0, 4, (0.0, 1.0))), "another layer's"


@pytest.mark.parametrize("view", ["one_head", "one_layer"])
def test_rows_that_differ_from_before_have_a_sign_at_their_label_as_far_as_they_are_decoded(
    qapp: object, view: str
) -> None:
    run, others = make_trace(), {(1, 2): {1, 4, 6}, (1, 0): {2}, (0, 2): {3}}
    weights = run.maps("cross").copy()
    for place, rows in others.items():
        for row in rows:
            weights[(*place, row)] = weights[(*place, row)][::-1]
    made = with_changes(replace(run, cross_attention=weights), MaskOff("look_ahead"))
    style = replace(plain_style(), legend=False, titled=False)
    alone, before = sheet(view, snapshot_of(made, "cross", 1, 2, step=5), *SIZE, style)
    compared = holding_baseline(made, run)
    _, after = sheet(view, snapshot_of(compared, "cross", 1, 2, step=5), *SIZE, style)
    differs = (before != after).any(axis=-1)
    for panel in alone.plan.panels:
        for row in range(panel.form.y.count):
            top, high = panel.form.y.span(row)
            beside = differs[panel.top + top : panel.top + top + high, panel.left - 6 : panel.left]
            assert beside.any() == (row in others.get((panel.layer, panel.head), ()) and row <= 5), (panel.head, row)
        box = inside(differs.shape, panel.box)
        assert not (differs & box).any(), "signs lie beside maps"


@pytest.mark.parametrize("view", ["one_head", "one_layer"])
def test_rows_that_a_step_computed_anew_have_a_bar_at_that_step_and_the_legend_says_so(qapp: object, view: str) -> None:
    run = make_trace()
    layers, _, steps, _ = run.maps("cross").shape
    sizes = np.zeros((layers, steps, steps), dtype=np.float32)
    sizes[1, 5, [0, 3]], sizes[1, 5, 4], sizes[1, 6, 2], sizes[0, 5, 1] = 0.25, 1e-7, 0.5, 0.5
    anew = replace(run, decoder_revised=np.zeros_like(sizes), cross_revised=sizes)
    style = replace(plain_style(), legend=False, titled=False)
    for step, rows in ((5, {0, 3}), (6, {2}), (4, set())):
        alone, before = sheet(view, snapshot_of(run, "cross", 1, 2, step=step), *SIZE, style)
        _, after = sheet(view, snapshot_of(anew, "cross", 1, 2, step=step), *SIZE, style)
        differs = (before != after).any(axis=-1)
        for panel in alone.plan.panels:
            for row in range(panel.form.y.count):
                top, high = panel.form.y.span(row)
                beside = differs[panel.top + top : panel.top + top + high, panel.left - 10 : panel.left]
                assert beside.any() == (row in rows), (step, row)
                assert row not in rows or beside.any(axis=1).mean() > 0.5, "a bar, as high as its row"
            assert not (differs & inside(differs.shape, panel.box)).any()
    assert signs_from(anew, "cross", range(1, 2)) == {"revised": 5}
    assert signs_in(anew, "cross", range(1, 2), True) == ("revised",)
    assert not signs_in(anew, "decoder", range(1, 2), True)
    assert not signs_in(run, "cross", range(3), True)
