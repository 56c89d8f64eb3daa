"""Pieces with the end of a word: BlenderbotSmall's against transformers, FSMT's against what its rules give by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tokenizers import Tokenizer

from model.checkpoints.checkpoint import open_checkpoint
from model.checkpoints.end_of_word_pieces import moses_pieces
from model.checkpoints.formats.shared.hf_tokenizer_files import read_folder, tokenizers
from model.checkpoints.hf_tokenizer import JsonTokenizer
from model.common.problems import Problem
from tests.model.checkpoints.formats.hf_network import make, save

MERGES = [("t", "h"), ("th", "e</w>"), ("d", "o"), ("do", "g</w>"), ("do", "g"), ("dog", "s</w>"), ("t", "</w>")]
LETTERS = "thedogsw"
SPECIAL = ["<s>", "<pad>", "</s>", "<unk>"]
SMALL = ["__null__", "__start__", "__end__", "__unk__"]


def pieces() -> list[str]:
    inner = [*LETTERS, *(letter + "</w>" for letter in LETTERS), ".", ".</w>", ",</w>", "&", "a", "p", "o", ";", "@"]
    signs = ["'</w>", "-</w>", "-", "@</w>", "1", "5</w>", "!</w>", "?</w>", "(</w>", ")</w>"]
    return list(dict.fromkeys([*inner, *signs, *("".join(pair) for pair in MERGES[:6])]))


def merges(folder: Path, header: str = "") -> None:
    (folder / "merges.txt").write_text(header + "".join(f"{a} {b}\n" for a, b in MERGES[:6]), encoding="utf-8")


def test_blenderbot_small_is_as_transformers_reads_it(tmp_path: Path) -> None:
    from transformers import BlenderbotSmallTokenizer

    spelled = [piece.removesuffix("</w>") if piece.endswith("</w>") else f"{piece}@@" for piece in pieces()]
    words = [*SMALL, *spelled]
    (tmp_path / "vocab.json").write_text(json.dumps({word: index for index, word in enumerate(words)}))
    merges(tmp_path, "#version: 0.2\n")
    theirs = BlenderbotSmallTokenizer(str(tmp_path / "vocab.json"), str(tmp_path / "merges.txt"))
    ours, other = tokenizers(read_folder(tmp_path, "blenderbot-small", (len(words), len(words))), {})
    assert ours is other
    for text in ("The dogs, the dog.", "the dog's!?(do)x", "  thé DOG 1.5 ", "dog.the,dog", "s"):
        assert list(ours.encode(text).ids) == theirs(text)["input_ids"], text
    assert ours.decode(ours.encode("the dogs do").ids) == "the dogs do"
    assert ours.word_mark == "</w>"


def test_the_sides_of_fsmt_have_their_own_words_and_one_list_of_merges(tmp_path: Path) -> None:
    source = [*SPECIAL, *pieces()]
    target = [*SPECIAL, *(piece for piece in reversed(pieces()) if piece != "the</w>")]
    for name, words in (("vocab-src.json", source), ("vocab-tgt.json", target)):
        (tmp_path / name).write_text(json.dumps({word: index for index, word in enumerate(words)}))
    merges(tmp_path)
    ours, other = tokenizers(read_folder(tmp_path, "fsmt", (len(source), len(target))), {})

    def said(text: str) -> list[str]:
        return [ours.token(index) for index in ours.encode(text).ids]

    assert said("the dogs.") == ["the</w>", "dogs</w>", ".</w>"]
    assert said("dog-dog") == ["dog</w>", "@", "-", "@</w>", "dog</w>"]
    assert said("dog's") == ["dog</w>", "&", "a", "p", "o", "s", ";", "s</w>"]
    assert said("1.5, w.w. dog") == ["1", ".", "5</w>", ",</w>", "w", ".", "w", ".</w>", "dog</w>"]
    assert other.encode("the dog").ids == (3, target.index("dog</w>"))  # merged, and then unknown
    assert ours.decode(ours.encode("the dog's dog-dog").ids) == "the dog 's dog-dog"


def cut(text: str, english: bool = True) -> str:
    """The words that Moses' rules make of it: below, sacremoses 0.2 makes the same, but of "Mr.", which is no piece."""
    ids = json.dumps({piece: index for index, piece in enumerate([*SPECIAL, "Dr.</w>", "r.</w>", "3.</w>"])}).encode()
    built = Tokenizer.from_str(moses_pieces(ids, "vocab-src.json", b"", SPECIAL, False, english).decode())
    words = built.pre_tokenizer.pre_tokenize_str(built.normalizer.normalize_str(text))
    return " ".join(word for word, _ in words)


def test_words_are_cut_as_moses_cuts_them() -> None:
    assert cut("Dr. Low saw Mr. Or.") == "Dr. Low saw Mr . Or ."  # the piece "r." is the end of "Dr.", and no word
    assert cut("He said 'no' to the dogs' owner.") == "He said &apos; no &apos; to the dogs &apos; owner ."
    assert cut("the students'") == "the students&apos;"
    assert cut("It's the '90s, they'll rock 'n' roll") == (
        "It &apos;s the &apos; 90s , they &apos;ll rock &apos; n &apos; roll"
    )
    assert cut("Wie geht's am 3. Mai?", english=False) == "Wie geht &apos; s am 3. Mai ?"
    assert cut("Gesundheits- oder Kinder-Fragen am 25.8. morgens") == (
        "Gesundheits- oder Kinder @-@ Fragen am 25.8. morgens"
    )


@pytest.mark.parametrize("languages", ["de", ["de"], None])
def test_where_no_two_languages_are_told_an_apostrophe_is_english(languages: object, tmp_path: Path) -> None:
    ids = {piece: index for index, piece in enumerate([*SPECIAL, *pieces()])}
    for name in ("vocab-src.json", "vocab-tgt.json"):
        (tmp_path / name).write_text(json.dumps(ids))
    merges(tmp_path)
    (tmp_path / "tokenizer_config.json").write_text(json.dumps({"langs": languages}))
    source, target = tokenizers(read_folder(tmp_path, "fsmt", (len(ids), len(ids))), {})
    (tmp_path / "tokenizer_config.json").write_text(json.dumps({"langs": ["de", "en"]}))
    german, english = tokenizers(read_folder(tmp_path, "fsmt", (len(ids), len(ids))), {})
    assert source.encode("dog's").ids == target.encode("dog's").ids == english.encode("dog's").ids
    assert german.encode("dog's").ids != english.encode("dog's").ids


@pytest.mark.parametrize(("name", "files", "suffix"), [
    ("hf_blenderbot_small", ("vocab.json",), ()), ("hf_fsmt", ("vocab-src.json", "vocab-tgt.json"), (2,)),
])  # fmt: skip
def test_a_whole_folder_opens_with_its_own_files(
    name: str, files: tuple[str, ...], suffix: tuple[int, ...], tmp_path: Path
) -> None:
    path = save(make(name), tmp_path)
    for each in files:
        words = {word: index for index, word in enumerate([*(SPECIAL if suffix else SMALL), *pieces()])}
        (tmp_path / each).write_text(json.dumps(words), encoding="utf-8")
    merges(tmp_path, "#version: 0.2\n")
    checkpoint = open_checkpoint(path)
    assert (checkpoint.questions, checkpoint.special.source_suffix) == ((), suffix)
    assert len(checkpoint.source("the dogs").ids) > len(suffix)


@pytest.mark.parametrize(
    ("content", "why"), [(b"t h\nthe\n", "pair 2 is not two tokens"), (b"\xff h\n", "byte 0 is not UTF-8")]
)
def test_merges_that_are_none_are_told(content: bytes, why: str) -> None:
    with pytest.raises(Problem, match=why):
        moses_pieces(b'{"a": 0}', "vocab-src.json", content, [], lowercase=False)


def test_lowercase_where_the_folder_says_so() -> None:
    words = json.dumps({word: index for index, word in enumerate([*SPECIAL, *pieces()])}).encode()
    lines = "".join(f"{a} {b} 7\n" for a, b in MERGES[:6]).encode()
    for lowercase, found in ((True, ["dog</w>"]), (False, ["<unk>", "o", "g</w>"])):
        tokenizer = JsonTokenizer(moses_pieces(words, "vocab-src.json", lines, SPECIAL, lowercase), 100)
        assert list(tokenizer.encode("Dog").tokens) == found
