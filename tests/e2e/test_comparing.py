"""Two runs compared, in the real window with the real engine: pinned, changed, opened from a file, taken back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtWidgets import QApplication

from model.analysis.comparison.token_alignment import ALONE
from model.analysis.comparison.two_runs import Comparison, compare
from model.network.interventions import MaskOff
from model.record.trace import Trace
from model.record.trace_file import save_trace
from tests.e2e.screen import CTRL, Key, Screen
from tests.viz_app.running import OTHER, SENTENCE
from viz_app.pictures import titles
from viz_app.state.intents import AddPadding, SaveSession, Undo
from viz_app.state.what_if import AskedChange, AskedChanges, SetChanges
from viz_app.views.compare import CompareView

TAB = list(titles()).index("compare")


def run_of(screen: Screen) -> Trace:
    assert screen.now.run is not None
    return screen.now.run


def shown(screen: Screen) -> Comparison:
    assert screen.now.view == "compare"
    assert screen.now.pinned is not None
    return compare(screen.now.pinned, run_of(screen))


def first_of_the_list(screen: Screen) -> None:
    """Click on the first head of the list."""
    QApplication.processEvents()
    canvas = screen.view.canvas
    left, top, wide, high = canvas.picture.ranks[0].box  # type: ignore[attr-defined]
    screen.click(canvas, canvas.rect().topLeft() + type(canvas.rect().center())(left + wide // 2, top + high // 2))


def test_a_sentence_is_pinned_and_another_one_compared_with_it(screen: Screen) -> None:
    tabs, first = screen.window.tabs, run_of(screen)
    assert not tabs.tabBar().isTabVisible(TAB)
    screen.press("p")
    assert screen.now.pinned is first
    assert tabs.tabBar().isTabVisible(TAB)
    screen.translate(OTHER)
    assert screen.now.pinned is first
    screen.choose_tab("compare")
    both = shown(screen)
    assert (both.source.first.tolist(), both.source.second.tolist()) == (list(range(7)), list(range(7)))
    other = [at for at, same in enumerate(both.source.same.tolist()) if not same]
    words = SENTENCE.replace(".", " .").split(), OTHER.replace(".", " .").split()
    assert other == [at for at, (one, two) in enumerate(zip(*words, strict=True)) if one != two]
    first_of_the_list(screen)
    chosen, changed = screen.now.selection, both.ranking[0]
    assert (chosen.kind, chosen.layer, chosen.head) == (changed.kind, changed.layer, changed.head)
    mark = screen.window.headline.pin
    assert mark is not None
    assert mark.isVisible()
    screen.click(mark.unpin)
    assert screen.now.pinned is None
    assert mark.isHidden()
    screen.controller.handle(Undo())
    assert screen.now.pinned is first


def test_a_recorded_trace_with_a_planted_fault_shows_it_first(screen: Screen, tmp_path: Path) -> None:
    run = run_of(screen)
    weights = run.maps("decoder").copy()
    weights[0, 1, 4, 2] += np.float32(0.125)
    save_trace(replace(run, decoder_attention=weights), tmp_path / "theirs.npz")
    screen.press("p")
    screen.open(tmp_path / "theirs.npz")
    assert screen.now.pinned is run
    screen.press(Key.Key_9, CTRL)
    first_of_the_list(screen)
    chosen = screen.now.run_selection
    assert (chosen.kind, chosen.layer, chosen.head, chosen.query, chosen.key) == ("decoder", 0, 1, 4, 2)
    assert len(screen.view.canvas.picture.ranks) == 1  # type: ignore[attr-defined]
    view = screen.view
    assert isinstance(view, CompareView)
    assert "difference +0.1250" in view.place.accessibleName()


def test_what_padding_changes_is_one_button_away(screen: Screen) -> None:
    before = run_of(screen)
    screen.choose_tab("masks")
    screen.controller.handle(AddPadding(2))
    screen.until("not busy")
    button = screen.view.beside  # type: ignore[attr-defined]
    assert button.isVisible()
    screen.click(button)
    both = shown(screen)
    assert screen.now.pinned is before
    assert both.source.first.tolist()[-2:] == [ALONE, ALONE]
    assert both.largest < 1e-5, "a padding mask that works hides it from every weight"


def test_what_a_mask_changes_is_one_button_away(screen: Screen) -> None:
    original = run_of(screen)
    screen.controller.handle(AddPadding(3))
    screen.until("not busy")
    padded = run_of(screen)
    screen.controller.handle(SetChanges(AskedChanges((AskedChange(MaskOff("padding")),))))
    screen.until("not busy")
    dock = screen.window.what_if
    assert dock.beside.isEnabled()
    dock.beside.click()
    both = shown(screen)
    assert both.before.maps("encoder") is padded.maps("encoder")
    assert both.largest > 0.01
    assert original is not padded
    screen.controller.handle(Undo())
    assert screen.now.pinned is None


def test_a_session_keeps_what_was_pinned(screen: Screen, tmp_path: Path) -> None:
    pinned = run_of(screen)
    screen.press("p")
    screen.translate(OTHER)
    screen.controller.handle(SaveSession(tmp_path / "two.headscope"))
    screen.until("not busy")
    screen.fresh()
    assert screen.now.pinned is None
    screen.open(tmp_path / "two.headscope")
    again = screen.now.pinned
    assert again is not None
    assert again.meta.source_text == SENTENCE
    np.testing.assert_array_equal(again.maps("cross"), pinned.maps("cross"))
    assert run_of(screen).meta.source_text == OTHER
