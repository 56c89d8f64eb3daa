"""bentrevett/pytorch-seq2seq 6, "Attention is All You Need", and what people made from it.

The file is a bare state dict: no head count and no vocabulary. Until April 2020 each layer had one
shared ``layer_norm``; until December 2019 ``fc_o`` was called ``fc``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from model.assumptions import Assumption, assume, head_counts
from model.checkpoint import Checkpoint
from model.config import Dropout, PaddingBlocks, StackConfig, TransformerConfig
from model.files.model_file import ModelFile
from model.formats._assemble import Reading, assemble
from model.formats._keys import Table

HEADS = 8  #: in the notebook, where heads are 32 wide
_OWN, _CROSS, _FORWARD = "attention", "cross", "feed_forward"
_BLOCKS = {
    "encoder": {"self_attention": _OWN},
    "decoder": {"self_attention": _OWN, "encoder_attention": _CROSS},
}
_NORMS = {"self_attn_layer_norm": _OWN, "enc_attn_layer_norm": _CROSS, "ff_layer_norm": _FORWARD}


def _table() -> Table:
    lines: dict[str, str | tuple[str, ...]] = {"decoder.fc_out": "vocabulary"}
    for side, place in (("encoder", "source"), ("decoder", "target")):
        lines[f"{side}.tok_embedding"] = f"{place}_embedding.token"
        layer, ours = f"{side}.layers.{{}}", f"{side}_layers.{{}}"
        for theirs, block in _BLOCKS[side].items():
            for letter, name in (("q", "query"), ("k", "key"), ("v", "value"), ("o", "output")):
                lines[f"{layer}.{theirs}.fc_{letter}"] = f"{ours}.{block}.{name}"
            lines[f"{layer}.{theirs}.fc"] = f"{ours}.{block}.output"
        for number, name in ((1, "expand"), (2, "contract")):
            lines[f"{layer}.positionwise_feedforward.fc_{number}"] = f"{ours}.{_FORWARD}.{name}"
        for theirs, block in _NORMS.items():
            lines[f"{layer}.{theirs}"] = f"{ours}.{block}_residual.norm"
        blocks = (*_BLOCKS[side].values(), _FORWARD)
        lines[f"{layer}.layer_norm"] = tuple(f"{ours}.{block}_residual.norm" for block in blocks)
    # A table is a parameter of ours and a module of theirs, so its ending is part of the line.
    lines["encoder.pos_embedding.weight"] = "source_embedding.position.table"
    lines["decoder.pos_embedding.weight"] = "target_embedding.position.table"
    return lines


TABLE = _table()
CODE_NAMES = {
    "source": "src", "target": "trg", "padding mask": "src_mask [B,1,1,S]", "target mask": "trg_mask [B,1,T,T]",
    "look-ahead mask": "trg_sub_mask [T,T]", "score": "energy [B,H,Q,K]", "weight": "attention [B,H,Q,K]",
    "memory": "enc_src [B,S,M]", "query": "Q", "key": "K", "value": "V", "head width": "head_dim",
    "model width": "hid_dim", "feed-forward width": "pf_dim", "output projection": "fc_o", "vocabulary head": "fc_out",
}  # fmt: skip


def recognise(file: ModelFile) -> bool:
    """By the name of its feed-forward block."""
    return "encoder.layers.0.positionwise_feedforward.fc_1.weight" in file.tensors


def read(file: ModelFile, answers: Mapping[str, Any]) -> Checkpoint:
    """Open it. Raises :class:`model.problems.Problem`."""
    return assemble(file, reading(file, answers), answers)


def reading(file: ModelFile, answers: Mapping[str, Any]) -> Reading:
    """The architecture from the shapes, the rest by the notebook's own code or by answers."""
    vocabulary, width = (*file.shape("encoder.tok_embedding.weight"), 0, 0)[:2]
    counts = head_counts(width)
    heads = assume(answers, "heads", "How many heads?", HEADS if HEADS in counts else counts[0], counts, certain=False)
    rows = assume(answers, "padding_blocks", "What does target padding block?", "keys", ("keys", "queries"))
    shared = "encoder.layers.0.layer_norm.weight" in file.tensors
    era = Assumption("era", "one layer_norm for a whole layer" if shared else "a norm for each sub-layer",
                     file.path.name, "Which version of the notebook?")  # fmt: skip

    def stack(side: str) -> StackConfig:
        forward = file.shape(f"{side}.layers.0.positionwise_feedforward.fc_1.weight")
        layers = file.count(f"{side}.layers.{{}}.positionwise_feedforward.fc_1.weight")
        return StackConfig(layers, heads.value, width // heads.value, (*forward, 0)[0])

    config = TransformerConfig(
        vocabulary,
        (*file.shape("decoder.tok_embedding.weight"), 0)[0],
        width,
        stack("encoder"),
        stack("decoder"),
        max_length=(*file.shape("encoder.pos_embedding.weight"), 0)[0],
        target_max_length=(*file.shape("decoder.pos_embedding.weight"), 0)[0],
        positions="learned",
        mask_fill=-1e10,
        padding_blocks=PaddingBlocks(decoder=rows.value),
        dropout=Dropout(embedding=0.1, residual=0.1, attention=0.1, feed_forward=0.1),
    )
    return Reading("tut6", config, TABLE, (heads, rows, era), code_names=CODE_NAMES)
