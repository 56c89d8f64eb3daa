"""Several sentences in one batch, picked and compared with their runs alone; and a word that is not known, replaced."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.e2e.screen import CTRL, SHIFT, Key, Screen
from tests.viz_app.running import OTHER, SENTENCE, TRANSLATION

SHORT = "Ein Mann."


def run_of(screen: Screen) -> Any:
    return screen.now.run


def paste(screen: Screen, text: str) -> None:
    """In place of the sentence in the source box."""
    screen.press("l", CTRL)
    QGuiApplication.clipboard().setText(text)
    screen.press("v", CTRL)


def test_pasted_lines_are_one_batch_and_each_is_as_alone(screen: Screen) -> None:
    screen.type(SHORT)
    screen.press(Key.Key_Return)
    screen.until("not busy")
    alone = run_of(screen)
    assert screen.window.sentence_picker.isHidden()
    paste(screen, f"{OTHER}\n{SHORT}\n")
    assert screen.window.source_box.lines.isVisible()
    screen.press(Key.Key_Return)
    screen.until("not busy")
    assert [run.meta.source_text for run in screen.now.batch] == [OTHER, SHORT]
    picker = screen.window.sentence_picker
    assert picker.isVisible()
    screen.press(Key.Key_PageDown, CTRL)
    assert picker.list.currentIndex() == 1
    assert screen.now.batch[1] is screen.now.run
    run = run_of(screen)
    assert run.meta.translation == alone.meta.translation
    s = alone.source_length
    np.testing.assert_allclose(run.cross_attention[..., :s], alone.cross_attention, atol=2e-5)
    np.testing.assert_allclose(run.produced_probability, alone.produced_probability, atol=2e-5)
    assert not run.cross_attention[..., s:].any(), "padding is hidden"
    screen.click(picker.previous)
    assert run_of(screen) is screen.now.batch[0]
    screen.press("z", CTRL)
    assert not screen.now.batch
    assert picker.isHidden()


def test_a_line_is_added_by_hand(screen: Screen) -> None:
    screen.press("l", CTRL)
    screen.press(Key.Key_End)
    screen.press(Key.Key_Return, SHIFT)
    lines = screen.window.source_box.lines
    assert lines.hasFocus()
    QTest.keyClicks(lines, SHORT)
    screen.press(Key.Key_Return)
    screen.until("not busy")
    assert len(screen.now.batch) == 2
    assert screen.now.batch[0].meta.translation == TRANSLATION


def test_targets_of_unequal_length_are_padded_and_what_is_padded_is_ignored(screen: Screen) -> None:
    paste(screen, f"{OTHER}\n{SHORT}")
    screen.press("t", CTRL | SHIFT)
    QGuiApplication.clipboard().setText("Two children are playing in the park.\nA man.")
    screen.press("v", CTRL)
    screen.press(Key.Key_Return)
    screen.until("not busy")
    screen.press(Key.Key_PageDown, CTRL)
    run = run_of(screen)
    assert run.steps == screen.now.batch[0].steps
    assert run.meta.decoding["given"] == 4  # A man . <eos>
    screen.choose_tab("teacher_forcing")
    loss = -np.log(run.produced_probability[:4].astype(np.float64)).mean()
    assert f"/ 4 = {loss:.3f} nats" in screen.view.canvas.picture.alt


def test_a_shorter_sentence_joins(screen: Screen) -> None:
    screen.program.actions.by_name["edit.shorter"].trigger()
    screen.until("not busy")
    assert len(screen.now.batch) == 2
    assert not run_of(screen).padding_mask.all()
    assert screen.now.selection.sentence == 1


@pytest.mark.qt_log_ignore("does not support (raise|grabbing the keyboard)")  # said whenever a menu pops up
def test_an_unknown_word_is_named_and_replaced(screen: Screen) -> None:
    screen.write("Zwei HUNDE spielen im Schnee.")
    screen.press(Key.Key_Return)
    screen.until("not busy", "suggestions")
    strip = screen.window.token_strip
    assert screen.window.headline.mark.accessibleName() == "1 word is not in the vocabulary: HUNDE"
    position = run_of(screen).source_tokens.tolist().index("<unk>")
    screen.click(strip.source, strip.source.chip_rect(position).center().toPoint())
    entry = next(action for action in strip.menu.actions() if "Hunde" in action.text() and action.isEnabled())
    strip.menu.close()
    entry.trigger()
    screen.until("not busy")
    assert screen.now.source_text == SENTENCE
    assert screen.window.banner.isHidden()
