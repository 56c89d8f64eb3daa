"""The strip below a tree of which only a part has room: a mark for each hypothesis, a frame around what is shown."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from model.decoding.beam_tree import BeamNode, BeamTree, Fate, SearchRules
from model.record.trace import Trace
from tests.viz_app.pictures.reading import plain_style
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.beam_tree import picture as beam_tree
from viz_app.pictures.beam_tree.picture import TreeSheet
from viz_app.pictures.beam_tree.tree_layout import tree_layout
from viz_app.state.state import Selection, Snapshot

pytestmark = pytest.mark.usefixtures("qapp")
STEPS, ROWS = 24, 4


def wide_run() -> Trace:
    """Two hypotheses go on at each step and two are pruned; the run is the second one."""
    nodes: list[BeamNode] = []
    for step in range(STEPS):
        for row in range(ROWS):
            parent = -1 if not step else (step - 1) * ROWS + row % 2
            log = -float(step) - 0.1 * row
            fate: Fate = "pruned" if row > 1 else "kept" if step < STEPS - 1 else "ended"
            nodes.append(BeamNode(parent, 10 + row, f"t{row}", log, log / (step + 1), fate))
    last = (STEPS - 1) * ROWS
    tree = BeamTree(SearchRules(2), tuple(nodes), best=last)
    told = {**tree.to_json(), "node": last + 1, "rank": 2, "finished": 2}
    run = make_trace(target=tuple("abcdefghijklmnopqrstuvw"))
    meta = replace(run.meta, decoding={"method": "beam", "beam": told})
    return replace(run, meta=meta, produced_ids=np.full(STEPS, 11), origin=np.full(STEPS, "beam"))


def sheet(run: Trace, size: tuple[int, int], step: int) -> TreeSheet:
    found = beam_tree.picture(
        Snapshot(trace=run, selection=Selection(step=step)), *size, replace(plain_style(), on_screen=True)
    )
    assert isinstance(found, TreeSheet)
    return found


def test_it_shows_every_step_and_leads_to_each() -> None:
    run = wide_run()
    found = sheet(run, (560, 300), 12)
    assert found.overview is not None and found.layout.rows == ROWS
    left, top, wide, _ = found.room
    for step in range(STEPS):
        spot = left + (step + 0.5) * wide / STEPS, top + found.overview.top + found.overview.high / 2
        cell = found.at(*spot)
        assert cell is not None and cell.query == step and cell.node == found.found.own[step]
    frame = found.overview.page(found.layout.first, found.layout.last)
    assert frame.left() == pytest.approx(wide * found.layout.first / STEPS)
    assert frame.right() == pytest.approx(wide * (found.layout.last + 1) / STEPS)
    tree_ends = found.layout.band * found.layout.bands
    assert tree_ends <= found.overview.top + 1, "it lies under the tree"


def test_marks_stand_in_rows_and_the_runs_own_has_its_colour() -> None:
    run, size = wide_run(), (560, 300)
    found = sheet(run, size, 3)
    image = QImage(*size, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    found.paint(painter)
    painter.end()
    assert found.overview is not None
    left, top, wide, _ = found.room
    palette, high = found.style.palette, (found.overview.high - 4) / ROWS
    for step in (0, 9, STEPS - 2):
        x = round(left + (step + 0.5) * wide / STEPS)
        colours = [
            image.pixelColor(x, int(top + found.overview.top + 2 + (row + 0.4) * high)).name() for row in range(ROWS)
        ]
        assert colours == [QColor(each).name() for each in (palette.muted, palette.accent, palette.line, palette.line)]


def test_a_tree_that_has_room_needs_none_and_no_hypothesis_makes_room_for_it() -> None:
    run = wide_run()
    assert sheet(run, (2600, 500), 0).overview is None
    for high in range(190, 320, 6):
        found = sheet(run, (560, high), 0)
        without = tree_layout(STEPS, ROWS, *found.room[2:], found.style.font_pixels, 0, (12, 12))
        assert found.layout.rows >= without.rows
