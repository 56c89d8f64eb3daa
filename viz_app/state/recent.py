"""The files and folders that were opened last: which to keep, how to tell them apart. Names only; it opens nothing.

The sentences that were translated in this program: which to keep, and which one comes before another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

FILES_KEPT = 10


@dataclass(frozen=True)
class FilesLooked:
    """What was on this machine when somebody last opened a list of files."""

    missing: frozenset[str] = frozenset()  #: remembered files that were not there
    cached: tuple[tuple[str, str], ...] = ()  #: name and folder of each translator in the Hugging Face cache


NOWHERE_LOOKED = FilesLooked()


def with_file(files: Sequence[str], path: str) -> tuple[str, ...]:
    """``files`` with ``path`` as the newest, each once, no more than :data:`FILES_KEPT`."""
    return (path, *(other for other in files if other != path))[:FILES_KEPT]


def labels(files: Sequence[str]) -> tuple[str, ...]:
    """The name of each; two of the same name get as much of their folders as tells them apart."""
    paths = [PurePath(file) for file in files]
    return tuple(_label(path, paths) for path in paths)


def _label(path: PurePath, paths: Sequence[PurePath]) -> str:
    """``model.pt``, or ``model.pt – second/run``; of the hub's cache the model's name."""
    from model.common.hub_cache import hub_name

    cached = hub_name(path)
    if cached:
        return cached
    name = path.name or str(path)
    same = [other for other in paths if (other.name or str(other)) == name]
    if len(same) == 1:
        return name
    for depth in range(1, len(path.parent.parts) + 1):
        tails = Counter(_tail(other, depth) for other in same)
        if tails[_tail(path, depth)] == 1:
            return f"{name} – {_tail(path, depth)}"
    return f"{name} – {path.parent}"


def _tail(path: PurePath, depth: int) -> str:
    """The last ``depth`` folders that a file lies in."""
    return str(PurePath(*path.parent.parts[-depth:]))


SENTENCES_KEPT = 50
LONGEST = 2_000  #: characters; a longer text is somebody's document and is not kept


def with_sentence(sentences: Sequence[str], text: str) -> tuple[str, ...]:
    """``sentences`` with ``text`` as the newest, each once, no more than :data:`SENTENCES_KEPT`."""
    text = text.strip()
    if not text or len(text) > LONGEST:
        return tuple(sentences)
    return (text, *(other for other in sentences if other != text))[:SENTENCES_KEPT]


def recalled(sentences: Sequence[str], text: str, draft: str, by: int) -> str:
    """What stands ``by`` places before ``text``; negative: after it.

    A text that is none of them is the newest of all, and ``draft`` is what returns after the newest.
    """
    place = sentences.index(text.strip()) if text.strip() in sentences else -1
    wanted = min(place + by, len(sentences) - 1)
    return sentences[wanted] if wanted >= 0 else draft
