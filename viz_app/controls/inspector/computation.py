"""The computation of the selected number: the parts one under the other, each with its formula and its vectors.

A number of a transformed run has the numbers of heads and pieces behind it in front: a list gives the number that is
shown, as its mean or its sum, divided by what is left of the row.
"""

from __future__ import annotations

import operator
from dataclasses import replace

import numpy as np
from PySide6.QtWidgets import QWidget

from model.record.trace import ReadAs, Trace
from model.transforms.places import MadeOf, made_of
from viz_app.controls.inspector.computation_texts import ComputationPart, computation, summary, why_not
from viz_app.controls.inspector.number_strips import Numbers, signed
from viz_app.controls.inspector.parts import PartsAnswer
from viz_app.pictures.drawing.picture_texts import head_name, layer_name, shown_as
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import equation, fill, translate
from viz_app.state.state import Selection, Snapshot
from viz_app.tables.parts.current_row import CurrentRow, current_key, current_row


class Computation(PartsAnswer):
    """The parts of the pointed cell. It asks nothing of the engine: everything is in the run."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[Trace | None, Selection | None] = (None, None)

    def fill(self, snapshot: Snapshot) -> None:
        """The parts of the pointed cell; of one that is not the same as before."""
        trace, selection = snapshot.trace, snapshot.selection
        if trace is self._shown[0] and selection == self._shown[1]:
            return
        self._shown = (trace, selection)
        row = current_row(snapshot)
        key = None if row is None else current_key(row, selection)
        if row is None or key is None:
            self.show_parts(translate("Computation", "Point at a cell to see how its number is computed."), ())
            return
        first, own = reading_parts(snapshot, row, key), row_in_run(snapshot)
        if own is None:
            self.show_parts(summary_of(snapshot), first)
            return
        parts = computation(own, key)
        note = summary(own, key) if parts is not None else why_not(own)
        self.show_parts(note, (*first, *(parts or ())))


def reading_parts(snapshot: Snapshot, row: CurrentRow, key: int) -> tuple[ComputationPart, ...]:
    """The parts of a cell of a reading, before those of its cell in the run; () for a run as it is."""
    run, shown = snapshot.unread, row.trace
    done = shown.meta.reading
    if run is None or done is None:
        return ()
    made = made_of(run, shown, row.kind, row.layer, row.head, row.query, key)
    if done.aggregate == "rollout":
        parts = [_rollout(run, row, made), None if made is None else _aside(row, key, made)]
        return tuple(part for part in parts if part is not None)
    if made is None:
        return ()
    parts = [_heads(row, done, made), _pieces(run, row, made), _aside(row, key, made), _norm(row, made)]
    return tuple(part for part in parts if part is not None)


def row_in_run(snapshot: Snapshot) -> CurrentRow | None:
    """The current row as the run has it, where one row of the reading is one row of it; else None."""
    done = None if snapshot.trace is None else snapshot.trace.meta.reading
    if done is None:
        return current_row(snapshot)
    if done.aggregate != "none" or done.source_words or snapshot.unread is None:
        return None
    selection = snapshot.run_selection
    return current_row(replace(snapshot, trace=snapshot.unread, unread=None, selection=selection))


def summary_of(snapshot: Snapshot) -> str:
    """In one line what is read, where no single cell can be computed."""
    done = None if snapshot.trace is None else snapshot.trace.meta.reading
    return fill(translate("Computation", "Shown: %1"), shown_as(done, snapshot.selection.kind))


def _heads(row: CurrentRow, done: ReadAs, made: MadeOf) -> ComputationPart | None:
    if made.heads is None:
        return None
    values = made.heads.reshape(-1)
    if done.aggregate == "heads":
        names = tuple(head_name(head) for head in range(len(values)))
    elif done.aggregate == "layers":
        names = tuple(layer_name(layer) for layer in range(len(values)))
    else:
        heads = done.heads[row.kind]
        names = tuple(f"{layer_name(at // heads)} · {head_name(at % heads)}" for at in range(len(values)))
    line = fill(translate("Computation", "sum of %1 numbers / %1 = %2"), len(values), signed(made.whole))
    strip = Numbers(translate("Computation", "of each map"), values, names, bars=True)
    return ComputationPart(translate("Computation", "Mean of maps"), "", "", (line,), (strip,))


def _pieces(run: Trace, row: CurrentRow, made: MadeOf) -> ComputationPart | None:
    if made.pieces is None:
        return None
    tokens = tokens_of(run)
    keys = tokens.consumed if row.kind == "decoder" else tokens.source
    rows = tokens.source if row.kind == "encoder" else tokens.produced if row.kind == "cross" else tokens.consumed
    rows = rows or tokens.consumed
    columns = tuple(keys[place].text for place in made.keys)
    largest = made.pieces.max(axis=0)
    strips = [
        Numbers(
            fill(translate("Computation", "row of %1"), rows[place].text), values, columns, bars=True, ranked_by=largest
        )
        for place, values in zip(made.queries, made.pieces, strict=True)
    ]
    sums = made.pieces.sum(axis=1).tolist()
    lines = [translate("Computation", "sum over key pieces, mean over query pieces")]
    told = equation(lambda *parts: sum(parts) / len(parts), sums, made.whole)
    lines.append(f"({' + '.join(told.given)}) / {len(sums)} {told.sign} {told.result}")
    title = translate("Computation", "Pieces of words")
    return ComputationPart(title, "", "", tuple(lines), tuple(strips))


def _aside(row: CurrentRow, key: int, made: MadeOf) -> ComputationPart | None:
    if not row.aside:
        return None
    title = translate("Computation", "Columns set aside")
    if key in row.aside:
        line = fill(translate("Computation", "This column is set aside: %1 is not shown."), signed(made.whole))
    elif made.rest == 1.0:
        line = fill(
            translate("Computation", "The row is not renormalised: the remaining weights sum to %1."),
            signed(made.shown),
        )
    elif not row.weights.any():
        line = translate("Computation", "No weight remains in this row: every number is 0.")
    else:
        told = equation(operator.truediv, (made.whole, made.rest), made.shown)
        line = f"{told.given[0]} / {told.given[1]} {told.sign} {told.result}"
    return ComputationPart(title, "", "", (line,), ())


def _norm(row: CurrentRow, made: MadeOf) -> ComputationPart | None:
    """Weight times length; only of a single cell, whose weight the parts below compute."""
    if row.quantity != "norm":
        return None
    line = translate("Computation", "weight × ‖v · W_O‖, with this head’s rows of W_O (Kobayashi et al. 2020)")
    return ComputationPart(
        translate("Computation", "Weight × value norm"), "", "", (f"{line} = {signed(made.whole)}",), ()
    )


def _rollout(run: Trace, row: CurrentRow, made: MadeOf | None) -> ComputationPart:
    lines = [translate("Computation", "R = (½ · mean of heads + ½ · I) · R of the layer before")]
    if row.kind != "encoder":
        lines.append(
            translate(
                "Computation",
                "After cross attention: what comes from the source is ½ · mean of heads · R of the "
                "encoder + ½ of what was there; of the input tokens half remains. Our extension; "
                "both rows together sum to 1.",
            )
        )
    strips = []
    if made is not None and made.terms is not None:
        tokens, terms = tokens_of(run), made.terms
        own = tuple(token.text for token in (tokens.source if row.kind == "encoder" else tokens.consumed))
        ways = [(translate("Computation", "by way of each position of the row’s own side"), terms.own, own)]
        if terms.source.size:
            source = tuple(token.text for token in tokens.source)
            ways.append(
                (translate("Computation", "by way of each position of the encoder’s output"), terms.source, source)
            )
        strips = [Numbers(name, values.astype(np.float32), names, bars=True) for name, values, names in ways]
        count = len(terms.own) + len(terms.source)
        lines.append(fill(translate("Computation", "sum of %1 terms = %2"), count, signed(made.whole)))
    return ComputationPart(translate("Computation", "Attention rollout"), "", "", tuple(lines), tuple(strips))
