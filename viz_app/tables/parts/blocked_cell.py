"""Why a cell that is pointed at has no weight, in the words of the sentence under the views."""

from __future__ import annotations

from viz_app.platform.text import fill, quoted, translate
from viz_app.tables.parts.current_row import CurrentRow, blocked_by, next_token, reads_and_writes


def why_none(row: CurrentRow, key: int) -> str:
    """What keeps the row from the key; "" where nothing does, and where the whole row may attend to nothing.

    Not where the mask leaks and the cell has weight all the same, nor of another quantity than weights.
    """
    if row.quantity != "weight" or row.weights[key]:
        return ""
    token = quoted(row.keys[key])
    if not row.trace.had(row.kind, row.query, key):
        return fill(
            translate("RowSentence", "%1 came later: not there when this row was computed, it has no score"), token
        )
    reason = None if row.blind else blocked_by(row, key)
    if reason is None:
        return ""
    if reason == "mask" and row.trace.meta.recorded:
        return fill(translate("RowSentence", "%1 is blocked by the mask of your own code"), token)
    told = {
        "future": translate("RowSentence", "%1 comes later: the look-ahead mask blocks it"),
        "padding": translate("RowSentence", "%1 is padding: the padding mask blocks it"),
        "mask": translate("RowSentence", "%1 is blocked by a change to the mask"),
    }
    return fill(told[reason], token)


def wordings(row: CurrentRow, key: int) -> list[str]:
    """The row's sentence with this instead of weights, longest first; [] where nothing keeps it from the key."""
    why = why_none(row, key) if key < len(row.keys) else ""
    starts = (
        () if row.kind == "encoder" else (reads_and_writes(row, True), reads_and_writes(row, False), next_token(row))
    )
    return [*(f"{start}; {why}" for start in starts), why] if why else []
