"""The label of a row under teacher forcing, and what the model would have said: what is given was not written."""

from __future__ import annotations

from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import fill, quoted, short, translate
from viz_app.tables.parts.current_row import CurrentRow


def label(row: CurrentRow, token: str, share: float | None, pieces: str) -> str:
    """``label “street” (p 0.46); predicted “road”``; ``pieces`` tells of how many one word's probability is made."""
    if is_ignored(row.trace, row.query):
        return fill(translate("RowSentence", "label %1, ignored: padding"), quoted(token))
    known = ", ".join(fact for fact in (f"p {short(share)}" if share is not None else "", pieces) if fact)
    told = quoted(token) + (f" ({known})" if known else "")
    likeliest = None if pieces else predicted(row.trace, row.query)
    if likeliest is None:
        return fill(translate("RowSentence", "label %1"), told)
    if likeliest.is_label:
        return fill(translate("RowSentence", "label %1, predicted too"), told)
    return fill(translate("RowSentence", "label %1; predicted %2"), told, quoted(likeliest.text))


@dataclass(frozen=True)
class Predicted:
    """The most probable token of a step."""

    text: str  #: as it is shown
    is_label: bool  #: it is the one that follows in this run


def predicted(trace: Trace, step: int) -> Predicted | None:
    """What the model gives the most probability; None where a run does not say it."""
    ids, tokens, follows = trace.candidate_ids, trace.candidate_tokens, trace.produced_ids
    if ids is None or tokens is None or follows is None or not ids.shape[1]:
        return None
    text = tokens_of(trace).candidate(str(tokens[step, 0]), int(ids[step, 0]))
    return Predicted(text, bool(ids[step, 0] == follows[step]))


def is_ignored(trace: Trace, step: int) -> bool:
    """Is the step's label the padding of a batch's shorter target, which no loss counts?"""
    done, given = trace.meta.reading, trace.meta.decoding.get("given")
    first = done.produced_words[step][0] if done is not None and done.produced_words else step
    return trace.at_once and type(given) is int and 1 <= given <= first
