"""Runs: sentences, their targets, forced tokens, padding, and the runs before and after.

It asks :mod:`viz_app.handlers.engine_session` for runs and puts them on screen; how they are looked at is not its
business.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject

from model.analysis.explanation import sharing
from model.analysis.loss import is_taught, labels_given
from model.common.text import fill
from model.record.trace import Meta, Trace
from model.transforms.places import first_step
from model.transforms.run_tree import run_tree
from viz_app.engine.messages import CheckpointInfo, RunDone, RunGrown
from viz_app.handlers.engine_session import Work
from viz_app.handlers.growth import Growing
from viz_app.handlers.language_notice import language_notice
from viz_app.handlers.run_request import (
    MOST_PADDED,
    RunRequest,
    as_typed,
    beside_baselines,
    is_changed,
    is_part,
    listed,
    most_padded,
    once_more,
    padding_change,
    shorter_sentence,
    shown_runs,
    with_changes,
    with_node,
    with_own_target,
    with_padding,
    with_sentence,
    with_token,
    with_word,
)
from viz_app.handlers.undo import Undoing, shown
from viz_app.state.decoding import RunNode, SetDecoding, decoding_of, decoding_to_json
from viz_app.state.intents import (
    AddPadding,
    AddSentence,
    ForceToken,
    Redo,
    ReplaceWord,
    RunAnyway,
    RunInOnePass,
    SelectSentence,
    SetSource,
    SetTarget,
    Translate,
    Undo,
)
from viz_app.state.landing import is_again, is_reworded, land, stand, stay
from viz_app.state.masks_block import MASKS, seen_padding, turn_told
from viz_app.state.state import Notice, Selection, Snapshot, State
from viz_app.state.what_if import NOTHING_CHANGED, AskedChanges, FlipChange, SetChanges, all_off, changes_of

translate = QCoreApplication.translate


class Running(QObject):
    """Handlers of these Intents."""

    def __init__(self, state: State, work: Work, undoing: Undoing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._work = work
        self._undoing = undoing
        self._coming: AskedChanges | None = None  # those of the run that is on its way
        self._waiting: AskedChanges | None = None  # those of the next one: what is on its way is unchanged
        self._told: set[str] = set()  # sentences of which it was said that they are in another language
        self._growing = Growing(state, work, undoing, self)
        work.ran.connect(self._show_run)
        work.given_up.connect(self._await_nothing)
        self.handlers: dict[type, Callable[[Any], None]] = {
            SetSource: self._set_source,
            SetTarget: self._set_target,
            Translate: self._translate,
            RunAnyway: lambda _: self._work.run_anyway(),
            AddSentence: self._add_sentence,
            SelectSentence: self._select_sentence,
            ReplaceWord: self._replace_word,
            ForceToken: self._force,
            AddPadding: self._pad,
            RunInOnePass: self._teach,
            SetChanges: self._change,
            SetDecoding: self._decode,
            RunNode: self._run_node,
            FlipChange: self._flip,
            Undo: lambda _: self._travel(undoing.undo),
            Redo: lambda _: self._travel(undoing.redo),
        }

    def translate_text(self, text: str) -> None:
        """Put ``text`` into the source box and run it."""
        self._set_source(SetSource(text))
        self._translate(Translate())

    def _set_source(self, intent: SetSource) -> None:
        if intent.text != self._state.snapshot.source_text:
            self._state.update(source_text=intent.text)
            self._work.tokenize_soon()

    def _set_target(self, intent: SetTarget) -> None:
        now = self._state.snapshot
        text = now.target_text if intent.text is None else intent.text
        use = now.target_use if intent.use is None else intent.use
        if (text, use) != (now.target_text, now.target_use):
            self._state.update(target_text=text, target_use=use)

    def _translate(self, _: Translate) -> None:
        if self._state.snapshot.source_text.strip():
            self._run_first(as_typed(self._state.snapshot))

    def _force(self, intent: ForceToken) -> None:
        run, now = self._rerunnable(), self._state.snapshot
        if run is None or run.produced_ids is None:
            return
        step = intent.step if now.trace is None else first_step(now.trace.meta.reading, intent.step)
        if step < labels_given(run):
            if now.stood is not None and intent.step == now.selection.step:  # of words: the new run is shown there
                self._state.update(stood=replace(now.run_selection, step=step))
            self._run_first(with_token(now, run, step, intent.token_id))
        else:
            why = translate("Controller", "it is padding after the end of the given target")
            step_to = translate("Controller", "Choose a position of the target")
            self._state.update(problem=Notice(translate("Controller", "this position"), why, step_to))

    def _pad(self, intent: AddPadding) -> None:
        if self._rerunnable() is not None:
            self._run_first(with_padding(self._state.snapshot, max(0, intent.count)))

    def _change(self, intent: SetChanges) -> None:
        """The list alone where what runs stays as it is; after the whole run where there is only a part so far."""
        now, coming = self._state.snapshot, self._coming
        if now.grows and not is_changed(now):
            self._await(intent.asked)
            return
        same = (intent.asked.active, intent.asked.original_words) == (now.what_if.active, now.what_if.original_words)
        if same or (not intent.asked.active and not now.what_if.active):
            if coming is not None:
                self._work.cancel()  # it was taken back before it came
            if intent.asked != now.what_if:
                self._state.update(**self._undoing.remember({"what_if": intent.asked}))
        elif self._rerunnable() is not None and intent.asked.active and is_part(now):
            self._run_first(with_changes(now, NOTHING_CHANGED))
            self._await(intent.asked)
        elif self._rerunnable() is not None:
            self._work.run(self._decoded(with_changes(now, intent.asked)))
            self._coming = intent.asked

    def _flip(self, intent: FlipChange) -> None:
        """Clicks may follow each other sooner than runs."""
        asked = self._coming or self._waiting or self._state.snapshot.what_if
        self._change(SetChanges(asked.flipping(intent.change)))

    def _await(self, asked: AskedChanges) -> None:
        """They are listed, and off: a run is changed, and compared, when it is whole."""
        self._waiting = asked
        self._state.update(what_if=all_off(asked))

    def _await_nothing(self) -> None:
        self._coming = self._waiting = None

    def _decode(self, intent: SetDecoding) -> None:
        """What is generated is generated so; what is on screen only where it was generated."""
        now = self._state.snapshot
        if now.run is None or is_taught(now.run) or not now.run.meta.vocabulary_head:
            self._state.update(**self._undoing.remember({"decoding": intent.decoding}))
        elif intent.decoding != now.decoding and self._rerunnable() is not None:
            self._run_first(replace(once_more(now), decoding=decoding_to_json(intent.decoding)))

    def _run_node(self, intent: RunNode) -> None:
        """Where one of its own steps is meant, go there; a candidate that was never searched is forced."""
        run, now = self._rerunnable(), self._state.snapshot
        tree = None if run is None else run_tree(run)
        if run is None or tree is None or not 0 <= intent.node < len(tree.step_of):
            return
        step = tree.step_of[intent.node]
        if tree.searched:
            self._run_first(with_node(now, run, intent.node, step))
        elif intent.node not in tree.own:
            self._run_first(replace(with_token(now, run, step, tree.tree.nodes[intent.node].token), step=step))

    def _run_first(self, wanted: RunRequest) -> None:
        """Run it as it is; where changes are on, once more with them."""
        self._waiting = None
        self._work.run(replace(self._decoded(wanted), then=self._state.snapshot.what_if))

    def _decoded(self, wanted: RunRequest) -> RunRequest:
        """As tokens are to be chosen now, where it does not say so itself."""
        if wanted.decoding is not None:
            return wanted
        return replace(wanted, decoding=decoding_to_json(self._state.snapshot.decoding))

    def _teach(self, _: RunInOnePass) -> None:
        run = self._rerunnable()
        if run is not None and run.produced_ids is not None and not run.at_once:
            self._run_first(with_own_target(self._state.snapshot))

    def _add_sentence(self, intent: AddSentence) -> None:
        now = self._state.snapshot
        text = intent.text.strip() or shorter_sentence(now)
        if self._rerunnable() is not None and text:
            self._run_typed(with_sentence(now, text))

    def _replace_word(self, intent: ReplaceWord) -> None:
        run = self._state.snapshot.run
        wanted = None if run is None else with_word(self._state.snapshot, run, intent.position, intent.word)
        if wanted is not None:
            self._run_typed(wanted)

    def _run_typed(self, wanted: RunRequest) -> None:
        """Run it as if a person had typed its sentences."""
        self._set_source(SetSource(wanted.text))
        self._run_first(wanted)

    def _select_sentence(self, intent: SelectSentence) -> None:
        """Another sentence of the batch: other tokens, so another step, and no cell."""
        now = self._state.snapshot
        if 0 <= intent.sentence < len(now.batch) and intent.sentence != now.selection.sentence:
            run = now.batch[intent.sentence]
            changes = shown(run, now.milliseconds_per_step, now.batch) | land(now, run, intent.sentence)
            if now.grows:
                changes["growing"] = run  # all of them do
            self._state.update(playing=False, **changes)

    def _rerunnable(self) -> Trace | None:
        """The trace on screen, if the open checkpoint is the one that recorded it: ids must mean the same."""
        now = self._state.snapshot
        if now.run is None:
            return None
        notice = foreign(now.run.meta, now.checkpoint if now.run.meta.source_text else None)
        if notice is not None:
            self._state.update(problem=notice)
        return now.run if notice is None else None

    def _show_run(self, wanted: RunRequest, reply: RunDone | RunGrown) -> None:
        done = self._growing.whole(wanted, reply)
        if done is None:
            return
        wanted = replace(wanted, then=wanted.then if self._waiting is None else self._waiting)
        self._await_nothing()
        now = self._growing.before or self._state.snapshot
        before = shown_runs(now)
        runs = beside_baselines(before, tuple(sharing(run, now.run) for run in done.batch or (done.trace,)))
        if wanted.sentence is not None and wanted.sentence < len(before):
            runs = (*before[: wanted.sentence], *runs, *before[wanted.sentence + 1 :])
            sentence = wanted.sentence
        else:
            sentence = most_padded(runs) if wanted.shown == MOST_PADDED else min(wanted.shown, len(runs) - 1)
        runs, chosen = self._growing.same(runs), self._growing.chosen()
        if chosen is not None:
            sentence = min(chosen.sentence, len(runs) - 1)
        run, shown_before = runs[sentence], now.run
        again = shown_before is not None and is_again(shown_before, run)
        stays = again and not (wanted.begun and shown_before and is_reworded(shown_before, run))
        place = stay(now, shown_before, run, sentence) if stays and shown_before else land(now, run, sentence)
        if wanted.stand is not None:
            place = stand(now, wanted.stand, run, sentence)
        stood = place["selection"]
        place["selection"] = seen_padding(now, run, stood) if chosen is None else chosen
        # Who gives a whole target asks how probable it is: the table says so.
        if wanted.step is not None and chosen is None:
            place["selection"] = replace(place["selection"], step=wanted.step)
        asked: dict[str, Any] = {"padded": padding_change(now.run, run), "what_if": listed(wanted)}
        if not is_taught(run):
            asked["decoding"] = decoding_of(wanted.decoding or {})
        if is_taught(run) and not any(map(is_taught, before)) and now.view != MASKS:
            asked["view"] = "teacher_forcing"
        said = None if again or wanted.stand is not None else self._other_language(wanted.text, runs)
        if said is not None:
            asked["problem"] = said
        asked |= turn_told(stood.kind, place["selection"].kind) if chosen is None else {}
        run, batch, since = runs[sentence], runs if len(runs) > 1 else (), self._growing.end()
        asked |= {"batch": batch, "since": since, "busy": None, "undone": wanted.stand is None}
        self.show(run, done.milliseconds_per_step, **place, **asked)
        if wanted.then.active:
            self._work.run(self._decoded(with_changes(self._state.snapshot, wanted.then)))

    def _other_language(self, text: str, runs: tuple[Trace, ...]) -> Notice | None:
        """Said once of a sentence that is plainly not in the model's language."""
        notice = None if text in self._told else language_notice(runs, self._state.snapshot.checkpoint)
        if notice is not None:
            self._told.add(text)
        return notice

    # --- the picture's past and future ---

    def show(
        self, run: Trace, milliseconds: float, selection: Selection, batch: tuple[Trace, ...] = (),
        since: Snapshot | None = None, undone: bool = True, **changes: Any,
    ) -> None:  # fmt: skip
        """Put a new run on screen, of several sentences the one of ``batch``, and remember what was there: now, or in
        ``since``; unless it is no change that can be ``undone``.
        """
        as_made = {} if is_taught(run) else {"decoding": decoding_of(run.meta.decoding)}
        changes = as_made | {"what_if": changes_of(run.meta.interventions)} | changes
        changes |= shown(run, milliseconds, batch) | {"selection": selection}
        self._state.update(playing=False, **(self._undoing.remember(changes, since) if undone else changes))

    def _travel(self, step: Callable[[], dict[str, Any]]) -> None:
        """Make the changes that take one back, or forth; nothing where there are none."""
        if self._state.snapshot.grows:
            self._work.cancel()  # it is a moment to leave, as far as it has come
        changes = step()
        if "trace" in changes:
            changes |= {"playing": False, "message": ""}
            self._work.tokenize_soon()
        if changes:
            self._state.update(**changes)


def foreign(recorded: Meta, opened: CheckpointInfo | None) -> Notice | None:
    """Why the ``opened`` checkpoint cannot repeat a run: another has recorded it, so that ids mean something else."""
    if not recorded.recorded and opened is not None and opened.sha256 == recorded.checkpoint_sha256:
        return None
    why = fill(translate("Controller", "it was recorded with another checkpoint, %1"), recorded.checkpoint)
    if recorded.recorded:
        why = translate("Controller", "it was recorded from your own code, which Headscope cannot run")
    step = translate("Controller", "Open that checkpoint, or translate the sentence with this one first")
    return Notice(translate("Controller", "this run"), why, step, "" if recorded.recorded else "locate")
