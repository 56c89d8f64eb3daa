"""The run as it was before a change, beside the run that was changed: what differs, and what leaked. numpy only.

A changed run holds its baseline among its activations, in a folder of their own, so that it travels in every file,
session and export. Nothing is copied: the arrays are the baseline's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from model.common.problems import Problem
from model.common.text import Text
from model.record.kept_by_run import kept_by_run
from model.record.revised_rows import NOISE
from model.record.trace import KINDS, Array, Kind, Trace

FOLDER = "baseline"
#: What is held of a baseline, as a :class:`Trace` calls it; without the maps where a run lacks them.
_HELD = (
    "source_ids", "source_tokens", "consumed_ids", "consumed_tokens", "produced_ids", "produced_tokens",
    "produced_probability", "origin", "padding_mask", "encoder_attention", "decoder_attention", "cross_attention",
    "encoder_mask", "decoder_mask", "cross_mask",
)  # fmt: skip
Leak = Literal["future", "padding"]
WHAT = Text("difference")


def holding_baseline(run: Trace, baseline: Trace) -> Trace:
    """``run`` with its ``baseline``."""
    held = {f"{FOLDER}/{name}": getattr(baseline, name) for name in _HELD if getattr(baseline, name) is not None}
    own = {name: array for name, array in run.activations.items() if not name.startswith(f"{FOLDER}/")}
    return replace(run, activations={**own, **held})


def has_vectors(run: Trace) -> bool:
    """Does it hold vectors of the network? What was measured of it, or is beside it, lies in a folder of its own."""
    return any("/" not in name for name in run.activations)


@kept_by_run(8)
def baseline_of(run: Trace) -> Trace | None:
    """What a changed run was before the change; None where it holds none, or arrays that do not fit each other."""
    from model.record.trace import check_shapes

    arrays = {name: run.activations.get(f"{FOLDER}/{name}") for name in _HELD}
    if arrays["source_ids"] is None or arrays["source_tokens"] is None:
        return None
    spelling = _spelling_before(run, arrays["source_tokens"])
    found = Trace(replace(run.meta, interventions=(), source_spelling=spelling), **arrays)  # type: ignore[arg-type]
    try:
        check_shapes(found, FOLDER)
    except Problem:
        return None
    return found


def _spelling_before(run: Trace, tokens: Array) -> tuple[str, ...]:
    """How its source was typed: as the run's where the token is the same, else as the vocabulary has it."""
    typed = run.meta.source_spelling
    if len(typed) != len(tokens):
        return ()
    both = zip(typed, run.source_tokens.tolist(), tokens.tolist(), strict=True)
    return tuple(spelt if now == before else before for spelt, now, before in both)


def probability_after(run: Trace) -> NDArray[np.float32] | None:
    """[T of the baseline]: what the changed network gives each of its tokens; None where the run went other ways."""
    baseline = baseline_of(run)
    if baseline is None or run.produced_ids is None or not _same(run.produced_ids, baseline.produced_ids):
        return None
    return run.produced_probability


# --- the difference of maps ---


def incomparable(run: Trace) -> Problem | None:
    """Why no difference can be shown; None where rows and columns of both runs are the same tokens."""
    baseline = baseline_of(run)
    if baseline is None:
        why = Text("nothing was changed in this run, so there is nothing to compare it with")
        return Problem(WHAT, why, Text("Change something under What if"))
    if not _same(run.source_ids, baseline.source_ids):
        why = Text("the source has other tokens than before the change")
        return Problem(WHAT, why, Text("Look at both runs in turn with undo and redo"))
    for mine, other in ((run.consumed_ids, baseline.consumed_ids), (run.produced_ids, baseline.produced_ids)):
        if not _same(mine, other):
            why = Text("the translation has other tokens from step %1 on", 1 + _first_other(mine, other))
            return Problem(WHAT, why, Text("Keep the original words under What if"))
    if any(_shape(run.attention(kind)) != _shape(baseline.attention(kind)) for kind in KINDS):
        return Problem(WHAT, Text("the two runs have maps of other sizes"), Text("Run the change again"))
    return None


def difference(run: Trace, kind: Kind) -> Array | None:
    """[L,H,Q,K] weight after the change − weight before it, of a run that is not :func:`incomparable`."""
    baseline, weights = baseline_of(run), run.attention(kind)
    before = None if baseline is None else baseline.attention(kind)
    return None if weights is None or before is None else np.asarray(weights - before, dtype=np.float32)


def either_mask(run: Trace, kind: Kind) -> Array | None:
    """[Q,K]: cells that may be attended to before or after the change: a difference is something there."""
    baseline, mask = baseline_of(run), run.mask(kind)
    before = None if baseline is None else baseline.mask(kind)
    return mask if mask is None or before is None or before.shape != mask.shape else np.asarray(mask | before)


@kept_by_run(12)
def changed_rows(run: Trace, kind: Kind, layer: int) -> NDArray[np.bool_] | None:
    """[H,Q] rows of a layer with a weight that is another than the baseline's, by more than noise, or that it had not.

    None where columns are other source tokens, and of a run that is read otherwise.
    """
    baseline, weights = baseline_of(run), run.attention(kind)
    before = None if baseline is None else baseline.attention(kind)
    if baseline is None or weights is None or before is None or run.meta.reading is not None:
        return None
    if before.shape[:2] != weights.shape[:2] or not _same(run.source_ids, baseline.source_ids):
        return None
    found = np.ones(weights.shape[1:3], dtype=np.bool_)
    rows, columns = (min(one, other) for one, other in zip(weights.shape[2:], before.shape[2:], strict=True))
    mine, theirs = weights[layer, :, :rows], before[layer, :, :rows]
    other = np.abs(mine[..., :columns] - theirs[..., :columns]).max(axis=-1, initial=0) > NOISE
    found[:, :rows] = other | mine[..., columns:].any(axis=-1) | theirs[..., columns:].any(axis=-1)
    return found


# --- the translation ---


def changed_steps(run: Trace) -> frozenset[int]:
    """Steps whose produced token is not the baseline's, the two translations laid side by side."""
    return frozenset(stood_before(run))


@kept_by_run(8)
def stood_before(run: Trace) -> Mapping[int, tuple[int, ...]]:
    """The same, each with the baseline's steps in its place: several where it stands for all, none where it is new."""
    return _in_place(_differing(run))


def _in_place(differing: Sequence[tuple[range, range]]) -> Mapping[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for old, new in differing:
        alike = len(old) == len(new)
        for place in new:
            found[place] = (old[place - new.start],) if alike else tuple(old)
    return found


@kept_by_run(8)
def sources_before(run: Trace) -> Mapping[int, tuple[int, ...]]:
    """Positions of the source that hold another token than before, each with the baseline's positions in its place."""
    baseline = baseline_of(run)
    return {} if baseline is None else _in_place(_laid_out(baseline.source_ids, run.source_ids))


def lost_steps(run: Trace) -> frozenset[int]:
    """Steps of the baseline whose produced token has another one, or none, in its place now."""
    return frozenset(step for old, _ in _differing(run) for step in old)


@kept_by_run(8)
def _differing(run: Trace) -> Sequence[tuple[range, range]]:
    """Where the two translations differ, laid side by side: steps of the baseline and of the run; one may be empty."""
    baseline = baseline_of(run)
    if baseline is None or baseline.produced_ids is None or run.produced_ids is None:
        return ()
    return _laid_out(baseline.produced_ids, run.produced_ids)


def _laid_out(before: Array, after: Array) -> Sequence[tuple[range, range]]:
    """Places of two sequences that differ, laid side by side."""
    from difflib import SequenceMatcher  # for changed runs only

    both = SequenceMatcher(None, before.tolist(), after.tolist(), autojunk=False)
    return tuple(
        (range(old, old_end), range(new, new_end))
        for what, old, old_end, new, new_end in both.get_opcodes()
        if what != "equal"
    )


# --- what leaked ---


def leaked(run: Trace, kind: Kind, onto: Leak) -> NDArray[np.float64] | None:
    """[L,H,Q] the sum of each row's weights on later tokens (decoder), or on source padding (encoder, cross)."""
    weights = run.attention(kind)
    if weights is None or (onto == "future") != (kind == "decoder"):
        return None
    if onto == "future":
        blocked = np.arange(weights.shape[-2])[:, np.newaxis] < np.arange(weights.shape[-1])
    elif run.padding_mask is None or run.padding_mask.shape != weights.shape[-1:]:
        return None
    else:
        blocked = np.broadcast_to(~run.padding_mask, weights.shape[-2:])
    return np.asarray(np.where(blocked, weights, 0).sum(axis=-1, dtype=np.float64))


def _same(one: Array | None, other: Array | None) -> bool:
    return one is other if one is None or other is None else bool(np.array_equal(one, other))


def _shape(maps: Array | None) -> tuple[int, ...]:
    return () if maps is None else maps.shape


def _first_other(one: Array | None, other: Array | None) -> int:
    """The first place where two sequences differ."""
    if one is None or other is None:
        return 0
    both = min(len(one), len(other))
    return next((at for at in range(both) if one[at] != other[at]), both)
