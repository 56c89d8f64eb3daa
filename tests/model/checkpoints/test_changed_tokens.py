"""Tokens replaced, left out and swapped: the sentence that comes out, written down by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from model.checkpoints.changed_tokens import changed_source, forced_tokens, given_tokens
from model.checkpoints.checkpoint import Checkpoint
from model.common.problems import Problem
from model.network.interventions import (
    HeadAblated,
    Intervention,
    SourceDropped,
    SourceReplaced,
    SourceSwapped,
    TargetForced,
)
from model.network.what_if import changed
from tests.model.sample_checkpoints import make_checkpoint, make_subword_checkpoint


def source_of(checkpoint: Checkpoint, changes: tuple[Intervention, ...], text: str = "a b c", pad: int = 0) -> str:
    asked = replace(checkpoint, transformer=changed(checkpoint.transformer, changes))
    return " ".join(asked.source(text, pad).tokens)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ((), "a b c <eos>"),
        ((HeadAblated("cross", 0, 0),), "a b c <eos>"),
        ((SourceReplaced(1, "e"),), "a e c <eos>"),
        ((SourceReplaced(1, "nonsense"),), "a <unk> c <eos>"),
        ((SourceReplaced(3, "<pad>"),), "a b c <pad>"),
        ((SourceReplaced(0, "d e"),), "d e b c <eos>"),
        ((SourceDropped(0),), "b c <eos>"),
        ((SourceDropped(3), SourceDropped(1)), "a c"),
        ((SourceSwapped(0),), "b a c <eos>"),
        ((SourceSwapped(0), SourceSwapped(1)), "b c a <eos>"),
        ((SourceSwapped(2), SourceReplaced(2, "d")), "a b <eos> d"),
        ((SourceDropped(1), SourceReplaced(2, "d"), SourceSwapped(0)), "a d <eos>"),
    ],
)
def test_what_comes_out(changes: tuple[Intervention, ...], expected: str) -> None:
    checkpoint = make_checkpoint()
    assert source_of(checkpoint, changes) == expected
    assert source_of(checkpoint, changes, pad=8).split() == [
        *expected.split(),
        *["<pad>"] * (8 - len(expected.split())),
    ]
    assert source_of(checkpoint, ()) == "a b c <eos>"


def test_what_was_typed_goes_with_its_token() -> None:
    asked = changed_source(
        make_checkpoint().source_tokenizer,
        make_checkpoint().source("a zzz c"),
        (SourceSwapped(0), SourceReplaced(2, "yy")),
    )
    assert asked.spelling == ("zzz", "a", "yy", "<eos>")
    assert asked.unknown == (True, False, True, False)


@pytest.mark.parametrize("one", [SourceReplaced(4, "a"), SourceDropped(9), SourceSwapped(3)])
def test_a_token_that_is_not_there_is_refused_with_the_range(one: Intervention) -> None:
    with pytest.raises(Problem, match="the source has positions 0 to 3"):
        source_of(make_checkpoint(), (one,))


def test_something_must_be_left_and_it_must_be_a_word() -> None:
    with pytest.raises(Problem, match="nothing is left"):
        source_of(make_checkpoint(), tuple(map(SourceDropped, range(4))))
    with pytest.raises(Problem, match="is no word"):
        given_tokens(make_checkpoint().source_tokenizer, " \n")
    with pytest.raises(Problem, match="has 17 tokens"):
        source_of(make_checkpoint(), (SourceReplaced(0, "a a"),), " ".join("a" * 15))


def test_a_word_may_be_several_pieces_and_a_piece_is_one() -> None:
    checkpoint = make_subword_checkpoint()
    tokenizer = checkpoint.target_tokenizer
    whole = tokenizer.encode("garden").ids
    assert len(whole) > 1
    assert given_tokens(tokenizer, "garden").ids == whole
    piece = next(tokenizer.token(index) for index in range(4, len(tokenizer)) if tokenizer.token(index)[0] == "▁")
    assert given_tokens(tokenizer, piece).ids == (tokenizer.id(piece),)
    forced = forced_tokens(tokenizer, (TargetForced(2, "garden"), TargetForced(0, piece)))
    assert forced == {0: tokenizer.id(piece), **{2 + offset: index for offset, index in enumerate(whole)}}
