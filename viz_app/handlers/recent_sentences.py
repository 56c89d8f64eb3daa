"""The sentences that were translated in this program: which to keep, and which one comes before another."""

from __future__ import annotations

from collections.abc import Sequence

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
