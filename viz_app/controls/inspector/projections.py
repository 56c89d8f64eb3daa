"""The answer to *Where do q, k and v come from?*: x · W with this checkpoint's own matrices, of the selected cell.

The answer to *What does the feed-forward compute?*: its units at one position, and which of them are on (3.3).
"""

from __future__ import annotations

import numpy as np

from model.analysis.baseline import has_vectors
from model.analysis.formulas import conventions_of
from model.analysis.projections import Inner, Projected, inner, projected
from viz_app.controls.inspector.computation import row_in_run, summary_of
from viz_app.controls.inspector.computation_texts import ComputationPart, why_not
from viz_app.controls.inspector.number_strips import Numbers, signed
from viz_app.controls.inspector.parts import PartsAnswer
from viz_app.pictures.drawing.code_names import code_of
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import fill, quoted, translate
from viz_app.state.questions import weights_wanted
from viz_app.state.state import Snapshot
from viz_app.tables.parts.current_row import CurrentRow, consumed, current_key, source

LETTERS = {"query": "q", "key": "k", "value": "v"}
STRONGEST = 8  #: units of a feed-forward that are listed
MATRICES = {"query": "W_Q", "key": "W_K", "value": "W_V"}


class ProjectionsAnswer(PartsAnswer):
    """Its matrices come from the open checkpoint, which is asked for them as soon as the answer is open."""

    def fill(self, snapshot: Snapshot) -> None:
        self.show_parts(*projections(snapshot))


def projections(now: Snapshot) -> tuple[str, tuple[ComputationPart, ...]]:
    """Where each of the three comes from in a sentence, then each with its numbers."""
    row = row_in_run(now)
    key = None if row is None else current_key(row, now.run_selection)
    if row is None or key is None:
        several = now.trace is not None and now.trace.meta.reading is not None
        point = translate("Projections", "Point at a cell to see where its query, key and value come from.")
        return summary_of(now) if several else point, ()
    lacking = lacking_weights(now)
    if lacking:
        return lacking, ()
    assert now.weights is not None, "nothing is lacking"
    found = projected(now.weights, row.query, key)
    if found is None:
        return why_not(row), ()
    if not all(one.agrees for one in found):
        return translate("Projections", "The matrices of the open checkpoint do not give this run’s vectors."), ()
    return _summary(row), tuple(_part(row, key, one) for one in found)


def lacking_weights(now: Snapshot) -> str:
    """Why there are no matrices to show, and how to get them; "" where they are there."""
    run, wanted = now.run, weights_wanted(now)
    if run is None or wanted is None or not has_vectors(run):
        return translate(
            "Projections", "This run was recorded without its vectors. Translate the sentence again to see them."
        )
    if now.weights is not None and now.weights.place == wanted:
        return ""
    if now.checkpoint is None or now.checkpoint.sha256 != run.meta.checkpoint_sha256:
        return translate("Projections", "Its matrices are in the checkpoint that recorded this run: open it.")
    return being_read()


def being_read() -> str:
    """While the engine has not answered: at the start of the program that takes some seconds."""
    return translate("Projections", "Coming from the checkpoint…")


def _summary(row: CurrentRow) -> str:
    if row.kind == "cross":
        return translate(
            "Projections",
            "q comes from the decoder’s row, k and v from the encoder’s output: the same at every step of the run.",
        )
    return translate(
        "Projections", "q comes from the row’s own position, k and v from the column’s, all in this stack."
    )


def _part(row: CurrentRow, key: int, one: Projected) -> ComputationPart:
    """One vector: what is read, the matrix, the sum of products of one dimension, and the result."""
    letter, matrix = LETTERS[one.name], MATRICES[one.name]
    token = quoted(row.keys[key]) if one.name != "query" else _row_token(row)
    memory = row.kind == "cross" and one.name != "query"
    x = translate("Projections", "x: the encoder’s output at %1") if memory else translate(
        "Projections", "x: input of this attention at %1")  # fmt: skip
    largest = int(np.abs(one.captured).argmax())
    products = one.matrix[largest].astype(np.float64) * one.read
    bias = 0.0 if one.bias is None else float(one.bias[largest])
    number = f"{letter}[{largest + 1}] = Σ x[i] · {matrix}[i,{largest + 1}]"
    told = f"{number} = {signed(float(products.sum()))}"
    if one.bias is not None:
        both = f"{signed(float(products.sum()))} {'−' if bias < 0 else '+'} {signed(abs(bias))}"
        told = f"{number} + b = {both} = {signed(float(one.result[largest]))}"
    strips = [
        Numbers(fill(x, token), one.read.astype(np.float32)),
        Numbers(fill(translate("Projections", "%1 of this head, a row per dimension of %2"), matrix, letter),
                one.matrix, tuple(f"{letter}[{index + 1}]" for index in range(len(one.matrix))), largest),
        Numbers(fill(translate("Projections", "products that give %1"), f"{letter}[{largest + 1}]"),
                products.astype(np.float32)),
    ]  # fmt: skip
    if one.bias is not None:
        strips.append(Numbers(translate("Projections", "bias b"), one.bias))
    strips.append(Numbers(f"{letter} = x · {matrix}" + ("" if one.bias is None else " + b"), one.captured))
    title = fill(translate("Projections", "%1 of %2"), f"{letter} = x · {matrix}", token)
    code = code_of(row.trace.meta.family, row.kind, row.layer)("projections")
    return ComputationPart(title, "3.2.2", code, (told,), tuple(strips))


def _row_token(row: CurrentRow) -> str:
    token = source(row.trace, row.query) if row.kind == "encoder" else consumed(row.trace, row.query)
    return "?" if token is None else quoted(token)


class FeedForwardAnswer(PartsAnswer):
    """Of the selected layer, at the position of the selected row; without one, of the step."""

    def fill(self, snapshot: Snapshot) -> None:
        self.show_parts(*feed_forward(snapshot))


def feed_forward(now: Snapshot) -> tuple[str, tuple[ComputationPart, ...]]:
    """Which one in a sentence, then what it reads, its units, what it adds."""
    run, chosen = now.run, now.run_selection
    assert run is not None, "it is there"
    lacking = lacking_weights(now)
    if lacking:
        return lacking, ()
    assert now.weights is not None, "nothing is lacking"
    source = now.weights.part == "encoder_ff"
    place = chosen.query if chosen.query is not None else 0 if source else chosen.step
    found = inner(now.weights, place, conventions_of(run, now.network).activation)
    if found is None:
        return translate("FeedForward", "This run does not say what its feed-forward reads and computes."), ()
    if not found.agrees:
        return translate("FeedForward", "The matrices of the open checkpoint do not give this run’s vectors."), ()
    stack = translate("FeedForward", "Encoder") if source else translate("FeedForward", "Decoder")
    token = (tokens_of(run).source if source else tokens_of(run).consumed)[place].text
    note = fill(
        translate("FeedForward", "%1, layer %2, at %3: %4 of %5 units are above 0. The same matrices work at every "
                  "position, each for itself."),
        stack, now.weights.layer + 1, quoted(token), found.on, len(found.active),
    )  # fmt: skip
    return note, _inner_parts(now, found)


def _inner_parts(now: Snapshot, found: Inner) -> tuple[ComputationPart, ...]:
    known = conventions_of(now.run, now.network)
    long = translate("FeedForward", "length of x: %1; of what is added: %2")
    lengths = fill(long, _length(found.read), _length(found.captured))
    strongest = np.argsort(-np.abs(found.active), kind="stable")[:STRONGEST]
    unit_name = translate("FeedForward", "unit %1")
    listed = tuple(
        f"{fill(unit_name, int(unit) + 1)}: {signed(float(found.before[unit]))} → {signed(float(found.active[unit]))}"
        for unit in strongest
    )
    return (
        ComputationPart(
            translate("FeedForward", "What it reads, and widens"), "3.3", "", (known.feed_forward,),
            (
                Numbers(translate("FeedForward", "x: input of the feed-forward"), found.read.astype(np.float32)),
                Numbers("x · W₁ + b₁" if known.feed_forward_bias else "x · W₁", found.before.astype(np.float32)),
            ),
        ),
        ComputationPart(
            translate("FeedForward", "Activations: the units"), "3.3", "",
            (translate("FeedForward", "The strongest, before → after the activation:"), *listed),
            (Numbers(translate("FeedForward", "every unit after the activation"), found.active.astype(np.float32)),),
        ),
        ComputationPart(
            translate("FeedForward", "What it adds"), "3.3", "", (lengths,),
            (Numbers(translate("FeedForward", "f(x), which is added to the residual stream"), found.captured),),
        ),
    )  # fmt: skip


def _length(vector: np.ndarray) -> str:
    return signed(float(np.linalg.norm(vector)))
