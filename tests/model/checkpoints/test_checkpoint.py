"""What a checkpoint makes of a sentence, and which files open at all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from model.checkpoints.checkpoint import LanguageTokens, Special, all_formats, file_hash, open_checkpoint
from model.checkpoints.tokenizer import Encoded
from model.common.problems import Problem
from tests.model.sample_checkpoints import SPECIAL, TINY, make_checkpoint, tiny

BOTH_ENDS = Special(1, 1, 2, (3,), source_prefix=(2,), source_suffix=(3,))


def test_a_sentence_gets_its_suffix() -> None:
    assert make_checkpoint().source("a zzz b") == Encoded(
        (4, 0, 5, 3), ("a", "<unk>", "b", "<eos>"), ("a", "zzz", "b", "<eos>"), (False, True, False, False)
    )


def test_prefix_suffix_and_padding_in_this_order() -> None:
    encoded = make_checkpoint(special=BOTH_ENDS).source("a b", pad_to=7)
    assert encoded.ids == (2, 4, 5, 3, 1, 1, 1)
    assert encoded.tokens == encoded.spelling == ("<sos>", "a", "b", "<eos>", "<pad>", "<pad>", "<pad>")
    assert encoded.unknown == (False,) * 7


@pytest.mark.parametrize("pad_to", [-1, 0, 1, 4])
def test_padding_never_shortens(pad_to: int) -> None:
    assert make_checkpoint(special=BOTH_ENDS).source("a b", pad_to).ids == (2, 4, 5, 3)


def test_surrounding_knows_no_limit() -> None:
    """The window shows what was typed, however long, before it says that it is too long."""
    checkpoint = make_checkpoint(special=BOTH_ENDS)
    encoded = checkpoint.surround(checkpoint.source_tokenizer.encode("a " * 100), 2)
    assert encoded.ids == (2, *(4,) * 100, 3, 1, 1)
    assert checkpoint.surround(checkpoint.source_tokenizer.encode("")).ids == (2, 3)


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\u3000"])
def test_an_empty_sentence_is_one_sentence(text: str) -> None:
    with pytest.raises(Problem, match="it has no words"):
        make_checkpoint().source(text)


def test_the_longest_sentence_and_one_word_more() -> None:
    checkpoint = make_checkpoint(special=BOTH_ENDS)  # positions for 16
    assert len(checkpoint.source("a " * 14).ids) == 16
    with pytest.raises(Problem, match="it has 17 tokens and random has positions for 16") as caught:
        checkpoint.source("a " * 15)
    assert "1" in caught.value.next_step
    with pytest.raises(Problem, match="5,002 tokens"):
        checkpoint.source("a " * 5000)


def test_padding_beyond_the_positions_names_the_padding() -> None:
    checkpoint = make_checkpoint()
    assert len(checkpoint.source("a", pad_to=16).ids) == 16
    with pytest.raises(Problem, match="17") as caught:
        checkpoint.source("a", pad_to=17)
    assert "padding" in str(caught.value)
    assert "16" in str(caught.value)


@pytest.mark.parametrize("text", ["zzz qqq xxx", "👩‍👩‍👧", "\ud800", "<pad> </s>", "\u202e"])
def test_unknown_and_hostile_words_are_unknown_tokens(text: str) -> None:
    encoded = make_checkpoint().source(text)
    assert set(encoded.ids[:-1]) == {0}
    assert all(encoded.unknown[:-1])


def test_the_trained_fixture_opens() -> None:
    checkpoint = tiny()
    assert (checkpoint.name, checkpoint.languages, checkpoint.path) == ("tiny", ("de", "en"), TINY)
    assert checkpoint.sha256 == file_hash(TINY / "model.safetensors")
    assert not any(checkpoint.source("Zwei Hunde spielen im Schnee.").unknown)


def test_formats_are_found_in_their_folder() -> None:
    found = all_formats()
    assert "headscope" in found
    assert "shared" not in found
    for module in found.values():
        assert callable(module.recognise)
        assert callable(module.read)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("text.txt", "it is text"),
        ("folder", "it is an empty folder"),
        ("archive.zip", "it is cut short"),
        ("nowhere", "there is no such file or folder"),
    ],
)
def test_what_is_no_checkpoint(tmp_path: Path, name: str, reason: str) -> None:
    path = tmp_path / name
    if name == "folder":
        path.mkdir()
    elif name != "nowhere":
        path.write_bytes(b"PK\x03\x04" if name.endswith("zip") else b"hello")
    with pytest.raises(Problem, match=reason) as caught:
        open_checkpoint(path)
    assert caught.value.what == str(path)


def test_what_nobody_recognises(tmp_path: Path) -> None:
    save_file({"strange.weight": torch.zeros(2, 3)}, tmp_path / "model.safetensors")
    with pytest.raises(Problem, match="are neither a Transformer with an encoder"):
        open_checkpoint(tmp_path / "model.safetensors")


SPOKEN = LanguageTokens({"aa": 4, "bb": 5}, "source_prefix"), LanguageTokens({"bb": 5, "cc": 6}, "forced")


def test_a_model_of_many_languages_is_told_others() -> None:
    special = replace(SPECIAL, source_prefix=(4,), forced=(5,))
    before = replace(
        make_checkpoint(special=special),
        languages=("aa", "bb"),
        language_tokens={"source": SPOKEN[0], "target": SPOKEN[1]},
    )
    after = before.with_languages(source="bb", target="cc")
    assert (after.languages, after.special.source_prefix, after.special.forced) == (("bb", "cc"), (5,), (6,))
    assert before.with_languages(target="cc").special.source_prefix == (4,)
    assert before.special.forced == (5,)
    assert before.language_choices == {"source": ("aa", "bb"), "target": ("bb", "cc")}


def test_a_start_token_may_be_the_language() -> None:
    tokens = {"target": LanguageTokens({"bb": 5, "cc": 6}, "start")}
    before = replace(make_checkpoint(special=replace(SPECIAL, start=5)), languages=("", "bb"), language_tokens=tokens)
    assert before.with_languages(target="cc").special.start == 6


@pytest.mark.parametrize(("side", "codes"), [("source", "aa, bb"), ("target", "en")])
def test_a_language_without_a_token_names_those_there_are(side: str, codes: str) -> None:
    checkpoint = replace(make_checkpoint(), languages=("aa", "en"), language_tokens={"source": SPOKEN[0]})
    with pytest.raises(Problem, match=f"it has no {side} language 'xx'. Use one of: {codes}"):
        checkpoint.with_languages(**{side: "xx"})
