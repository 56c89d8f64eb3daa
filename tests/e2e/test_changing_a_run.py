"""Masks and padding, forcing a candidate and going back, cancelling."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QApplication

from tests.e2e.screen import CTRL, SHIFT, Key, Screen
from tests.viz_app.running import OTHER, SENTENCE
from viz_app.controls.inspector.candidates import CandidateButton
from viz_app.state.state import Selection
from viz_app.views.masks import MasksView


def masks(screen: Screen) -> MasksView:
    view = screen.window.views["masks"]
    assert isinstance(view, MasksView)
    return view


def test_masks_with_and_without_padding(screen: Screen) -> None:
    screen.choose_tab("masks")
    before = screen.now.trace
    assert before is not None
    assert before.padding_mask is not None
    assert before.padding_mask.all()
    screen.press("3")
    plain = screen.view.canvas.grab().toImage()
    assert "No <pad> here" in screen.view.canvas.picture.alt
    assert masks(screen).remove.isHidden()
    screen.click(masks(screen).add)
    screen.until("not busy")
    padded = screen.now.trace
    assert padded is not None
    assert padded.padding_mask is not None
    assert padded.padding_mask.tolist() == [True] * before.source_length + [False] * 4
    assert padded.cross_attention is not None
    assert before.cross_attention is not None
    assert not padded.cross_attention[..., before.source_length :].any()
    np.testing.assert_allclose(
        padded.cross_attention[..., : before.source_length], before.cross_attention, atol=1e-5
    )  # padding changes no visible weight
    assert screen.view.canvas.grab().toImage() != plain
    assert "padding" in screen.view.canvas.picture.alt.lower()
    screen.click(masks(screen).remove)
    screen.until("not busy")
    assert screen.now.trace is not None
    assert screen.now.trace.source_length == before.source_length
    assert screen.now.trace.padding_mask is not None
    assert screen.now.trace.padding_mask.all()
    assert "4 <pad> are gone: no weight of this head differs by more than" in screen.view.canvas.picture.alt
    assert "No <pad> here" in screen.view.canvas.picture.alt


def test_every_mask_can_be_told_by_pointing(screen: Screen) -> None:
    """The look-ahead mask blocks the future in the decoder and nothing in the cross attention."""
    screen.choose_tab("masks")
    assert screen.now.trace is not None
    assert screen.now.trace.target_mask is not None
    assert np.array_equal(screen.now.trace.target_mask, np.tri(screen.now.trace.steps, dtype=bool))
    screen.press("2")
    decoder = screen.view.canvas.grab().toImage()
    screen.press("3")
    assert screen.view.canvas.grab().toImage() != decoder


def test_a_click_on_a_candidate_forces_it_and_control_z_goes_back(screen: Screen) -> None:
    first = screen.now.trace
    assert first is not None
    assert first.produced_tokens is not None
    screen.press(Key.Key_Home)
    screen.press(Key.Key_Right)
    rows = screen.window.inspector.findChildren(CandidateButton)
    row = next(row for row in rows if row.candidate is not None and row.candidate.token == "children")
    screen.click(row)
    screen.until("not busy")
    forced = screen.now.trace
    assert forced is not None
    assert forced.produced_tokens is not None
    assert forced.produced_tokens[:2].tolist() == [first.produced_tokens[0], "children"]
    assert forced.origin is not None
    assert forced.origin[:2].tolist() == ["forced", "forced"]
    assert screen.now.selection.step == 1  # where one forced
    assert "children" in screen.window.windowTitle()
    screen.press(Key.Key_Z, CTRL)
    assert screen.now.trace is first
    screen.press(Key.Key_Z, CTRL | SHIFT)
    assert screen.now.trace is forced


def test_escape_cancels_and_leaves_the_picture(screen: Screen) -> None:
    before = screen.now.trace
    screen.write(OTHER)
    screen.press(Key.Key_Return)
    assert screen.now.busy is not None
    screen.press(Key.Key_Escape)
    assert screen.now.busy is None
    for _ in range(50):
        QApplication.processEvents()
    assert screen.now.trace is before
    assert screen.now.source_text == OTHER
    screen.press(Key.Key_Return, CTRL)
    screen.until("not busy")
    assert screen.now.trace is not None
    assert screen.now.trace.meta.source_text == OTHER


def test_the_cancel_button_does_the_same(screen: Screen) -> None:
    before = screen.now.trace
    screen.write(OTHER)
    screen.click(screen.window.source_box.button)
    screen.click(screen.window.status_line.cancel)
    assert screen.now.busy is None
    assert screen.now.trace is before


def test_the_step_stays_when_the_same_sentence_runs_again(screen: Screen) -> None:
    screen.state.update(selection=Selection("decoder", 1, 2, 3))
    screen.translate(SENTENCE)
    assert screen.now.selection == Selection("decoder", 1, 2, 3)
