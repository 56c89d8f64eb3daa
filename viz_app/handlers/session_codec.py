"""A session in full: runs, where one stands in them, how they are read and shown, and the notes.

:func:`facts_of` says a window's snapshot as the fields of ``session.json``, :func:`session_of` reads them back, each
looked at by :mod:`viz_app.handlers.session_fields`, and :func:`shown` says what of the state they are. What the file
is, :mod:`model.record.session_file` knows.

Where the checkpoint of a session may lie: the shipped one of that name, or the place that the session names.
A path out of a foreign file is looked at only on this computer: never on another machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model.analysis.effects import Effects, held_effects
from model.analysis.effects import holding as holding_effects
from model.analysis.explanation import sharing
from model.analysis.logit_lens import EarlyGuesses, held_guesses, holding
from model.common.assets import CHECKPOINTS, shipped_checkpoints, shipped_sha
from model.common.lazy_dataclass import dataclass
from model.record.notes import RunNotes
from model.record.session_file import SessionFile, read_session, save_session
from model.record.trace import Trace
from model.transforms.view_transform import ViewTransform, fitting, prepare
from viz_app.handlers.session_fields import PICTURE, Home, fields_of_session
from viz_app.handlers.undo import shown as run_shown
from viz_app.state.classroom.glosses import WrittenGloss
from viz_app.state.decoding import Decoding, decoding_to_json
from viz_app.state.state import Selection, Settings, Snapshot, State, TargetUse
from viz_app.state.what_if import AskedChanges, changes_to_json
from viz_app.state.zoom import Zoom

if TYPE_CHECKING:
    from model.corpus.corpus_heads import CorpusHeads


@dataclass(frozen=True, eq=False)
class Session:
    """What a session file says, looked at field by field."""

    runs: tuple[Trace, ...]
    home: Home
    selection: Selection  #: in the run as it was recorded
    view: str
    reading: ViewTransform
    zoom: Zoom | None
    link_heads: frozenset[int]
    settings: Mapping[str, Any]  #: of :data:`PICTURE`
    source_text: str
    target_text: str
    target_use: TargetUse
    milliseconds_per_step: float
    what_if: AskedChanges
    decoding: Decoding
    guesses: EarlyGuesses | None
    effects: Effects | None
    notes: RunNotes
    glosses: tuple[WrittenGloss, ...]
    columns: tuple[float, ...]  #: shares of the width: map of the model, views, inspector
    saved_as: str  #: of a copy that was kept for recovery: the file it belongs to
    pinned: Trace | None = None
    file_heads: CorpusHeads | None = None

    @property
    def run(self) -> Trace:
        """The run that is shown."""
        return self.runs[self.selection.sentence]


# --- a window's snapshot as fields ---


def runs_of(now: Snapshot) -> tuple[Trace, ...]:
    """The runs on screen as recorded; the shown one takes along what was measured of it."""
    run = now.run
    if run is None:
        return ()
    kept = run if now.early_guesses is None else holding(now.early_guesses)
    kept = kept if now.effects is None else holding_effects(now.effects, kept)
    return tuple(kept if one is run else one for one in now.batch) or (kept,)


def facts_of(now: Snapshot, columns: Sequence[float] = (), saved_as: str = "") -> dict[str, Any]:
    """The fields of ``session.json``. ``now`` must hold a run. Layers, heads and steps count from 0."""
    assert now.run is not None
    chosen = now.run_selection if now.batch else replace(now.run_selection, sentence=0)
    settings = asdict(now.settings)
    facts = {
        "checkpoint": asdict(home_of(now)),
        "place": asdict(chosen),
        "view": now.view,
        "reading": asdict(now.reading),
        "zoom": None if now.zoom is None else asdict(now.zoom),
        "link_heads": sorted(now.link_heads),
        "settings": {name: settings[name] for name in PICTURE},
        "source_text": now.source_text,
        "target_text": now.target_text,
        "target_use": now.target_use,
        "milliseconds_per_step": now.milliseconds_per_step,
        "what_if": changes_to_json(now.what_if),
        "original_words": now.what_if.original_words,
        "decoding": decoding_to_json(now.decoding),
        "notes": asdict(now.notes),
        "glosses": [asdict(gloss) for gloss in now.glosses],
        "columns": [round(share, 4) for share in columns],
    }
    facts |= {} if now.file_heads is None else {"file_heads": _table(now.file_heads)}
    return facts | ({"saved_as": saved_as} if saved_as else {})


@lru_cache(maxsize=1)
def _table(heads: CorpusHeads) -> dict[str, Any]:
    """The whole table: the file that it came from may be gone. Said once, since copies are kept every half minute."""
    from model.corpus.corpus_heads import to_values

    return to_values(heads)


def pinned_of(now: Snapshot) -> Trace | None:
    """The run that the others are compared with, as a file holds it: its maps are enough."""
    return None if now.pinned is None else replace(now.pinned, activations={})


def home_of(now: Snapshot) -> Home:
    """The checkpoint that recorded the run on screen; its place is known while it is open, or was when it was saved."""
    assert now.run is not None
    meta, opened = now.run.meta, now.checkpoint
    is_open = opened is not None and bool(opened.path) and opened.sha256 == meta.checkpoint_sha256
    place = Path(opened.path) if opened is not None and is_open else now.kept.home
    shipped = place is not None and place.parent == CHECKPOINTS  # found by its name, on any machine
    path = "" if place is None or shipped else _without_name(place)
    return Home(meta.checkpoint, meta.checkpoint_sha256, path)


def _without_name(path: Path) -> str:
    """A path that does not say whose home it is in."""
    try:
        return str(Path("~") / path.absolute().relative_to(Path.home()))
    except (ValueError, RuntimeError):
        return str(path.absolute())


# --- fields as a session ---


def session_of(file: SessionFile) -> Session:
    """What a file says. Raises :class:`Problem` naming the field that cannot be."""
    said = fields_of_session(file)
    runs = (file.runs[0], *(sharing(run, file.runs[0]) for run in file.runs[1:]))  # what is common lies there once
    selection = Selection(**said.place)
    run = runs[selection.sentence]
    return Session(
        runs=runs, home=said.home, selection=selection, view=said.view, reading=said.reading, zoom=said.zoom,
        link_heads=said.link_heads, settings=said.settings, source_text=said.source_text,
        target_text=said.target_text,
        target_use=said.target_use,  # type: ignore[arg-type]  # one of them
        milliseconds_per_step=said.milliseconds_per_step, what_if=said.what_if,
        decoding=said.decoding,
        guesses=held_guesses(run), effects=held_effects(run), notes=said.notes,
        glosses=said.glosses,
        columns=said.columns, saved_as=said.saved_as,
        pinned=file.pinned, file_heads=said.file_heads,
    )  # fmt: skip


# --- a session on screen ---


def keep_session(path: Path, now: Snapshot) -> None:
    """Write a window's snapshot, which holds a run, as a session file. Raises :class:`Problem`."""
    save_session(path, facts_of(now), runs_of(now), pinned=pinned_of(now))


def snapshot_of(path: Path) -> Snapshot:
    """What a window would show of a session file, without one. Raises :class:`Problem`."""
    session = session_of(read_session(path))
    prepare(session.run, fitting(session.run, session.reading))
    state = State()
    state.update(**shown(session, state.snapshot.settings))
    state.update(zoom=session.zoom)
    return state.snapshot


def shown(session: Session, settings: Settings) -> dict[str, Any]:
    """The changes of the state that show it; ``settings`` are those of the person who opens it.

    The part of a map that is shown is :attr:`Session.zoom`, which means something only after these changes.
    """
    run = session.run
    return run_shown(run, session.milliseconds_per_step, session.runs if len(session.runs) > 1 else ()) | {
        "selection": session.selection,
        "reading": session.reading,
        "view": session.view,
        "link_heads": session.link_heads,
        "landed": None,
        "settings": replace(settings, **session.settings),
        "source_text": session.source_text,
        "target_text": session.target_text,
        "target_use": session.target_use,
        "what_if": session.what_if,
        "decoding": session.decoding,
        "early_guesses": session.guesses,
        "effects": session.effects,
        "notes": session.notes,
        "glosses": session.glosses,
        "tokens": None,
        **({} if session.pinned is None else {"pinned": session.pinned}),  # else what a person has pinned stays
        **({} if session.file_heads is None else {"file_heads": session.file_heads}),  # and so does a loaded table
    }  # fmt: skip


def find_home(home: Home, checkpoints: Path = CHECKPOINTS) -> Path | None:
    """The file or folder to open; None where there is none at its place."""
    if home.name in shipped_checkpoints() and shipped_sha(home.name, checkpoints) == home.sha256:
        return checkpoints / home.name
    return _there(home.path)


def _there(text: str) -> Path | None:
    if not text or text.startswith(("//", "\\\\")):  # asking for it would tell that machine who asks
        return None
    try:
        path = Path(text).expanduser()
        return path if path.is_absolute() and (path.is_file() or path.is_dir()) else None
    except (OSError, ValueError, RuntimeError):
        return None
