"""A class's full name says whose checkpoint holds it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest
import torch

from model.checkpoints.files.gate import examine
from model.checkpoints.files.toolkits import LOAD, toolkit_of
from model.common.problems import Problem


@pytest.mark.parametrize(
    ("name", "toolkit"),
    [
        ("fairseq.data.dictionary.Dictionary", "fairseq"),
        ("omegaconf.dictconfig.DictConfig", "fairseq"),
        ("onmt.inputters.text_dataset.TextMultiField", "OpenNMT-py"),
        ("joeynmt.vocabulary.Vocabulary", "JoeyNMT"),
    ],
)
def test_a_class_belongs_to_a_toolkit(name: str, toolkit: str) -> None:
    found = toolkit_of(name)
    assert found is not None
    assert found.name == toolkit


@pytest.mark.parametrize("name", ["posix.system", "fairseqish.Model", "torchtext.vocab.Vocab", ""])
def test_any_other_class_belongs_to_none(name: str) -> None:
    assert toolkit_of(name) is None


@contextmanager
def class_of(module: str, name: str) -> Iterator[type]:
    """A class that pickle knows by this name while files are written, and nobody knows afterwards."""
    kind = type(name, (), {"__module__": module})
    parts = module.split(".")
    made = {".".join(parts[: count + 1]): ModuleType(".".join(parts[: count + 1])) for count in range(len(parts))}
    setattr(made[module], name, kind)
    sys.modules.update(made)
    try:
        yield kind
    finally:
        for each in made:
            del sys.modules[each]


@pytest.mark.parametrize(
    ("module", "name", "called"),
    [
        ("omegaconf.dictconfig", "DictConfig", "a fairseq model"),
        ("onmt.inputters.fields", "Vocabulary", "an OpenNMT-py model"),
        ("joeynmt.vocabulary", "Vocabulary", "a JoeyNMT model"),
    ],
)
def test_an_object_of_its_own_is_refused_with_the_lines_that_save_it_without(
    tmp_path: Path, module: str, name: str, called: str
) -> None:
    path = tmp_path / "model.pt"
    with class_of(module, name) as kind:
        torch.save({"model": {"encoder.weight": torch.ones(2)}, "cfg": kind()}, path)
    with pytest.raises(Problem) as caught:
        examine(path)
    assert str(caught.value).startswith(f"{path}: it is {called} whose settings or vocabularies are Python objects")
    found = toolkit_of(module)
    assert found is not None and found.next_step == caught.value.next_step
    ast.parse(f"{LOAD}; {found.lines}")
