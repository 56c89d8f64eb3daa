"""A run transformed for display: a :class:`Trace` in, a :class:`Trace` out. numpy only.

In this order: another quantity, heads made one, pieces merged to words, columns set aside, rows brought back
to 1. The result says so in ``meta.reading``, and every picture, control and export takes it for a run; the
run itself stays as it is and is what is saved, explained and run again.

Results are kept for as long as their run. A small run is transformed at once; a large one by :func:`prepare` in a
thread, and until then there is nothing to show of it.
"""

from __future__ import annotations

import weakref
from collections import OrderedDict
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.analysis.baseline import difference, either_mask, incomparable
from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem
from model.common.text import Text
from model.record.trace import KINDS, Array, Kind, Quantity, ReadAs, Trace
from model.transforms import merged_pieces, set_aside
from model.transforms.aggregates import Aggregate, decoder_rollout, encoder_rollout, mean
from model.transforms.set_aside import Aside

WHAT = Text("this display")


@dataclass(frozen=True)
class ViewTransform:
    """The wanted transform of a run. Without arguments: none."""

    quantity: Quantity = "weight"
    aggregate: Aggregate = "none"
    words: bool = False  #: pieces merged: the sum over key pieces, the mean over query pieces
    aside: Aside = "nothing"  #: punctuation: and special tokens
    source_columns: tuple[int, ...] = ()  #: the run's source positions that are set aside besides
    target_columns: tuple[int, ...] = ()  #: the same of consumed tokens
    renormalise: bool = False  #: divide what is left of a row by its sum

    @property
    def is_plain(self) -> bool:
        """Does it leave a run as it is?"""
        return replace(self, renormalise=False) == ViewTransform()

    @property
    def sets_aside(self) -> bool:
        return self.aside != "nothing" or bool(self.source_columns or self.target_columns)

    def without_columns(self) -> ViewTransform:
        """The same for another run, whose positions are other tokens."""
        return replace(self, source_columns=(), target_columns=())


PLAIN = ViewTransform()


# --- what is possible ---


def conflict(reading: ViewTransform) -> Problem | None:
    """Why these wishes do not go together; None where they do."""
    if reading.aggregate == "rollout" and reading.quantity != "weight":
        return Problem(
            WHAT, Text("a rollout multiplies weights, nothing else"), Text("Choose weights, or another aggregate")
        )
    if reading.words and reading.quantity == "score":
        return Problem(WHAT, Text("scores of pieces have no meaningful sum"), Text("Show tokens, or choose weights"))
    if reading.renormalise and reading.sets_aside and reading.quantity != "weight":
        return Problem(
            WHAT, Text("only rows of weights sum to 1"), Text("Leave the rows as they are, or choose weights")
        )
    return None


def missing(run: Trace, reading: ViewTransform) -> Problem | None:
    """The part that ``reading`` takes and ``run`` does not hold; None where it can be read so."""
    kinds = [kind for kind in KINDS if run.attention(kind) is not None]
    if reading.aggregate == "rollout" and not _may_roll(run):
        why = Text("a rollout starts at the source, and this run holds no encoder attention")
        return Problem(WHAT, why, Text("Choose a mean instead"))
    if reading.quantity == "score" and not all(_activation(run, kind, "scores") is not None for kind in kinds):
        why = Text("this run was recorded without its scores before mask and softmax")
        return Problem(WHAT, why, Text("Translate the sentence again; a very large run leaves them out"))
    if reading.quantity == "difference" and (told := incomparable(run)) is not None:
        return Problem(WHAT, told.why, told.next_step)
    if reading.quantity == "norm" and any(_values_and_output(run, kind) is None for kind in kinds):
        why = Text("this run was recorded without its values and W_O")
        return Problem(WHAT, why, Text("Translate the sentence again; a very large run leaves them out"))
    return None


def fitting(run: Trace, reading: ViewTransform) -> ViewTransform:
    """``reading`` without what ``run`` cannot give."""
    if reading.aggregate == "rollout" and missing(run, reading) is not None:
        reading = replace(reading, aggregate="none")
    return reading if missing(run, reading) is None else replace(reading, quantity="weight")


def _may_roll(run: Trace) -> bool:
    """The encoder by itself, or all three kinds, the decoder's two with as many layers."""
    alone = run.decoder_attention is None and run.cross_attention is None
    return run.encoder_attention is not None and (alone or run.layers("decoder") == run.layers("cross") > 0)


# --- reading ---


def read(run: Trace, reading: ViewTransform) -> Trace:
    """``run`` read as ``reading`` says; the same object where that changes nothing.

    Raises :class:`Problem` where it is not possible: :func:`conflict`, :func:`missing`.
    """
    if reading.is_plain:
        return run
    problem = conflict(reading) or missing(run, reading)
    if problem is not None:
        raise problem
    done, maps = _said(run, reading), _aggregated(run, reading)
    if reading.words:
        maps = {k: merged_pieces.merge(values, done.query_words(k), done.key_words(k)) for k, values in maps.items()}
    for kind in maps:
        if done.aside_keys(kind):
            maps[kind] = set_aside.without(maps[kind], done.aside_keys(kind), done.renormalised)
    if reading.quantity != "weight" or reading.aggregate == "rollout":  # whose shares are small
        done = replace(done, limits={kind: limit_of(values) for kind, values in maps.items()})
    changes: dict[str, Any] = {f"{kind}_attention": values for kind, values in maps.items()}
    if reading.words:
        changes |= merged_pieces.merged_tokens(run, done)
    if reading.quantity == "difference" and not reading.words:
        changes |= {f"{kind}_mask": either_mask(run, kind) for kind in maps}
    kept = {} if reading.words or reading.aggregate != "none" else _recorded_masks(run)
    meta = replace(changes.pop("meta", run.meta), reading=done)
    return replace(run, meta=meta, activations=kept, **changes)


def _said(run: Trace, reading: ViewTransform) -> ReadAs:
    """The transform of ``run`` in its own tokens and words."""
    words = merged_pieces.words_of(run) if reading.words else merged_pieces.MergedWords((), (), ())
    source = set_aside.chosen_tokens(run, "source", reading.aside, reading.source_columns)
    target = set_aside.chosen_tokens(run, "target", reading.aside, reading.target_columns)
    return ReadAs(
        quantity=reading.quantity,
        aggregate=reading.aggregate,
        heads={kind: run.heads(kind) for kind in KINDS},
        layers={kind: run.layers(kind) for kind in KINDS},
        aside=reading.aside,
        by_hand=bool(reading.source_columns or reading.target_columns),
        source_aside=set_aside.columns(source, words.source),
        target_aside=set_aside.columns(target, words.consumed),
        renormalised=reading.renormalise and reading.sets_aside,
        source_words=words.source,
        consumed_words=words.consumed,
        produced_words=words.produced,
        guessed=reading.words and not run.meta.word_marks,
    )


def _aggregated(run: Trace, reading: ViewTransform) -> dict[Kind, Array]:
    """kind → [L',H',Q,K] of the quantity, heads made one where that is wanted."""
    maps: dict[Kind, Array] = {}
    for kind in KINDS:
        values = quantity_of(run, kind, reading.quantity)
        if values is not None:
            maps[kind] = values
    if reading.aggregate == "rollout":
        rolled = encoder_rollout(maps["encoder"])
        if "decoder" in maps:
            maps["decoder"], maps["cross"] = decoder_rollout(maps["decoder"], maps["cross"], rolled)
        maps["encoder"] = rolled
    elif reading.aggregate != "none":
        maps = {kind: mean(values, reading.aggregate) for kind, values in maps.items()}
    return maps


def quantity_of(run: Trace, kind: Kind, quantity: Quantity) -> Array | None:
    """[L,H,Q,K] float32. A score that was never computed (a key that was not there yet) is 0 and blocked."""
    weights = run.attention(kind)
    if weights is None or quantity == "weight":
        return weights
    if quantity == "difference":
        return difference(run, kind)
    if quantity == "score":
        scores, mask = _activation(run, kind, "scores"), run.mask(kind)
        assert scores is not None, "asked for before"
        return scores if mask is None else np.where(np.isnan(scores) & ~mask, np.float32(0), scores)
    lengths = value_lengths(run, kind)
    assert lengths is not None, "asked for before"
    return np.asarray(weights * lengths[:, :, np.newaxis].astype(np.float32))


def value_lengths(run: Trace, kind: Kind) -> NDArray[np.float64] | None:
    """[L,H,K] ‖v · W_O‖: how long the vector is that weight 1 on a key would add to the output.

    Kobayashi, Kuribayashi, Yokoi and Inui (2020), "Attention is Not Only a Weight", equation 4: a head adds
    Σ weight · f(x) to its output, f(x) = v · W_O with the head's own rows of W_O, so weight × ‖f(x)‖ says how
    much of each key there is. None where the run lacks values or W_O.
    """
    found = _values_and_output(run, kind)
    if found is None:
        return None
    value, output = found
    layers, heads, _, width = value.shape
    parts = output.reshape(layers, -1, heads, width).astype(np.float64)  # [L,M,H,E]
    return np.asarray(np.linalg.norm(np.einsum("lhke,lmhe->lhkm", value, parts, optimize=True), axis=-1))


def _values_and_output(run: Trace, kind: Kind) -> tuple[Array, Array] | None:
    """[L,H,K,E] values and [L,M,H·E] W_O of a run that holds both; asked with every change of what is shown."""
    value, output = run.activations.get(f"{kind}_value"), run.activations.get(f"{kind}_w_o")
    weights = run.attention(kind)
    if value is None or output is None or weights is None or value.ndim != 4 or output.ndim != 3:
        return None
    layers, heads, _, keys = weights.shape
    fits = value.shape[:3] == (layers, heads, keys) and output.shape[::2] == (layers, heads * value.shape[-1])
    return (value, output) if fits else None


def _activation(run: Trace, kind: Kind, name: str) -> Array | None:
    found, weights = run.activations.get(f"{kind}_{name}"), run.attention(kind)
    fits = found is not None and weights is not None and found.shape == weights.shape and found.dtype.kind == "f"
    return found if fits else None


def limit_of(values: Array) -> float:
    """The largest size, rounded up to two digits, so that the end of a colour bar can be read; 1 for nothing but 0."""
    largest = float(np.nan_to_num(np.abs(values), nan=0, posinf=0).max(initial=0))
    if largest == 0:
        return 1.0
    unit = 10.0 ** (np.floor(np.log10(largest)) - 1)
    return float(np.ceil(largest / unit - 1e-9) * unit)


def _recorded_masks(run: Trace) -> dict[str, Array]:
    return {name: array for name, array in run.activations.items() if name.startswith("recorded/")}


AT_ONCE = 1_000_000  #: numbers in a run's maps; so many are read in less than 16 ms
KEPT = 4  #: readings of one run

_kept: weakref.WeakKeyDictionary[Trace, OrderedDict[ViewTransform, Trace]] = weakref.WeakKeyDictionary()


def kept_or_small(run: Trace, wanted: ViewTransform) -> Trace | None:
    """``run`` read as far as it can be read as ``wanted``; None where that would take too long now."""
    reading = fitting(run, wanted)
    if reading.is_plain:
        return run
    kept = _kept.get(run)
    if kept is not None and reading in kept:
        return kept[reading]
    return prepare(run, reading) if size(run) <= AT_ONCE else None


def prepare(run: Trace, reading: ViewTransform) -> Trace:
    """Read and keep. May be called in any thread. Raises :class:`~model.common.problems.Problem` as :func:`read`."""
    done = read(run, reading)
    kept = _kept.setdefault(run, OrderedDict())
    kept[reading] = done
    while len(kept) > KEPT:
        kept.popitem(last=False)
    return done


def size(run: Trace) -> int:
    """The number of values in a run's maps."""
    maps = (run.attention(kind) for kind in KINDS)
    return sum(values.size for values in maps if values is not None)
