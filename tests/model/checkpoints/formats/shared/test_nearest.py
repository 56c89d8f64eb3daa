"""A file that no format claims is told what it is, or whom it resembles and where it differs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
import torch

from model.checkpoints.checkpoint import open_checkpoint, tables
from model.checkpoints.files.model_file import ModelFile, TensorInfo
from model.checkpoints.formats.shared import nearest
from model.common.problems import Problem

#: Two families with one layer; the second has two spellings of one module.
TABLES = {
    "first": {"emb": "token", "layers.{}.q": "attention.query", "layers.{}.k": "attention.key", "out": "head"},
    "second": {"emb": "token", "layers.{}.wq": "attention.query", "layers.{}.w_query": "attention.query"},
}


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
    ("file", "why"),
    [
        (matrices(["transformer.h.0.attn.c_attn.weight"]), "it is a decoder-only model like GPT-2 and no encoder-"),
        (matrices(["model.layers.3.mlp.gate_proj.weight"]), "it is a decoder-only model like LLaMA and no"),
        (matrices(["gpt_neox.layers.0.attention.query_key_value.weight"]), "it is a decoder-only model like GPT-NeoX"),
        (matrices(["bert.encoder.layer.0.attention.self.query.weight"]), "it is an encoder-only model like BERT"),
        (matrices(["distilbert.transformer.layer.0.attention.q_lin.weight"]), "it is an encoder-only model like Dis"),
        (matrices(["blocks.0.attn.qkv.weight"]), "it is an encoder-only vision Transformer"),
        (matrices(["encoder.rnn.weight_ih_l0", "encoder.rnn.weight_hh_l0"]), "it is a recurrent network and no"),
        (made({"encoder.convs.0.weight": (4, 3, 3)}), "it is a convolutional sequence model"),
        (made({"conv1.weight": (64, 3, 7, 7)}), "it is a network of convolutions, as for images, and no"),
        (matrices(["base.q.lora_A.weight"]), "it is an adapter (LoRA)"),
        (matrices(["source_embedding.token.weight"]), "it is not a Headscope checkpoint without the config.json"),
        (matrices(["model.decoder.layers.0.encoder_attn.k_proj.weight"]), "it is the weights of a Hugging Face folder"),
        (matrices(["decoder.block.0.layer.1.EncDecAttention.q.weight"]), "it is the weights of a Hugging Face folder"),
        (made({"x": (2,)}, {"model_type": "gpt2"}), "it is a Hugging Face model of the type 'gpt2', which"),
        (matrices(["some.thing", "another"]), "its 2 tensors (some.thing, another) fit no family"),
        (matrices([]), "it is not a Headscope checkpoint folder"),
    ],
)
def test_what_is_no_encoder_decoder_is_named(file: ModelFile, why: str) -> None:
    problem = nearest.refuse(file, TABLES)
    assert problem.what == "my.pt"
    assert problem.why.startswith(why)


def test_a_relative_wins_over_a_part_that_could_be_elsewhere() -> None:
    names = ["emb.weight", "layers.0.q.weight", "layers.0.k.weight", "out.weight", "side.weight_hh_l0"]
    assert nearest.refuse(matrices(names), TABLES).why.startswith("it resembles first (4 of 5 names)")


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
