"""Ways to put 48 attention maps into a file, each returning CPU milliseconds per file, and how large files become.

Ours are the real exports, of a new run each time, so that nothing is kept from the one before. The others are what
notebooks do: a grid of axes and ``savefig``, with a label at every row and column of every map, or, as in our picture,
only at the outer edges.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtWidgets import QApplication

from benchmarks._harness import cpu_median
from benchmarks._painters import trace_of, weights_of
from model.record.trace import Trace
from viz_app.exports import all_exports
from viz_app.exports.figures.figure import Figure
from viz_app.state.state import Selection, Snapshot

LAYERS, HEADS, TOKENS = 6, 8, 30
WIDTH, HEIGHT, RATIO = 1600, 1200, 2.0  #: an image of 3200 × 2400 pixels
PAGE_TOKENS = 64
BERTVIZ_BYTES = 45  #: for each weight in the HTML of model_view, measured with BertViz 1.4.1


@lru_cache(maxsize=1)
def _application() -> QApplication:
    """The one application, kept alive."""
    return QApplication([])


def run_of(number: int, tokens: int = TOKENS) -> Trace:
    """Cross attention of 48 heads; no other number has its weights or its words."""
    words = np.array([f"w{number}-{position % 17}" for position in range(tokens)])
    trace = trace_of("cross", weights_of(LAYERS, HEADS, tokens, number))
    return replace(trace, source_tokens=words, consumed_tokens=words, produced_tokens=words)


def ours(suffix: str) -> float:
    """All layers to a file, layout, drawing and writing."""
    _application()
    snapshots = [Snapshot(trace=run_of(n), view="all_layers", selection=Selection(step=TOKENS - 1)) for n in range(4)]
    export, figure = all_exports()[suffix], Figure(WIDTH, HEIGHT, RATIO)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / f"f{suffix}"
        return cpu_median(lambda index: export.write(snapshots[index], figure, out), repeats=3, warm_up=1)


def our_size(suffix: str) -> float:
    """KiB of the same file."""
    _application()
    snapshot = Snapshot(trace=run_of(0), view="all_layers", selection=Selection(step=TOKENS - 1))
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / f"f{suffix}"
        all_exports()[suffix].write(snapshot, Figure(WIDTH, HEIGHT, RATIO), out)
        return out.stat().st_size / 1024


def matplotlib(suffix: str, every_label: bool) -> float:
    """A grid of imshow axes, saved; the second of two files counts."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / f"f{suffix}"
        return cpu_median(lambda index: _save(index, every_label, mesh=False, out=out), repeats=1, warm_up=1)


def matplotlib_size(suffix: str) -> float:
    """KiB of the grid as vectors, which imshow is not: ``pcolormesh``, labels at the edges."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / f"f{suffix}"
        _save(0, every_label=False, mesh=True, out=out)
        return out.stat().st_size / 1024


def our_page() -> float:
    """KiB of the page of 48 heads × 3 kinds at 64 tokens."""
    _application()
    maps = weights_of(LAYERS, HEADS, PAGE_TOKENS, 0)
    trace = replace(
        trace_of("cross", maps), encoder_attention=maps, decoder_attention=maps * np.tri(PAGE_TOKENS, dtype=np.float32)
    )
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "f.html"
        all_exports()[".html"].write(Snapshot(trace=trace), Figure(), out)
        return out.stat().st_size / 1024


def bertviz_page() -> float:
    """KiB of the HTML that BertViz writes for as many weights, by what it takes for each."""
    return 3 * LAYERS * HEADS * PAGE_TOKENS**2 * BERTVIZ_BYTES / 1024


def _save(number: int, every_label: bool, mesh: bool, out: Path) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    trace = run_of(number)
    attention, words = trace.cross_attention, trace.source_tokens
    assert attention is not None
    figure, axes = plt.subplots(LAYERS, HEADS, figsize=(WIDTH * RATIO / 200, HEIGHT * RATIO / 200), dpi=200)
    for layer in range(LAYERS):
        for head in range(HEADS):
            axis: Any = axes[layer, head]
            if mesh:
                axis.pcolormesh(attention[layer, head], cmap="Blues", vmin=0, vmax=1)
                axis.invert_yaxis()
            else:
                axis.imshow(attention[layer, head], cmap="Blues", vmin=0, vmax=1)
            places = np.arange(TOKENS) + (0.5 if mesh else 0)
            across, down = every_label or layer == 0, every_label or head == 0
            axis.set_xticks(places if across else [], words if across else [], rotation=90, fontsize=3)
            axis.set_yticks(places if down else [], words if down else [], fontsize=3)
            axis.set_title(f"Layer {layer + 1} · Head {head + 1}", fontsize=6)
    figure.savefig(out)
    plt.close(figure)
