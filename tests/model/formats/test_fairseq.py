"""fairseq is recognised by its keys and refused by its name, with its layers and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.checkpoint import open_checkpoint
from model.files.gate import examine
from model.formats import fairseq
from model.problems import Problem
from tests.model.formats import toolkits_network
from tests.model.formats.toolkits_network import class_of


@pytest.mark.parametrize("settings", [False, True], ids=["plain", "with its settings"])
def test_it_is_named_with_its_layers(tmp_path: Path, settings: bool) -> None:
    path = toolkits_network.write("fairseq", tmp_path, settings)
    assert fairseq.recognise(examine(path))
    with pytest.raises(Problem) as caught:
        open_checkpoint(path)
    assert str(caught.value).startswith(f"{path}: it is a fairseq model with 2 + 3 layers, and ")
    assert "headscope_recorder.py" in caught.value.next_step


def test_a_class_of_its_own_names_it_too(tmp_path: Path) -> None:
    """Such a file is refused before anything is known of its tensors."""
    with class_of("omegaconf.dictconfig", "DictConfig") as kind:
        path = toolkits_network.write("fairseq", tmp_path, more={"cfg": kind()})
    with pytest.raises(Problem) as caught:
        open_checkpoint(path)
    assert str(caught.value).startswith(f"{path}: it is a fairseq model, and ")
    assert "headscope_recorder.py" in caught.value.next_step
