"""The answer to *Norm before or after?*: this network's order, the other, and how the residual stream grows for it."""

from __future__ import annotations

import numpy as np

from model.analysis.formulas import Conventions, conventions_of
from model.analysis.stream import Stream, SubLayer, stream
from viz_app.controls.inspector.computation_texts import ComputationPart
from viz_app.controls.inspector.number_strips import Numbers, signed
from viz_app.controls.inspector.parts import PartsAnswer
from viz_app.pictures.drawing import quantities
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import fill, quoted, translate
from viz_app.state.state import Snapshot


class NormOrderAnswer(PartsAnswer):
    """Of the stack and the position that are selected."""

    def fill(self, snapshot: Snapshot) -> None:
        self.show_parts(*norm_order(snapshot))


def norm_order(now: Snapshot) -> tuple[str, tuple[ComputationPart, ...]]:
    """The order in a sentence, then both formulas and the lengths."""
    run, chosen = now.run, now.run_selection
    assert run is not None, "it is there"
    known = conventions_of(run, now.network)
    source = chosen.kind == "encoder" or run.steps == 0
    place = chosen.query if chosen.query is not None else 0 if source else chosen.step
    names = tokens_of(run).source if source else tokens_of(run).consumed
    found = stream(run, "source" if source else "target", place)
    if known.pre is None:
        return translate("NormOrder", "This run does not say where its network has its norms."), ()
    note = {
        True: translate("NormOrder", "Here every norm comes before its sub-layer (pre-norm); in the paper after."),
        False: translate("NormOrder", "Here every norm comes after the sum (post-norm), as in the paper."),
    }[known.pre]
    parts = [_orders(known)]
    if found is None:
        parts.append(_missing())
    else:
        stack = translate("NormOrder", "encoder") if source else translate("NormOrder", "decoder")
        parts += [_lengths(found, stack, names[place].text), _last(known, found)]
    return note, tuple(parts)


def _orders(known: Conventions) -> ComputationPart:
    """Both formulas, this network's first."""
    name = known.norm_name
    before, after = f"x + f({name}(x))", f"{name}(x + f(x))"
    own, other = (before, after) if known.pre else (after, before)
    lines = [
        fill(translate("NormOrder", "here: %1"), own),
        fill(translate("NormOrder", "the other order: %1"), other),
        translate(
            "NormOrder",
            "Before: x itself goes from bottom to top unchanged but for what is added, and grows. After: every "
            "sub-layer’s result is brought back to one size.",
        ),
        translate(
            "NormOrder",
            "Post-norm needs a learning rate that warms up slowly (paper, 5.3); pre-norm trains without it (Xiong et "
            "al. 2020).",
        ),
    ]
    return ComputationPart(translate("NormOrder", "The two orders"), "3.1", "", tuple(lines), ())


def _lengths(found: Stream, stack: str, token: str) -> ComputationPart:
    """‖x‖ before each sub-layer, and ‖f(x)‖ beside it."""
    steps = [(layer, sub) for layer, subs in enumerate(found.layers) for sub in subs]
    names = tuple(f"{layer + 1} {_part(sub)}" for layer, sub in steps)
    x = np.array([sub.stream for _, sub in steps], dtype=np.float32)
    f = np.array([sub.added for _, sub in steps], dtype=np.float32)
    line = fill(
        translate("NormOrder", "%1, at %2: ‖x‖ = %3 before the first sub-layer, %4 before the last of %5"),
        stack, quoted(token), signed(float(x[0])), signed(float(x[-1])), len(steps),
    )  # fmt: skip
    numbers = tuple(str(layer + 1) for layer in range(len(found.layers)))
    layers = tuple(fill(translate("NormOrder", "layer %1"), number) for number in numbers), numbers
    order = fill(translate("NormOrder", "bars of each layer: %1"), ", ".join(map(_part, found.layers[0])))
    strips = (
        Numbers(translate("NormOrder", "‖x‖ that each sub-layer reads"), x, names, bars=True, groups=layers),
        Numbers(translate("NormOrder", "‖f(x)‖ that it adds"), f, names, bars=True, groups=layers),
    )
    return ComputationPart(translate("NormOrder", "Length of the residual stream"), "3.1", "", (line, order), strips)


def _last(known: Conventions, found: Stream) -> ComputationPart:
    """The norm after the last layer, which pre-norm needs."""
    title = translate("NormOrder", "After the last layer")
    if found.final is None:
        without = translate("NormOrder", "No further norm: the last sub-layer’s own has come last.")
        if known.final_norm is None or known.pre:
            without = translate("NormOrder", "No norm after the last layer is recorded.")
        return ComputationPart(title, "", "", (without,), ())
    told = translate("NormOrder", "One more %1, since nothing has normed the sum: μ = %2, σ = %3")
    if not known.pre:
        told = translate("NormOrder", "One more %1: μ = %2, σ = %3")
    line = fill(told, quantities.norm_word(known.norm), signed(found.final.mean), signed(found.final.deviation))
    return ComputationPart(title, "", "", (line,), ())


def _missing() -> ComputationPart:
    told = translate(
        "NormOrder", "This run was recorded without its residual stream. Translate the sentence again to see it."
    )
    return ComputationPart(translate("NormOrder", "Length of the residual stream"), "", "", (told,), ())


def _part(sub: SubLayer) -> str:
    return {
        "attention": translate("NormOrder", "self-attention"),
        "cross": translate("NormOrder", "cross attention"),
        "feed_forward": translate("NormOrder", "feed-forward"),
    }[sub.part]
