"""The words for what was changed in a run: its network, its tokens, and how they were chosen. For captions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from model.common.text import Text
from model.decoding.sampling import sampling_of
from model.network.interventions import from_json


def said_changes(
    interventions: Sequence[Any], unreached: Collection[int], decoding: Mapping[str, Any]
) -> tuple[Text, ...]:
    """Each of a trace's ``interventions``, and the rules of drawing that its ``decoding`` tells of."""
    said = []
    for number, content in enumerate(interventions):
        one = from_json(content)
        text = Text("a change that this version does not know") if one is None else one.said
        said.append(Text("%1 (never reached)", text) if number in unreached else text)
    rules = sampling_of(decoding)
    return (*said, *(() if rules is None else (rules.said,)))
