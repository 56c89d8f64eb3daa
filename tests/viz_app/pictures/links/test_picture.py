"""Links: which token stands at which end, how strong a line is, what is absent, and what is under a point."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QColor

from model.record.trace import KINDS, Kind, Trace
from tests.viz_app.pictures.reading import Pixels, array_of, draw, pixels_of, plain_style, rgb, snapshot_of
from tests.viz_app.sample_trace import make_trace
from viz_app.exports.figures.figure import Figure
from viz_app.exports.figures.figure import draw as draw_figure
from viz_app.pictures.drawing.picture import Cell, Style
from viz_app.pictures.links.picture import FAINTEST, Links
from viz_app.state.state import Settings, Snapshot

pytestmark = pytest.mark.usefixtures("qapp")
TRACE = make_trace(layers=2, heads=3, padding=1, seed=9)
SIZE = 760, 520


def links(snapshot: Snapshot, style: Style | None = None, size: tuple[int, int] = SIZE) -> tuple[Links, Pixels]:
    picture, pixels = draw("links", snapshot, *size, style or plain_style())
    assert isinstance(picture, Links)
    return picture, pixels


def stamped(trace: Trace, weights: dict[tuple[int, int], float], head: int = 2) -> Trace:
    """Cross attention of layer 2 with these weights in one head, and none anywhere else."""
    assert trace.cross_attention is not None
    planted = np.zeros_like(trace.cross_attention)
    for (query, key), weight in weights.items():
        planted[1, head, query, key] = weight
    return replace(trace, cross_attention=planted)


def middle(picture: Links, query: int, key: int, along: float = 0.5) -> tuple[float, float]:
    """A point on the straight way from a query to a key, in device pixels."""
    y = (1 - along) * picture.left.axis.middle(query) + along * picture.right.axis.middle(key)
    return picture.left.edge + along * (picture.right.edge - picture.left.edge), y


def column(picture: Links, pixels: Pixels, along: float = 0.5) -> np.ndarray[Any, Any]:
    """[rows] How far the pixels across all lines are from the paper, summed over the colours."""
    x = int(picture.left.edge + along * (picture.right.edge - picture.left.edge))
    top, end = picture.left.axis.start - 5, max(picture.left.axis.end, picture.right.axis.end) + 5
    paper = np.array(rgb(picture.style.palette.paper))
    return np.asarray(np.abs(pixels[top:end, x].astype(int) - paper).sum(axis=1))


def test_queries_stand_at_the_left_and_keys_at_the_right() -> None:
    picture, _ = links(snapshot_of(TRACE, "cross"))
    assert [label.text for label in picture.left.labels] == ["Two", "dogs", "play", "in", "the", "snow", ".", "</s>"]
    assert [label.text for label in picture.right.labels][:3] == ["Zwei", "Hunde", "spielen"]
    for kind, words in (("encoder", "Zwei"), ("decoder", "<s>")):
        own, _ = links(snapshot_of(TRACE, kind))  # type: ignore[arg-type]
        assert own.left.labels == own.right.labels
        assert own.left.labels[0].text == words
        assert own.left.axis == own.right.axis
    assert [text.text for text in picture.axis_titles()] == ["query: next token", "key: source token"]


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
@pytest.mark.parametrize("dark", [False, True])
def test_the_stamps_line_runs_from_its_query_to_its_key_and_no_other_is_there(ratio: float, dark: bool) -> None:
    trace = stamped(TRACE, {(1, 4): 1.0})
    picture, pixels = links(snapshot_of(trace, layer=1, head=2), plain_style(dark, ratio))
    for along in (0.1, 0.5, 0.9):
        x, y = middle(picture, 1, 4, along)
        assert picture.at(x / ratio, y / ratio) == Cell("cross", 1, 2, 1, 4)
        marked = np.flatnonzero(column(picture, pixels, along)) + picture.left.axis.start - 5
        assert abs(marked.mean() + 0.5 - y) <= 1
        assert len(marked) <= 8 * ratio
    for other in (snapshot_of(trace, layer=1, head=1), snapshot_of(trace, layer=0, head=2)):
        empty, pixels = links(other, plain_style(dark, ratio))
        assert not column(empty, pixels).any()


@pytest.mark.parametrize("scale", ["linear", "sqrt"])
@pytest.mark.parametrize("weight", [0.06, 0.3, 0.55, 1.0])
def test_strength_and_width_say_the_weight(scale: str, weight: float) -> None:
    """The middle of a level line has its own strength; its summed ink, strength times width."""
    style = plain_style(scale=scale)
    trace = stamped(TRACE, {(3, 3): weight})
    shown = snapshot_of(trace, layer=1, head=2, step=3)
    picture, pixels = links(replace(shown, settings=Settings(scale=scale)), style)  # type: ignore[arg-type]
    share = weight**0.5 if scale == "sqrt" else weight
    strength = FAINTEST + (1 - FAINTEST) * share
    full = np.abs(np.array(rgb(style.palette.accent)) - np.array(rgb(style.palette.paper))).sum()
    ink = column(picture, pixels)
    if 0.75 + 4.25 * share >= 2:  # at least one pixel is wholly inside
        assert ink.max() / full == pytest.approx(strength, abs=0.02)
    assert ink.sum() / full == pytest.approx(strength * (0.75 + 4.25 * share), rel=0.12)


def test_the_steps_row_stands_out_and_is_framed() -> None:
    trace = stamped(TRACE, {(2, 2): 0.8, (4, 4): 0.8})
    picture, pixels = links(snapshot_of(trace, layer=1, head=2, step=4))
    colours = []
    for row in (2, 4):
        x, y = middle(picture, row, row)
        colours.append(QColor(*pixels[int(y), int(x)].tolist()))
    assert colours[1].lightness() < colours[0].lightness() - 30
    frame = (pixels[:, : picture.left.edge] == np.array(rgb(picture.style.palette.selection))).all(axis=-1)
    rows = np.flatnonzero(frame[: picture.left.axis.end + 10].any(axis=1))
    assert rows.min() < picture.left.axis.middle(4) < rows.max()


@pytest.mark.parametrize("step", [0, 3])
@pytest.mark.parametrize("kind", ["decoder", "cross"])
def test_what_is_not_yet_decoded_is_absent(kind: Kind, step: int) -> None:
    picture, pixels = links(snapshot_of(TRACE, kind, step=step))
    assert set(picture.lines.query.tolist()) <= set(range(step + 1))
    below = picture.left.axis.edge(step + 1) + 4
    assert (pixels[below : picture.left.axis.end, : picture.left.edge - 1] == np.array([255, 255, 255])).all()
    assert picture.at(picture.left.edge - 4, picture.left.axis.middle(step + 1)) is None
    if kind == "decoder":
        assert picture.at(picture.right.edge + 9, picture.right.axis.middle(step + 1)) is None


@pytest.mark.parametrize("kind", KINDS)
def test_every_line_and_every_token_answers(kind: Kind) -> None:
    picture, _ = links(snapshot_of(TRACE, kind, layer=1, head=1))
    for row in range(picture.left.axis.count):
        assert picture.at(picture.left.edge - 4, picture.left.axis.middle(row)) == Cell(kind, 1, 1, row, None)
    for key in range(picture.right.axis.count):
        assert picture.at(picture.right.edge + 9, picture.right.axis.middle(key)) == Cell(kind, 1, 1, None, key)
    strongest = int(picture.lines.query[-1]), int(picture.lines.key[-1])
    found = {picture.at(*middle(picture, *strongest, along=along / 40)) for along in range(1, 40)}
    assert Cell(kind, 1, 1, *strongest) in found


def test_the_threshold_and_the_count_are_said_and_kept() -> None:
    shown = replace(snapshot_of(TRACE), settings=Settings(link_threshold=12, link_count=2))
    picture, _ = links(shown)
    assert "lines below 0.12 are not drawn" in picture.page_frame.footnote
    assert "at most 2 per row" in picture.page_frame.footnote
    assert "blocked keys have no line" in picture.page_frame.footnote
    assert picture.page_frame.footnote in picture.alt
    assert picture.lines.weight.min() >= 0.12
    assert max(np.bincount(picture.lines.query)) <= 2
    whole, _ = links(replace(snapshot_of(TRACE, "encoder"), settings=Settings(link_threshold=0)))
    assert "not drawn" not in whole.page_frame.footnote


@pytest.mark.parametrize("hall", [False, True])
def test_in_a_hall_only_the_names_that_the_steps_lines_join_are_as_dark_as_ink(hall: bool) -> None:
    """All are named in either case, since the sentence is short."""
    trace = stamped(make_trace(), {(row, row): 0.9 for row in range(5)})
    style = replace(plain_style(), on_screen=True, presented=hall)
    picture, pixels = links(snapshot_of(trace, "cross", layer=1, head=2, step=4), style)
    ink = rgb(style.palette.ink)
    for row in range(5):
        y = round(picture.left.axis.middle(row))
        name = pixels[y - 6 : y + 6, picture.left.edge - picture.left.width : picture.left.edge - 2]
        assert (name == ink).all(axis=-1).any() == (row == 4 or not hall), row


def test_names_are_left_out_and_that_is_said() -> None:
    long = make_trace(1, 1, [f"w{number}" for number in range(255)], [f"v{number}" for number in range(255)])
    picture, pixels = links(snapshot_of(long, "encoder"))
    every = picture.left.stride(picture.style)
    assert every > 1
    assert f"one token in {every} is named" in picture.page_frame.footnote
    assert (pixels[:, : picture.left.edge - 2] < 128).any()
    assert picture.at(picture.left.edge - 4, picture.left.axis.middle(101)) == Cell("encoder", 0, 0, 101, None)


def test_a_selected_token_brings_out_its_lines() -> None:
    trace = stamped(TRACE, {(2, 2): 0.8, (4, 4): 0.8, (5, 2): 0.3})
    by_query, _ = links(snapshot_of(trace, layer=1, head=2, query=4))
    by_key, _ = links(snapshot_of(trace, layer=1, head=2, key=2))
    assert by_query.lines.query[by_query.spoken_of].tolist() == [4]
    assert sorted(by_key.lines.query[by_key.spoken_of].tolist()) == [2, 5]
    assert links(snapshot_of(trace, "encoder"))[0].spoken_of.all()


def test_a_selected_cell_tells_its_weight_even_without_a_line() -> None:
    trace = stamped(TRACE, {(3, 3): 0.02})
    without, before = links(snapshot_of(trace, layer=1, head=2, query=3))
    picture, after = links(snapshot_of(trace, layer=1, head=2, query=3, key=3))
    assert not len(picture.lines)
    x, y = middle(picture, 3, 3)
    assert (before[int(y) - 3 : int(y) + 3, int(x) - 6 : int(x) + 6] == 255).all()
    assert (after[int(y) - 3 : int(y) + 3, int(x) - 6 : int(x) + 6] < 255).any()
    assert any(column(picture, after, 0.25 + along / 300).any() for along in range(3)), "a dotted line"
    assert not column(without, before, 0.25).any()


def several(trace: Trace, heads: set[int], kind: Kind = "cross", **chosen: Any) -> Snapshot:
    """Layer 2, head 3 selected, and others beside it."""
    return replace(snapshot_of(trace, kind, layer=1, head=2, **chosen), link_heads=frozenset(heads))


def planted_heads(weights: dict[int, dict[tuple[int, int], float]], heads: int = 5) -> Trace:
    trace = make_trace(layers=2, heads=heads, padding=1, seed=9)
    assert trace.cross_attention is not None
    planted = np.zeros_like(trace.cross_attention)
    for head, cells in weights.items():
        for cell, weight in cells.items():
            planted[(1, head, *cell)] = weight
    return replace(trace, cross_attention=planted)


@pytest.mark.parametrize("dark", [False, True])
def test_each_of_several_heads_has_its_own_lines_ink_and_name(dark: bool) -> None:
    """Head 1 gives row 2 to key 5, head 3 to key 1, head 5 to key 3; head 2 is not shown, another layer never."""
    trace = planted_heads({0: {(2, 5): 1.0}, 1: {(2, 2): 1.0}, 2: {(2, 1): 1.0}, 4: {(2, 3): 1.0}})
    picture, pixels = links(several(trace, {0, 4}, step=2), plain_style(dark))
    assert picture.title.endswith("heads 1, 3, 5")
    found = set(zip(picture.lines.head.tolist(), picture.lines.query.tolist(), picture.lines.key.tolist(), strict=True))
    assert found == {(0, 2, 5), (2, 2, 1), (4, 2, 3)}
    for head, query, key in found:
        line = picture.line(query, key, head)
        inside = [line.pointAt(along / 200) for along in range(66, 86)]
        assert {picture.at(point.x(), point.y()) for point in inside} == {Cell("cross", 1, head, query, key)}
        ink = np.array(rgb(picture.bundle.ink(head)))
        seen = [(pixels[int(point.y()), int(point.x())] == ink).all() for point in inside]
        assert any(seen)
        assert all(seen) == (not picture.bundle.dash(head, 5.0)), "only a whole line has no gaps"
    assert len({picture.bundle.ink(head) for head in (0, 2, 4)}) == 3
    texts = {picture.bundle.plate_text(head, "", 200) for head in picture.bundle.heads}
    assert texts == {"Head 1", "Head 3", "Head 5"}


def test_several_heads_at_one_cell_tell_a_weight_each() -> None:
    trace = planted_heads({0: {(2, 5): 0.9}, 2: {(2, 5): 0.3, (2, 0): 0.7}, 3: {(2, 5): 0.04, (2, 1): 0.5}})
    picture, _ = links(several(trace, {0, 3, 4}, query=2, key=5))
    plates = {head: picture.plate_of(head) for head in picture.bundle.heads}
    assert plates == {0: ((2, 5), "0.90"), 2: ((2, 5), "0.30"), 3: ((2, 1), ""), 4: (None, "")}
    ends = {head: picture.line(2, 5, head).y1() for head in picture.bundle.heads}
    assert len(set(ends.values())) == 4, "lines at one place lie beside each other"
    assert max(ends.values()) - min(ends.values()) < picture.left.axis.pitch


def test_threshold_and_count_hold_for_each_head() -> None:
    trace = planted_heads({0: {(2, 5): 0.9, (2, 1): 0.8}, 2: {(2, 0): 0.2, (2, 3): 0.1}})
    shown = replace(several(trace, {0}, step=2), settings=Settings(link_threshold=15, link_count=1))
    picture, _ = links(shown)
    assert picture.lines.head.tolist() == [2, 0]
    assert picture.lines.key.tolist() == [0, 5]


def test_as_many_as_there_are_heads_and_no_more() -> None:
    whole = make_trace(2, 32, [f"w{number}" for number in range(40)], ["a", "b"])
    picture, _ = links(several(whole, set(range(40)), "encoder"))
    assert picture.bundle.heads == tuple(range(32))
    looks = {(picture.bundle.ink(head), tuple(picture.bundle.dash(head, 1.0))) for head in range(32)}
    assert len(looks) == 32, "no two heads look alike"
    assert picture.right.axis.end < picture.page_frame.content[1] + picture.page_frame.content[3]
    one, _ = links(several(whole, {2}, "encoder"))
    assert not one.bundle.several
    assert one.bundle.ink(2) == one.style.palette.accent


def test_a_short_sentence_uses_the_room() -> None:
    short = make_trace(2, 3, ["Ja"], ["Yes"])
    picture, _ = links(snapshot_of(short, "encoder"))
    assert picture.left.axis.pitch == 64
    above = picture.left.axis.start - picture.page_frame.content[1]
    assert above > 100
    assert picture.axis_titles()[0].box[1] > above / 2, "the titles stay beside their columns"


def test_a_figure_has_the_same_lines() -> None:
    """An export is drawn by this very picture."""
    shown = replace(snapshot_of(TRACE, layer=1, head=2), view="links")
    figure = array_of(draw_figure(shown, Figure(760 + 32, 520 + 32, 1.0, caption=False, emphasis=True)))
    picture, pixels = links(shown, plain_style())
    assert (figure[16:-16, 16:-16] == pixels).all()
    assert (pixels_of(picture, *SIZE, picture.style) == pixels).all()


@pytest.mark.parametrize("head", [0, 1])
def test_full_strength_is_the_largest_weight_of_the_heads_that_are_shown(head: int) -> None:
    """Where each map has its own maximum: that of another head is nothing to them."""
    trace = make_trace(1, 2)
    assert trace.cross_attention is not None
    weights = (
        trace.cross_attention * np.array([0.5, 0.9], dtype=np.float32)[:, None, None] / trace.cross_attention.max()
    )
    now = snapshot_of(replace(trace, cross_attention=weights), head=head)
    style = plain_style(per_map_scale=True)
    alone, _ = links(now, style=style)
    assert alone.samples.maximum == pytest.approx(float(weights[0, head].max()))
    both, _ = links(replace(now, link_heads=frozenset({0, 1})), style=style)
    assert both.samples.maximum == pytest.approx(float(weights.max()))


@pytest.mark.parametrize(("threshold", "shares"), [(2, (0.05, 0.25, 0.5, 1.0)), (10, (0.25, 0.5, 1.0)), (60, (1.0,))])
def test_what_has_no_line_has_no_sample(threshold: int, shares: tuple[float, ...]) -> None:
    now = snapshot_of(make_trace(1, 2))
    picture, _ = links(replace(now, settings=replace(now.settings, link_threshold=threshold)))
    assert picture.samples.shares == shares
