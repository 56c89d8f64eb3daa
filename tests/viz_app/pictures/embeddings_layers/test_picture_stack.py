"""Embeddings & layers, the pages of the stack: the residual stream, heads split and joined, early guesses."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from model.analysis.logit_lens import EarlyGuesses
from model.decoding.session import DecodingSession
from model.network.transformer import Keep
from model.record.trace import KINDS, Kind, Trace
from tests.model.sample_checkpoints import make_checkpoint
from tests.viz_app.pictures.embeddings_layers.test_picture import TRACE, look, shown
from tests.viz_app.pictures.reading import MAGENTA, draw, plain_style, rgb, spy_on_texts, where
from tests.viz_app.sample_trace import make_trace
from tests.viz_app.sample_vectors import with_vectors
from viz_app.pictures.drawing import page
from viz_app.pictures.drawing.page import Page, write
from viz_app.pictures.drawing.picture import page_points
from viz_app.pictures.embeddings_layers import logit_lens
from viz_app.pictures.embeddings_layers.head_split import block_of
from viz_app.platform.theme import font, text_width
from viz_app.platform.translations import speak
from viz_app.state.intents import Topic
from viz_app.state.state import Selection, Snapshot

pytestmark = pytest.mark.usefixtures("qapp")


# --- the residual stream ---


def test_the_numbers_of_the_stream_are_plain_sums() -> None:
    picture, _ = look(shown(topic="stream", query=3))
    held = TRACE.activations
    for layer in range(2):
        for place, name in enumerate(("Self-attention", "Feed-forward")):
            x, f = held["encoder_inputs"][layer, place, 3], held["encoder_outputs"][layer, place, 3]
            long, added = sum(float(v) ** 2 for v in x) ** 0.5, sum(float(v) ** 2 for v in f) ** 0.5
            cosine = sum(float(a) * float(b) for a, b in zip(x, f, strict=True)) / long / added
            told = re.search(rf"Layer {layer + 1}, {name}: ‖x‖ (.*?); ‖f\(x\)‖ (.*?); ‖f\(x\)‖/‖x‖ (.*?); cos (.*?);",
                             picture.alt)  # fmt: skip
            assert told is not None
            shown_x, shown_f, ratio, angle = (float(text.replace("−", "-")) for text in told.groups())
            assert [shown_x, shown_f] == pytest.approx([long, added], abs=0.005)
            assert ratio == pytest.approx(added / long, abs=0.05)
            assert f"{shown_f / shown_x:.{len(told[3].partition('.')[2])}f}" == told[3], "as a reader divides"
            assert angle == round(cosine, 2)


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


def test_a_narrow_page_with_large_letters_has_a_number_of_each_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 200 % names leave what they do not need, and what stands above the numbers is whole."""
    headed = spy_on_texts(monkeypatch, page)
    style = replace(plain_style(), font_points=page_points(360, 190, 18.0), on_screen=True)
    now = shown(kind="cross", topic="stream")
    picture, _ = draw("embeddings_layers", now, 360, 190, style)
    assert [column.name for column, _ in picture.places.columns] == ["‖x‖"]  # type: ignore[attr-defined]
    box, words = next((text.box, text.text) for text in headed if text.bold)
    assert text_width(words, font(picture.style.font_pixels, bold=True)) <= box[2]  # type: ignore[attr-defined]
    assert box[0] >= 0 and box[0] + box[2] <= 360


@pytest.mark.parametrize("topic", ["stream", "heads"])
def test_in_korean_a_norm_is_a_word_but_in_a_formula(
    qapp: QApplication, topic: Topic, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stream said LayerNorm for what the map of the model and the inspector call 층 정규화."""
    headed = spy_on_texts(monkeypatch, page)
    speak(qapp, "ko")
    try:
        picture, _ = look(shown(with_vectors(make_trace(layers=2), norm_order="pre"), topic=topic))
    finally:
        speak(qapp, "en")
    told = " ".join((picture.alt, *(text.text for text in headed)))
    assert "층 정규화" in told
    assert not re.search(r"LayerNorm(?!\()", told)


# --- heads ---


@pytest.mark.parametrize("kind", KINDS)
def test_the_split_tells_this_models_numbers(kind: Kind) -> None:
    picture, _ = look(shown(kind=kind, topic="heads", query=1, key=2))
    rows = TRACE.source_length if kind == "encoder" else TRACE.steps
    columns = TRACE.steps if kind == "decoder" else TRACE.source_length
    assert f"[{rows}, 9] → 3 × [{rows}, 3]" in picture.alt
    assert f"[{columns}, 9] → 3 × [{columns}, 3]" in picture.alt
    assert "H · D = 3 · 3 = 9 ≠ M = 12" in picture.alt
    assert "softmax(q·kᵀ ÷ √3 + mask)·v" in picture.alt
    assert "[9 → 12]" in picture.alt
    assert "fc_o" in picture.alt, "as the family's code calls it"
    assert ("encoder output" in picture.alt) == (kind == "cross")


@pytest.mark.parametrize("norm", ["layer", "rms"])
@pytest.mark.parametrize("order", ["pre", "post"])
@pytest.mark.parametrize("kind", KINDS)
def test_each_vector_comes_from_where_the_network_takes_it(kind: Kind, order: str, norm: str) -> None:
    """q from the row's x, k and v from what is at the key: its own x, or the encoder's output, which has no norm."""
    trace = with_vectors(make_trace(), norm=norm, norm_order=order)
    row, key = {"encoder": ("Hunde", "spielen"), "decoder": ("Two", "dogs"), "cross": ("Two", "spielen")}[kind]
    picture, _ = look(shown(trace, kind=kind, topic="heads", layer=1, query=1, key=2))
    before = {("pre", "layer"): "LayerNorm → ", ("pre", "rms"): "RMSNorm → "}.get((order, norm), "")
    assert f"x “{row}” → {before}W_Q = fc_q → q [" in picture.alt
    if kind == "cross":
        assert f"encoder output “{key}” → W_K, W_V = fc_k, fc_v → k, v [" in picture.alt
    else:
        assert f"x “{key}” → {before}W_K, W_V = fc_k, fc_v → k, v [" in picture.alt
    stack, place = ("encoder", 0) if kind == "encoder" else ("decoder", int(kind == "cross"))
    held = trace.activations
    at_key = held["memory"][2] if kind == "cross" else held[f"{stack}_inputs"][1, place, 2]
    cell = next(cell for y in range(picture.height) if (cell := picture.at(300, y)) is not None)
    assert isinstance(picture, Page)
    told = picture.tell(replace(cell, dimension=5))
    name = "encoder output" if kind == "cross" else "x"
    assert f"x “{row}”: {held[f'{stack}_inputs'][1, place, 1, 5]:.4f}".replace("-", "−") in told
    assert f"{name} “{key}”: {at_key[5]:.4f}".replace("-", "−") in told


@pytest.mark.parametrize("order", ["pre", "post"])
@pytest.mark.parametrize("kind", KINDS)
def test_what_the_arrows_say_gives_the_vectors_that_stand_above_them(kind: Kind, order: str) -> None:
    """Of a real run: the strips at the bottom, through what the arrows name, are q, k and v."""
    checkpoint = make_checkpoint(3, changes={"norm_order": order})
    source = checkpoint.source("a b c d e", 0)
    trace = DecodingSession(checkpoint, source, keep=Keep.ACTIVATIONS, max_length=4).run().trace()
    block = block_of(trace, Selection(kind, 1, 1, 3, 2, 1))
    assert block is not None
    held = {name: value.detach().numpy().astype(float) for name, value in checkpoint.transformer.named_parameters()}
    stack, name = ("encoder_layers", "attention") if kind == "encoder" else ("decoder_layers", "attention")
    name = "cross" if kind == "cross" else name
    eps = checkpoint.transformer.config.norm_eps

    def projected(vector: Any, to: str) -> Any:
        way = f"{stack}.1.{name}.{to}"
        return vector @ held[f"{way}.weight"].T + held.get(f"{way}.bias", 0.0)

    def normed(vector: Any) -> Any:
        if order == "post":
            return vector
        spread = np.sqrt(((vector - vector.mean()) ** 2).mean() + eps)
        norm = f"{stack}.1.{name}_residual.norm"
        return (vector - vector.mean()) / spread * held[f"{norm}.weight"] + held[f"{norm}.bias"]

    x, at_key = (np.asarray(block.vectors[which], dtype=float) for which in ("x", "at_key"))
    read = at_key if kind == "cross" else normed(at_key)
    np.testing.assert_allclose(block.vectors["q"], projected(normed(x), "query"), rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(block.vectors["k"], projected(read, "key"), rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(block.vectors["v"], projected(read, "value"), rtol=1e-3, atol=1e-4)


def test_a_column_tells_its_head_and_its_numbers() -> None:
    picture, _ = look(shown(kind="cross", topic="heads", query=1, key=2))
    assert isinstance(picture, Page)
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
    for name in ("decoder_inputs", "decoder_outputs"):  # of the cross attention, the second sub-layer
        assert f"{TRACE.activations[name][1, 1, 1, 7]:.4f}".replace("-", "−") in told[2]


def test_the_selected_heads_own_strip_is_painted_where_it_answers() -> None:
    style = plain_style()
    for head in range(3):
        picture, pixels = look(shown(kind="cross", topic="heads", head=head, query=1, key=2))
        found = {y: [(x, cell) for x in range(150, 560, 3) if (cell := picture.at(x, y)) is not None]
                 for y in range(60, 400, 3)}  # fmt: skip
        rows = {y: [x for x, cell in cells if cell.head == head and cell.dimension is not None]
                for y, cells in found.items()}  # fmt: skip
        others = {y for y, cells in found.items() if any(cell.head != head for _, cell in cells)}
        alone = [y for y, places in rows.items() if places and y not in others and len(places) < 50]
        assert alone
        inside = rows[alone[len(alone) // 2]][1:-1]
        assert len(inside) > 10
        painted = [x for x in inside if tuple(pixels[alone[len(alone) // 2], x]) != rgb(style.palette.paper)]
        assert len(painted) > 0.9 * len(inside)


@pytest.mark.parametrize(("size", "lines"), [((720, 410), 14), ((360, 230), 8), ((360, 190), 5)])
def test_where_letters_are_large_strips_have_lines_of_their_own_rather_than_run_into_each_other(
    size: tuple[int, int], lines: int
) -> None:
    """At 200 %: without the steps, then without what enters and leaves; the sentence tells of all."""
    style = replace(plain_style(), font_points=9.0 if lines == 14 else 18.0, on_screen=True)
    picture, _ = draw("embeddings_layers", shown(kind="cross", topic="heads", query=1, key=2), *size, style)
    places: Any = picture.places  # type: ignore[attr-defined]
    assert len(places.lines) == lines
    assert places.rows.cell >= picture.style.font_pixels  # type: ignore[attr-defined]
    assert [line.name[:1] for line in places.lines if line.heads][-3:] == ["v", "k", "q"]
    assert picture.alt.count(";") == 13


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
    assert "applied to earlier layers" in picture.alt
    heights = {cell.layer: y for y in range(picture.height) if (cell := picture.at(300, y)) is not None}
    assert heights[2] < heights[1] < heights[0], "from bottom to top"


def test_the_number_painted_beside_a_row_is_its_layers(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[tuple[float, str]] = []

    def spied(painter: Any, box: Any, text: str, *more: Any) -> None:
        written.append((box.center().y(), text))
        write(painter, box, text, *more)

    monkeypatch.setattr(logit_lens, "write", spied)
    size = (731, 407)  # of no other test: what is kept is not painted again
    now = replace(shown(kind="decoder", topic="guesses", step=2), early_guesses=guessed(TRACE))
    picture, _ = look(now, size)
    numbers = [(y, int(text)) for y, text in written if text.isdecimal()]
    assert len(numbers) == 3
    for y, number in numbers:
        cell = picture.at(300, y)
        assert cell is not None and cell.layer == number - 1


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


@pytest.mark.parametrize("topic", ["stream", "heads"])
@pytest.mark.parametrize(("points", "size", "grows"), [(9.0, (720, 410), False), (9.0, (1440, 1090), True),
                                                       (18.0, (1440, 820), False)])  # fmt: skip
def test_words_and_numbers_grow_with_a_large_pane(
    topic: Topic, points: float, size: tuple[int, int], grows: bool
) -> None:
    """On the screen alone: the letters of a figure have the size that was asked for. And the lines fill the pane."""
    trace = with_vectors(make_trace(3, 4), width=64)
    now = Snapshot(trace=trace, selection=Selection("cross", 1, 1, 3, topic=topic))
    screen, paper = (replace(plain_style(), font_points=points, on_screen=there) for there in (True, False))
    on_screen, in_file = (draw("embeddings_layers", now, *size, style)[0] for style in (screen, paper))
    assert isinstance(on_screen, Page) and isinstance(in_file, Page)
    assert in_file.style.font_points == points
    assert (on_screen.style.font_points > 1.3 * points) == grows
    rows = on_screen.places.rows  # type: ignore[attr-defined]
    assert rows.length > 0.6 * size[1]
