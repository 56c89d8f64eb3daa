"""Segmentations that are drawn anew for every batch: Kudo (2018), "Subword Regularization", section 3.

A rare or long word is then met in many spellings, and small corpora are not learned by heart.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sentencepiece

from model.checkpoints.checkpoint import Special
from model.checkpoints.tokenizer import SubwordTokenizer
from model.training.data import Encoded, Pair, with_specials


@dataclass(frozen=True)
class SubwordDraws:
    """The pairs that are trained on, in the order of ``best``, and how their sub-words are drawn."""

    pairs: Sequence[Pair]
    best: Encoded  #: the most probable segmentation of each, in place of one that became too long
    source: SubwordTokenizer
    target: SubwordTokenizer
    special: Special
    max_tokens: int
    alpha: float

    def of(self, group: Sequence[int], seed: int) -> Mapping[int, tuple[list[int], list[int]]]:
        """Ids of both sides of these pairs, with their specials; the same for the same ``seed``, in any process."""
        drawn: dict[int, tuple[list[int], list[int]]] = {}

        def draw() -> None:
            for index in group:
                drawn[index] = self._pair(index)

        sentencepiece.set_random_generator_seed(seed)  # of generators that are still to be made: one for each thread
        thread = threading.Thread(target=draw)
        thread.start()
        thread.join()
        return drawn

    def _pair(self, index: int) -> tuple[list[int], list[int]]:
        pair = self.pairs[index]
        left, right = self.source.draw(pair.source, self.alpha), self.target.draw(pair.references[0], self.alpha)
        found = with_specials(left, right, self.special)
        return found if max(map(len, found)) <= self.max_tokens else self.best[index]
