"""The candidates of a step as a run holds them: pure reading."""

from __future__ import annotations

import math

import numpy as np

from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.tables.parts.current_row import origin, probability

STOPPED = "end token"  #: why a run has stopped, as traces say it
END_NAMES = ("</s>", "<eos>", "[EOS]", "<end>", "[end]", "<|endoftext|>", "eos")


@dataclass(frozen=True)
class Candidate:
    """One possible next token."""

    step: int
    token_id: int
    token: str
    label: str  #: the token as it is shown
    probability: float
    produced: bool  #: it is the one that follows in this run
    origin: str  #: of the produced one: greedy, forced, teacher, beam, sampled
    ends: bool = False  #: producing it ends the run
    drawn: float | None = None  #: the probability that it was drawn with; 0: cut off; None: nothing was drawn


def candidates_of(trace: Trace, step: int) -> tuple[Candidate, ...]:
    """The step's candidates, the likeliest first; a produced token that is not among them comes last."""
    if trace.candidate_ids is None or trace.candidate_tokens is None or trace.candidate_probabilities is None:
        return ()
    produced_id = None if trace.produced_ids is None else int(trace.produced_ids[step])
    source, run, ends = origin(trace, step), tokens_of(trace), end_ids(trace)
    shares: list[float | None] = [None] * len(trace.candidate_ids[step])
    if trace.candidate_drawn is not None:
        shares = [float(share) for share in trace.candidate_drawn[step]]
    chances = trace.candidate_probabilities[step]
    listed = zip(trace.candidate_ids[step], trace.candidate_tokens[step], chances, shares, strict=True)
    found = []
    for number, token, share, drawn in listed:
        label = run.candidate(str(token), int(number))
        produced = int(number) == produced_id
        found.append(
            Candidate(step, int(number), str(token), label, float(share), produced, source, int(number) in ends, drawn)
        )
    if produced_id is not None and trace.produced_tokens is not None and not any(c.produced for c in found):
        share = probability(trace, step)
        given = np.nan if share is None else share
        token = str(trace.produced_tokens[step])
        label = run.produced[step].text
        drawn = None if trace.drawn_probability is None else float(trace.drawn_probability[step])
        ending = produced_id in ends
        found.append(Candidate(step, produced_id, token, label, float(given), True, source, ending, drawn))
    return tuple(found)


def end_ids(trace: Trace) -> frozenset[int]:
    """The ids that end a run: the one that ended this one, and special ones that are called so."""
    found: set[int] = set()
    if trace.produced_ids is not None and trace.meta.stop_reason == STOPPED and len(trace.produced_ids):
        found.add(int(trace.produced_ids[-1]))
    special = trace.meta.special_ids.get("target", ())
    for ids, tokens in ((trace.candidate_ids, trace.candidate_tokens), (trace.produced_ids, trace.produced_tokens)):
        if ids is not None and tokens is not None:
            called = np.isin(tokens, END_NAMES) & np.isin(ids, special)
            found |= {int(number) for number in ids[called]}
    return frozenset(found)


def others(candidates: tuple[Candidate, ...]) -> float:
    """The probability of all tokens that are not listed; not-a-number where a listed one is not known."""
    rest = 1.0 - sum(candidate.probability for candidate in candidates)
    return rest if math.isnan(rest) else max(rest, 0.0)


def others_drawn(candidates: tuple[Candidate, ...]) -> float | None:
    """The same of the probabilities that were drawn with; None where nothing was drawn."""
    shares = [candidate.drawn for candidate in candidates if candidate.drawn is not None]
    return max(0.0, 1.0 - sum(shares)) if shares else None
