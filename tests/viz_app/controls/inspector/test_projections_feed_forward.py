"""The answer to *What does the feed-forward compute?*: its units, the strongest first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from model.analysis.projections import PartWeights
from tests.viz_app.controls.explained import explained
from tests.viz_app.controls.parts import ready
from viz_app.controls.inspector.projections import feed_forward
from viz_app.engine.measurement_messages import ReadWeights
from viz_app.engine.weights import read_weights
from viz_app.platform.preferences import Settings
from viz_app.state.questions import opening
from viz_app.state.state import Selection

OPEN = replace(Settings(), **opening("feed_forward"))


@pytest.mark.parametrize(
    ("kind", "part", "stack"), [("encoder", "encoder_ff", "Encoder"), ("cross", "decoder_ff", "Decoder")]
)
def test_the_strongest_units(kind: str, part: str, stack: str) -> None:
    checkpoint, trace = explained()
    reply = next(read_weights(ReadWeights(1, checkpoint.sha256, part, 1), checkpoint))
    now = ready(trace, selection=Selection(kind, 1, 1, 2, query=2), settings=OPEN)  # type: ignore[arg-type]  # a kind
    now = replace(now, weights=PartWeights(trace, part, 1, 0, reply.weights))
    note, (_, units, added) = feed_forward(now)
    active = units.numbers[0].values.tolist()
    assert note.startswith(f"{stack}, layer 2, at “")
    assert f": {sum(value > 0 for value in active)} of {len(active)} units" in note
    listed = [float(line.rpartition(" → ")[2].replace("−", "-")) for line in units.lines[1:]]
    assert listed == pytest.approx(sorted(active, key=abs, reverse=True)[: len(listed)], abs=1e-4)
    assert len(added.numbers[0].values) == checkpoint.transformer.config.width
