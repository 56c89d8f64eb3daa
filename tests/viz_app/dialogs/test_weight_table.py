"""Numbers and words of a map, cell by cell, against the run itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from model.record.trace import KINDS, Kind, Trace
from tests.viz_app.sample_trace import make_trace
from viz_app.dialogs.weight_table import WeightTable
from viz_app.state.state import Selection, Snapshot

TRACE = make_trace(layers=2, heads=3, source=["a", "b", "c"], target=["d", "e", "d", "f"], padding=2, seed=11)
DOWN, ACROSS = Qt.Orientation.Vertical, Qt.Orientation.Horizontal
TEXT, SPOKEN = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole


@pytest.fixture
def table(qapp: QApplication) -> Iterator[WeightTable]:
    table = WeightTable()
    tester = QAbstractItemModelTester(table, QAbstractItemModelTester.FailureReportingMode.Warning)
    yield table
    tester.deleteLater()
    table.deleteLater()


def show(table: WeightTable, trace: Trace | None = TRACE, kind: Kind = "cross", step: int = 4) -> None:
    table.display(Snapshot(trace=trace, selection=Selection(kind, 1, 2, step)))


def headers(table: QAbstractItemModel, side: Qt.Orientation, role: int = TEXT) -> list[object]:
    count = table.rowCount() if side == DOWN else table.columnCount()
    return [table.headerData(section, side, role) for section in range(count)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("step", [0, 2, 4])
def test_every_cell_is_its_weight_or_says_why_not(table: WeightTable, kind: Kind, step: int) -> None:
    show(table, kind=kind, step=step)
    attention, mask = TRACE.attention(kind), TRACE.mask(kind)
    assert attention is not None
    assert mask is not None
    assert (table.rowCount(), table.columnCount()) == attention.shape[-2:]
    for (query, key), weight in np.ndenumerate(attention[1, 2]):
        if kind != "encoder" and (query > step or (kind == "decoder" and key > step)):
            wanted = "later steps"
        elif not mask[query, key]:
            wanted = "blocked: future" if kind == "decoder" and key > query else "blocked: padding"
        else:
            wanted = f"{weight:.6f}"
        assert table.data(table.index(query, key), TEXT) == wanted


def test_headers_are_the_tokens(table: WeightTable) -> None:
    show(table)
    assert headers(table, DOWN) == ["d", "e", "d", "f", "</s>"]
    assert headers(table, ACROSS) == ["a", "b", "c", "</s>", "<pad>", "<pad>"]
    assert headers(table, DOWN, SPOKEN)[:3] == ["d, row 1", "e, row 2", "d, row 3"]
    assert headers(table, ACROSS, SPOKEN)[3] == "</s>, column 4"
    show(table, kind="decoder")
    assert headers(table, DOWN) == headers(table, ACROSS) == ["<s>", "d", "e", "d", "f"]


def test_a_cell_can_be_heard_without_its_headers(table: WeightTable) -> None:
    show(table)
    assert TRACE.cross_attention is not None
    weight = TRACE.cross_attention[1, 2, 2, 1]
    assert table.data(table.index(2, 1), SPOKEN) == f"row 3, d; column 2, b: {weight:.6f}"
    assert table.data(table.index(2, 5), SPOKEN) == "row 3, d; column 6, <pad>: blocked: padding"


def test_a_leak_is_told_with_its_reason(table: WeightTable) -> None:
    assert TRACE.cross_attention is not None
    weights = TRACE.cross_attention.copy()
    weights[1, 2, 0, 4] = 0.25
    show(table, replace(TRACE, cross_attention=weights, meta=replace(TRACE.meta, leaky_mask=True)))
    assert table.text(0, 4) == "0.250000 (blocked: padding)"
    assert table.text(0, 5) == "blocked: padding"


def test_copied_ranges_are_tab_separated_with_their_tokens(table: WeightTable) -> None:
    show(table)
    assert TRACE.cross_attention is not None
    w = TRACE.cross_attention[1, 2]
    assert table.copied(range(1, 3), range(2, 5)) == (
        f"\tc\t</s>\t<pad>\ne\t{w[1, 2]:.6f}\t{w[1, 3]:.6f}\tblocked: padding\n"
        f"d\t{w[2, 2]:.6f}\t{w[2, 3]:.6f}\tblocked: padding\n"
    )
    assert table.copied(range(1, 2), range(2, 3)) == f"{w[1, 2]:.6f}"


def test_what_changes_is_said_and_nothing_else(table: WeightTable) -> None:
    resets: list[None] = []
    changes: list[object] = []
    table.modelReset.connect(lambda: resets.append(None))
    table.dataChanged.connect(lambda *given: changes.append(given))
    show(table)
    show(table)
    assert (len(resets), len(changes)) == (1, 0)
    show(table, step=1)
    table.display(Snapshot(trace=TRACE, selection=Selection("cross", 0, 0, 1)))
    table.display(Snapshot(trace=TRACE, selection=Selection("cross", 0, 0, 1, 0, 0)))
    assert (len(resets), len(changes)) == (1, 2)
    assert TRACE.cross_attention is not None
    assert table.text(0, 0) == f"{TRACE.cross_attention[0, 0, 0, 0]:.6f}"
    show(table, kind="encoder")
    show(table, trace=None)
    assert len(resets) == 3
    assert (table.rowCount(), table.columnCount()) == (0, 0)


def test_a_kind_that_is_not_there_is_empty(table: WeightTable) -> None:
    show(table, replace(TRACE, cross_attention=None))
    assert table.rowCount() == 0
    assert table.headerData(0, DOWN) is None


def test_512_tokens_are_read_only_where_they_are_looked_at(qapp: QApplication) -> None:
    table = WeightTable()
    long = make_trace(1, 1, ["x"] * 511, ["y"] * 511)
    table.display(Snapshot(trace=long, selection=Selection("cross", 0, 0, 511)))
    assert (table.rowCount(), table.columnCount()) == (512, 512)
    assert long.cross_attention is not None
    assert table.text(511, 511) == f"{long.cross_attention[0, 0, 511, 511]:.6f}"
