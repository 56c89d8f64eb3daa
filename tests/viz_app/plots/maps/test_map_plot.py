"""A map as a value: names, what a click selects, what is told, and the numbers of rows, columns and parts."""

from __future__ import annotations

import numpy as np

from model.record.trace import Kind, Trace
from tests.viz_app.plots.maps.planted import asymmetric, chosen, plot_of, trace_of
from tests.viz_app.sample_trace import make_trace
from viz_app.plots.maps.map_plot import Cell, MapPlot
from viz_app.state.state import Selection, Settings, select, within

VALUES = asymmetric(7, 5)


def test_a_click_selects_the_cell_at_a_step_that_has_it() -> None:
    trace: Trace = make_trace(layers=2, heads=3)
    cells: tuple[tuple[Kind, Cell], ...] = (
        ("encoder", (4, 1)), ("cross", (5, 2)), ("decoder", (5, 2)), ("decoder", (2, 6)),
    )  # fmt: skip
    for kind, cell in cells:
        now = Selection(kind, 1, 2, step=0)
        found = MapPlot("", trace, now, Settings()).select(cell)
        after = within(select(now, found), trace)
        assert (after.kind, after.layer, after.head, after.query, after.key) == (kind, 1, 2, *cell)
        assert after.step >= (0 if kind == "encoder" else cell[0])


def test_what_is_told_of_a_cell_names_its_query_its_key_and_its_number() -> None:
    plot = plot_of(VALUES)
    told = plot.told((6, 2))
    assert "query: “c6” → “q6”, position 6" in told
    assert "key: “k2”, position 2" in told
    assert f"{VALUES[6, 2]:.4f}" in told
    mask = np.tri(4, dtype=bool)
    future = plot_of(np.where(mask, 0.25, 0).astype(np.float32), "decoder", mask).told((1, 3))
    assert "blocked: future" in future
    assert plot.names[0][6] == "q6"
    assert plot.names[1][4] == "k4"


def test_sections_are_the_cells_or_means_of_those_in_view() -> None:
    plot, part = plot_of(VALUES), (range(2, 6), range(1, 4))
    held = VALUES.tolist()
    assert plot.section(3, part, 1).tolist() == held[3]
    assert plot.section(4, part, 0).tolist() == [row[4] for row in held]
    for key in range(5):
        mean = sum(held[query][key] for query in range(2, 6)) / 4
        assert abs(plot.section(None, part, 1)[key] - mean) < 1e-6
    for query in range(7):
        mean = sum(held[query][key] for key in (1, 2, 3)) / 3
        assert abs(plot.section(None, part, 0)[query] - mean) < 1e-6


def test_blocked_cells_are_no_numbers_of_a_section_and_nowhere_counted() -> None:
    mask = np.tri(4, dtype=bool)
    values = np.where(mask, asymmetric(4, 4) + 0.1, 0).astype(np.float32)
    plot, whole = plot_of(values, "decoder", mask), (range(4), range(4))
    assert np.isnan(plot.section(1, whole, 1)).tolist() == [False, False, True, True]
    third = [float(values[query, 2]) for query in (2, 3)]
    assert abs(plot.section(None, whole, 1)[2] - sum(third) / 2) < 1e-6
    assert np.isnan(plot.section(None, (range(1), range(4)), 1)).tolist() == [False, True, True, True]


def test_the_matrix_is_the_map_or_the_part_in_view() -> None:
    plot = plot_of(VALUES)
    assert plot.matrix().values.tolist() == VALUES.tolist()
    part = plot.matrix((range(2, 4), range(1, 5)))
    assert part.rows == ("q2", "q3")
    assert part.columns == ("k1", "k2", "k3", "k4")
    assert part.values.tolist() == [row[1:5] for row in VALUES.tolist()[2:4]]


def test_the_selected_row_is_that_of_the_step_where_no_query_is() -> None:
    assert plot_of(VALUES).current == (6, None)
    assert chosen(plot_of(VALUES), 2, 1).current == (2, 1)
    assert plot_of(VALUES, "encoder").current == (None, None)


def test_another_selection_is_the_same_map_and_another_run_is_not() -> None:
    plot = plot_of(VALUES)
    assert chosen(plot, 1, 1).is_same_map(plot)
    assert not MapPlot("", trace_of(VALUES), plot.selection, Settings()).is_same_map(plot)
    assert not plot.is_same_map(None)


def test_full_colour_is_the_views_full_colour() -> None:
    plot = plot_of(VALUES * np.float32(0.5))
    assert plot.full(plot.style(False, 1.0)) == 1.0
    own = plot_of(VALUES * np.float32(0.5), settings=Settings(per_map_scale=True))
    assert own.full(own.style(False, 1.0)) == float((VALUES * np.float32(0.5)).max())
