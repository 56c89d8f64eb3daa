"""The place where somebody was last, found again: after the sentence has been run, there it is looked at from.

The run is asked for as it was: with its padding, its chosen tokens, its given target; a trace or session that was
open is read again. Where a sentence cannot be had again (the checkpoint has gone or is damaged, the engine ended over
it, the sentence is too long by now), the finished example is shown, without a word: nobody has asked for anything yet.
Of a file that has gone one calm line is said, since it may be looked for.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject

from model.common.assets import DEFAULT_CHECKPOINT
from model.transforms.view_transform import PLAIN
from viz_app.engine.messages import CheckpointInfo, RunDone
from viz_app.example import default_example, details_path
from viz_app.handlers.engine_session import Work
from viz_app.handlers.run_request import RunRequest, with_changes
from viz_app.platform.text import localised
from viz_app.state.decoding import decoding_of, decoding_to_json
from viz_app.state.sentences import text_of
from viz_app.state.start import LastChanges, LastPlace
from viz_app.state.state import Landed, Notice, Snapshot, State
from viz_app.state.what_if import NOTHING_CHANGED, AskedChanges, changes_from_json, changes_to_json

translate = QCoreApplication.translate


class Resuming(QObject):
    """Once, at the start of the program."""

    def __init__(
        self, state: State, work: Work, add_details: Callable[[Path], None], parent: QObject | None = None
    ) -> None:
        """``add_details`` reads what explains the run on screen."""
        super().__init__(parent)
        self._state = state
        self._work = work
        self._add_details = add_details
        self._place: LastPlace | None = None
        self._changing: LastPlace | None = None  # its plain run is there, the changed one is on its way
        work.ran.connect(self._stand)
        work.held.connect(self._check)
        state.follow(("problem",), self._look)
        state.follow(("trace",), self._stand_in_file)

    def begin(self, place: LastPlace) -> None:
        """Ask for the run of ``place``; a file of it has been asked for."""
        self._place = place
        if not place.file:
            self._state.update(
                source_text=place.text, target_use=place.target_use, target_text=place.target_text,
            )  # fmt: skip
            self._work.tokenize_soon()
            self._work.run(request_of(place))

    def tell_gone(self, path: Path) -> None:
        """What was open last time is not there."""
        why = translate("Resuming", "it was open when Headscope ended, and is no longer there")
        step = translate("Resuming", "Open it from where it is now")
        self._state.update(problem=Notice(path.name, why, step, calm=True))

    def _tell_changed(self) -> None:
        """Once, since nobody has asked for it in this window yet."""
        run = self._state.snapshot.run
        why = "; ".join(map(localised, () if run is None else run.meta.changes))
        what = translate("Resuming", "This run has the changes of last time")
        self._state.update(problem=Notice(what, why, "", "changes", "unchanged", calm=True))

    def _check(self, info: CheckpointInfo) -> None:
        """Another checkpoint lies there by now: the numbers of its tokens mean something else."""
        place = self._place
        asked = place is not None and (not place.changes.is_plain or bool(place.decoding or place.what_if))
        if place is not None and asked and not place.file and place.changes.sha256 != info.sha256:
            decoding = decoding_to_json(decoding_of(_told(place)))
            self._work.run_instead(RunRequest(place.text, decoding=decoding))

    def _stand(self, wanted: RunRequest, _: RunDone) -> None:
        """Its run is on screen; of any other one nothing is to be found again."""
        place, self._place = self._place or self._changing, None
        self._changing = None
        if place is not None and wanted.text.split() == place.text.split():
            self._go(place)
            self._state.update(decoding=decoding_of(_told(place)))  # of what follows a given target, too
            if wanted.then.active:
                self._changing = place  # the plain run was the first of two
            elif wanted.what_if.active:
                self._tell_changed()

    def _stand_in_file(self, now: Snapshot) -> None:
        place = self._place
        if place is not None and place.file and now.run is not None:
            self._place = None
            self._go(place)
            self._state.update(view=place.view)

    def _go(self, place: LastPlace) -> None:
        now = self._state.snapshot.run_selection
        there = replace(now, kind=place.kind, layer=place.layer, head=place.head, step=place.step)
        self._state.update(reading=PLAIN)  # a place of the run, before it is displayed in another way
        query, key = _held(self._state.snapshot, place)
        self._state.update(selection=replace(there, query=query, key=key, topic=place.topic), turned=None)
        self._state.update(reading=place.reading)
        if place.zoom is not None:
            self._state.update(zoom=place.zoom)  # of the map as it is displayed; kept inside it

    def _look(self, now: Snapshot) -> None:
        if self._place is None or now.problem is None or now.problem.calm or now.run is not None:
            return
        told = replace(now.problem, calm=True) if self._place.file else None
        self._place = None
        path, example = default_example()
        if example is not None:
            self._state.update(
                problem=told, trace=example.trace, selection=example.selection, checkpoint=example.checkpoint,
                landed=Landed(example.selection.kind, example.selection.layer, example.selection.head),
                source_text=example.trace.meta.source_text, view="one_head", target_text="",
                target_use="",
            )  # fmt: skip
            details = details_path(DEFAULT_CHECKPOINT)
            if details is not None:
                self._add_details(details)
            self._work.open(path, now.device)
            if told is not None:
                self._state.update(problem=told)  # opening has taken it away


def _held(now: Snapshot, place: LastPlace) -> tuple[int | None, int | None]:
    """The selected row and column, where the run still has them."""
    run = now.run
    attention = None if run is None else run.attention(place.kind)
    if attention is None:
        return None, None
    rows, columns = attention.shape[-2:]
    query = place.query if place.query is not None and place.query < rows else None
    return query, place.key if place.key is not None and place.key < columns else None


def place_of(now: Snapshot, file: str = "") -> LastPlace | None:
    """Where somebody is, in a run that was read from ``file``; None where neither that nor the checkpoint gives it."""
    run, opened = now.run, now.checkpoint
    if run is None:
        return None
    text, at = text_of(now.batch or (run,)), now.run_selection
    where = now.view, at.kind, at.layer, at.head, at.step
    cell: dict[str, Any] = {"query": at.query, "key": at.key, "zoom": now.zoom}
    path = "" if opened is None else opened.path
    if file:
        return LastPlace(path, text, *where, file, reading=now.reading, topic=at.topic, **cell)
    if opened is None or not path or run.meta.recorded or not text.strip():
        return None
    if run.meta.checkpoint_sha256 != opened.sha256:
        return None
    asked = with_changes(now, NOTHING_CHANGED)  # of a changed run as it was: the changes are kept by themselves
    tokens = asked.prefixes or ((asked.forced,) if asked.forced else ())
    shown = asked.shown if now.batch else 0
    changes = LastChanges(opened.sha256, asked.padding, asked.length, asked.given, shown, tokens)
    target = now.target_use, now.target_text
    cell |= {"decoding": _decoding_text(now), "what_if": _changes_text(now)}
    return LastPlace(path, text, *where, "", *target, changes, now.reading, at.topic, **cell)


def _decoding_text(now: Snapshot) -> str:
    """How tokens are chosen, with the hypothesis that a person has made the run; empty: greedily."""
    told = decoding_to_json(now.decoding)
    searched = {} if now.run is None or now.batch else now.run.meta.decoding.get("beam", {})
    if "beam" in told and isinstance(searched, dict) and "node" in searched:
        told["beam"]["node"] = searched["node"]
    return json.dumps(told) if told else ""


def _changes_text(now: Snapshot) -> str:
    """The list of *What if*, with what is off in it."""
    if not now.what_if.changes:
        return ""
    return json.dumps({"changes": changes_to_json(now.what_if), "original_words": now.what_if.original_words})


def _changes_of(place: LastPlace) -> AskedChanges:
    """The inverse; what this version does not know is left out."""
    told = json.loads(place.what_if) if place.what_if else {}
    listed = told.get("changes")
    return changes_from_json(listed if isinstance(listed, list) else (), told.get("original_words") is True)


def _told(place: LastPlace) -> dict[str, Any]:
    """The inverse."""
    told: dict[str, Any] = json.loads(place.decoding) if place.decoding else {}
    return told


def request_of(place: LastPlace) -> RunRequest:
    """The run of a place, to be asked for again."""
    changes = place.changes
    as_made: dict[str, Any] = {"decoding": _told(place), "then": _changes_of(place)}
    if changes.is_plain:
        return RunRequest(place.text, shown=changes.sentence, **as_made)
    if len(changes.tokens) <= 1 and not changes.given:
        forced = next(iter(changes.tokens), ())
        return RunRequest(place.text, changes.padding, changes.length, forced, **as_made)
    return RunRequest(
        place.text, changes.padding, changes.length, prefixes=changes.tokens, given=changes.given,
        shown=changes.sentence, **as_made,
    )  # fmt: skip
