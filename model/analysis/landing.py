"""The step at which a new run is worth looking at first: a content word with one clear source word. numpy only.

The rule: of the steps that begin a word, the one whose content × sharpness × information × rarity × rows is largest,
and the last of equal ones.

* Content: a word that is written once, in one token, counts whole; one that the run writes more than once
  :data:`REPEATED`, one of several tokens :data:`IN_PIECES`. Likely function words stand back, which is told without a
  list of any language: they have fewer than :data:`SHORT` letters in a script that has capitals, and count
  :data:`FUNCTION`. Punctuation and numbers count where there are no letters at all; special tokens never, and a run of
  them alone shows its first step. So an end token or a full stop is never chosen while there is a word.
* Sharpness is the largest weight that the row gives to one word of the source, all its pieces together, in the head
  that aligns. Special tokens and punctuation are no words. Without such a head every row is equally sharp.
* Information has a telling range: with an entropy of :data:`SURE` to :data:`UNSURE` bits there are candidates to talk
  about. Below it falls to :data:`LEAST`, where the model knew; above, to the same at twice as many bits, where it was
  lost.
* Rarity is the logarithm of the token's number over the largest of the run: vocabularies list what is common first.
  In one that does not it is noise, and the others decide.
* Rows are what a map shows at that step: a late word stands under most of the translation. From a tenth, before
  the first step, to 1, at the last.

Where a person has chosen a head, that is kept, and with a given target the step: :mod:`viz_app.state.landing`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from model.analysis.aligning_head import HeadPlace
from model.analysis.entropy import entropy
from model.record.trace import Trace
from model.transforms import word_groups

SHORT = 4  #: letters
REPEATED, IN_PIECES, FUNCTION = 0.75, 0.5, 0.25  #: of a word that is written once in one token
SURE, UNSURE, LEAST = 1.0, 4.0, 0.25  #: bits, bits, and the share that information keeps outside


def telling_step(trace: Trace, head: HeadPlace | None) -> int:
    """The step that the rule above chooses, counted from 0; of a run that writes nothing the last."""
    if trace.produced_ids is None or trace.produced_tokens is None or not trace.steps:
        return max(0, trace.steps - 1)
    tokens, marked = [str(token) for token in trace.produced_tokens], _mark(trace, "target")
    special = _special(trace, "target", trace.produced_ids, tokens)
    words = _words(tokens, special, marked)
    sharpness = _sharpness(trace, list(words), head)
    most = max(int(trace.produced_ids[step]) for step in words)
    best = [
        (word * sharp * _information(trace, step) * _rarity(int(trace.produced_ids[step]), most), step)
        for (step, word), sharp in zip(words.items(), sharpness, strict=True)
    ]
    return max((telling * _rows(trace, step), step) for telling, step in best)[1]


def _words(tokens: Sequence[str], special: Sequence[bool], mark: str) -> dict[int, float]:
    """The steps that may be chosen, each the first of a word, and how much that word counts; never none."""
    words = [group for group in word_groups.groups(tokens, special, mark) if not special[group[0]]]
    texts = {group: word_groups.text([tokens[step] for step in group], mark) for group in words}
    counts = Counter(text.casefold() for text in texts.values())
    lettered = [group for group in words if any(letter.isalpha() for letter in texts[group])]
    times = {group: counts[text.casefold()] for group, text in texts.items()}
    return {group[0]: _content(texts[group], len(group), times[group]) for group in lettered or words} or {0: 1.0}


def _content(word: str, pieces: int, times: int) -> float:
    if _is_short(word):
        return FUNCTION
    return (REPEATED if times > 1 else 1.0) * (IN_PIECES if pieces > 1 else 1.0)


def _is_short(word: str) -> bool:
    """Few letters, in a script that has capitals; elsewhere one syllable may be a whole word."""
    return len(word) < SHORT and word.lower() != word.upper()


def _sharpness(trace: Trace, steps: Sequence[int], head: HeadPlace | None) -> list[float]:
    attention, words = trace.cross_attention, _source_words(trace)
    if attention is None or head is None or not words:
        return [1.0] * len(steps)
    rows = np.nan_to_num(np.asarray(attention[head][list(steps)], dtype=np.float64), nan=0.0)
    together = np.stack([rows[:, list(pieces)].sum(axis=1) for pieces in words], axis=1)  # [steps, words]
    return [float(weight) for weight in together.max(axis=1)]


def _source_words(trace: Trace) -> list[tuple[int, ...]]:
    tokens, mark = [str(token) for token in trace.source_tokens], _mark(trace, "source")
    special = _special(trace, "source", trace.source_ids, tokens)
    if trace.padding_mask is not None:
        special = [one or not there for one, there in zip(special, trace.padding_mask.tolist(), strict=True)]
    words = [group for group in word_groups.groups(tokens, special, mark) if not special[group[0]]]
    return [group for group in words if not word_groups.is_punctuation(_spelled(tokens, group, mark))]


def _spelled(tokens: Sequence[str], group: Sequence[int], mark: str) -> str:
    return word_groups.text([tokens[index] for index in group], mark)


def _information(trace: Trace, step: int) -> float:
    """1 where the entropy is telling; as much wherever it is not known."""
    found = entropy(trace, step)
    if found is None:
        return 1.0
    telling = min(found.bits / SURE, 1.0, max(0.0, (2 * UNSURE - found.bits) / UNSURE))
    return LEAST + (1 - LEAST) * telling


def _rarity(number: int, most: int) -> float:
    return math.log(2 + number) / math.log(2 + most)


def _rows(trace: Trace, step: int) -> float:
    return (1 + 9 * (step + 1) / trace.steps) / 10


def _special(trace: Trace, side: str, ids: NDArray[np.int64], tokens: Sequence[str]) -> list[bool]:
    """By their ids where the run names them, and by their spelling."""
    known = np.isin(ids, trace.meta.special_ids.get(side, ()))
    return [bool(one) or word_groups.is_code(token) for one, token in zip(known, tokens, strict=True)]


def _mark(trace: Trace, side: str) -> str:
    """The mark of words as the run says, else guessed from the spelling."""
    known = trace.meta.word_marks.get(side)
    tokens = trace.source_tokens if side == "source" else trace.produced_tokens
    return known if known is not None else word_groups.guessed_mark(map(str, () if tokens is None else tokens))
