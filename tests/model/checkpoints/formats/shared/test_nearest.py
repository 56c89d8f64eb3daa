"""A file that no format claims is told what it is, or whom it resembles and where it differs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint, structures, tables
from model.checkpoints.files.model_file import ModelFile, TensorInfo
from model.checkpoints.formats.shared import nearest
from model.checkpoints.formats.shared.structure import Structure
from model.common.problems import Problem
from tests.model.checkpoints.formats.shared import foreign_shapes as foreign

#: Two families with one layer; the second has two spellings of one module.
TABLES = {
    "first": {"emb": "token", "layers.{}.q": "attention.query", "layers.{}.k": "attention.key", "out": "head"},
    "second": {"emb": "token", "layers.{}.wq": "attention.query", "layers.{}.w_query": "attention.query"},
}

STRUCTURE = Structure()


def made(shapes: Mapping[str, tuple[int, ...]], config: Mapping[str, Any] | None = None) -> ModelFile:
    tensors = {name: TensorInfo(shape, "float32") for name, shape in shapes.items()}
    return ModelFile(Path("my.pt"), "torch", (), tensors, {}, {}, config)


def matrices(names: Iterable[str]) -> ModelFile:
    return made(dict.fromkeys(names, (3, 4)))


def test_the_nearest_family_and_both_lists() -> None:
    names = ["emb.weight", "layers.0.q.weight", "layers.0.q.bias", "layers.1.keys.weight", "out.weight", "layers.1.x"]
    found = nearest.nearest(names, TABLES)
    assert found == nearest.Relative(
        "first",
        "",
        ("emb.weight", "layers.0.q.weight", "layers.0.q.bias", "out.weight"),
        ("layers.1.keys.weight", "layers.1.x"),
        ("layers.{}.k",),
    )
    assert nearest.sentence(found) == (
        "it resembles first (4 of 6 names), but has no layers.{}.k, and has an unexpected layers.{}.keys, layers.{}.x"
    )


def test_another_spelling_of_a_module_is_not_missing() -> None:
    found = nearest.nearest(["emb.weight", "layers.0.w_query.weight"], TABLES)
    assert found is not None
    assert (found.family, found.absent) == ("second", ())


def test_what_stands_before_every_name_is_told() -> None:
    found = nearest.nearest(["net.emb.weight", "net.layers.0.q.weight", "net.layers.0.k.weight"], TABLES)
    assert found is not None
    assert (found.prefix, len(found.known), found.absent) == ("net.", 3, ("out",))
    assert "its names start with net., and has no out" in nearest.sentence(found)


def test_chance_makes_no_relative() -> None:
    assert nearest.nearest(["emb.weight", *(f"other.{n}" for n in range(9))], TABLES) is None
    assert nearest.nearest([], TABLES) is None


def test_long_lists_end_in_a_number() -> None:
    found = nearest.nearest(["emb.weight", "layers.0.q.weight", "a", "b", "c", "d" * 100], TABLES)
    assert found is not None
    assert nearest.sentence(found).endswith("and has an unexpected a, b and 2 more")


@pytest.mark.parametrize(
    ("shapes", "family", "differing"),
    [
        (foreign.hkproj(), "hkproj/pytorch-transformer", {}),
        (foreign.hkproj(True, 1), "The Annotated Transformer",
         {"what a norm learns": ("one number for all of the width", "a gain and a shift")}),
        (foreign.samlynn(), "The Annotated Transformer", {}),
        (foreign.graykode(), "nlp-tutorial (graykode, wmathor)", {}),
        (foreign.aladdin(), "aladdinpersson, Transformer from scratch", {}),
        (foreign.separate_heads(), "nlp-tutorial (graykode, wmathor)",
         {"attention projections": ("a matrix for each head", "four matrices")}),
    ],
    ids=["hkproj", "hkproj 2023", "samlynn", "graykode", "aladdin", "a module for each head"],
)  # fmt: skip
def test_the_nearest_by_structure_whatever_the_names(
    shapes: dict[str, tuple[int, ...]], family: str, differing: dict[str, tuple[str, str]]
) -> None:
    file = foreign.file_of(foreign.renamed(shapes))
    found = nearest.find(file, tables(), structures())
    assert found.kin is not None and found.other is None
    assert (found.kin.family, found.kin.differences) == (family, differing)
    assert (found.kin.layers, found.kin.width) == ((foreign.LAYERS, foreign.LAYERS), foreign.M)
    assert len(found.kin.alike) + len(differing) == 11
    problem = nearest.refuse(file, tables(), structures())
    assert f"3 + 3 layers of width {foreign.M}" in problem.why
    assert family in problem.why
    assert all(name in problem.why for name in differing)
    assert found.lines[-1] in problem.next_step
    assert problem.offer == "inspect"


def test_other_names_do_not_change_what_is_nearest() -> None:
    """Only shapes and numbers are left."""
    for shapes in (foreign.hkproj(), foreign.graykode(), foreign.aladdin()):
        renamed = foreign.renamed(shapes)
        one, other = (nearest.find(foreign.file_of(each), tables(), structures()).kin for each in (shapes, renamed))
        assert one is not None and other is not None
        assert (one.family, one.differences) == (other.family, other.differences)


def test_a_family_of_the_same_structure_is_told_by_names() -> None:
    """hyunwoongko and family A cannot be told apart by shapes."""
    shapes = {name.replace("w_", "p_"): shape for name, shape in foreign.samlynn().items() if ".pe" not in name}
    shapes = {name: shape for name, shape in shapes.items() if not name.startswith(("encoder.norm", "decoder.norm"))}
    both = dict.fromkeys(("family A", "hyunwoongko"), STRUCTURE)
    lines = {"family A": {"nothing": "nothing"}, "hyunwoongko": {"encoder.layers.{}.ff.linear_1": "x"}}
    found = nearest.find(foreign.file_of(shapes), lines, both)
    assert found.kin is not None
    assert (found.kin.family, found.kin.differences) == ("hyunwoongko", {})


def test_what_is_no_model_is_told_with_the_way_out() -> None:
    problem = nearest.refuse(matrices(["some.thing", "another"]), TABLES, {})
    assert problem.why.startswith("its 2 tensors (some.thing, another) are neither a Transformer with an encoder and")
    assert "with record(" in problem.next_step
    assert nearest.refuse(matrices([]), TABLES, {}).why.startswith("it is not a Headscope checkpoint folder")


def test_a_padding_id_in_the_file_stands_in_the_lines() -> None:
    file = replace(foreign.file_of(foreign.separate_heads()), extras={"config": {"pad_idx": 7}})
    assert "pad=7, heads=4)" in nearest.refuse(file, tables(), structures()).next_step


def test_a_relative_wins_over_a_part_that_could_be_elsewhere() -> None:
    names = ["emb.weight", "layers.0.q.weight", "layers.0.k.weight", "out.weight", "side.weight_hh_l0"]
    assert nearest.refuse(matrices(names), TABLES, {}).why.startswith("it resembles first (4 of 5 names)")


def test_a_changed_tutorial_is_told_where_it_differs(tmp_path: Path) -> None:
    """tut6 with its feed-forward block renamed, as a student might."""
    names = ["encoder.tok_embedding", "encoder.pos_embedding", "decoder.tok_embedding", "decoder.fc_out"]
    for side, blocks in (("encoder", ["self_attention"]), ("decoder", ["self_attention", "encoder_attention"])):
        names += [f"{side}.layers.0.{block}.fc_{letter}" for block in blocks for letter in "qkvo"]
        names += [f"{side}.layers.0.ff.lin{number}" for number in (1, 2)]
    torch.save({f"{name}.weight": torch.zeros(2, 2) for name in names}, tmp_path / "mine.pt")
    with pytest.raises(Problem) as caught:
        open_checkpoint(tmp_path / "mine.pt")
    assert caught.value.why.startswith("it resembles tut6 (16 of 20 names), but has no ")
    assert "has an unexpected encoder.layers.{}.ff.lin1" in caught.value.why
    assert caught.value.offer == "inspect"


def test_every_table_belongs_to_a_family() -> None:
    assert "tut6" in tables()
    assert all(table for table in tables().values())
