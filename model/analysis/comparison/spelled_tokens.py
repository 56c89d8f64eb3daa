"""Tokens of two vocabularies as words, so that the same word is the same in both: marks, case and roles aside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from model.analysis.comparison.token_alignment import ALONE
from model.record.trace import Trace
from model.transforms.word_groups import guessed_mark, piece_text

Side = Literal["source", "target"]
START, END, PADDING = "<start>", "<end>", "<padding>"  #: whatever a vocabulary calls them


def same_vocabulary(one: Trace, other: Trace) -> bool:
    """Was one checkpoint behind both runs? Then a token is itself, with all its marks."""
    return one.meta.checkpoint_sha256 == other.meta.checkpoint_sha256


def spelled_tokens(run: Trace, side: Side) -> tuple[str, ...] | None:
    """Source or input tokens, lower-cased and without marks of words; None where a run has no tokens there."""
    tokens = run.source_tokens if side == "source" else run.consumed_tokens
    if tokens is None:
        return None
    typed = run.source_labels if side == "source" else tuple(tokens.tolist())
    mark = run.meta.word_marks.get(side, guessed_mark(tokens.tolist()))
    roles = _roles(run, side, len(typed))
    return tuple(role or piece_text(word, mark).strip().casefold() for word, role in zip(typed, roles, strict=True))


def _roles(run: Trace, side: Side, count: int) -> Sequence[str]:
    """What each token is where it is no text: the first of a target starts it, a special one after text ends it."""
    ids, special = (run.source_ids, run.consumed_ids)[side == "target"], run.meta.special_ids.get(side, ())
    assert ids is not None, "there are tokens"
    found, begun = [], side == "target"
    for place, number in enumerate(ids.tolist()[:count]):
        padded = side == "source" and run.padding_mask is not None and not run.padding_mask[place]
        role = PADDING if padded else (END if begun and place else START) if number in special else ""
        found.append(START if side == "target" and not place else role)
        begun = begun or not role
    return found


def end_of(run: Trace) -> int:
    """The step whose row produced what ends the translation, whatever its vocabulary calls that; ALONE without one."""
    special = run.meta.special_ids.get("target", ())
    ids = [] if run.produced_ids is None else run.produced_ids.tolist()
    text = max((place for place, number in enumerate(ids) if number not in special), default=-1)
    return text + 1 if text + 1 < len(ids) else ALONE
