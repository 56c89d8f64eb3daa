"""Every family has its names, and its modules are where its files have them."""

from __future__ import annotations

import pytest

from model.record.trace import KINDS
from tests.model.checkpoints.formats.samples import all_samples, opened
from viz_app.pictures.drawing.code_names import FAMILIES, NOWHERE, code_place

#: Older versions of a notebook, stacks under names of a person's own, and paths of Keras.
OTHER_SPELLING = {
    "tut6 October 2019", "tut6 February 2019", "nn_transformer two stacks", "nlp_tutorial wmathor",
    "keras_chatbot", "keras_translation",
}  # fmt: skip
OPENED = [name for name, sample in all_samples().items() if sample.opens and name not in OTHER_SPELLING]


def family_and_tensors(name: str) -> tuple[str, tuple[str, ...]]:
    """Of which family a sample is opened, and what its file calls its tensors."""
    return opened(name).family.lower(), opened(name).tensors


def in_a_file(path: str) -> str:
    """``layers[%1].linears[3]`` → ``layers.0.linears.3``, as a state dict spells the first layer's."""
    return path.replace("[%1]", ".0").replace("%1", "0").replace("[", ".").replace("]", "").removeprefix("model.")


@pytest.mark.parametrize("name", OPENED)
def test_the_modules_of_a_family_are_in_its_files(name: str) -> None:
    family, tensors = family_and_tensors(name)
    for kind in KINDS:
        module = in_a_file(FAMILIES[family].modules[kind])
        assert any(f".{module}." in f".{tensor}" for tensor in tensors), module


def test_a_family_without_names_says_nothing() -> None:
    assert code_place("somebody's own", "cross", 1) == NOWHERE


def test_the_layer_counts_as_in_the_code() -> None:
    place = code_place("tut6", "cross", 2)
    assert place.module == ("decoder.layers[2].encoder_attention", "encoder_attention")
    assert place.details[2].startswith("src_mask [B,1,1,S], ")


def test_shapes_are_those_of_the_code() -> None:
    """d2l folds heads into the batch, labml has queries and keys first."""
    assert code_place("Dive into Deep Learning", "cross", 0).details[1].endswith("attention_weights [B·H,T,S]")
    assert code_place("labml_nn.transformers", "cross", 0).details[1].endswith("attn [T,S,B,H]")
