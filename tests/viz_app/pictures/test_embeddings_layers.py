"""Embeddings & layers: every page, read back from its pixels and its places, against planted numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import numpy as np
import pytest

from model.early import EarlyGuesses
from model.stream import Formula
from model.trace import KINDS, Kind, Trace
from tests.viz_app.pictures.reading import MAGENTA, Pixels, draw, plain_style, where
from tests.viz_app.pictures.test_signed import decoded
from tests.viz_app.sample_trace import make_trace
from tests.viz_app.sample_vectors import with_vectors
from viz_app.intents import Topic
from viz_app.pictures import _stream_words as words
from viz_app.pictures._embedding_strips import picture as strips
from viz_app.pictures._leaf import Leaf
from viz_app.pictures._picture import Cell, Picture, Style
from viz_app.state import Selection, Snapshot

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


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("size", [(1, 1), (9, 5), (60, 30), (150, 90), (300, 200), (620, 420), (1400, 900)])
def test_any_page_fits_any_size(topic: Topic, size: tuple[int, int]) -> None:
    one = with_vectors(make_trace(layers=1, heads=1, source=[], target=[]), width=4, depth=1)
    for trace in (TRACE, one, make_trace()):
        for kind in KINDS:
            picture, pixels = look(shown(trace, kind, topic), size)
            assert not (pixels == MAGENTA).all(axis=-1).any()
            assert picture.alt
            for x, y in ((0, 0), (size[0] / 2, size[1] / 2), (size[0] - 0.5, size[1] - 0.5), (-3, -3), (9999, 9999)):
                cell = picture.at(x, y)
                if cell is not None and isinstance(picture, Leaf):
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
        assert isinstance(picture, Leaf)
        assert "not finite" in picture.warning


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
    bound = max(float(np.abs(table).max()) for table in tables)
    rows = range(TRACE.source_length if side == "source" else step + 1)
    found = cells(picture)
    assert set(found) == {(row, dimension) for row in rows for dimension in range(12)}
    for (row, dimension), places in found.items():
        if row == 0 or dimension == 11:
            continue  # framed
        assert row is not None and dimension is not None
        for table, (x, y) in zip(tables, _one_each(places), strict=True):
            share = decoded(pixels[y, x], style)
            assert share * bound == pytest.approx(float(table[row, dimension]), abs=0.02 * bound)


def _one_each(places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """A pixel in the middle of each of the strips that a place is drawn in."""
    groups: list[list[tuple[int, int]]] = []
    for x, y in sorted(places):
        if not groups or x - groups[-1][-1][0] > 10:
            groups.append([])
        groups[-1].append((x, y))
    return [group[len(group) // 2] for group in groups]


def test_the_sentence_adds_up() -> None:
    picture, _ = look(shown(query=3, dimension=5))
    token, position, total = (table[3, 5] for table in expected(TRACE, "source"))
    for value in (token, position, total):
        assert f"{value:.4f}".replace("-", "−") in picture.alt
    assert "position 3 “im”, dimension 5" in picture.alt


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


# --- the residual stream ---


def test_the_numbers_of_the_stream_are_plain_sums() -> None:
    picture, _ = look(shown(topic="stream", query=3))
    held = TRACE.activations
    for layer in range(2):
        for place, name in enumerate(("Self-attention", "Feed-forward")):
            x, f = held["encoder_inputs"][layer, place, 3], held["encoder_outputs"][layer, place, 3]
            long, added = sum(float(v) ** 2 for v in x) ** 0.5, sum(float(v) ** 2 for v in f) ** 0.5
            cosine = sum(float(a) * float(b) for a, b in zip(x, f, strict=True)) / long / added
            told = f"Layer {layer + 1}, {name}: ‖x‖ {long:.2f}; ‖f(x)‖ {added:.2f}; ‖f(x)‖/‖x‖ {added / long:.2f}; "
            assert told + f"cos {cosine:.2f}".replace("-", "−") in picture.alt


@pytest.mark.parametrize("norm", ["layer", "rms"])
def test_a_norm_tells_what_it_takes_and_what_it_gives(norm: str) -> None:
    trace = with_vectors(make_trace(layers=2), norm=norm, norm_order="pre")
    held, (picture, _) = trace.activations, look(shown(trace, topic="stream", query=3), (900, 500))
    x = [float(value) for value in held["encoder_inputs"][1, 1, 3]]
    mean = 0.0 if norm == "rms" else sum(x) / len(x)
    spread = (sum((value - mean) ** 2 for value in x) / len(x)) ** 0.5
    gain, shift = held["encoder_ff_gamma"][1], held["encoder_ff_beta"][1]
    told = picture.alt.partition("Layer 2, Feed-forward")[2]
    numbers = [f"{'RMS' if norm == 'rms' else 'σ'} {spread:.2f}",
               f"γ {gain.mean():.2f} {gain.min():.2f}…{gain.max():.2f}"]  # fmt: skip
    if norm == "layer":
        numbers += [f"μ {mean:.3f}", f"β {shift.mean():.2f} {shift.min():.2f}…{shift.max():.2f}"]
    for number in numbers:
        assert number.replace("-", "−") in told
    assert ("μ" in told) == ("β" in told) == (norm == "layer")


def test_layers_stand_above_each_other_from_bottom_to_top() -> None:
    picture, _ = look(shown(topic="stream"))
    heights: dict[int, list[int]] = {}
    for y in range(picture.height):
        cell = picture.at(300, y)
        if cell is not None:
            heights.setdefault(cell.layer, []).append(y)
    assert set(heights) == {0, 1}
    assert max(heights[1]) < min(heights[0])


def test_layers_without_room_are_left_out_around_the_selected_one_and_said() -> None:
    tall = with_vectors(make_trace(layers=24, heads=1, source=["a"], target=["b"]))
    for layer in (0, 11, 23):
        picture, _ = look(shown(tall, "decoder", "stream", layer=layer), (640, 300))
        seen = {cell.layer for y in range(300) if (cell := picture.at(300, y)) is not None}
        assert layer in seen
        assert len(seen) < 24
        assert ("Embedding: " in picture.alt) == (layer == 0), "an end of the stack stands beside its layer"
        assert seen == set(range(min(seen), max(seen) + 1))


# --- heads ---


@pytest.mark.parametrize("kind", KINDS)
def test_the_split_tells_this_models_numbers(kind: Kind) -> None:
    picture, _ = look(shown(kind=kind, topic="heads", query=1, key=2))
    rows = TRACE.source_length if kind == "encoder" else TRACE.steps
    columns = TRACE.steps if kind == "decoder" else TRACE.source_length
    assert f"[{rows}, 9] → 3 × [{rows}, 3]" in picture.alt
    assert f"[{columns}, 9] → 3 × [{columns}, 3]" in picture.alt
    assert "H · D = 3 · 3 = 9 ≠ M = 12" in picture.alt
    assert "softmax(q·kᵀ ÷ √3)·v" in picture.alt
    assert "[9 → 12]" in picture.alt
    assert "fc_o" in picture.alt, "as the family's code calls it"
    assert ("encoder output" in picture.alt) == (kind == "cross")


def test_a_column_tells_its_head_and_its_numbers() -> None:
    picture, _ = look(shown(kind="cross", topic="heads", query=1, key=2))
    assert isinstance(picture, Leaf)
    query, key = (TRACE.activations[f"cross_{name}"][1] for name in ("query", "key"))
    told = {}
    for x in range(0, 640, 3):
        for y in range(0, 460, 3):
            cell = picture.at(x, y)
            if cell is not None and cell.dimension == 7:
                told[cell.head] = picture.tell(cell)
    assert 2 in told, "columns 6 to 8 are head 3's"
    assert f"{query[2, 1, 1]:.4f}".replace("-", "−") in told[2]
    assert f"{key[2, 2, 1]:.4f}".replace("-", "−") in told[2]


# --- early guesses ---


def guessed(trace: Trace, layers: int = 3) -> EarlyGuesses:
    """Five guesses per layer and step, no two alike; the last layer's first one is the produced token."""
    assert trace.candidate_tokens is not None
    assert trace.candidate_ids is not None
    rng = np.random.default_rng(5)
    order = np.stack([np.arange(5) + layers - 1 - layer for layer in range(layers)])  # [Ld,5]
    tokens = trace.candidate_tokens[:, order].transpose(1, 0, 2)
    ids = trace.candidate_ids[:, order].transpose(1, 0, 2)
    shares = -np.sort(-rng.uniform(0, 0.4, size=ids.shape).astype(np.float32), axis=-1)
    return EarlyGuesses(trace, ids, tokens, shares, rng.uniform(size=(layers, trace.steps)).astype(np.float32))


def test_each_layer_says_its_five_guesses_at_the_step() -> None:
    found, step = guessed(TRACE), 3
    picture, _ = look(replace(shown(kind="decoder", topic="guesses", step=step), early_guesses=found))
    for layer in range(3):
        told = ", ".join(f"“{token}” {share:.2f}" for token, share in
                         zip(found.tokens[layer, step], found.probabilities[layer, step], strict=True))  # fmt: skip
        assert f"Layer {layer + 1}: {told}; “in” {found.produced_probability[layer, step]:.2f}." in picture.alt
    assert "step 4 / 8" in picture.alt
    assert "applied early" in picture.alt
    heights = {cell.layer: y for y in range(picture.height) if (cell := picture.at(300, y)) is not None}
    assert heights[2] < heights[1] < heights[0], "from bottom to top"


def test_the_length_of_a_bar_is_its_probability() -> None:
    found, style = guessed(TRACE), plain_style()
    picture, pixels = look(replace(shown(kind="encoder", topic="guesses", step=3), early_guesses=found))
    marked = where(pixels, style.palette.selection)
    marked[:, : round(0.82 * picture.width)] = False  # the column of the produced token
    lengths = dict.fromkeys(range(3), 0)
    for y in range(picture.height):
        cell = picture.at(300, y)
        if cell is not None:
            lengths[cell.layer] = max(lengths[cell.layer], int(marked[y].sum()))
    shares = found.produced_probability[:, 3]
    for layer in range(3):
        assert lengths[layer] / lengths[int(shares.argmax())] == pytest.approx(shares[layer] / shares.max(), abs=0.03)


def test_without_a_measurement_the_page_says_how_to_get_it() -> None:
    assert "Measure" in look(shown(topic="guesses"))[0].alt
    assert TRACE.produced_tokens is not None
    headless = replace(TRACE, meta=replace(TRACE.meta, vocabulary_head=False))
    assert "no vocabulary head" in look(shown(headless, topic="guesses"))[0].alt


@pytest.mark.parametrize("size", [(1, 1), (60, 30), (300, 90), (1400, 900)])
def test_many_layers_of_guesses_fit_around_the_selected_one(size: tuple[int, int]) -> None:
    tall = make_trace(layers=24, heads=1)
    names = ("ids", "tokens", "probabilities", "produced_probability")
    longer: dict[str, Any] = {name: np.concatenate([getattr(guessed(tall, 6), name)] * 4) for name in names}
    many = EarlyGuesses(tall, **longer)
    snapshot = replace(shown(tall, "decoder", "guesses", layer=17), early_guesses=many)
    picture, pixels = look(snapshot, size)
    assert not (pixels == MAGENTA).all(axis=-1).any()
    if size[1] > 60:
        assert 17 in {cell.layer for y in range(size[1]) if (cell := picture.at(size[0] / 2, y)) is not None}


def test_a_page_is_drawn_once_for_all_selections() -> None:
    style = plain_style()
    chosen = Selection("encoder", query=1, topic="embedding")
    first = strips(TRACE, chosen, 500, 400, style, "t")
    second = strips(TRACE, replace(chosen, query=2, dimension=4), 500, 400, style, "t")
    assert isinstance(first, Leaf)
    assert isinstance(second, Leaf)
    assert first.page is second.page
    assert isinstance(second.at(250, 250), Cell)
