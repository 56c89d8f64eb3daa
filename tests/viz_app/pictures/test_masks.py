"""Each mask's cells: may attend, blocked as future, blocked as padding, not yet decoded; nothing taken for another."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.trace import KINDS, Kind, Trace
from tests.viz_app.pictures.reading import (
    cell_box,
    colours_in,
    draw,
    plain_style,
    rgb,
    sheet,
    snapshot_of,
    spy_on_texts,
)
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures import masks
from viz_app.pictures._panels import Panel
from viz_app.pictures._picture import Cell, Style

NAMES = ("Padding mask", "Look-ahead mask", "Target mask", "Mask of this block")


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def padded_target() -> Trace:
    """A run whose target has padding in the middle, so that both reasons meet in one mask."""
    trace = make_trace(source=["Ein", "Hund"], target=["A", "dog", "barks"], padding=2)
    assert trace.target_mask is not None
    mask = trace.target_mask.copy()
    mask[:, 2] = False
    return replace(trace, target_mask=mask, decoder_mask=mask.copy())


TRACE = padded_target()


def wanted(style: Style, may: bool, future: bool, decoded: bool) -> set[tuple[int, int, int]]:
    """The colours inside a cell of each state."""
    palette = style.palette
    if not decoded:
        return {rgb(palette.paper)}
    if may:
        return {rgb(palette.allowed)}
    return {rgb(palette.blocked), rgb(palette.hatch if future else palette.dots)}


def check(panel: Panel, mask: np.ndarray, pixels: np.ndarray, style: Style, step: int, causal: bool) -> None:
    """Every cell of one mask; rows and columns after the step are not decoded where they belong to the target."""
    assert (panel.form.y.count, panel.form.x.count) == mask.shape
    for (query, key), may in np.ndenumerate(mask):
        decoded = (not panel.form.stepwise_rows or query <= step) and (not causal or key <= step)
        colours = colours_in(pixels, cell_box(panel, query, key), inset=style.px(3))
        assert colours == wanted(style, bool(may), causal and key > query, decoded), f"query {query}, key {key}"


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
@pytest.mark.parametrize("step", [0, 2, 3])
@pytest.mark.parametrize(("dark", "ratio"), [(False, 1.0), (True, 1.5)], ids=["light", "dark"])
def test_every_cell_of_every_mask(kind: Kind, step: int, dark: bool, ratio: float) -> None:
    style = plain_style(dark, ratio)
    picture, pixels = sheet("masks", snapshot_of(TRACE, kind, layer=1, head=2, step=step), 800, 500, style)
    padding, look_ahead, target, block = picture.plan.panels
    assert TRACE.padding_mask is not None
    assert TRACE.look_ahead_mask is not None
    assert TRACE.target_mask is not None
    own = TRACE.mask(kind)
    assert own is not None
    check(padding, TRACE.padding_mask[np.newaxis], pixels, style, step, causal=False)
    check(look_ahead, TRACE.look_ahead_mask, pixels, style, step, causal=True)
    check(target, TRACE.target_mask, pixels, style, step, causal=True)
    check(block, own, pixels, style, step, causal=kind == "decoder")
    assert [panel.kind for panel in (look_ahead, target, block)] == ["decoder", "decoder", kind]


def test_masks_have_their_names_and_say_where_they_come_from(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = spy_on_texts(monkeypatch, masks)
    picture, _ = sheet("masks", snapshot_of(TRACE), 801, 500, plain_style())
    boxes = {text.text: text.box for text in texts if text.bold}
    assert tuple(boxes) == NAMES
    for name, panel in zip(NAMES, picture.plan.panels, strict=True):
        x, y, _, high = boxes[name]
        assert x == panel.left
        assert y + high < panel.top
    assert "computed by Headscope as in tut6: a checkpoint holds no mask code" in picture.alt
    assert all(name in picture.alt for name in NAMES)


def test_the_origin_is_on_the_picture() -> None:
    ours = draw("masks", snapshot_of(TRACE), 800, 500, plain_style())[1]
    other = replace(TRACE, meta=replace(TRACE.meta, family="somebody's own code"))
    theirs = draw("masks", snapshot_of(other), 800, 500, plain_style())[1]
    rows = np.flatnonzero((ours != theirs).any(axis=(1, 2)))
    assert 0 < len(rows) < 24
    assert rows[0] > 400


@pytest.mark.parametrize(
    ("missing", "left"),
    [
        ({"padding_mask": None}, NAMES[1:]),
        ({"look_ahead_mask": None, "target_mask": None}, (NAMES[0], NAMES[3])),
        ({"cross_mask": None}, NAMES[:3]),
    ],
)
def test_a_mask_that_the_run_lacks_is_left_out(missing: dict[str, Any], left: tuple[str, ...]) -> None:
    picture, _ = draw("masks", snapshot_of(replace(TRACE, **missing)), 500, 350, plain_style())
    assert [name for name in NAMES if name in picture.alt] == list(left)


def test_cells_answer_with_their_place() -> None:
    picture, _ = sheet("masks", snapshot_of(TRACE, "cross", layer=1, head=2), 800, 500, plain_style())
    padding, look_ahead, _, block = picture.plan.panels
    places = []
    for panel, query, key in ((padding, 0, 3), (look_ahead, 2, 1), (block, 1, 4)):
        x, y, wide, high = cell_box(panel, query, key)
        places.append(picture.at(x + wide / 2, y + high / 2))
    assert places == [Cell("cross", 1, 2, None, 3), Cell("decoder", 1, 2, 2, 1), Cell("cross", 1, 2, 1, 4)]


@pytest.mark.parametrize("tokens", [1, 12, 60, 300])
@pytest.mark.parametrize("size", [(240, 160), (500, 350), (1000, 700)])
def test_masks_of_any_length_stay_inside(tokens: int, size: tuple[int, int]) -> None:
    trace = make_trace(1, 1, ["x"] * tokens, ["y"] * tokens, padding=3)
    for kind in KINDS:
        picture, _ = sheet("masks", snapshot_of(trace, kind), *size, plain_style())
        for x, y, wide, high in (panel.box for panel in picture.plan.panels):
            assert x >= 0
            assert y >= 0
            assert x + wide <= size[0]
            assert y + high <= size[1]
