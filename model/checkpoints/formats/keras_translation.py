"""TensorFlow's tutorial "Neural machine translation with a Transformer and Keras", as Keras saves it, or converted.

Post-norm by Keras' LayerNormalization (eps 1e-3), heads as wide as the model, sines before cosines, computed. Padding
is id 0 and masked by Keras itself: Keras 2 hands its mask on through all layers; Keras 3 loses it after the first
attention of each stack and says so, which is no rule that is drawn here. Without padding both are the same.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from model.checkpoints.assumptions import Answers, Loading, assume
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Assembly, SpecialWords, Tensors, adapted, assemble
from model.checkpoints.formats.shared.hf import half_sines
from model.checkpoints.formats.shared.keras import (
    POSITION_LINES,
    POSITIONS,
    SIDES,
    as_linear,
    plain,
    renamed,
    short_names,
)
from model.checkpoints.formats.shared.keys import Table, dimensions, layer_lines
from model.common.text import Text
from model.network.config import Dropout, PaddingBlocks, StackConfig, TransformerConfig

FAMILY = "TensorFlow, translation with a Transformer"
ROWS = 2048  #: length of its positional_encoding
LAYERS = {"encoder": "encoder.enc_layers.encoder_layer.{}", "decoder": "decoder.dec_layers.decoder_layer.{}"}
_BLOCKS = {
    "encoder": {"self_attention": "attention"},
    "decoder": {"causal_self_attention": "attention", "cross_attention": "cross"},
}
_PARTS = {f"mha.{name}_dense": name for name in ("query", "key", "value", "output")}
_FORWARD = ("ffn.seq.layers.dense.0", "ffn.seq.layers.dense.1")
SIGNS = (
    "encoder.enc_layers.encoder_layer.0.self_attention.mha.query_dense.weight",
    "decoder.dec_layers.decoder_layer.0.cross_attention.mha.query_dense.weight",
)
PADDED = Text("Leave padding out: Keras 3 masks it in each stack's first attention only")


def _lines() -> Table:
    lines = {**POSITION_LINES, **dict.fromkeys(("final_layer", "layers.dense.0"), "vocabulary")}
    for side, place in SIDES.items():
        lines[f"{side}.pos_embedding.embedding"] = f"{place}_embedding.token"
        norms = (*(f"{name}.layernorm" for name in _BLOCKS[side]), "ffn.layer_norm")
        lines |= layer_lines(LAYERS[side], f"{side}_layers.{{}}", _BLOCKS[side], _PARTS, _FORWARD, norms)
    return lines


LINES = _lines()
CODE_NAMES = {
    "source": "context", "target": "x", "padding mask": "mask_zero", "look-ahead mask": "use_causal_mask",
    "weight": "attn_scores [B,H,Q,K]", "memory": "context [B,S,M]", "query": "query_dense", "key": "key_dense",
    "value": "value_dense", "head width": "key_dim", "model width": "d_model", "feed-forward width": "dff",
    "output projection": "output_dense", "vocabulary head": "final_layer",
}  # fmt: skip
WORDS = SpecialWords(("[UNK]", 1), ("[PAD]", 0), ("[START]", 2), ("[END]", 3), languages=("pt", "en"))


def recognise(file: ModelFile) -> bool:
    """By the places of both attentions."""
    return short_names(file.tensors, LINES, named=True).keys() >= set(SIGNS)


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """The architecture from the shapes, heads too. Raises :class:`Problem`."""
    older = any(name.startswith("layers/") for name in file.tensors) or not any(map(plain, file.tensors))  #: of Keras 2
    file = renamed(file, LINES, named=True)
    vocabulary, width = dimensions(file, "encoder.pos_embedding.embedding.weight", 2, FAMILY)
    length = assume(answers, "max_length", Text("How many positions are there?"), ROWS)
    config = TransformerConfig(
        vocabulary,
        dimensions(file, "decoder.pos_embedding.embedding.weight", 2, FAMILY)[0],
        width,
        _stack(file, "encoder"),
        _stack(file, "decoder"),
        max_length=length.value,
        positions="stored",
        norm_eps=1e-3,
        mask_fill=-1e9,
        padding_blocks=PaddingBlocks("both", "both", "both"),
        dropout=Dropout(embedding=0.1, attention=0.1, residual=0.1),
    )
    adapt = partial(_adapt, length.value, width)
    found = Assembly(
        FAMILY, config, LINES, (length,), adapt=adapt, adapted_shapes=adapted(file, adapt),
        code_names=CODE_NAMES, words=WORDS,
    )  # fmt: skip
    checkpoint = assemble(file, found, answers, loading)
    return checkpoint if older else replace(checkpoint, warnings=(*checkpoint.warnings, PADDED))


def _stack(file: ModelFile, side: str) -> StackConfig:
    layer, block = LAYERS[side], next(iter(_BLOCKS[side]))
    _, heads, wide = dimensions(file, f"{layer.format(0)}.{block}.mha.query_dense.weight", 3, FAMILY)
    _, _, values = dimensions(file, f"{layer.format(0)}.{block}.mha.value_dense.weight", 3, FAMILY)
    inner = dimensions(file, f"{layer.format(0)}.{_FORWARD[0]}.weight", 2, FAMILY)[1]
    layers = file.count(f"{layer}.{_FORWARD[0]}.weight")
    return StackConfig(layers, heads, wide, inner, values if values != wide else None)


def _adapt(length: int, width: int, tensors: Tensors) -> Tensors:
    """Matrices as torch has them, and the rows of positions, which are computed."""
    rows = half_sines(length, width)
    return as_linear(tensors) | dict.fromkeys(POSITIONS.values(), rows)
