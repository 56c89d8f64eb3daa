"""The answer to *Where do q, k and v come from?*: the sum that is written down, and how to get what is lacking."""

from __future__ import annotations

from dataclasses import replace

import pytest

from model.analysis.projections import PartWeights
from model.record.trace import KINDS, Kind
from tests.viz_app.controls.explained import explained
from tests.viz_app.controls.parts import ready
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.inspector.projections import projections
from viz_app.engine.measurement_messages import ReadWeights
from viz_app.engine.weights import read_weights
from viz_app.platform.preferences import Settings
from viz_app.state.questions import opening
from viz_app.state.state import Selection, Snapshot

OPEN = replace(Settings(), **opening("projections"))


def snapshot(kind: Kind, weights: bool = True) -> Snapshot:
    checkpoint, trace = explained()
    now = ready(trace, selection=Selection(kind, 1, 1, 2, query=2, key=1), settings=OPEN)
    reply = next(read_weights(ReadWeights(1, checkpoint.sha256, kind, 1, 1), checkpoint))
    return replace(now, weights=PartWeights(trace, kind, 1, 1, reply.weights) if weights else None)


def number(text: str) -> float:
    return float(text.replace("−", "-"))


@pytest.mark.parametrize("kind", KINDS)
def test_the_sum_that_is_written_down(kind: Kind) -> None:
    note, parts = projections(snapshot(kind))
    assert [part.title.partition(" ")[0] for part in parts] == ["q", "k", "v"]
    for part in parts:
        strips = {strip.name: strip.values for strip in part.numbers}
        products = next(values for name, values in strips.items() if name.startswith("products"))
        result = part.numbers[-1].values
        dimension = int(part.lines[0].partition("[")[2].partition("]")[0]) - 1
        first, *rest = part.lines[0].split(" = ")[2:]
        written = [number(each) for each in (first.split(" ")[0], rest[-1] if rest else first)]
        assert written[0] == pytest.approx(sum(products.tolist()), abs=1e-4)
        assert written[1] == pytest.approx(float(result[dimension]), abs=2e-4)
        assert abs(result[dimension]) == abs(result).max()
    assert ("encoder’s output" in note) == (kind == "cross")


def test_how_to_get_what_is_lacking() -> None:
    told, parts = projections(snapshot("cross", weights=False))
    assert told == "Its matrices are in the checkpoint that recorded this run: open it."
    assert parts == ()
    bare = replace(snapshot("cross"), trace=make_trace(), selection=Selection("cross", 1, 1, 2, query=2, key=1))
    assert "Translate the sentence again" in projections(bare)[0]
    waiting = snapshot("cross", weights=False)
    assert waiting.checkpoint is not None
    assert waiting.run is not None
    own = replace(waiting.checkpoint, sha256=waiting.run.meta.checkpoint_sha256)
    assert projections(replace(waiting, checkpoint=own))[0] == "Coming from the checkpoint…"
