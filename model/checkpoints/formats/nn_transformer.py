"""``torch.nn.Transformer`` as in PyTorch's tutorial "Language Translation with nn.Transformer and torchtext".

Also other classes around the same module, whose embeddings, positions and head have their own names
(:mod:`model.checkpoints.formats.shared.nn_tensors`). Queries, keys and values lie packed in one matrix. Heads,
activation, norm order and the scaling of embeddings are in no tensor; batch_first changes none.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch

from model.checkpoints.assumptions import Answers, Loading, assume, assume_heads
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Assembly, SpecialWords, Tensors, adapted, assemble
from model.checkpoints.formats.shared.keys import Table, dimensions, stack
from model.checkpoints.formats.shared.nn_tensors import SELF, TensorPlaces, locate, stacks
from model.common.text import Text
from model.network.config import Dropout, TransformerConfig

FAMILY = "nn.Transformer"
HEADS, ROWS = 8, 5000  #: the tutorial's nhead, and the rows of its table, for files that have none
PACKED = ("query", "key", "value")  #: from top to bottom of in_proj
_FORWARD = ".layers.{}.linear1.weight"
_BLOCKS = {
    "encoder": {"self_attn": "attention"},
    "decoder": {"self_attn": "attention", "multihead_attn": "cross"},
}


def table(places: TensorPlaces) -> Table:
    """The key table of a file. ``in_proj_weight.query`` … are its parts."""
    lines: dict[str, str | tuple[str, ...]] = {places.head: "vocabulary"}
    if places.source == places.target:
        lines[places.source] = ("source_embedding.token", "target_embedding.token")
    else:
        lines |= {places.source: "source_embedding.token", places.target: "target_embedding.token"}
    rows = tuple(f"{side}_embedding.position.table" for side in ("source", "target"))
    if len(places.positions) == 1:
        lines[places.positions[0]] = rows
    else:
        lines |= dict(zip(places.positions, rows, strict=False))
    for side, place in (("encoder", places.encoder), ("decoder", places.decoder)):
        lines[f"{place}.norm"] = f"{side}_norm"
        lines |= _layer_lines(f"{place}.layers.{{}}", f"{side}_layers.{{}}", _BLOCKS[side])
    return lines


def _layer_lines(theirs: str, ours: str, blocks: Mapping[str, str]) -> dict[str, str | tuple[str, ...]]:
    lines: dict[str, str | tuple[str, ...]] = {}
    for name, block in blocks.items():
        for end in ("weight", "bias"):
            whole = f"{theirs}.{name}.in_proj_{end}"
            lines[whole] = tuple(f"{ours}.{block}.{part}.{end}" for part in PACKED)
            lines |= {f"{whole}.{part}": f"{ours}.{block}.{part}.{end}" for part in PACKED}
        lines[f"{theirs}.{name}.out_proj"] = f"{ours}.{block}.output"
    lines |= {f"{theirs}.linear{n}": f"{ours}.feed_forward.{part}" for n, part in ((1, "expand"), (2, "contract"))}
    residuals = (*blocks.values(), "feed_forward")
    return lines | {f"{theirs}.norm{n}": f"{ours}.{block}_residual.norm" for n, block in enumerate(residuals, 1)}


TABLE = table(TensorPlaces())
CODE_NAMES = {
    "source": "src", "target": "tgt", "padding mask": "src_padding_mask [B,S], True = blocked",
    "target mask": "tgt_mask and tgt_padding_mask, True = blocked", "look-ahead mask": "tgt_mask [T,T], −inf = blocked",
    "score": "attn_mask is added to it", "weight": "attn_output_weights [B,H,Q,K]", "memory": "memory",
    "query": "q", "key": "k", "value": "v", "head width": "head_dim", "model width": "d_model",
    "feed-forward width": "dim_feedforward", "output projection": "out_proj", "vocabulary head": "generator",
}  # fmt: skip
WORDS = SpecialWords(("<unk>", 0), ("<pad>", 1), ("<bos>", 2), ("<eos>", 3), lowercase=False)


def recognise(file: ModelFile) -> bool:
    """By both stacks of PyTorch's own layers, wherever they lie."""
    return stacks(file) is not None


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """The architecture from the shapes, the rest by the tutorial's own code or by answers.

    Raises :class:`model.common.problems.Problem`.
    """
    encoder, _ = stacks(file) or ("", "")
    _, width = dimensions(file, f"{encoder}{SELF}", 2, FAMILY)
    places = locate(file, width, FAMILY, answers)
    heads = assume_heads(answers, width, HEADS)
    activation = assume(answers, "activation", Text("Which activation?"), "relu", ("relu", "gelu"))
    order = assume(
        answers, "norm_order", Text("Are norms before the sub-layers (norm_first)?"), "post", ("post", "pre")
    )
    learned = any(name.endswith(".weight") for name in places.positions)  # a module of its own: nn.Embedding
    scaled = assume(answers, "scale_embeddings", Text("Are token vectors times √d_model?"), not learned, (True, False))
    rows = assume(answers, "max_length", Text("How many positions are there?"), ROWS)
    limits = [_flat(file.shape(name))[0] for name in places.positions] or [rows.value]
    biased = f"{encoder}.layers.0.linear1.bias" in file.tensors
    config = TransformerConfig(
        dimensions(file, f"{places.source}.weight", 2, FAMILY)[0],
        dimensions(file, f"{places.target}.weight", 2, FAMILY)[0],
        width,
        stack(file, f"{places.encoder}{_FORWARD}", width, heads.value, FAMILY),
        stack(file, f"{places.decoder}{_FORWARD}", width, heads.value, FAMILY),
        max_length=limits[0],
        target_max_length=limits[-1],
        positions=("learned" if learned else "stored") if places.positions else "sinusoidal",
        scale_embeddings=scaled.value,
        norm_order=order.value,
        final_norm=f"{places.encoder}.norm.weight" in file.tensors,
        activation=activation.value,
        share_embeddings=places.source == places.target,
        attention_bias=biased,
        feed_forward_bias=biased,
        output_bias=f"{places.head}.bias" in file.tensors,
        blocks_produced_padding=False,
        dropout=Dropout(embedding=0.1, residual=0.1, attention=0.1, feed_forward=0.1),
    )

    def adapt(tensors: Tensors) -> Tensors:
        flat = {name: tensors[name].reshape(_flat(tuple(tensors[name].shape))) for name in places.positions}
        return _unpacked(tensors | flat, biased)

    told = (heads, activation, order, scaled, *places.assumptions, *(() if places.positions else (rows,)))
    found = Assembly(
        FAMILY, config, table(places), told, places.ignored, adapt, adapted(file, adapt), CODE_NAMES, WORDS
    )  # fmt: skip
    return assemble(file, found, answers, loading)


def _flat(shape: tuple[int, ...]) -> tuple[int, ...]:
    """[N,1,M] and [1,N,M] → [N,M]."""
    return (shape[0] * shape[1], shape[2]) if len(shape) == 3 else shape


def _unpacked(tensors: Tensors, biased: bool) -> Tensors:
    """``in_proj_…`` in three; a norm without a shift, as with bias=False, gets one of zeros."""
    result: Tensors = {}
    for name, value in tensors.items():
        if name.rpartition(".")[2] in ("in_proj_weight", "in_proj_bias"):
            parts = value.tensor_split(len(PACKED)) if value.dim() else (value,)
            result |= {f"{name}.{part}": tensor for part, tensor in zip(PACKED, parts, strict=False)}
        else:
            result[name] = value
        owner, _, leaf = name.rpartition(".")
        if not biased and leaf == "weight" and "norm" in owner.rpartition(".")[2]:
            result[f"{owner}.bias"] = torch.zeros_like(value)
    return result
