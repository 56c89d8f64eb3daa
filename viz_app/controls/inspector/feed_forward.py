"""The answer to *What does the feed-forward compute?*: its units at one position, and which of them are on (3.3)."""

from __future__ import annotations

import numpy as np

from model.analysis.formulas import conventions_of
from model.analysis.projections import Inner, inner
from viz_app.controls.inspector.computation_texts import ComputationPart
from viz_app.controls.inspector.number_strips import Numbers, signed
from viz_app.controls.inspector.parts import PartsAnswer
from viz_app.controls.inspector.projections import lacking_weights
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import fill, quoted, translate
from viz_app.state.state import Snapshot

STRONGEST = 8  #: units that are listed


class FeedForwardAnswer(PartsAnswer):
    """Of the selected layer, at the position of the selected row; without one, of the step."""

    def fill(self, snapshot: Snapshot) -> None:
        self.show_parts(*feed_forward(snapshot))


def feed_forward(now: Snapshot) -> tuple[str, tuple[ComputationPart, ...]]:
    """Which one in a sentence, then what it reads, its units, what it adds."""
    run, chosen = now.run, now.run_selection
    assert run is not None, "it is there"
    lacking = lacking_weights(now)
    if lacking:
        return lacking, ()
    assert now.weights is not None, "nothing is lacking"
    source = now.weights.part == "encoder_ff"
    place = chosen.query if chosen.query is not None else 0 if source else chosen.step
    found = inner(now.weights, place, conventions_of(run, now.network).activation)
    if found is None:
        return translate("FeedForward", "This run does not say what its feed-forward reads and computes."), ()
    if not found.agrees:
        return translate("FeedForward", "The matrices of the open checkpoint do not give this run’s vectors."), ()
    stack = translate("FeedForward", "Encoder") if source else translate("FeedForward", "Decoder")
    token = (tokens_of(run).source if source else tokens_of(run).consumed)[place].text
    note = fill(
        translate("FeedForward", "%1, layer %2, at %3: %4 of %5 units are above 0. The same matrices work at every "
                  "position, each for itself."),
        stack, now.weights.layer + 1, quoted(token), found.on, len(found.active),
    )  # fmt: skip
    return note, _parts(now, found)


def _parts(now: Snapshot, found: Inner) -> tuple[ComputationPart, ...]:
    known = conventions_of(now.run, now.network)
    long = translate("FeedForward", "length of x: %1; of what is added: %2")
    lengths = fill(long, _length(found.read), _length(found.captured))
    strongest = np.argsort(-np.abs(found.active), kind="stable")[:STRONGEST]
    listed = tuple(
        f"{fill(translate('FeedForward', 'unit %1'), int(unit) + 1)}: {signed(float(found.before[unit]))} → "
        f"{signed(float(found.active[unit]))}"
        for unit in strongest
    )
    return (
        ComputationPart(
            translate("FeedForward", "What it reads, and widens"), "3.3", "", (known.feed_forward,),
            (
                Numbers(translate("FeedForward", "x: input of the feed-forward"), found.read.astype(np.float32)),
                Numbers("x · W₁ + b₁" if known.feed_forward_bias else "x · W₁", found.before.astype(np.float32)),
            ),
        ),
        ComputationPart(
            translate("FeedForward", "Activations: the units"), "3.3", "",
            (translate("FeedForward", "The strongest, before → after the activation:"), *listed),
            (Numbers(translate("FeedForward", "every unit after the activation"), found.active.astype(np.float32)),),
        ),
        ComputationPart(
            translate("FeedForward", "What it adds"), "3.3", "", (lengths,),
            (Numbers(translate("FeedForward", "f(x), which is added to the residual stream"), found.captured),),
        ),
    )  # fmt: skip


def _length(vector: np.ndarray) -> str:
    return signed(float(np.linalg.norm(vector)))
