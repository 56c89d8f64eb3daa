"""The explorer as a plot: of the selected head, chosen as everywhere, with every row of the run."""

from __future__ import annotations

from tests.viz_app.sample_trace import make_trace
from viz_app.plots.map_explorer import options, plot
from viz_app.plots.maps.map_plot import MapPlot
from viz_app.plots.shared.plot import Lacking, chosen_of
from viz_app.state.intents import Select
from viz_app.state.state import Selection, Snapshot

TRACE = make_trace(layers=2, heads=3)
NOW = Snapshot(trace=TRACE, selection=Selection("decoder", 1, 2, step=3, query=2, key=1))


def test_it_is_the_map_of_the_selected_head() -> None:
    found = plot(NOW, chosen_of(options(NOW), {}))
    assert isinstance(found, MapPlot)
    assert TRACE.decoder_attention is not None
    assert found.values.tolist() == TRACE.decoder_attention[1, 2].tolist()
    assert found.shape[0] == TRACE.steps  # rows of later steps too
    assert found.current == (2, 1)
    assert "Layer 2" in found.heading
    assert "Head 3" in found.heading


def test_what_is_chosen_is_what_the_window_selects() -> None:
    kind, layer, head = options(NOW)
    assert chosen_of((kind, layer, head), {"layer": "0"}) == {"kind": "decoder", "layer": "1", "head": "2"}
    assert kind.selects == (Select(kind="encoder"), Select(kind="decoder"), Select(kind="cross"))
    assert layer.selects[0] == Select(layer=0)
    assert [label for _, label in head.values] == ["Head 1", "Head 2", "Head 3"]


def test_without_a_map_it_says_why() -> None:
    assert isinstance(plot(Snapshot(), {}), Lacking)
    assert options(Snapshot()) == ()
