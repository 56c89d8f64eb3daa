"""Facts about a checkpoint, compared with its own header and with sizes counted from its file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors import safe_open

from model.checkpoints.assumptions import Assumption
from model.checkpoints.checkpoint import open_checkpoint
from model.checkpoints.inspection import describe, inspect, trace_bytes
from model.checkpoints.tokenizer import IdTokenizer
from model.checkpoints.unopened import Facts
from model.common.problems import Problem
from model.decoding.session import DecodingSession
from model.record.trace_file import save_trace
from tests.source_tree import PROJECT

TINY = PROJECT / "tests" / "fixtures" / "tiny"
CHECKPOINT = open_checkpoint(TINY)
HEADER = json.loads((TINY / "config.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def facts() -> Facts:
    return describe(CHECKPOINT)


def test_parameters_are_those_in_the_file(facts: Facts) -> None:
    counted = 0
    with safe_open(TINY / "model.safetensors", framework="numpy") as file:
        for name in file.keys():  # noqa: SIM118  # the file is no dict
            size = 1
            for length in file.get_slice(name).get_shape():
                size *= length
            counted += size
    assert facts["architecture"]["parameters"] == counted


def test_sizes_are_those_of_the_recipe(facts: Facts) -> None:
    architecture = facts["architecture"]
    assert architecture["model width M (d_model)"] == 32
    assert (architecture["encoder layers"], architecture["decoder heads H"]) == (2, 4)
    assert "before each block (pre-norm)" in architecture["norm"]
    assert facts["checkpoint"]["source language"] == "de"
    assert facts["provenance"]["licence"] == HEADER["provenance"]["licence"]


def test_tokens_are_spelled(facts: Facts) -> None:
    words: list[str] = json.loads((TINY / "source_vocabulary.json").read_text(encoding="utf-8"))
    tokens: dict[str, Any] = facts["tokens"]
    assert tokens["padding"] == words[HEADER["special"]["source_padding"]]
    assert tokens["source"] == f"word, {len(words):,} entries"
    assert tokens["end"]


def test_memory_is_that_of_the_maps() -> None:
    """2 layers × 4 heads, three kinds, 10 × 10 weights of 4 bytes."""
    assert trace_bytes(CHECKPOINT, 10) == 3 * 2 * 4 * 10 * 10 * 4


def test_facts_can_be_written_as_json(facts: Facts) -> None:
    assert json.loads(json.dumps(facts)) == facts


def test_memory_is_told_for_every_device() -> None:
    memory = describe(CHECKPOINT, {"CPU": 10**10})["memory needed"]
    weights = sum(value.numel() for value in CHECKPOINT.transformer.parameters()) * 4
    assert memory["weights (MB)"] == round(weights / 1e6, 1)
    needed = (weights + trace_bytes(CHECKPOINT, 64)) / 1e6
    assert memory["run of 64 + 64 tokens on CPU"].startswith(f"{needed:.1f} MB of 10,000")


def test_what_is_assumed_missing_and_wrong_is_told() -> None:
    heads = Assumption("heads", 4, "as this family's code has it", "How many heads?", (2, 4), certain=False)
    nothing = Assumption("source_vocabulary", "", "as this family's code has it", "Which file?", certain=False)
    changed = replace(
        CHECKPOINT,
        source_tokenizer=IdTokenizer(len(CHECKPOINT.source_tokenizer)),
        assumptions=(heads, nothing),
        warnings=("3 of its tensors hold NaN",),
        code_names={"query": "Q"},
    )
    facts, doubtful = describe(changed), {"origin": "as this family's code has it", "certain": False}
    assert facts["assumed"] == {
        "heads": {"question": "How many heads?", "value": 4, "alternatives": [2, 4], **doubtful},
        "source_vocabulary": {"question": "Which file?", "value": "", "alternatives": [], **doubtful},
    }
    assert facts["missing"] == {"source vocabulary": "tokens are shown and typed as numbers"}
    assert facts["warnings"] == {"1": "3 of its tensors hold NaN"}
    assert facts["names in your code"] == {"query": "Q"}
    assert not {"assumed", "missing", "warnings"} & set(describe(CHECKPOINT))


def test_a_file_is_told_with_its_container() -> None:
    facts = inspect(TINY)
    assert facts["file"]["container"] == "safetensors"
    assert facts["file"]["values"] == facts["architecture"]["parameters"]
    assert facts["file"]["types"] == [f"{facts['file']['tensors']} × float16"]


def test_a_changed_tutorial_is_told_name_by_name(tmp_path: Path) -> None:
    names = ["tok_embedding", "pos_embedding", *(f"layers.0.self_attention.fc_{letter}" for letter in "qkvo")]
    tensors = {f"encoder.{name}.weight": torch.zeros(2, 2) for name in names}
    torch.save(tensors | {"encoder.layers.1.mine.weight": torch.zeros(3)}, tmp_path / "mine.pt")
    facts = inspect(tmp_path / "mine.pt")
    assert facts["not opened"]["why"].startswith("it resembles tut6 (6 of 7 names)")
    found = facts["nearest family, by its names"]
    assert (found["family"], found["names that it knows"]) == ("tut6", "6 of 7")
    assert found["here and not in that family"] == ["encoder.layers.{}.mine"]
    assert "decoder.fc_out" in found["in that family and not here"]
    assert "encoder.layers.{}.self_attention.fc_q" in found["in both"]
    assert facts["file"]["tensors"] == 7


def test_a_file_without_a_relative_is_told_by_its_tensors(tmp_path: Path) -> None:
    torch.save({"conv1.weight": torch.zeros(4, 3, 7, 7)}, tmp_path / "images.pt")
    facts = inspect(tmp_path / "images.pt")
    assert facts["not opened"]["why"].startswith("it is a network of convolutions")
    assert facts["tensors"] == {"conv1.weight": "[4, 3, 7, 7] float32"}


def test_what_is_no_model_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    with pytest.raises(Problem, match=r"notes\.txt"):
        inspect(tmp_path / "notes.txt")


def test_a_trace_file_says_what_it_holds(tmp_path: Path) -> None:
    trace = DecodingSession(CHECKPOINT, CHECKPOINT.source("Zwei Hunde"), text="Zwei Hunde").run().trace()
    save_trace(trace, tmp_path / "run.npz")
    facts = inspect(tmp_path / "run.npz")
    assert facts["trace"]["sentence"] == "Zwei Hunde"
    assert facts["trace"]["family"] == "Headscope"
    length, steps = len(trace.source_tokens), trace.steps
    assert (facts["contents"]["source tokens"], facts["contents"]["steps"]) == (length, steps)
    assert facts["contents"]["cross attention"] == f"2 layers, 4 heads, {steps} × {length}"
    assert "padding_mask" in facts["contents"]["masks"]
    save_trace(replace(trace, decoder_attention=None), tmp_path / "part.npz")
    assert inspect(tmp_path / "part.npz")["contents"]["decoder attention"] == "none"
