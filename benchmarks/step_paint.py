"""The time from a step, new values or a moved pointer to the screen, against the usual ways.

``python benchmarks/step_paint.py [--rounds N] [--only TEXT]``
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import _painters as painters
from benchmarks._harness import Bar, Candidate, run

CANDIDATES: dict[str, Candidate] = {
    "ours: all maps replaced, 6×8@64": lambda: painters.ours_replaced(6, 8, 64),
    "pyqtgraph PlotItems, 6×8@64": lambda: painters.pyqtgraph_plots(6, 8, 64),
    "matplotlib Agg, 6×8@64": lambda: painters.matplotlib_grid(6, 8, 64),
    "pyqtgraph mosaic of bytes, 6×8@64": lambda: painters.pyqtgraph_mosaic(6, 8, 64),
    "ours: step, 6×8@64": lambda: painters.ours_step(6, 8, 64),
    "ours: step, 6×8@16": lambda: painters.ours_step(6, 8, 16),
    "ours: step, 12×16@512": lambda: painters.ours_step(12, 16, 512),
    "ours: label strips, 48×60": painters.labels_strips,
    "drawText, 48×60": painters.labels_draw_text,
    "ours: hover with read-outs, 6×8@64": lambda: painters.ours_hover(6, 8, 64),
    "pyqtgraph InfiniteLines, 6×8@64": lambda: painters.pyqtgraph_hover(6, 8, 64),
}
BARS = (
    Bar("all maps replaced / pyqtgraph PlotItems", "ours: all maps replaced, 6×8@64", "pyqtgraph PlotItems, 6×8@64",
        bar=15, goal=30),
    Bar("all maps replaced / matplotlib Agg", "ours: all maps replaced, 6×8@64", "matplotlib Agg, 6×8@64",
        bar=90, goal=150),
    Bar("all maps replaced / pyqtgraph mosaic", "ours: all maps replaced, 6×8@64", "pyqtgraph mosaic of bytes, 6×8@64",
        bar=2.5, goal=5),
    Bar("one step / pyqtgraph PlotItems", "ours: step, 6×8@64", "pyqtgraph PlotItems, 6×8@64", bar=15, goal=30),
    Bar("step at 12×16@512 over own 6×8@16", "ours: step, 12×16@512", "ours: step, 6×8@16",
        bar=1.6, goal=1.2, at_most=True),
    Bar("label strips / drawText", "ours: label strips, 48×60", "drawText, 48×60", bar=15, goal=30),
    Bar("hover / pyqtgraph InfiniteLines", "ours: hover with read-outs, 6×8@64", "pyqtgraph InfiniteLines, 6×8@64",
        bar=5, goal=8),
)  # fmt: skip

if __name__ == "__main__":
    sys.exit(run(__file__, CANDIDATES, BARS, "How fast a picture reaches the screen, as ratios to the usual ways."))
