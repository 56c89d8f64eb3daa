"""labml.ai's annotated Transformer (``labml_nn.transformers``), as its ``EncoderDecoder``.

Pre-norm with a norm after each stack, −∞ in blocked cells; position tables, fixed or learned, lie in the file. Queries
and keys may have no biases, the feed-forward may be gated. Which padding masks are passed is up to whoever calls it.
"""

from __future__ import annotations

from typing import Any

from model.checkpoints.assumptions import Answers, Assumption, Loading, assume, assume_heads
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Assembly, SpecialWords, Tensors, adapted, assemble
from model.checkpoints.formats.shared.keys import Table, dimensions, layer_lines, stack
from model.checkpoints.formats.shared.structure import Structure
from model.common.text import Text
from model.network.config import Dropout, PaddingBlocks, TransformerConfig

FAMILY = "labml_nn.transformers"
HEADS = 8  #: n_heads of its configuration
EMBEDDINGS = {"encoder": ("source", "src_embed"), "decoder": ("target", "tgt_embed")}
MASKS: dict[str, PaddingBlocks] = {
    Text("source and target", context="Values"): PaddingBlocks(),
    Text("source", context="Values"): PaddingBlocks(decoder="none"),
    Text("none", context="Values"): PaddingBlocks("none", "none", "none"),
}
_BLOCKS = {"encoder": {"self_attn": "attention"}, "decoder": {"self_attn": "attention", "src_attn": "cross"}}
_PARTS = {"query.linear": "query", "key.linear": "key", "value.linear": "value", "output": "output"}
_NORMS = {"encoder": ("norm_self_attn", "norm_ff"), "decoder": ("norm_self_attn", "norm_src_attn", "norm_ff")}
_FORWARD = ("feed_forward.layer1", "feed_forward.layer2")


def _table() -> Table:
    lines = {"generator.projection": "vocabulary"}
    for side, (place, embed) in EMBEDDINGS.items():
        lines[f"{embed}.linear"] = f"{place}_embedding.token"
        lines[f"{embed}.positional_encodings"] = f"{place}_embedding.position.table"
        lines[f"{side}.norm"] = f"{side}_norm"
        layer, ours = f"{side}.layers.{{}}", f"{side}_layers.{{}}"
        lines |= layer_lines(layer, ours, _BLOCKS[side], _PARTS, _FORWARD, _NORMS[side])
        lines[f"{layer}.feed_forward.linear_v"] = f"{ours}.feed_forward.gate"
    return lines


TABLE = _table()
STRUCTURE = Structure(outer_norms=2, stored_positions=2)  #: what its shapes tell
CODE_NAMES = {
    "source": "src", "target": "tgt", "padding mask": "src_mask [1,S,B]", "target mask": "tgt_mask [T,T,B]",
    "look-ahead mask": "subsequent_mask(seq_len) [T,T,1]", "score": "scores [Q,K,B,H]", "weight": "attn [Q,K,B,H]",
    "memory": "memory [S,B,M]", "query": "query", "key": "key", "value": "value", "head width": "d_k",
    "model width": "d_model", "feed-forward width": "d_ff", "output projection": "output",
    "vocabulary head": "generator",
}  # fmt: skip


def recognise(file: ModelFile) -> bool:
    """By the names of its projections and of a norm of its decoder."""
    names = ("encoder.layers.0.self_attn.query.linear.weight", "decoder.layers.0.norm_src_attn.weight")
    return all(name in file.tensors for name in names)


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """The architecture from the shapes; heads, activation and padding masks by answers or as its configuration has it.

    Raises :class:`model.common.problems.Problem`.
    """
    vocabulary, width = dimensions(file, "src_embed.linear.weight", 2, FAMILY)
    heads = assume_heads(answers, width, HEADS)
    gated = "encoder.layers.0.feed_forward.linear_v.weight" in file.tensors  # then it may be any of them
    activation = assume(
        answers, "activation", Text("Which activation?"), "relu", ("relu", "gelu", "silu"), certain=not gated
    )
    masks = _masks(answers)
    line = f"{{side}}.layers.{{{{}}}}.{_FORWARD[0]}.weight"
    rows = [dimensions(file, f"{embed}.positional_encodings", 3, FAMILY)[0] for _, embed in EMBEDDINGS.values()]
    config = TransformerConfig(
        vocabulary,
        dimensions(file, "tgt_embed.linear.weight", 2, FAMILY)[0],
        width,
        stack(file, line.format(side="encoder"), width, heads.value, FAMILY),
        stack(file, line.format(side="decoder"), width, heads.value, FAMILY),
        max_length=rows[0],
        target_max_length=rows[1],
        positions="stored",
        norm_order="pre",
        final_norm=True,
        activation=activation.value,
        gated=gated,
        padding_blocks=MASKS[masks.value],
        blocks_produced_padding=masks.value == "source and target",
        dropout=Dropout(residual=0.1, attention=0.1, feed_forward=0.1),
    )
    found = Assembly(
        FAMILY, config, TABLE, (heads, activation, masks), adapt=_adapt, adapted_shapes=adapted(file, _adapt),
        code_names=CODE_NAMES, words=SpecialWords(lowercase=False),
    )  # fmt: skip
    return assemble(file, found, answers, loading)


def _masks(answers: Answers) -> Assumption:
    """Which padding the calling code blocks, besides the future."""
    options: tuple[Any, ...] = tuple(MASKS)
    return assume(
        answers, "padding_masks", Text("Which padding does the calling code mask?"), options[0], options, certain=False
    )  # fmt: skip


def _adapt(tensors: Tensors) -> Tensors:
    """Position tables [N,1,M] → [N,M]; queries, keys and feed-forward without biases get zeros."""
    result = dict(tensors)
    for name, value in tensors.items():
        owner, _, leaf = name.rpartition(".")
        if leaf == "positional_encodings":
            result[name] = value.flatten(0, 1)
        elif leaf == "weight" and value.dim() == 2 and owner.startswith(("encoder.layers.", "decoder.layers.")):
            result.setdefault(f"{owner}.bias", value.new_zeros(value.shape[0]))
    return result
