"""``torch.nn.Transformer`` as in PyTorch's tutorial "Language Translation with nn.Transformer and torchtext".

Also other classes around the same module, whose embeddings, positions and head have their own names
(:mod:`model.checkpoints.formats.shared.nn_tensors`). Queries, keys and values lie packed in one matrix. Heads,
activation, norm order, the scaling of embeddings, a position formula without a table and the padding masks that are
passed are in no tensor: the tutorial's own layout tells them (but for the heads), any other class is asked about.
batch_first changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

import torch

from model.checkpoints.assumptions import Answers, Assumption, Loading, assume, assume_heads
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Assembly, SpecialWords, Tensors, adapted, assemble
from model.checkpoints.formats.shared.keys import Table, dimensions, stack
from model.checkpoints.formats.shared.nn_tensors import SELF, TensorPlaces, locate, stacks
from model.checkpoints.formats.shared.structure import IN_ONE, Structure
from model.common.text import Text
from model.network.config import Dropout, PaddingBlocks, PaddingRule, TransformerConfig
from model.network.positions import sinusoids

FAMILY = "nn.Transformer"
HEADS, ROWS = 8, 5000  #: the tutorial's nhead, and the rows of its table, for files that have none
NORM_EPS = 1e-5  #: layer_norm_eps, where it is not said
#: By the names of forward's arguments, …_key_padding_mask; the tutorial passes all three.
MASKS = ("src,tgt,memory", "src,tgt", "src,memory", "src", "tgt,memory", "tgt", "memory", "none")
FORMULAS = ("interleaved", "halves", "none")  #: sin and cos by turns (AIAYN 3.5), all sin before all cos, nothing
COMPUTED = "computed positions"  #: the name of a table that a formula gives
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
STRUCTURE = Structure(IN_ONE, outer_norms=2, stored_positions=1)  #: what its shapes tell
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
    told = _assumed(file, places, answers, width)
    said = {name: one.value for name, one in told.items()}
    computed = not places.positions and said["positions"] != FORMULAS[0]
    if computed:
        places = replace(places, positions=(COMPUTED,))
    config = _config(file, places, said, width)

    def adapt(tensors: Tensors) -> Tensors:
        if computed:
            precise = tensors[f"{places.source}.weight"].dtype == torch.float64
            table = _formula(said["positions"], said["max_length"], width)
            tensors = tensors | {COMPUTED: table.to(torch.float64 if precise else torch.float32)}
        flat = {name: tensors[name].reshape(_flat(tuple(tensors[name].shape))) for name in places.positions}
        return _unpacked(tensors | flat, config.attention_bias)

    found = Assembly(
        FAMILY, config, table(places), (*told.values(), *places.assumptions), places.ignored, adapt,
        adapted(file, adapt), CODE_NAMES, WORDS,
    )  # fmt: skip
    return assemble(file, found, answers, loading)


def _assumed(file: ModelFile, places: TensorPlaces, answers: Answers, width: int) -> dict[str, Assumption]:
    """What no tensor says, by name; certain where the file has the tutorial's own layout."""
    sure = _is_tutorial(file, places)

    def ask(name: str, question: str, default: Any, options: tuple[Any, ...] = ()) -> Assumption:
        return assume(answers, name, question, default, options, certain=sure)

    found = [
        assume_heads(answers, width, HEADS),
        ask("activation", Text("Which activation?"), "relu", ("relu", "gelu")),
        ask("norm_order", Text("Are norms before the sub-layers (norm_first)?"), "post", ("post", "pre")),
        ask("scale_embeddings", Text("Are token vectors times √d_model?"), not _learned(places), (True, False)),
        ask("padding_masks", Text("Which …_key_padding_mask are passed?"), MASKS[0], MASKS),
        assume(answers, "norm_eps", Text("What is added to the variance in norms?"), NORM_EPS),
    ]
    if not places.positions:
        found += [
            ask("positions", Text("Sines and cosines of positions: in which order?"), FORMULAS[0], FORMULAS),
            assume(answers, "max_length", Text("How many positions are there?"), ROWS),
        ]
    return {one.name: one for one in found}


def _is_tutorial(file: ModelFile, places: TensorPlaces) -> bool:
    """Whether every name, the shape of its table and nn.Transformer's defaults are those of the tutorial's own class.

    Its code is known then; of any other class nothing is known but names and shapes.
    """
    usual = TensorPlaces(ignored=places.ignored, assumptions=places.assumptions)
    return (
        places == usual
        and file.shape(usual.positions[0])[1:-1] == (1,)  # [N,1,M]: positions first
        and all(f"{usual.encoder}.{name}" in file.tensors for name in ("norm.weight", "layers.0.linear1.bias"))
    )


def _learned(places: TensorPlaces) -> bool:
    """Whether positions are a module of their own: nn.Embedding."""
    return any(name.endswith(".weight") for name in places.positions)


def _config(file: ModelFile, places: TensorPlaces, said: Mapping[str, Any], width: int) -> TransformerConfig:
    """The network of these places with what is ``said`` beside them."""
    limits = [said["max_length"] if name == COMPUTED else _flat(file.shape(name))[0] for name in places.positions]
    limits = limits or [said["max_length"]]
    positions: Literal["sinusoidal", "learned", "stored"] = "learned" if _learned(places) else "stored"
    rules: dict[bool, PaddingRule] = {True: "keys", False: "none"}
    biased = f"{places.encoder}.layers.0.linear1.bias" in file.tensors
    masks = said["padding_masks"].split(",")
    encoder, decoder, cross = (rules[name in masks] for name in ("src", "tgt", "memory"))
    return TransformerConfig(
        dimensions(file, f"{places.source}.weight", 2, FAMILY)[0],
        dimensions(file, f"{places.target}.weight", 2, FAMILY)[0],
        width,
        stack(file, f"{places.encoder}{_FORWARD}", width, said["heads"], FAMILY),
        stack(file, f"{places.decoder}{_FORWARD}", width, said["heads"], FAMILY),
        max_length=limits[0],
        target_max_length=limits[-1],
        positions=positions if places.positions else "sinusoidal",
        scale_embeddings=said["scale_embeddings"],
        norm_order=said["norm_order"],
        norm_eps=said["norm_eps"],
        final_norm=f"{places.encoder}.norm.weight" in file.tensors,
        activation=said["activation"],
        share_embeddings=places.source == places.target,
        attention_bias=biased,
        feed_forward_bias=biased,
        output_bias=f"{places.head}.bias" in file.tensors,
        padding_blocks=PaddingBlocks(encoder, decoder, cross),
        blocks_produced_padding=False,
        dropout=Dropout(embedding=0.1, residual=0.1, attention=0.1, feed_forward=0.1),
    )


def _formula(name: str, rows: int, width: int) -> torch.Tensor:
    """[N,M] float64: sines before cosines, or nothing at all."""
    if name == "none":
        return torch.zeros(rows, width, dtype=torch.float64)
    table = sinusoids(rows, width)
    return torch.cat((table[:, 0::2], table[:, 1::2]), dim=1)[:, :width]


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
