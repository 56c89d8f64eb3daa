"""The longest that the inspector says of any cell and any step of a run, so that it has room for all of them. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from functools import partial
from heapq import nlargest
from typing import Any, TypeVar

import numpy as np

from model.record.trace import KINDS, Kind, Trace
from viz_app.controls.inspector.read_out import ReadOut, StepWords, read_out, step_words
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.state.state import Snapshot

Said = TypeVar("Said", ReadOut, StepWords)
MEASURED = 8  #: texts of most letters, of which one is the longest


def longest(
    now: Snapshot, found: bool, drawn: bool, width: Callable[[str], float]
) -> tuple[tuple[ReadOut, ...], StepWords]:
    """Cells of each kind that none of the run has more to say of, and what is said of steps, as long as of any.

    ``width`` measures a text; ``found`` and ``drawn`` are those of :func:`step_words`. Each part of a cell is the
    longest that there is; of two cells of a kind one has the longest sentence about its number, the other the shortest
    with names of the longest words.
    """
    run = now.trace
    if run is None:
        return (), StepWords()
    figure = max("0123456789", key=width)
    cells = [cell for kind in KINDS for cell in _of_kind(now, run, kind, width)]
    step = _longest_step(run, found, drawn, width)
    return tuple(_in_figures(cell, figure) for cell in cells), _in_figures(step, figure)


def _in_figures(said: Said, figure: str) -> Said:
    """All numbers in one figure: of as many, others would be wider than those of the run that were measured."""
    names = [field.name for field in fields(said) if field.name != "code"]
    texts: dict[str, Any] = {name: re.sub(r"\d", figure, getattr(said, name)) for name in names}
    return replace(said, **texts)


def _of_kind(now: Snapshot, run: Trace, kind: Kind, width: Callable[[str], float]) -> tuple[ReadOut, ...]:
    told = list(_cells(now, run, kind, width))
    if not told:
        return ()
    names = [field.name for field in fields(ReadOut) if field.name != "code"]
    most = replace(told[0], **{name: max((getattr(one, name) for one in told), key=width) for name in names})
    word = partial(_longest_word, width=width)
    words = {name: max((getattr(one, name) for one in told), key=word) for name in ("query", "key")}
    return most, replace(most, about=min((one.about for one in told), key=width), **words)


def _longest_word(text: str, width: Callable[[str], float]) -> float:
    return max(map(width, text.split(" ")))


def _cells(now: Snapshot, run: Trace, kind: Kind, width: Callable[[str], float]) -> Iterator[ReadOut]:
    """In the first and the last layer: the longest names, what has most and least weight, what is blocked."""
    attention = run.attention(kind)
    if attention is None or not attention.shape[2]:
        return
    tokens, (queries, keys) = tokens_of(run), attention.shape[2:]
    columns = tokens.consumed if kind == "decoder" else tokens.source
    rows = [" → ".join(tokens.row(kind, query)) for query in range(queries)]
    row, column = _longest_name(rows, width), _longest_name([token.text for token in columns[:keys]], width)
    worded = _longest_name([max(name.split(" "), key=len) for name in rows], width)  # a word that no line divides
    told_of = partial(Snapshot, trace=now.trace, unread=now.run, settings=now.settings)
    here = replace(now.selection, kind=kind, head=attention.shape[1] - 1, step=max(0, run.steps - 1))
    for layer in {0, attention.shape[0] - 1}:
        least = int(attention[layer, here.head, row, : row + 1 if kind == "decoder" else keys].argmin())
        for query, key in ((row, column), (row, None), (row, least), (worded, None), *_blocked(run, kind)):
            yield read_out(told_of(selection=replace(here, layer=layer, query=query, key=key)))


def _longest_name(names: Sequence[str], width: Callable[[str], float]) -> int:
    """Which of them is the longest with its place beside it."""
    placed = [f"{name} {place}" for place, name in enumerate(names)]
    return placed.index(_widest(placed, width)) if placed else 0


def _widest(texts: Iterable[str], width: Callable[[str], float]) -> str:
    """Only those of most letters are measured: that takes ten times as long as to count."""
    return max(nlargest(MEASURED, texts, key=len), key=width)


def _blocked(trace: Trace, kind: Kind) -> Iterator[tuple[int, int]]:
    """The first and the last cell that may not be attended to: of the future, and of padding where there is some."""
    mask = trace.mask(kind)
    if mask is not None and not mask.all():
        places = np.argwhere(~mask)
        yield from ((int(row), int(column)) for row, column in (places[0], places[-1]))


def _longest_step(trace: Trace, found: bool, drawn: bool, width: Callable[[str], float]) -> StepWords:
    """Each text as long as that of any step of the run."""
    steps = [step_words(trace, step, found, drawn) for step in range(max(1, trace.steps))]
    names = [field.name for field in fields(StepWords)]
    return StepWords(**{name: _widest((getattr(one, name) for one in steps), width) for name in names})
