"""Runs on the window's own engine: forced, padded, undone, cancelled."""

from __future__ import annotations

from pathlib import Path

from model.checkpoints.checkpoint import open_checkpoint
from model.checkpoints.formats import headscope
from model.decoding.teacher_forcing import observe
from model.record.trace_file import save_trace
from tests.model.sample_checkpoints import make_checkpoint
from tests.viz_app.running import OTHER, OTHER_TRANSLATION, SENTENCE, Running
from viz_app.state.intents import (
    AddPadding,
    CancelWork,
    DismissProblem,
    ForceToken,
    Redo,
    Select,
    SetSource,
    Translate,
    Undo,
)
from viz_app.state.state import Selection


def test_forcing_keeps_what_came_before_and_undo_returns(window: Running) -> None:
    first = window.now.trace
    assert first is not None
    assert first.candidate_ids is not None
    assert first.produced_ids is not None
    window.controller.handle(Select(step=2, kind="cross", layer=1, head=3))
    token = int(first.candidate_ids[2, 4])
    window.controller.handle(ForceToken(2, token))
    window.until("not busy")
    forced = window.now.trace
    assert forced is not None
    assert forced is not first
    assert forced.produced_ids is not None
    assert forced.produced_ids[:2].tolist() == first.produced_ids[:2].tolist()
    assert forced.produced_ids[2] == token
    assert forced.origin is not None
    assert forced.origin[:4].tolist() == ["forced", "forced", "forced", "greedy"]
    assert window.now.selection == Selection("cross", 1, 3, 2)
    assert window.now.undo
    window.controller.handle(Undo())
    assert window.now.trace is first
    assert not window.now.undo
    assert window.now.redo
    window.controller.handle(Redo())
    assert window.now.trace is forced


def test_what_has_been_done_is_said_until_the_next_thing_is_asked_for(window: Running) -> None:
    first, other = window.now.trace, Select(step=0)
    for intents in ((SetSource(OTHER), Translate()), (Undo(),), (AddPadding(2),)):
        window.state.update(message="Copied the picture as PNG, SVG, PDF", problem=None)
        window.controller.handle(other)
        assert window.now.message, "looking elsewhere makes nothing"
        for intent in intents:
            window.controller.handle(intent)
        assert not window.now.message
        window.until("not busy")
        assert not window.now.message
    assert window.now.trace is not first


def test_padding_is_added_to_the_same_run_and_removed(window: Running) -> None:
    first = window.now.trace
    assert first is not None
    assert first.candidate_ids is not None
    token = int(first.candidate_ids[1, 3])
    window.controller.handle(ForceToken(1, token))
    window.until("not busy")
    window.controller.handle(AddPadding(4))
    window.until("not busy")
    padded = window.now.trace
    assert padded is not None
    assert padded.produced_ids is not None
    assert window.now.padding == 4
    assert padded.source_length == first.source_length + 4
    assert padded.source_tokens[-4:].tolist() == ["<pad>"] * 4
    assert padded.produced_ids[1] == token  # what was forced stays forced
    window.controller.handle(AddPadding(window.now.padding + 4))
    window.until("not busy")
    assert window.now.trace is not None
    assert window.now.trace.source_length == first.source_length + 8
    window.controller.handle(AddPadding(0))
    window.until("not busy")
    assert window.now.trace.source_length == first.source_length
    assert window.now.padding == 0


def test_a_given_target_stays_when_padding_is_added(window: Running, tmp_path: Path) -> None:
    headscope.write(make_checkpoint(changes={"vocabulary_head": False}), tmp_path / "bare")
    checkpoint = open_checkpoint(tmp_path / "bare")
    save_trace(observe(checkpoint, checkpoint.source("a b c"), (5, 6), text="a b c"), tmp_path / "t.npz")
    for name in ("bare", "t.npz"):
        window.open(tmp_path / name)
    window.controller.handle(AddPadding(2))
    window.until("not busy")
    padded = window.now.trace
    assert padded is not None and padded.consumed_ids is not None
    assert padded.padding_mask is not None
    assert (padded.consumed_ids.tolist(), int((~padded.padding_mask).sum())) == ([2, 5, 6], 2)


def test_a_new_sentence_starts_without_padding_and_forcing(window: Running) -> None:
    window.controller.handle(AddPadding(4))
    window.until("not busy")
    window.translate(OTHER)
    assert window.now.padding == 0
    assert window.now.trace is not None
    assert window.now.trace.meta.translation == OTHER_TRANSLATION


def test_an_empty_sentence_changes_nothing(window: Running) -> None:
    before = window.now.trace
    for text in ("", "   ", "\t\n"):
        window.translate(text)
        assert window.now.trace is before
        assert window.now.problem is None
    window.until("not tokens")


def test_a_sentence_that_does_not_fit_says_so_and_leaves_the_picture(window: Running) -> None:
    before = window.now.trace
    window.translate("Hunde " * 5_000)
    assert window.now.trace is before
    assert window.now.problem is not None
    assert "positions for 64" in window.now.problem.why
    window.controller.handle(DismissProblem())
    assert window.now.problem is None


def test_emoji_and_unknown_words_run(window: Running) -> None:
    window.translate("🐕‍🦺 👩‍👩‍👧 \ud83d")
    assert window.now.problem is None
    assert window.now.trace is not None
    assert set(window.now.trace.source_tokens.tolist()) >= {"<unk>"}


def test_the_newest_sentence_wins(window: Running) -> None:
    shown = []
    window.state.changed.connect(lambda now: shown.append(now.trace.meta.source_text if now.trace else ""))
    for text in ("Zwei Hunde schlafen im Garten.", "Zwei Kinder spielen im Schnee.", OTHER):
        window.controller.handle(SetSource(text))
        window.controller.handle(Translate())
    window.until("not busy")
    assert window.now.trace is not None
    assert window.now.trace.meta.translation == OTHER_TRANSLATION
    assert set(shown) == {SENTENCE, OTHER}


def test_a_cancelled_run_leaves_the_picture(window: Running) -> None:
    before = window.now.trace
    window.controller.handle(SetSource(OTHER))
    window.controller.handle(Translate())
    assert window.now.busy is not None
    window.controller.handle(CancelWork())
    assert window.now.busy is None
    window.translate(SENTENCE)  # the engine still works
    assert window.now.problem is None
    assert window.now.trace is not None
    assert window.now.trace is not before
    assert window.now.trace.meta.source_text == SENTENCE
