"""Where the window stands after a translation, by keys and the mouse; what stays selected, and the way back."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from model.analysis.aligning_head import aligning_head
from model.analysis.landing import telling_step
from tests.e2e.screen import CTRL, SHIFT, Key, Screen
from tests.viz_app.running import OTHER, SENTENCE
from viz_app.example import load_example
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.pictures.drawing.why_here import why_here
from viz_app.state.intents import SetSource
from viz_app.state.start import Start
from viz_app.tables.parts.current_row import wordings

SHORT = "Ein Mann."
ENGLISH = "The two dogs are playing in the snow."


def run(screen: Screen, text: str) -> None:
    screen.write(text)
    screen.press(Key.Key_Return)
    screen.until("not busy")


def written(screen: Screen) -> str:
    """What the step on screen writes."""
    assert screen.now.trace is not None
    return tokens_of(screen.now.trace).produced[screen.now.selection.step].text


def place(screen: Screen) -> tuple[str, int, int]:
    chosen = screen.now.selection
    return chosen.kind, chosen.layer, chosen.head


def agrees(screen: Screen, step: int) -> None:
    """Stepper, candidates, sentence and map speak of one step, counted from 0."""
    now, window = screen.now, screen.window
    assert now.trace is not None
    assert now.selection.step == window.stepper.slider.value() == step
    assert f"step {step + 1} / {now.trace.steps}" in wordings(now)[0]
    assert window.row_sentence.label.text().startswith(f"step {step + 1}")
    rows = window.inspector.candidates.rows
    tokens = now.trace.candidate_tokens
    assert tokens is not None
    first = next(row.candidate for row in rows if row.candidate is not None)
    assert first.token == str(tokens[step, 0])
    assert f"step {step + 1} / {now.trace.steps}" in screen.view.canvas.picture.alt


@pytest.mark.parametrize("text", [OTHER, SHORT, "Hunde!", " ".join([SENTENCE[:-1]] * 8) + "."])
def test_every_translation_lands_on_a_word_and_on_the_head_that_aligns(screen: Screen, text: str) -> None:
    screen.press(Key.Key_Home)
    run(screen, text)
    now = screen.now
    assert now.run is not None
    head = aligning_head(now.run)
    assert head is not None
    assert place(screen) == ("cross", *head)
    assert now.selection.step == telling_step(now.run, head) < now.run.steps - 1
    assert written(screen).isalpha()
    assert why_here(now) == "sharpest of 8 heads (this sentence, n = 1)"
    assert why_here(now) in screen.view.canvas.picture.alt
    agrees(screen, now.selection.step)


def test_a_head_or_kind_chosen_by_hand_stays_for_the_next_sentence(screen: Screen) -> None:
    run(screen, OTHER)
    screen.press("2")
    screen.press("]")
    chosen = place(screen)
    assert chosen[0] == "decoder"
    run(screen, SENTENCE)
    assert place(screen) == chosen
    assert written(screen).isalpha()


def test_forcing_stays_at_its_step_and_its_key(screen: Screen) -> None:
    screen.press(Key.Key_Home)
    screen.press(Key.Key_Right)
    strip = screen.window.token_strip.source
    screen.click(strip, strip.chip_rect(3).center().toPoint())
    assert (screen.now.selection.step, screen.now.selection.key) == (1, 3)
    rows = screen.window.inspector.candidates.rows
    screen.click(next(row for row in rows if row.candidate is not None and row.candidate.token == "children"))
    screen.until("not busy")
    assert (screen.now.selection.step, screen.now.selection.key) == (1, 3), "the same source token"
    run(screen, OTHER)
    assert screen.now.selection.key is None, "a sentence of other tokens"


def test_a_typed_beginning_lands_as_every_translation_does_and_the_same_once_more_stays(screen: Screen) -> None:
    run(screen, SENTENCE)
    screen.press(Key.Key_End)
    assert not written(screen).isalpha()
    screen.press("t", CTRL | SHIFT)
    screen.window.target_line.use.activated.emit(0)
    QTest.keyClicks(screen.window.target_line.input.field, "Three dogs")
    screen.press(Key.Key_Return)
    screen.until("not busy")
    now = screen.now
    assert now.run is not None and now.run.meta.translation.startswith("Three dogs")
    assert now.selection.step == telling_step(now.run, aligning_head(now.run))
    assert written(screen).isalpha()
    agrees(screen, now.selection.step)
    screen.press(Key.Key_Home)
    screen.press(Key.Key_Return, CTRL)
    screen.until("not busy")
    assert screen.now.selection.step == 0, "nothing reads otherwise"


def test_the_first_play_shows_the_translation_from_its_first_word(screen: Screen) -> None:
    run(screen, OTHER)
    landed = screen.now.selection.step
    assert landed > 0
    screen.window.setFocus()
    screen.press(Key.Key_Space)
    assert screen.now.playing
    assert screen.now.selection.step == 0
    screen.press(Key.Key_Space)
    assert not screen.now.playing
    screen.press(Key.Key_End)
    screen.press(Key.Key_Left)
    here = screen.now.selection.step
    screen.press(Key.Key_Space)
    assert screen.now.selection.step == here, "from where somebody has gone to"
    screen.press(Key.Key_Space)


def test_a_click_on_an_earlier_row_goes_to_that_step_and_the_keys_lead_back(screen: Screen) -> None:
    screen.window.setFocus()
    screen.press("3")
    screen.press(Key.Key_End)
    last = screen.now.selection.step
    undo = screen.now.undo
    canvas, spot = screen.view.canvas, screen.place_of(query=2, key=1)
    screen.hover(canvas, spot)
    assert screen.now.selection.step == last, "pointing only looks"
    screen.click(canvas, spot)
    agrees(screen, 2)
    assert (screen.now.selection.query, screen.now.selection.key) == (2, 1)
    assert screen.now.undo == undo
    screen.hover(canvas, canvas.rect().bottomLeft())
    screen.press(Key.Key_End)
    agrees(screen, last)
    screen.press(Key.Key_Home)
    agrees(screen, 0)


@pytest.fixture
def clicked(screen: Screen) -> Screen:
    """After a click on a block of the model, made while the sentence had the keyboard."""
    screen.click(screen.window.source_box.field)
    screen.click(screen.window.model_map.blocks["cross", 1])
    assert place(screen)[:2] == ("cross", 1)
    return screen


def test_after_a_click_on_a_block_all_keys_step(clicked: Screen) -> None:
    last = clicked.now.trace.steps - 1  # type: ignore[union-attr]
    focused = QApplication.focusWidget()
    for key, step in (
        (Key.Key_Home, 0),
        (Key.Key_Right, 1),
        (Key.Key_Right, 2),
        (Key.Key_Left, 1),
        (Key.Key_End, last),
    ):
        clicked.press(key)
        assert clicked.now.selection.step == step, key
    clicked.press(Key.Key_Down)
    assert clicked.now.selection.layer == 0, "a layer, as the key sheet says"
    assert QApplication.focusWidget() is focused
    head = clicked.window.model_map.heads[3]
    clicked.click(head)
    assert clicked.now.selection.head == 3
    clicked.press(Key.Key_Home)
    clicked.press(Key.Key_Right)
    assert (clicked.now.selection.step, clicked.now.selection.head) == (1, 3)


def test_where_tab_has_led_to_a_block_arrows_walk_the_map(clicked: Screen) -> None:
    step = clicked.now.selection.step
    clicked.window.setFocus()
    blocks = clicked.window.model_map.blocks.values()
    for _ in range(9):
        if QApplication.focusWidget() not in blocks:
            clicked.press(Key.Key_F6)
    assert QApplication.focusWidget() in blocks
    before = QApplication.focusWidget()
    clicked.press(Key.Key_Down)
    assert QApplication.focusWidget() is not before
    assert clicked.now.selection.step == step


def test_a_beginning_goes_to_the_sentence_on_screen(screen: Screen) -> None:
    screen.controller.handle(SetSource(f"{OTHER}\n{SENTENCE}"))
    screen.press(Key.Key_Return, CTRL)
    screen.until("not busy")
    screen.press(Key.Key_PageDown, CTRL)
    first, second = screen.now.batch
    screen.press("t", CTRL | SHIFT)
    field = screen.window.target_line.input.field
    assert field.hasFocus()
    QTest.keyClicks(field, "Three")
    before = screen.now.target_use
    if before != "begin":
        screen.window.target_line.use.activated.emit(0)
    screen.press(Key.Key_Return)
    screen.until("not busy")
    now = screen.now
    assert now.selection.sentence == 1
    assert now.run is now.batch[1] is not second
    assert now.batch[0].produced_ids is first.produced_ids, "the other one is left alone"
    assert now.run is not None
    assert now.run.meta.translation.startswith("Three")
    assert now.run.origin is not None
    assert now.run.origin[0] == "forced"


def test_another_sentence_of_the_batch_lands_too_and_takes_no_key_along(screen: Screen) -> None:
    screen.controller.handle(SetSource(f"{OTHER}\n{SHORT}"))
    screen.press(Key.Key_Return, CTRL)
    screen.until("not busy")
    strip = screen.window.token_strip.source
    screen.click(strip, strip.chip_rect(2).center().toPoint())
    assert screen.now.selection.key == 2
    screen.press(Key.Key_PageDown, CTRL)
    assert screen.now.selection.key is None
    assert written(screen).isalpha()


def test_another_language_is_said_once_calmly(screen: Screen) -> None:
    mark = screen.window.headline.mark
    run(screen, ENGLISH)
    assert "not German?" in mark.text()
    assert "it reads like English, and this model translates from German" in mark.toolTip()
    assert "open a checkpoint that translates from English" in mark.toolTip()
    assert screen.now.problem is not None
    assert screen.now.problem.calm
    assert not screen.window.banner.isVisible()
    assert screen.window.headline.target.text()
    run(screen, OTHER)
    assert screen.now.problem is None
    assert not mark.isVisible()
    run(screen, ENGLISH)
    assert screen.now.problem is None, "once"


def test_the_finished_example_stays_where_it_is_and_its_sample_lands_there(qapp: QApplication) -> None:
    """The shipped checkpoint: the reason stands there before and after its own sentence is run by hand."""
    example = load_example("classic")
    assert example is not None
    assert example.checkpoint is not None
    screen = Screen(qapp, example)
    try:
        reason, stood = why_here(screen.now), screen.now.selection
        assert "of 24 heads" in reason
        screen.controller.start(Start(checkpoint=example.checkpoint.path))
        screen.until("engine_ready", "not busy")
        run(screen, "Zwei Hunde spielen im Garten.")
        assert place(screen) == (stood.kind, stood.layer, stood.head)
        assert "best of 24 heads" in why_here(screen.now)
        assert written(screen).isalpha()
        run(screen, example.trace.meta.source_text)
        assert (screen.now.selection, why_here(screen.now)) == (stood, reason)
    finally:
        screen.close()
