"""A class's full name says whose checkpoint holds it."""

from __future__ import annotations

import pytest

from model.checkpoints.files.toolkits import TOOLKITS, toolkit_of


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


def test_a_refusal_says_what_it_is_and_how_large() -> None:
    assert TOOLKITS["opennmt"].why((6, 6)).startswith("it is an OpenNMT-py model with 6 + 6 layers, and its kind of")
    assert TOOLKITS["fairseq"].why().startswith("it is a fairseq model, and its positions")
