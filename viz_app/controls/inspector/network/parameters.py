"""The answer to *How many parameters per block?*: every matrix of the open checkpoint, counted by its shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from viz_app.controls.inspector.computation_texts import ComputationPart
from viz_app.controls.inspector.number_strips import Numbers
from viz_app.controls.inspector.parts import PartsAnswer
from viz_app.controls.inspector.projections import being_read
from viz_app.platform.text import fill, translate
from viz_app.state.state import Snapshot

Shape = tuple[int, ...]
Counted = tuple[str, list[Shape]]  #: a block's name, and the shapes of its arrays


class ParametersAnswer(PartsAnswer):
    """Of the checkpoint that recorded the run; it is asked for the shapes as soon as the answer is open."""

    def fill(self, snapshot: Snapshot) -> None:
        self.show_parts(*parameters(snapshot))


def parameters(now: Snapshot) -> tuple[str, tuple[ComputationPart, ...]]:
    """The total in a sentence; then a layer of each stack, what stands around them, and the shares."""
    run, held = now.run, now.weights
    assert run is not None, "it is there"
    if held is None or held.part != "parameters":
        own = now.checkpoint is not None and now.checkpoint.sha256 == run.meta.checkpoint_sha256
        return being_read() if own else translate(
            "Parameters", "They are in the checkpoint that recorded this run: open it."
        ), ()
    shapes = {name: tuple(int(size) for size in shape) for name, shape in held.arrays.items()}
    total = sum(map(size_of, shapes.values()))
    note = fill(translate("Parameters", "%1 has %2 parameters in %3 arrays; one that two parts share counts once."),
                run.meta.checkpoint, f"{total:,}", len(shapes))  # fmt: skip
    parts, shares = [], []
    for stack, title in (("encoder_layers", translate("Parameters", "One layer of the encoder")),
                         ("decoder_layers", translate("Parameters", "One layer of the decoder"))):  # fmt: skip
        layers = {name.split(".")[1] for name in shapes if name.startswith(f"{stack}.")}
        if layers:
            whole = sum(size_of(shape) for name, shape in shapes.items() if name.startswith(f"{stack}."))
            parts.append(_layer(title, _blocks(shapes, f"{stack}.0."), len(layers), whole))
            shares.append((translate("Parameters", "encoder") if stack == "encoder_layers" else
                           translate("Parameters", "decoder"), whole))  # fmt: skip
    layers_of = ("encoder_layers.", "decoder_layers.")
    parts.append(_around([(name, [shape]) for name, shape in shapes.items() if not name.startswith(layers_of)]))
    shares.append((translate("Parameters", "around them"), total - sum(count for _, count in shares)))
    parts.append(_shares(shares, total))
    return note, tuple(parts)


def size_of(shape: Sequence[int]) -> int:
    """How many numbers an array of this shape has."""
    result = 1
    for size in shape:
        result *= size
    return result


def _blocks(shapes: Mapping[str, Shape], prefix: str) -> list[Counted]:
    """The arrays of one layer by their block, in the order of the network; all norms together."""
    words = {
        "attention": translate("Parameters", "self-attention: W_Q, W_K, W_V, W_O"),
        "cross": translate("Parameters", "cross attention: W_Q, W_K, W_V, W_O"),
        "feed_forward": translate("Parameters", "feed-forward"),
    }
    found: dict[str, list[Shape]] = {}
    for name, shape in shapes.items():
        if name.startswith(prefix):
            block = name.removeprefix(prefix).split(".")[0]
            found.setdefault(words.get(block, translate("Parameters", "norms")), []).append(shape)
    return list(found.items())


def written(shapes: list[Shape]) -> str:
    """``4 × 256·256 + 4 × 256 = 263,168``"""
    counts = Counter("·".join(map(str, shape)) for shape in shapes)
    terms = (f"{count} × {shape}" if count > 1 else shape for shape, count in counts.items())
    return f"{' + '.join(terms)} = {sum(map(size_of, shapes)):,}"


def _layer(title: str, blocks: list[Counted], layers: int, whole: int) -> ComputationPart:
    lines = [f"{name}: {written(shapes)}" for name, shapes in blocks]
    one = sum(size_of(shape) for _, shapes in blocks for shape in shapes)
    lines.append(fill(translate("Parameters", "together %1; all %2 layers %3"), f"{one:,}", layers, f"{whole:,}"))
    return ComputationPart(title, "3.1", "", tuple(lines), ())


def _around(named: list[Counted]) -> ComputationPart:
    lines = [f"{name.removesuffix('.weight')}: {written(shapes)}" for name, shapes in named]
    tied = translate("Parameters", "The vocabulary head shares the matrix of an embedding (3.4).")
    if not any(name.startswith("vocabulary.weight") for name, _ in named):
        lines.append(tied)
    title = translate("Parameters", "Embeddings, vocabulary head and last norms")
    return ComputationPart(title, "3.4", "", tuple(lines), ())


def _shares(shares: list[tuple[str, int]], total: int) -> ComputationPart:
    lines = [f"{name}: {count:,} = {100 * count / total:.1f} %" for name, count in shares]
    bars = Numbers(
        translate("Parameters", "parameters"), np.array([count for _, count in shares], dtype=np.float32),
        tuple(name for name, _ in shares), bars=True,
    )  # fmt: skip
    return ComputationPart(translate("Parameters", "Where they are"), "", "", tuple(lines), (bars,))
