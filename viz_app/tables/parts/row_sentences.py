"""What the current row says, in words: «reads “dogs”, writes “play”». Pure; each statement in several lengths.

A row *gives weight to* a column; it does not look at it, and nothing is "because of" anything.
"""

from __future__ import annotations

from viz_app.pictures.drawing.quantities import figure
from viz_app.platform.text import fill, quoted, short, translate
from viz_app.state.state import Snapshot
from viz_app.tables.parts.current_row import Row, consumed, current_row, origin, probability, produced, source

NAMED = 3  #: columns in the longest wording


def wordings(snapshot: Snapshot) -> list[str]:
    """The sentence of the current row, longest wording first."""
    if snapshot.trace is None:
        return [
            translate("RowSentence", "Type a sentence and press Enter: its translation appears here, step by step"),
            translate("RowSentence", "Type a sentence and press Enter"),
        ]
    row = current_row(snapshot)
    if row is None:
        return _nothing_chosen(snapshot)
    if row.kind == "encoder":
        return [_encoder(row, count) for count in range(NAMED, 0, -1)]
    sentences = [_decoder_side(row, count) for count in range(NAMED, 0, -1)]
    return [*sentences, _reads_and_writes(row, with_total=True), _reads_and_writes(row, with_total=False)]


def _nothing_chosen(snapshot: Snapshot) -> list[str]:
    if snapshot.selection.kind == "encoder":
        return [
            translate("RowSentence", "Point at a row to read it: what each source position gives weight to"),
            translate("RowSentence", "Point at a row to read it"),
        ]
    return [translate("RowSentence", "This run holds no weights of this kind")]


def _encoder(row: Row, count: int) -> str:
    token = quoted(source(row.trace, row.query))
    padding = row.trace.padding_mask
    template = translate("RowSentence", "%1 (position %2) gives most weight to %3")
    if padding is not None and not padding[row.query]:
        template = translate("RowSentence", "%1 (position %2) is padding; its row gives most weight to %3")
    if row.quantity != "weight":
        template = translate("RowSentence", "%1 (position %2), largest numbers: %3")
    if row.emptied:
        template = translate("RowSentence", "%1 (position %2) gives all its weight to what is set aside")
    if row.blind:
        template = translate("RowSentence", "%1 (position %2): no column may be attended to")
    return fill(template, token, row.query, _columns(row, count))


def _decoder_side(row: Row, count: int) -> str:
    start = _reads_and_writes(row, with_total=True)
    if row.blind:
        return fill(translate("RowSentence", "%1; no column may be attended to"), start)
    if row.emptied:
        return fill(translate("RowSentence", "%1; all its weight is on what is set aside"), start)
    if row.quantity != "weight":
        return fill(translate("RowSentence", "%1; largest numbers: %2"), start, _columns(row, count))
    return fill(translate("RowSentence", "%1; most weight: %2"), start, _columns(row, count))


def _reads_and_writes(row: Row, with_total: bool) -> str:
    trace, step = row.trace, row.query
    where = fill(translate("RowSentence", "step %1"), step + 1)
    if with_total:
        where = fill(translate("RowSentence", "step %1 / %2"), step + 1, trace.steps)
    token = consumed(trace, step)
    read = "" if token is None else quoted(token)
    written = _writes(row)
    if not written:
        return fill(translate("RowSentence", "%1: reads %2"), where, read)
    return fill(translate("RowSentence", "%1: reads %2, %3"), where, read, written)


def _writes(row: Row) -> str:
    """``writes “play” (0.91)``, where it comes from if the model did not choose it, and what ends here."""
    token, share = produced(row.trace, row.query), probability(row.trace, row.query)
    if token is None:
        return ""
    sources = {
        "forced": translate("RowSentence", "forced"),
        "teacher": translate("RowSentence", "given"),
    }
    facts = [sources.get(origin(row.trace, row.query), ""), "" if share is None else short(share), _pieces(row)]
    known = ", ".join(fact for fact in facts if fact)
    written = quoted(token) + (f" ({known})" if known else "")
    return fill(translate("RowSentence", "writes %1"), written) + _ending(row)


def _pieces(row: Row) -> str:
    """A word's probability is the product of its pieces'."""
    done = row.trace.meta.reading
    count = len(done.produced_words[row.query]) if done is not None and done.produced_words else 1
    return fill(translate("RowSentence", "product of %1 pieces"), count) if count > 1 else ""


def _ending(row: Row) -> str:
    """What happens after the last step."""
    if row.query != row.trace.steps - 1:
        return ""
    reason = row.trace.meta.stop_reason
    if reason == "end token":
        return translate("RowSentence", ": the translation ends here")
    if reason.startswith("limit"):
        return translate("RowSentence", ": stopped here by the limit")
    return ""


def _columns(row: Row, count: int) -> str:
    """``“spielen” 0.83, “Hunde” 0.07``; a column that may not be attended to says so."""
    blocked = translate("RowSentence", "blocked")
    parts = []
    for key in row.strongest(count):
        part = f"{quoted(row.keys[key])} {figure(float(row.weights[key]), row.quantity)}"
        parts.append(part if row.allowed[key] else f"{part} ({blocked})")
    return ", ".join(parts)
