"""Pieces merged to words: every array of a trace, against plain loops."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.record.trace import Trace
from model.transforms.merged_pieces import merge, words_of
from model.transforms.view_transform import ViewTransform, read
from tests.model.subwords import (
    CONSUMED_WORDS,
    META,
    PROBABILITY,
    PRODUCED_WORDS,
    SOURCE,
    WORDS,
    S,
    T,
    ids,
    make_run,
    weights,
)


def plainly(matrix: Any, queries: Any, keys: Any) -> Any:
    """The sum over key pieces, the mean over query pieces."""
    return [[sum(float(matrix[q][k]) for q in row for k in column) / len(row) for column in keys] for row in queries]


def words(run: Trace) -> Trace:
    return read(run, ViewTransform(words=True))


def test_words_of_both_sides() -> None:
    assert words_of(make_run()) == (WORDS, CONSUMED_WORDS, PRODUCED_WORDS)


def test_sums_of_keys_and_means_of_queries() -> None:
    run = make_run()
    axes = {"encoder": (WORDS, WORDS), "decoder": (CONSUMED_WORDS,) * 2, "cross": (PRODUCED_WORDS, WORDS)}
    for kind, (queries, keys) in axes.items():
        before, after = run.attention(kind), words(run).attention(kind)  # type: ignore[arg-type] # the three kinds
        assert before is not None
        assert after is not None
        for layer, head in np.ndindex(*before.shape[:2]):
            np.testing.assert_allclose(after[layer, head], plainly(before[layer, head], queries, keys), atol=1e-6)
        np.testing.assert_allclose(after.sum(-1), 1, atol=1e-6)


def test_one_axis_alone() -> None:
    maps = weights(3, np.ones((T, S)))
    np.testing.assert_allclose(merge(maps, (), WORDS)[1, 2], plainly(maps[1, 2], [(q,) for q in range(T)], WORDS))
    np.testing.assert_array_equal(merge(maps, (), ()), maps)


def test_a_number_that_is_none_stays_in_its_word() -> None:
    maps = weights(3, np.ones((T, S)))
    maps[0, 0, 2, 1] = np.nan
    merged = merge(maps, PRODUCED_WORDS, WORDS)
    assert np.argwhere(np.isnan(merged)).tolist() == [[0, 0, 1, 1]]
    np.testing.assert_allclose(merged[1, 2], plainly(maps[1, 2], PRODUCED_WORDS, WORDS), atol=1e-6)


def test_masks_of_words() -> None:
    read_run = words(make_run())
    assert read_run.decoder_mask is not None
    np.testing.assert_array_equal(read_run.decoder_mask, np.tri(len(CONSUMED_WORDS), dtype=bool))
    np.testing.assert_array_equal(read_run.look_ahead_mask, np.tri(len(CONSUMED_WORDS), dtype=bool))
    assert read_run.padding_mask is not None
    assert read_run.padding_mask.tolist() == [True] * 4 + [False]
    assert read_run.cross_mask is not None
    assert read_run.cross_mask.shape == (len(PRODUCED_WORDS), len(WORDS))
    assert (read_run.decoder_attention[..., ~read_run.decoder_mask] == 0).all()  # type: ignore[index]


def test_a_word_may_be_attended_to_if_any_piece_may() -> None:
    mask = np.tile(np.array([True, False, True, False, True, False]), (T, 1))
    read_run = words(make_run(cross_mask=mask))
    assert read_run.cross_mask is not None
    assert read_run.cross_mask[0].tolist() == [True, True, False, True, False]


def test_tokens_candidates_and_probabilities() -> None:
    run = make_run()
    shown = words(run)
    assert shown.source_tokens.tolist() == ["▁Der", "▁Schneeball", "▁.", "</s>", "<pad>"]
    assert shown.meta.source_spelling == ("▁Der", "▁Schneeball", "▁.", "</s>", "<pad>")
    assert shown.consumed_tokens is not None
    assert shown.produced_tokens is not None
    assert shown.consumed_tokens.tolist() == ["<s>", "▁The", "▁snowball", "▁flew"]
    assert shown.produced_tokens.tolist() == ["▁The", "▁snowball", "▁flew", "</s>"]
    assert shown.steps == 4
    firsts = [word[0] for word in PRODUCED_WORDS]
    np.testing.assert_array_equal(shown.candidate_tokens, run.candidate_tokens[firsts])  # type: ignore[index]
    np.testing.assert_array_equal(shown.produced_ids, run.produced_ids[firsts])  # type: ignore[index]
    assert shown.candidate_entropy is not None
    assert shown.candidate_entropy.tolist() == [(first + 1) / 4 for first in firsts]
    products = [np.prod([PROBABILITY[step] for step in word]) for word in PRODUCED_WORDS]
    np.testing.assert_allclose(shown.produced_probability, products, rtol=1e-6)  # type: ignore[arg-type]
    assert shown.origin is not None
    assert shown.origin.tolist() == ["greedy", "forced", "greedy", "greedy"]


def test_rows_that_see_nothing() -> None:
    shown = words(make_run(meta=replace(META, fully_masked_rows={"encoder": (1, 2, 5), "cross": (0, 1)})))
    assert shown.meta.fully_masked_rows == {"encoder": (1, 4), "cross": (0,)}


def test_a_run_cut_off_inside_a_word() -> None:
    """What is produced last is a word of its own, so that no row and no column is lost."""
    run = make_run(produced_tokens=np.array(["▁The", "▁sn", "ow", "ball", "▁fl", "ew", "er"]))
    assert words_of(run).produced == ((0,), (1, 2, 3), (4, 5), (6,))
    assert words_of(run).consumed == CONSUMED_WORDS


def test_a_run_without_vocabulary_head() -> None:
    run = make_run(
        produced_ids=None, produced_tokens=None, produced_probability=None, origin=None, candidate_ids=None,
        candidate_tokens=None, candidate_probabilities=None, candidate_entropy=None,
    )  # fmt: skip
    shown = words(run)
    assert words_of(run) == (WORDS, CONSUMED_WORDS, ())
    assert shown.cross_attention is not None
    assert shown.cross_attention.shape[2:] == (4, 5)
    assert shown.produced_tokens is None


def test_an_encoder_alone() -> None:
    names = ("consumed_ids", "consumed_tokens", "produced_ids", "produced_tokens", "produced_probability", "origin",
             "candidate_ids", "candidate_tokens", "candidate_probabilities", "candidate_entropy", "look_ahead_mask",
             "target_mask", "decoder_mask", "cross_mask", "decoder_attention", "cross_attention")  # fmt: skip
    absent: dict[str, Any] = dict.fromkeys(names)
    shown = words(make_run(**absent))
    assert shown.steps == 0
    assert shown.encoder_attention is not None
    assert shown.encoder_attention.shape[2:] == (5, 5)


@pytest.mark.parametrize("marked", [True, False])
def test_words_of_whole_words_are_the_tokens(marked: bool) -> None:
    tokens = np.array(["Der", "Schnee", "ball", ".", "</s>", "<pad>"])
    meta = replace(META, source_spelling=(), word_marks={"source": "", "target": "▁"} if marked else {})
    shown = words(make_run(source_tokens=tokens, meta=meta))
    assert shown.source_tokens.tolist() == tokens.tolist()
    assert shown.meta.reading is not None
    assert shown.meta.reading.guessed is not marked


def test_bytes_are_spelled_from_the_tokens() -> None:
    """A typed spelling repeats a letter for each of its bytes."""
    tokens = np.array(["Hello", "Ġíķľ", "êµ", "Ń", "</s>", "<pad>"])
    meta = replace(
        META, source_spelling=("Hello", "▁한", "국", "국", "</s>", "<pad>"), word_marks={"source": "Ġ", "target": "▁"}
    )
    shown = words(make_run(source_tokens=tokens, source_ids=ids(tokens), meta=meta))
    assert shown.source_labels == ("Hello", "한국", "</s>", "<pad>")


def test_unknown_pieces_keep_what_was_typed() -> None:
    tokens = np.array(["▁Der", "▁", "<unk>", ".", "</s>", "<pad>"])
    meta = replace(META, source_spelling=("▁Der", "▁", "🐶", ".", "</s>", "<pad>"))
    shown = words(make_run(source_tokens=tokens, source_ids=np.array([10, 11, 0, 13, 1, 2]), meta=meta))
    assert shown.source_labels == ("▁Der", "▁🐶", "▁.", "</s>", "<pad>")


def test_all_else_stays() -> None:
    assert words(make_run()).meta == replace(
        META, source_spelling=("▁Der", "▁Schneeball", "▁.", "</s>", "<pad>"), reading=words(make_run()).meta.reading
    )
    assert len(SOURCE) == S
