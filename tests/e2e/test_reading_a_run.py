"""From a sentence to its maps: type, translate, step, choose, point; all by keys and mouse."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from tests.e2e.screen import ALT, CTRL, SHIFT, Key, Screen
from tests.viz_app.running import OTHER, OTHER_TRANSLATION, TRANSLATION, wait_until
from viz_app.controls.model_map.buttons import BlockButton, HeadButton
from viz_app.pictures import titles
from viz_app.state.state import Selection


def test_a_sentence_typed_and_sent_by_enter_is_translated(screen: Screen) -> None:
    screen.type(OTHER)
    assert screen.now.source_text == OTHER
    screen.press(Key.Key_Return)
    screen.until("not busy")
    assert screen.now.trace is not None
    assert screen.now.trace.meta.translation == OTHER_TRANSLATION
    assert screen.window.windowTitle() == f"tiny — {OTHER_TRANSLATION} — Headscope"
    landed = screen.now.selection.step
    screen.press(Key.Key_Left)  # the keyboard steps at once
    assert screen.now.selection.step == landed - 1


def test_the_tokens_follow_the_typing(screen: Screen) -> None:
    screen.type("Zwei Elefanten")
    screen.until("tokens")
    while screen.now.tokens is not None and "Elefanten" not in screen.now.tokens.spelling:
        QApplication.processEvents()
    assert screen.now.tokens is not None
    assert screen.now.tokens.unknown == (False, True, False)  # the end token is known
    assert screen.now.trace is not None
    assert screen.now.trace.meta.translation == TRANSLATION  # nothing has run


def test_stepping_by_keys(screen: Screen) -> None:
    assert screen.now.trace is not None
    last = screen.now.trace.steps - 1
    screen.press(Key.Key_Home)
    assert screen.now.selection.step == 0
    screen.press(Key.Key_Left)
    assert screen.now.selection.step == 0
    screen.press(Key.Key_Right)
    screen.press(Key.Key_Right, ALT)
    assert screen.now.selection.step == 2
    screen.press(Key.Key_Left)
    screen.press(Key.Key_Left, ALT)
    assert screen.now.selection.step == 0
    screen.press(Key.Key_End)
    assert screen.now.selection.step == last
    assert screen.window.stepper.count.text() == f"{last + 1} / {last + 1}"


def test_space_plays_and_pauses(screen: Screen) -> None:
    screen.state.update(selection=Selection(step=0))
    screen.press(Key.Key_Space)
    assert screen.now.playing
    screen.press(Key.Key_Space)
    assert not screen.now.playing
    screen.press(Key.Key_Space)
    screen.press(Key.Key_Escape)
    assert not screen.now.playing


def test_stepping_by_mouse(screen: Screen) -> None:
    stepper = screen.window.stepper
    screen.click(stepper.first)
    assert screen.now.selection.step == 0
    screen.click(stepper.next)
    screen.click(stepper.next)
    screen.click(stepper.previous)
    assert screen.now.selection.step == 1
    screen.click(stepper.last)
    assert screen.now.trace is not None
    assert screen.now.selection.step == screen.now.trace.steps - 1


def test_kind_layer_and_head_by_keys(screen: Screen) -> None:
    for key, kind in (("1", "encoder"), ("2", "decoder"), ("3", "cross")):
        screen.press(key)
        assert screen.now.selection.kind == kind
    screen.state.update(selection=Selection("cross", 0, 0, 3))
    screen.press(Key.Key_Up)  # up the stack of the figure
    assert screen.now.selection.layer == 1
    screen.press(Key.Key_Up)
    assert screen.now.selection.layer == 1  # there are two
    screen.press(Key.Key_Down)
    assert screen.now.selection.layer == 0
    screen.state.update(selection=Selection("cross", 0, 0, 3))
    screen.press("]")
    screen.press(Key.Key_Down, ALT)
    assert screen.now.selection.head == 2
    screen.press("[")
    screen.press(Key.Key_Up, ALT)
    assert screen.now.selection.head == 0


def test_layer_and_head_by_a_click_in_all_layers(screen: Screen) -> None:
    screen.choose_tab("all_layers")
    place = screen.place_of(kind="cross", layer=1, head=2)
    screen.click(screen.view.canvas, place)
    assert (screen.now.selection.layer, screen.now.selection.head) == (1, 2)
    screen.double_click(screen.view.canvas, screen.place_of(kind="cross", layer=0, head=3))
    assert (screen.now.selection.layer, screen.now.selection.head) == (0, 3)
    assert screen.now.view == "one_head"
    assert screen.view is screen.window.views["one_head"]


def test_a_head_by_a_click_in_one_layer(screen: Screen) -> None:
    screen.press("2", CTRL)
    assert screen.now.view == "one_layer"
    layer, other = screen.now.selection.layer, (screen.now.selection.head + 1) % 4
    screen.click(screen.view.canvas, screen.place_of(layer=layer, head=other))
    assert (screen.now.selection.layer, screen.now.selection.head) == (layer, other)


def test_a_head_by_a_click_beside_one_head(screen: Screen) -> None:
    canvas, before = screen.view.canvas, screen.now.selection
    other = (before.head + 2) % 4
    screen.click(canvas, screen.place_of(head=other))
    assert screen.now.selection == replace(before, head=other)
    assert f"Head {other + 1}" in canvas.picture.title
    screen.press(Key.Key_BracketLeft)
    assert screen.now.selection.head == other - 1
    assert screen.place_of(head=before.head) != screen.place_of(head=other)  # both are there to choose


def test_nothing_moves_while_a_person_types(screen: Screen) -> None:
    places = [(part, part.mapTo(screen.window, QPoint()), part.size()) for part in (screen.view, screen.window.stepper)]
    screen.write("Zwei Hunde spielen mit zwei Hunden im Schnee")
    screen.until("tokens")
    QApplication.processEvents()
    assert screen.window.typed_row.isVisible()
    assert places == [(part, part.mapTo(screen.window, QPoint()), part.size()) for part, _, _ in places]


def test_pointing_at_a_cell_reads_its_query_key_and_weight(screen: Screen) -> None:
    trace = screen.now.trace
    assert trace is not None
    assert trace.cross_attention is not None
    screen.state.update(selection=Selection("cross", 0, 0, trace.steps - 1))
    screen.press("]")
    query, key = 2, 4
    screen.hover(screen.view.canvas, screen.place_of(query, key))
    assert (screen.now.selection.query, screen.now.selection.key) == (query, key)
    inspector = screen.window.inspector
    assert inspector.cell.weight.text() == f"{trace.cross_attention[0, 1, query, key]:.4f}"
    assert trace.source_labels[key] == "Schnee"
    assert "Schnee" in inspector.cell.key.text()
    assert trace.produced_tokens is not None
    assert "are" in str(trace.produced_tokens[query])
    assert "are" in inspector.cell.query.text()
    assert inspector.cell.weight.text() != f"{trace.cross_attention[0, 1, key, query]:.4f}"  # not transposed
    assert inspector.cell.weight.text() != f"{trace.cross_attention[1, 0, query, key]:.4f}"  # not layer and head


def test_leaving_goes_back_to_the_pinned_cell(screen: Screen) -> None:
    canvas = screen.view.canvas
    screen.press(Key.Key_End)
    screen.click(canvas, screen.place_of(3, 3))
    screen.hover(canvas, screen.place_of(1, 2))
    assert (screen.now.selection.query, screen.now.selection.key) == (1, 2)
    screen.hover(canvas, QPoint(2, canvas.height() - 2))
    assert (screen.now.selection.query, screen.now.selection.key) == (3, 3)
    screen.press(Key.Key_Escape)
    assert (screen.now.selection.query, screen.now.selection.key) == (None, None)


def test_arrows_move_the_cell_in_a_focused_map(screen: Screen) -> None:
    screen.click(screen.view.canvas, screen.place_of(1, 3))
    screen.press(Key.Key_Right)
    screen.press(Key.Key_Down)
    assert (screen.now.selection.query, screen.now.selection.key) == (2, 4)
    assert screen.now.selection.step == 2  # each row is its step's
    for _ in range(9):
        screen.press(Key.Key_Up)
        screen.press(Key.Key_Left)
    assert (screen.now.selection.query, screen.now.selection.key) == (0, 0)
    assert screen.now.selection.step == 0
    screen.press(Key.Key_Right, ALT)  # with Alt they step everywhere
    assert (screen.now.selection.step, screen.now.selection.query) == (1, None)


def test_after_escape_the_arrows_step_again(screen: Screen) -> None:
    screen.click(screen.view.canvas, screen.place_of(1, 3))
    screen.press(Key.Key_Escape)
    screen.press(Key.Key_Left)
    assert screen.now.selection.step == 0


def test_a_map_reached_by_keys_finds_the_largest_weight_first(screen: Screen) -> None:
    trace = screen.now.trace
    assert trace is not None
    assert trace.cross_attention is not None
    screen.state.update(selection=Selection("cross", 0, 0, 3))
    screen.view.canvas.setFocus()
    screen.press(Key.Key_Down)
    step = screen.now.selection.step
    assert screen.now.selection.query == step
    assert screen.now.selection.key == int(np.argmax(trace.cross_attention[0, 0, step]))


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_a_block_of_the_model_map_chooses_kind_and_layer(screen: Screen, kind: str) -> None:
    for layer in (1, 0):
        buttons = screen.window.model_map.findChildren(BlockButton)
        screen.click(next(button for button in buttons if (button.kind, button.layer) == (kind, layer)))
        assert (screen.now.selection.kind, screen.now.selection.layer) == (kind, layer)


def test_a_head_of_the_model_map_is_chosen_by_a_click(screen: Screen) -> None:
    dots = [button for button in screen.window.model_map.findChildren(HeadButton) if button.isVisible()]
    assert len(dots) == 4
    screen.click(dots[2])
    assert screen.now.selection.head == 2


def test_a_target_chip_goes_to_its_step(screen: Screen) -> None:
    row = screen.window.token_strip.target
    screen.click(row, row.chip_rect(3).center().toPoint())
    assert screen.now.selection.step == 2  # the start token has no step of its own


def test_the_row_sentence_says_what_the_step_does(screen: Screen) -> None:
    screen.press(Key.Key_Home)
    screen.press(Key.Key_Right)
    sentence = screen.window.row_sentence.label.text()
    assert "step 2 / 9" in sentence
    assert "“Two”" in sentence
    assert "“dogs”" in sentence


def test_the_translation_is_copied(screen: Screen) -> None:
    screen.press(Key.Key_C, CTRL | SHIFT)
    assert QGuiApplication.clipboard().text() == TRANSLATION
    assert screen.now.message


def test_the_picture_is_copied(screen: Screen) -> None:
    QGuiApplication.clipboard().clear()
    screen.press(Key.Key_C, CTRL)
    wait_until(lambda: not QGuiApplication.clipboard().image().isNull(), "the picture")
    image = QGuiApplication.clipboard().image()
    assert image.width() >= 2 * 800
    places = ((x, y) for x in range(0, image.width(), 9) for y in range(0, image.height(), 9))
    assert len({image.pixel(*place) for place in places}) > 20
    screen.until("not busy")


@pytest.mark.parametrize("name", titles())
def test_every_view_has_a_tab_and_words_for_those_who_do_not_see_it(screen: Screen, name: str) -> None:
    if name == "compare":  # it has a tab only while there is something to compare
        screen.press("p")
    if name == "beam_tree":  # as this one with a search, or when its view is asked for
        screen.press(Key.Key_8, CTRL)
    screen.choose_tab(name)
    assert screen.view.canvas.picture.alt
    assert screen.view.canvas.accessibleName() == screen.view.canvas.picture.alt
