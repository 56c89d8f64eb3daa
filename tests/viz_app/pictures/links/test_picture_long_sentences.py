"""Links of long sentences: the current row can be read, others stay in the background, names do not lie on names."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.record.trace import Trace
from tests.viz_app.pictures.reading import Pixels, draw, pixels_of, plain_style, rgb, snapshot_of
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing.picture import Cell, Style
from viz_app.pictures.links import heads as link_heads
from viz_app.pictures.links.page import LinkSide
from viz_app.pictures.links.picture import Links
from viz_app.state.state import Settings

pytestmark = pytest.mark.usefixtures("qapp")
PANE, LARGE = (720, 410), (1440, 1090)


def long(count: int, weights: dict[tuple[int, int], float] | None = None) -> Trace:
    """Cross attention in which row q gives 0.6 to key q and 0.3 to key 0, unless ``weights`` say otherwise."""
    trace = make_trace(1, 1, [f"wort{n}" for n in range(count - 1)], [f"word{n}" for n in range(count - 1)])
    assert trace.cross_attention is not None
    planted = np.zeros_like(trace.cross_attention)
    given = weights or {(q, q): 0.6 for q in range(count)} | {(q, 0): 0.3 for q in range(1, count)}
    for (query, key), weight in given.items():
        planted[0, 0, query, key] = weight
    return replace(trace, cross_attention=planted)


def links(trace: Trace, size: tuple[int, int], style: Style | None = None, **chosen: Any) -> tuple[Links, Pixels]:
    picture, pixels = draw("links", snapshot_of(trace, **chosen), *size, style or plain_style())
    assert isinstance(picture, Links)
    return picture, pixels


def ink(picture: Links, pixels: Pixels, query: float, key: float, along: float) -> int:
    """How far the darkest pixel on the way between two places is from the paper."""
    x = picture.left.edge + along * (picture.right.edge - picture.left.edge)
    left, right = picture.left.axis, picture.right.axis
    y = (1 - along) * (left.start + (query + 0.5) * left.pitch) + along * (right.start + (key + 0.5) * right.pitch)
    near = pixels[int(y) - 1 : int(y) + 2, int(x)].astype(int)
    return int(np.abs(near - np.array(rgb(picture.style.palette.paper))).sum(axis=1).max())


@pytest.mark.parametrize("count", [60, 150, 400])
@pytest.mark.parametrize("dark", [False, True])
def test_the_current_rows_lines_stand_alone_or_before_hairlines(count: int, dark: bool) -> None:
    step = count - 5
    picture, pixels = links(long(count), PANE, plain_style(dark), step=step)
    strong = ink(picture, pixels, step, step, 0.3)
    weak = ink(picture, pixels, step, 0, 0.3)
    assert strong > weak > 60
    row, background = 10, [ink(picture, pixels, row, row, 0.3) for row in range(20, count // 2, 7)]
    assert max(background) < 0.5 * strong
    second = ink(picture, pixels, row + 0.0, 0, 0.1)
    assert second < 0.5 * strong
    content = picture.page_frame.content
    area = pixels[content[1] + 40 : content[1] + 200, picture.left.edge + 60 : picture.right.edge - 60].astype(int)
    paper = np.array(rgb(picture.style.palette.paper))
    assert (np.abs(area - paper).sum(axis=2) > 150).mean() < 0.15, "no grey area"
    every = picture.thinned.every
    assert (every == 1) == (count == 60)
    said = "their strongest line only" if count == 60 else f"other tokens: one in {every}, by its strongest line"
    shown = [row for row in range(0, count - 20, every) if ink(picture, pixels, row, row, 0.5) > 20]
    assert len(shown) == len(range(0, count - 20, every)), "all others show the way"
    assert picture.left.stride(picture.style) % every == 0, "and each that has its name has a line"
    assert said in picture.page_frame.footnote
    assert said in picture.alt


def test_on_a_large_screen_the_strongest_lines_of_all_show_the_way() -> None:
    picture, pixels = links(long(150), LARGE, step=140)
    for row in (20, 63, 99):
        assert ink(picture, pixels, row, row, 0.5) > 40
        assert picture.at(picture.left.edge + 200, picture.left.axis.middle(row)) == Cell("cross", 0, 0, row, row)
    everything, _ = links(long(60), LARGE, step=50)
    assert "strongest line" not in everything.page_frame.footnote, "16 pixels each are enough for all lines"


@pytest.mark.parametrize("size", [PANE, (1000, 690), LARGE])
@pytest.mark.parametrize("count", [60, 150, 400])
@pytest.mark.parametrize("points", [9.0, 18.0])
def test_the_current_and_the_linked_tokens_are_named_and_no_name_lies_on_another(
    size: tuple[int, int], count: int, points: float
) -> None:
    keys = 3, count // 2, count - 3
    step = count - 11
    given = {(step, key): 0.5 - 0.1 * number for number, key in enumerate(keys)}
    picture, _ = links(long(count, given), size, replace(plain_style(), font_points=points), step=step)
    linked = picture.lines.key[picture.spoken_of][::-1].tolist()
    assert linked == list(keys), "the strongest first"
    for side, shown, needed in ((picture.left, step + 1, [step]), (picture.right, count, linked)):
        named = sorted(side.named(shown, picture.style, needed))
        assert set(needed) <= set(named)
        high = side.face_pixels(picture.style)
        assert high >= 9
        assert all(b - a >= high / side.axis.pitch for a, b in itertools.pairwise(named))
        room = side.axis.length * (shown / side.axis.count) / (1.1 * high)
        assert len(named) >= 0.4 * min(room, shown), "not fewer than there is room for"


@pytest.mark.parametrize("size", [PANE, LARGE])
@pytest.mark.parametrize("count", [30, 60, 150, 400])
def test_long_sentences_use_the_whole_height(size: tuple[int, int], count: int) -> None:
    picture, _ = links(long(count), size, step=count - 2)
    used = picture.left.axis.length
    assert used >= 0.6 * size[1]
    assert picture.right.edge - picture.left.edge >= 0.6 * size[0]


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """WCAG 2, by its text."""

    def luminance(colour: tuple[int, ...]) -> float:
        parts = [part / 255 for part in colour]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return float(np.dot([0.2126, 0.7152, 0.0722], linear))

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_lines_of_other_rows_are_seen_and_the_legend_shows_both_inks(dark: bool) -> None:
    """In dark they were dim grey beside a blue legend."""
    picture, pixels = links(long(8, {(2, 2): 1.0, (2, 6): 0.05, (5, 5): 1.0}), PANE, plain_style(dark), step=5)
    paper = rgb(picture.style.palette.paper)
    behind, faint, spoken = (picture._behind(1.0), picture._behind(0.05), picture._pen(1.0, picture.bundle.ink(0)))
    colours = [(pen.color().red(), pen.color().green(), pen.color().blue()) for pen in (behind, faint, spoken)]
    assert contrast(colours[0], paper) >= 2
    assert contrast(colours[1], paper) >= 1.35
    assert contrast(colours[2], paper) >= 4.5
    assert contrast(colours[2], colours[0]) >= 1.8
    content = picture.page_frame.content
    legend = pixels[content[1] + content[3] - 24 : content[1] + content[3]].reshape(-1, 3)
    for colour in (colours[0], colours[2]):
        assert (legend == np.array(colour)).all(axis=1).any(), colour
    alone, pixels = links(long(8), PANE, plain_style(dark), kind="encoder")
    legend = pixels[content[1] + content[3] - 24 : content[1] + content[3]].reshape(-1, 3)
    assert not (legend == np.array(colours[0])).all(axis=1).any(), "nothing is in the background there"
    assert alone.spoken_of.all()


def encoder(count: int, heads: int = 1) -> Trace:
    """Row q of the encoder gives 0.5 to key q, 0.3 to key 0 and 0.2 to the last; further heads the same, mirrored."""
    trace = make_trace(1, heads, [f"wort{n}" for n in range(count - 1)], ["a", "b"])
    planted = np.zeros_like(trace.maps("encoder"))
    for head in range(heads):
        for query in range(count):
            for key, weight in ((query, 0.5), (0, 0.3), (count - 1, 0.2)):
                planted[0, head, query, key if head == 0 else count - 1 - key] += weight
    return replace(trace, encoder_attention=planted)


@pytest.mark.parametrize("size", [PANE, LARGE])
@pytest.mark.parametrize("count", [20, 60, 150, 400])
@pytest.mark.parametrize("heads", [1, 2])
@pytest.mark.parametrize("points", [9.0, 18.0])
def test_where_nobody_is_talked_about_lines_keep_apart(
    size: tuple[int, int], count: int, heads: int, points: float
) -> None:
    """The encoder of a long sentence was one blue area."""
    style = replace(plain_style(), font_points=points)
    now = replace(snapshot_of(encoder(count, heads), "encoder"), link_heads=frozenset(range(heads)))
    picture, _ = draw("links", now, *size, style)
    assert isinstance(picture, Links)
    drawn = [(int(picture.lines.query[n]), int(picture.lines.key[n])) for n in np.flatnonzero(picture.in_front)]
    apart = picture.left.axis.pitch / heads
    if apart >= 8:
        assert len(drawn) > 2 * count, "all of them, where there is room"
        assert "strongest line" not in picture.page_frame.footnote
        return
    step = next(n for n in range(1, count) if apart * n >= 3)
    assert len(drawn) == heads * len(range(0, count, step))
    assert {row for row, _ in drawn} == set(range(0, count, step)), "evenly, over the whole sentence"
    straight = sum(row == key for row, key in drawn)
    assert straight >= len(drawn) / heads - 2, "the strongest of its row"
    said = "each token: its strongest line only" if step == 1 else f"one token in {step}, by its strongest line"
    assert said in picture.page_frame.footnote


@pytest.mark.parametrize("count", [60, 400])
def test_the_encoders_selected_row_has_all_of_its_lines(count: int) -> None:
    row = count // 3
    picture, pixels = links(encoder(count), PANE, kind="encoder", query=row)
    front = {(int(picture.lines.query[n]), int(picture.lines.key[n])) for n in np.flatnonzero(picture.in_front)}
    assert front == {(row, row), (row, 0), (row, count - 1)}
    assert ink(picture, pixels, row, row, 0.4) > ink(picture, pixels, row, 0, 0.4) > 40


@pytest.mark.parametrize("chosen", [{"query": 20}, {"key": 7}])
def test_of_too_many_lines_the_selected_tokens_are_all_there(
    monkeypatch: pytest.MonkeyPatch, chosen: dict[str, int]
) -> None:
    """Of a thousand lines at most, the selected row had only those that were among the strongest of all."""
    trace = make_trace(1, 2, [f"wort{n}" for n in range(29)], ["a"])
    weights = np.random.default_rng(3).random(trace.maps("encoder").shape, dtype=np.float32) + np.float32(0.1)
    weights[0, 0, 20], weights[0, 0, :, 7] = weights[0, 0, 20] / 2, weights[0, 0, :, 7] / 2
    trace = replace(trace, encoder_attention=weights / weights.sum(axis=-1, keepdims=True))
    monkeypatch.setattr(link_heads, "MOST", 40)
    settings = Settings(link_threshold=0)
    now = replace(snapshot_of(trace, "encoder", **chosen), settings=settings)
    picture, _ = draw("links", now, *PANE, plain_style())
    assert isinstance(picture, Links)
    place, axis = next(iter(chosen.items()))
    assert np.flatnonzero(picture.in_front).size == 30, f"one for each token at the other end of {place} {axis}"
    assert picture.behind_them.sum() <= 40
    nobody, _ = draw("links", replace(snapshot_of(trace, "encoder"), settings=settings), *PANE, plain_style())
    assert isinstance(nobody, Links)
    assert len(nobody.lines) == 40


def test_a_heads_name_lies_on_a_line_that_is_drawn() -> None:
    for count in (60, 150, 400):
        now = replace(snapshot_of(encoder(count, 2), "encoder"), link_heads=frozenset({0, 1}))
        picture, _ = draw("links", now, *PANE, plain_style())
        assert isinstance(picture, Links)
        front = np.flatnonzero(picture.in_front)
        drawn = {(int(picture.lines.head[n]), int(picture.lines.query[n]), int(picture.lines.key[n])) for n in front}
        for head in (0, 1):
            place, _ = picture.plate_of(head)
            assert place is not None
            assert (head, *place) in drawn


def test_without_a_selection_names_stand_at_even_distances() -> None:
    """The weakest lines' tokens were named first, at uneven distances."""
    picture, _ = links(encoder(60), PANE, kind="encoder")
    named = picture.left.named(60, picture.style, [])
    assert len(set(np.diff(named).tolist())) == 1
    painted: list[list[int]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            LinkSide, "paint", lambda self, painter, shown, style, marks, linked=(): painted.append([*linked])
        )
        pixels_of(picture, *PANE, picture.style)
    assert painted == [[], []], "none before the others"
