"""The third hypothesis of a beam, in the real window: every view then shows a plain run along those tokens."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QApplication, QSpinBox

from model.checkpoints.checkpoint import open_checkpoint
from model.decoding.beam import beam_search
from model.decoding.beam_tree import SearchRules
from model.decoding.session import DecodingSession
from model.network.transformer import Keep
from model.record.trace import KINDS, Trace
from model.transforms.run_tree import RunTree, run_tree
from tests.e2e.screen import CTRL, SHIFT, Key, Screen
from tests.viz_app.running import SENTENCE, TINY
from viz_app.controls.decoding.panel import BEAM, SAMPLED, DecodingPanel
from viz_app.pictures.beam_tree.picture import TreeSheet
from viz_app.state.decoding import PointAtNode
from viz_app.tables import all_layers, one_head, one_layer


def panel(screen: Screen) -> DecodingPanel:
    """Opened with its button."""
    button = screen.window.header.decoding
    screen.click(button)
    assert button.panel.isVisible()
    return button.panel


def way(screen: Screen, number: int) -> DecodingPanel:
    """One of the three, chosen by a click on its circle."""
    opened = panel(screen)
    radio = opened.ways.button(number)
    screen.click(radio, QPoint(8, radio.height() // 2))
    screen.until("not busy")
    return opened


def set_number(screen: Screen, box: QSpinBox, text: str) -> None:
    box.setFocus()
    box.selectAll()
    for letter in text:
        screen.press(letter)
    screen.press(Key.Key_Tab)
    screen.until("not busy")


def run_of(screen: Screen) -> Trace:
    assert screen.now.run is not None
    return screen.now.run


def tree_of_run(screen: Screen) -> RunTree:
    found = run_tree(run_of(screen))
    assert found is not None
    return found


def spot(screen: Screen, place: int) -> QPoint:
    """The middle of a hypothesis on screen."""
    QApplication.processEvents()
    shown = screen.view.canvas.picture
    assert isinstance(shown, TreeSheet)
    left, top, _, _ = shown.room
    return ((shown.boxes(place)[0].center() + QPointF(left, top)) / shown.style.ratio).toPoint()


def test_the_third_hypothesis_becomes_the_run_in_every_view_and_undo_returns(screen: Screen) -> None:
    heights = screen.window.header.height()
    greedy, names = run_of(screen), screen.window.tabs.tabBar()
    place = list(screen.window.views).index("beam_tree")
    assert not names.isTabVisible(place), "a greedy run has no tree, and the other tabs have its room"
    opened = way(screen, BEAM)
    set_number(screen, opened.width_box, "4")
    opened.close()
    assert screen.now.decoding == SearchRules(4) and screen.window.header.height() == heights
    assert "Beam 4" in screen.window.header.decoding.text()
    assert names.isTabVisible(place)
    searched, checkpoint = run_of(screen), open_checkpoint(TINY)
    (best,) = beam_search(checkpoint, [checkpoint.source(SENTENCE)], 4)
    assert searched.produced_ids is not None and tuple(searched.produced_ids.tolist()) == best.ids
    screen.choose_tab("beam_tree")
    found = tree_of_run(screen)
    third = found.tree.finished[2]
    if third not in _shown(screen):  # on another page
        screen.controller.handle(PointAtNode(third))
    screen.click(screen.view.canvas, spot(screen, third))
    screen.until("not busy")
    run, ids = run_of(screen), found.tree.ids(third)
    plain = DecodingSession(
        checkpoint, checkpoint.source(SENTENCE), forced=ids, keep=Keep.ACTIVATIONS, text=SENTENCE
    ).run().trace()  # fmt: skip
    assert run.produced_ids is not None and tuple(run.produced_ids.tolist()) == ids != best.ids
    for kind in KINDS:
        np.testing.assert_allclose(run.maps(kind), plain.maps(kind), atol=1e-5)
    for name in ("one_head", "one_layer", "all_layers"):
        screen.choose_tab(name)
        shown = {"one_head": one_head, "one_layer": one_layer, "all_layers": all_layers}[name].table(screen.now)
        chosen = screen.now.selection
        expected = plain.maps(chosen.kind)
        expected = {
            "one_head": expected[chosen.layer, chosen.head], "one_layer": expected[chosen.layer],
            "all_layers": expected,
        }[name]  # fmt: skip
        np.testing.assert_allclose(np.sort(shown.columns["weight"].ravel()), np.sort(expected.ravel()), atol=1e-5)
        assert screen.view.canvas.picture.alt
    assert "hypothesis 3 of" in screen.window.header.decoding.toolTip()
    total = float(np.log(plain.produced_probability).sum())  # type: ignore[arg-type]
    assert abs(found.tree.nodes[third].score - total / len(ids)) < 1e-4
    for before in (searched, greedy):
        while run_of(screen) is not before:
            screen.press(Key.Key_Z, CTRL)
            screen.until("not busy")
    assert screen.now.decoding is None


def _shown(screen: Screen) -> set[int]:
    QApplication.processEvents()
    sheet = screen.view.canvas.picture
    assert isinstance(sheet, TreeSheet)
    return {place for place in range(len(sheet.found.step_of)) if sheet.boxes(place)}


def test_keys_look_along_the_tree_and_enter_runs_what_is_looked_at(screen: Screen) -> None:
    opened = way(screen, BEAM)
    opened.close()
    searched = run_of(screen)
    screen.choose_tab("beam_tree")
    screen.view.canvas.setFocus()
    found, own = tree_of_run(screen), tree_of_run(screen).own
    screen.press(Key.Key_Left)
    step = screen.now.selection.step
    assert screen.now.node is None and screen.window.stepper is not None
    screen.press(Key.Key_Down)
    looked_at = screen.now.node
    assert looked_at is not None and looked_at == found.beside(own[step], 1, 0)
    screen.press(Key.Key_Return)
    screen.until("not busy")
    run = run_of(screen)
    assert run is not searched and run.produced_ids is not None
    assert tuple(run.produced_ids.tolist())[: step + 1] == found.tree.ids(looked_at)
    assert screen.now.selection.step == step


def test_the_candidates_show_what_was_drawn_from(screen: Screen) -> None:
    screen.press(Key.Key_D, CTRL | SHIFT)
    opened = screen.window.header.decoding.panel
    assert opened.isVisible()
    radio = opened.ways.button(SAMPLED)
    screen.click(radio, QPoint(8, radio.height() // 2))
    screen.until("not busy")
    set_number(screen, opened.top_k, "2")
    opened.close()
    run, step = run_of(screen), screen.now.selection.step
    rows = [row for row in screen.window.inspector.candidates.rows if row.isVisible() and row.candidate is not None]
    assert run.candidate_drawn is not None and rows
    for row in rows:
        one = row.candidate
        assert one is not None and one.drawn is not None
        listed = run.candidate_ids[step].tolist()  # type: ignore[index]
        assert one.drawn == float(run.candidate_drawn[step, listed.index(one.token_id)])
        assert ("cut off" in row.toolTip()) == (one.drawn == 0)
    assert sum(1 for row in rows if row.candidate is not None and row.candidate.drawn) == 2
