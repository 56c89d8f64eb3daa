"""The tokenizers of Hugging Face folders give the ids and the texts that transformers' own classes give."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from model.checkpoints.formats.shared.hf_tokenizer_files import read_folder, tokenizers
from model.checkpoints.tokenizer import Tokenizer
from model.common.installed import getting
from model.common.problems import Problem
from tests.model.checkpoints.formats import hf_tokenizers as made_by
from tests.model.checkpoints.formats.hf_tokenizers import TEXTS

#: What is written, whose it is, which files are taken away, and texts that transformers 5 reads otherwise.
FOLDERS: dict[str, tuple[Callable[[Path], Any], str, tuple[str, ...], tuple[int, ...]]] = {
    "Marian": (made_by.marian, "marian", (), ()),
    "M2M100": (made_by.m2m100, "m2m_100", (), ()),
    "T5": (made_by.t5, "t5", ("spiece.model",), ()),
    "T5, the model alone": (made_by.t5, "mt5", ("tokenizer.json",), ()),
    "mBART": (made_by.mbart, "mbart", ("sentencepiece.bpe.model",), ()),
    # It leaves out the normalisation that the model itself carries: full-width letters, ligatures, accents, in
    # mBART-50 also line breaks.
    "mBART, the model alone": (made_by.mbart, "mbart", ("tokenizer.json",), (7, 8)),
    "mBART-50, the model alone": (lambda folder: made_by.mbart(folder, True), "mbart", ("tokenizer.json",), (6, 7, 8)),
    "NLLB": (made_by.nllb, "m2m_100", (), ()),
    "BART": (made_by.bart, "bart", ("vocab.json", "merges.txt"), ()),
    "BART, the older files": (made_by.bart, "bart", ("tokenizer.json",), ()),
}


def opened(folder: Path, kind: str, size: int) -> tuple[Tokenizer, Tokenizer]:
    return tokenizers(read_folder(folder, kind, (size, size)), {})


@pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")
@pytest.mark.parametrize("name", FOLDERS)
def test_ids_and_texts_are_those_of_transformers(tmp_path: Path, name: str) -> None:
    make, kind, absent, otherwise = FOLDERS[name]
    theirs = make(tmp_path)
    for file in absent:
        (tmp_path / file).unlink()
    size = max(len(theirs), 400)
    source, target = opened(tmp_path, kind, size)
    assert len(source) == size
    for place, text in enumerate(TEXTS):
        ids = theirs(text, add_special_tokens=False)["input_ids"]
        found = source.encode(text)
        assert (list(found.ids) == ids) != (place in otherwise), text
        assert len(found.tokens) == len(found.spelling) == len(found.unknown) == len(found.ids)
        assert found.unknown == tuple(index == source.unknown_id for index in found.ids)
        whole = [theirs.pad_token_id, *ids, theirs.eos_token_id, theirs.pad_token_id]
        # transformers strips the texts of Marian and M2M100 alone; we do wherever pieces are joined
        assert target.decode(whole).strip() == theirs.decode(whole, skip_special_tokens=True).strip()
        assert [source.token(index) for index in ids] == theirs.convert_ids_to_tokens(ids)


@pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")
def test_marian_with_two_vocabularies(tmp_path: Path) -> None:
    theirs = made_by.marian(tmp_path, separate=True)
    folder = read_folder(tmp_path, "marian", (len(theirs.encoder), len(theirs.target_encoder)))
    source, target = tokenizers(folder, {})
    for text in TEXTS:
        if text.startswith(">>"):
            continue  # only models with one vocabulary have such tokens
        assert list(source.encode(text).ids) == theirs(text, add_special_tokens=False)["input_ids"]
        ids = theirs(text_target=text, add_special_tokens=False)["input_ids"]
        assert list(target.encode(text).ids) == ids
        assert target.decode(ids) == theirs.decode(ids, skip_special_tokens=True)


@pytest.mark.parametrize("name", ["T5", "BART", "T5, the model alone"])
def test_typed_special_tokens_are_text(tmp_path: Path, name: str) -> None:
    make, kind, absent, _ = FOLDERS[name]
    make(tmp_path)
    for file in absent:
        (tmp_path / file).unlink()
    source, _ = opened(tmp_path, kind, 600)
    padding = source.id("<pad>")
    assert padding is not None
    end = source.id("</s>")
    assert not {padding, end} & set(source.encode("a <pad> b </s>").ids)


def test_the_spelling_is_what_was_typed(tmp_path: Path) -> None:
    made_by.t5(tmp_path)
    source, _ = opened(tmp_path, "t5", 300)
    assert source.encode("ok 漢字").spelling[-1] == "漢字"
    assert source.encode("ok 漢字").unknown[-1]
    assert "".join(source.encode("Zwei Hunde").spelling) == "▁Zwei▁Hunde"
    assert source.encode("a <pad>").spelling[-1].endswith("<pad>")
    assert source.encode("\ud800 a").ids == source.encode("\ufffd a").ids


def test_bytes_are_spelt_as_what_was_typed(tmp_path: Path) -> None:
    made_by.bart(tmp_path)
    found = opened(tmp_path, "bart", 420)[0].encode("Two dogs 漢")
    assert found.spelling[0].startswith("T")
    assert "".join(found.spelling).replace("▁", " ").startswith("Two dogs")
    assert found.spelling[-1] == "漢"
    assert not any(found.unknown)


def test_ids_beyond_the_vocabulary_are_called_by_their_number(tmp_path: Path) -> None:
    made_by.t5(tmp_path)
    source, _ = opened(tmp_path, "t5", 300)
    assert (source.token(299), source.id("299"), source.decode([299])) == ("299", None, "")


def test_tokens_that_the_network_has_no_row_for_are_unknown(tmp_path: Path) -> None:
    made_by.bart(tmp_path)
    source, _ = opened(tmp_path, "bart", 300)
    assert max(source.encode(TEXTS[0]).ids) < 300
    assert any(source.encode(TEXTS[0]).unknown)


def _without_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "tokenizers", None)


def test_without_the_library_the_model_beside_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made_by.t5(tmp_path)
    wanted = opened(tmp_path, "t5", 300)[0].encode(TEXTS[0]).ids
    _without_library(monkeypatch)
    source, _ = opened(tmp_path, "t5", 300)
    assert (source.kind, source.encode(TEXTS[0]).ids) == ("pieces", wanted)


def test_without_the_library_the_command_that_installs_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_by.bart(tmp_path)
    _without_library(monkeypatch)
    with pytest.raises(Problem) as caught:
        opened(tmp_path, "bart", 420)
    assert caught.value.what == str(tmp_path / "tokenizer.json")
    assert caught.value.next_step == getting("tokenizers")


BROKEN: dict[str, tuple[str, str, bytes, str]] = {
    "no JSON": ("Marian", "vocab.json", b"{", "it is not valid JSON"),
    "a list": ("Marian", "vocab.json", b"[]", "it is not an object of tokens with their ids"),
    "an id beyond": ("Marian", "vocab.json", b'{"<unk>": 9999}', "the id of '<unk>' is 9999 and must be a number"),
    "an id as text": ("M2M100", "vocab.json", b'{"a": "1"}', "the id of 'a' is '1' and must be a number from 0"),
    "an id that is true": ("M2M100", "vocab.json", b'{"a": true}', "the id of 'a' is True and must be a number"),
    "no pieces": ("Marian", "source.spm", b"\x00\x01", "its SentencePiece model is damaged"),
    "cut pieces": ("T5, the model alone", "spiece.model", b"\x0a\x0e", "its SentencePiece model is damaged"),
    "cut tokenizer": ("T5", "tokenizer.json", b'{"version": "1.0"', "it is damaged, or of a kind"),
    "another kind": ("T5", "tokenizer.json", b'{"model": {"type": "Magic"}}', "it is damaged, or of a kind"),
    "no text": ("T5", "tokenizer.json", b"\xff\xfe", "it is damaged, or of a kind"),
    "one token in a pair": ("BART, the older files", "merges.txt", b"#version: 0.2\na\n", "pair 1 is not two tokens"),
    "unknown pairs": ("BART, the older files", "merges.txt", b"qqq zzz\n", "it does not fit vocab.json"),
    "pairs in Latin": ("BART, the older files", "merges.txt", b"\xe9 a\n", "byte 0 is not UTF-8"),
    "settings": ("T5", "tokenizer_config.json", b"[]", "it is not a JSON object"),
}


@pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")
@pytest.mark.parametrize("case", BROKEN)
def test_a_damaged_file_is_named(tmp_path: Path, case: str) -> None:
    name, file, content, why = BROKEN[case]
    make, kind, absent, _ = FOLDERS[name]
    make(tmp_path)
    for gone in absent:
        (tmp_path / gone).unlink()
    (tmp_path / file).write_bytes(content)
    with pytest.raises(Problem) as caught:
        opened(tmp_path, kind, 600)
    assert caught.value.what == str(tmp_path / file)
    assert why in caught.value.why


def test_a_tokenizer_json_may_be_cut_anywhere(tmp_path: Path) -> None:
    made_by.t5(tmp_path, model_too=False)
    file = tmp_path / "tokenizer.json"
    content = json.dumps(json.loads(file.read_text(encoding="utf-8")), ensure_ascii=False).encode("utf-8")
    for size in range(0, len(content), 14_997):
        file.write_bytes(content[:size])
        with pytest.raises(Problem, match=r"tokenizer\.json"):
            opened(tmp_path, "t5", 600)
