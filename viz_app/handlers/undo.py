"""The history of changes: each with its name for the menu, and what to change to take one back. It shows nothing.

The methods answer with changes for :meth:`viz_app.state.state.State.update`, the words of the menu among them. A
change is named by what is different (``force “cats”``), never by a stored text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.analysis.loss import is_taught
from model.record.trace import Trace
from model.transforms.view_transform import ViewTransform
from viz_app.pictures.drawing.picture_texts import what_if
from viz_app.platform.settings_table import told
from viz_app.platform.text import fill, on_one_line
from viz_app.state.decoding import decoded, decoding_words, greedy
from viz_app.state.history import History, Moment, changed_settings, moment_of, other_run
from viz_app.state.sentences import common_padding, text_of
from viz_app.state.state import Snapshot, State


class Undoing:
    """One per window, shared by all that change something."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._history = History()

    def remember(self, changes: dict[str, Any], since: Snapshot | None = None) -> dict[str, Any]:
        """Before ``changes`` are made: what is there now, or was in ``since``, is remembered. Returns all to change."""
        now = since or self._state.snapshot
        then = moment_of(replace(now, **changes))
        self._history.leave(moment_of(now), then)
        return changes | self._words(then)

    def undo(self) -> dict[str, Any]:
        """What brings back the moment before; nothing where there is none."""
        return {} if self._history.before is None else self._travel(self._history.undo)

    def redo(self) -> dict[str, Any]:
        """What brings back the moment that :meth:`undo` left; nothing where there is none."""
        return {} if self._history.after is None else self._travel(self._history.redo)

    def run_before(self) -> Trace | None:
        """The last run that was on screen before this one; None where none is remembered."""
        return self._history.run_before(moment_of(self._state.snapshot))

    def put_instead(self, runs: Mapping[int, Trace]) -> None:
        """In the moments that are remembered: for the run of these ``source_ids`` another, which says more of it."""
        self._history.put_instead(runs)

    def change_history(self, other: History) -> History:
        """Another past and future, in place of the one that is returned; the words of the menu stay."""
        self._history, before = other, self._history
        return before

    def forget(self) -> None:
        """Start again, as if nothing had been changed."""
        self._history.clear()

    def _travel(self, step: Callable[[Moment], Moment]) -> dict[str, Any]:
        now = moment_of(self._state.snapshot)
        then = step(now)
        changes: dict[str, Any] = {
            "settings": then.settings, "reading": then.reading, "what_if": then.what_if, "decoding": then.decoding,
            "pinned": then.pinned,
        }  # fmt: skip
        if then.run is not None and other_run(now, then):
            changes |= shown(then.run, then.milliseconds_per_step, then.batch) | {
                "selection": then.selection, "source_text": text_of(then.batch or (then.run,)),
            }  # fmt: skip
        return changes | self._words(then)

    def _words(self, now: Moment) -> dict[str, str]:
        before, after = self._history.before, self._history.after
        return {
            "undo": "" if before is None else describe(before, now),
            "redo": "" if after is None else describe(now, after),
        }


def shown(run: Trace, milliseconds: float, batch: tuple[Trace, ...] = ()) -> dict[str, Any]:
    """What a run on screen brings with it; ``batch`` are the runs of all sentences, where there are several."""
    padding = common_padding(batch or (run,))
    return {
        "trace": run, "unread": None, "batch": batch, "milliseconds_per_step": milliseconds, "padding": padding,
        "growing": None, "node": None,
    }  # fmt: skip


translate = QCoreApplication.translate
LONGEST = 32  #: characters of a sentence in a menu


def describe(before: Moment, after: Moment) -> str:
    """The change from ``before`` to ``after``."""
    if before.run is not None and after.run is not None and other_run(before, after):
        if len(after.batch) not in (len(before.batch), 0):
            return fill(translate("Changes", "a batch of %1 sentences"), len(after.batch))
        return _run(before.run, after.run)
    names = changed_settings(before.settings, after.settings)
    if before.pinned is not after.pinned and not names:
        return translate("Changes", "pinned run")
    if before.what_if != after.what_if and not names:
        return translate("Changes", "list of changes")
    if before.decoding != after.decoding and not names:
        return decoding_words(after.decoding)
    if before.reading != after.reading and not names:
        return _reading(before.reading, after.reading)
    if len(names) == 1:
        return told(names[0], getattr(after.settings, names[0]))
    return translate("Changes", "several settings")


def _reading(before: ViewTransform, after: ViewTransform) -> str:
    """What was chosen, by the words of the menu; several choices at once are a way of reading."""
    if after.is_plain and not before.is_plain:
        return translate("Commands", "Plain weights again")
    chosen = [item.name for item in fields(ViewTransform) if getattr(before, item.name) != getattr(after, item.name)]
    said = {
        ("aggregate", "none"): translate("Commands", "Each head by itself"),
        ("aggregate", "heads"): translate("Commands", "Mean over heads"),
        ("aggregate", "layers"): translate("Commands", "Mean over layers"),
        ("aggregate", "all"): translate("Commands", "Mean over layers and heads"),
        ("aggregate", "rollout"): translate("Commands", "Attention rollout"),
        ("quantity", "weight"): translate("Commands", "Weights"),
        ("quantity", "score"): translate("Commands", "Scores before mask and softmax"),
        ("quantity", "norm"): translate("Commands", "Weight × ‖value · W_O‖"),
        ("words", True): translate("Commands", "Sub-words merged into words"),
        ("renormalise", True): translate("Commands", "Renormalise rows without what is set aside"),
    }
    columns = {"aside", "source_columns", "target_columns"}
    if chosen and columns.issuperset(chosen):
        return translate("Changes", "columns set aside")
    picked = [said[key] for name in chosen if (key := (name, getattr(after, name))) in said]
    return picked[0] if len(picked) == len(chosen) == 1 else translate("Changes", "display of the run")


def _run(before: Trace, after: Trace) -> str:
    if before.meta.source_text != after.meta.source_text:
        return _quoted(translate("Changes", "sentence “%1”"), after.meta.source_text)
    if before.meta.checkpoint_sha256 != after.meta.checkpoint_sha256:
        return _quoted(translate("Changes", "checkpoint %1"), after.meta.checkpoint)
    if before.source_length != after.source_length:
        return translate("Changes", "padding")
    if is_taught(after) and not is_taught(before):
        return translate("Changes", "given target")
    if before.meta.interventions != after.meta.interventions:
        return what_if(after.meta) or translate("Changes", "nothing changed in the network")
    if decoded(before.meta) != decoded(after.meta):
        return decoded(after.meta) or greedy()
    token = _given(before, after)
    if token:
        return _quoted(translate("Changes", "force “%1”"), token)
    return translate("Changes", "another run")


def _given(before: Trace, after: Trace) -> str:
    """The first token that somebody chose in one run and that the other has not."""
    if before.produced_tokens is None or after.produced_tokens is None or after.origin is None:
        return ""
    both = min(len(before.produced_tokens), len(after.produced_tokens))
    differs = np.flatnonzero(before.produced_tokens[:both] != after.produced_tokens[:both])
    if not differs.size:
        return ""
    first = int(differs[0])
    return str(after.produced_tokens[first]) if after.origin[first] == "forced" else ""


def _quoted(template: str, text: str) -> str:
    shown = on_one_line(text)
    if len(shown) > LONGEST:
        shown = shown[: LONGEST - 1] + "…"
    return fill(template, shown)
