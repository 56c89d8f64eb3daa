"""Languages, start and end tokens of Hugging Face folders: sources and runs are transformers' own for every choice."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from model.checkpoints.checkpoint import Checkpoint, open_checkpoint
from model.common.problems import Problem
from model.decoding.session import DecodingSession
from tests.model.checkpoints.formats import hf_tokenizers as made_by
from tests.model.checkpoints.formats.hf_network import Network, make, save

TEXT = "Zwei Hunde spielen im Schnee."
pytestmark = pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")


def folder(place: Path, name: str, words: Callable[[Path], Any], **changes: Any) -> tuple[Network, Any]:
    """A model and its tokenizer in one folder, its table larger: M2M100's tokenizer does not count its languages."""
    theirs = words(place)
    ids = {"pad_token_id": theirs.pad_token_id, "eos_token_id": theirs.eos_token_id, "forced_eos_token_id": None}
    network = make(name, seed=3, vocab_size=len(theirs) + 110, **{**ids, "max_position_embeddings": 60, **changes})
    save(network, place)
    return network, theirs


def produced(checkpoint: Checkpoint, limit: int = 7) -> list[int]:
    trace = DecodingSession(checkpoint, checkpoint.source(TEXT), max_length=limit).run().trace()
    assert trace.consumed_ids is not None and trace.produced_ids is not None
    return [int(trace.consumed_ids[0]), *trace.produced_ids.tolist()]


def generated(network: Network, theirs: Any, limit: int = 7, **rules: Any) -> list[int]:
    given = theirs([TEXT], return_tensors="pt")
    found = network.model.generate(
        **given, do_sample=False, num_beams=1, max_new_tokens=limit, use_cache=False, **rules
    )
    return [int(index) for index in found[0]]


#: name of the network, tokenizer, source and target codes, where the folder's default target comes from
SPOKEN: dict[str, tuple[str, Callable[[Path], Any], tuple[str, str], tuple[str, str]]] = {
    "M2M100": ("hf_m2m100", made_by.m2m100, ("de", "en"), ("ko", "fr")),
    "NLLB": ("hf_m2m100", made_by.nllb, ("deu_Latn", "eng_Latn"), ("kor_Hang", "deu_Latn")),
    "NLLB, the old way": (
        "hf_m2m100", lambda place: made_by.nllb(place, True), ("deu_Latn", "eng_Latn"), ("eng_Latn", "kor_Hang")),
    "mBART-50": ("hf_bart mbart", lambda place: made_by.mbart(place, True), ("de_DE", "ko_KR"), ("en_XX", "fr_XX")),
}  # fmt: skip


@pytest.mark.parametrize("case", SPOKEN)
def test_both_sides_are_told_by_tokens(tmp_path: Path, case: str) -> None:
    name, words, first, second = SPOKEN[case]
    network, theirs = folder(tmp_path, name, words, decoder_start_token_id=2)
    checkpoint = open_checkpoint(tmp_path)
    assert checkpoint.languages == first
    codes = {"source": set(checkpoint.language_choices["source"]), "target": set(checkpoint.language_choices["target"])}
    assert {*first, *second} <= codes["source"] == codes["target"]
    for source, target in (first, second, first):
        checkpoint = checkpoint.with_languages(source, target)
        theirs.src_lang = source
        assert list(checkpoint.source(TEXT).ids) == theirs(TEXT)["input_ids"]
        token = target if case != "M2M100" else f"__{target}__"
        index = theirs.convert_tokens_to_ids(token)
        assert produced(checkpoint) == generated(network, theirs, forced_bos_token_id=index)
        assert checkpoint.special.start == 2
    assert not checkpoint.target_tokenizer.decode(checkpoint.special.forced)


def test_mbart_25_starts_with_the_target_language(tmp_path: Path) -> None:
    """facebook/mbart-large-en-ro: the start token is the language, and a source ends with its own."""
    theirs = made_by.mbart(tmp_path)
    romanian = theirs.convert_tokens_to_ids("ro_RO")
    network, theirs = folder(tmp_path, "hf_bart mbart", made_by.mbart, decoder_start_token_id=romanian)
    checkpoint = open_checkpoint(tmp_path)
    assert checkpoint.languages == ("de_DE", "ro_RO")
    assert checkpoint.special.forced == ()
    assert list(checkpoint.source(TEXT).ids) == theirs(TEXT)["input_ids"]
    assert produced(checkpoint) == generated(network, theirs)
    assert DecodingSession(checkpoint, checkpoint.source(TEXT)).run().trace().rows("decoder")[0] == "ro_RO"
    korean = theirs.convert_tokens_to_ids("ko_KR")
    other = checkpoint.with_languages("en_XX", "ko_KR")
    theirs.src_lang = "en_XX"
    assert produced(other) == generated(network, theirs, decoder_start_token_id=korean)


def test_what_no_file_tells_is_asked(tmp_path: Path) -> None:
    folder(tmp_path, "hf_m2m100", made_by.m2m100)
    questions = {one.name: one for one in open_checkpoint(tmp_path).questions}
    assert set(questions) == {"target_language"}
    assert "ko" in questions["target_language"].options
    assert next(open_checkpoint(tmp_path, ask=True).transformer.parameters()).is_meta  # nothing is read before
    checkpoint = open_checkpoint(tmp_path, {"target_language": "ko", "source_language": "ja"})
    assert checkpoint.languages == ("ja", "ko")
    assert not checkpoint.questions
    with pytest.raises(Problem, match="target_language is 'tlh' and must be one of"):
        open_checkpoint(tmp_path, {"target_language": "tlh"})


def test_marian_of_many_targets(tmp_path: Path) -> None:
    """Its tokenizer knows a typed token; a chosen one stands in its place."""
    codes = ("fra", "kor")
    _, theirs = folder(tmp_path, "hf_marian", lambda place: made_by.marian(place, codes=codes))
    checkpoint = open_checkpoint(tmp_path)
    assert [one.name for one in checkpoint.questions] == ["target_language"]
    for code in codes:
        chosen = checkpoint.with_languages(target=code)
        ids = theirs(f">>{code}<<{TEXT}")["input_ids"]
        assert list(chosen.source(TEXT).ids) == ids
        assert list(checkpoint.source(f">>{code}<<{TEXT}").ids) == ids
    assert checkpoint.languages == ("de", "fra")


def test_bart_surrounds_a_source(tmp_path: Path) -> None:
    network, theirs = folder(tmp_path, "hf_bart", made_by.bart)
    for gone in ((), ("tokenizer.json",)):
        for name in gone:
            (tmp_path / name).unlink()
        checkpoint = open_checkpoint(tmp_path)
        assert list(checkpoint.source(TEXT).ids) == theirs(TEXT)["input_ids"]
        assert produced(checkpoint) == generated(network, theirs)
        assert checkpoint.language_choices == {}


@pytest.mark.parametrize("gone", ["tokenizer.json", "spiece.model"])
def test_t5_knows_tasks_by_their_words(tmp_path: Path, gone: str) -> None:
    network, theirs = folder(tmp_path, "hf_t5", made_by.t5, decoder_start_token_id=0, n_positions=60)
    config = json.loads((tmp_path / "config.json").read_text(encoding="utf-8"))
    words = "translate German to English: "
    config["task_specific_params"] = {"translation_de_to_en": {"prefix": words}, "other": {"max_length": 3}}
    (tmp_path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    (tmp_path / gone).unlink()
    checkpoint = open_checkpoint(tmp_path)
    assert list(checkpoint.source(TEXT).ids) == theirs(TEXT)["input_ids"]
    assert produced(checkpoint) == generated(network, theirs)
    assert "task_prefix" in {one.name for one in checkpoint.assumptions}
    told = open_checkpoint(tmp_path, {"task_prefix": words})
    assert list(told.source(TEXT).ids) == theirs(words + TEXT)["input_ids"]


def test_a_start_token_that_nothing_tells(tmp_path: Path) -> None:
    save(make("hf_t5"), tmp_path)
    for name in ("config.json", "generation_config.json"):
        values = json.loads((tmp_path / name).read_text(encoding="utf-8"))
        values.pop("decoder_start_token_id", None)
        (tmp_path / name).write_text(json.dumps(values), encoding="utf-8")
    with pytest.raises(Problem, match="decoder_start_token_id is missing and must be a token id"):
        open_checkpoint(tmp_path)


def test_a_model_without_tokenizer_opens_with_ids(tmp_path: Path) -> None:
    save(make("hf_bart"), tmp_path)
    checkpoint = open_checkpoint(tmp_path)
    assert checkpoint.source("5 9 4").ids == (5, 9, 4, 2)
    told = {one.name: one.origin for one in checkpoint.assumptions}
    assert told["tokenizer"] == "the folder has no tokenizer files"
    assert torch.is_tensor(checkpoint.transformer.head.bias)
