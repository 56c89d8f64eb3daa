"""Changes of the network under *What if*, in the real window with the real engine: it shows what was computed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QSpinBox, QWidget

from model.analysis.aligning_head import aligning_head
from model.analysis.baseline import baseline_of
from model.checkpoints.checkpoint import open_checkpoint
from model.decoding.run import run_sentence
from model.network.interventions import HeadAblated, Intervention, MaskOff, RowSet
from model.record.trace import ARRAYS, KINDS, Trace
from tests.e2e.screen import CTRL, SHIFT, Key, Screen
from tests.viz_app.running import SENTENCE, TINY, wait_until
from viz_app.controls.inspector.read_out import read_out
from viz_app.controls.what_if.dock import CHANGED, WhatIfDock
from viz_app.views.masks import MORE, MasksView


def dock(screen: Screen) -> WhatIfDock:
    """Opened with its key."""
    if not screen.now.settings.what_if_shown:
        screen.press(Key.Key_W, CTRL | SHIFT)
    found = screen.window.what_if
    assert found.isVisible()
    return found


def add(screen: Screen, words: str) -> None:
    """Choose an entry of *Add* and wait for its run."""
    menu = dock(screen).menu
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if words in action.text().replace("&", "")).trigger()
    screen.until("not busy")


def click(screen: Screen, widget: QWidget) -> None:
    """Once it has been laid out; a check box by its square."""
    QApplication.processEvents()
    screen.click(widget, QPoint(8, widget.height() // 2))


def masks(screen: Screen) -> MasksView:
    screen.choose_tab("masks")
    view = screen.view
    assert isinstance(view, MasksView)
    return view


def in_one_pass(screen: Screen) -> None:
    """The translation given as a whole, with the button of *Masks*; then one head's map again."""
    view = masks(screen)
    screen.click(view.blocks.buttons["decoder"])
    screen.click(view.whole)
    screen.until("not busy")
    screen.choose_tab("one_head")


def head(screen: Screen, kind: str, layer: int, number: int) -> None:
    """Selected by clicks alone."""
    screen.click(screen.window.kind_switch.buttons[kind])  # type: ignore[index]  # one of its kinds
    screen.choose_tab("all_layers")
    screen.click(screen.view.canvas, screen.place_of(layer=layer, head=number))
    screen.choose_tab("one_head")
    screen.press(Key.Key_End)  # where every row is there
    chosen = screen.now.selection
    assert (chosen.kind, chosen.layer, chosen.head) == (kind, layer, number)


def keyboard_in_dock(screen: Screen) -> bool:
    """Is it there, in something that can be seen and used?"""
    focused = QApplication.focusWidget()
    dock = screen.window.what_if
    return focused is not None and dock.isAncestorOf(focused) and focused.isVisible() and focused.isEnabled()


def run_of(screen: Screen) -> Trace:
    assert screen.now.run is not None
    return screen.now.run


def directly(what_if: Sequence[Intervention], **more: object) -> Trace:
    return run_sentence(open_checkpoint(TINY), SENTENCE, what_if=what_if, **more)  # type: ignore[arg-type]


def assert_same(run: Trace, other: Trace) -> None:
    for name in ARRAYS:
        mine, theirs = getattr(run, name), getattr(other, name)
        assert (mine is None) == (theirs is None), name
        if mine is not None and mine.dtype.kind == "f":
            np.testing.assert_allclose(mine, theirs, atol=1e-5, err_msg=name)
        elif mine is not None:
            np.testing.assert_array_equal(mine, theirs, err_msg=name)


def choose(box: QComboBox, words: str) -> None:
    """An entry of a list, by the keys of its first letters."""
    box.setFocus()
    QTest.keyClicks(box, words)
    QTest.keyClick(box, Key.Key_Return)


def test_look_ahead_off_under_teacher_forcing_leaks_onto_the_future_and_is_taken_back(screen: Screen) -> None:
    in_one_pass(screen)
    original = run_of(screen)
    head(screen, "decoder", 0, 0)
    screen.click(screen.view.canvas, screen.place_of(query=1, key=0))
    add(screen, "Look-ahead mask off")
    changed = run_of(screen)
    assert [dict(one) for one in changed.meta.interventions] == [{"what": "mask_off", "mask": "look_ahead"}]
    assert original.produced_ids is not None
    assert changed.decoder_attention is not None
    query = 1
    assert screen.now.run_selection.query == query
    leak = sum(float(w) for key, w in enumerate(changed.decoder_attention[0, 0, query]) if key > query)
    assert leak > 0.01
    said = screen.window.what_if.leak.text()
    assert f"{leak:.4f}"[:5] in said, said
    lines = screen.window.what_if.words.table.lines
    assert original.produced_probability is not None
    assert changed.produced_probability is not None
    assert [line.values for line in lines] == [
        (float(p), float(q)) for p, q in zip(original.produced_probability, changed.produced_probability, strict=True)
    ]
    click(screen, screen.window.what_if.back)
    assert screen.now.run is original
    assert not screen.now.what_if.changes
    assert keyboard_in_dock(screen), "the button went grey under the hand"
    screen.press(Key.Key_Z, CTRL | SHIFT)
    assert screen.now.run is changed
    assert screen.now.what_if.active == (MaskOff("look_ahead"),)


def test_the_difference_is_shown_cell_by_cell_and_equals_a_plain_loop(screen: Screen) -> None:
    in_one_pass(screen)
    original = run_of(screen)
    head(screen, "decoder", 1, 2)  # before the changes are open: then a click on a head switches it off
    add(screen, "Look-ahead mask off")
    choose(screen.window.display_bar.boxes["quantity"], "Difference")
    assert screen.now.reading.quantity == "difference"
    shown, changed = screen.now.trace, run_of(screen)
    assert shown is not None
    for kind in KINDS:
        before, after, told = original.maps(kind), changed.maps(kind), shown.maps(kind)
        for place in np.ndindex(before.shape):
            assert told[place] == np.float32(after[place] - before[place])
    screen.click(screen.view.canvas, screen.place_of(query=3, key=1))
    old, new = (f"{float(run.maps('decoder')[1, 2, 3, 1]):.4f}" for run in (original, changed))
    assert f"before {old}, after {new}" in read_out(screen.now).about


def test_the_padding_mask_off_on_a_padded_run(screen: Screen) -> None:
    length = run_of(screen).source_length
    screen.click(masks(screen).add)
    wait_until(lambda: run_of(screen).source_length == length + MORE, "the padded run")
    screen.until("not busy")
    add(screen, "Padding mask off")
    wait_until(lambda: bool(run_of(screen).meta.changes), "the changed run")
    screen.until("not busy")
    changed = run_of(screen)
    assert_same(changed, directly((MaskOff("padding"),), pad_to=length + MORE))
    assert changed.cross_attention is not None
    assert changed.cross_attention[..., length:].any()


def test_the_best_aligning_head_off_and_on_and_all_removed_is_the_original_bit_for_bit(screen: Screen) -> None:
    original = run_of(screen)
    best = aligning_head(original)
    assert best is not None
    head(screen, "cross", *best)
    add(screen, "This head off")
    change = HeadAblated("cross", *best)
    changed = run_of(screen)
    assert screen.now.what_if.active == (change,)
    assert_same(changed, directly((change,)))
    baseline = baseline_of(changed)
    assert baseline is not None
    np.testing.assert_array_equal(baseline.maps("cross"), original.maps("cross"))
    if run_of(screen).meta.translation != original.meta.translation:
        assert CHANGED in screen.window.what_if.translation.text()
    click(screen, screen.window.what_if.rows[0].on)
    screen.until("not busy")
    assert not screen.now.what_if.active
    assert len(screen.now.what_if.changes) == 1
    click(screen, screen.window.what_if.rows[0].on)
    screen.until("not busy")
    assert screen.now.what_if.active == (change,)
    click(screen, screen.window.what_if.clear)
    screen.until("not busy")
    restored = run_of(screen)
    assert not restored.meta.interventions
    assert not screen.now.what_if.changes
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(restored, name), getattr(original, name), err_msg=name)


def test_a_row_moved_to_one_key_with_the_original_words_kept(screen: Screen) -> None:
    original = run_of(screen)
    head(screen, "cross", 0, 1)
    screen.click(screen.view.canvas, screen.place_of(query=2, key=3))
    add(screen, "This row moved")
    change = RowSet("cross", 0, 1, 2, (0.0, 0.0, 0.0, 1.0))
    assert screen.now.what_if.active == (change,)
    assert_same(run_of(screen), directly((change,)))
    assert run_of(screen).maps("cross")[0, 1, 2].tolist() == [float(key == 3) for key in range(original.source_length)]
    click(screen, screen.window.what_if.keep)
    screen.until("not busy")
    kept = run_of(screen)
    assert screen.now.what_if.original_words
    np.testing.assert_array_equal(kept.produced_ids, original.produced_ids)
    assert len(screen.window.what_if.words.table.lines) == original.steps


def test_another_sentence_runs_as_it_is_and_then_with_the_changes(screen: Screen) -> None:
    add(screen, "Scores without")
    screen.translate("Zwei Kinder spielen im Park.")
    screen.until("not busy")
    run = run_of(screen)
    assert run.meta.source_text == "Zwei Kinder spielen im Park."
    assert len(run.meta.interventions) == 1
    baseline = baseline_of(run)
    assert baseline is not None
    assert np.array_equal(baseline.source_ids, run.source_ids)


def test_escape_closes_the_dock_and_nothing_else_moves(screen: Screen) -> None:
    views = screen.window.tabs.geometry()
    found = dock(screen)
    assert screen.window.tabs.geometry() == views
    screen.press(Key.Key_Escape)
    assert not found.isVisible()
    assert screen.window.tabs.geometry() == views


def test_every_click_in_the_dock_leaves_the_keyboard_there_and_its_keys_work(screen: Screen) -> None:
    """After each kind of click undo and redo are pressed, and both find the run that they name."""
    dock(screen)
    screen.controller.undoing.forget()  # that the dock was opened, which would be undone last
    original, what_if = run_of(screen), screen.window.what_if
    add(screen, "This head off")
    add(screen, "Scores without")
    both = screen.now.what_if
    clicks = (
        lambda: what_if.rows[0].on,
        lambda: what_if.rows[1].on,
        lambda: what_if.keep,
        lambda: what_if.clear,
    )
    for place in clicks:
        before = screen.now.what_if
        click(screen, place())
        screen.until("not busy")
        after = screen.now.what_if
        assert after != before
        assert keyboard_in_dock(screen), place()
        screen.press(Key.Key_Z, CTRL)
        assert screen.now.what_if == before == both
        screen.press(Key.Key_Z, CTRL | SHIFT)
        assert screen.now.what_if == after
        screen.press(Key.Key_Z, CTRL)
        assert keyboard_in_dock(screen) or place() is what_if.keep
    for _ in range(2):
        click(screen, what_if.back)
    assert not what_if.back.isEnabled()
    assert keyboard_in_dock(screen)
    assert run_of(screen) is original
    screen.press(Key.Key_Escape)
    assert not what_if.isVisible()
    assert screen.window.hasFocus()  # the arrows step
    step = screen.now.selection.step
    screen.press(Key.Key_Left)
    assert screen.now.selection.step == step - 1


def test_a_number_and_a_remover_used_by_keys_keep_the_keyboard_where_it_was(screen: Screen) -> None:
    add(screen, "This head off")
    add(screen, "Scores without")
    what_if = screen.window.what_if
    click(screen, what_if.rows[0].edit)
    box = what_if.rows[0].form.fields["layer"]
    assert isinstance(box, QSpinBox)
    number = box.value()
    box.setFocus()
    screen.press(Key.Key_Up if number == 1 else Key.Key_Down)
    screen.until("not busy")
    focused = QApplication.focusWidget()
    assert focused is what_if.rows[0].form.fields["layer"]
    assert focused is not box
    screen.press(Key.Key_Z, CTRL)  # not letters: nothing was typed there
    assert screen.now.what_if.changes[0].change.layer == number - 1  # type: ignore[union-attr]  # a head has one
    what_if.rows[0].drop.setFocus()
    screen.press(Key.Key_Space)
    screen.until("not busy")
    assert QApplication.focusWidget() is what_if.rows[0].drop
    screen.press(Key.Key_Space)
    screen.until("not busy")
    assert not what_if.rows
    assert QApplication.focusWidget() is what_if.add


def test_no_window_of_its_own_flashes_up_with_a_row(screen: Screen) -> None:
    """A part shown before it had a parent was one, and took the keyboard from the program."""
    add(screen, "This head off")
    wait_until(lambda: QApplication.activeWindow() is screen.window)
    wait_until(lambda: QApplication.focusWidget() is not None)
