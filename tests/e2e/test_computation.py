"""How is this number computed? Asked by real events, answered with the run's own numbers."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from model.record.trace import KINDS, Kind, Trace
from tests.cell_oracle import CellOracle
from tests.e2e.screen import CTRL, Key, Screen
from tests.model.sample_checkpoints import tiny
from viz_app.controls.inspector.computation import Computation
from viz_app.controls.inspector.parts import PartBox
from viz_app.state.intents import SaveTrace
from viz_app.state.state import Selection

KEYS = {"encoder": "1", "decoder": "2", "cross": "3"}
QUERY, KEY = 3, 2


@cache
def oracle(sources: tuple[int, ...], consumed: tuple[int, ...]) -> CellOracle:
    """The run once more, in plain loops."""
    checkpoint = tiny()
    network = checkpoint.transformer
    weights = {name: each.detach().double().numpy() for name, each in network.named_parameters()}
    return CellOracle(network.config, weights, sources, consumed, checkpoint.special.source_padding)


def ask(screen: Screen, kind: Kind, query: int = QUERY, key: int = KEY) -> Computation:
    """Choose kind, layer 2 and head 3 by keys; then two actions: point at a cell, press the button."""
    screen.window.setFocus()
    screen.press(KEYS[kind])
    screen.press(Key.Key_End)  # where every row is there
    while screen.now.selection.layer < 1:
        screen.press(Key.Key_Up)
    while screen.now.selection.head < 2:
        screen.press("]")
    if screen.now.settings.computation:
        screen.press(Key.Key_Escape)  # the views are under the answer
    screen.click(screen.view.canvas, screen.place_of(query, key, kind=kind))
    shown = screen.answer(Computation)
    if not screen.now.settings.computation:
        screen.click(screen.window.inspector.questions.buttons["computation"])
    QApplication.processEvents()
    assert screen.now.selection == Selection(kind, 1, 2, screen.now.selection.step, query, key)
    return shown


def trace_of(screen: Screen) -> Trace:
    assert screen.now.trace is not None
    return screen.now.trace


def boxes(shown: Computation) -> list[PartBox]:
    return [box for box in shown.boxes if box.isVisible()]


@pytest.mark.parametrize("kind", KINDS)
def test_every_number_of_a_pointed_cell(screen: Screen, kind: Kind) -> None:
    shown, trace = ask(screen, kind), trace_of(screen)
    assert trace.consumed_ids is not None
    cell = oracle(tuple(trace.source_ids.tolist()), tuple(trace.consumed_ids.tolist())).cell(kind, 1, 2, QUERY, KEY)
    attention = trace.attention(kind)
    assert attention is not None
    weight = f"{attention[1, 2, QUERY, KEY]:.4f}"
    assert screen.window.inspector.cell.weight.text() == weight
    assert shown.note.text().endswith(f"→ {weight}")
    assert f"{cell['weights'][KEY]:.4f}" == weight
    found = {
        strip.numbers.name: strip.numbers.values for box in boxes(shown) for strip in box.strips if strip.isVisible()
    }
    expected = {
        "their products": cell["products"],
        "scores of the row": cell["scores"],
        "the row before softmax": cell["before"],
        "weights of the row": cell["weights"],
        "weight · v, a row per key": cell["weighted"],
        "their sum: the result of this head": cell["mixed"],
        "share of head 3": cell["part"],
        "the other heads together": cell["others"],
        "sum: output of the attention": cell["output"],
        "x: input of this sub-layer": cell["stream"],
        "input of the next sub-layer": cell["result"],
    }
    there = QUERY + 1 if kind == "decoder" else len(cell["scores"])  # decoded step by step: later keys did not exist
    for name in ("scores of the row", "the row before softmax", "weights of the row", "weight · v, a row per key"):
        expected[name] = expected[name][:there]
    for name, values in expected.items():
        np.testing.assert_allclose(found[name], values, rtol=1e-3, atol=1e-3, err_msg=name)


def test_numbers_are_read_by_mouse_and_keys_and_copied(screen: Screen) -> None:
    shown, trace = ask(screen, "cross"), trace_of(screen)
    box = next(box for box in boxes(shown) if box.title.text() == "Softmax: the weight")
    strip = box.strips[0]
    screen.answer(Computation).reached.emit(strip, strip.rect())
    body, columns = strip.body(), len(strip.numbers.values)
    place = QPointF(body.left() + (KEY + 0.5) * body.width() / columns, body.center().y()).toPoint()
    screen.hover(strip, place)
    assert trace.cross_attention is not None
    row = trace.cross_attention[1, 2, QUERY]
    word = trace.source_labels[KEY]
    assert strip.read_out == f"{word}: {row[KEY]:.4f}"
    screen.click(strip, place)
    step = screen.now.selection.step
    screen.press(Key.Key_Left)
    assert strip.read_out.endswith(f": {row[KEY - 1]:.4f}")
    assert screen.now.selection.step == step, "the arrows belong to the strip"
    screen.press(Key.Key_C, CTRL)
    copied = QGuiApplication.clipboard().text().splitlines()[-1].split("\t")
    np.testing.assert_array_equal(np.array(copied[1:], dtype=np.float32), row)


def test_a_key_opens_and_closes_it(screen: Screen) -> None:
    ask(screen, "cross")
    screen.window.setFocus()
    screen.press("H")
    assert not screen.now.settings.computation
    assert not screen.window.answer_sheet.isVisible()
    screen.press("H")
    assert len(boxes(screen.answer(Computation))) == 8


def test_a_saved_run_is_explained_as_before(screen: Screen, tmp_path: Path) -> None:
    """The file holds all it takes: the same text comes out of the replay."""
    shown = ask(screen, "decoder")
    before = [box.part.as_text() for box in boxes(shown) if box.part is not None]
    path = tmp_path / "run.npz"
    screen.controller.handle(SaveTrace(path))
    screen.until("message")
    screen.open(path)
    shown = ask(screen, "decoder")
    assert [box.part.as_text() for box in boxes(shown) if box.part is not None] == before


def test_why_a_weight_is_0(screen: Screen) -> None:
    shown = ask(screen, "decoder", 1, 3)
    mask = next(box for box in boxes(shown) if box.title.text() == "Mask")
    assert mask.lines.text() == "nothing to mask: what does not exist yet cannot be attended to"
    assert screen.window.inspector.cell.weight.text() == "0.0000"
    assert mask.lines.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse
