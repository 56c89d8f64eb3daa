"""Word alignments by a head: planted weights, pieces joined to words, and what cannot be aligned."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from model.common.problems import Problem
from model.corpus.gold_links import GoldLinks, LinkCounts
from model.corpus.word_alignment import align
from model.record.trace import Meta, Trace

#: Two heads; rows b1 b2 c </s>, columns <s> x y1 y2 </s> <pad>: those of special tokens count for nothing.
HEAD = [[0.5, 0.05, 0.2, 0.25, 0.0, 0.0], [0.1, 0.3, 0.2, 0.1, 0.3, 0.0], [0.2, 0.4, 0.1, 0.2, 0.1, 0.0],
        [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]]  # fmt: skip


def made(source_text: str = "x yy", translation: str = "bb c") -> Trace:
    meta = Meta(
        "c", "", "", "", {}, "", translation, "1", source_text=source_text,
        special_ids={"source": (1, 2, 3), "target": (1, 2, 3)},
    )  # fmt: skip
    return Trace(
        meta, np.array([2, 10, 11, 12, 3, 1]), np.array(["<s>", "▁x", "▁y", "y", "</s>", "<pad>"]),
        produced_ids=np.array([20, 21, 22, 3]), produced_tokens=np.array(["▁b", "b", "▁c", "</s>"]),
        consumed_ids=np.array([2, 20, 21, 22]), consumed_tokens=np.array(["<s>", "▁b", "b", "▁c"]),
        cross_attention=np.array([[HEAD[::-1], HEAD]], dtype=np.float32),
        padding_mask=np.array([True] * 5 + [False]),
    )  # fmt: skip


def test_weights_are_sums_over_source_pieces_and_means_over_target_pieces() -> None:
    found = align(made(), (0, 1))
    assert (found.source, found.target, found.units) == (("x", "yy"), ("bb", "c"), ("word", "word"))
    wanted = [[(0.05 + 0.3) / 2, (0.45 + 0.3) / 2], [0.4, 0.3]]
    np.testing.assert_allclose(found.weights, wanted, atol=1e-7)
    assert found.links == ((1, 0), (0, 1))
    assert found.pharaoh == "0-1 1-0"
    assert found.facts["links"] == "0-1 1-0"
    assert (found.facts["layer"], found.facts["head"]) == (1, 2)


def test_counts_of_gold_links() -> None:
    gold = GoldLinks(frozenset({(1, 0)}), frozenset({(1, 0), (1, 1)}))
    assert align(made(), (0, 1)).counts(gold) == LinkCounts(1, 1, 2, 1)


def test_tokens_that_do_not_spell_the_words_count_as_words() -> None:
    found = align(made(source_text="x something"), (0, 1))
    assert found.units == ("token", "word")
    assert found.source == ("▁x", "▁y", "y")
    assert found.pharaoh == "0-1 1-0"  # ▁y has (0.2 + 0.2) / 2, the others 0.175
    assert found.counts(GoldLinks(frozenset(), frozenset())) is None


def test_the_best_head_is_taken_where_none_is_named() -> None:
    assert align(made()).head in ((0, 0), (0, 1))


def test_what_cannot_be_aligned_is_said() -> None:
    with pytest.raises(Problem, match="Choose one from 1 to 2"):
        align(made(), (0, 2))
    with pytest.raises(Problem, match="no cross attention"):
        align(replace(made(), cross_attention=None))
