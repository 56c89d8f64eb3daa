"""A model that is loaded opens like its file: the same numbers, and errors that name the argument."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import headscope
from headscope import Problem
from tests.model.checkpoints.formats import tut6_network
from tests.model.checkpoints.formats.references import DECODER, ENCODER, save

SPECIALS = ["<unk>", "<pad>", "<sos>", "<eos>"]
WORDS = [[*SPECIALS, *(f"{side}{number}" for number in range(4, sizes.vocabulary))]
         for side, sizes in (("s", ENCODER), ("t", DECODER))]  # fmt: skip


@pytest.mark.parametrize("as_state", [False, True], ids=["module", "state dict"])
def test_a_module_of_a_known_family(as_state: bool, tmp_path: Path) -> None:
    network = tut6_network.make()
    opened = headscope.open(network.state_dict() if as_state else network, WORDS, answers={"heads": 8})
    with torch.no_grad():
        next(network.parameters()).zero_()  # it was copied
    run = opened.run("s4 s5")
    assert run.source == ("<sos>", "s4", "s5", "<eos>")
    beside = headscope.open(save(tut6_network.make(), tmp_path / "m.pt"), answers={"heads": 8}).run("4 5")
    np.testing.assert_array_equal(run.attention("cross"), beside.attention("cross"))
    folder = opened.checkpoint.path
    assert folder is not None and folder.is_file()
    del opened
    assert not folder.exists(), "its files live as long as it"


def test_a_hugging_face_model_with_its_tokenizer() -> None:
    """Stand-ins that write what transformers writes: the fixture's own files."""
    marian = Path(__file__).parent / "fixtures" / "marian"
    weights = ("model.safetensors", "config.json", "generation_config.json")

    class Saved:
        def __init__(self, names: list[str]) -> None:
            self.names = names

        def save_pretrained(self, folder: Path) -> None:
            for name in self.names:
                (folder / name).write_bytes((marian / name).read_bytes())

    words = Saved([path.name for path in marian.iterdir() if path.name not in (*weights, "README.md")])
    run, expected = (one.run("Zwei Hunde") for one in (headscope.open(Saved(list(weights)), words),
                                                      headscope.open(marian)))  # fmt: skip
    assert run.translation == expected.translation
    np.testing.assert_array_equal(run.attention("cross"), expected.attention("cross"))
    with pytest.raises(Problem, match="tokenizer list: it is no Hugging Face tokenizer"):
        headscope.open(Saved(list(weights)), [])


@pytest.mark.parametrize(
    ("model", "tokenizer", "said"),
    [
        (7, None, "model int: it is no path, no name, no torch module and no state dict"),
        (tut6_network.make(), "words", "tokenizer str: it is no pair of word lists"),
        (tut6_network.make(), (["a"], "b"), "tokenizer, target: it is no list of words"),
        ("everyday", WORDS, "tokenizer: it belongs to a loaded model"),
        (tut6_network.make(), (WORDS[0], WORDS[1][1:]), f"tokenizer, target: it has {len(WORDS[1]) - 1} words"),
        (torch.nn.Linear(2, 2), None, "model Linear: its 2 tensors"),
    ],
    ids=["no model", "text", "one text", "a file", "too few words", "another network"],
)
def test_what_is_wrong_names_the_argument(model: Any, tokenizer: Any, said: str) -> None:
    with pytest.raises(Problem) as caught:
        headscope.open(model, tokenizer)
    assert str(caught.value).startswith(said)
