"""The answer to *What does length cost?*: the scores of this run, and of the same network on longer sentences."""

from __future__ import annotations

import numpy as np

from model.analysis.cost import Sizes, multiplications, sizes_of, widths
from model.record.trace import Trace
from viz_app.controls.inspector.computation_texts import ComputationPart
from viz_app.controls.inspector.number_strips import Numbers
from viz_app.controls.inspector.parts import PartsAnswer
from viz_app.platform.text import fill, translate
from viz_app.state.state import Snapshot

TIMES = (1, 2, 4, 8)  #: as long as this run
FLOAT_BYTES = 4


class CostAnswer(PartsAnswer):
    """Of the run on screen."""

    def fill(self, snapshot: Snapshot) -> None:
        self.show_parts(*cost(snapshot))


def cost(now: Snapshot) -> tuple[str, tuple[ComputationPart, ...]]:
    """All scores of the run, where they are, and how they grow."""
    run = now.run
    assert run is not None, "it is there"
    sizes = sizes_of(run)
    template = translate(
        "Cost",
        "%1 source tokens and %2 steps took %3 scores; twice the length takes about four times as many (table 1: "
        "O(n²·d) per layer).",
    )
    note = fill(template, sizes.source, sizes.target, number(sum(sizes.scores)))
    parts = [_scores(sizes), _longer(sizes)]
    held = widths(run)
    if held is not None:
        parts.append(_multiplications(run, *held))
    return note, (*parts, _memory(sizes))


def number(value: int) -> str:
    """A count with its thousands set apart: 12,345."""
    return f"{value:,}"


def _scores(sizes: Sizes) -> ComputationPart:
    """Layers × heads × queries × keys of each kind."""
    s, t = sizes.source, sizes.target
    own = f"{t}·{t + 1}/2" if sizes.stepwise else f"{t}·{t}"
    rows = (
        (translate("Cost", "encoder attention"), sizes.encoder, f"{s}·{s}"),
        (translate("Cost", "decoder attention"), sizes.decoder, own),
        (translate("Cost", "cross attention"), sizes.cross, f"{t}·{s}"),
    )
    lines = [
        f"{name}: {layers}·{heads}·{cells} = {number(count)}"
        for (name, (layers, heads), cells), count in zip(rows, sizes.scores, strict=True)
        if layers
    ]
    lines.insert(0, translate("Cost", "layers · heads · queries · keys"))
    if sizes.stepwise:
        lines.append(translate("Cost", "Step by step, row t of the decoder has t keys: half of the square."))
    return ComputationPart(translate("Cost", "Scores of this run"), "4", "", tuple(lines), ())


def _longer(sizes: Sizes) -> ComputationPart:
    """How many scores longer sentences have."""
    counts = [sum(sizes.longer(times).scores) for times in TIMES]
    names = tuple(fill(translate("Cost", "%1 × as long"), times) for times in TIMES)
    told = translate("Cost", "%1: %2 scores, %3 times as many")
    lines = tuple(
        fill(told, name, number(count), f"{count / counts[0]:.2f}" if counts[0] else "–")
        for name, count in zip(names, counts, strict=True)
    )
    bars = Numbers(translate("Cost", "scores"), np.array(counts, dtype=np.float32), names, bars=True)
    return ComputationPart(translate("Cost", "Longer sentences"), "4", "", lines, (bars,))


def _multiplications(run: Trace, width: int, head_width: int) -> ComputationPart:
    """What grows with n against what grows with n², in one self-attention of the encoder."""
    n, heads = run.source_length, run.heads("encoder") or run.heads("decoder")
    fixed, square = multiplications(n, width, heads, head_width)
    lines = (
        fill(translate("Cost", "with W_Q, W_K, W_V and W_O: 4·n·d_model·h·d_k = 4·%1·%2·%3·%4 = %5"),
             n, width, heads, head_width, number(fixed)),
        fill(translate("Cost", "q·k and weight·v: 2·n²·h·d_k = 2·%1²·%2·%3 = %4"), n, heads, head_width,
             number(square)),
        fill(translate("Cost", "The second catches up at n = 2·d_model = %1 tokens."), 2 * width),
    )  # fmt: skip
    title = fill(translate("Cost", "Multiplications of one self-attention, n = %1"), n)
    return ComputationPart(title, "4", "", lines, ())


def _memory(sizes: Sizes) -> ComputationPart:
    """What all maps take in memory, since Headscope keeps every one."""
    kinds = ((sizes.encoder, sizes.source, sizes.source), (sizes.decoder, sizes.target, sizes.target),
             (sizes.cross, sizes.target, sizes.source))  # fmt: skip
    cells = sum(layers * heads * rows * columns for (layers, heads), rows, columns in kinds)
    told = translate("Cost", "%1 weights of %2 bytes = %3 bytes; every map is kept, as squares and rectangles.")
    lines = (fill(told, number(cells), FLOAT_BYTES, number(FLOAT_BYTES * cells)),)
    return ComputationPart(translate("Cost", "Memory of the maps"), "", "", lines, ())
