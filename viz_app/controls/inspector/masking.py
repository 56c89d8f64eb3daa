"""The answer to *Why −∞?*: one row of this run with −∞ in its blocked scores, and with what else one might write."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from model.analysis.masking import MaskedRow, first_blocked, masked_row
from viz_app.controls.inspector.computation_texts import ComputationPart, power_of_ten, why_not
from viz_app.controls.inspector.number_strips import Numbers, signed
from viz_app.controls.inspector.parts import PartsAnswer
from viz_app.pictures.drawing.picture_texts import kind_name
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import fill, quoted, translate
from viz_app.state.state import Snapshot
from viz_app.tables.parts.current_row import current_row

NAMED = 3  #: blocked keys in a sentence


class MaskingAnswer(PartsAnswer):
    """Of the selected row where something in it is blocked, else of a row of the decoder's own attention."""

    def fill(self, snapshot: Snapshot) -> None:
        self.show_parts(*masking(snapshot))


def masking(now: Snapshot) -> tuple[str, tuple[ComputationPart, ...]]:
    """Which row, in a sentence, and the four ways."""
    run, chosen = now.run, now.run_selection
    assert run is not None, "it is there"
    query = chosen.step if chosen.query is None else chosen.query
    place = first_blocked(run, chosen.kind, query)
    if place is None:
        return translate("Masking", "Nothing is blocked anywhere in this run: one token, and no padding."), ()
    layer, head = (chosen.layer, chosen.head) if place[0] == chosen.kind else (
        min(chosen.layer, run.layers("decoder") - 1), min(chosen.head, run.heads("decoder") - 1))  # fmt: skip
    found = masked_row(run, place[0], layer, head, place[1])
    if found is None:
        row = current_row(now)
        return ("" if row is None else why_not(row)), ()
    tokens = tokens_of(run)
    own, keys = (tokens.consumed, tokens.consumed) if found.kind == "decoder" else (tokens.source, tokens.source)
    own = tokens.consumed if found.kind == "cross" else own
    told = translate("Masking", "%1, layer %2, head %3, row of %4: %5 of %6 keys are blocked.")
    blocked = int((~found.visible).sum())
    place_told = kind_name(found.kind), layer + 1, head + 1, quoted(own[found.query].text), blocked, len(found.scores)
    names = tuple(token.text for token in keys[: len(found.scores)])
    if place != (chosen.kind, query):
        aside = translate("Masking", "In the selected row nothing is blocked, so here is one where something is.")
        return f"{aside} {fill(told, *place_told)}", parts(found, names)
    return fill(told, *place_told), parts(found, names)


def parts(found: MaskedRow, names: tuple[str, ...]) -> tuple[ComputationPart, ...]:
    """Without a mask, with −∞, with 0 before softmax, with 0 after it."""
    blocked = frozenset(np.flatnonzero(~found.visible).tolist())
    largest = np.maximum(found.unmasked, found.weights)  # with the mask or without it: all strips name the same keys

    def bars(name: str, values: NDArray[np.float64], hatched: bool = False) -> Numbers:
        away = blocked if hatched else frozenset[int]()
        return Numbers(name, values.astype(np.float32), names, bars=True, blocked=away, ranked_by=largest)

    scores = translate("Masking", "scores")
    away = ", ".join(quoted(names[key]) for key in sorted(blocked)[:NAMED]) + (", …" if len(blocked) > NAMED else "")
    leak = translate("Masking", "The blocked keys (%2) would get %1 of the weight.")
    weights = translate("Masking", "weights")
    return (
        ComputationPart(
            translate("Masking", "Without a mask"), "3.2.1", "",
            (fill(leak, signed(found.leaked), away),),
            (bars(scores, found.scores), bars(weights, found.unmasked)),
        ),
        ComputationPart(
            translate("Masking", "−∞ in their place, before softmax"), "3.2.3", "", _minus_infinity(found),
            (bars(scores, found.scores, hatched=True), bars(weights, found.weights, hatched=True)),
        ),
        ComputationPart(
            translate("Masking", "0 in their place, before softmax"), "", "",
            (
                translate("Masking", "e^0 = 1, which is not nothing: a score of 0 is a score like any other."),
                fill(leak, signed(float(found.zeroed[~found.visible].sum())), away),
            ),
            (bars(weights, found.zeroed),),
        ),
        ComputationPart(
            translate("Masking", "0 in their place, after softmax"), "", "",
            (fill(translate("Masking", "The row would sum to %1 instead of 1: the blocked keys have already taken "
                            "their part of the sum."), signed(float(found.cut.sum()))),),
            (bars(weights, found.cut),),
        ),
    )  # fmt: skip


def _minus_infinity(found: MaskedRow) -> tuple[str, ...]:
    """That it takes nothing from the sum; and what this network writes, where that is another number."""
    largest = float(found.scores[found.visible].max(initial=-math.inf))
    exact = translate("Masking", "e^(−∞) = 0: a blocked key adds nothing to the sum, and the others share all of it.")
    total = translate("Masking", "Sum over the keys that may be attended to: %1")
    lines = [exact, fill(total, signed(float(found.weights[found.visible].sum())))]
    if math.isinf(found.fill):
        lines.append(translate("Masking", "This network fills in −∞."))
    else:
        power = float(np.exp(np.float32(found.fill) - np.float32(largest)))
        written = translate("Masking", "This network fills in %1: e^(%1 − %2) = %3 in 32-bit numbers.")
        lines.append(fill(written, power_of_ten(found.fill), signed(largest), f"{power:g}"))
    return tuple(lines)
