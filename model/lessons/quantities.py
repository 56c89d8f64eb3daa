"""What a lesson can say of a run: named quantities, each read off the trace at one place. numpy only.

Claims compare them and words show them (``{largest}``), so that a lesson cannot say of a sentence what its run does not
hold. A quantity that a run lacks is None: nothing is claimed of it, and words show a dash.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.analysis.baseline import baseline_of, changed_steps
from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind, Trace

Value = str | int | float | None
WORD_START = "▁"


@dataclass(frozen=True)
class RowPlace:
    """A place of a run, counted from 0. None: the row of the step; the key with most weight."""

    kind: Kind
    layer: int
    head: int
    step: int
    query: int | None = None
    key: int | None = None


def spelled_token(token: str) -> str:
    """A token as people write it: without the mark of a word's beginning."""
    return token.removeprefix(WORD_START) or token


def position_of(wanted: Any, labels: tuple[str, ...]) -> int | None:
    """Where a token stands first, or the position itself; None where there is none such."""
    if isinstance(wanted, str):
        return next((at for at, label in enumerate(labels) if spelled_token(label) == wanted), None)
    return wanted if type(wanted) is int and wanted < len(labels) else None


def placed(run: Trace, wanted: Mapping[str, Any], here: RowPlace) -> RowPlace | None:
    """The place that a claim names, and ``here`` for what it leaves open; None where the run has no such place."""
    kind: Kind = wanted.get("kind", here.kind)
    layer, head = wanted.get("layer", here.layer + 1) - 1, wanted.get("head", here.head + 1) - 1
    step, query, key = wanted.get("step", here.step + 1) - 1, here.query, here.key
    if "step" in wanted or kind != here.kind:
        query = None
    if "row" in wanted and wanted["row"] is not True:
        query = position_of(wanted["row"], run.rows(kind))
        if query is None:
            return None
        step = query if kind != "encoder" and "step" not in wanted else step
    if "column" in wanted and wanted["column"] not in (True, "largest"):
        key = position_of(wanted["column"], run.columns(kind))
        if key is None:
            return None
    elif "column" in wanted or kind != here.kind:
        key = None
    there = RowPlace(kind, layer, head, step, query, key)
    fits = layer < run.layers(kind) and head < run.heads(kind) and 0 <= step < max(1, run.steps)
    return there if fits and _query(there) < len(run.rows(kind)) else None


def _query(at: RowPlace) -> int:
    return (0 if at.kind == "encoder" else at.step) if at.query is None else at.query


def row_of(run: Trace, at: RowPlace) -> NDArray[np.float32] | None:
    """[K] the weights of the row, up to the newest key that it had."""
    maps = run.attention(at.kind)
    if maps is None:
        return None
    query = _query(at)
    keys = query + 1 if at.kind == "decoder" and run.grows("decoder") else maps.shape[-1]
    row: NDArray[np.float32] = maps[at.layer, at.head, query, :keys]
    return row


def _ranked(run: Trace, at: RowPlace, rank: int) -> tuple[str, float] | None:
    row = row_of(run, at)
    if row is None or len(row) <= rank:
        return None
    key = int(np.argsort(-row, kind="stable")[rank])
    return spelled_token(run.columns(at.kind)[key]), float(row[key])


def _key(run: Trace, at: RowPlace) -> int:
    row = row_of(run, at)
    return (0 if row is None else int(row.argmax())) if at.key is None else at.key


def _first(found: tuple[str, float] | None) -> Value:
    return None if found is None else found[0]


def _second(found: tuple[str, float] | None) -> Value:
    return None if found is None else found[1]


def _weight(run: Trace, at: RowPlace) -> Value:
    maps, key = run.attention(at.kind), _key(run, at)
    return None if maps is None else float(maps[at.layer, at.head, _query(at), key])


def _weight_before(run: Trace, at: RowPlace) -> Value:
    before = baseline_of(run)
    maps = None if before is None else before.attention(at.kind)
    query, key = _query(at), _key(run, at)
    if maps is None or query >= maps.shape[-2] or key >= maps.shape[-1]:
        return None
    return float(maps[at.layer, at.head, query, key])


def _token(name: str) -> Callable[[Trace, RowPlace], Value]:
    def read(run: Trace, at: RowPlace) -> Value:
        tokens = getattr(run, name)
        return None if tokens is None else spelled_token(str(tokens[at.step]))

    return read


def _candidate(rank: int) -> Callable[[Trace, RowPlace], Value]:
    def read(run: Trace, at: RowPlace) -> Value:
        tokens = run.candidate_tokens
        return None if tokens is None or rank >= tokens.shape[1] else spelled_token(str(tokens[at.step][rank]))

    return read


def _candidate_probability(rank: int) -> Callable[[Trace, RowPlace], Value]:
    def read(run: Trace, at: RowPlace) -> Value:
        found = run.candidate_probabilities
        return None if found is None or rank >= found.shape[1] else float(found[at.step][rank])

    return read


def _at_step(name: str) -> Callable[[Trace, RowPlace], Value]:
    def read(run: Trace, at: RowPlace) -> Value:
        found = getattr(run, name)
        return None if found is None else float(found[at.step])

    return read


def _probability_before(run: Trace, at: RowPlace) -> Value:
    before = baseline_of(run)
    found = None if before is None else before.produced_probability
    return None if found is None or at.step >= len(found) else float(found[at.step])


def _mask_row(run: Trace, at: RowPlace) -> NDArray[np.bool_] | None:
    mask = run.mask(at.kind)
    return None if mask is None else mask[_query(at)]


def _visible(run: Trace, at: RowPlace) -> Value:
    """Keys that the row may attend to."""
    row = _mask_row(run, at)
    return None if row is None else int(row.sum())


def _blocked(run: Trace, at: RowPlace) -> Value:
    row = _mask_row(run, at)
    return None if row is None else int((~row).sum())


def _on_padding(run: Trace, at: RowPlace) -> Value:
    """What the row gives to <pad> keys."""
    row = row_of(run, at)
    if row is None or run.padding_mask is None or at.kind == "decoder":
        return None
    return float(row[~run.padding_mask].sum())


def _padding(run: Trace, _: RowPlace) -> Value:
    return None if run.padding_mask is None else int((~run.padding_mask).sum())


def _on_future(run: Trace, at: RowPlace) -> Value:
    """What the row gives to keys behind it."""
    maps = run.attention("decoder")
    if maps is None or at.kind != "decoder":
        return None
    query = _query(at)
    return float(maps[at.layer, at.head, query, query + 1 :].sum())


def _width(name: str) -> Callable[[Trace, RowPlace], Value]:
    def read(run: Trace, at: RowPlace) -> Value:
        found = run.activations.get(name.format(kind=at.kind))
        return None if found is None else int(found.shape[-1])

    return read


def _root(run: Trace, at: RowPlace) -> Value:
    wide = _width("{kind}_query")(run, at)
    return None if not isinstance(wide, int) else math.sqrt(wide)


def _product(run: Trace, at: RowPlace) -> Value:
    """q · k of the cell."""
    query, key = (run.activations.get(f"{at.kind}_{name}") for name in ("query", "key"))
    if query is None or key is None:
        return None
    one, other = query[at.layer, at.head, _query(at)], key[at.layer, at.head, _key(run, at)]
    return float(one.astype(np.float64) @ other.astype(np.float64))


def _score(run: Trace, at: RowPlace) -> Value:
    """q · k / √d_k of the cell, where scores are scaled."""
    scores = run.activations.get(f"{at.kind}_scores")
    return None if scores is None else float(scores[at.layer, at.head, _query(at), _key(run, at)])


def _said(name: str) -> Callable[[Trace, RowPlace], Value]:
    return lambda run, _: str(run.meta.network[name]) if name in run.meta.network else None


def _translation_before(run: Trace, _: RowPlace) -> Value:
    before = baseline_of(run)
    if before is None or before.produced_tokens is None:
        return None
    words = "".join(map(str, before.produced_tokens[:-1])).replace(WORD_START, " ")
    return " ".join(words.split())


def _translation(run: Trace, _: RowPlace) -> Value:
    return run.meta.translation or None


def _other_tokens(run: Trace, _: RowPlace) -> Value:
    """How many next tokens are others than before the change."""
    return None if baseline_of(run) is None else len(changed_steps(run))


def _stopped(run: Trace, _: RowPlace) -> Value:
    return str(run.meta.stop_reason)


def _row_label(run: Trace, at: RowPlace) -> Value:
    return spelled_token(run.rows(at.kind)[_query(at)])


def _column_label(run: Trace, at: RowPlace) -> Value:
    return spelled_token(run.columns(at.kind)[_key(run, at)])


QUANTITIES: Mapping[str, Callable[[Trace, RowPlace], Value]] = {
    "largest": lambda run, at: _first(_ranked(run, at, 0)),
    "largest_weight": lambda run, at: _second(_ranked(run, at, 0)),
    "second": lambda run, at: _first(_ranked(run, at, 1)),
    "second_weight": lambda run, at: _second(_ranked(run, at, 1)),
    "row": _row_label,
    "column": _column_label,
    "weight": _weight,
    "weight_before": _weight_before,
    "row_sum": lambda run, at: None if (row := row_of(run, at)) is None else float(row.sum(dtype=np.float64)),
    "input": _token("consumed_tokens"),
    "token": _token("produced_tokens"),
    "probability": _at_step("produced_probability"),
    "probability_before": _probability_before,
    "entropy": _at_step("candidate_entropy"),
    "first_candidate": _candidate(0),
    "second_candidate": _candidate(1),
    "third_candidate": _candidate(2),
    "first_probability": _candidate_probability(0),
    "second_probability": _candidate_probability(1),
    "third_probability": _candidate_probability(2),
    "steps": lambda run, _: run.steps,
    "source_length": lambda run, _: run.source_length,
    "layers": lambda run, at: run.layers(at.kind),
    "heads": lambda run, at: run.heads(at.kind),
    "d_k": _width("{kind}_query"),
    "sqrt_d_k": _root,
    "d_model": _width("source_embedded"),
    "product": _product,
    "score": _score,
    "visible": _visible,
    "blocked": _blocked,
    "padding": _padding,
    "padding_weight": _on_padding,
    "future_weight": _on_future,
    "translation": _translation,
    "translation_before": _translation_before,
    "other_tokens": _other_tokens,
    "stop_reason": _stopped,
    "norm_order": _said("norm_order"),
    "positions": _said("positions"),
}
