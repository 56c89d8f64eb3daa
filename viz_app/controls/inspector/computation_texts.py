"""The computation of one number in texts: each formula with its values put in. Pure.

It reads a :class:`model.analysis.explanation.Explanation` and names things; every number comes from there.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from model.analysis.baseline import has_vectors
from model.analysis.explanation import Explanation, Joined, Norm, explain
from model.analysis.formulas import conventions_of
from model.common.lazy_dataclass import dataclass
from viz_app.controls.inspector.number_strips import Numbers, signed
from viz_app.pictures.drawing.code_names import code_of
from viz_app.pictures.drawing.picture_texts import what_if
from viz_app.platform.text import digits_for, equation, fill, quoted, translate
from viz_app.tables.parts.current_row import CurrentRow, blocked_by, consumed, source


@dataclass(frozen=True, eq=False)
class ComputationPart:
    """One step of the computation."""

    title: str
    section: str  #: of "Attention Is All You Need"
    code: str  #: the name in the user's code; empty where it is not known
    lines: tuple[str, ...]  #: formulas, and the same with numbers
    numbers: tuple[Numbers, ...]

    def as_text(self) -> str:
        """To paste: title, formulas, and every value of every strip."""
        head = "\t".join(filter(None, (self.title, self.section, self.code)))
        return "\n".join((head, *self.lines, *(numbers.as_text() for numbers in self.numbers)))


@dataclass(frozen=True, eq=False)
class _ComputedCell:
    """What every part is told from."""

    found: Explanation
    row: CurrentRow
    key: int
    code: Callable[[str], str]  #: role → name in the user's code

    @property
    def there(self) -> int:
        """How many keys existed when the row was computed: those that came later are the last ones."""
        return min(len(self.row.keys), int((~self.found.later).sum()))

    @property
    def marked(self) -> int | None:
        """The key among those."""
        return self.key if self.key < self.there else None


def computation(row: CurrentRow, key: int) -> tuple[ComputationPart, ...] | None:
    """The parts in the order of the computation; None where the run does not hold what it takes."""
    found = explain(row.trace, row.kind, row.layer, row.head, row.query, key)
    if found is None:
        return None
    cell, joined = _ComputedCell(found, row, key, code_of(row.trace.meta.family, row.kind, row.layer)), found.joined
    parts = [part(cell) for part in (_product, _score, _mask, _softmax, _values)]
    if joined is None:
        return tuple(parts)
    after = [_output(cell, joined), _residual(cell, joined)]
    if joined.norm is None:
        return (*parts, *after)
    norm = _norm(cell, joined.norm, joined.pre)
    return (norm, *parts, *after) if joined.pre else (*parts, *after, norm)


def summary(row: CurrentRow, key: int) -> str:
    """The way to the weight in one line: ``q · k / √d_k = 16.3620 / 8 = 2.0453 → softmax over 14 keys → 0.0199``."""
    found = explain(row.trace, row.kind, row.layer, row.head, row.query, key)
    if found is None:
        return ""
    if not found.was_there:
        return _not_there()
    steps = [f"{found.over('√d_k')} = {_divided(found)}"]
    if found.bias is not None:
        steps.append(f"{'−' if found.bias < 0 else '+'} {signed(abs(found.bias))}")
    if not found.allowed:
        steps.append(translate("Computation", "blocked"))
    softmax = fill(translate("Computation", "softmax over %1 keys"), int((found.visible & ~found.later).sum()))
    return " → ".join((*steps, softmax, signed(found.weight)))


def why_not(row: CurrentRow) -> str:
    """One sentence for a run whose cells cannot be explained."""
    meta = row.trace.meta
    if meta.recorded:
        return translate(
            "Computation", "This run was recorded from your own code: it holds its weights, not its queries and keys."
        )
    if not has_vectors(row.trace):
        return translate(
            "Computation",
            "This run was recorded without queries, keys and values. Translate the sentence again to see them; "
            "only a very large run leaves them out.",
        )
    if meta.changes:
        told = translate(
            "Computation", "This row was changed for this run (%1): its weights do not follow from queries and keys."
        )
        return fill(told, what_if(meta))
    return translate("Computation", "This run does not hold the queries, keys and values that gave this row.")


def _not_there() -> str:
    """Of a later token in a run that was decoded step by step."""
    return translate(
        "Computation", "This key did not exist when the row was computed: no product, no score, nothing to mask."
    )


def _product(cell: _ComputedCell) -> ComputationPart:
    found, line = cell.found, _not_there()
    numbers = [Numbers(fill(translate("Computation", "query q of %1"), _row_name(cell.row)), found.query_vector)]
    if found.was_there:
        line = translate("Computation", "q · k = sum of %1 products = %2")
        line = fill(line, len(found.products), signed(found.product))
        key = fill(translate("Computation", "key k of %1"), quoted(cell.row.keys[cell.key]))
        numbers += [
            Numbers(key, found.key_vector), Numbers(translate("Computation", "their products"), found.products)
        ]  # fmt: skip
    title = translate("Computation", "Dot product q·k")
    return ComputationPart(title, "3.2.1", cell.code("projections"), (line,), tuple(numbers))


def _row_name(row: CurrentRow) -> str:
    token = source(row.trace, row.query) if row.kind == "encoder" else consumed(row.trace, row.query)
    return "?" if token is None else quoted(token)


def _score(cell: _ComputedCell) -> ComputationPart:
    found = cell.found
    title = translate("Computation", "Score: divided by √d_k")
    if found.divisor in (1.0, found.temperature):
        title = translate("Computation", "Score")
    if not found.was_there:
        lines = [fill(translate("Computation", "the row has scores for the %1 keys that were there"), cell.there)]
    elif found.divisor == 1.0:
        lines = [f"q · k = {signed(found.score)}", translate("Computation", "This model does not divide by √d_k.")]
    else:
        lines = [f"{found.over(f'√{len(found.products)}')} = {_divided(found)}"]
        without = translate("Computation", "Without dividing, softmax would give %1 here instead of %2.")
        if found.allowed and found.temperature == 1.0:
            lines.append(fill(without, f"{found.undivided[cell.key]:.4f}", f"{found.weights[cell.key]:.4f}"))
            lines.append(_why_divided())
    if found.bias is not None and found.was_there:
        both = float(np.float32(found.score) + np.float32(found.bias))
        told = equation(operator.add, (found.score, found.bias), both)
        added = translate("Computation", "+ position bias of this distance: %1 + %2 = %3")
        lines.append(fill(added, told.given[0], _in_sum(told.given[1]), told.result).replace("=", told.sign))
    return ComputationPart(
        title, "3.2.1", cell.code("score"), tuple(lines),
        (_bars(cell, translate("Computation", "scores of the row"), found.scores, np.zeros_like(found.later)),),
    )  # fmt: skip


def _divided(found: Explanation) -> str:
    """``38.3979 / 8 = 4.7997``: q·k, what it is divided by, and the score, in digits that it follows from."""
    if found.divisor == 1.0:
        return signed(found.product)
    told = equation(operator.truediv, (found.product, found.divisor), found.score)
    product, divisor = told.given
    return f"{product} / {divisor.rstrip('0').removesuffix('.')} {told.sign} {told.result}"


def _why_divided() -> str:
    return translate(
        "Computation",
        "But these weights were trained with the division. The paper divides because products grow with d_k, and a "
        "softmax of large numbers has hardly any gradient to learn from (3.2.1).",
    )


def _in_sum(number: str) -> str:
    return f"({number})" if number.startswith("−") else number


def _mask(cell: _ComputedCell) -> ComputationPart:
    found = cell.found
    read = signed(float(found.before[cell.key]))
    lowest = power_of_ten(found.fill)
    if not found.was_there:
        line = translate("Computation", "nothing to mask: what does not exist yet cannot be attended to")
    elif found.allowed:
        line = fill(translate("Computation", "may attend: it stays %1"), read)
    else:
        reasons = {
            "future": translate("Computation", "blocked as future (look-ahead mask): %1 takes its place"),
            "padding": translate("Computation", "blocked as padding (padding mask): %1 takes its place"),
            "mask": translate("Computation", "blocked by a change to the mask: %1 takes its place"),
        }
        line = fill(reasons[blocked_by(cell.row, cell.key) or "mask"], lowest)
    return ComputationPart(
        translate("Computation", "Mask"), "3.2.3", cell.code("mask"), (line,),
        (_bars(cell, translate("Computation", "the row before softmax"), found.before, ~found.visible),),
    )  # fmt: skip


def _softmax(cell: _ComputedCell) -> ComputationPart:
    found = cell.found
    if found.blind and math.isinf(found.fill):
        lines = [translate("Computation", "No key of this row may be attended to: every weight is 0.")]
    elif not found.was_there:
        lines = [fill(translate("Computation", "softmax over the %1 keys that were there"), cell.there)]
    else:
        lines = [translate("Computation", "e^(number − largest) / sum of these over the row"), _share(cell)]
    nothing = ~found.visible & (found.weights == 0)  # a fill that is not low enough leaves some weight
    return ComputationPart(
        translate("Computation", "Softmax: the weight"), "3.2.1", cell.code("weight"), tuple(lines),
        (_bars(cell, translate("Computation", "weights of the row"), found.weights, nothing),),
    )  # fmt: skip


def _share(cell: _ComputedCell) -> str:
    """``e^(0.41 − 2.05) / 2.75 = 0.19 / 2.75 = 0.07``, in digits that can be checked."""
    found = cell.found
    share = equation(operator.truediv, (found.power, found.powers), found.weight)
    power, powers = share.given
    before = float(found.before[cell.key]), found.largest
    raised = digits_for(lambda own, most: math.exp(own - most), before, power, len(power.partition(".")[2]))
    own, largest = raised or tuple(map(signed, before))
    sign = "≈" if raised is None else share.sign
    return f"e^({own} − {_in_sum(largest)}) / {powers} {sign} {power} / {powers} {share.sign} {share.result}"


def _bars(cell: _ComputedCell, name: str, values: NDArray[np.float32], away: NDArray[np.bool_]) -> Numbers:
    """The values of the keys that were there; ``away`` [K] are those that a mask has taken away."""
    count = cell.there
    blocked = frozenset(np.flatnonzero(away[:count]).tolist())
    keys, ranks = cell.row.keys[:count], cell.found.weights[:count]
    return Numbers(name, values[:count], keys, cell.marked, bars=True, blocked=blocked, ranked_by=ranks)


def _values(cell: _ComputedCell) -> ComputationPart:
    found, count, key = cell.found, cell.there, cell.key
    own = (
        Numbers(fill(translate("Computation", "value v of %1"), quoted(cell.row.keys[key])), found.values[key]),
        Numbers(f"{signed(found.weight)} · v", found.weighted[key]),
    )
    every = translate("Computation", "weight · v, a row per key")
    return ComputationPart(
        translate("Computation", "Weighted values: the head’s result"), "3.2.1", "",
        (translate("Computation", "result = Σ weight · v over all keys"),),
        (
            *(own if found.was_there else ()),
            Numbers(every, found.weighted[:count], cell.row.keys[:count], cell.marked),
            Numbers(translate("Computation", "their sum: the result of this head"), found.mixed),
        ),
    )  # fmt: skip


def _output(cell: _ComputedCell, joined: Joined) -> ComputationPart:
    head = cell.found.head + 1
    strips: list[Numbers] = []
    lines = [translate("Computation", "Concat(head 1 … head h) · W_O = a share of each head, added up")]
    if joined.part is None or joined.others is None:
        lines.append(translate("Computation", "This run does not hold W_O, so the share of one head is not known."))
    else:
        sizes = translate("Computation", "length of the share of head %1: %2; of the others together: %3")
        lines.append(fill(sizes, head, _length(joined.part), _length(joined.others)))
        strips += [
            Numbers(fill(translate("Computation", "share of head %1"), head), joined.part),
            Numbers(translate("Computation", "the other heads together"), joined.others),
        ]
    if joined.bias is not None:
        strips.append(Numbers(translate("Computation", "bias b_O"), joined.bias))
    strips.append(Numbers(translate("Computation", "sum: output of the attention"), joined.output))
    title = translate("Computation", "W_O joins the heads")
    return ComputationPart(title, "3.2.2", cell.code("output"), tuple(lines), tuple(strips))


def _length(vector: NDArray[np.float64]) -> str:
    return signed(float(np.linalg.norm(vector)))


def _residual(cell: _ComputedCell, joined: Joined) -> ComputationPart:
    known = conventions_of(cell.row.trace)
    formula = known.sub_layer("attention") if joined.pre else "x + attention(x)"  # else the norm is the next part
    after = translate("Computation", "input of the next sub-layer") if joined.pre else ""
    total = Numbers(after or formula, joined.result if joined.pre else joined.total)
    read = Numbers(translate("Computation", "x: input of this sub-layer"), joined.stream)
    sizes = fill(
        translate("Computation", "length of x: %1; of what is added: %2"),
        _length(joined.stream), _length(joined.output),
    )  # fmt: skip
    title = translate("Computation", "Residual connection")
    return ComputationPart(title, "3.1", "", (formula, sizes), (read, total))


def _norm(cell: _ComputedCell, norm: Norm, pre: bool) -> ComputationPart:
    mean, eps = signed(norm.mean), power_of_ten(norm.eps)
    told = equation(lambda spread: _spread(norm, spread), (norm.deviation,), norm.spread)
    deviation, spread = told.given[0], f"{told.sign} {told.result}"
    shift = "" if norm.shift is None else " + β"
    formulas = {
        "layer": (
            f"(x − μ) / √(σ² + ε) · γ{shift}",
            f"μ = {mean}, σ = {deviation}, ε = {eps}",
            f"√(σ² + ε) {spread}",
        ),
        "rms": (
            f"x / √(mean(x²) + ε) · γ{shift}",
            f"√mean(x²) = {deviation}, ε = {eps}",
            f"√(mean(x²) + ε) {spread}",
        ),
        "unbiased": (
            f"(x − μ) / (σ + ε) · γ{shift}",
            f"μ = {mean}, σ = {deviation}, ε = {eps}",
            f"σ + ε {spread}",
        ),
    }
    lines: tuple[str, ...] = ()
    name = "RMSNorm" if norm.kind == "rms" else "LayerNorm"
    if pre:
        title = {
            "LayerNorm": translate("Computation", "LayerNorm before the attention"),
            "RMSNorm": translate("Computation", "RMSNorm before the attention"),
        }[name]
        lines = (translate("Computation", "Here it comes before (pre-norm); in the paper it comes after."),)
        names = translate("Computation", "x: input of this sub-layer"), f"{name}(x)"
    else:
        title = translate("Computation", "LayerNorm") if name == "LayerNorm" else name
        names = "x + attention(x)", translate("Computation", "input of the next sub-layer")
    strips = [Numbers(names[0], norm.read), Numbers("γ", norm.gain)]
    strips += [] if norm.shift is None else [Numbers("β", norm.shift)]
    return ComputationPart(
        title, "3.1", cell.code("norm"), (*lines, *formulas[norm.kind]), (*strips, Numbers(names[1], norm.result))
    )


def _spread(norm: Norm, deviation: float) -> float:
    return deviation + norm.eps if norm.kind == "unbiased" else math.sqrt(deviation**2 + norm.eps)


def power_of_ten(value: float) -> str:
    """A number that somebody chose, as it is written: 1e−5, −1e10, −∞."""
    if math.isinf(value):
        return "−∞"
    digits, _, exponent = f"{value:g}".partition("e")
    return (f"{digits}e{int(exponent)}" if exponent else digits).replace("-", "−")
