"""The time of one frame while a large map is panned, against pyqtgraph's own image of the same numbers.

``python benchmarks/map_explorer.py [--rounds N] [--only TEXT]``
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import _explorers as explorers
from benchmarks._harness import Bar, Candidate, run

FRAME = 16  #: milliseconds, of sixty in a second
CANDIDATES: dict[str, Candidate] = {
    "ours: pan 1000×1000": lambda: explorers.ours(1000),
    "ours: pan 1000×1000, masked": lambda: explorers.ours(1000, "decoder"),
    "ours: pan 1000×1000, means": lambda: explorers.ours(1000, averages=True),
    "ours: pan 1000×1000, 60 cells in view": lambda: explorers.ours(1000, share=0.06),
    "ours: pan 2000×2000": lambda: explorers.ours(2000),
    "ours: crosshair on 1000×1000": lambda: explorers.ours_hover(1000),
    "pyqtgraph ImageItem, autoDownsample": lambda: explorers.pyqtgraph_plain(1000),
}
BARS = (
    Bar("pan 1000×1000, ms of a frame", "ours: pan 1000×1000", "", bar=FRAME, goal=8, at_most=True),
    Bar("pan, masked, ms of a frame", "ours: pan 1000×1000, masked", "", bar=FRAME, goal=8, at_most=True),
    Bar("pan with means, ms of a frame", "ours: pan 1000×1000, means", "", bar=FRAME, goal=8, at_most=True),
    Bar("pan, 60 cells in view, ms of a frame", "ours: pan 1000×1000, 60 cells in view", "", bar=FRAME, goal=8,
        at_most=True),
    Bar("crosshair, ms of a frame", "ours: crosshair on 1000×1000", "", bar=FRAME, goal=8, at_most=True),
    Bar("pan 1000×1000 / pyqtgraph ImageItem", "ours: pan 1000×1000", "pyqtgraph ImageItem, autoDownsample",
        bar=1, goal=0.5, at_most=True),
    Bar("pan 2000×2000 / own 1000×1000", "ours: pan 2000×2000", "ours: pan 1000×1000", bar=1.5, goal=1.1, at_most=True),
)  # fmt: skip

if __name__ == "__main__":
    sys.exit(run(__file__, CANDIDATES, BARS, "How fast a large map is panned."))
