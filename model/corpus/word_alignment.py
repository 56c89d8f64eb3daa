"""A head of cross attention as an alignment of words: hard links, as Pharaoh writes them, and weights. numpy only.

Each target word is linked to the one source word that gets most of its weight; special tokens and padding are no words.
A word's weight is the sum over its source pieces and the mean over its target pieces, as in
:mod:`model.corpus.gold_links`. Words are what white space parts in the source and in the translation; where the tokens
of a side do not spell these (an unknown word, say), each token of that side counts as a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.analysis.aligning_head import HeadPlace, aligning_head, held_out
from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem
from model.common.text import Text
from model.corpus.gold_links import GoldLinks, LinkCounts, WordPair, words_of_pieces
from model.record.trace import Trace

DIGITS = 6  #: of a soft weight in JSON


@dataclass(frozen=True, eq=False)
class WordAlignment:
    """Of one sentence by one head."""

    source: tuple[str, ...]  #: words
    target: tuple[str, ...]
    weights: NDArray[np.float64]  #: [target words, source words]
    head: HeadPlace  #: layer and head, from 0
    units: tuple[str, str]  #: ``word`` or ``token``, of the source and of the target

    @property
    def links(self) -> tuple[WordPair, ...]:
        """Source word and target word, from 0, in the order of the target; of equal weights the first."""
        return tuple((int(row.argmax()), place) for place, row in enumerate(self.weights))

    @property
    def pharaoh(self) -> str:
        """``0-0 1-2``: source before target, sorted, as the tools of machine translation read it."""
        return " ".join(f"{source}-{target}" for source, target in sorted(self.links))

    @property
    def facts(self) -> dict[str, Any]:
        """All of it as plain JSON values; layer and head from 1, words from 0."""
        return {
            "source": list(self.source), "target": list(self.target), "links": self.pharaoh,
            "weights": [[round(float(value), DIGITS) for value in row] for row in self.weights],
            "layer": self.head[0] + 1, "head": self.head[1] + 1,
            "units": {"source": self.units[0], "target": self.units[1]},
        }  # fmt: skip

    def counts(self, gold: GoldLinks) -> LinkCounts | None:
        """How far the links agree with ``gold``; None where a side's words are not the ones that it counts."""
        if self.units != ("word", "word"):
            return None
        found = set(self.links)
        return LinkCounts(len(found & gold.sure), len(found & gold.possible), len(found), len(gold.sure))


def align(trace: Trace, head: HeadPlace | None = None, target: str = "") -> WordAlignment:
    """The alignment by ``head``, or by the head that aligns best; ``target`` is the given translation, if any.

    Raises :class:`Problem` for a run without cross attention or words, and for a head that it does not have.
    """
    cross = trace.cross_attention
    place = aligning_head(trace) if head is None else head
    if cross is None or trace.produced_ids is None or trace.produced_tokens is None or place is None:
        why = Text("it has no cross attention from one word to another")
        raise Problem(Text("this run"), why, Text("Run another sentence"))
    check_head(place, (cross.shape[0], cross.shape[1]))
    padding = trace.padding_mask
    rows = _plain(trace.produced_ids, trace.meta.special_ids.get("target", ()), None)
    columns = _plain(trace.source_ids, trace.meta.special_ids.get("source", ()), padding)
    if not len(rows) or not len(columns):
        raise Problem(Text("this run"), Text("it has no words to align"), Text("Run another sentence"))
    source = _words(trace.meta.source_text, [trace.source_labels[place] for place in columns])
    written = [str(trace.produced_tokens[place]) for place in rows]
    translated = _words(target or trace.meta.translation, written)
    picked = cross[place][rows][:, columns].astype(np.float64)  # [rows, columns] of tokens
    summed = np.stack([picked[:, source.owners == word].sum(1) for word in range(len(source.words))], 1)
    weights = np.stack([summed[translated.owners == word].mean(0) for word in range(len(translated.words))])
    return WordAlignment(source.words, translated.words, weights, place, (source.unit, translated.unit))


def check_head(place: HeadPlace, shape: tuple[int, int]) -> None:
    """Raises :class:`Problem`, with the range, for a head that is not there; people count from 1."""
    for name, index, count in zip((Text("layer"), Text("head")), place, shape, strict=True):
        if not 0 <= index < count:
            why = Text("there are %1 of cross attention", count)
            raise Problem(Text("%1 %2", name, index + 1), why, Text("Choose one from 1 to %1", count))


def reason(trace: Trace, base: str) -> str:
    """On what it stands that the head which was not chosen by anybody aligns best; ``base`` names the sentences."""
    known, heads = held_out(trace), trace.layers("cross") * trace.heads("cross")
    if known is not None:
        return Text("aligns best of %1 heads on %2 held-out sentences", heads, f"{known.sentences:,}")
    return Text("the sharpest of %1 heads on %2", heads, base)


@dataclass(frozen=True, eq=False)
class _Words:
    words: tuple[str, ...]
    owners: NDArray[np.intp]  #: [tokens] the word that each belongs to
    unit: str


def _words(text: str, pieces: Sequence[str]) -> _Words:
    """The words of one side, and to which of them its tokens belong."""
    words = tuple(text.split())
    owners = words_of_pieces(words, pieces)
    if owners is None or set(owners) != set(range(len(words))):
        return _Words(tuple(pieces), np.arange(len(pieces)), "token")
    return _Words(words, np.array(owners, dtype=np.intp), "word")


def _plain(ids: NDArray[Any], special: Sequence[int], visible: NDArray[np.bool_] | None) -> NDArray[np.intp]:
    """Positions of tokens that are neither special nor padding."""
    kept = ~np.isin(ids, special)
    return np.flatnonzero(kept if visible is None else kept & visible)
