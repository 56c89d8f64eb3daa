"""The words for what was changed in a run, its network and its tokens, and for how these were chosen. For captions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from model.common.text import Text
from model.decoding.beam_tree import rules_of
from model.decoding.sampling import sampling_of
from model.network.interventions import from_json


def said_changes(interventions: Sequence[Any], unreached: Collection[int]) -> tuple[Text, ...]:
    """Each of a trace's ``interventions``."""
    said = []
    for number, content in enumerate(interventions):
        one = from_json(content)
        text = Text("a change that this version does not know") if one is None else one.said
        said.append(Text("%1 (never reached)", text) if number in unreached else text)
    return tuple(said)


def said_decoding(decoding: Mapping[str, Any]) -> Text | None:
    """How tokens were chosen by a search or by drawing, as a trace's ``decoding`` tells it; None for any other way."""
    sampling, rules = sampling_of(decoding), rules_of(decoding)
    if rules is None:
        return None if sampling is None else sampling.said
    held = decoding["beam"]
    node, best, rank, finished = (held.get(name) for name in ("node", "best", "rank", "finished"))
    if type(node) is not int or type(rank) is not int or rank == 1 or node == best:
        return rules.said
    if rank == 0:
        return Text("%1, one that had not ended, then greedy", rules.said)
    return Text("%1, hypothesis %2 of %3", rules.said, rank, finished if type(finished) is int else rank)
