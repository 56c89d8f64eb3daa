"""A run that is asked for: typed sentences and a target, or the run on screen once more with a change. Pure.

It asks nobody; :mod:`viz_app.handlers.engine_session` does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any
from weakref import ref

import numpy as np

from model.analysis.baseline import baseline_of, holding_baseline
from model.analysis.loss import is_taught, labels_given
from model.analysis.padding_change import PaddingChange
from model.common.lazy_dataclass import dataclass
from model.record.trace import BY_HAND, Trace
from viz_app.state.sentences import common_padding, lines_of, padding_of, place_of, text_of
from viz_app.state.state import Selection, Snapshot
from viz_app.state.what_if import NOTHING_CHANGED, AskedChanges, all_off

SHORTER = 2 / 3  #: of a sentence's length: one that is shorter shows its padding
BY_THE_MODEL = ("greedy", "beam", "sampled")  #: origins of tokens
MOST_PADDED = -1  #: in place of a sentence: the one with the most padding


@dataclass(frozen=True)
class RunRequest:
    """One run that a person asked for."""

    text: str  #: a sentence, or several, one a line
    padding: int = 0  #: extra <pad> tokens after ``length``
    length: int = 0  #: source tokens without padding; needed only with padding
    forced: tuple[int, ...] = ()
    prefixes: tuple[tuple[int, ...], ...] = ()  #: ``forced`` for each of several sentences
    targets: tuple[str, ...] = ()  #: as text: how each translation begins
    given: bool = False  #: prefixes or targets are whole translations: teacher forcing
    sentence: int | None = None  #: only this sentence of the batch on screen; the others stay
    shown: int = 0  #: the sentence of a batch to look at first
    sure: bool = False  #: however large it is
    what_if: AskedChanges = NOTHING_CHANGED  #: of the network, for this run
    stand: Selection | None = None  #: where to stand in the same sentence, which other weights of a training translate
    decoding: Mapping[str, Any] | None = None  #: as a request to the engine says it; None: as all runs are decoded now
    step: int | None = None  #: to look at first
    then: AskedChanges = NOTHING_CHANGED  #: the same once more with these: first as it is, which they change

    @property
    def begun(self) -> bool:
        """Was it typed how a translation begins?"""
        return not self.given and any(self.targets)


def shown_runs(now: Snapshot) -> tuple[Trace, ...]:
    """All runs of the batch on screen, or the one run."""
    return now.batch or (() if now.run is None else (now.run,))


def as_typed(now: Snapshot) -> RunRequest:
    """The source box, with the target line where it is open and not empty.

    While the sentences on screen stand there unchanged, the one that is shown stays; one line of a beginning is its,
    and the others are left as they are.
    """
    sentences, targets = lines_of(now.source_text), now.target_text.split("\n")
    text = sentences[0] if len(sentences) == 1 else "\n".join(sentences)
    on_screen = len(now.batch) > 1 and sentences == lines_of(text_of(now.batch))
    shown = now.selection.sentence if on_screen else 0
    if now.target_use == "given":
        given = tuple(target.strip() for target in targets if target.strip()) or ("",)
        return RunRequest(text, targets=given, given=True, shown=shown)
    if now.target_use == "begin" and now.target_text.strip():
        if on_screen and "\n" not in now.target_text.strip():
            return _begun(now.batch[shown], shown, now.target_text.strip())
        filled = [*targets, *[""] * (len(sentences) - len(targets))]
        return RunRequest(text, targets=tuple(target.strip() for target in filled), shown=shown)
    return RunRequest(text, shown=shown)


def _begun(run: Trace, sentence: int, beginning: str) -> RunRequest:
    """One sentence of the batch on screen, as long as the others, with a beginning."""
    padding = padding_of(run)
    length = run.source_length - padding
    return RunRequest(text_of([run]), padding, length, targets=(beginning,), sentence=sentence)


def with_token(now: Snapshot, run: Trace, step: int, token: int) -> RunRequest:
    """``run`` up to ``step``, then ``token``, then greedy; of a batch this sentence only."""
    assert run.produced_ids is not None
    before = tuple(int(index) for index in run.produced_ids[:step])
    padding = padding_of(run)
    sentence = now.selection.sentence if now.batch else None
    return RunRequest(text_of([run]), padding, run.source_length - padding, (*before, token), sentence=sentence)


def with_node(now: Snapshot, run: Trace, node: int, step: int) -> RunRequest:
    """``run`` along another hypothesis of the search that found it, which is recorded with it."""
    padding = padding_of(run)
    searched = {"beam": {**run.meta.decoding["beam"], "node": node}}
    return RunRequest(
        text_of([run]), padding, run.source_length - padding, chosen_by_hand(run), decoding=searched, step=step,
        sentence=now.selection.sentence if now.batch else None,
    )  # fmt: skip


def with_padding(now: Snapshot, count: int) -> RunRequest:
    """Every sentence on screen again, with ``count`` tokens of padding after the longest."""
    runs = shown_runs(now)
    length, given = runs[0].source_length - common_padding(runs), all(map(is_taught, runs))
    if len(runs) == 1 and not given:
        return RunRequest(text_of(runs), count, length, chosen_by_hand(runs[0]))
    prefixes = tuple(map(chosen_by_hand, runs))
    return RunRequest(text_of(runs), count, length, prefixes=prefixes, given=given, shown=now.selection.sentence)


def once_more(now: Snapshot) -> RunRequest:
    """Every sentence on screen again, with the padding and the tokens that it has by a person's choice."""
    return with_padding(now, common_padding(shown_runs(now)))


def with_own_target(now: Snapshot) -> RunRequest:
    """Every sentence on screen along its own translation, in one pass: all tokens are there from the first row on."""
    runs = shown_runs(now)
    padding = common_padding(runs)
    prefixes = tuple(
        tuple(run.produced_ids.tolist())[: labels_given(run)] for run in runs if run.produced_ids is not None
    )
    return RunRequest(
        text_of(runs), padding, runs[0].source_length - padding, prefixes=prefixes, given=True,
        shown=now.selection.sentence if now.batch else 0,
    )  # fmt: skip


def with_changes(now: Snapshot, asked: AskedChanges) -> RunRequest:
    """Every sentence on screen again, as it was before any change, with the changes ``asked`` for and no others.

    Where the original words are kept, each decoder row is computed after the words of the run before the change.
    """
    runs = tuple(baseline_of(run) or run for run in shown_runs(now))
    padding, given = common_padding(runs), all(map(is_taught, runs))
    chosen = tuple(map(all_produced if asked.original_words and asked.active and not given else chosen_by_hand, runs))
    length, sentence = runs[0].source_length - padding, now.selection.sentence if now.batch else 0
    if len(runs) == 1 and not given:
        return RunRequest(text_of(runs), padding, length, chosen[0], what_if=asked)
    return RunRequest(
        text_of(runs), padding, length, prefixes=chosen, given=given, shown=sentence, what_if=asked
    )  # fmt: skip


def listed(wanted: RunRequest) -> AskedChanges:
    """The list of the run that was ``wanted``: all off where they are still to come."""
    return wanted.what_if if wanted.what_if.changes else all_off(wanted.then)


def is_changed(now: Snapshot) -> bool:
    """Is any run on screen one of a changed network, or of changed tokens?"""
    return any(run.meta.interventions for run in shown_runs(now))


def is_part(now: Snapshot) -> bool:
    """Is what a change would be compared with a run that somebody stopped? Then the whole one has to come first."""
    return any(run.meta.stop_reason == BY_HAND and baseline_of(run) is None for run in shown_runs(now))


def all_produced(run: Trace) -> tuple[int, ...]:
    """Every token that a run produced."""
    return () if run.produced_ids is None else tuple(run.produced_ids.tolist())


def beside_baselines(before: Sequence[Trace], runs: Sequence[Trace]) -> tuple[Trace, ...]:
    """Changed ``runs``, each with what it was; those before may be changed ones, or the originals."""
    if len(before) != len(runs) or not any(run.meta.interventions for run in runs):
        return tuple(runs)
    originals = [baseline_of(run) or run for run in before]
    pairs = zip(runs, originals, strict=True)
    same = all(run.meta.source_text == first.meta.source_text for run, first in pairs)
    known = same and not any(first.meta.interventions for first in originals)
    return tuple(map(holding_baseline, runs, originals)) if known else tuple(runs)


def padding_change(before: Trace | None, run: Trace) -> PaddingChange | None:
    """What ``run`` differs in from the one ``before``, where that is <pad> after the same sentence and nothing else."""
    if before is None or before.at_once != run.at_once:
        return None
    kept, own = before.source_length - padding_of(before), run.source_length - padding_of(run)
    same = before.meta.checkpoint_sha256 == run.meta.checkpoint_sha256 and kept == own
    added = padding_of(run) - padding_of(before)
    if not same or not added or not np.array_equal(before.source_ids[:kept], run.source_ids[:own]):
        return None
    return PaddingChange(run, ref(before), added)


def with_sentence(now: Snapshot, text: str) -> RunRequest:
    """The sentences on screen and one more, as a batch; what a shorter one hides is looked at first."""
    runs = shown_runs(now)
    given, added = any(map(is_taught, runs)), lines_of(text)
    prefixes = () if given else (*map(chosen_by_hand, runs), *((),) * len(added))
    return RunRequest("\n".join((text_of(runs), *added)), prefixes=prefixes, shown=MOST_PADDED)


def with_word(now: Snapshot, run: Trace, position: int, word: str) -> RunRequest | None:
    """``run``'s sentence with another word in place of the source token at ``position``; None where it is not found."""
    place = place_of(run, position)
    if place is None:
        return None
    old, (start, end) = text_of([run]), place  # as long as what was typed
    lines = [text_of([other]) for other in shown_runs(now)]
    sentence = now.selection.sentence if now.batch else 0
    lines[sentence] = old[:start] + word + old[end:]
    return RunRequest("\n".join(lines), shown=sentence)


def shorter_sentence(now: Snapshot) -> str:
    """A sentence at least a third shorter than the one on screen: the longest such sample, else its own first half.

    The shortest sentence of a batch is what it is measured by: padding fills each up to the longest.
    """
    runs = shown_runs(now)
    words = min((run.meta.source_text.split() for run in runs), key=len, default=[])
    samples = () if now.checkpoint is None else now.checkpoint.samples
    most = _size(" ".join(words)) * SHORTER
    shorter = [sample for sample in samples if _size(sample) <= most and len(sample) <= len(" ".join(words)) * SHORTER]
    return max(shorter, key=_size, default=" ".join(words[: max(1, len(words) // 2)]))


def _size(sentence: str) -> int:
    """Words and punctuation marks: about how many tokens, before anybody has cut it."""
    return len(re.findall(r"\w+|[^\w\s]", sentence))


def most_padded(runs: Sequence[Trace]) -> int:
    """The sentence of a batch that is filled up most: the shortest."""
    return max(range(len(runs)), key=lambda index: padding_of(runs[index]))


def chosen_by_hand(run: Trace) -> tuple[int, ...]:
    """The tokens at the start of a run that the model did not choose by itself."""
    if not run.meta.vocabulary_head and run.consumed_ids is not None:
        return tuple(int(index) for index in run.consumed_ids[1:])  # all were given
    if run.produced_ids is None or run.origin is None:
        return ()
    if is_taught(run):
        return tuple(int(index) for index in run.produced_ids[: labels_given(run)])
    chosen = takewhile(lambda pair: pair[1] not in BY_THE_MODEL, zip(run.produced_ids, run.origin, strict=True))
    return tuple(int(index) for index, _ in chosen)
