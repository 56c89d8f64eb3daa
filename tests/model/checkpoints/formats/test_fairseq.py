"""fairseq is recognised by its keys and refused by its name, with its layers and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.checkpoints.checkpoint import open_checkpoint
from model.checkpoints.files.gate import examine
from model.checkpoints.formats import fairseq
from model.common.problems import Problem
from tests.model.checkpoints.formats import toolkits_network
from tests.model.checkpoints.formats.toolkits_network import class_of


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
