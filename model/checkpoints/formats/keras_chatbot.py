"""The Keras chatbot tutorial ("A Transformer Chatbot Tutorial with TensorFlow 2.0"; 트랜스포머를 이용한 한국어 챗봇).

As Keras saves it, or converted to safetensors. Functional models: encoder and decoder are the first and the second of
their list, and their layers are lists again. Post-norm, eps 1e-6; one vocabulary for both sides, whose last two ids
start and end a sentence (a source of another vocabulary stands bare); as many positions as there are tokens, 40 in the
Korean one for TensorFlow 2.18. Sines and cosines alternate in the Korean one; the English one has all sines first, and
in its repository the decoder adds what its cross-attention read twice: LayerNorm(2x + f(x)), here as
LayerNorm(x + f(x)/2).
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from model.checkpoints.assumptions import Answers, Loading, assume, assume_heads
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
from model.network.config import Dropout, StackConfig, TransformerConfig
from model.network.positions import sinusoids

FAMILY = "Keras chatbot tutorial"
HEADS = 8  #: NUM_HEADS
STACKS = {"encoder": "layers.functional.0.layers", "decoder": "layers.functional.1.layers"}
ORDERS = (
    Text("alternating", context="Values"),
    Text("sines first", context="Values"),
    Text("sines first, residual twice", context="Values"),
)
#: What the decoder's cross-attention adds.
CROSS = re.compile(re.escape(f"{STACKS['decoder']}.functional.") + r"\d+\.layers\.multi_head_attention\.1\.dense\..+")
_BLOCKS = {
    "encoder": {"multi_head_attention.0": "attention"},
    "decoder": {"multi_head_attention.0": "attention", "multi_head_attention.1": "cross"},
}
_PARTS = {"query_dense": "query", "key_dense": "key", "value_dense": "value", "dense": "output"}
_FORWARD = ("dense.0", "dense.1")


def _lines() -> Table:
    lines = {**POSITION_LINES, "layers.dense.0": "vocabulary"}
    for side, place in SIDES.items():
        lines[f"{STACKS[side]}.embedding.0"] = f"{place}_embedding.token"
        norms = [f"layer_normalization.{number}" for number in range(len(_BLOCKS[side]) + 1)]
        layer = f"{STACKS[side]}.functional.{{}}.layers"
        lines |= layer_lines(layer, f"{side}_layers.{{}}", _BLOCKS[side], _PARTS, _FORWARD, norms)
    return lines


LINES = _lines()
SIGNS = tuple(f"{STACKS[side]}.functional.0.layers.{block}.query_dense.weight"
              for side, blocks in _BLOCKS.items() for block in blocks)  # fmt: skip
ORDERED = Text("Its projections are told by the order in which they were made: query, key, value, output")
CODE_NAMES = {
    "source": "inputs", "target": "dec_inputs", "padding mask": "enc_padding_mask [B,1,1,S], 1 = hidden",
    "target mask": "look_ahead_mask [B,1,T,T], 1 = hidden", "look-ahead mask": "create_look_ahead_mask",
    "score": "logits [B,H,Q,K]", "weight": "attention_weights [B,H,Q,K]", "memory": "enc_outputs [B,S,M]",
    "query": "query", "key": "key", "value": "value", "head width": "depth", "model width": "d_model",
    "feed-forward width": "dff", "output projection": "dense", "vocabulary head": "outputs",
}  # fmt: skip


def recognise(file: ModelFile) -> bool:
    """By the places of its three attentions."""
    return short_names(file.tensors, LINES).keys() >= set(SIGNS)


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """The architecture from the shapes; heads and the order of sines and cosines by answers.

    Raises :class:`model.common.problems.Problem`.
    """
    ordered = not any(map(plain, file.tensors))
    file = renamed(file, LINES)
    vocabulary, width = dimensions(file, f"{STACKS['encoder']}.embedding.0.weight", 2, FAMILY)
    target = dimensions(file, f"{STACKS['decoder']}.embedding.0.weight", 2, FAMILY)[0]
    heads = assume_heads(answers, width, HEADS)
    question = Text("In which order are sines and cosines?")
    order = assume(answers, "position_order", question, ORDERS[0], ORDERS, certain=False)
    length = assume(answers, "max_length", Text("How many positions are there?"), max(vocabulary, target))
    config = TransformerConfig(
        vocabulary,
        target,
        width,
        _stack(file, "encoder", width, heads.value),
        _stack(file, "decoder", width, heads.value),
        max_length=length.value,
        positions="stored",
        norm_eps=1e-6,
        mask_fill=-1e9,
        dropout=Dropout(embedding=0.1, residual=0.1),
    )
    adapt = partial(_adapt, length.value, width, str(order.value))
    words = SpecialWords(
        ("<unk>", 0), ("<pad>", 0), ("<start>", max(0, target - 2)), ("<end>", target - 1), languages=("ko", "ko"),
        wraps_source=vocabulary == target,
    )  # fmt: skip
    found = Assembly(
        FAMILY, config, LINES, (heads, order, length), adapt=adapt, adapted_shapes=adapted(file, adapt),
        code_names=CODE_NAMES, words=words,
    )  # fmt: skip
    checkpoint = assemble(file, found, answers, loading)
    return replace(checkpoint, warnings=(*checkpoint.warnings, ORDERED)) if ordered else checkpoint


def _stack(file: ModelFile, side: str, width: int, heads: int) -> StackConfig:
    line = f"{STACKS[side]}.functional.{{}}.layers.{_FORWARD[0]}.weight"
    inner = dimensions(file, line.format(0), 2, FAMILY)[1]
    return StackConfig(file.count(line), heads, width // heads, inner)


def _adapt(length: int, width: int, order: str, tensors: Tensors) -> Tensors:
    """Matrices as torch has them, and the rows of positions, which are computed."""
    compute = sinusoids if order == ORDERS[0] else half_sines
    if order == ORDERS[2]:
        tensors = {name: value / 2 if CROSS.fullmatch(name) else value for name, value in tensors.items()}
    return as_linear(tensors) | dict.fromkeys(POSITIONS.values(), compute(length, width).float())
