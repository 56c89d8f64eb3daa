"""Masks in the window: what each hides, why a weight is 0, the proof about the newest row, one's own code."""

from __future__ import annotations

from tests.e2e.screen import ALT, CTRL, SHIFT, Key, Screen
from viz_app.views.masks import MasksView


def masks(screen: Screen) -> MasksView:
    """The view, on screen."""
    screen.choose_tab("masks")
    view = screen.view
    assert isinstance(view, MasksView)
    return view


def test_a_shorter_sentence_gives_the_padding_mask_something_to_hide(screen: Screen) -> None:
    view = masks(screen)
    assert "hides nothing here" in view.canvas.picture.alt
    screen.click(view.shorter)
    screen.until("not busy", "batch")
    trace = screen.now.trace
    assert trace is not None
    assert trace.padding_mask is not None
    hidden = int((~trace.padding_mask).sum())
    assert hidden > 0
    assert f"hides every <pad> column in every row: {hidden} × {trace.steps} = " in view.canvas.picture.alt
    last = trace.source_length - 1
    screen.click(view.canvas, screen.place_of(query=1, key=last))
    assert "→ blocked: padding → weight 0.0000" in view.canvas.picture.alt
    told = screen.window.inspector.about.text()
    assert told.startswith("blocked as padding (padding mask); its score before was ")


def test_the_newest_row_has_no_future_to_hide(screen: Screen) -> None:
    view = masks(screen)
    assert view.prove.isHidden()
    screen.press(Key.Key_2)
    assert "the newest row has no future to hide" in view.canvas.picture.alt
    screen.click(view.prove)
    screen.until("not busy", "extension")
    steps = screen.now.trace.steps if screen.now.trace is not None else 0
    assert f"Rows 1…{steps} are unchanged with all {steps + 1} tokens there" in view.canvas.picture.alt
    assert not view.prove.isEnabled()
    screen.click(view.add)
    screen.until("not busy")
    assert screen.now.extension is None
    assert view.prove.isEnabled()


def test_in_one_pass_the_look_ahead_mask_hides_what_is_asked_for(screen: Screen) -> None:
    view = masks(screen)
    screen.press(Key.Key_2)
    screen.press(Key.Key_T, CTRL | SHIFT)
    screen.press(Key.Key_A, CTRL)
    for letter in "two dogs":
        screen.press(Key.Key_Space if letter == " " else letter)
    screen.press(Key.Key_Return)
    screen.until("not busy")
    trace = screen.now.trace
    assert trace is not None
    assert trace.meta.decoding["method"] == "teacher forcing"
    screen.choose_tab("masks")
    cells = trace.steps * (trace.steps - 1) // 2
    assert f"the look-ahead mask hides {cells} cells" in view.canvas.picture.alt
    assert view.prove.isHidden()
    screen.press(Key.Key_End, ALT)
    screen.click(view.canvas, screen.place_of(query=0, key=1))
    assert "→ blocked: future → weight 0.0000" in view.canvas.picture.alt
    assert "look-ahead mask); its score before was" in screen.window.inspector.about.text()


def test_masks_as_in_ones_own_code(screen: Screen) -> None:
    view = masks(screen)
    plain = view.canvas.grab().toImage()
    screen.click(view.as_in_code, view.as_in_code.rect().topLeft() + view.as_in_code.rect().center() / 4)
    assert screen.now.settings.masks_as_in_code
    assert "= may attend" in view.canvas.picture.alt
    assert view.canvas.grab().toImage() != plain
    screen.press(Key.Key_Z, CTRL)
    assert not screen.now.settings.masks_as_in_code
