"""A Korean study group's Transformer (``w_q … w_o``, ``layerNorm1``, ``ffn.w_1``) and its descendants.

The file is a bare state dict, often named ``model_<loss>.pt``. Its masks block the rows of padding as
well as its columns, in cross attention the target's rows and the source's columns.
"""

from __future__ import annotations

from model.checkpoints.assumptions import Answers, Loading, assume, assume_heads
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Assembly, assemble
from model.checkpoints.formats.shared.keys import Table, dimensions, layer_lines, stack
from model.checkpoints.formats.shared.structure import Structure
from model.common.text import Text
from model.network.config import Dropout, PaddingBlocks, TransformerConfig

FAMILY = "family A"
HEADS = 8  #: as in the paper
LENGTH = 512  #: positions are computed, so that nothing breaks if the code had fewer
_BLOCKS = {"encoder": {"attention": "attention"}, "decoder": {"attention1": "attention", "attention2": "cross"}}

_FORWARD = "{side}.{side}_layers.{{}}.ffn.w_1.weight"
_PARTS = {"w_q": "query", "w_k": "key", "w_v": "value", "w_o": "output"}
_NORMS = ("layerNorm1", "layerNorm2", "layerNorm3")


def _table() -> Table:
    lines = {
        "linear": "vocabulary",
        "encoder.input_emb": "source_embedding.token",
        "decoder.output_emb": "target_embedding.token",
    }
    for side, blocks in _BLOCKS.items():
        layer, ours = f"{side}.{side}_layers.{{}}", f"{side}_layers.{{}}"
        lines |= layer_lines(layer, ours, blocks, _PARTS, ("ffn.w_1", "ffn.w_2"), _NORMS)
    return lines


TABLE = _table()
STRUCTURE = Structure()  #: what its shapes tell
CODE_NAMES = {
    "source": "src", "target": "tgt", "padding mask": "padding_mask [B,1,S,S]",
    "target mask": "look_ahead_mask [B,1,T,T]", "cross mask": "enc_dec_padding_mask [B,1,T,S]",
    "look-ahead mask": "make_look_ahead_mask [T,T]", "score": "attention_score [B,H,Q,K]",
    "weight": "attention_score [B,H,Q,K]", "memory": "memory [B,S,M]", "query": "q", "key": "k", "value": "v",
    "head width": "d_k", "model width": "d_model", "feed-forward width": "d_ff", "output projection": "w_o",
    "vocabulary head": "linear",
}  # fmt: skip


def recognise(file: ModelFile) -> bool:
    """By the name of its output projection in a layer of its stacks."""
    signs = ("encoder.encoder_layers.0.attention.w_o.weight", "decoder.decoder_layers.0.attention1.w_o.weight")
    return any(name in file.tensors for name in signs)


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """The architecture from the shapes, the rest by the group's own code or by answers.

    Raises :class:`model.common.problems.Problem`.
    """
    vocabulary, width = dimensions(file, "encoder.input_emb.weight", 2, FAMILY)
    heads = assume_heads(answers, width, HEADS)
    length = assume(answers, "max_length", Text("How many positions (max_len)?"), LENGTH)
    config = TransformerConfig(
        vocabulary,
        dimensions(file, "decoder.output_emb.weight", 2, FAMILY)[0],
        width,
        stack(file, _FORWARD.format(side="encoder"), width, heads.value, FAMILY),
        stack(file, _FORWARD.format(side="decoder"), width, heads.value, FAMILY),
        max_length=length.value,
        scale_embeddings=False,
        mask_fill=-1e10,
        padding_blocks=PaddingBlocks("both", "both", "both"),
        dropout=Dropout(embedding=0.1, residual=0.1),
    )
    found = Assembly(FAMILY, config, TABLE, (heads, length), code_names=CODE_NAMES)
    return assemble(file, found, answers, loading)
