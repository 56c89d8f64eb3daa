"""The Transformer of the book "Dive into Deep Learning" (d2l.ai), in PyTorch.

Layers are called ``block0``, ``block1``; attention has no biases unless its code asks for them. Positions are computed
and lie in no file. The target's padding is not blocked, and a source ends in ``<eos>`` without a start token. Where
the book translates, its decoder is fed one token at a time and so takes position 0 for each of them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from model.checkpoints.assumptions import Answers, Loading, assume, assume_heads
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Assembly, SpecialWords, Tensors, adapted, assemble
from model.checkpoints.formats.shared.keys import Table, dimensions, layer_lines, stack
from model.checkpoints.formats.shared.structure import Structure
from model.common.text import Text
from model.network.config import Dropout, PaddingBlocks, TransformerConfig
from model.network.positions import sinusoids

FAMILY = "Dive into Deep Learning"
HEADS, ROWS = 4, 1000  #: of its translation from English to French, and max_len of its PositionalEncoding
ORDERS = (Text("as in training", context="Values"), Text("always 0", context="Values"))  #: the decoder's positions
POSITIONS = ("source positions", "target positions")  #: names of computed tables
SIGN = "encoder.blks.block{}.attention.W_q.weight"
_BLOCKS = {"encoder": {"attention": "attention"}, "decoder": {"attention1": "attention", "attention2": "cross"}}
_PARTS = {"W_q": "query", "W_k": "key", "W_v": "value", "W_o": "output"}


def _table() -> Table:
    lines = {"decoder.dense": "vocabulary"}
    for side, place in (("encoder", "source"), ("decoder", "target")):
        lines[f"{side}.embedding"] = f"{place}_embedding.token"
        lines[f"{place} positions"] = f"{place}_embedding.position.table"
        norms = [f"addnorm{number}.ln" for number in range(1, len(_BLOCKS[side]) + 2)]
        layer, ours = f"{side}.blks.block{{}}", f"{side}_layers.{{}}"
        lines |= layer_lines(layer, ours, _BLOCKS[side], _PARTS, ("ffn.dense1", "ffn.dense2"), norms)
    return lines


TABLE = _table()
STRUCTURE = Structure(projection_bias=False)  #: what its shapes tell
CODE_NAMES = {
    "source": "enc_X", "target": "dec_X", "padding mask": "enc_valid_lens [B]",
    "target mask": "dec_valid_lens [B,T], without padding", "look-ahead mask": "dec_valid_lens [B,T]",
    "score": "scores [B·H,Q,K]", "weight": "attention_weights [B·H,Q,K]", "memory": "enc_outputs [B,S,M]",
    "query": "queries", "key": "keys", "value": "values", "head width": "d", "model width": "num_hiddens",
    "feed-forward width": "ffn_num_hiddens", "output projection": "W_o", "vocabulary head": "dense",
}  # fmt: skip
WORDS = SpecialWords(
    ("<unk>", 0), ("<pad>", 1), ("<bos>", 2), ("<eos>", 3), languages=("en", "fr"), wraps_source=False, ends_source=True
)  #: as the book's Vocab numbered its reserved tokens until 2022; since then words are sorted, and a file must tell


def recognise(file: ModelFile) -> bool:
    """By the names of its layers and projections."""
    return SIGN.format(0) in file.tensors and "decoder.blks.block0.attention2.W_q.weight" in file.tensors


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """The architecture from the shapes, heads and the decoder's positions by answers or as the book has it.

    Raises :class:`model.common.problems.Problem`.
    """
    vocabulary, width = dimensions(file, "encoder.embedding.weight", 2, FAMILY)
    heads = assume_heads(answers, width, HEADS)
    length = assume(answers, "max_length", Text("How many positions are there?"), ROWS)
    order = assume(answers, "decoder_positions", Text("At which positions does the decoder stand?"), ORDERS[0], ORDERS)
    config = TransformerConfig(
        vocabulary,
        dimensions(file, "decoder.embedding.weight", 2, FAMILY)[0],
        width,
        stack(file, "encoder.blks.block{}.ffn.dense1.weight", width, heads.value, FAMILY),
        stack(file, "decoder.blks.block{}.ffn.dense1.weight", width, heads.value, FAMILY),
        max_length=length.value,
        positions="sinusoidal" if order.value == ORDERS[0] else "stored",
        mask_fill=-1e6,
        attention_bias="encoder.blks.block0.attention.W_q.bias" in file.tensors,
        padding_blocks=PaddingBlocks(decoder="none"),
        blocks_produced_padding=False,
        dropout=Dropout(embedding=0.2, residual=0.2, attention=0.2),
    )
    found = Assembly(FAMILY, config, TABLE, (heads, length, order), code_names=CODE_NAMES, words=WORDS)
    if order.value != ORDERS[0]:
        adapt = partial(_with_rows, length.value, width)
        found = replace(found, adapt=adapt, adapted_shapes=adapted(file, adapt))
    return assemble(file, found, answers, loading)


def _with_rows(length: int, width: int, tensors: Tensors) -> Tensors:
    """The source's computed rows, and the target's, which are all of position 0."""
    rows = sinusoids(length, width).to(tensors["encoder.embedding.weight"])
    return tensors | dict(zip(POSITIONS, (rows, rows[:1].repeat(length, 1)), strict=True))
