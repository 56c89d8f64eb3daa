"""The inspector's words about one cell (what it is, which tokens it joins, what its weight is) and about the candidates
of a step. Pure."""

from __future__ import annotations

import math

from model.analysis.baseline import baseline_of
from model.analysis.entropy import entropy
from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace
from viz_app.pictures.drawing.code_names import NOWHERE, CodePlace, code_place
from viz_app.pictures.drawing.picture_texts import kind_name, mixed, place_name
from viz_app.pictures.drawing.quantities import EITHER_SIGN, short_name
from viz_app.platform.text import exact, fill, quoted, translate
from viz_app.state.state import Snapshot
from viz_app.tables.parts.current_row import (
    CurrentRow,
    blocked_by,
    consumed,
    current_key,
    current_row,
    produced,
    source,
)


@dataclass(frozen=True)
class ReadOut:
    """Plain texts; an empty one is left out."""

    title: str
    query: str = ""
    key: str = ""
    weight: str = ""
    quantity: str = ""  #: what that number is called
    about: str = ""  #: what the weight is: the largest of its row, blocked, …
    brief: str = ""  #: the same where there is little room
    total: str = ""
    note: str = ""
    code: CodePlace = NOWHERE


def read_out(snapshot: Snapshot) -> ReadOut:
    """The pointed cell; without one, the cell with the most weight in the current row."""
    selection, trace = snapshot.selection, snapshot.trace
    title = _title(snapshot)
    if trace is None:
        return ReadOut(translate("Inspector", "No run yet"), note=translate("Inspector", "Translate a sentence first"))
    done, row = trace.meta.reading, current_row(snapshot)
    several = done is not None and done.aggregate in ("layers", "all", "rollout")
    code = NOWHERE if several else code_place(trace.meta.family, selection.kind, selection.layer)
    if row is None:
        return ReadOut(title, note=translate("Inspector", "Point at a cell to read its weight"), code=code)
    largest = next(iter(row.strongest(1)), None)
    key = current_key(row, selection)
    query, total = query_text(row), "" if row.quantity in EITHER_SIGN else exact(row.total)
    if key is None:
        return ReadOut(title, query, total=total, note=mixed(row.kind, row.layer), code=code)
    weight, quantity = exact(float(row.weights[key])).replace("-", "−"), short_name(row.quantity)
    about = _before_and_after(snapshot, row, key)
    score = _score_before(snapshot, row, key)
    told = fill(translate("Inspector", "; its score before was %1"), score) if score else ""
    about = about or _about(row, key, key == largest) + told
    brief = _briefly(row, key, about)
    named = mixed(row.kind, row.layer)
    return ReadOut(title, query, key_text(row, key), weight, quantity, about, brief, total, named, code)


def _title(snapshot: Snapshot) -> str:
    """The map's place: of one head, or of what many are read as."""
    selection, trace = snapshot.selection, snapshot.trace
    done = None if trace is None else trace.meta.reading
    if done is None or done.aggregate == "none":
        return fill(
            translate("Inspector", "%1, layer\u00a0%2, head\u00a0%3"),
            kind_name(selection.kind), selection.layer + 1, selection.head + 1,
        )  # fmt: skip
    return f"{kind_name(selection.kind)}, {place_name(done, selection.kind, selection.layer, selection.head)}"


def query_text(row: CurrentRow) -> str:
    if row.kind == "encoder":
        return _at(row, quoted(source(row.trace, row.query)), row.query)
    token = consumed(row.trace, row.query)
    read = "?" if token is None else quoted(token)
    written = produced(row.trace, row.query)
    return _at(row, read if written is None else f"{read} → {quoted(written)}", row.query)


def key_text(row: CurrentRow, key: int) -> str:
    return _at(row, quoted(row.keys[key]), key)


def _at(row: CurrentRow, token: str, place: int) -> str:
    """A token with its position; a word with its number, from 0 too."""
    done = row.trace.meta.reading
    if done is not None and done.source_words:
        return fill(translate("Inspector", "%1, word\u00a0%2"), token, place)
    return fill(translate("Inspector", "%1, position\u00a0%2"), token, place)


def _about(row: CurrentRow, key: int, largest: bool) -> str:
    reasons = {
        "future": translate("Inspector", "blocked as future (look-ahead mask)"),
        "padding": translate("Inspector", "blocked as padding (padding mask)"),
        "mask": translate("Inspector", "blocked by a change to the mask"),
    }
    if row.trace.meta.recorded:
        reasons["mask"] = translate("Inspector", "blocked by the mask of your own code")
    reason = blocked_by(row, key)
    if not row.trace.had(row.kind, row.query, key):
        return translate("Inspector", "a later token: it did not exist when this row was computed, so it has no score")
    if row.blind:
        return translate("Inspector", "no column of this row may be attended to")
    if reason is not None:
        return reasons[reason]
    if key in row.aside:
        return translate("Inspector", "set aside: its weight is left out")
    if row.emptied:
        return translate("Inspector", "the row gives all its weight to what is set aside")
    if largest:
        return _largest()
    if row.quantity == "weight" and exact(float(row.weights[key])) == exact(0.0):
        return _nearly_none()
    return translate("Inspector", "may attend")


def _largest() -> str:
    return translate("Inspector", "largest of its row")


def _nearly_none() -> str:
    """Of what is not blocked, as a bare 0 would look."""
    return translate("Inspector", "may attend, gives nearly 0")


def _briefly(row: CurrentRow, key: int, about: str) -> str:
    """The same where there is room beside the number alone."""
    if about == _largest():
        return translate("Inspector", "row maximum")
    if not row.trace.had(row.kind, row.query, key):
        return translate("Inspector", "no score yet")
    if blocked_by(row, key) is not None and not row.blind:
        return translate("Inspector", "blocked")
    return translate("Inspector", "may attend") if about == _nearly_none() else about


def _before_and_after(snapshot: Snapshot, row: CurrentRow, key: int) -> str:
    """Both weights of a difference, where a cell is one of the run."""
    run, done = snapshot.run, row.trace.meta.reading
    baseline = None if run is None or row.quantity != "difference" else baseline_of(run)
    if run is None or baseline is None or done is None or done.source_words or done.aggregate != "none":
        return ""
    place = row.layer, row.head, row.query, key
    before, after = (exact(float(one.maps(row.kind)[place])) for one in (baseline, run))
    return fill(translate("Inspector", "before %1, after %2"), before, after)


def _score_before(snapshot: Snapshot, row: CurrentRow, key: int) -> str:
    """What a blocked cell's score was before the mask took its place, where the run says it of this very cell."""
    there = row.trace.had(row.kind, row.query, key)
    if blocked_by(row, key) is None or row.quantity == "score" or not there:
        return ""
    from viz_app.pictures.masks.block import block_of

    block = block_of(snapshot)
    if block is None or block.scores is None:
        return ""
    score = float(block.scores[row.query, key])
    if not math.isfinite(score):
        return ""
    return exact(score).replace("-", "−")


@dataclass(frozen=True)
class StepWords:
    """What is said about the candidates of a step; an empty text is left out."""

    heading: str = ""
    after: str = ""  #: what they follow
    after_short: str = ""
    sure: str = ""  #: how unsure the model was
    sure_short: str = ""
    formula: str = ""


def step_words(trace: Trace | None, step: int, found: bool, drawn: bool) -> StepWords:
    """``found``: there are candidates; ``drawn``: their probabilities are two."""
    heading = fill(translate("Inspector", "Candidates of step %1"), step + 1) if found else ""
    sure = ("", "", "") if trace is None else sureness(trace, step)
    return StepWords(heading, *after_what(trace, step, found, drawn), *sure)


def after_what(trace: Trace | None, step: int, found: bool, drawn: bool) -> tuple[str, str]:
    """What the candidates follow, in a sentence and short; ``drawn``: their probabilities are two."""
    read = None if trace is None else consumed(trace, step)
    if trace is not None and not trace.meta.vocabulary_head:
        lacking = translate("Inspector", "This network has no vocabulary head: it has no next token to show")
        return lacking, lacking
    if not found or read is None:
        return "", ""
    whole, short = translate("Inspector", "after %1; a click forces one"), translate("Inspector", "after %1")
    if drawn:
        whole = translate("Inspector", "after %1: network → drawn from")
    return fill(whole, quoted(read)), fill(short, quoted(read))


def sureness(trace: Trace, step: int) -> tuple[str, str, str]:
    """How unsure the model was of the next token, in one sentence, short, and how that is computed; empty where not
    known."""
    found = entropy(trace, step)
    if found is None:
        return "", "", ""
    template = translate("Inspector", "Entropy %1 bits: as unsure as an even choice among %2 tokens.")
    short = translate("Inspector", "Entropy %1 bits")
    formula = translate("Inspector", "−Σ p·log₂ p over all tokens of the vocabulary; 0 = certain")
    if not found.exact:
        template = translate(
            "Inspector", "Entropy at least %1 bits: at least as unsure as an even choice among %2 tokens."
        )
        short = translate("Inspector", "Entropy at least %1 bits")
        formula = translate(
            "Inspector",
            "−Σ p·log₂ p over the likeliest tokens and all others as if they were one, since this run was recorded "
            "without the others; the more of them there are, the larger it is. 0 = certain",
        )
    return fill(template, *found.written), fill(short, found.written[0]), formula
