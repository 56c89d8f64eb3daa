"""The parts of a block are where a family's files have them."""

from __future__ import annotations

import pytest

from model.record.trace import KINDS
from tests.viz_app.pictures.drawing.test_code_names import OPENED, family_and_tensors, in_a_file
from viz_app.pictures.drawing import code_names
from viz_app.pictures.drawing.code_names import PART_FAMILIES

#: Until April 2020 the notebook's layers had one norm for all, until December 2019 another name for W_O.
PRESENT = [name for name in OPENED if name not in ("tut6 shared norm", "tut6 December 2019")]


def test_every_family_with_modules_has_parts() -> None:
    assert PART_FAMILIES.keys() == code_names.FAMILIES.keys()


@pytest.mark.parametrize("name", PRESENT)
def test_the_parts_of_a_family_are_in_its_files(name: str) -> None:
    family, names = family_and_tensors(name)
    modules, parts = code_names.FAMILIES[family].modules, PART_FAMILIES[family]
    tensors = [f".{tensor}" for tensor in names]
    for kind in KINDS:
        owned = (*parts.projections[kind], parts.output[kind])
        places = [f"{modules[kind]}.{part}" for part in owned] + [parts.norms[kind]]
        for place in map(in_a_file, places):
            assert any(f".{place}." in tensor or f".{place}_" in tensor for tensor in tensors), place
