"""graykode/nlp-tutorial 5-1 and wmathor/nlp-tutorial 5-1, the Transformer of ``ich mochte ein bier``.

graykode's code writes the rows of its position table down for five tokens: 1, 2, 3, 4, 0 for the source and 5, 1, 2,
3, 4 for the target. wmathor's has the paper's table, no biases, and norms that are made anew at every call and learn
nothing. There are no unknown words: ``P`` is padding, ``S`` starts and ``E`` ends a target.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from model.checkpoints.assumptions import Answers, Assumption, Loading, assume, assume_heads
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Assembly, SpecialWords, Tensors, adapted, assemble
from model.checkpoints.formats.shared.keys import Table, dimensions, layer_lines
from model.checkpoints.formats.shared.structure import Structure
from model.common.text import Text
from model.network.config import Dropout, StackConfig, TransformerConfig

FAMILY = "nlp-tutorial (graykode, wmathor)"
HEAD_WIDTH, ROWS = 64, 6  #: d_k, and the rows of graykode's tables
TOKENS = {"encoder": "src_emb", "decoder": "tgt_emb"}
#: In which the rows of a table are used: as the code writes them down; each by its number; from 1, row 0 is padding's.
ORDERS = (Text("tutorial", context="Values"), Text("from 0", context="Values"), Text("from 1", context="Values"))
_BLOCKS = {
    "encoder": {"enc_self_attn": "attention"},
    "decoder": {"dec_self_attn": "attention", "dec_enc_attn": "cross"},
}
_PARTS = {"W_Q": "query", "W_K": "key", "W_V": "value", "linear": "output"}
_FORWARDS = (("conv1", "conv2"), ("fc.0", "fc.2"))  #: graykode's, wmathor's
PADDING_ROW = "[0]"  #: what its adapted name ends in


def _table() -> Table:
    lines = {"projection": "vocabulary"}
    for side, place in (("encoder", "source"), ("decoder", "target")):
        lines[f"{side}.{TOKENS[side]}"] = f"{place}_embedding.token"
        for rows in ("weight", "pe"):
            lines[f"{side}.pos_emb.{rows}"] = f"{place}_embedding.position.table"
        lines[f"{side}.pos_emb.weight{PADDING_ROW}"] = f"{place}_embedding.position.padding"
        layer, ours = f"{side}.layers.{{}}", f"{side}_layers.{{}}"
        norms = [f"{name}.layer_norm" for name in (*_BLOCKS[side], "pos_ffn")]
        for first, second in _FORWARDS:
            forward = f"pos_ffn.{first}", f"pos_ffn.{second}"
            lines |= layer_lines(layer, ours, _BLOCKS[side], _PARTS, forward, norms)
        lines |= {f"{layer}.{name}.fc": f"{ours}.{block}.output" for name, block in _BLOCKS[side].items()}
    return lines


TABLE = _table()
STRUCTURE = Structure(convolutions=True, tables=5, head_bias=False)  #: what the shapes of graykode's tell
CODE_NAMES = {
    "source": "enc_inputs", "target": "dec_inputs", "padding mask": "enc_self_attn_mask [B,S,S], True = hidden",
    "target mask": "dec_self_attn_mask [B,T,T], True = hidden",
    "look-ahead mask": "dec_self_attn_subsequent_mask [B,T,T]", "score": "scores [B,H,Q,K]", "weight": "attn [B,H,Q,K]",
    "memory": "enc_outputs [B,S,M]", "query": "q_s", "key": "k_s", "value": "v_s", "head width": "d_k",
    "model width": "d_model", "feed-forward width": "d_ff", "output projection": "linear",
    "vocabulary head": "projection",
}  # fmt: skip


def recognise(file: ModelFile) -> bool:
    """By the names of its attention and of its embedding."""
    return all(name in file.tensors for name in ("encoder.layers.0.enc_self_attn.W_Q.weight", "encoder.src_emb.weight"))


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """The architecture from the shapes, heads by 64 values each, the order of positions by an answer.

    Raises :class:`model.common.problems.Problem`.
    """
    vocabulary, width = dimensions(file, "encoder.src_emb.weight", 2, FAMILY)
    target, _ = dimensions(file, "decoder.tgt_emb.weight", 2, FAMILY)
    rows, _ = dimensions(file, "encoder.layers.0.enc_self_attn.W_Q.weight", 2, FAMILY)
    heads = assume_heads(answers, rows, max(1, rows // HEAD_WIDTH))
    order, lengths = _positions(file, answers)
    config = TransformerConfig(
        vocabulary,
        target,
        width,
        _stack(file, "encoder", heads.value),
        _stack(file, "decoder", heads.value),
        max_length=lengths[0],
        target_max_length=lengths[1],
        positions="stored",
        padding_position=order.value == "from 1",
        scale_embeddings=False,
        mask_fill=-1e9,
        attention_bias="encoder.layers.0.enc_self_attn.W_Q.bias" in file.tensors,
        feed_forward_bias=any(f"encoder.layers.0.pos_ffn.{one}.bias" in file.tensors for one, _ in _FORWARDS),
        output_bias="projection.bias" in file.tensors,
        dropout=Dropout(),
    )
    adapt = _adapting(order.value)
    found = Assembly(
        FAMILY, config, TABLE, (heads, order), adapt=adapt, adapted_shapes=adapted(file, adapt),
        code_names=CODE_NAMES, words=_words(target, graykode=_learned(file)),
    )  # fmt: skip
    return assemble(file, found, answers, loading)


def _learned(file: ModelFile) -> bool:
    """Whether positions are an nn.Embedding, as in graykode's."""
    return "encoder.pos_emb.weight" in file.tensors


def _positions(file: ModelFile, answers: Answers) -> tuple[Assumption, tuple[int, int]]:
    """In which order the rows are used, and how many positions that makes on each side."""
    question = Text("In which order are the rows of the position tables used?")
    if not _learned(file):
        lengths = [dimensions(file, f"{side}.pos_emb.pe", 3, FAMILY)[0] for side in TOKENS]
        return assume(answers, "position_rows", question, ORDERS[1], ORDERS[1:2]), (lengths[0], lengths[1])
    rows = [dimensions(file, f"{side}.pos_emb.weight", 2, FAMILY)[0] for side in TOKENS]
    order = assume(answers, "position_rows", question, ORDERS[0], ORDERS, certain=rows == [ROWS, ROWS])
    spare = 0 if order.value == "from 0" else 1  # row 0 is padding's, or the target's row L takes its place
    return order, (max(1, rows[0] - spare), max(1, rows[1] - spare))


def _words(target: int, graykode: bool) -> SpecialWords:
    """``S`` and ``E`` as both dictionaries number them: at the end in graykode's, before the full stop in wmathor's."""
    end = target - 1 if graykode else target - 2
    return SpecialWords(
        ("P", 0), ("P", 0), ("S", max(0, end - 1)), ("E", max(0, end)), lowercase=False, wraps_source=False
    )  # fmt: skip


def _stack(file: ModelFile, side: str, heads: int) -> StackConfig:
    """One stack's sizes; d_k is free of the model's width."""
    block = next(iter(_BLOCKS[side]))
    rows, _ = dimensions(file, f"{side}.layers.0.{block}.W_Q.weight", 2, FAMILY)
    values, _ = dimensions(file, f"{side}.layers.0.{block}.W_V.weight", 2, FAMILY)
    inner = file.shape(f"{side}.layers.0.pos_ffn.conv1.weight") or file.shape(f"{side}.layers.0.pos_ffn.fc.0.weight")
    layers = file.count(f"{side}.layers.{{}}.{block}.W_Q.weight")
    apart = values // heads if values != rows else None
    return StackConfig(layers, heads, rows // heads, (*inner, 0)[0], apart)


def _adapting(order: str) -> Callable[[Tensors], Tensors]:
    """Convolutions as linear layers, positions in the order of use, norms that learn nothing as 1 and 0."""

    def adapt(tensors: Tensors) -> Tensors:
        result: Tensors = {}
        for name, value in tensors.items():
            if name.endswith((".conv1.weight", ".conv2.weight")):
                result[name] = value.squeeze(-1)  # [F,M,1] → [F,M]
            elif name.endswith(".pos_emb.weight"):
                result |= _rows(name, value, order)
            elif name.endswith(".pos_emb.pe"):
                result[name] = value.flatten(0, 1)  # [N,1,M] → [N,M]
            else:
                result[name] = value
            output = name.endswith((".fc.weight", ".fc.2.weight"))  # the last of a sub-layer of wmathor's
            if output and value.dim() == 2:
                norm = name.removesuffix(".weight").removesuffix(".2").removesuffix(".fc") + ".layer_norm"
                if f"{norm}.weight" not in tensors:
                    gain = torch.ones_like(value[:, 0])
                    result |= {f"{norm}.weight": gain, f"{norm}.bias": torch.zeros_like(gain)}
        return result

    return adapt


def _rows(name: str, table: Tensor, order: str) -> Tensors:
    """The rows of one side's table [L+1,M] in the order in which the code takes them.

    Taken by their numbers: joining parts of a table without values would import torch's compiler, a second's work.
    """
    if order == "from 0" or table.dim() != 2 or len(table) < 2:
        return {name: table}
    if order == "from 1":
        return {name: table[1:], f"{name}{PADDING_ROW}": table[0]}
    if name.startswith("encoder"):
        return {name: table[[*range(1, len(table) - 1), 0]]}
    return {name: table[[len(table) - 1, *range(1, len(table) - 1)]]}
