"""The time and size of a file of 48 heads, against what notebooks do.

``python benchmarks/export.py [--rounds N] [--only TEXT]``

A picture of 48 maps of 30 × 30 cells with token labels: as an image of 3200 × 2400 pixels, as PDF and as SVG.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import _exporters as exporters
from benchmarks._harness import Bar, Candidate, run

KINDS = {"PNG": ".png", "PDF": ".pdf", "SVG": ".svg"}
VECTORS = ("PDF", "SVG")
CANDIDATES: dict[str, Candidate] = {
    **{f"ours: {name}": partial(exporters.ours, suffix) for name, suffix in KINDS.items()},
    **{f"matplotlib savefig, {name}": partial(exporters.matplotlib, suffix, True) for name, suffix in KINDS.items()},
    **{f"same, edge labels, {name}": partial(exporters.matplotlib, suffix, False) for name, suffix in KINDS.items()},
    **{f"ours: KiB of {name}": partial(exporters.our_size, KINDS[name]) for name in VECTORS},
    **{f"matplotlib pcolormesh, KiB of {name}": partial(exporters.matplotlib_size, KINDS[name]) for name in VECTORS},
    "ours: KiB of the page, 6×8×3@64": exporters.our_page,
    "BertViz at 45 bytes a weight, KiB": exporters.bertviz_page,
}
BARS = (
    *(Bar(f"{name} / matplotlib savefig", f"ours: {name}", f"matplotlib savefig, {name}", bar=15, goal=25)
      for name in KINDS),
    *(Bar(f"{name} / the same, edge labels", f"ours: {name}", f"same, edge labels, {name}", bar=5, goal=10)
      for name in KINDS),
    *(Bar(f"{name} file / matplotlib pcolormesh", f"ours: KiB of {name}", f"matplotlib pcolormesh, KiB of {name}",
          bar=1, goal=0.4, at_most=True) for name in VECTORS),
    Bar("page 6×8×3@64 / BertViz HTML", "ours: KiB of the page, 6×8×3@64", "BertViz at 45 bytes a weight, KiB",
        bar=10, goal=14),
)  # fmt: skip

if __name__ == "__main__":
    sys.exit(run(__file__, CANDIDATES, BARS, "How fast pictures become files, and how large these are."))
