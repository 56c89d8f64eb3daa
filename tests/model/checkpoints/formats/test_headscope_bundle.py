"""Any open checkpoint saved as our folder: bit for bit, all at once or not at all, and never over anything."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from model.checkpoints.assumptions import Assumption
from model.checkpoints.checkpoint import Checkpoint, LanguageTokens, Special, open_checkpoint
from model.checkpoints.formats import headscope
from model.checkpoints.formats.shared.weights import unique_weights
from model.checkpoints.tokenizer import IdTokenizer, SubwordTokenizer
from model.common.problems import Problem
from model.decoding.session import DecodingSession
from model.record.trace import KINDS
from tests.model.sample_checkpoints import make_checkpoint, make_subword_checkpoint, pieces

BFLOAT, HALF, FLOAT = torch.bfloat16, torch.float16, torch.float32
ASSUMED = (
    Assumption("heads", 3, "your answer", "How many heads?", (1, 3), certain=False),
    Assumption(
        "source_vocabulary", "/a/place/of/mine/words.txt", "words.txt", "Which file holds the source vocabulary?"
    ),
)
SPEAKING = Special(1, 1, 2, (3,), forced=(5,))


def save(checkpoint: Checkpoint, folder: Path) -> list[float]:
    return list(headscope.bundle(checkpoint, folder))


def mixed() -> Checkpoint:
    """Weights that were stored in three types."""
    checkpoint = make_checkpoint()
    weights = unique_weights(checkpoint.transformer)
    dtypes = {name: (BFLOAT, HALF, FLOAT)[number % 3] for number, name in enumerate(weights)}
    for name, value in weights.items():
        value.copy_(value.to(dtypes[name]))
    return replace(checkpoint, dtypes=dtypes, assumptions=ASSUMED, code_names={"query": "Q"})


def test_every_tensor_keeps_its_type_and_bits(tmp_path: Path) -> None:
    checkpoint = mixed()
    shares = save(checkpoint, tmp_path / "new")
    assert shares[-1] == 1.0
    assert shares == sorted(shares)
    stored, weights = load_file(tmp_path / "new" / headscope.WEIGHTS), unique_weights(checkpoint.transformer)
    assert set(stored) == set(weights)
    for name, value in weights.items():
        assert stored[name].dtype == checkpoint.dtypes[name]
        assert torch.equal(stored[name].float(), value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new"]  # nothing temporary is left


def test_a_second_bundle_is_the_first_again(tmp_path: Path) -> None:
    save(mixed(), tmp_path / "one")
    save(open_checkpoint(tmp_path / "one"), tmp_path / "two")
    for path in (tmp_path / "one").iterdir():
        if path.name != "README.md":  # which names what it was made from
            assert (tmp_path / "two" / path.name).read_bytes() == path.read_bytes()


def test_double_precision_stays_and_gives_the_same_maps(tmp_path: Path) -> None:
    base = make_checkpoint()
    checkpoint = replace(base, transformer=base.transformer.double())
    save(checkpoint, tmp_path / "new")
    opened = open_checkpoint(tmp_path / "new")
    assert {value.dtype for value in opened.transformer.parameters()} == {torch.float64}
    ours, theirs = (DecodingSession(one, one.source("a b c")).run().trace() for one in (checkpoint, opened))
    assert np.array_equal(np.asarray(ours.produced_ids), np.asarray(theirs.produced_ids))
    for kind in KINDS:
        assert np.array_equal(np.asarray(ours.attention(kind)), np.asarray(theirs.attention(kind)))


def test_what_was_assumed_is_kept_as_certain_as_it_was(tmp_path: Path) -> None:
    save(mixed(), tmp_path / "new")
    opened = open_checkpoint(tmp_path / "new")
    assert opened.assumptions == (
        Assumption("heads", 3, "your answer", "How many heads?", certain=False, fixed=True),
        Assumption(
            "source_vocabulary", "words.txt", "words.txt", "Which file holds the source vocabulary?", fixed=True
        ),
    )
    assert opened.questions == ()
    assert opened.code_names == {"query": "Q"}
    card = (tmp_path / "new" / "README.md").read_text(encoding="utf-8")
    assert "- How many heads? 3 (your answer; not certain)" in card
    assert "/a/place" not in card + (tmp_path / "new" / headscope.CONFIG).read_text(encoding="utf-8")


def test_tokenizer_files_are_the_original_bytes(tmp_path: Path) -> None:
    files = {"spiece.model": pieces().model, "special_tokens_map.json": b'{"pad": "<pad>"}  \r\n'}
    save(replace(make_subword_checkpoint(), tokenizer_files=files), tmp_path / "new")
    folder = tmp_path / "new" / "tokenizer"
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == files
    assert open_checkpoint(tmp_path / "new").source_tokenizer.encode("Zwei Hunde").tokens
    entry = json.loads((tmp_path / "new" / headscope.CONFIG).read_text(encoding="utf-8"))["tokenizer"]["target"]
    assert entry == {"kind": "sentencepiece", "file": "tokenizer/spiece.model"}


def test_two_sentencepiece_models_lie_side_by_side(tmp_path: Path) -> None:
    checkpoint = make_subword_checkpoint()
    other = SubwordTokenizer(pieces().model + b"\x22\x00")  # another file with the same pieces
    save(replace(checkpoint, target_tokenizer=other), tmp_path / "new")
    assert (tmp_path / "new" / "tokenizer" / "target.model").read_bytes() == other.model
    opened = open_checkpoint(tmp_path / "new")
    assert isinstance(opened.target_tokenizer, SubwordTokenizer)
    assert opened.target_tokenizer.model == other.model


def test_a_model_without_vocabulary(tmp_path: Path) -> None:
    tokenizer = IdTokenizer(9, {0: "<unk>", 3: "<eos>"})
    save(replace(make_checkpoint(), source_tokenizer=tokenizer, target_tokenizer=tokenizer), tmp_path / "new")
    opened = open_checkpoint(tmp_path / "new").source_tokenizer
    assert isinstance(opened, IdTokenizer)
    assert (len(opened), opened.names) == (9, {0: "<unk>", 3: "<eos>"})


def test_the_languages_to_choose_from(tmp_path: Path) -> None:
    tokens = {"target": LanguageTokens({"fr": 5, "ko": 6}, "forced")}
    save(replace(make_checkpoint(special=SPEAKING), language_tokens=tokens), tmp_path / "new")
    opened = open_checkpoint(tmp_path / "new")
    assert opened.language_tokens == tokens
    assert opened.with_languages(target="ko").special.forced == (6,)


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    save(make_checkpoint(), tmp_path)
    assert open_checkpoint(tmp_path).name == "random"


@pytest.mark.parametrize("content", ["file", "folder"])
def test_nothing_is_written_over(tmp_path: Path, content: str) -> None:
    place = tmp_path / "mine"
    kept = place if content == "file" else place / "thesis.txt"
    kept.parent.mkdir(exist_ok=True)
    kept.write_text("mine")
    with pytest.raises(Problem, match="exists already"):
        save(make_checkpoint(), place)
    assert kept.read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_a_place_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="does not exist"):
        save(make_checkpoint(), tmp_path / "a" / "b")


def test_a_full_disk_is_told_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Disk", (), {"free": 10})())
    with pytest.raises(Problem, match="and the disk has 0 MB left"):
        save(make_checkpoint(), tmp_path / "new")


def test_cancelled_it_leaves_nothing(tmp_path: Path) -> None:
    work = headscope.bundle(make_checkpoint(), tmp_path / "new")
    assert 0 < next(work) < 1
    assert list(tmp_path.iterdir())
    work.close()  # type: ignore[attr-defined]  # a generator
    assert not list(tmp_path.iterdir())
