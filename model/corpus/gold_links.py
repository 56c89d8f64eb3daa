"""Word alignments made by people, and how far the links of a head agree with them (Och and Ney 2003). numpy only.

A line of gold links names pairs of words, source before target: ``0-0 1-2 3?1``. ``-`` is a *sure* link, ``?`` or ``p``
one that is merely *possible*; every sure link is possible too. Words are what white space parts, counted from 0, or
from 1 where the file does so.

A head links each target word to the one source word to which it gives most weight; special tokens are no words. A
word's weight is the sum over its source pieces and the mean over its target pieces. With A the links of the head, S the
sure and P the possible ones, all pairs of a file counted together:

    precision = |A ∩ P| / |A|,   recall = |A ∩ S| / |S|,   AER = 1 − (|A ∩ S| + |A ∩ P|) / (|A| + |S|)
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from model.common.lazy_dataclass import dataclass

LINK = re.compile(r"(\d{1,6})([-?p])(\d{1,6})")
SURE = "-"
MARK = "▁"  #: SentencePiece's for a space

WordPair = tuple[int, int]  #: source word, target word, from 0


@dataclass(frozen=True)
class GoldLinks:
    """Of one pair of sentences."""

    sure: frozenset[WordPair]
    possible: frozenset[WordPair]  #: the sure ones among them


class LinkCounts(NamedTuple):
    """What the measures are made of; those of sentences are added up."""

    sure_hit: int  #: |A ∩ S|
    possible_hit: int  #: |A ∩ P|
    found: int  #: |A|
    sure: int  #: |S|


def read_links(line: str, first: int = 0) -> GoldLinks:
    """The links of one line; ``first`` is the number of the first word. Raises ValueError with what is none."""
    sure, possible = set[WordPair](), set[WordPair]()
    for part in line.split():
        match = LINK.fullmatch(part)
        if match is None or min(int(match[1]), int(match[3])) < first:
            raise ValueError(part)
        pair = int(match[1]) - first, int(match[3]) - first
        possible.add(pair)
        if match[2] == SURE:
            sure.add(pair)
    return GoldLinks(frozenset(sure), frozenset(possible))


def outside(links: GoldLinks, source: Sequence[str], target: Sequence[str]) -> WordPair | None:
    """The first link that names a word which is not there."""
    return next((pair for pair in sorted(links.possible) if pair[0] >= len(source) or pair[1] >= len(target)), None)


def words_of_pieces(words: Sequence[str], pieces: Sequence[str]) -> tuple[int, ...] | None:
    """[pieces] the word in which each begins; None where the pieces do not spell the words.

    ``words`` are what white space parts, ``pieces`` the tokens as they were typed. A piece that is nothing but a mark
    belongs to the word that follows.
    """
    letters = [unicodedata.normalize("NFC", word) for word in words]
    owners = [number for number, word in enumerate(letters) for _ in word]
    spelled = ["".join(piece.replace(MARK, " ").split()) for piece in pieces]
    if "".join(letters) != "".join(spelled) or not owners:
        return None
    starts = np.cumsum([0, *map(len, spelled)])[:-1].tolist()
    return tuple(owners[min(start, len(owners) - 1)] for start in starts)


def head_links(
    cross: NDArray[np.float32], target: Sequence[int], source: Sequence[int]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """(words, links): target words [W], and for each [L,H,W] the source word with most weight.

    ``cross`` is [L,H,T,S] of rows and columns that belong to words; ``target`` [T] and ``source`` [S] say to which.
    """
    rows, columns = np.unique(target), np.unique(source)
    summed = np.stack([cross[..., np.equal(source, word)].sum(-1, dtype=np.float64) for word in columns], axis=-1)
    merged = np.stack([summed[:, :, np.equal(target, word)].mean(2) for word in rows], axis=2)  # [L,H,W,columns]
    return rows, columns[merged.argmax(-1)]


def count_links(rows: NDArray[np.intp], links: NDArray[np.intp], gold: GoldLinks) -> NDArray[np.int64]:
    """[L,H,4] the :class:`LinkCounts` of every head of one sentence."""
    result = np.zeros((*links.shape[:2], 4), dtype=np.int64)
    result[..., 2], result[..., 3] = len(rows), len(gold.sure)
    for place, word in enumerate(rows.tolist()):
        for column, wanted in enumerate((gold.sure, gold.possible)):
            partners = [source for source, target in wanted if target == word]
            result[..., column] += np.isin(links[:, :, place], partners)
    return result


def error_rate(counts: LinkCounts) -> float:
    """The alignment error rate, 0 … 1; not-a-number where there is no link at all."""
    links = counts.found + counts.sure
    return 1 - (counts.sure_hit + counts.possible_hit) / links if links else float("nan")


def precision(counts: LinkCounts) -> float:
    """Of the head's links, the share that is possible."""
    return counts.possible_hit / counts.found if counts.found else float("nan")


def recall(counts: LinkCounts) -> float:
    """Of the sure links, the share that the head has."""
    return counts.sure_hit / counts.sure if counts.sure else float("nan")


def each_head(counts: Any) -> Iterator[tuple[tuple[int, int], LinkCounts]]:
    """Layer and head, and what was counted, of [L,H,4]."""
    table = np.asarray(counts, dtype=object)
    for place in np.ndindex(table.shape[:2]):
        yield (place[0], place[1]), LinkCounts(*map(int, table[place]))
