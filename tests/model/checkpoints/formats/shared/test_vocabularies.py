"""Tokenizers, special ids and assumptions from what lies beside a file, through a real format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from model.checkpoints.checkpoint import Checkpoint, open_checkpoint
from model.checkpoints.tokenizer import IdTokenizer, WordTokenizer
from model.common.problems import Problem
from tests.model.checkpoints.formats.references import DECODER, ENCODER, WIDTH
from tests.model.checkpoints.formats.tut6_network import SAMPLES

SPECIALS = ["<unk>", "<pad>", "<sos>", "<eos>"]
SOURCE = [*SPECIALS, *(f"wort{number}" for number in range(ENCODER.vocabulary - 4))]
TARGET = [*SPECIALS, *(f"word{number}" for number in range(DECODER.vocabulary - 4))]


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return SAMPLES["tut6"].write(tmp_path)


def put(model: Path, source: list[str] = SOURCE, target: list[str] = TARGET) -> None:
    for name, words in (("src_vocab.txt", source), ("trg_vocab.txt", target)):
        model.with_name(name).write_text("\n".join(words) + "\n", encoding="utf-8")


def origins(checkpoint: Checkpoint) -> dict[str, tuple[object, str, bool]]:
    return {one.name: (one.value, one.origin, one.certain) for one in checkpoint.assumptions}


def test_words_come_from_the_files_beside_it(model: Path) -> None:
    put(model)
    checkpoint = open_checkpoint(model)
    assert isinstance(checkpoint.source_tokenizer, WordTokenizer)
    assert checkpoint.source("Wort3 wort1 pad").tokens == ("<sos>", "wort3", "wort1", "<unk>", "<eos>")
    assert checkpoint.target_tokenizer.token(4) == "word0"
    said = origins(checkpoint)
    assert said["source_vocabulary"] == (str(model.with_name("src_vocab.txt")), "src_vocab.txt", True)
    assert [one.name for one in checkpoint.questions] == ["heads"]


def test_a_notebook_leaves_nothing_to_ask(model: Path) -> None:
    put(model)
    code = f"HID_DIM = {WIDTH}\nENC_HEADS = 2\nDEC_HEADS = 2\nlower = False"
    cells = [{"cell_type": "code", "source": code}]
    model.with_name("tut6.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")
    checkpoint = open_checkpoint(model)
    assert checkpoint.questions == ()
    assert origins(checkpoint)["heads"] == (2, "tut6.ipynb", True)
    assert origins(checkpoint)["lowercase"] == (False, "tut6.ipynb", True)
    assert checkpoint.transformer.config.encoder.heads == 2


def test_without_files_tokens_are_ids_and_it_is_asked(model: Path) -> None:
    checkpoint = open_checkpoint(model)
    assert isinstance(checkpoint.source_tokenizer, IdTokenizer)
    assert {one.name for one in checkpoint.questions} == {"heads", "source_vocabulary", "target_vocabulary"}
    answers = {"heads": 2, "source_vocabulary": "", "target_vocabulary": ""}
    assert open_checkpoint(model, answers).questions == ()


def test_roles_are_found_however_they_are_spelled(model: Path) -> None:
    put(model, ["[PAD]", "[UNK]", "<s>", "</s>", *SOURCE[4:]], [*TARGET[4:], "<pad>", "<unk>", "<bos>", "<eos>"])
    special = open_checkpoint(model).special
    assert (special.source_padding, special.source_prefix, special.source_suffix) == (0, (2,), (3,))
    last = len(TARGET)
    assert (special.target_padding, special.start, special.ends) == (last - 4, last - 2, (last - 1,))


def test_a_vocabulary_without_a_role_is_refused(model: Path) -> None:
    put(model, ["<unk>", "<pad>", "x", "<eos>", *SOURCE[4:]])
    with pytest.raises(Problem) as caught:
        open_checkpoint(model)
    assert caught.value.what == str(model.with_name("src_vocab.txt"))
    assert caught.value.why == "it has no entry for the start token, such as <sos>"


def test_another_languages_files(model: Path) -> None:
    for name, words in (("vocab.en.txt", SOURCE), ("vocab.fr.txt", TARGET)):
        model.with_name(name).write_text("\n".join(words), encoding="utf-8")
    checkpoint = open_checkpoint(model)
    assert checkpoint.languages == ("en", "fr")
    assert origins(checkpoint)["source_language"] == ("en", "vocab.en.txt", True)
    assert open_checkpoint(model, {"source_language": "ko"}).languages == ("ko", "fr")


@pytest.mark.parametrize("kind", ["WordLevel", "BPE"])
def test_a_tokenizer_file_serves_both_kinds(model: Path, kind: str) -> None:
    ids = {word: index for index, word in enumerate([*SPECIALS, *"abcdefghijklmnopqrs"])}
    assert len(ids) == ENCODER.vocabulary
    splitting = {"type": kind, "vocab": ids, "unk_token": "<unk>"} | ({"merges": []} if kind == "BPE" else {})
    content = {"version": "1.0", "added_tokens": [], "pre_tokenizer": {"type": "Whitespace"}, "model": splitting}
    model.with_name("src_tokenizer.json").write_text(json.dumps(content), encoding="utf-8")
    checkpoint = open_checkpoint(model)
    text = "b a d" if kind == "WordLevel" else "bad"
    assert checkpoint.source(text).ids == (2, 5, 4, 7, 3)
    assert origins(checkpoint)["source_vocabulary"][1] == "src_tokenizer.json"
