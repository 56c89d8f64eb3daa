"""Folders of ours that somebody spoiled, each with its exact sentence: hazards 11, 12 and 17 of the plan."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint
from model.checkpoints.formats.headscope import CONFIG, WEIGHTS, WORDS
from model.common.problems import Problem
from tests.model.checkpoints.formats.damage import edit, edit_weights, refused

NAME = "encoder_layers.0.attention.query.weight"
CORRECT = "Correct the value or export it again"
CORRECT_IT, COPY = "Correct it", "Copy the checkpoint folder again"
BELONGS = "Use the config.json that belongs to these weights"
Change = Callable[[Path], object]


def config(**values: Any) -> Change:
    return lambda folder: edit(folder, lambda header: header["architecture"].update(values))


def stack(**values: Any) -> Change:
    return lambda folder: edit(folder, lambda header: header["architecture"]["encoder"].update(values))


def special(**values: Any) -> Change:
    return lambda folder: edit(folder, lambda header: header["special"].update(values))


def weights(**values: torch.Tensor) -> Change:
    return lambda folder: edit_weights(folder, lambda tensors: tensors.update(values))


def without(name: str) -> Change:
    return lambda folder: edit_weights(folder, lambda tensors: tensors.pop(name))


def words(content: bytes) -> Change:
    return lambda folder: (folder / WORDS["source"]).write_bytes(content)


#: The hazard, what is done to the folder, which file is to blame, and the sentence.
# fmt: off
TABLE: tuple[tuple[int, Change, str, str, str], ...] = (
    (11, config(width=10**9),
        CONFIG, "width is 1000000000 and must be a whole number from 1 to 65,536", CORRECT),
    (11, config(width=0),
        CONFIG, "width is 0 and must be a whole number from 1 to 65,536", CORRECT),
    (11, config(width=-8),
        CONFIG, "width is -8 and must be a whole number from 1 to 65,536", CORRECT),
    (11, config(width=8.0),
        CONFIG, "width is 8.0 and must be a whole number from 1 to 65,536", CORRECT),
    (11, config(width=True),
        CONFIG, "width is True and must be a whole number from 1 to 65,536", CORRECT),
    (11, config(width="8"),
        CONFIG, "width is '8' and must be a whole number from 1 to 65,536", CORRECT),
    (11, config(width=7),
        CONFIG, "width is 7 and must be even with sinusoidal positions", CORRECT),
    (11, config(width=10**400),
        CONFIG, "width is 1000000000000000000000000000000000000… and must be a whole number from 1 to 65,536", CORRECT),
    (11, config(max_length=10**12),
        CONFIG, "max_length is 1000000000000 and must be a whole number from 1 to 1,000,000", CORRECT),
    (11, config(source_vocabulary=10**12),
        CONFIG, "source_vocabulary is 1000000000000 and must be a whole number from 1 to 2,000,000", CORRECT),
    (11, config(mask_fill=float("nan")),
        CONFIG, "mask_fill is nan and must be a negative number or -inf", CORRECT),
    (11, config(norm_eps=-1),
        CONFIG, "norm_eps is -1 and must be a number from 0 to below 1", CORRECT),
    (11, config(norm="batch"),
        CONFIG, "norm is 'batch' and must be one of layer, rms, unbiased", CORRECT),
    (11, config(heads=8),
        CONFIG, "architecture has a field this version does not know: 'heads'",
        "Open it with the version that wrote it, or remove the field"),
    (11, config(encoder=[2, 3]),
        CONFIG, "encoder is [2, 3] and must be an object with named fields", CORRECT),
    (11, config(encoder={"layers": 1000, "heads": 1024, "head_width": 16_384, "feed_forward_width": 1_048_576}),
        WEIGHTS, "it is too small for the 605,028,402,847 values of config.json", BELONGS),
    (11, stack(layers=10**6),
        CONFIG, "layers is 1000000 and must be a whole number from 1 to 1,000", CORRECT),
    (11, stack(heads=0),
        CONFIG, "heads is 0 and must be a whole number from 1 to 1,024", CORRECT),
    (11, stack(heads=-1),
        CONFIG, "heads is -1 and must be a whole number from 1 to 1,024", CORRECT),
    (11, stack(heads=float("nan")),
        CONFIG, "heads is nan and must be a whole number from 1 to 1,024", CORRECT),
    (11, stack(heads=True),
        CONFIG, "heads is True and must be a whole number from 1 to 1,024", CORRECT),
    (11, stack(heads="8"),
        CONFIG, "heads is '8' and must be a whole number from 1 to 1,024", CORRECT),
    (11, stack(head_width=None),
        CONFIG, "head_width is None and must be a whole number from 1 to 16,384", CORRECT),
    (12, without(NAME),
        WEIGHTS, f"it lacks {NAME}", BELONGS),
    (12, weights(extra=torch.zeros(2)),
        WEIGHTS, "it has an unexpected tensor, extra", BELONGS),
    (12, weights(**{NAME: torch.zeros(8, 6)}),
        WEIGHTS, f"{NAME} is [8, 6] where config.json asks for [6, 8]", BELONGS),
    (12, weights(**{NAME: torch.zeros(48)}),
        WEIGHTS, f"{NAME} is [48] where config.json asks for [6, 8]", BELONGS),
    (12, weights(**{NAME: torch.zeros(6, 8, dtype=torch.int32)}),
        WEIGHTS, f"{NAME} is of type int32, not a floating-point one", "Export it again"),
    (12, weights(**{"\u202e../x": torch.zeros(2)}),
        WEIGHTS, "it has an unexpected tensor, \\u202e../x", BELONGS),
    (12, lambda folder: edit(folder, lambda header: header.update(weights_sha256="0" * 64)),
        WEIGHTS, "these are not the weights that config.json was saved with", "Copy both again"),
    (12, stack(layers=1),
        WEIGHTS, "it has an unexpected tensor, encoder_layers.1.attention.key.bias", BELONGS),
    (12, stack(layers=3),
        WEIGHTS, "it lacks encoder_layers.2.attention.query.weight", BELONGS),
    (17, words(b'["<unk>", "<pad>", "<sos>", "<eos>", "a", "b", "c", "d", "a"]'),
        WORDS["source"], "the word 'a' occurs twice, with the ids 4 and 8", "Give every word one line"),
    (17, words(b'["<pad>", "<sos>", "<eos>", "a", "b", "c", "d", "e", "f"]'),
        WORDS["source"], "it has no <unk> entry", "Add the unknown token to the vocabulary"),
    (17, words(b'["<unk>", "<pad>", "<sos>", "<eos>", "a", "b", "c", "d", "\xff"]'),
        WORDS["source"], "byte 58 is not UTF-8", "Save it as UTF-8"),
    (17, words(b'["<unk>", "<pad>", "<sos>", "<eos>", "a"]'),
        "", "the source vocabulary has 5 entries and the network 9",
        "Use the vocabulary that belongs to this checkpoint"),
    (17, words(b'["<unk>", "<pad>", "<sos>", "<eos>", "a", "b", "c", "d", 5]'),
        WORDS["source"], "entry 8 is not a word", COPY),
    (17, words(b'{"<unk>": 0, "a": 9000000000}'),
        WORDS["source"], "it is not a list of words", COPY),
    (17, words(b"<unk>\n<pad>"),
        WORDS["source"], "it is not valid JSON (Expecting value: line 1 column 1 (char 0))", COPY),
    (17, words(b""),
        WORDS["source"], "it is not valid JSON (Expecting value: line 1 column 1 (char 0))", COPY),
    (17, special(start=9),
        CONFIG, "special.start is 9, no token of the vocabulary", CORRECT_IT),
    (17, special(start=-1),
        CONFIG, "special.start is -1, no token of the vocabulary", CORRECT_IT),
    (17, special(ends=[3, 99]),
        CONFIG, "special.ends is [3, 99], no token of the vocabulary", CORRECT_IT),
    (17, special(source_padding="<pad>"),
        CONFIG, "special.source_padding is '<pad>', no token of the vocabulary", CORRECT_IT),
)
# fmt: on


@pytest.mark.parametrize(("hazard", "change", "what", "why", "next_step"), TABLE, ids=range(len(TABLE)))
def test_it_gets_its_sentence(folder: Path, hazard: int, change: Change, what: str, why: str, next_step: str) -> None:
    change(folder)
    with pytest.raises(Problem) as caught:
        open_checkpoint(folder)
    problem = caught.value
    assert (problem.why, problem.next_step) == (why, next_step)
    assert problem.what == str(folder / what if what else folder)


@pytest.mark.parametrize("name", [CONFIG, WEIGHTS, WORDS["source"], WORDS["target"]])
def test_cut_short(folder: Path, name: str) -> None:
    """Every third end of a text; of the weights' header, whose length stands before it, every twelfth; of the values,
    whose bytes are all alike, every 400th."""
    content = (folder / name).read_bytes().rstrip()
    header = int.from_bytes(content[:8], "little") + 8 if name == WEIGHTS else len(content)
    every = 12 if name == WEIGHTS else 3
    for length in {*range(12), *range(0, header, every), *range(header, len(content), 400), len(content) - 1}:
        with (folder / name).open("r+b") as stream:
            stream.write(content[:length])
            stream.truncate()
        assert name in str(refused(folder)), length
