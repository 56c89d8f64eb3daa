"""The words beside a plot: a run that was changed says so in its window and in every file."""

from __future__ import annotations

from dataclasses import replace

from model.network.interventions import HeadAblated, MaskOff, to_json
from tests.viz_app.plots.shared.test_plot import PLOT
from tests.viz_app.sample_trace import make_trace
from viz_app.plots.maps.map_plot import MapPlot
from viz_app.plots.shared.caption import caption, changes_of, notes
from viz_app.state.state import Selection, Settings

RUN = make_trace()
CHANGES = to_json(HeadAblated("cross", 0, 1)), to_json(MaskOff("padding"))
CHANGED = replace(RUN, meta=replace(RUN.meta, interventions=CHANGES, network={**RUN.meta.network, "update": 200}))
TOLD = "cross attention, layer 1, head 2: result set to 0; padding mask off"
BASED = replace(PLOT, base="Means over rows.")


def test_what_was_changed_is_said_beside_its_numbers() -> None:
    assert notes(BASED, CHANGED) == f"Means over rows · after 200 updates · what if: {TOLD}"
    what, whence = caption(BASED, CHANGED)
    assert what == f"{PLOT.title}. Means over rows."
    assert whence.startswith(f"Checkpoint {RUN.meta.checkpoint}") and f"what if: {TOLD}" in whence
    assert changes_of(BASED, CHANGED) == TOLD
    whole = MapPlot("Map", CHANGED, Selection(), Settings())
    assert notes(whole, CHANGED) == "", "its heading says it"
    assert f"what if: {TOLD}" in caption(whole, CHANGED)[1] and changes_of(whole, CHANGED) == TOLD


def test_a_plain_run_and_numbers_that_are_not_of_it_say_nothing_of_changes() -> None:
    assert notes(BASED, RUN) == BASED.base and changes_of(BASED, RUN) == "" and "what if" not in caption(BASED, RUN)[1]
    apart = replace(BASED, of_run=False)
    assert notes(apart, CHANGED) == BASED.base and changes_of(apart, CHANGED) == ""
    assert "what if" not in "".join(caption(apart, CHANGED))
    assert caption(apart, None)[1].startswith("Headscope")
