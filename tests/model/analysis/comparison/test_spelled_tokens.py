"""Tokens of two vocabularies side by side: the same word is the same, whatever marks, case and roles look like."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.analysis.comparison.spelled_tokens import END, PADDING, START, same_vocabulary, spelled_tokens
from model.analysis.comparison.token_alignment import ALONE
from model.analysis.comparison.two_runs import compare
from model.record.trace import Trace
from tests.model.traces import META, planted

SPECIAL = {"source": (0, 1, 2), "target": (0, 1, 2)}


def run_of(name: str, source: list[str], target: list[str], mark: str, pad: int = 0) -> Trace:
    """A run of tokens, in which those in <> are special."""
    ids = [np.array([hash_of(token) for token in side]) for side in (source, target)]
    count, steps = len(source), len(target)
    marks = {"source": mark, "target": mark} if mark != "?" else {}
    meta: Any = {"checkpoint_sha256": name, "special_ids": SPECIAL, "word_marks": marks, "source_spelling": ()}
    return Trace(
        replace(META, **meta, fully_masked_rows={}, unknown_ids={}), ids[0], np.array(source), ids[1], np.array(target),
        encoder_attention=planted(1, 2, count, count), decoder_attention=planted(1, 2, steps, steps),
        cross_attention=planted(1, 2, steps, count), padding_mask=np.arange(count) < count - pad,
    )  # fmt: skip


def hash_of(token: str) -> int:
    return 1 if token.startswith("<") else 10 + sum(map(ord, token))


PIECES = run_of("a", ["▁Das", "▁müde", "▁Tier", "chen", ".", "</s>"], ["<s>", "▁The", "▁tired", "▁animal", "s"], "▁")
WORDS = run_of("b", ["<sos>", "das", "müde", "tierchen", ".", "<eos>", "<pad>"], ["<sos>", "the", "animal"], "", pad=1)


def test_pieces_and_words_are_paired_by_what_they_spell() -> None:
    assert spelled_tokens(PIECES, "source") == ("das", "müde", "tier", "chen", ".", END)
    assert spelled_tokens(WORDS, "source") == (START, "das", "müde", "tierchen", ".", END, PADDING)
    assert spelled_tokens(PIECES, "target") == (START, "the", "tired", "animal", "s")
    both = compare(PIECES, WORDS)
    pairs = list(zip(both.source.first.tolist(), both.source.second.tolist(), both.source.same.tolist(), strict=True))
    assert [pair[:2] for pair in pairs if pair[2]] == [(0, 1), (1, 2), (4, 4), (5, 5)]
    assert (ALONE, 0, False) in pairs and (ALONE, 6, False) in pairs
    assert list(zip(both.target.first.tolist(), both.target.second.tolist(), strict=True)) == [
        (0, 0), (1, 1), (2, ALONE), (3, 2), (4, ALONE),
    ]  # fmt: skip
    place = next(at for at, (one, two, _) in enumerate(pairs) if (one, two) == (4, 4))
    row = both.difference("encoder", 0, 1)[place]
    assert row[place] == WORDS.maps("encoder")[0, 1, 4, 4] - PIECES.maps("encoder")[0, 1, 4, 4]


@pytest.mark.parametrize(("tokens", "mark"), [(["Das", "mü@@", "de"], "@@"), (["Das", "mü", "##de"], "##"),
                                              (["▁Das", "▁mü", "de"], "?")])  # fmt: skip
def test_every_kind_of_mark_is_taken_away(tokens: list[str], mark: str) -> None:
    assert spelled_tokens(run_of("a", tokens, ["<s>"], mark), "source") == ("das", "mü", "de")


def test_of_one_vocabulary_a_token_is_itself() -> None:
    other = run_of("a", ["▁das", "▁müde", "▁Tier", "chen", ".", "</s>"], ["<s>", "▁The", "▁tired", "▁animal", "s"], "▁")
    assert same_vocabulary(PIECES, other)
    assert not compare(PIECES, other).source.same[0], "another case is another token"
    assert compare(PIECES, replace(other, meta=replace(other.meta, checkpoint_sha256="c"))).source.same[0]
