"""How a number is computed: every formula shown holds, every value is the run's, and all of it can be copied."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model.network.config import PaddingBlocks
from model.record.trace import KINDS, Kind, Trace
from tests.cell_oracle import CellOracle
from tests.model.networks import PAD
from tests.viz_app.controls.explained import explained
from tests.viz_app.controls.parts import ready
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.inspector.computation import Computation
from viz_app.controls.inspector.computation_texts import ComputationPart, computation, power_of_ten, summary
from viz_app.controls.inspector.number_strips import signed
from viz_app.controls.inspector.sheet import AnswerSheet
from viz_app.state.state import Selection, Settings, Snapshot
from viz_app.tables.parts.current_row import current_row

OPEN = Settings(computation=True)
NUMBER = re.compile(r"[−]?\d+\.\d{4}")


def snapshot(trace: Trace, kind: Kind = "cross", query: int = 2, key: int = 1, **changes: Any) -> Snapshot:
    chosen = Selection(kind, 1, 1, trace.steps - 1, query, key)
    return ready(trace, **({"selection": chosen, "settings": OPEN} | changes))


def parts(trace: Trace, kind: Kind = "cross", query: int = 2, key: int = 1) -> dict[str, ComputationPart]:
    row = current_row(snapshot(trace, kind, query, key))
    assert row is not None
    found = computation(row, key)
    assert found is not None
    return {part.title: part for part in found}


def value(text: str) -> float:
    return float(text.replace("−", "-"))


@pytest.mark.parametrize("kind", KINDS)
def test_every_strip_is_what_plain_loops_compute(kind: Kind) -> None:
    checkpoint, trace = explained()
    weights = {name: each.detach().double().numpy() for name, each in checkpoint.transformer.named_parameters()}
    assert trace.consumed_ids is not None
    config = checkpoint.transformer.config
    expected = CellOracle(config, weights, trace.source_ids.tolist(), trace.consumed_ids.tolist(), PAD)
    cell = expected.cell(kind, 1, 1, 2, 1)
    cell["weight times value"] = cell["weighted"][1]
    shown = [numbers.values for part in parts(trace, kind).values() for numbers in part.numbers]
    names = (
        "query_vector", "key_vector", "products", "scores", "before", "weights", "value", "weight times value",
        "weighted", "mixed", "part", "others", "bias", "output", "stream", "total", "total", "gamma", "beta", "normed",
    )  # fmt: skip
    block = {"encoder": "encoder_layers.1.attention", "decoder": "decoder_layers.1.attention"}
    module = block.get(kind, "decoder_layers.1.cross")
    cell["value"] = cell["values"][1]
    cell["bias"] = weights[f"{module}.output.bias"]
    cell["gamma"], cell["beta"] = (weights[f"{module}_residual.norm.{name}"] for name in ("weight", "bias"))
    assert len(shown) == len(names)
    if kind == "decoder":  # row 2 was computed when three keys were there
        cell |= {name: cell[name][:3] for name in ("scores", "before", "weights", "weighted")}
    for name, values in zip(names, shown, strict=True):
        np.testing.assert_allclose(values, cell[name], rtol=2e-4, atol=2e-4, err_msg=name)


@pytest.mark.parametrize("kind", KINDS)
def test_every_formula_holds(kind: Kind) -> None:
    """The numbers that are written between the signs give the one after the last equals sign."""
    _, trace = explained()
    found = parts(trace, kind)
    product, *_, score = map(value, NUMBER.findall(found["Score: divided by √d_k"].lines[0]))
    depth = len(found["Dot product q·k"].numbers[0].values)
    assert product / math.sqrt(depth) == pytest.approx(score, abs=2e-4)
    own, largest, total, power, again, weight = map(value, NUMBER.findall(found["Softmax: the weight"].lines[1]))
    assert np.exp(own - largest) == pytest.approx(power, abs=2e-4)
    assert total == again
    assert power / total == pytest.approx(weight, abs=2e-4)
    attention = trace.attention(kind)
    assert attention is not None
    assert signed(float(attention[1, 1, 2, 1])) == signed(weight)


def test_a_blocked_cell_says_by_what_and_what_takes_its_place() -> None:
    _, trace = explained()
    assert parts(trace, "cross", 2, 5)["Mask"].lines == ("blocked as padding (padding mask): −∞ takes its place",)
    _, finite = explained(mask_fill=-1e10)
    line = "blocked as padding (padding mask): −1e10 takes its place"
    assert parts(finite, "encoder", 0, 5)["Mask"].lines == (line,)
    shown = parts(finite, "encoder", 0, 5)["Mask"].numbers[0]
    assert shown.blocked == {4, 5}
    assert shown.marked == 5
    scores = parts(finite, "encoder", 0, 5)["Score: divided by √d_k"].numbers[0]
    assert scores.blocked == set()  # padding has scores; a key that came later has none
    _, leaky = explained(mask_fill=-1.5)
    weights = parts(leaky, "cross", 2, 5)["Softmax: the weight"].numbers[0]
    assert weights.values[5] > 0
    assert weights.blocked == set()


def test_a_key_that_came_later_has_no_number_anywhere() -> None:
    """Step by step the row had the keys up to its own; the part about the score says so, and shows no more of them."""
    _, trace = explained()
    found = parts(trace, "decoder", 1, 3)
    told = "This key did not exist when the row was computed: no product, no score, nothing to mask."
    assert found["Dot product q·k"].lines == (told,)
    assert [numbers.name for numbers in found["Dot product q·k"].numbers] == ["query q of “B”"]
    assert found["Score: divided by √d_k"].lines == ("the row has scores for the 2 keys that were there",)
    assert found["Mask"].lines == ("nothing to mask: what does not exist yet cannot be attended to",)
    assert found["Softmax: the weight"].lines == ("softmax over the 2 keys that were there",)
    rows = [numbers for part in found.values() for numbers in part.numbers if numbers.names]
    assert [len(numbers.names) for numbers in rows] == [2] * 4
    assert not any("q · k =" in part.as_text() or "nan" in part.as_text() for part in found.values())
    row = current_row(snapshot(trace, "decoder", 1, 3))
    assert row is not None
    assert summary(row, 3) == told
    there = parts(trace, "decoder", 1, 0)["Score: divided by √d_k"]
    assert len(there.numbers[0].names) == 2
    assert there.lines[0].startswith("q · k / √")


def test_what_a_family_does_otherwise_is_said() -> None:
    _, t5 = explained(positions="relative", scale_scores=False, norm="rms", norm_order="pre", attention_bias=False)
    found = parts(t5, "encoder")
    assert next(iter(found)) == "RMSNorm before the attention"
    assert found["RMSNorm before the attention"].lines[0].startswith("Here it comes before")
    assert "x / √(mean(x²) + ε) · γ" in found["RMSNorm before the attention"].lines
    assert "This model does not divide by √d_k." in found["Score"].lines
    first, bias, both = map(value, NUMBER.findall(found["Score"].lines[-1]))
    assert first + bias == pytest.approx(both, abs=2e-4)
    assert not [numbers for numbers in found["W_O joins the heads"].numbers if "b_O" in numbers.name]
    assert not any("position bias" in line for line in parts(t5, "cross")["Score"].lines)
    _, own = explained(norm="unbiased", norm_eps=1e-2)
    assert "ε = 0.01" in parts(own)["LayerNorm"].lines[1]
    _, blind = explained(padding_blocks=PaddingBlocks("both", "keys", "keys"))
    assert "every weight is 0" in parts(blind, "encoder", 5, 2)["Softmax: the weight"].lines[0]


@pytest.mark.parametrize("norm", ["layer", "rms", "unbiased"])
@pytest.mark.parametrize("order", ["pre", "post"])
@pytest.mark.parametrize("kind", KINDS)
def test_what_the_residual_says_is_what_the_network_did(kind: Kind, order: str, norm: str) -> None:
    """Its formula, with this run's vectors: the query is that of what is in the brackets, and the sum is the sum."""
    checkpoint, trace = explained(norm_order=order, norm=norm)
    found = parts(trace, kind)
    name = "RMSNorm" if norm == "rms" else "LayerNorm"
    inside = f"{name}(x)" if order == "pre" else "x"
    residual = found["Residual connection"]
    assert residual.lines[0] == f"x + attention({inside})"
    strips = {each.name: each.values.astype(float) for part in found.values() for each in part.numbers}
    x = strips["x: input of this sub-layer"]
    total = "input of the next sub-layer" if order == "pre" else "x + attention(x)"
    np.testing.assert_allclose(residual.numbers[1].values, x + strips["sum: output of the attention"], atol=1e-3)
    assert residual.numbers[1].name == total
    held = {key: value.detach().numpy().astype(float) for key, value in checkpoint.transformer.named_parameters()}
    block = {"encoder": "encoder_layers.1.attention", "decoder": "decoder_layers.1.attention"}
    module = block.get(kind, "decoder_layers.1.cross") + ".query"
    read = strips[inside] if order == "pre" else x
    query = read @ held[f"{module}.weight"].T + held[f"{module}.bias"]
    shown = found["Dot product q·k"].numbers[0].values  # of the second head
    np.testing.assert_allclose(shown, query[len(shown) : 2 * len(shown)], rtol=1e-3, atol=1e-3)
    assert not any("LayerNorm" in part.as_text() for part in found.values()) or norm != "rms"


def test_an_equals_sign_stands_between_equal_numbers() -> None:
    """On both lines that tell a score: the quotient of what is printed is what is printed."""
    _, trace = explained()
    for kind in KINDS:
        row = current_row(snapshot(trace, kind))
        assert row is not None
        for line in (summary(row, 1).partition(" → ")[0], parts(trace, kind)["Score: divided by √d_k"].lines[0]):
            told = re.fullmatch(r"q · k / √(d_k|4|6) = (−?[\d.]+) / (2|2\.4495) = (−?[\d.]+)", line)
            assert told is not None, line
            assert value(told[2]) / value(told[3]) == pytest.approx(value(told[4]), abs=1.01e-4)


def test_names_in_the_users_code() -> None:
    _, trace = explained()
    own = replace(trace, meta=replace(trace.meta, family="tut6"))
    assert [part.code for part in parts(own).values()] == [
        "fc_q, fc_k, fc_v", "energy", "src_mask [B,1,1,S]", "attention", "", "fc_o", "",
        "decoder.layers[1].enc_attn_layer_norm",
    ]  # fmt: skip
    strange = replace(trace, meta=replace(trace.meta, family="somebody's own"))
    assert {part.code for part in parts(strange).values()} == {""}
    assert [part.section for part in parts(own).values()] == ["3.2.1"] * 2 + ["3.2.3"] + ["3.2.1"] * 2 + [
        "3.2.2", "3.1", "3.1",
    ]  # fmt: skip


@pytest.mark.parametrize(("kind", "name"), [("encoder", "query q of “c”"), ("cross", "query q of “E”")])
def test_the_row_is_called_as_everywhere(kind: Kind, name: str) -> None:
    """A source token, or the consumed one at whose position the row is computed."""
    _, trace = explained()
    shown = parts(trace, kind)["Dot product q·k"].numbers
    assert (shown[0].name, shown[1].name) == (name, "key k of “b”")


def test_the_way_in_one_line() -> None:
    _, trace = explained()
    row = current_row(snapshot(trace))
    assert row is not None
    line = summary(row, 1)
    assert re.fullmatch(r"q · k / √d_k = −?[\d.]+ / 2 = −?[\d.]+ → softmax over 4 keys → 0\.\d{4}", line)
    assert "→ blocked →" in summary(row, 5)


@pytest.mark.parametrize(("number", "text"), [(1e-5, "1e−5"), (-1e10, "−1e10"), (-np.inf, "−∞"), (0.01, "0.01")])
def test_numbers_that_somebody_chose(number: float, text: str) -> None:
    assert power_of_ten(number) == text


# --- the widget ---


@pytest.fixture
def sheet(qtbot: QtBot) -> AnswerSheet:
    widget = AnswerSheet()
    qtbot.addWidget(widget)
    widget.resize(700, 500)
    widget.activateWindow()
    return widget


def told(sheet: AnswerSheet, now: Snapshot) -> Computation:
    sheet.display(now)
    QApplication.processEvents()  # the layout
    shown = sheet.answer("computation")
    assert isinstance(shown, Computation)
    return shown


def titles(shown: Computation) -> list[str]:
    return [box.title.text() for box in shown.boxes if box.isVisible()]


def test_all_parts_and_their_summary(sheet: AnswerSheet) -> None:
    _, trace = explained()
    shown = told(sheet, snapshot(trace))
    assert len(titles(shown)) == 8
    assert shown.note.text() == summary(current_row(snapshot(trace)), 1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("trace", "words"),
    [
        (make_trace(), "recorded without queries, keys and values"),
        (replace(make_trace(), meta=replace(make_trace().meta, recorded={"calls": 3})), "from your own code"),
        (replace(explained()[1], meta=replace(explained()[1].meta, network={})), "does not hold the queries"),
    ],
)
def test_a_run_that_holds_too_little_says_so_in_a_sentence(sheet: AnswerSheet, trace: Trace, words: str) -> None:
    shown = told(sheet, snapshot(trace))
    assert words in shown.note.text()
    assert shown.note.isVisible()
    assert titles(shown) == []


def test_without_a_row_it_asks_for_one(sheet: AnswerSheet) -> None:
    _, trace = explained()
    shown = told(sheet, snapshot(trace, selection=Selection("encoder", 0, 0, 0)))
    assert "Point at a cell" in shown.note.text()
    sheet.display(Snapshot(settings=OPEN))
    assert not sheet.isVisible(), "nothing to ask about"


def test_the_keyboard_reaches_every_number_and_copies(sheet: AnswerSheet) -> None:
    _, trace = explained()
    shown = told(sheet, snapshot(trace))
    strips = [strip for box in shown.boxes for strip in box.strips if strip.isVisible()]
    stops = [strip for strip in strips if strip.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert stops == strips[:1]
    strips[0].setFocus()
    for strip in strips[1:]:
        QTest.keyClick(sheet.focusWidget(), Qt.Key.Key_Down)
        assert strip.hasFocus()
        assert not strip.visibleRegion().isEmpty(), "scrolled to"
    QTest.keyClick(strips[-1], Qt.Key.Key_Down)
    assert strips[-1].hasFocus()
    QTest.keyClick(strips[-1], Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == shown.parts[-1].as_text()
    QTest.mouseClick(shown.copy_button, Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text()
    assert copied == "\n\n".join(part.as_text() for part in shown.parts)
    found = next(line for line in copied.splitlines() if line.startswith("weights of the row"))
    assert trace.cross_attention is not None
    numbers = np.array(found.split("\t")[1:], dtype=np.float32)
    np.testing.assert_array_equal(numbers, trace.cross_attention[1, 1, 2])


def test_another_cell_fills_the_same_widgets(sheet: AnswerSheet) -> None:
    _, trace = explained()
    shown = told(sheet, snapshot(trace))
    boxes = list(shown.boxes)
    told(sheet, snapshot(trace, "decoder", 3, 0))
    assert shown.boxes == boxes
    assert trace.decoder_attention is not None
    weights = next(box for box in boxes if box.title.text() == "Softmax: the weight").strips[0].numbers.values
    np.testing.assert_array_equal(weights, trace.decoder_attention[1, 1, 3])
