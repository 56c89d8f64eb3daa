"""The right token at every row and column of every picture of maps: one that changes, changes its own label only."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from model.record.trace import KINDS, Kind, Trace
from tests.all_pairs import all_pairs
from tests.viz_app.pictures.reading import array_of, draw, plain_style, sheet, snapshot_of
from tests.viz_app.sample_trace import make_trace
from viz_app.exports.figures.figure import MARGIN, Figure
from viz_app.exports.figures.figure import draw as draw_figure
from viz_app.pictures.drawing.panels import PlacedStrip
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.pictures.drawing.token_labels import ANGLE
from viz_app.pictures.links.picture import Links
from viz_app.state.state import Settings, Snapshot
from viz_app.state.zoom import Zoom

STYLE = replace(plain_style(), dots=False)
#: A map each: its size and, for one head, the part of it. S = 6, T = 7: no two lengths are alike.
VIEWS: dict[str, tuple[str, tuple[int, int], Zoom | None]] = {
    "one head": ("one_head", (720, 520), None),
    "a part of one head": ("one_head", (720, 520), Zoom(1, 2, 4, 3)),
    "one layer": ("one_layer", (1100, 800), None),
    "all layers": ("all_layers", (1300, 900), None),
    "masks": ("masks", (1300, 900), None),
}
TRACE = make_trace(2, 2, ["bbb", "bb", "bbbb", "bbb", "bb"], ["bbbb", "bb", "bbb", "bb", "bbbb", "bbb"], seed=2)
#: Whose tokens stand beside and above the maps of a kind.
SIDES: dict[Kind, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "encoder": (("source",), ("source",)),
    "decoder": (("consumed", "produced"), ("consumed",)),
    "cross": (("consumed", "produced"), ("source",)),
}


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def spelled_otherwise(trace: Trace, side: str, index: int) -> Trace:
    """One token with its letters turned round: as wide as before, but not the same."""
    tokens = getattr(trace, f"{side}_tokens").copy()
    tokens[index] = tokens[index].translate(str.maketrans("b<>/s", "d><\\z"))
    changes: dict[str, Any] = {f"{side}_tokens": tokens}
    return replace(trace, **changes)


def places(placed: PlacedStrip, pixels: NDArray[np.bool_]) -> Iterator[NDArray[np.bool_]]:
    """For each label of a strip, the pixels along the middle of its line."""
    strip = placed.strip
    left, top = placed.left + strip.dx, placed.top + strip.dy
    part = pixels[top : top + strip.image.height(), left : left + strip.image.width()]
    down, across = np.indices(part.shape)
    for index in range(strip.axis.count):
        middle = strip.axis.middle(index)
        if strip.rows:
            near = abs(down + 0.5 + strip.dy - middle) < 4
        elif strip.foot is None:
            near = abs(across + 0.5 + strip.dx - middle) < strip.axis.cell / 2 - 3
        else:
            rise = (strip.image.height() - strip.foot - down) / math.tan(math.radians(ANGLE))
            near = abs(across + 0.5 + strip.dx - rise - middle) < 4
        yield part & near


def labels_that_differ(picture: MapSheet, differs: NDArray[np.bool_]) -> dict[tuple[Kind, bool], set[int]]:
    """(kind of the map, beside it?) → which of its labels differ, counted in the whole map; every strip is alike."""
    found: dict[tuple[Kind, bool], set[int]] = {}
    for placed in picture.plan.strips:
        strip = placed.strip
        assert strip.stride == 1, "the test needs every label"
        kind = next(panel.kind for panel in picture.plan.panels if panel.box[:2] == (placed.left, placed.top))
        at = {strip.axis.first + index for index, near in enumerate(places(placed, differs)) if near.any()}
        assert found.setdefault((kind, strip.rows), at) == at
    return found


def shown(view: str, kind: Kind, trace: Trace) -> tuple[Snapshot, tuple[int, int], str]:
    name, size, zoom = VIEWS[view]
    return replace(snapshot_of(trace, kind, layer=1, head=1), zoom=zoom), size, name


@pytest.mark.parametrize(("view", "kind", "side"), all_pairs(VIEWS, KINDS, ("source", "consumed", "produced")))
def test_a_token_stands_at_its_row_and_its_column_and_nowhere_else(view: str, kind: Kind, side: str) -> None:
    snapshot, size, name = shown(view, kind, TRACE)
    picture, before = sheet(name, snapshot, *size, STYLE)
    kinds = {panel.kind for panel in picture.plan.panels}
    for index in range(6):
        if side == "source" and index == 5:
            continue  # </s> is drawn as such
        other = shown(view, kind, spelled_otherwise(TRACE, side, index))[0]
        after = sheet(name, other, *size, STYLE)[1]
        differ = labels_that_differ(picture, np.asarray((before != after).any(axis=-1)))
        for (of, beside), at in differ.items():
            sides = SIDES[of][0 if beside else 1]
            if beside and side == "produced" and (name != "one_head" and of == "decoder"):
                sides = ("consumed",)  # room for one token only
            if beside and side == "consumed" and (name != "one_head" and of == "cross"):
                sides = ("produced",)
            assert at <= {index}, f"{of}: {at} changed with {side} {index}"
            visible = VIEWS[view][2] is None or index in _seen(VIEWS[view][2], beside)
            assert (at == {index}) == (side in sides and visible and not _special(side, index))
    assert kinds == {kind} if name != "masks" else kind in kinds


def _seen(zoom: Zoom | None, beside: bool) -> range:
    assert zoom is not None
    first, count = (zoom.row, zoom.rows) if beside else (zoom.column, zoom.columns)
    return range(first, first + count)


def _special(side: str, index: int) -> bool:
    """A label that the run calls by its role, whatever its letters."""
    return side == "consumed" and index == 0 and bool(TRACE.meta.start_label)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("side", ["source", "consumed", "produced"])
def test_a_token_stands_at_its_end_of_the_links(kind: Kind, side: str) -> None:
    snapshot = snapshot_of(TRACE, kind, layer=1, head=1)
    picture, before = draw("links", snapshot, 760, 520, STYLE)
    assert isinstance(picture, Links)
    ends = {"encoder": ("source", "source"), "decoder": ("consumed", "consumed"), "cross": ("produced", "source")}
    for index in range(5):
        other = snapshot_of(spelled_otherwise(TRACE, side, index), kind, layer=1, head=1)
        differs = np.asarray((before != draw("links", other, 760, 520, STYLE)[1]).any(axis=-1))
        for column, token in zip((picture.left, picture.right), ends[kind], strict=True):
            start = column.edge - column.width if column is picture.left else column.edge
            names = differs[:, start : start + column.width]
            at = {
                row
                for row in range(column.axis.count)
                if names[round(column.axis.middle(row)) - 3 : round(column.axis.middle(row)) + 3].any()
            }
            assert at == ({index} if token == side else set())


@pytest.mark.parametrize("view", ["one_head", "one_layer", "all_layers", "masks", "links"])
def test_a_figure_has_the_labels_of_the_screen(view: str) -> None:
    """An export is the same drawing on paper: its margin, then every pixel of the picture."""
    snapshot = replace(snapshot_of(TRACE, "cross", layer=1, head=1), view=view, settings=Settings())
    figure = Figure(760, 560, 1.0, caption=False, emphasis=True)
    style = replace(plain_style(values=True), undecoded=snapshot.selection.step + 1 < TRACE.steps)
    pixels = draw(view, snapshot, 760 - 2 * MARGIN, 560 - 2 * MARGIN, style)[1]
    exported = array_of(draw_figure(snapshot, figure))
    assert (exported[MARGIN:-MARGIN, MARGIN:-MARGIN] == pixels).all()
