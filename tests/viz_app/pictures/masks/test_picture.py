"""Each map of a block upright, at the right layer and head; states of cells, nothing taken for another."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any
from weakref import ref

import numpy as np
import pytest

from model.analysis.causality_check import compare
from model.analysis.padding_change import PaddingChange
from model.record.trace import KINDS, Kind, Trace
from tests.viz_app.pictures.reading import (
    cell_box,
    colours_in,
    draw,
    expected_level,
    level_of,
    plain_style,
    rgb,
    sheet,
    snapshot_of,
    spy_on_texts,
)
from tests.viz_app.sample_trace import make_trace, taught, with_scores
from viz_app.pictures.drawing import legends
from viz_app.pictures.drawing.panels import Panel
from viz_app.pictures.drawing.picture import Cell, Style
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.pictures.masks import picture as masks
from viz_app.pictures.masks.sheet import TICKED_CELL
from viz_app.platform.theme import SIGNED
from viz_app.state.state import Settings


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def padded_target() -> Trace:
    """A run whose target has padding in the middle, so that both reasons meet in one mask."""
    trace = make_trace(source=["Ein", "Hund"], target=["A", "dog", "barks"], padding=2)
    assert trace.target_mask is not None
    mask = trace.target_mask.copy()
    mask[:, 2] = False
    return with_scores(replace(trace, target_mask=mask, decoder_mask=mask.copy()))


TRACE = padded_target()
SIZE = (760, 500)
#: kind → the maps in order; a strip of padding follows the map that it lies above.
MAPS: dict[Kind, tuple[str, ...]] = {
    "encoder": ("block", "strip", "scores", "without", "weights"),
    "decoder": ("look-ahead", "block", "strip", "scores", "weights"),
    "cross": ("block", "strip", "scores", "without", "weights"),
}


def maps(kind: Kind, style: Style, step: int = 3, trace: Trace = TRACE, **chosen: Any) -> tuple[dict[str, Panel], Any]:
    """The panels by what they show, and the pixels."""
    picture, pixels = sheet("masks", snapshot_of(trace, kind, layer=1, head=2, step=step, **chosen), *SIZE, style)
    return dict(zip(MAPS[kind], picture.plan.panels, strict=True)), pixels


def check(panel: Panel, mask: np.ndarray, pixels: np.ndarray, style: Style, causal: bool) -> None:
    """Every cell of one mask, whatever step is shown: what may attend has its colour and a tick, the rest a pattern."""
    assert (panel.form.y.count, panel.form.x.count) == mask.shape
    palette = style.palette
    for (query, key), may in np.ndenumerate(mask):
        box = cell_box(panel, query, key)
        colours = colours_in(pixels, box, inset=style.px(3))
        if may:
            x, y, wide, high = box
            inset = style.px(3)
            for down, across in ((y + inset, x + inset), (y + high - inset - 1, x + wide - inset - 1)):
                assert tuple(pixels[down, across].tolist()) == rgb(palette.allowed), f"query {query}, key {key}"
            assert not colours & {rgb(palette.hatch), rgb(palette.dots), rgb(palette.blocked)}
            assert (len(colours) > 1) == (min(wide, high) >= style.px(TICKED_CELL)), "not by colour alone"
        else:
            pattern = palette.hatch if causal and key > query else palette.dots
            assert colours == {rgb(palette.blocked), rgb(pattern)}, f"query {query}, key {key}"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("step", [0, 2, 3])
@pytest.mark.parametrize(("dark", "ratio"), [(False, 1.0), (True, 1.5)], ids=["light", "dark"])
def test_every_cell_of_every_mask(kind: Kind, step: int, dark: bool, ratio: float) -> None:
    style = plain_style(dark, ratio)
    panels, pixels = maps(kind, style, step)
    own, padding = TRACE.mask(kind), TRACE.padding_mask
    assert own is not None
    assert padding is not None
    above = np.array([True, True, False, True]) if kind == "decoder" else padding
    check(panels["block"], own, pixels, style, causal=kind == "decoder")
    check(panels["strip"], above[np.newaxis], pixels, style, causal=False)
    if kind == "decoder":
        assert TRACE.look_ahead_mask is not None
        check(panels["look-ahead"], TRACE.look_ahead_mask, pixels, style, causal=True)
    assert {panel.kind for panel in panels.values()} == {kind}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_scores_before_and_weights_after_are_the_heads_own(kind: Kind, dark: bool) -> None:
    style = plain_style(dark)
    panels, pixels = maps(kind, style)
    attention, scores = TRACE.attention(kind), TRACE.activations[f"{kind}_scores"]
    own = TRACE.mask(kind)
    assert attention is not None
    assert own is not None
    full = np.nanmax(np.abs(scores[1]))
    below, above = SIGNED[style.palette]
    for (query, key), score in np.ndenumerate(scores[1, 2]):
        middle = at_middle(pixels, panels["scores"], query, key)
        if np.isnan(score):
            box = cell_box(panels["scores"], query, key)
            assert colours_in(pixels, box, inset=2) == {rgb(style.palette.blocked)}, "no hatch: nothing hides it"
            continue
        hits = np.flatnonzero(((below if score < 0 else above).table == middle).all(axis=1))
        assert len(hits)
        assert hits[0] / 255 == pytest.approx(abs(score) / full, abs=0.06)  # its end is rounded up to two digits
        if own[query, key]:
            level = level_of(np.array(at_middle(pixels, panels["weights"], query, key), np.uint8), style)
            assert level is not None
            assert abs(level - expected_level(float(attention[1, 2, query, key]), style)) <= 1
        else:
            assert at_middle(pixels, panels["weights"], query, key) in (
                {rgb(style.palette.blocked), rgb(style.palette.hatch), rgb(style.palette.dots)}
            )


def spy_on_entries(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Fills with what legends explain."""
    told: list[str] = []
    usual = legends.legend

    def spy(width: int, bar: Any, entries: Any, *more: Any) -> Any:
        told.extend(entries)
        return usual(width, bar, entries, *more)

    monkeypatch.setattr(legends, "legend", spy)
    return told


def test_a_low_legend_leaves_out_what_says_itself_before_it_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with *What if* open at 1024×600, where it has no room for the ground of scores that are not there yet."""
    told, clicked = spy_on_entries(monkeypatch), frozenset({"changed"})
    style = replace(plain_style(), on_screen=True, titled=False, beside=clicked)
    for wide in (900, 760, 660):
        told.clear()
        draw("masks", snapshot_of(TRACE, "decoder", 1, 2), wide, 300, style)
        assert {"allowed", "changed", "future"} <= set(told), wide
    assert not {"undecoded", "by_hand", "blank"} & set(told)


@pytest.mark.parametrize("kind", KINDS)
def test_the_legend_names_the_plain_ground_of_scores_that_are_not_there_yet(
    kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = spy_on_entries(monkeypatch)
    draw("masks", snapshot_of(TRACE, kind, 1, 2), 904, 560, plain_style())
    assert ("blank" in told) == bool(np.isnan(TRACE.activations[f"{kind}_scores"]).any()) == (kind == "decoder")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_without_the_mask_stands_the_softmax_of_all_scores(kind: Kind, dark: bool) -> None:
    """Plain loops on double precision; in a run in one pass later keys have scores, too."""
    style, trace = plain_style(dark), taught(TRACE)
    held = trace.activations["decoder_scores"].copy()
    held[np.isnan(held)] = np.random.default_rng(8).normal(scale=2, size=int(np.isnan(held).sum()))
    trace = replace(trace, activations={**trace.activations, "decoder_scores": held})
    picture, pixels = sheet("masks", snapshot_of(trace, kind, layer=1, head=2, step=1), 900, 560, style)
    panel, mask = picture.plan.panels[-2], trace.mask(kind)
    assert mask is not None
    seen = 0
    for query, row in enumerate(trace.activations[f"{kind}_scores"][1, 2].tolist()):
        powers = [math.exp(score - max(row)) for score in row]
        for key, power in enumerate(powers):
            level = level_of(np.array(at_middle(pixels, panel, query, key), np.uint8), style)
            assert level is not None, "no pattern hides it"
            assert abs(level - expected_level(power / sum(powers), style)) <= 1
            seen += bool(not mask[query, key] and level > 2)
    assert seen > 2, "what the mask hides would get weight"


def at_middle(pixels: np.ndarray, panel: Panel, query: int, key: int) -> tuple[int, ...]:
    x, y, wide, high = cell_box(panel, query, key)
    return tuple(pixels[y + high // 2, x + wide // 2].tolist())


def test_all_maps_of_a_block_have_the_same_cells() -> None:
    for kind in KINDS:
        panels = maps(kind, plain_style())[0]
        assert len({panel.form.x for panel in panels.values()}) == 1
        block, strip = panels["block"], panels["strip"]
        assert strip.left == block.left
        assert strip.top + strip.form.y.length < block.top
        assert len({panel.form.y for name, panel in panels.items() if name != "strip"}) == 1


def test_the_selected_cell_is_marked_in_each() -> None:
    panels, pixels = maps("cross", plain_style())
    marked = maps("cross", plain_style(), query=1, key=2)[1]
    for name in ("block", "scores", "weights"):
        x, y, wide, high = cell_box(panels[name], 1, 2)
        changed = (pixels != marked).any(axis=-1)[y - 1 : y + high + 1, x - 1 : x + wide + 1]
        assert changed[0].all(), name
        assert changed[:, 0].all(), name
        assert not changed[3:-3, 3:-3].any(), name


def test_maps_have_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = spy_on_texts(monkeypatch, masks)
    names = {
        "encoder": ["Padding mask", "Scores before", "Without mask", "Weights after"],
        "decoder": ["Look-ahead mask", "Target mask", "Scores before", "Weights after"],
    }
    for kind, expected in names.items():
        texts.clear()
        picture, _ = sheet("masks", snapshot_of(TRACE, kind), 1001, 640, plain_style())  # type: ignore[arg-type]
        assert [text.text for text in texts if text.bold] == expected
        assert all(name in picture.alt for name in expected)
        tops = {panel.top for panel in picture.plan.panels}
        assert all(text.box[1] < max(tops) for text in texts if text.bold)


def test_the_origin_is_a_badge_on_the_picture() -> None:
    picture, ours = draw("masks", snapshot_of(TRACE), *SIZE, plain_style())
    assert "computed by Headscope as in tut6: a checkpoint holds no mask code" in picture.alt
    other = replace(TRACE, meta=replace(TRACE.meta, family="t0t9"))
    theirs = draw("masks", snapshot_of(other), *SIZE, plain_style())[1]
    rows = np.flatnonzero((ours != theirs).any(axis=(1, 2)))
    assert 25 < rows[0] < rows[-1] < 55, "under the heading"
    assert (ours[rows[0] : rows[-1]] == rgb(plain_style().palette.accent)).all(axis=-1).any(), "with a frame"


@pytest.mark.parametrize(
    ("missing", "kind", "left"),
    [
        ({"padding_mask": None}, "cross", ["Mask of this block", "Scores before", "Without mask", "Weights after"]),
        ({"look_ahead_mask": None}, "decoder", ["Target mask", "Scores before", "Weights after"]),
        ({"target_mask": None}, "decoder", ["Look-ahead mask", "Target mask", "Scores before", "Weights after"]),
    ],
)
def test_a_mask_that_the_run_lacks_is_left_out(
    missing: dict[str, Any], kind: Kind, left: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = spy_on_texts(monkeypatch, masks)
    draw("masks", snapshot_of(replace(TRACE, **missing), kind), 902, 560, plain_style())
    assert [text.text for text in texts if text.bold] == left


def test_scores_that_were_not_recorded_say_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = spy_on_texts(monkeypatch, masks)
    bare = replace(TRACE, activations={})
    now = snapshot_of(bare, "cross", query=1, key=1)
    picture, _ = sheet("masks", now, 903, 560, replace(plain_style(), on_screen=True))
    assert len(picture.plan.panels) == 3
    assert len([text for text in texts if text.bold]) == 4
    inside = " ".join(text.text for text in texts if text.quiet)
    assert "Translate the sentence again to see them." in inside
    texts.clear()
    picture, _ = sheet("masks", now, 903, 560, plain_style())
    assert [text.text for text in texts if text.bold] == ["Padding mask", "Weights after"], "no empty box on paper"
    assert not [text for text in texts if "recorded without" in text.text]
    assert "score not recorded → may attend → weight" in picture.alt


def test_cells_answer_with_their_place() -> None:
    picture, _ = sheet("masks", snapshot_of(TRACE, "cross", layer=1, head=2), *SIZE, plain_style())
    panels = dict(zip(MAPS["cross"], picture.plan.panels, strict=True))
    places = []
    for name, query, key in (("strip", 0, 3), ("block", 1, 4), ("scores", 2, 0), ("weights", 3, 1)):
        x, y, wide, high = cell_box(panels[name], query, key)
        places.append(picture.at(x + wide / 2, y + high / 2))
    wanted = [(None, 3), (1, 4), (2, 0), (3, 1)]
    assert places == [Cell("cross", 1, 2, *place) for place in wanted]


@pytest.mark.parametrize("tokens", [1, 12, 60, 300, 512])
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


@pytest.mark.parametrize(("size", "across"), [((1400, 400), 4), ((520, 900), 2), ((300, 1600), 1)])
def test_maps_stand_where_they_get_the_largest_cells(size: tuple[int, int], across: int) -> None:
    picture, _ = sheet("masks", snapshot_of(TRACE, "decoder"), *size, plain_style())
    top = picture.plan.panels[0].top
    assert sum(panel.top == top for panel in picture.plan.panels) == across


def test_as_in_somebodys_code_cells_hold_their_values(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = spy_on_texts(monkeypatch, masks)
    ours = snapshot_of(TRACE, "decoder")
    code = replace(ours, settings=replace(ours.settings, masks_as_in_code=True))
    plain, _ = sheet("masks", ours, 904, 600, plain_style())
    texts.clear()
    picture, pixels = sheet("masks", code, 904, 600, plain_style())
    assert [text.text for text in texts if text.bold][:2] == ["trg_sub_mask [T,T]", "trg_mask [B,1,T,T]"]
    assert "trg_sub_mask [T,T]: True = may attend" in picture.alt
    panel = picture.plan.panels[0]
    ink = rgb(plain_style().palette.ink)
    assert all(ink in colours_in(pixels, cell_box(panel, *cell), inset=2) for cell in ((0, 0), (0, 3)))
    assert [panel.form for panel in plain.plan.panels] == [panel.form for panel in picture.plan.panels]


def test_values_follow_the_polarity_of_the_code() -> None:
    """What tut6 writes into a cell that may be attended to, paul-hyun writes into one that is blocked."""

    def written(family: str, *cell: int) -> np.ndarray:
        now = snapshot_of(replace(TRACE, meta=replace(TRACE.meta, family=family)), "decoder")
        code = replace(now, settings=replace(now.settings, masks_as_in_code=True))
        picture, pixels = sheet("masks", code, 1300, 800, plain_style())
        x, y, wide, high = cell_box(picture.plan.panels[0], *cell)
        return np.asarray((pixels[y : y + high, x : x + wide] == rgb(plain_style().palette.ink)).all(axis=-1))

    may, future = (1, 0), (0, 2)
    theirs = "paul-hyun/transformer-evolution"
    assert written("tut6", *may).any()
    assert (written("tut6", *may) == written(theirs, *future)).all()
    assert (written("tut6", *future) == written(theirs, *may)).all()
    wide = {cell: np.ptp(np.flatnonzero(written("tut6", *cell).any(axis=0))) for cell in (may, future)}
    assert wide[may] < wide[future], "True is shorter than False"


def test_the_proof_stands_beside_its_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = spy_on_texts(monkeypatch, masks)
    assert TRACE.decoder_attention is not None
    assert TRACE.cross_attention is not None
    changed = TRACE.decoder_attention.copy()
    changed[1, 0, 2, 1] += 0.25
    found = compare(TRACE, changed, TRACE.cross_attention)
    before, plain = draw("masks", snapshot_of(TRACE, "decoder"), 905, 600, plain_style())
    picture, proved = draw(
        "masks", replace(snapshot_of(TRACE, "decoder"), extension=found), 905, 600, plain_style()
    )  # fmt: skip
    assert "later tokens do not exist yet" in before.alt and "All rows in one pass" not in before.alt, "it is paper"
    assert "revises its rows" in picture.alt
    assert "largest difference" in [text.text for text in texts]
    assert (plain != proved).any()
    assert "revises" not in draw("masks", replace(snapshot_of(TRACE), extension=found), 905, 600, plain_style())[0].alt


def test_settings_start_with_words() -> None:
    assert Settings().masks_as_in_code is False


@pytest.mark.parametrize("kind", ["encoder", "cross"])
@pytest.mark.parametrize("added", [1, 2])
def test_the_frame_of_new_padding_stands_around_the_last_columns(kind: Kind, added: int) -> None:
    before = make_trace()
    now, style = snapshot_of(TRACE, kind), plain_style()
    _, plain = draw("masks", now, *SIZE, style)
    picture, framed = draw("masks", replace(now, padded=PaddingChange(TRACE, ref(before), added)), *SIZE, style)
    changed = (framed == np.array(rgb(style.palette.accent))).all(axis=2) & (plain != framed).any(axis=2)
    assert isinstance(picture, MapSheet)
    for panel in picture.plan.panels:
        left, top, wide, high = panel.box
        count = panel.form.x.count
        first = left + panel.form.x.edge(count - added)
        inside = changed[max(0, top - 2) : top + high + 2]
        columns = np.flatnonzero(inside[:, left - 2 : left + wide + 2].any(axis=0)) + left - 2
        assert (columns.min(), columns.max()) == (first - 2, left + wide + 1), panel
        cell = wide / count
        assert abs(first - (left + wide - added * cell)) <= 1 + cell * 0.1
