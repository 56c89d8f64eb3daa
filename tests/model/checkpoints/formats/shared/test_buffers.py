"""Buffers in a state dict: a fact where they agree, used where they tell more, refused where they contradict."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from model.checkpoints.checkpoint import open_checkpoint
from model.checkpoints.inspection import describe
from model.decoding.run import run_sentence
from tests.model.checkpoints.formats import (
    family_a_network,
    hyunwoongko_network,
    nn_transformer_network,
    tut6_network,
)
from tests.model.checkpoints.formats.agreement import check_agreement, refusal
from tests.model.checkpoints.formats.references import DECODER, WIDTH, Reference, fill, interleaved
from tests.model.checkpoints.formats.references import ENCODER as SIZES

HEADS = SIZES.heads
ROOT = math.sqrt(WIDTH // HEADS)
TRIL = torch.ones(9, 9).tril()


def carried(module: nn.Module, path: Path, buffers: Mapping[str, Any]) -> Path:
    """The file of ``module`` with more tensors in its state dict."""
    torch.save(module.state_dict() | {name: torch.as_tensor(value) for name, value in buffers.items()}, path)
    return path


def scales(value: float = ROOT) -> dict[str, Tensor]:
    """Of every attention block of tut6."""
    blocks = [f"encoder.layers.{n}.self_attention" for n in range(2)]
    blocks += [f"decoder.layers.{n}.{name}_attention" for n in range(3) for name in ("self", "encoder")]
    return {f"{block}.scale": torch.tensor([value]) for block in blocks}


EVERYTHING = {
    **scales(),
    "encoder.scale": math.sqrt(WIDTH),
    "decoder.scale": [math.sqrt(WIDTH)],
    "decoder.trg_mask": TRIL[None, None],
    "mask": TRIL.bool(),
    "src_mask": torch.ones(2, 1, 1, 7).bool(),
    "decoder.subsequent_mask": torch.ones(6, 6).triu(1).to(torch.uint8),
    "tgt_mask": torch.zeros(4, 4).masked_fill(torch.ones(4, 4).triu(1).bool(), -math.inf),
    "encoder.position_ids": torch.arange(20)[None],
}


def test_what_agrees_is_no_reason_to_refuse_and_is_said(tmp_path: Path) -> None:
    path = carried(tut6_network.make(), tmp_path / "m.pt", EVERYTHING)
    checkpoint = open_checkpoint(path)
    check_agreement(tut6_network.make(), checkpoint.transformer, torch.float32, (20, 17))
    assumed = describe(checkpoint)["assumed"]
    stored = {one["question"]: one["value"] for name, one in assumed.items() if name.startswith("stored_")}
    assert stored == {
        "What is stored in encoder.layers.0.self_attention.scale and 7 more?": "√d_k = 1.732",
        "What is stored in encoder.scale and 1 more?": "√d_model = 4.899",
        "What is stored in decoder.trg_mask and 3 more?": "the look-ahead mask, as here",
        "What is stored in src_mask?": "a mask of one batch, not used",
        "What is stored in encoder.position_ids?": "positions from 0, as here",
    }
    assert {one["origin"] for name, one in assumed.items() if name.startswith("stored_")} == {"m.pt"}
    told = run_sentence(checkpoint, "4 5 6").meta.assumed
    assert "heads" in told and not [name for name in told if name.startswith("stored_")]  # the file does say those


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("heads", [4, 6])
def test_a_stored_scale_tells_the_heads(tmp_path: Path, heads: int, turned: bool) -> None:
    root = math.sqrt(WIDTH // heads)
    path = carried(tut6_network.make(), tmp_path / "m.pt", scales(1 / root if turned else root))
    checkpoint = open_checkpoint(path)
    assert [stack.heads for stack in checkpoint.transformer.config.stacks] == [heads, heads]
    assert "heads" not in {one.name for one in checkpoint.questions}
    [one] = [one for one in checkpoint.assumptions if one.name == "heads"]
    assert one.origin == "m.pt"


def test_a_scale_of_one_means_that_nothing_is_scaled(tmp_path: Path) -> None:
    path = carried(tut6_network.make(), tmp_path / "m.pt", scales(1.0) | {"encoder.scale": 1.0, "decoder.scale": 1.0})
    config = open_checkpoint(path).transformer.config
    assert not config.scale_scores and not config.scale_embeddings


def test_an_embedding_that_is_scaled_where_the_family_has_none(tmp_path: Path) -> None:
    path = carried(family_a_network.make(), tmp_path / "m.pt", {"encoder.scale": math.sqrt(WIDTH)})
    assert open_checkpoint(path).transformer.config.scale_embeddings


OTHER_MASK = "trg_mask is another mask than the look-ahead mask that is drawn here"
CONTRADICTIONS: dict[str, tuple[dict[str, Any], str]] = {
    "score": (scales(2.5), "encoder.layers.0.self_attention.scale is 2.5 where √d_k is 1.732, so the network computes "
              "something else"),
    "embedding": ({"encoder.scale": 3.0}, "encoder.scale is 3 where √d_model is 4.899, so the network computes "
                  "something else"),
    "no number": ({"encoder.scale": math.nan}, "encoder.scale is no finite number"),
    "one too wide": ({"trg_mask": torch.ones(9, 9).tril(1)}, OTHER_MASK),
    "transposed": ({"trg_mask": TRIL.T}, OTHER_MASK),
    "counted": ({"position_ids": torch.arange(2, 22)}, "position_ids does not count from 0 in steps of 1: positions "
                "would be others"),
    "learned": ({"encoder.layers.0.ff_layer_norm.scale": 2.0}, "it is like tut6, but it has unexpected "
                "encoder.layers.0.ff_layer_norm.scale"),
    "nowhere": ({"encoder.norm.scale": 2.0}, "it is like tut6, but it has unexpected encoder.norm.scale"),
    "unknown": ({"encoder.alpha": 1.0}, "it is like tut6, but it has unexpected encoder.alpha"),
}  # fmt: skip


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_what_contradicts_is_refused_by_name(tmp_path: Path, name: str) -> None:
    buffers, why = CONTRADICTIONS[name]
    problem = refusal(carried(tut6_network.make(), tmp_path / "m.pt", buffers), {"heads": HEADS})
    assert problem.why == why


def test_a_scale_and_an_answer_that_contradict_are_told(tmp_path: Path) -> None:
    path = carried(tut6_network.make(), tmp_path / "m.pt", scales())
    assert "where √d_k is 2.449" in refusal(path, {"heads": 4}).why


@pytest.mark.parametrize("shape", [(30, WIDTH), (1, 30, WIDTH), (30, 1, WIDTH)])
@pytest.mark.parametrize("name", ["pos_emb.encoding", "positional_encoding.pe"])
def test_a_stored_table_of_positions_is_used(tmp_path: Path, shape: tuple[int, ...], name: str) -> None:
    """Its family computes one; whatever this one was computed by, it is what the network adds."""
    rows = interleaved(30, WIDTH) * 0.5 + 0.1
    reference = hyunwoongko_network.make()
    path = carried(reference, tmp_path / "m.pt", {f"{side}.emb.{name}": rows.reshape(shape) for side in SIDES})
    checkpoint = open_checkpoint(path)
    config = checkpoint.transformer.config
    assert (config.positions, config.max_length, config.target_limit) == ("stored", 30, 30)
    for side in (checkpoint.transformer.source_embedding, checkpoint.transformer.target_embedding):
        assert side.position is not None and side.position.table is not None
        torch.testing.assert_close(side.position.table.detach(), rows)
    assert "max_length" not in {one.name for one in checkpoint.assumptions}


SIDES = ("encoder", "decoder")


def test_a_stored_table_that_is_the_familys_own_agrees(tmp_path: Path) -> None:
    reference: Reference = family_a_network.make()
    rows = interleaved(25, WIDTH)
    path = carried(reference, tmp_path / "m.pt", {"encoder.pe": rows[None], "decoder.pe": rows[None]})
    check_agreement(reference, open_checkpoint(path).transformer, torch.float32, (25, 25))


def test_masks_beside_pytorchs_own_layers_are_read_too(tmp_path: Path) -> None:
    module = nn_transformer_network.make()
    fill(module, 3)
    open_checkpoint(carried(module, tmp_path / "m.pt", {"tgt_mask": TRIL == 0}))
    problem = refusal(carried(module, tmp_path / "n.pt", {"tgt_mask": TRIL.T == 0}), {})
    assert problem.why == "tgt_mask is another mask than the look-ahead mask that is drawn here"
    assert DECODER.heads == HEADS
