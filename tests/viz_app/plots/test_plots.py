"""The folder of plots: each has a title and answers for every snapshot."""

from __future__ import annotations

from viz_app.plots import plot_module, plot_names, titles
from viz_app.plots.shared.plot import Lacking, chosen_of
from viz_app.state.state import Snapshot


def test_every_plot_of_the_folder_has_a_title_and_says_why_where_there_is_no_run() -> None:
    assert sorted(titles()) == plot_names()
    for name in titles():
        module = plot_module(name)
        assert isinstance(module.plot(Snapshot(), chosen_of(module.options(Snapshot()), {})), Lacking)
