"""Facts about a checkpoint, compared with its own header and with sizes counted from its file."""

from __future__ import annotations

import json
from typing import Any

import pytest
from safetensors import safe_open

from model.checkpoint import open_checkpoint
from model.inspection import Facts, describe, trace_bytes
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
    assert architecture["LayerNorm"].startswith("pre-norm")
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
