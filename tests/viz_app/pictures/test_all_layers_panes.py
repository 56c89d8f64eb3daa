"""*One layer* and *All layers* use their pane at every size, grid and length; measured from what is drawn."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from model.record.trace import KINDS, Kind, Trace
from tests.all_pairs import all_pairs
from tests.viz_app.pictures.reading import draw, plain_style, rgb, sheet, snapshot_of, spy_on_texts, where
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing import grid, token_labels
from viz_app.pictures.drawing.layout import Box
from viz_app.pictures.drawing.picture import Cell
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.pictures.drawing.steps import named_labels
from viz_app.platform.theme import font, text_width

SCREEN = replace(plain_style(), on_screen=True)
#: Panes of windows of 1024×600, 1280×720, 1600×1000 and 2560×1440.
PANES = {"small": (553, 300), "usual": (720, 430), "large": (960, 720), "largest": (1445, 1150)}
GRIDS = [(3, 4), (6, 8), (12, 16)]
LENGTHS = [5, 15, 60, 150]
VIEWS = ["one_layer", "all_layers"]
LARGEST_CELL, STRETCHED = 96, 3  #: as the program says them


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def run_of(shape: tuple[int, int], tokens: int) -> Trace:
    """So many layers and heads; cheap: only cross attention differs from 0."""
    words = ["Straße", "und", "der", "Wissenschaft", "ging", "a"]
    return make_trace(*shape, [words[n % 6] for n in range(tokens - 1)], [words[n % 5] for n in range(tokens)])


def bounded(picture: MapSheet) -> bool:
    """Are its cells as large as they may be, one way or both, or as long as they may be?"""
    high, wide = picture.pitch
    return max(high, wide) > LARGEST_CELL - 1 or max(high / wide, wide / high) > STRETCHED - 0.4


def standing_out(picture: MapSheet) -> float:
    """How far the last slanted labels reach beyond their map."""
    found = [0.0]
    for strip, *_ in picture.plan.strips:
        if not strip.rows and strip.foot is not None:
            face, slant = token_labels.face_of(strip, SCREEN), math.cos(math.radians(token_labels.ANGLE))
            for index in range(0, strip.axis.count, strip.stride):
                long = min(text_width(strip.labels[index].text, face), strip.room)
                found.append(strip.axis.middle(index) + long * slant - strip.axis.length)
    return max(found)


#: The share of the pane that is maps, at least. Words, gaps, heading and legend take as many pixels in every pane; 0.6
#: is reached from 1600×1000 on, but for sixteen heads under their names.
SHARES = {"small": 0.23, "usual": 0.37, "large": 0.52, "largest": 0.6}
FEW_SHARES = {"small": 0.33, "usual": 0.46, "large": 0.6, "largest": 0.6}  #: the same with 3×4 maps


@pytest.mark.parametrize(("view", "shape", "tokens"), all_pairs(VIEWS, GRIDS, LENGTHS))
def test_maps_take_the_room_that_words_leave(view: str, shape: tuple[int, int], tokens: int) -> None:
    trace = run_of(shape, tokens)
    for name, size in PANES.items():
        picture, _ = sheet(view, snapshot_of(trace, layer=1, head=1), *size, SCREEN)
        boxes = [panel.box for panel in picture.plan.panels]
        area = sum(wide * high for _, _, wide, high in boxes)
        shares = FEW_SHARES if shape == (3, 4) else SHARES
        assert bounded(picture) or area >= shares[name] * size[0] * size[1], (name, area / (size[0] * size[1]))
        left, top = (min(box[side] for box in boxes) for side in (0, 1))
        right, bottom = (max(box[side] + box[side + 2] for box in boxes) for side in (0, 1))
        if not bounded(picture):
            rest = len({box[1] for box in boxes}) * picture.plan.panels[0].form.y.count  # less than a pixel a cell
            even = 0 if picture.plan.panels[0].form.y.cell < 12 else rest
            assert bottom >= size[1] - 50 - 16 - even, "down to the legend"
            assert right + standing_out(picture) >= size[0] - 40, "to the right edge, but for slanted labels"
            assert left <= 0.23 * size[0]
            assert top <= 150
        if view == "all_layers":  # an overview: more than half of what heading and legend leave
            assert bounded(picture) or area >= 0.54 * size[0] * (size[1] - 78), name


def test_of_all_ways_to_put_heads_side_by_side_the_one_with_the_largest_maps_is_taken() -> None:
    """A wide pane has more columns than a high one, and 4, 8 and 16 heads none that are empty."""
    columns = {}
    for size, heads in product(((1400, 420), (720, 1200), (900, 760)), (4, 8, 16)):
        trace = make_trace(1, heads, ["a"] * 14, ["b"] * 14)
        picture, _ = sheet("one_layer", snapshot_of(trace), *size, SCREEN)
        columns[size, heads] = len({panel.left for panel in picture.plan.panels})
    assert columns[(900, 760), 4] == 2
    assert columns[(1400, 420), 4] == 4
    assert columns[(1400, 420), 16] == 8
    assert columns[(720, 1200), 16] in (2, 4)
    assert all(heads % across == 0 for (_, heads), across in columns.items())


# --- labels ---


class Written:
    """Every text that is drawn over or beside the maps, with its box, as its painter was told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.plates: list[tuple[str, int]] = []
        real = named_labels.paint_named

        def noting(painter: Any, placed: Any, index: int, *others: Any) -> None:
            letters = token_labels.face_of(placed.strip, others[1]).pixelSize()
            self.plates.append((placed.strip.labels[index].text, letters))
            real(painter, placed, index, *others)

        monkeypatch.setattr(named_labels, "paint_named", noting)


def test_the_label_of_the_last_row_is_whole_where_the_page_ends() -> None:
    words = [f"w{n}" for n in range(14)]
    trace, style = make_trace(3, 4, words, words), replace(SCREEN, font_points=18.0)
    picture, pixels = sheet("all_layers", snapshot_of(trace, "cross", 2, 0, step=14), 720, 180, style)
    panel = next(panel for panel in picture.plan.panels if panel[1:3] == (2, 0))
    rim = (pixels[:, : panel.left - 6] == rgb(picture.style.palette.selection)).all(axis=-1).sum(axis=1)
    assert len(np.flatnonzero(rim > 20)) == 2, "its rim above and its rim below"


@pytest.mark.parametrize(("view", "tokens", "kind"), all_pairs(VIEWS, LENGTHS, ("decoder", "cross")))
def test_the_current_row_has_its_label_and_its_line(
    view: str, tokens: int, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [f"w{n}" for n in range(tokens)]
    for turn, (name, size) in enumerate(PANES.items()):
        shape = GRIDS[::2][(turn + (kind == "cross")) % 2]
        trace = make_trace(*shape, words, words)
        for step in ((0, tokens // 2, tokens)[turn % 3],):  # each step with each grid
            written = Written(monkeypatch)
            picture, pixels = sheet(view, snapshot_of(trace, kind, shape[0] - 1, 1, step=step), *size, SCREEN)
            labels = picture.plan.strips[0].strip
            row = token_labels.row_strip if labels.stride == 1 else None
            told = {text for text, _ in written.plates}
            wanted = ("<s>", *words)[step] if kind == "decoder" else (*words, "</s>")[step]
            assert row or told == {wanted}, (name, shape, step)
            assert all(letters >= 9 for _, letters in written.plates)
            panel = next(panel for panel in picture.plan.panels if panel[1:3] == (shape[0] - 1, 1))
            under = panel.top + sum(panel.form.y.span(step))
            wide = panel.form.shown(step).wide
            line = where(pixels, SCREEN.palette.selection)[under : under + 2, panel.left : panel.left + wide]
            assert line.any(axis=0).all(), (name, shape, step)
            monkeypatch.undo()


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("tokens", LENGTHS)
def test_no_two_names_lie_on_each_other(view: str, tokens: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for place, size in enumerate(PANES.values()):
        shape = GRIDS[(place + LENGTHS.index(tokens)) % 3]
        texts = spy_on_texts(monkeypatch, grid)
        picture, _ = sheet(view, snapshot_of(run_of(shape, tokens), "encoder"), *size, SCREEN)
        maps = [panel.box for panel in picture.plan.panels]
        names = [(text.text, tight(text)) for text in dict.fromkeys(texts)]
        for index, (text, box) in enumerate(names):
            assert not any(overlap(box, other) for other in maps), (text, size, shape)
            assert not any(overlap(box, other) for _, other in names[index + 1 :]), (text, size, shape)
            assert box[0] >= 0
            assert box[0] + box[2] <= size[0]
        monkeypatch.undo()


def tight(text: Any) -> Box:
    """What a text takes of its box."""
    x, y, wide, high = text.box
    need = int(text_width(text.text, font(SCREEN.font_pixels, text.bold)))
    if text.upright:
        return x, y, wide, min(need, high)
    need = min(need, wide)
    free = {"LEFT": 0, "CENTRE": (wide - need) // 2, "RIGHT": wide - need}[text.align.name]
    return x + free, y + 4, need, high - 8


def overlap(one: Box, other: Box) -> bool:
    """Do two boxes share a pixel?"""
    return all(one[side] < other[side] + other[side + 2] and other[side] < one[side] + one[side + 2] for side in (0, 1))


@pytest.mark.parametrize(("view", "shape"), [("one_layer", (3, 4)), ("all_layers", (2, 3))])
def test_no_half_of_a_label_looks_out_from_under_the_current_rows(view: str, shape: tuple[int, int]) -> None:
    """Whole labels or none: beside its plate there is only ink of labels that are there without it, too."""
    trace = make_trace(*shape, ["x"] * 60, [f"token{n}" for n in range(60)])
    for step in (20, 33, 47, 60):
        snapshot = snapshot_of(trace, layer=1, step=step)
        picture, with_plate = sheet(view, snapshot, 720, 430, SCREEN)
        placed = next(strip for strip in picture.plan.strips if strip.strip.rows)
        strip = placed.strip
        assert strip.stride > 1
        column = np.s_[:, placed.left + strip.dx : placed.left - 4]
        bare = sheet(view, snapshot, 720, 430, replace(SCREEN, emphasis=False))[1][column]
        inked = lambda pixels: (pixels.astype(int).sum(axis=-1) < 600).any(axis=1)  # noqa: E731
        changed = (with_plate[column] != bare).any(axis=(1, 2))
        half = strip.axis.length / strip.axis.count * strip.stride / 2
        for index in range(0, step + 1, strip.stride):
            middle = placed.top + strip.axis.middle(index)
            lines = np.s_[round(middle - half) + 1 : round(middle + half) - 1]
            gone = inked(bare)[lines] & ~inked(with_plate[column])[lines]
            far = abs(strip.axis.middle(index) - strip.axis.middle(step)) >= 1.2 * SCREEN.font_pixels
            assert not (far and changed[lines].any()), "a label that has room is as it was"
            if gone.any():
                assert not far


# --- what lies under a click ---


@pytest.mark.parametrize(("view", "kind", "tokens"), all_pairs(VIEWS, KINDS, (5, 15, 60, 150)))
def test_the_cell_under_a_click_is_the_cell_drawn_there(view: str, kind: Kind, tokens: int) -> None:
    """One planted weight in each map, at a place that no two maps share and whose row is not its column."""
    trace = make_trace(3, 4, ["x"] * tokens, ["y"] * (tokens + 3))
    shape = trace.maps(kind).shape
    weights = np.zeros(shape, dtype=np.float32)
    chance = np.random.default_rng(tokens)
    planted = {}
    for layer, head in product(range(3), range(4)):
        query = int(chance.integers(shape[2] // 2, shape[2]))
        key = int(chance.integers(0, min(query, shape[3] - 1) + 1))
        planted[layer, head] = query, key
        weights[layer, head, query, key] = 1
    for size in (PANES["small"], PANES["usual"], PANES["largest"]):
        changes: dict[str, Any] = {f"{kind}_attention": weights}
        snapshot = snapshot_of(replace(trace, **changes), kind, 1, 3)
        picture, pixels = draw(view, snapshot, *size, SCREEN)
        assert isinstance(picture, MapSheet)
        full = where(pixels, f"#{bytes(SCREEN.colour_map.table[255]).hex()}")
        for panel in picture.plan.panels:
            x, y, wide, high = panel.box
            rows, columns = np.nonzero(full[y : y + high, x : x + wide])
            assert rows.size
            found = {picture.at(x + c + 0.5, y + r + 0.5) for r, c in zip(rows.tolist(), columns.tolist(), strict=True)}
            assert found == {Cell(kind, panel.layer, panel.head, *planted[panel.layer, panel.head])}
