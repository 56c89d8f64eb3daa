"""Structure by shapes: every format's own, that of popular repositories, and none where there is no such network."""

from __future__ import annotations

from typing import Any

import pytest

from model.checkpoints.checkpoint import all_formats, structures, tables
from model.checkpoints.files.gate import examine
from model.checkpoints.formats.shared.structure import (
    EACH_HEAD,
    ONE_SMALL,
    PROPERTIES,
    SINGLE,
    Structure,
    anatomy,
    differing,
    said,
    structure,
)
from tests.model.checkpoints.formats.samples import all_samples, written
from tests.model.checkpoints.formats.shared import foreign_shapes as foreign


def found(shapes: dict[str, tuple[int, ...]]) -> Structure | None:
    return structure(anatomy(foreign.file_of(shapes)))


@pytest.mark.parametrize("name", [name for name, module in all_formats().items() if hasattr(module, "TABLE")])
def test_a_format_states_what_its_sample_has(name: str) -> None:
    file = examine(written(name))
    assert structure(anatomy(file)) == all_formats()[name].STRUCTURE


def test_every_family_has_a_structure() -> None:
    assert set(structures()) == set(tables())
    assert set(PROPERTIES) == set(vars(Structure()))


@pytest.mark.parametrize("name", [name for name in all_samples() if not name.startswith("keras_")])  # paths, no parts
def test_encoder_and_decoder_are_told_apart(name: str) -> None:
    """The samples have 2 + 3 layers, whatever their blocks are called."""
    pair = anatomy(examine(written(name))).pair
    assert pair is not None
    encoder, decoder = pair
    assert (encoder.layers, decoder.layers) in ((2, 3), (2, 2))
    assert "enc" in encoder.path and "dec" in decoder.path


@pytest.mark.parametrize(
    ("shapes", "wanted"),
    [
        (foreign.hkproj(), Structure(projection_bias=False, outer_norms=2, stored_positions=2)),
        (foreign.hkproj(True, 1), Structure(norm_parameters=SINGLE, outer_norms=2, stored_positions=2)),
        (foreign.graykode(), Structure(convolutions=True, tables=5, head_bias=False)),
        (foreign.aladdin(), Structure(ONE_SMALL, tables=4)),
        (foreign.samlynn(), Structure(outer_norms=2, stored_positions=2)),
        (foreign.gordicaleksa(), Structure(outer_norms=2, tables=4)),
        (foreign.separate_heads(), Structure(EACH_HEAD, convolutions=True, tables=5, head_bias=False)),
    ],
    ids=["hkproj", "hkproj 2023", "graykode", "aladdin", "samlynn", "gordicaleksa", "a module for each head"],
)  # fmt: skip
def test_popular_repositories(shapes: dict[str, tuple[int, ...]], wanted: Structure) -> None:
    assert found(shapes) == wanted


@pytest.mark.parametrize(
    "shapes",
    [{}, {"a": (3,)}, {"weight": ()}, foreign.one_stack(), {"layers.0.a": (0, 0), "layers.1.a": (1, 1)},
     {f"e.{n}.w{i}": (4, 4) for n in range(2) for i in range(4)}, {"1.2.3": (5, 5)}],
    ids=range(7),
)  # fmt: skip
def test_what_has_no_two_stacks(shapes: dict[str, tuple[int, ...]]) -> None:
    assert found(shapes) is None


def test_numbered_heads_are_counted() -> None:
    pair = anatomy(foreign.file_of(foreign.separate_heads())).pair
    assert pair is not None
    assert [(stack.heads, stack.attentions) for stack in pair] == [(4, 1), (4, 2)]


@pytest.mark.parametrize(
    ("value", "text"), [(True, "yes"), (False, "no"), ((2, 3), "2 + 3"), (4, "4"), ("four", "four")]
)
def test_values_in_words(value: Any, text: str) -> None:
    assert said(value) == text


def test_differences() -> None:
    assert differing(Structure(tables=3), Structure(gated=True)) == ("gated", "tables")
    assert differing(Structure(), Structure()) == ()
