"""Lengths of vectors on their way: of what each sub-layer receives, and of what it adds to the stream."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.analysis.stream import PARTS, STACKS, Part, Side
from model.common.text import fill
from model.record.trace import Array, Trace
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.plots.shared.plot import Curve, Lacking, Option, Plot, PlotPanel
from viz_app.state.intents import Select
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate


def options(_: Snapshot) -> tuple[Option, ...]:
    """Of which stack."""
    decoder, encoder = translate("plots", "decoder"), translate("plots", "encoder")
    return (Option("side", translate("plots", "Stack"), (("target", decoder), ("source", encoder))),)


def plot(snapshot: Snapshot, chosen: Mapping[str, str]) -> Plot | Lacking:
    """The selected position, and the mean over all positions of the sentence."""
    side: Side = "source" if chosen["side"] == "source" else "target"
    trace = snapshot.run
    held = None if trace is None else _held(trace, side)
    if held is None:
        return Lacking(translate("plots", "The run holds no vectors: translate the sentence again to record them."))
    assert trace is not None, "it holds them"
    received, added = held  # [L,P,N] each
    parts, count = len(PARTS[side]), received.shape[2]
    picked = snapshot.run_selection.step if side == "target" else (snapshot.run_selection.query or 0)
    at = min(picked, count - 1)
    known = tokens_of(trace)
    tokens = known.source if side == "source" else known.consumed
    places = np.arange(1, received[:, :, 0].size + 1, dtype=np.float64)
    selects = tuple(Select(layer=layer) for layer in range(len(received)) for _ in range(parts))
    one = fill(translate("plots", "position %1: %2"), at, tokens[at].text)

    def curves(lengths: Array) -> tuple[Curve, ...]:
        return (
            Curve(one, places, lengths[:, :, at].ravel(), selects=selects),
            Curve(translate("plots", "mean over all positions"), places, lengths.mean(axis=2).ravel(), selects=selects),
        )

    name = translate("plots", "%1 %2")
    ticks = [fill(name, layer + 1, _words()[part]) for layer in range(len(received)) for part in PARTS[side]]
    return Plot(
        translate("plots", "Norms by layer"),
        translate("plots", "layer and sub-layer"),
        (
            PlotPanel(translate("plots", "‖x‖ received"), curves(received), 0.0, brief="‖x‖"),
            PlotPanel(translate("plots", "‖f(x)‖ added"), curves(added), 0.0, brief="‖f(x)‖"),
        ),
        ticks=tuple(ticks),
    )


def _words() -> dict[Part, str]:
    """Sub-layers as an axis has room for them."""
    return {
        "attention": translate("plots", "self"),
        "cross": translate("plots", "cross"),
        "feed_forward": translate("plots", "feed-fwd."),
    }


def _held(trace: Trace, side: Side) -> tuple[Array, Array] | None:
    """[L,P,N] lengths of inputs and outputs of the sub-layers; None where the run lacks one of them."""
    inputs = trace.activations.get(f"{STACKS[side]}_inputs")
    outputs = trace.activations.get(f"{STACKS[side]}_outputs")
    if inputs is None or outputs is None or inputs.shape != outputs.shape or inputs.ndim != 4 or not inputs.size:
        return None
    if inputs.shape[1:3] != (len(PARTS[side]), trace.source_length if side == "source" else trace.steps):
        return None
    return tuple(np.linalg.norm(each.astype(np.float64), axis=3) for each in (inputs, outputs))
