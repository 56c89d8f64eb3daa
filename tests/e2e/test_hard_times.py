"""Input that nobody wants, an engine that dies, a window that is closed during work."""

from __future__ import annotations

import time

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from tests.e2e.screen import CTRL, Key, Screen
from tests.viz_app.running import OTHER, OTHER_TRANSLATION, wait_until
from viz_app.dialogs.faults.dialog import FaultDialog
from viz_app.state.intents import ForceToken


@pytest.mark.parametrize("text", ["", "   "])
def test_an_empty_sentence_cannot_be_sent(screen: Screen, text: str) -> None:
    before = screen.now.trace
    screen.type(text or "x")
    if not text:
        screen.press(Key.Key_Backspace)
    assert not screen.window.source_box.button.isEnabled()
    screen.press(Key.Key_Return)
    assert screen.now.busy is None
    assert screen.now.trace is before
    assert screen.now.problem is None


def test_five_thousand_words_are_refused_in_one_sentence_which_can_be_corrected(screen: Screen) -> None:
    before = screen.now.trace
    QGuiApplication.clipboard().setText("Hunde " * 5_000)
    screen.type("")
    screen.press(Key.Key_V, CTRL)
    assert len(screen.now.source_text) == 30_000
    screen.press(Key.Key_Return)
    screen.until("not busy", "problem")
    assert screen.now.problem is not None
    assert "positions for 64" in screen.now.problem.why
    assert screen.now.trace is before
    field, settings = screen.window.source_box.field, screen.now.settings
    assert field.hasFocus(), "it is corrected there, and no letter of it is a command"
    screen.press(Key.Key_A, CTRL)
    for letter in "gr":
        screen.press(letter)
    assert (screen.now.source_text, screen.now.settings) == ("gr", settings)
    screen.press(Key.Key_Return)
    screen.until("not busy")
    assert screen.window.hasFocus()


@pytest.mark.parametrize(
    "text", ["🐕‍🦺 👩‍👩‍👧‍👦 🇩🇪", "<s> <b>x</b> </s> <pad> &amp;", "\u202eabc\u202c def", "xyz qqq"]
)
def test_odd_sentences_run_and_show_what_was_typed(screen: Screen, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    screen.type("")
    screen.press(Key.Key_V, CTRL)
    screen.press(Key.Key_Return)
    screen.until("not busy")
    assert screen.now.problem is None
    assert screen.now.trace is not None
    assert screen.now.trace.meta.source_text == text
    for name in ("one_layer", "all_layers", "masks", "one_head"):
        screen.choose_tab(name)
        assert not screen.view.canvas.grab().isNull()


def test_keys_that_type_do_not_step(screen: Screen) -> None:
    step, kind = screen.now.selection.step, screen.now.selection.kind
    screen.type("1 2 [r]")
    for key in (Key.Key_Left, Key.Key_Right, Key.Key_Home, Key.Key_End, Key.Key_Up, Key.Key_Down, Key.Key_Space):
        screen.press(key)
    assert (screen.now.selection.step, screen.now.selection.kind) == (step, kind)
    assert screen.now.settings.scale == "linear"
    assert not screen.now.playing
    assert screen.now.source_text.strip() == "1 2 [r]"


def test_space_presses_the_focused_button(screen: Screen) -> None:
    screen.window.stepper.first.setFocus()
    screen.press(Key.Key_Space)
    assert screen.now.selection.step == 0
    assert not screen.now.playing


def test_the_slider_keeps_its_arrows(screen: Screen) -> None:
    layer = screen.now.selection.layer
    screen.press(Key.Key_Home)
    screen.window.stepper.slider.setFocus()
    screen.press(Key.Key_Up)
    assert screen.now.selection.layer == layer
    assert screen.now.selection.step == 1


def test_f6_goes_round_the_panes(screen: Screen) -> None:
    window = screen.window
    panes = [window.source_box, window.token_strip, window.stepper, window.model_map, window.tabs, window.inspector]
    reached = []
    for _ in panes:
        screen.press(Key.Key_F6)
        focused = QApplication.focusWidget()
        assert focused is not None
        reached.append(next(pane for pane in panes if pane.isAncestorOf(focused)))
    assert reached == panes
    screen.press(Key.Key_F6)
    assert window.source_box.field.hasFocus()


def test_an_engine_killed_in_the_middle(mortal: Screen) -> None:
    words, before = mortal.view.canvas.picture.alt, mortal.now.trace
    mortal.write(OTHER)
    mortal.freeze_engine()  # on a quiet machine the run is done before a signal arrives
    mortal.press(Key.Key_Return)
    mortal.kill_engine()
    mortal.until("problem")
    assert mortal.window.banner.isVisible()
    assert mortal.now.trace is before
    assert mortal.window.source_box.field.text() == OTHER
    assert mortal.view.canvas.picture.alt == words
    wait_until(lambda: mortal.now.engine_ready and mortal.now.busy is None, "what it was asked")
    assert not mortal.window.banner.isVisible()
    assert mortal.now.trace is not None
    assert mortal.now.trace.meta.translation == OTHER_TRANSLATION


def test_what_is_asked_while_the_engine_comes_back_is_kept_and_done(mortal: Screen) -> None:
    """The last counts: a sentence, then a forced candidate of the run on screen."""
    before = mortal.now.run
    assert before is not None
    assert before.candidate_ids is not None
    mortal.kill_engine()
    mortal.until("problem", "not engine_ready")
    mortal.write(OTHER)
    mortal.press(Key.Key_Return)
    assert not mortal.now.engine_ready
    status = mortal.window.status_line
    assert OTHER in status.work.text()
    assert status.cancel.isVisible()
    mortal.press(Key.Key_Return)  # once more does no harm
    mortal.until("engine_ready", "not busy")
    assert mortal.now.run is not None
    assert mortal.now.run.meta.translation == OTHER_TRANSLATION
    mortal.kill_engine()
    mortal.until("problem", "not engine_ready")
    token = int(mortal.now.run.candidate_ids[1, 3])  # type: ignore[index]
    mortal.controller.handle(ForceToken(1, token))
    mortal.until("engine_ready", "not busy")
    assert mortal.now.run.produced_ids is not None
    assert mortal.now.run.produced_ids[1] == token


def test_what_waits_for_the_engine_may_be_given_up(mortal: Screen) -> None:
    before = mortal.now.run
    mortal.kill_engine()
    mortal.until("problem", "not engine_ready")
    mortal.write(OTHER)
    mortal.press(Key.Key_Return)
    mortal.click(mortal.window.status_line.cancel)
    assert OTHER not in mortal.window.status_line.work.text()
    mortal.until("engine_ready", "not busy")
    assert mortal.now.run is before


def test_an_engine_that_stays_down_is_said_so_until_it_is_started(mortal: Screen) -> None:
    status = mortal.window.status_line
    for death in range(3):
        mortal.kill_engine()
        mortal.until("problem", "not engine_ready")
        if death < 2:
            mortal.until("problem", "engine_ready", "not busy")
            assert not mortal.window.findChildren(FaultDialog), "a notice is enough while another one starts"
    wait_until(lambda: mortal.now.engine_down)
    [dialog] = mortal.window.findChildren(FaultDialog)
    assert dialog.isVisible()
    wait_until(dialog.isActiveWindow)  # the key goes to whoever has the keyboard
    mortal.press(Key.Key_Escape)
    assert not dialog.isVisible()
    mortal.click(mortal.window.banner.dismiss)
    assert mortal.now.problem is None
    assert not mortal.window.banner.isVisible()
    for part in (status.trouble, status.again, status.log):
        assert part.isVisible()
        assert part.text()
    mortal.click(status.again)
    assert not status.trouble.isVisible()
    mortal.until("engine_ready", "not busy")
    mortal.translate(OTHER)
    assert mortal.now.run is not None
    assert mortal.now.run.meta.translation == OTHER_TRANSLATION


def test_closing_during_work_just_closes(mortal: Screen) -> None:
    mortal.write("Hunde " * 40)
    mortal.press(Key.Key_Return)
    assert mortal.now.busy is not None
    mortal.press(Key.Key_Q, CTRL)
    assert not mortal.window.isVisible()
    started = time.monotonic()
    mortal.controller.stop()
    assert not mortal.client.alive
    assert time.monotonic() - started < 60  # a promise of two seconds; the rest is for a busy machine
