"""A training toolkit's file is recognised by its keys and refused by its name, with its layers and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.checkpoints.checkpoint import open_checkpoint
from model.checkpoints.files.gate import examine
from model.checkpoints.files.toolkits import TOOLKITS
from model.checkpoints.formats import toolkits
from model.common.problems import Problem
from tests.model.checkpoints.formats import toolkits_network
from tests.model.checkpoints.formats.toolkits_network import class_of

#: How a sentence names each, and a class that only its files hold.
NAMED = {
    "fairseq": ("a fairseq model", "omegaconf.dictconfig", "DictConfig", "cfg"),
    "joeynmt": ("a JoeyNMT model", "joeynmt.vocabulary", "Vocabulary", "vocab"),
    "opennmt": ("an OpenNMT-py model", "onmt.inputters.fields", "Vocabulary", "vocab"),
}


def test_each_is_named_here() -> None:
    assert set(NAMED) == set(TOOLKITS) > set(toolkits.SIGNS)


@pytest.mark.parametrize("name", toolkits.SIGNS)
@pytest.mark.parametrize("settings", [False, True], ids=["plain", "with its settings"])
def test_it_is_named_with_its_layers(tmp_path: Path, name: str, settings: bool) -> None:
    path = toolkits_network.write(name, tmp_path, settings)
    assert toolkits.recognise(examine(path))
    with pytest.raises(Problem) as caught:
        open_checkpoint(path)
    assert str(caught.value).startswith(f"{path}: it is {NAMED[name][0]} with 2 + 3 layers, and ")
    assert "headscope_recorder.py" in caught.value.next_step


@pytest.mark.parametrize("name", NAMED)
def test_a_class_of_its_own_names_it_too(tmp_path: Path, name: str) -> None:
    """Such a file is refused before anything is known of its tensors."""
    called, module, kind_name, entry = NAMED[name]
    with class_of(module, kind_name) as kind:
        path = toolkits_network.write(name, tmp_path, more={entry: kind()})
    with pytest.raises(Problem) as caught:
        open_checkpoint(path)
    assert str(caught.value).startswith(f"{path}: it is {called}, and ")
    assert "headscope_recorder.py" in caught.value.next_step
