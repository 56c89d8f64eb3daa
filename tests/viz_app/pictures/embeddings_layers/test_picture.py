"""Embeddings & layers: every page, read back from its pixels and its places, against planted numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import numpy as np
import pytest

from model.analysis.stream import Formula
from model.record.trace import KINDS, Kind, Trace
from tests.all_pairs import all_pairs
from tests.viz_app.pictures.drawing.test_signed import decoded
from tests.viz_app.pictures.reading import MAGENTA, Pixels, draw, plain_style, rgb, where
from tests.viz_app.sample_trace import make_trace
from tests.viz_app.sample_vectors import with_vectors
from viz_app.pictures.drawing.page import Page
from viz_app.pictures.drawing.picture import Cell, Picture, Style
from viz_app.pictures.embeddings_layers import texts as words
from viz_app.pictures.embeddings_layers.embeddings import picture as strips
from viz_app.state.intents import Topic
from viz_app.state.state import Selection, Snapshot

pytestmark = pytest.mark.usefixtures("qapp")
TRACE = with_vectors(make_trace(layers=2, heads=3, padding=1))
TOPICS: tuple[Topic, ...] = words.TOPICS
OF_VECTORS = [topic for topic in TOPICS if topic != "guesses"]


def shown(trace: Trace | None = TRACE, kind: Kind = "encoder", topic: Topic = "embedding", **more: Any) -> Snapshot:
    chosen = {"layer": 1, "head": 1, "step": 0 if trace is None else trace.steps - 1, **more}
    return Snapshot(trace=trace, selection=Selection(kind, topic=topic, **chosen))


def look(snapshot: Snapshot, size: tuple[int, int] = (640, 460), style: Style | None = None) -> tuple[Picture, Pixels]:
    return draw("embeddings_layers", snapshot, *size, style or plain_style())


def cells(picture: Picture, every: int = 4) -> dict[tuple[int | None, int | None], list[tuple[int, int]]]:
    """(query, dimension) → the pixels that answer with it."""
    found: dict[tuple[int | None, int | None], list[tuple[int, int]]] = {}
    for y in range(0, picture.height, every):
        for x in range(0, picture.width, every):
            cell = picture.at(x + 0.5, y + 0.5)
            if cell is not None:
                found.setdefault((cell.query, cell.dimension), []).append((x, y))
    return found


# --- what every page promises ---


SIZES = ((1, 1), (9, 5), (60, 30), (150, 90), (300, 200), (620, 420), (1400, 900))
RUNS = {
    "with vectors": TRACE,
    "one token": with_vectors(make_trace(layers=1, heads=1, source=[], target=[]), width=4, depth=1),
    "without": make_trace(),
}


@pytest.mark.parametrize(("topic", "size", "of", "kind"), all_pairs(TOPICS, SIZES, RUNS, KINDS))
def test_any_page_fits_any_size(topic: Topic, size: tuple[int, int], of: str, kind: Kind) -> None:
    picture, pixels = look(shown(RUNS[of], kind, topic), size)
    assert not (pixels == MAGENTA).all(axis=-1).any()
    assert picture.alt
    for x, y in ((0, 0), (size[0] / 2, size[1] / 2), (size[0] - 0.5, size[1] - 0.5), (-3, -3), (9999, 9999)):
        cell = picture.at(x, y)
        if cell is not None and isinstance(picture, Page):
            picture.tell(cell)


@pytest.mark.parametrize("topic", OF_VECTORS)
@pytest.mark.parametrize("layers", [1, 24])
def test_long_runs_and_tall_stacks_are_drawn(topic: Topic, layers: int) -> None:
    many = [f"w{number}" for number in range(150 if layers > 1 else 511)]
    long = with_vectors(make_trace(layers=layers, heads=2, source=many[:40], target=many), width=64, depth=8)
    for kind in KINDS:
        picture, pixels = look(shown(long, kind, topic, layer=layers // 2))
        assert not (pixels == MAGENTA).all(axis=-1).any()
        assert cells(picture, 19)


@pytest.mark.parametrize("topic", OF_VECTORS)
def test_a_run_without_vectors_says_what_to_do(topic: Topic) -> None:
    picture, _ = look(shown(make_trace(), topic=topic))
    assert "Translate the sentence again" in picture.alt
    recorded = make_trace()
    recorded = replace(recorded, meta=replace(recorded.meta, recorded={"calls": 1}))
    assert "your own code" in look(shown(recorded, topic=topic))[0].alt
    assert look(shown(None, topic=topic))[0].alt


@pytest.mark.parametrize("topic", OF_VECTORS)
def test_numbers_that_are_none_are_said(topic: Topic) -> None:
    broken = {name: np.where(np.arange(array.size).reshape(array.shape) % 7 == 3, np.nan, array)
              for name, array in TRACE.activations.items()}  # fmt: skip
    for odd in (np.nan, np.inf):
        trace = replace(TRACE, activations={name: np.nan_to_num(array, nan=odd) if odd == np.inf else array
                                            for name, array in broken.items()})  # fmt: skip
        picture, _ = look(shown(trace, topic=topic))
        assert isinstance(picture, Page)
        assert "not finite" in picture.heading.warning


@pytest.mark.parametrize("topic", OF_VECTORS)
def test_arrays_that_do_not_fit_are_as_good_as_none(topic: Topic) -> None:
    for wrong in (np.zeros(3, dtype=np.float32), np.zeros((1, 1, 1, 1), dtype=np.float32), np.zeros((2, 2), dtype=int)):
        trace = replace(TRACE, activations=dict.fromkeys(TRACE.activations, wrong))
        for kind in KINDS:
            assert "older Headscope" in look(shown(trace, kind, topic))[0].alt


def test_every_topic_has_a_page_a_name_and_a_sentence() -> None:
    for topic in get_args(Topic):
        assert words.topic_name(topic)
        assert words.teaching(topic)


# --- embeddings ---


def expected(trace: Trace, side: str) -> list[np.ndarray]:
    held = trace.activations
    return [held[f"{side}_token"], held[f"{side}_position"], held[f"{side}_token"] + held[f"{side}_position"]]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("style", [plain_style(), plain_style(dark=True, scale="sqrt")], ids=["light", "dark, sqrt"])
def test_every_colour_is_the_number_at_its_position_and_dimension(kind: Kind, style: Style) -> None:
    side = "source" if kind == "encoder" else "target"
    step = 4
    picture, pixels = look(shown(kind=kind, step=step, query=0, dimension=11), style=style)
    tables = expected(TRACE, side)
    rows = range(TRACE.source_length if side == "source" else step + 1)
    found = cells(picture)
    assert set(found) == {(row, dimension) for row in rows for dimension in range(12)}
    for (row, dimension), places in found.items():
        if row == 0 or dimension == 11:
            continue  # framed
        assert row is not None and dimension is not None
        for table, (x, y) in zip(tables, _one_each(places), strict=True):
            share, bound = decoded(pixels[y, x], style), float(np.abs(table).max())  # each table's own
            assert share * bound == pytest.approx(float(table[row, dimension]), abs=0.02 * bound)


def _one_each(places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """A pixel in the middle of each of the tables that a place is drawn in, side by side or below each other."""
    groups: list[list[tuple[int, int]]] = []
    for axis in (0, 1):
        ordered = sorted(places, key=lambda place: (place[axis], place))
        groups = []
        for place in ordered:
            if not groups or place[axis] - groups[-1][-1][axis] > 14:
                groups.append([])
            groups[-1].append(place)
        if len(groups) > 1:
            break
    middles = [np.mean(group, axis=0) for group in groups]
    return [min(group, key=lambda at: float(np.abs(at - middle).sum()))
            for group, middle in zip(groups, middles, strict=True)]  # fmt: skip


@pytest.mark.parametrize("topic", ["embedding", "position"])
def test_in_a_hall_the_position_that_is_talked_about_alone_keeps_its_colours(topic: Topic) -> None:
    """All others are half paper; read far from the dimension that is selected."""
    style = replace(plain_style(), on_screen=True)
    now = shown(kind="cross", topic=topic, step=3)
    picture, bright = look(now, (1400, 800), style)
    dimmed = look(now, (1400, 800), replace(style, presented=True))[1].astype(int)
    heats = [each.heat for each in picture.places.strips] if topic == "embedding" else [picture.places.heat]  # type: ignore[attr-defined]
    paper = np.array(rgb(style.palette.paper))
    for heat in heats:
        x = round(heat.x.middle(heat.x.count - 2))
        for row in range(4):
            y = round(heat.y.middle(row))
            expected = bright[y, x] if row == 3 else (bright[y, x] + paper) / 2
            assert np.abs(dimmed[y, x] - expected).max() <= 3, (heat, row)


def test_the_sentence_adds_up() -> None:
    picture, _ = look(shown(query=3, dimension=5))
    token, position, total = (table[3, 5] for table in expected(TRACE, "source"))
    for value in (token, position, total):
        assert f"{value:.4f}".replace("-", "−") in picture.alt
    assert "position 3 “im”, dimension 5" in picture.alt
    for kind in ("decoder", "cross"):  # what the decoder consumes there
        assert "position 3 “play”" in look(shown(kind=kind, query=3))[0].alt


def test_a_norm_after_the_sum_is_a_table_of_its_own() -> None:
    held = dict(TRACE.activations)
    held["source_norm_gamma"] = np.ones(12, dtype=np.float32)
    held["source_embedded"] = held["source_embedded"] * 2
    trace = replace(TRACE, activations=held)
    picture, _ = look(shown(trace, query=1, dimension=2))
    assert f"→ LayerNorm {held['source_embedded'][1, 2]:.4f}".replace("-", "−") in picture.alt


def test_an_older_run_shows_the_sum_alone_and_says_so() -> None:
    held = {name: array for name, array in TRACE.activations.items() if "token" not in name}
    picture, _ = look(shown(replace(TRACE, activations=held), query=1, dimension=2))
    assert "Token + position" in picture.alt


# --- positions ---


def test_the_table_is_the_models_own_and_the_curve_is_named() -> None:
    picture, pixels = look(shown(topic="position", query=2, dimension=5))
    assert "dimension 5: cos(pos / 10000^(4/12))" in picture.alt
    assert "position 2 “spielen”" in picture.alt
    assert f"{np.cos(2 / 10000 ** (4 / 12)):.4f}".replace("-", "−") in picture.alt
    table, found = TRACE.activations["source_position_table"], cells(picture)
    for row in (0, 5, 6):
        for dimension in (0, 3, 11):
            middle = found[row, dimension][len(found[row, dimension]) // 2]
            assert decoded(pixels[middle[1], middle[0]], plain_style()) == pytest.approx(
                table[row, dimension], abs=0.02
            )
    assert (None, 3) in found, "a position that the sentence does not have chooses a dimension only"


@pytest.mark.parametrize(("position", "dimension"), [(2, 0), (2, 1), (5, 4)])
def test_the_dot_on_the_curve_is_the_number(position: int, dimension: int) -> None:
    style = plain_style()
    _, pixels = look(shown(topic="position", query=position, dimension=dimension))
    marked = where(pixels, style.palette.selection)
    across = np.flatnonzero(marked.sum(axis=0) >= 5)  # the dot; its line is thinner
    line = np.flatnonzero(where(pixels, style.palette.line).sum(axis=0) > 100)[-2:]  # the sides of the curve's box
    left, right = int(line[0]), int(line[1])
    share = (float(across.mean()) - (left + right) / 2) / ((right - left) / 2 - 6)
    assert share == pytest.approx(float(TRACE.activations["source_position_table"][position, dimension]), abs=0.03)


def test_a_learned_table_has_no_formula() -> None:
    held = dict(TRACE.activations)
    held["source_position_table"] = np.random.default_rng(3).normal(size=(40, 12)).astype(np.float32)
    trace = replace(TRACE, activations=held, meta=replace(TRACE.meta, network={"positions": "learned"}))
    picture, _ = look(shown(trace, topic="position", dimension=5))
    assert "dimension 5;" in picture.alt
    assert words.positions_name(trace, "source") == "learned table"


def test_distances_stand_in_for_positions() -> None:
    held = {name: array for name, array in TRACE.activations.items() if "position" not in name}
    biases = np.random.default_rng(4).normal(size=(257, 3)).astype(np.float32)
    held["source_distance_table"] = biases
    trace = replace(TRACE, activations=held)
    picture, _ = look(shown(trace, topic="position", head=2))
    assert f"head 3; distance 0: {biases[128, 2]:.4f}".replace("-", "−") in picture.alt
    heads = {cell.head for x in range(0, 640, 3) for y in range(0, 460, 7)
             if (cell := picture.at(x, y)) is not None}  # fmt: skip
    assert heads == {0, 1, 2}
    assert "Positional encoding" not in look(shown(trace))[0].alt


@pytest.mark.parametrize(
    ("formula", "dimension", "said"),
    [
        (Formula(False, 0, 4), 3, "cos(pos / 10000^(2/8))"),
        (Formula(True, 0, 4), 5, "cos(pos / 10000^(2/8))"),
        (Formula(True, 2, 3), 1, "sin((pos + 2) / 10000^(1/3))"),
    ],
)
def test_a_dimension_is_told_by_its_formula(formula: Formula, dimension: int, said: str) -> None:
    assert words.dimension_text(formula, dimension, 8) == said


def test_a_screens_page_is_drawn_once_for_all_selections() -> None:
    style = replace(plain_style(), on_screen=True)
    chosen = Selection("encoder", query=1, topic="embedding")
    first = strips(TRACE, chosen, 500, 400, style, "t")
    second = strips(TRACE, replace(chosen, query=2, dimension=4), 500, 400, style, "t")
    assert isinstance(first, Page)
    assert isinstance(second, Page)
    assert first.page is second.page
    assert isinstance(second.at(250, 250), Cell)
