"""Sessions by the window's own controller: opened as a replay, saved, continued; and the notes in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from model.record.notes import NO_NOTES, Note
from model.record.session_file import read_session, save_session
from model.record.trace_file import save_trace
from tests.viz_app.handlers.test_session_codec import saved, snapshot
from tests.viz_app.running import OTHER, SENTENCE, TINY, Running, wait_until
from tests.viz_app.sample_trace import make_trace, with_scores
from viz_app.handlers.session_codec import facts_of, runs_of
from viz_app.state.intents import (
    AddSentence,
    ChangeNote,
    DismissProblem,
    ForceToken,
    GoToNote,
    NotePlace,
    OpenHome,
    OpenPath,
    SaveSession,
    Select,
    SelectSentence,
    SetNotes,
    SetView,
    Undo,
)
from viz_app.state.state import Selection, Settings, Snapshot

MARIAN = TINY.parent / "marian"


@pytest.fixture
def still(qapp: QApplication) -> Iterator[Running]:
    """No engine: what a session needs is in its file."""
    running = Running.without_window()
    yield running
    running.controller.stop()


@pytest.fixture
def unsaved_let_go(window: Running) -> Iterator[None]:
    """Whoever asks what becomes of unsaved work is told to go on; the window is shared, the answer is not."""
    window.controller.sessions.unsaved.connect(_go_on)
    yield
    window.controller.sessions.unsaved.disconnect(_go_on)


def _go_on(then: Callable[[], None]) -> None:
    then()


def save(running: Running, path: Path) -> None:
    running.controller.handle(SaveSession(path))
    running.until("not busy", "not unsaved")


# --- opened ---


def test_it_opens_without_an_engine_and_stands_where_it_was_saved(still: Running, tmp_path: Path) -> None:
    path = saved(snapshot(), tmp_path / "a.headscope")
    laid_out: list[object] = []
    still.controller.sessions.laid_out.connect(laid_out.append)
    still.controller.handle(OpenPath(path))
    still.until("trace", "not busy", "problem")
    before, now = snapshot(), still.now
    assert (now.selection, now.view, now.zoom, now.notes) == (before.selection, before.view, before.zoom, before.notes)
    assert (now.source_text, now.target_use, now.link_heads) == ("Zwei Hunde", "begin", frozenset({0, 3}))
    assert (now.kept.path, now.unsaved) == (path, False)
    assert laid_out == [(0.2, 0.5, 0.3)]
    assert now.memory.files == (str(path),)


def test_without_its_checkpoint_one_sentence_says_how_to_go_on(still: Running, tmp_path: Path) -> None:
    still.controller.handle(OpenPath(saved(snapshot(), tmp_path / "a.headscope")))
    still.until("trace", "problem")
    assert still.now.problem is not None
    assert still.now.problem.calm
    assert still.now.problem.offer == "locate"
    assert "sample" in still.now.problem.why


def test_looking_around_changes_nothing_that_must_be_saved(still: Running, tmp_path: Path) -> None:
    still.controller.handle(OpenPath(saved(snapshot(), tmp_path / "a.headscope")))
    still.until("trace", "problem")
    for intent in (Select(kind="cross", layer=2, query=1), SetView("masks"), DismissProblem()):
        still.controller.handle(intent)
    assert not still.now.unsaved
    still.controller.handle(SetNotes("other"))
    assert still.now.unsaved


def test_a_damaged_one_leaves_the_picture_and_the_file(still: Running, tmp_path: Path) -> None:
    path = saved(snapshot(), tmp_path / "a.headscope")
    still.state.update(trace=make_trace(), selection=Selection(step=3))
    before, content = still.now, path.read_bytes()[:-100]
    path.write_bytes(content)
    still.controller.handle(OpenPath(path))
    still.until("problem", "not busy")
    assert still.now.problem is not None
    assert still.now.problem.what == str(path)
    assert (still.now.trace, still.now.selection, still.now.kept) == (before.trace, before.selection, before.kept)
    assert path.read_bytes() == content


def test_what_is_not_saved_is_asked_about_before_another_session_is_opened(still: Running, tmp_path: Path) -> None:
    asked: list[Callable[[], None]] = []
    still.controller.sessions.unsaved.connect(asked.append)
    path = saved(snapshot(), tmp_path / "a.headscope")
    still.state.update(trace=make_trace())
    still.controller.handle(SetNotes("mine"))
    still.controller.handle(OpenPath(path))
    assert still.now.busy is None
    assert still.now.notes.text == "mine"
    asked[0]()
    still.until("not busy", "problem")
    assert still.now.notes == snapshot().notes


def test_a_trace_is_opened_beside_the_notes(still: Running, tmp_path: Path) -> None:
    save_trace(make_trace(), tmp_path / "run.npz")
    still.controller.handle(SetNotes("mine"))
    still.open(tmp_path / "run.npz")
    assert still.now.trace is not None
    assert still.now.notes.text == "mine"
    assert still.now.unsaved


def test_undo_brings_back_what_was_there_before(still: Running, tmp_path: Path) -> None:
    still.state.update(trace=make_trace(), settings=Settings(dots=True))
    before = still.now
    still.controller.handle(OpenPath(saved(snapshot(), tmp_path / "a.headscope")))
    still.until("problem")
    still.controller.handle(Undo())
    assert (still.now.trace, still.now.settings) == (before.trace, before.settings)


# --- saved ---


def test_it_is_saved_with_what_is_on_screen(still: Running, tmp_path: Path) -> None:
    path = tmp_path / "b.headscope"
    still.state.update(trace=with_scores(make_trace()), selection=Selection("encoder", 1, 3, 2, 1, 4))
    still.controller.sessions.columns = lambda: (0.1, 0.6, 0.3)
    still.controller.handle(SetNotes("for tomorrow"))
    save(still, path)
    facts = read_session(path).facts
    assert facts["place"] | {"topic": "", "dimension": 0} == {
        "kind": "encoder", "layer": 1, "head": 3, "step": 2, "query": 1, "key": 4, "sentence": 0, "topic": "",
        "dimension": 0,
    }  # fmt: skip
    assert (facts["notes"]["text"], facts["columns"]) == ("for tomorrow", [0.1, 0.6, 0.3])
    assert still.now.message == f"Saved {path}"
    still.controller.handle(SetNotes("for today"))
    still.controller.handle(SaveSession())
    still.until("not unsaved")
    assert read_session(path).facts["notes"]["text"] == "for today"


def test_a_run_without_vectors_is_saved_and_that_is_said(still: Running, tmp_path: Path) -> None:
    still.state.update(trace=make_trace())
    still.controller.handle(SetNotes("x"))
    save(still, tmp_path / "a.headscope")
    assert "without the vectors" in still.now.message


def test_where_nothing_can_be_written_it_stays_unsaved(still: Running, tmp_path: Path) -> None:
    still.state.update(trace=make_trace())
    still.controller.handle(SetNotes("x"))
    still.controller.handle(SaveSession(tmp_path / "nowhere" / "a.headscope"))
    still.until("problem", "not busy")
    assert still.now.unsaved
    assert still.now.kept.path is None


def test_what_changes_while_it_is_written_counts_as_not_saved(still: Running, tmp_path: Path) -> None:
    still.state.update(trace=make_trace())
    still.controller.handle(SetNotes("first"))
    still.controller.handle(SaveSession(tmp_path / "a.headscope"))
    still.controller.handle(SetNotes("second"))
    wait_until(lambda: still.now.kept.path is not None, "the session to be saved")
    assert still.now.unsaved


def test_without_a_run_or_a_file_there_is_nothing_to_save(still: Running, tmp_path: Path) -> None:
    still.controller.handle(SaveSession(tmp_path / "a.headscope"))
    still.state.update(trace=make_trace())
    still.controller.handle(SaveSession())
    assert still.now.busy is None
    assert not list(tmp_path.iterdir())


# --- notes ---


def test_a_place_is_noted_changed_gone_to_and_dropped(still: Running) -> None:
    still.state.update(trace=make_trace(), selection=Selection("cross", 2, 1, 5, 4, 3), view="masks")
    still.controller.handle(NotePlace())
    assert still.now.settings.notes_shown
    sentence = "Zwei Hunde spielen im Schnee ."
    assert still.now.notes.places == (Note("", "masks", sentence, "cross", 2, 1, 5, 4, 3),)
    still.controller.handle(ChangeNote(0, "a word"))
    still.controller.handle(SetView("links"))
    still.controller.handle(Select(kind="encoder", layer=0, head=0, step=1))
    still.controller.handle(GoToNote(0))
    assert (still.now.selection, still.now.view) == (Selection("cross", 2, 1, 5, 4, 3), "masks")
    assert still.now.notes.places[0].text == "a word"
    for intent in (ChangeNote(7, "nobody"), GoToNote(7)):
        still.controller.handle(intent)
    still.controller.handle(ChangeNote(0, None))
    assert still.now.notes == NO_NOTES


def test_a_note_about_another_run_goes_nowhere(still: Running) -> None:
    still.state.update(trace=make_trace(), selection=Selection("cross", 2, 1, 5))
    still.controller.handle(NotePlace())
    still.state.update(trace=make_trace(source=("Hunde",)), selection=Selection("encoder", 0, 0, 1))
    before = still.now
    still.controller.handle(GoToNote(0))
    assert still.now == before or still.now.selection == before.selection


def test_a_note_finds_its_sentence_of_a_batch(still: Running) -> None:
    long, short = make_trace(), make_trace(source=("Hunde",), padding=5)
    still.state.update(trace=short, batch=(long, short), selection=Selection("encoder", 1, 2, 0, 3, 0, sentence=1))
    still.controller.handle(NotePlace())
    still.controller.handle(SelectSentence(0))
    still.controller.handle(GoToNote(0))
    assert still.now.run is short
    assert still.now.selection == Selection("encoder", 1, 2, 0, 3, 0, sentence=1)


# --- with the model ---


@pytest.mark.usefixtures("unsaved_let_go")
def test_with_its_checkpoint_open_it_goes_on_at_once(window: Running, tmp_path: Path) -> None:
    window.controller.handle(SetNotes("hello"))
    save(window, tmp_path / "a.headscope")
    window.translate(OTHER)
    assert window.now.unsaved
    window.open(tmp_path / "a.headscope")
    now = window.now
    assert now.problem is None
    assert now.run is not None
    assert now.run.meta.source_text == SENTENCE
    assert now.run.activations
    assert now.run.candidate_ids is not None
    window.controller.handle(ForceToken(0, int(now.run.candidate_ids[0, 1])))
    window.until("not busy")
    assert window.now.run is not now.run
    assert window.now.unsaved


def test_a_batch_is_saved_and_opened_as_one(window: Running, tmp_path: Path) -> None:
    window.controller.handle(AddSentence("Zwei Hunde."))
    window.until("not busy")
    before = window.now.batch
    save(window, tmp_path / "a.headscope")
    window.fresh()
    window.open(tmp_path / "a.headscope")
    assert [run.meta.source_text for run in window.now.batch] == [run.meta.source_text for run in before]
    first, second = window.now.batch
    assert first.activations["encoder_w_o"] is second.activations["encoder_w_o"]


@pytest.mark.usefixtures("unsaved_let_go")
def test_the_checkpoint_that_recorded_it_is_opened_where_it_lies(window: Running, tmp_path: Path) -> None:
    save(window, tmp_path / "a.headscope")
    window.open(MARIAN)
    assert window.now.checkpoint is not None
    assert window.now.checkpoint.name == "marian"
    window.controller.handle(OpenPath(tmp_path / "a.headscope"))
    window.until("problem", "not busy")
    assert window.now.problem is not None
    assert (window.now.problem.offer, window.now.problem.calm) == ("home", True)
    run = window.now.run
    window.controller.handle(OpenHome())
    window.until("not busy")
    assert window.now.checkpoint.name == "tiny"
    assert window.now.problem is None
    assert window.now.run is run


def test_another_checkpoint_is_told_from_the_right_one_and_the_picture_stays(window: Running, tmp_path: Path) -> None:
    other = snapshot()
    save_session(tmp_path / "a.headscope", facts_of(other), runs_of(other))
    window.controller.handle(OpenPath(tmp_path / "a.headscope"))
    window.until("problem", "not busy")
    run = window.now.run
    window.controller.handle(OpenHome(TINY))
    wait_until(lambda: window.now.problem is not None and not window.now.problem.calm, "the complaint")
    assert window.now.problem is not None
    assert "it is another checkpoint than sample" in window.now.problem.why
    assert window.now.problem.offer == "locate"
    assert window.now.run is run


def test_nothing_is_lost_by_looking(window: Running) -> None:
    assert not window.now.unsaved
    window.translate(OTHER)
    assert not window.now.unsaved
    assert Snapshot().unsaved is False
