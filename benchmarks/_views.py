"""Frames of the views that came last, each returning CPU milliseconds of one: from the snapshot to the painted window.

Every view is its own widget of 1000 × 700 logical pixels, shown as the window shows it; what stands around it is not
counted. The runs are planted: sizes decide the time, not numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtWidgets import QWidget
from shiboken6 import delete

from benchmarks._harness import cpu_median
from benchmarks._painters import _application, trace_of, weights_of
from model.decoding.beam_tree import BeamNode, BeamTree, Fate, SearchRules
from model.record.learning_run import CurvePoint, LearningRun, TrainingSnapshot
from viz_app.state.state import Selection, Snapshot
from viz_app.state.watched_training import Watched
from viz_app.views import view_of

SIZE = 1000, 700
FRAMES = 40


def compared(layers: int, heads: int, tokens: int) -> Snapshot:
    """Two runs of cross attention, every weight of which differs."""
    runs = [trace_of("cross", weights_of(layers, heads, tokens, seed)) for seed in (0, 1)]
    return Snapshot(trace=runs[1], pinned=runs[0], view="compare", selection=Selection("cross", 0, 0, tokens // 2))


def alone(layers: int, heads: int, tokens: int) -> Snapshot:
    """One of them by itself."""
    return replace(compared(layers, heads, tokens), pinned=None, view="one_head")


def searched(steps: int, width: int) -> Snapshot:
    """A run found by a beam: as many hypotheses go on at each step as are pruned."""
    nodes: list[BeamNode] = []
    for step in range(steps):
        for row in range(2 * width):
            parent = -1 if not step else (step - 1) * 2 * width + row % width
            fate: Fate = "pruned" if row >= width else "kept" if step < steps - 1 else "ended"
            nodes.append(BeamNode(parent, row, f"word{row}", -float(step), -1.0, fate))
    last = (steps - 1) * 2 * width
    told = BeamTree(SearchRules(width), tuple(nodes), last).to_json()
    run = trace_of("cross", weights_of(1, 1, steps, 0))
    meta = replace(run.meta, decoding={"method": "beam", "beam": {**told, "node": last, "rank": 1, "finished": width}})
    run = replace(run, meta=meta, produced_ids=np.zeros(steps, np.intp))
    return Snapshot(trace=run, view="beam_tree", selection=Selection("cross", 0, 0, steps // 2))


def step(now: Snapshot, name: str = "") -> float:
    """To another step of the same run."""
    count = now.run.steps if now.run is not None else 1
    return _frames(now, name or now.view, lambda at: replace(
        now, selection=replace(now.selection, step=(count // 2 + at) % count, query=None, key=None)))  # fmt: skip


def select(now: Snapshot, name: str = "") -> float:
    """To another cell, or another hypothesis of the step."""
    if now.view == "beam_tree":
        return _frames(now, "beam_tree", lambda at: replace(now, node=at % 9))
    return _frames(now, name or now.view, lambda at: replace(
        now, selection=replace(now.selection, query=at * 7 % now.selection.step, key=at * 5 % 30)))  # fmt: skip


def hover(now: Snapshot) -> float:
    """The pointer comes to another cell: it is marked and told."""
    view: Any = _shown(now, now.view)
    cells = [view.canvas.picture.at(x, y) for x in range(150, 900, 31) for y in range(120, 420, 23)]
    cells = [cell for cell in cells if cell is not None and cell.query is not None]
    assert len(cells) > FRAMES, "the pointer finds cells"

    def frame(at: int) -> None:
        view.point(cells[at * 3 % len(cells)])
        view.canvas.repaint()

    return _ended(view, cpu_median(frame, repeats=FRAMES))


def resize(now: Snapshot) -> float:
    """A pixel wider or narrower: everything has another place."""
    view: Any = _shown(now, now.view)

    def frame(at: int) -> None:
        view.resize(SIZE[0] - at, SIZE[1])
        view.canvas.repaint()

    return _ended(view, cpu_median(frame, repeats=FRAMES))


def first(now: Snapshot) -> float:
    """The first frame of two runs, ranking and all: milliseconds of the only one."""
    _application()
    view: Any = view_of(now.view)()
    view.resize(*SIZE)
    view.show()
    _application().processEvents()

    def frame(_: int) -> None:
        view.display(now)
        view.canvas.repaint()

    return _ended(view, cpu_median(frame, repeats=1, warm_up=0))


def plots(name: str) -> float:
    """The window of plots follows a step."""
    from viz_app.plots.sheet import PlotSheet

    application, now = _application(), alone(6, 8, 64)
    assert now.run is not None, "it is there"
    chances = np.linspace(0.1, 0.9, 64, dtype=np.float32)
    now = replace(now, trace=replace(now.run, produced_probability=chances))
    sheet = PlotSheet()
    sheet.display(now)
    sheet.show_named(name)
    sheet.show()
    application.processEvents()

    def frame(at: int) -> None:
        sheet.display(replace(now, selection=replace(now.selection, step=at % 64)))
        sheet.canvas.viewport().repaint()

    return _ended(sheet, cpu_median(frame, repeats=FRAMES))


def learning(count: int) -> float:
    """The slider of a training goes to another snapshot; the run there is the engine's business."""
    from viz_app.controls.header.learning_bar import LearningBar

    application = _application()
    kept = tuple(TrainingSnapshot(f"/t/{at}", at * 100, at / 10) for at in range(count))
    run = LearningRun("/t", kept, tuple(CurvePoint(at * 100, at / 10, 1.0, 1.0, 1.0) for at in range(count)))
    bar = LearningBar()
    bar.display(Snapshot(learning=Watched(run, 0)))
    bar.take(900, 26)
    bar.show()
    application.processEvents()

    def frame(at: int) -> None:
        bar.display(Snapshot(learning=Watched(run, at * 37 % count)))
        bar.take(900, 26)
        bar.repaint()

    return _ended(bar, cpu_median(frame, repeats=FRAMES))


def _shown(now: Snapshot, name: str) -> QWidget:
    application = _application()
    view = view_of(name)()
    view.resize(*SIZE)
    view.display(now)
    view.show()
    application.processEvents()
    return view


def _frames(now: Snapshot, name: str, at: Callable[[int], Snapshot]) -> float:
    view: Any = _shown(now, name)

    def frame(index: int) -> None:
        view.display(at(index))
        view.canvas.repaint()

    return _ended(view, cpu_median(frame, repeats=FRAMES))


def _ended(widget: QWidget, measured: float) -> float:
    """The window goes before the interpreter does."""
    delete(widget)
    return measured
