"""Snapshots of a run that has been measured, with planted asymmetric numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from model.analysis.effects import Effects, Replacement, agreements
from model.analysis.logit_lens import EarlyGuesses
from model.record.trace import Trace
from tests.viz_app.controls.parts import ready
from tests.viz_app.sample_trace import make_trace
from viz_app.state.state import Selection, Settings, Snapshot

STEPS, SOURCE = 8, 9


def run() -> Trace:
    """Nine source tokens, two of them padding, and eight steps; special tokens are known."""
    trace = make_trace(padding=2)
    special = {"source": tuple(trace.source_ids[-3:].tolist())}
    return replace(trace, meta=replace(trace.meta, special_ids=special))


RUN = run()


def change() -> np.ndarray:
    """[T,S] t.s with the sign of the row, but only words are replaced."""
    rows, columns = np.indices((STEPS, SOURCE))
    planted = ((rows + 1 + columns / 10) * np.where(columns % 2, -1, 1)).astype(np.float32)
    planted[:, 6:] = np.nan
    return planted


def effects(replacement: Replacement = "unknown") -> Effects:
    token = "<unk>" if replacement == "unknown" else "<pad>"
    return Effects(RUN, change(), replacement, token, agreements(RUN, change()))


def early(layers: int = 3) -> EarlyGuesses:
    """Layer l at step t says "w<l><t>" with probability 0.1·l + 0.01·t, and four others less."""
    rows, steps, places = np.indices((layers, STEPS, 5))
    ids = rows * 100 + steps * 10 + places
    tokens = np.array([f"w{number:03d}" for number in ids.reshape(-1)]).reshape(ids.shape)
    shares = ((rows + 1) / 10 + steps / 100) / (places + 1)
    return EarlyGuesses(RUN, ids, tokens, shares.astype(np.float32), shares[..., 0].astype(np.float32) / 2)


def shown(selection: Selection | None = None, settings: dict[str, Any] | None = None, **changes: Any) -> Snapshot:
    """The run on screen with parts of the inspector open."""
    opened = {"effects": True, "early_guesses": True, "head_facts": True, "best_heads": True}
    place = Selection("cross", 1, 2, 3) if selection is None else selection
    trace = changes.pop("trace", RUN)
    return ready(trace, selection=place, settings=Settings(**(opened | (settings or {}))), **changes)
