"""The inspector's words about one cell: what it is, which tokens it joins, and what its weight is. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from viz_app.controls._row import Row, blocked_by, consumed, current_key, current_row, produced, source
from viz_app.controls._words import exact, fill, quoted, translate
from viz_app.pictures._code_names import NOWHERE, CodePlace, code_place
from viz_app.pictures._words import kind_name
from viz_app.state import Snapshot


@dataclass(frozen=True)
class ReadOut:
    """Plain texts; an empty one is left out."""

    title: str
    query: str = ""
    key: str = ""
    weight: str = ""
    about: str = ""  #: what the weight is: the largest of its row, blocked, …
    total: str = ""
    note: str = ""
    code: CodePlace = NOWHERE


def read_out(snapshot: Snapshot) -> ReadOut:
    """The pointed cell; without one, the cell with the most weight in the current row."""
    selection, trace = snapshot.selection, snapshot.trace
    title = fill(
        translate("Inspector", "%1, layer\u00a0%2, head\u00a0%3"),
        kind_name(selection.kind), selection.layer + 1, selection.head + 1,
    )  # fmt: skip
    if trace is None:
        return ReadOut(translate("Inspector", "No run yet"), note=translate("Inspector", "Translate a sentence first"))
    code = code_place(trace.meta.family, selection.kind, selection.layer)
    row = current_row(snapshot)
    if row is None:
        return ReadOut(title, note=translate("Inspector", "Point at a cell to read its weight"), code=code)
    largest = next(iter(row.strongest(1)), None)
    key = current_key(row, selection)
    query, total = _query(row), exact(row.total)
    if key is None:
        return ReadOut(title, query, total=total, note=_note(row), code=code)
    weight = exact(float(row.weights[key]))
    return ReadOut(title, query, _key(row, key), weight, _about(row, key, key == largest), total, _note(row), code)


def _query(row: Row) -> str:
    if row.kind == "encoder":
        own = quoted(source(row.trace, row.query))
        return fill(translate("Inspector", "%1, position\u00a0%2"), own, row.query)
    token = consumed(row.trace, row.query)
    read = "?" if token is None else quoted(token)
    written = produced(row.trace, row.query)
    if written is None:
        return fill(translate("Inspector", "%1, position\u00a0%2"), read, row.query)
    return fill(translate("Inspector", "%1 → %2, position\u00a0%3"), read, quoted(written), row.query)


def _key(row: Row, key: int) -> str:
    return fill(translate("Inspector", "%1, position\u00a0%2"), quoted(row.keys[key]), key)


def _about(row: Row, key: int, largest: bool) -> str:
    reasons = {
        "future": translate("Inspector", "blocked as future (look-ahead mask)"),
        "padding": translate("Inspector", "blocked as padding (padding mask)"),
        "mask": translate("Inspector", "blocked by a change to the mask"),
    }
    reason = blocked_by(row, key)
    if row.blind:
        return translate("Inspector", "no column of this row may be attended to")
    if reason is not None:
        return reasons[reason]
    return translate("Inspector", "largest of its row") if largest else translate("Inspector", "may attend")


def _note(row: Row) -> str:
    if row.kind == "cross":
        return translate(
            "Inspector", "A column is a position of the encoder's output: already mixed with the other positions."
        )
    if row.layer > 0:
        return translate(
            "Inspector", "From layer 2 on a column is a position that is already mixed with others, not the bare token."
        )
    return ""
