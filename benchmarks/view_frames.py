"""Frames of the beam tree, of *Compare*, of the plots and of a training's slider, against *One head* and their own.

``python benchmarks/view_frames.py [--rounds N] [--only TEXT]``
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import _views as views
from benchmarks._harness import Bar, Candidate, run

FRAME = 16  #: milliseconds, of sixty in a second
SMALL, LARGE = (3, 4, 20), (12, 16, 400)  #: layers, heads, tokens
CANDIDATES: dict[str, Candidate] = {
    "One head: step, 3×4@20": lambda: views.step(views.alone(*SMALL)),
    "One head: resize, 3×4@20": lambda: views.resize(views.alone(*SMALL)),
    "Compare: step, 3×4@20": lambda: views.step(views.compared(*SMALL)),
    "Compare: hover, 3×4@20": lambda: views.hover(views.compared(*SMALL)),
    "Compare: select, 3×4@20": lambda: views.select(views.compared(*SMALL)),
    "Compare: resize, 3×4@20": lambda: views.resize(views.compared(*SMALL)),
    "Compare: step, 12×16@400": lambda: views.step(views.compared(*LARGE)),
    "Compare: hover, 12×16@400": lambda: views.hover(views.compared(*LARGE)),
    "Compare: select, 12×16@400": lambda: views.select(views.compared(*LARGE)),
    "Compare: resize, 12×16@400": lambda: views.resize(views.compared(*LARGE)),
    "Compare: the first frame, 12×16@400": lambda: views.first(views.compared(*LARGE)),
    "Beam tree: step, 20×10": lambda: views.step(views.searched(20, 5)),
    "Beam tree: step, 200×20": lambda: views.step(views.searched(200, 10)),
    "Beam tree: select, 200×20": lambda: views.select(views.searched(200, 10)),
    "Beam tree: resize, 200×20": lambda: views.resize(views.searched(200, 10)),
    "Plots: step by step": lambda: views.plots("steps"),
    "Plots: map explorer": lambda: views.plots("map_explorer"),
    "Plots: all heads": lambda: views.plots("heads"),
    "Learning: slider, 9": lambda: views.learning(9),
    "Learning: slider, 1,000": lambda: views.learning(1000),
}
BARS = (
    *(Bar(f"{name}, ms of a frame", name, "", bar=FRAME, goal=8, at_most=True)
      for name in CANDIDATES if "first" not in name),
    Bar("Compare: step / One head", "Compare: step, 3×4@20", "One head: step, 3×4@20", bar=3, goal=1.5, at_most=True),
    Bar("Compare: step, large / own small", "Compare: step, 12×16@400", "Compare: step, 3×4@20",
        bar=2, goal=1.2, at_most=True),
    Bar("Compare: resize / One head", "Compare: resize, 3×4@20", "One head: resize, 3×4@20",
        bar=4, goal=3, at_most=True),
    Bar("Beam tree: step, 200×20 / own 20×10", "Beam tree: step, 200×20", "Beam tree: step, 20×10",
        bar=1.5, goal=1.2, at_most=True),
    Bar("Learning: 1,000 / own 9", "Learning: slider, 1,000", "Learning: slider, 9", bar=2, goal=1.2, at_most=True),
    Bar("Compare: the first frame, ms", "Compare: the first frame, 12×16@400", "", bar=100, goal=50, at_most=True),
)  # fmt: skip

if __name__ == "__main__":
    sys.exit(run(__file__, CANDIDATES, BARS, "How long a frame of a view takes."))
