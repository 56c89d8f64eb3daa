"""Masks in the window: what each hides, why a weight is 0, the proof about the newest row, one's own code."""

from __future__ import annotations

import math

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
    screen.click(view.blocks.buttons["cross"])
    assert "No <pad> here, so the padding mask hides nothing" in view.canvas.picture.alt
    screen.click(view.shorter)
    screen.until("not busy", "batch")
    trace = screen.now.trace
    assert trace is not None
    assert trace.padding_mask is not None
    hidden = int((~trace.padding_mask).sum())
    assert hidden >= trace.source_length / 3, "so much of it that it is seen"
    assert screen.now.selection.kind == "cross", "the block on screen shows it"
    assert f"hides {hidden} columns of <pad> in each of {trace.steps} rows" in view.canvas.picture.alt
    assert f"“{trace.meta.source_text}” is filled up to the {trace.source_length} tokens of" in view.canvas.picture.alt
    last = trace.source_length - 1
    screen.click(view.canvas, screen.place_of(query=1, key=last))
    assert "→ blocked: padding → weight 0.0000" in view.canvas.picture.alt
    told = screen.window.inspector.cell.about.text()
    assert told.startswith("blocked as padding (padding mask); its score before was ")


def test_what_the_look_ahead_mask_hides_is_one_action_away(screen: Screen) -> None:
    before: str = screen.now.selection.kind
    view = masks(screen)  # 1
    assert (before, screen.now.selection.kind) == ("cross", "decoder")
    screen.window.setFocus()
    screen.press(Key.Key_Home)
    trace = screen.now.trace
    assert trace is not None
    assert trace.consumed_tokens is not None
    first = ", ".join(f"“{token}”" for token in trace.consumed_tokens[1:3].tolist())
    assert f"(step 1) the {trace.steps - 1} later tokens are hidden: {first}" in view.canvas.picture.alt
    screen.choose_tab("one_head")
    assert screen.now.selection.kind == before, "what was looked at before"


def test_what_padding_changes_is_two_actions_away(screen: Screen) -> None:
    view = masks(screen)  # 1
    screen.click(view.add)  # 2
    screen.until("not busy")
    assert screen.now.selection.kind == "encoder", "there it can be seen"
    told = view.canvas.picture.alt
    assert "4 <pad> (framed): weight 0; no other weight of this head differs by more than " in told
    assert "4 &lt;pad&gt; hidden" in view.blocks.buttons["cross"].toolTip()
    screen.click(view.remove)
    screen.until("not busy")
    assert "4 <pad> are gone: no weight of this head differs by more than " in view.canvas.picture.alt


def test_what_a_row_would_see_without_the_mask_is_two_actions_away(screen: Screen) -> None:
    view = masks(screen)  # 1
    assert "no scores yet: “All rows in one pass”" in view.canvas.picture.alt
    screen.click(view.whole)  # 2
    screen.until("not busy")
    trace = screen.now.trace
    assert trace is not None
    assert (screen.now.view, trace.meta.decoding["method"]) == ("masks", "teacher forcing")
    screen.press(Key.Key_End, ALT)
    screen.click(view.canvas, screen.place_of(query=0, key=2))
    told = view.canvas.picture.alt.rpartition("→ blocked: future → ")[2]
    scores = trace.activations["decoder_scores"][screen.now.selection.layer, screen.now.selection.head, 0]
    powers = [math.exp(score) for score in scores.tolist()]
    assert told == f"weight 0.0000 (without the mask {powers[2] / sum(powers):.4f})"


def test_the_newest_row_has_no_future_to_hide(screen: Screen) -> None:
    view = masks(screen)
    assert "later tokens have no scores yet" in view.canvas.picture.alt
    screen.click(view.prove)
    screen.until("not busy", "extension")
    steps = screen.now.trace.steps if screen.now.trace is not None else 0
    assert f"Checked: rows 1…{steps} stay as they are with all {steps + 1} tokens there" in view.canvas.picture.alt
    assert "e-0" not in view.canvas.picture.alt
    assert not view.prove.isEnabled()
    screen.click(view.add)
    screen.until("not busy")
    screen.click(view.blocks.buttons["decoder"])
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
    assert f"the mask hides {cells} cells" in view.canvas.picture.alt
    assert view.prove.isHidden()
    screen.press(Key.Key_End, ALT)
    screen.click(view.canvas, screen.place_of(query=0, key=1))
    assert "→ blocked: future → weight 0.0000 (without the mask 0." in view.canvas.picture.alt
    assert "look-ahead mask); its score before was" in screen.window.inspector.cell.about.text()


def test_masks_as_in_ones_own_code(screen: Screen) -> None:
    view = masks(screen)
    plain = view.canvas.grab().toImage()
    screen.click(view.as_in_code, view.as_in_code.rect().topLeft() + view.as_in_code.rect().center() / 4)
    assert screen.now.settings.masks_as_in_code
    assert "= may attend" in view.canvas.picture.alt
    assert view.canvas.grab().toImage() != plain
    screen.press(Key.Key_Z, CTRL)
    assert not screen.now.settings.masks_as_in_code
