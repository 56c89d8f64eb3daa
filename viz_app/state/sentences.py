"""Sentences as they are typed and as runs hold them: lines, padding, unknown words and where they stand. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from model.record.trace import Trace


def lines_of(text: str) -> tuple[str, ...]:
    """The sentences in a source box: one a line; empty lines are none."""
    return tuple(line.strip() for line in text.split("\n") if line.strip())


def text_of(runs: Sequence[Trace]) -> str:
    """The sentences of runs, as a source box holds them: one a line, whatever breaks a recorded one has."""
    return "\n".join(run.meta.source_text.replace("\n", " ") for run in runs)


def unknown_words(run: Trace) -> dict[int, str]:
    """Source position → the word that was typed there and that the vocabulary does not have."""
    known, spelling = run.meta.unknown_ids.get("source", ()), run.meta.source_spelling
    ids = run.source_ids[: len(spelling)]
    return {position: spelling[position] for position, index in enumerate(ids.tolist()) if index in known}


def place_of(run: Trace, position: int) -> tuple[int, int] | None:
    """Where the source token at ``position`` stands in the sentence as it was typed: from, to."""
    text, start = run.meta.source_text, 0
    for index, spelling in enumerate(run.meta.source_spelling[: position + 1]):
        found = text.find(spelling, start) if spelling else -1
        if index == position:
            return None if found < 0 else (found, found + len(spelling))
        start = found + len(spelling) if found >= 0 else start
    return None


def padding_of(run: Trace) -> int:
    """How many <pad> tokens stand after the source."""
    return 0 if run.padding_mask is None else int((~run.padding_mask).sum())


def common_padding(runs: Sequence[Trace]) -> int:
    """How many <pad> tokens stand after the longest source of a batch."""
    return min(map(padding_of, runs))
