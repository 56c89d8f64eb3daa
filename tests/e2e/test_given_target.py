"""How a translation begins, and all of it: typed in the target line, run, read in the table, left by a forced token."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from tests.e2e.screen import CTRL, SHIFT, Key, Screen
from tests.viz_app.running import TRANSLATION
from viz_app.controls.inspector.candidates import CandidateButton

OTHER = "Two children are playing in the park."


def run_of(screen: Screen) -> Any:
    return screen.now.run


def give(screen: Screen, target: str) -> None:
    """Open the target line for a whole target, type it, Enter."""
    screen.press("t", CTRL | SHIFT)
    assert screen.window.target_line.input.field.hasFocus()
    QTest.keyClicks(screen.window.target_line.input.field, target)
    screen.press(Key.Key_Return)
    screen.until("not busy")


def row_of(screen: Screen, position: int) -> QPoint:
    canvas = screen.view.canvas
    return next(
        QPoint(60, y + 5)
        for y in range(canvas.height())
        if (cell := canvas.picture.at(60, y)) is not None and cell.query == position
    )


def test_how_probable_is_my_translation(screen: Screen) -> None:
    assert screen.window.target_line.isHidden(), "the first screen is calm"
    give(screen, OTHER)
    run = run_of(screen)
    assert (run.meta.translation, set(run.origin)) == (OTHER, {"teacher"})
    screen.choose_tab("teacher_forcing")
    total = float(np.log(run.produced_probability.astype(np.float64)).sum())
    assert f"{total:.3f}".replace("-", "−") in screen.view.canvas.picture.alt
    screen.click(screen.view.canvas, row_of(screen, 2))
    assert screen.now.selection.step == 2
    screen.press(Key.Key_Down)
    assert screen.now.selection.step == 3
    assert "Position 3" in screen.view.canvas.picture.alt
    screen.click(screen.window.target_line.close_button)
    assert screen.window.target_line.isHidden()
    screen.click(screen.window.source_box.button)
    screen.until("not busy")
    assert run_of(screen).meta.translation == TRANSLATION
    screen.press("z", CTRL)
    assert run_of(screen) is run


def test_the_look_ahead_mask_hides_something_now(screen: Screen) -> None:
    """In one pass every later token is there; each row gives it no weight."""
    give(screen, OTHER)
    run = run_of(screen)
    later = ~np.tri(run.steps, dtype=bool)
    assert not run.decoder_attention[..., later].any()
    assert not np.isnan(run.activations["decoder_scores"][..., later]).any(), "their scores are computed all the same"


def test_a_token_forced_on_the_way_leaves_the_given_target(screen: Screen) -> None:
    give(screen, OTHER)
    given = run_of(screen)
    screen.press(Key.Key_Home)
    screen.press(Key.Key_Right)
    rows = screen.window.inspector.findChildren(CandidateButton)
    screen.click(next(row for row in rows if row.isVisible() and row.accessibleName() and not _is_given(row, given)))
    screen.until("not busy")
    branched = run_of(screen)
    assert branched.produced_ids[0] == given.produced_ids[0]
    assert branched.produced_ids[1] != given.produced_ids[1]
    assert branched.origin[:3].tolist() == ["forced", "forced", "greedy"]
    screen.press("z", CTRL)
    assert run_of(screen) is given


def _is_given(row: CandidateButton, run: Any) -> bool:
    return str(run.produced_tokens[1]) in row.accessibleName()


def test_a_typed_beginning_goes_on_by_itself(screen: Screen) -> None:
    screen.click(screen.window.source_box.target)
    assert screen.window.target_line.use.currentIndex() == 0
    QTest.keyClicks(screen.window.target_line.input.field, "A dog")
    screen.press(Key.Key_Return)
    screen.until("not busy")
    run = run_of(screen)
    assert run.produced_tokens[:2].tolist() == ["A", "dog"]
    assert run.origin[:3].tolist() == ["forced", "forced", "greedy"]
    screen.press("z", CTRL)
    assert run_of(screen).meta.translation == TRANSLATION


def test_a_target_without_words_is_explained(screen: Screen) -> None:
    before = run_of(screen)
    give(screen, "  ")
    assert screen.now.problem is not None
    assert run_of(screen) is before
    screen.press(Key.Key_Escape)
