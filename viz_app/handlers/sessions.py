"""Sessions in the window: opened as a replay, saved, continued where their checkpoint is; and the notes in them.

Files are read and written beside the window, by what is imported then. Runs that were recorded without what explains
their numbers go once more through the engine before they are saved: quietly, with the same tokens. What a session is,
:mod:`viz_app.handlers.session_codec` says; copies for the case that the program is ended are
:mod:`viz_app.handlers.recovery`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QCoreApplication, QObject, Signal

from model.analysis.baseline import has_vectors
from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem
from model.common.text import fill
from model.record.notes import Note
from model.record.trace import KINDS, Trace
from model.transforms.view_transform import fitting, prepare
from viz_app.engine.client import NEW, EngineClient
from viz_app.engine.messages import CheckpointInfo, RunDone, RunSentence
from viz_app.handlers.background import Background
from viz_app.handlers.engine_session import Work
from viz_app.handlers.files import Filing
from viz_app.handlers.run_request import BY_THE_MODEL, shown_runs
from viz_app.handlers.runs import Running
from viz_app.handlers.undo import shown as run_shown
from viz_app.pictures import all_pictures
from viz_app.state.export_choices import Made
from viz_app.state.intents import ChangeNote, GoToNote, NotePlace, OpenHome, SaveSession, SetNotes
from viz_app.state.saved_state import Kept
from viz_app.state.sentences import padding_of, text_of
from viz_app.state.state import Notice, Snapshot, State, noticed

if TYPE_CHECKING:
    from viz_app.handlers.session_codec import Session

translate = QCoreApplication.translate
Runs = tuple[Trace, ...]
PATIENCE = 20_000  #: milliseconds for one run; then the file is written without
SAME = 1e-4  #: by how much a weight of another device may differ


@dataclass(frozen=True, eq=False)
class FoundSession:
    """A session that was read, and where its checkpoint lies."""

    session: Session
    home: Path | None


def load(path: Path) -> FoundSession:
    """Read a session with everything that takes time. Raises :class:`Problem`."""
    from model.record.session_file import read_session
    from viz_app.handlers.session_codec import find_home, session_of

    session = session_of(read_session(path))
    prepare(session.run, fitting(session.run, session.reading))
    return FoundSession(session, find_home(session.home))


class Sessions(QObject):
    """Handlers of these Intents."""

    unsaved = Signal(object)  #: what was about to happen, to be called once a person has decided about what is unsaved
    laid_out = Signal(object)  #: shares of the width that a session brings along
    saved = Signal()  #: the session is in its file

    def __init__(
        self, state: State, client: EngineClient, work: Work, running: Running, filing: Filing, files: Background,
        parent: QObject | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._state = state
        self._client = client
        self._work = work
        self._running = running
        self._filing = filing
        self._files = files
        self._opening_home: Path | None = None  # chosen to continue with
        self.columns: Callable[[], tuple[float, ...]] = tuple  #: shares of the width as they are; the window knows them
        work.opened.connect(self._check_home)
        self.handlers: dict[type, Callable[[Any], None]] = {
            SaveSession: self._save,
            OpenHome: self._open_home,
            SetNotes: lambda intent: self._note(text=intent.text),
            NotePlace: self._note_place,
            ChangeNote: self._change_note,
            GoToNote: self._go,
        }

    # --- opening ---

    def show(self, path: Path | None, found: FoundSession, **changes: Any) -> None:
        """Put a session on screen; without a ``path`` it counts as not saved yet."""
        from viz_app.handlers.session_codec import shown

        session = found.session
        now_shown = shown(session, self._state.snapshot.settings)
        kept = Kept(path, session.notes, session.runs, session.glosses, found.home)
        if path is None:  # brought back after a crash: nothing of it is in its own file, if it has one
            kept = Kept(Path(session.saved_as) if session.saved_as else None, home=found.home)
        parts = {name: now_shown.pop(name) for name in ("trace", "milliseconds_per_step", "selection", "batch")}
        with self._state.at_once():
            self._running.show(
                parts["trace"], parts["milliseconds_per_step"], parts["selection"], parts["batch"],
                **now_shown, kept=kept, **changes,
            )  # fmt: skip
            self._state.update(zoom=session.zoom)
        self.laid_out.emit(session.columns)  # once it is on screen
        self._work.tokenize_soon()
        self._offer(session)

    def _offer(self, session: Session) -> None:
        """Say how to go on where the checkpoint that recorded the run is not open and will not be in a moment."""
        now, home = self._state.snapshot, self._state.snapshot.kept.home
        opened = now.checkpoint is not None and now.checkpoint.sha256 == session.home.sha256
        if opened or session.run.meta.recorded or (home is not None and str(home) == self._work.path):
            return
        if now.problem is None or now.problem.offer != "recover":
            self._state.update(problem=_how_to_go_on(now.kept, session.home.name))

    # --- going on ---

    def _open_home(self, intent: OpenHome) -> None:
        path = intent.path or self._state.snapshot.kept.home
        if path is not None:
            self._opening_home = path
            self._work.open(str(path), self._state.snapshot.device)

    def _check_home(self, info: CheckpointInfo) -> None:
        """What was opened to go on: is it the one that recorded the run?"""
        path, self._opening_home = self._opening_home, None
        now = self._state.snapshot
        if path is None or now.run is None:
            return
        if info.sha256 == now.run.meta.checkpoint_sha256:
            self._state.update(kept=replace(now.kept, home=path))
            return
        why = translate("Sessions", "it is another checkpoint than %1, which recorded what is on screen")
        step = translate("Sessions", "Find the right one, or translate the sentence again with this one")
        notice = Notice(path.name, fill(why, now.run.meta.checkpoint), step, "locate")
        self._state.update(problem=notice)

    # --- saving ---

    def _save(self, intent: SaveSession) -> None:
        from viz_app.handlers.session_codec import facts_of, pinned_of, runs_of

        now = self._state.snapshot
        path = intent.path or now.kept.path
        if path is None or now.run is None:
            return
        facts, runs, pinned = facts_of(now, self.columns()), runs_of(now), pinned_of(now)
        kept = Kept(path, now.notes, shown_runs(now), now.glosses, _home(now))
        complete(self._client, now, runs, lambda explained: self._write(kept, facts, explained, pinned))

    def _write(self, kept: Kept, facts: dict[str, Any], runs: Runs, pinned: Trace | None) -> None:
        from model.record.session_file import save_session

        path = kept.path
        assert path is not None
        self._filing.busy_with(translate("Controller", "Saving the session…"))
        self._files.run(
            lambda: save_session(path, facts, runs, pinned=pinned),
            lambda _: self._saved(kept, all(map(has_vectors, runs))),
            self._failed,
        )

    def _saved(self, kept: Kept, explained: bool) -> None:
        assert kept.path is not None
        text = translate("Controller", "Saved %1") if explained else _without_vectors()
        message = fill(text, kept.path)
        self._state.update(kept=kept, message=message, made=Made(kept.path, message), **self._filing.not_busy())
        self.saved.emit()

    def _failed(self, problem: Problem) -> None:
        self._filing.fail(noticed(problem))

    # --- notes ---

    def _note(self, **changes: Any) -> None:
        notes = replace(self._state.snapshot.notes, **changes)
        if notes != self._state.snapshot.notes:
            self._state.update(notes=notes)

    def _note_place(self, _: NotePlace) -> None:
        """A note without words yet, about what is selected; the pane opens for them."""
        now = self._state.snapshot
        if now.run is not None:
            settings = replace(now.settings, notes_shown=True)
            self._state.update(notes=now.notes.with_note(place_of(now, now.run)), settings=settings)

    def _change_note(self, intent: ChangeNote) -> None:
        notes = self._state.snapshot.notes
        if intent.index < len(notes.places):
            changed = notes.without(intent.index) if intent.text is None else notes.saying(intent.index, intent.text)
            self._note(places=changed.places)

    def _go(self, intent: GoToNote) -> None:
        now = self._state.snapshot
        if intent.index >= len(now.notes.places):
            return
        note = now.notes.places[intent.index]
        sentence = next((at for at, run in enumerate(shown_runs(now)) if said_in(run) == note.sentence), None)
        if sentence is not None:
            at = {name: getattr(note, name) for name in ("kind", "layer", "head", "step", "query", "key")}
            selection = replace(now.run_selection, sentence=sentence, **at)
            run = shown_runs(now)[sentence]
            view = {"view": note.view} if note.view in all_pictures() else {}
            changes = run_shown(run, now.milliseconds_per_step, now.batch)
            self._state.update(playing=False, **changes, selection=selection, **view)


def place_of(now: Snapshot, run: Trace) -> Note:
    """An empty note about what is selected, in the run as it was recorded."""
    at = now.run_selection
    return Note("", now.view, said_in(run), at.kind, at.layer, at.head, at.step, at.query, at.key)


def said_in(run: Trace) -> str:
    """The sentence of a run; one that was recorded without has its tokens."""
    return run.meta.source_text or " ".join(run.source_labels)


def _home(now: Snapshot) -> Path | None:
    """Where the checkpoint of the run on screen lies, if that is known."""
    opened, run = now.checkpoint, now.run
    is_open = opened is not None and run is not None and opened.sha256 == run.meta.checkpoint_sha256 and opened.path
    return Path(opened.path) if opened is not None and is_open else now.kept.home


def _without_vectors() -> str:
    return translate(
        "Controller", "Saved %1, without the vectors that explain a number: the run was recorded without them"
    )


def _how_to_go_on(kept: Kept, name: str) -> Notice:
    what = translate("Sessions", "this session") if kept.path is None else kept.path.name
    step = translate(
        "Sessions",
        "Everything in it can be looked at; to translate or change something, its checkpoint must be open",
    )
    if kept.home is not None:
        why = fill(translate("Sessions", "it was recorded with %1, which is not open"), name)
        return Notice(what, why, step, "home", calm=True)
    why = fill(translate("Sessions", "its checkpoint, %1, was not found"), name)
    return Notice(what, why, step, "locate", calm=True)


# --- runs with what explains their numbers ---


def complete(client: EngineClient, now: Snapshot, runs: Sequence[Trace], done: Callable[[Runs], None]) -> None:
    """Call ``done`` with ``runs``, each with its vectors where the open checkpoint can give them.

    An engine that is at work is not disturbed.
    """
    found = tuple(runs)
    lacking = [at for at, run in enumerate(found) if client.alive and not has_vectors(run) and can_repeat(now, run)]

    def ask_next() -> None:
        if lacking:
            client.ask("vectors", request_for(found[lacking[0]]), take, lambda _: done(found), patience=PATIENCE)
        else:
            done(found)

    def take(reply: RunDone) -> None:
        nonlocal found
        at = lacking.pop(0)
        found = (*found[:at], with_vectors(found[at], reply.trace), *found[at + 1 :])
        ask_next()

    client.cancel("vectors")
    ask_next()


def can_repeat(now: Snapshot, run: Trace) -> bool:
    """The idle engine holds the checkpoint that recorded ``run``, and a sentence is all that it takes."""
    meta, opened = run.meta, now.checkpoint
    is_open = now.engine_ready and now.busy is None and opened is not None and opened.sha256 == meta.checkpoint_sha256
    told = bool(meta.source_text) and not meta.recorded and not meta.interventions and meta.vocabulary_head
    stepwise = meta.decoding.get("method") in BY_THE_MODEL and run.produced_ids is not None
    return is_open and told and stepwise


def request_for(run: Trace) -> RunSentence:
    """The run once more, with every token that it produced."""
    assert run.produced_ids is not None
    produced = tuple(run.produced_ids.tolist())
    pad_to = run.source_length if padding_of(run) else 0
    return RunSentence(NEW, text_of([run]), pad_to, produced, max_length=len(produced))


def with_vectors(run: Trace, again: Trace) -> Trace:
    """``run`` with what ``again`` holds beside its weights; as it is where they are not the same run."""
    pairs = [(getattr(run, name), getattr(again, name)) for name in ("source_ids", "consumed_ids", "produced_ids")]
    maps = [(run.attention(kind), again.attention(kind)) for kind in KINDS]
    same = all(np.array_equal(one, other) for one, other in pairs) and all(_alike(one, other) for one, other in maps)
    return replace(run, activations={**again.activations, **run.activations}) if same else run


def _alike(one: object, other: object) -> bool:
    if not isinstance(one, np.ndarray) or not isinstance(other, np.ndarray):
        return one is other
    return one.shape == other.shape and bool(np.allclose(one, other, rtol=0, atol=SAME, equal_nan=True))
