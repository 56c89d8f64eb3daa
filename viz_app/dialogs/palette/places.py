"""Places in a run as people write them: ``layer 2 head 3``, ``2.3``, ``step 5``, ``인코더 레이어 1``; from 1."""

from __future__ import annotations

import re
from dataclasses import dataclass

from model.record.trace import Kind

KINDS: dict[Kind, str] = {"encoder": "encoder|인코더", "decoder": "decoder|디코더", "cross": "cross|크로스|교차"}
_NUMBER = r"\s*[:#=]?\s*(\d{1,4})"
_LAYER = re.compile(rf"(?:layer|레이어|층|l(?=\s*\d)){_NUMBER}|(\d{{1,4}})\s*(?:번\s*)?(?:레이어|층)", re.IGNORECASE)
_HEAD = re.compile(rf"(?:head|헤드|h(?=\s*\d)){_NUMBER}|(\d{{1,4}})\s*(?:번\s*)?헤드", re.IGNORECASE)
_STEP = re.compile(rf"(?:step|시점|단계|s(?=\s*\d)){_NUMBER}", re.IGNORECASE)
_BOTH = re.compile(r"(\d{1,4})\.(\d{1,4})")
_REST = re.compile(r"(?:[\s,·/]|self-?|attention|어텐션|셀프)*", re.IGNORECASE)


@dataclass(frozen=True)
class Place:
    """What was named; None for the rest. Layer, head and step count from 1."""

    kind: Kind | None = None
    layer: int | None = None
    head: int | None = None
    step: int | None = None


def place_of(query: str) -> Place | None:
    """The place that ``query`` names; None if it names something else or only a kind."""
    rest, numbers = query, dict.fromkeys(("layer", "head", "step"), 0)
    both = _BOTH.search(rest)
    if both is not None:
        numbers |= {"layer": int(both[1]), "head": int(both[2])}
        rest = _without(rest, both)
    for name, pattern in (("layer", _LAYER), ("head", _HEAD), ("step", _STEP)):
        found = pattern.search(rest)
        if found is not None and not numbers[name]:
            numbers[name] = int(next(group for group in found.groups() if group))
            rest = _without(rest, found)
    named: Kind | None = None
    for kind, words in KINDS.items():
        found = re.search(words, rest, re.IGNORECASE)
        if found is not None:
            named, rest = kind, _without(rest, found)
    if not _REST.fullmatch(rest) or not any(numbers.values()):
        return None
    return Place(named, numbers["layer"] or None, numbers["head"] or None, numbers["step"] or None)


def _without(text: str, found: re.Match[str]) -> str:
    return f"{text[: found.start()]} {text[found.end() :]}"
