"""What a name says: sides and languages by its words, however they are joined."""

from __future__ import annotations

import pytest

from model.checkpoints.vocabularies.name_parts import are_languages, language_of, parts, side_of


@pytest.mark.parametrize("name", ["src_vocab", "vocab.src", "srcVocab", "SRC", "SRC_stoi", "source-words", "enc2idx"])
def test_a_name_says_the_source(name: str) -> None:
    assert side_of(name) == "source"


@pytest.mark.parametrize(
    ("name", "side", "language"),
    [("TRG", "target", ""), ("vocab_tgt", "target", ""), ("src_and_trg", "", ""), ("de_vocab", "", "de"),
     ("vocab.english", "", "en"), ("decoder", "target", ""), ("model", "", ""), ("ende", "", "")],
)  # fmt: skip
def test_sides_and_languages(name: str, side: str, language: str) -> None:
    assert (side_of(name), language_of(name)) == (side, language)


def test_parts() -> None:
    assert parts("srcVocab.de.txt") == {"src", "vocab", "de", "txt"}


@pytest.mark.parametrize(
    ("names", "wanted"),
    [(("de", "en"), True), (("sv", "uk"), True), (("zh_CN", "english"), True), (("de",), False), (("de", 3), False),
     (("stoi", "itos"), False), (("de", "en", "fr"), False)],
)  # fmt: skip
def test_two_languages(names: tuple[object, ...], wanted: bool) -> None:
    assert are_languages(names) is wanted
