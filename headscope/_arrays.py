"""Anybody's numbers as a run, and a run's numbers with labels for xarray and pandas. No torch."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.common.installed import installing
from model.common.problems import Problem
from model.common.version import VERSION
from model.record.labelled_matrix import LabelledMatrix
from model.record.trace import KINDS, Kind, Meta, Trace, check_shapes

SLACK = 1e-3  #: over 1, as half precision sums have it
AXES = ("layer", "head", "query", "key")


def trace_of(
    weights: Any, rows: Sequence[str], columns: Sequence[str], kind: Kind, mask: Any, texts: tuple[str, str, str]
) -> Trace:
    """A record that holds one kind of attention; ``texts`` are sentence, translation and name.

    Raises :class:`Problem`, which names the argument.
    """
    if kind not in KINDS:
        raise Problem(f"kind {kind!r:.40}", "there is no such attention", f"Use one of: {', '.join(KINDS)}")
    values = _weights(weights)
    down, across = _words("rows", rows, values.shape[2]), _words("columns", columns, values.shape[3])
    if kind != "cross" and down != across:
        raise Problem("rows, columns", f"they differ, and {kind} attention is among the same words", "Give them alike")
    allowed = np.ones(values.shape[2:], dtype=bool) if mask is None else _mask(mask, values)
    sentence, translation, name = texts
    source, target = (across, down) if kind == "cross" else (across, ()) if kind == "encoder" else ((), across)
    meta = Meta(
        name, "", "", "", {"method": "arrays"}, "", translation, VERSION, source_text=sentence,
        vocabulary_head=kind == "cross",
    )  # fmt: skip
    ids = np.arange(len(target))
    written: dict[str, Any] = {"produced_ids": ids, "produced_tokens": _texts(target)} if kind == "cross" else {}
    read: dict[str, Any] = {"consumed_ids": ids.copy(), "consumed_tokens": _texts(target)} if target else {}
    maps: dict[str, Any] = {f"{kind}_attention": values, f"{kind}_mask": allowed}
    trace = Trace(meta, np.arange(len(source)), _texts(source), **written, **read, **maps)
    check_shapes(trace, "weights")
    return trace


def _weights(weights: Any) -> NDArray[np.float32]:
    """[L,H,Q,K] of what was given, each value from 0 to 1."""
    found = np.array(weights.detach().cpu().numpy() if hasattr(weights, "detach") else weights)
    if found.dtype.kind not in "fiub" or not 2 <= found.ndim <= 4 or 0 in found.shape:
        what = f"weights {found.dtype} {list(found.shape)}"
        raise Problem(what, "they are no numbers by layer, head, row and column", "Give [L,H,Q,K], [H,Q,K] or [Q,K]")
    found = found.reshape((1,) * (4 - found.ndim) + found.shape).astype(np.float32)
    wrong = np.argwhere(~((found >= 0) & (found <= 1 + SLACK)))
    if len(wrong):
        place = tuple(wrong[0].tolist())
        where = ", ".join(
            f"{name} {index}" for name, index in zip(("layer", "head", "row", "column"), place, strict=True)
        )
        raise Problem("weights", f"{found[place]:g} at {where} is not from 0 to 1", "Give what the softmax puts out")
    return found


def _words(name: str, words: Sequence[str], count: int) -> tuple[str, ...]:
    if isinstance(words, str) or not all(isinstance(word, str) for word in words):
        raise Problem(name, "they are no list of words", "Give a str for each")
    if len(words) != count:
        raise Problem(name, f"there are {len(words)}, and weights have {count} {name}", f"Give {count} of them")
    return tuple(words)


def _mask(mask: Any, values: NDArray[np.float32]) -> NDArray[np.bool_]:
    found = np.array(mask)
    if found.dtype.kind != "b" or found.shape != values.shape[2:]:
        what, wanted = f"mask {found.dtype} {list(found.shape)}", list(values.shape[2:])
        raise Problem(what, "it does not fit weights", f"Give True and False, True = may attend, as {wanted}")
    return found


def _texts(words: Sequence[str]) -> NDArray[np.str_]:
    return np.array(words, dtype=np.str_)


def as_xarray(trace: Trace, kind: Kind, values: NDArray[np.float32]) -> Any:
    """The maps of one kind with their words beside positions, since a word may occur twice."""
    rows, columns = trace.rows(kind), trace.columns(kind)
    coordinates = {name: np.arange(size) for name, size in zip(AXES, values.shape, strict=True)}
    labels = {"row": ("query", list(rows)), "column": ("key", list(columns))}
    return _library("xarray").DataArray(values, dims=AXES, coords={**coordinates, **labels}, name=f"{kind}_attention")


def as_pandas(found: LabelledMatrix) -> Any:
    """One map as a table of words."""
    pandas = _library("pandas")
    rows, columns = (pandas.Index(list(words), name=axis) for words, axis in
                     ((found.rows, found.row_axis), (found.columns, found.column_axis)))  # fmt: skip
    return pandas.DataFrame(found.values, index=rows, columns=columns)


def as_bertviz(trace: Trace, source: Sequence[str], consumed: Sequence[str]) -> dict[str, Any]:
    """A tuple of tensors [1,H,Q,K], one a layer, for each kind; and the tokens of both sides."""
    import torch

    maps = {
        f"{kind}_attention": tuple(torch.tensor(layer[np.newaxis]) for layer in found)
        for kind in KINDS
        if (found := trace.attention(kind)) is not None
    }
    return {**maps, "encoder_tokens": list(source), "decoder_tokens": list(consumed)}


def _library(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError as error:
        raise Problem(name, "it is not installed", f"Install it: {installing(name)}") from error
