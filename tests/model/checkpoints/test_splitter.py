"""A SentencePiece model beside a vocabulary with ids of its own."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import sentencepiece

from model.checkpoints.checkpoint import open_checkpoint
from model.checkpoints.splitter import split_by_model
from model.checkpoints.vocabularies.entries import Vocabulary
from tests.model.checkpoints.formats.fairseq_network import make, save
from tests.model.checkpoints.formats.plain_network import VOCABULARIES

TEXTS = ["the dog runs", "the dogs run", "a dog", "the run", "dogs and dog"]


@pytest.fixture(scope="module")
def pieces() -> bytes:
    made = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(TEXTS * 4), model_writer=made, vocab_size=20, model_type="bpe", minloglevel=3,
        character_coverage=1.0, num_threads=1,
    )  # fmt: skip
    return made.getvalue()


def listed(pieces: bytes) -> list[str]:
    model = sentencepiece.SentencePieceProcessor(model_proto=pieces)
    return [model.id_to_piece(index) for index in range(3, 20)]


def vocabulary(folder: Path, words: list[str]) -> Vocabulary:
    return Vocabulary(tuple(words), folder / "src_vocab.txt", "source")


def test_the_model_splits_and_the_vocabulary_counts(tmp_path: Path, pieces: bytes) -> None:
    (tmp_path / "spm.model").write_bytes(pieces)
    words = ["<oov>", "<pad>", "</s>", *reversed(listed(pieces)), "<de>"]
    found = split_by_model(vocabulary(tmp_path, words), "source", "de", "<oov>", ["<oov>", "<pad>", "</s>"])
    assert found is not None
    own = sentencepiece.SentencePieceProcessor(model_proto=pieces).encode("the dogs", out_type=str)
    assert [words[index] for index in found.encode("the dogs").ids] == own
    assert found.decode(found.encode("the dogs").ids) == "the dogs"
    assert words[found.encode("the ж").ids[-1]] == "<oov>"
    assert (found.token(0), len(found)) == ("<oov>", len(words))


def test_words_that_are_no_pieces_of_it_stay_words(tmp_path: Path, pieces: bytes) -> None:
    (tmp_path / "spm.model").write_bytes(pieces)
    (tmp_path / "broken.model").write_bytes(b"\xff")
    for words in (["<unk>", "the", "dog"], ["<unk>", "▁the", "▁zebra", "▁x"]):
        assert split_by_model(vocabulary(tmp_path, words), "source", "de", "<unk>", ["<unk>"]) is None
    whole = ["<unk>", *listed(pieces)]
    (tmp_path / "spm.model").rename(tmp_path / "target.model")
    assert split_by_model(vocabulary(tmp_path, whole), "source", "de", "<unk>", ["<unk>"]) is None
    assert split_by_model(vocabulary(tmp_path, whole), "target", "de", "<unk>", ["<unk>"]) is not None


def test_sentences_can_be_typed_for_a_toolkit(tmp_path: Path, pieces: bytes) -> None:
    path = save(make(), tmp_path)
    (tmp_path / "sentencepiece.bpe.model").write_bytes(pieces)
    for code, size in zip(("de", "en"), VOCABULARIES, strict=True):
        words = list(reversed(listed(pieces)[: size - 4]))
        (tmp_path / f"dict.{code}.txt").write_text("".join(f"{word} 1\n" for word in words), encoding="utf-8")
    checkpoint = open_checkpoint(path)
    tokenizer = checkpoint.source_tokenizer
    assert (checkpoint.questions, tokenizer.kind) == ((), "pieces")
    own = sentencepiece.SentencePieceProcessor(model_proto=pieces).encode("the dogs", out_type=str)
    known = [tokenizer.id(piece) for piece in own]
    assert any(known)
    assert checkpoint.source("the dogs").ids == (*(3 if index is None else index for index in known), 2)
