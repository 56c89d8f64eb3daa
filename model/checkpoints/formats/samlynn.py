"""SamLynnEvans/Transformer, "How to code The Transformer in PyTorch".

Pre-norm with a norm after each stack; the norm divides by the deviation over n − 1, eps added to it. Its position
table has a formula of its own (both exponents of a pair differ), so it is taken from the file, where it lies.
Sources stand bare; the words are in ``SRC.pkl`` and ``TRG.pkl`` beside the file.
"""

from __future__ import annotations

from model.checkpoints.assumptions import Answers, Loading, assume_heads
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Assembly, SpecialWords, Tensors, adapted, assemble
from model.checkpoints.formats.shared.keys import Table, dimensions, layer_lines, stack
from model.checkpoints.formats.shared.structure import Structure
from model.network.config import Dropout, TransformerConfig

FAMILY = "SamLynnEvans/Transformer"
HEADS = 8  #: -heads of train.py
TABLES = ("encoder.pe.pe", "decoder.pe.pe")  #: [1,N,M] each
_BLOCKS = {"encoder": {"attn": "attention"}, "decoder": {"attn_1": "attention", "attn_2": "cross"}}
_PARTS = {"q_linear": "query", "k_linear": "key", "v_linear": "value", "out": "output"}


def _table() -> Table:
    lines = {"out": "vocabulary"}
    for side, place in (("encoder", "source"), ("decoder", "target")):
        lines[f"{side}.embed.embed"] = f"{place}_embedding.token"
        lines[f"{side}.pe.pe"] = f"{place}_embedding.position.table"
        layer, ours = f"{side}.layers.{{}}", f"{side}_layers.{{}}"
        lines |= layer_lines(layer, ours, _BLOCKS[side], _PARTS, ("ff.linear_1", "ff.linear_2"))
        norms = {f"{side}.norm": f"{side}_norm"}
        for number, block in enumerate((*_BLOCKS[side].values(), "feed_forward"), 1):
            norms[f"{layer}.norm_{number}"] = f"{ours}.{block}_residual.norm"
        for theirs, norm in norms.items():
            lines |= {f"{theirs}.alpha": f"{norm}.weight", f"{theirs}.bias": f"{norm}.bias"}
    return lines


TABLE = _table()
STRUCTURE = Structure(outer_norms=2, stored_positions=2)  #: what its shapes tell
CODE_NAMES = {
    "source": "src", "target": "trg", "padding mask": "src_mask [B,1,S]", "target mask": "trg_mask [B,T,T]",
    "look-ahead mask": "np_mask [1,T,T]", "score": "scores before softmax [B,H,Q,K]", "weight": "scores [B,H,Q,K]",
    "memory": "e_outputs [B,S,M]", "query": "q", "key": "k", "value": "v", "head width": "d_k",
    "model width": "d_model", "feed-forward width": "d_ff", "output projection": "out", "vocabulary head": "out",
}  # fmt: skip
WORDS = SpecialWords(languages=("en", "fr"), wraps_source=False)  #: as torchtext numbers them


def recognise(file: ModelFile) -> bool:
    """By the names of both attentions in a layer of its decoder."""
    names = ("decoder.layers.0.attn_1.q_linear.weight", "decoder.layers.0.attn_2.q_linear.weight")
    return all(name in file.tensors for name in names)


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """The architecture from the shapes, the head count by an answer or as its options have it.

    Raises :class:`model.common.problems.Problem`.
    """
    vocabulary, width = dimensions(file, "encoder.embed.embed.weight", 2, FAMILY)
    heads = assume_heads(answers, width, HEADS)
    config = TransformerConfig(
        vocabulary,
        dimensions(file, "decoder.embed.embed.weight", 2, FAMILY)[0],
        width,
        stack(file, "encoder.layers.{}.ff.linear_1.weight", width, heads.value, FAMILY),
        stack(file, "decoder.layers.{}.ff.linear_1.weight", width, heads.value, FAMILY),
        max_length=dimensions(file, TABLES[0], 3, FAMILY)[1],
        target_max_length=dimensions(file, TABLES[1], 3, FAMILY)[1],
        positions="stored",
        norm_order="pre",
        final_norm=True,
        norm="unbiased",
        norm_eps=1e-6,
        mask_fill=-1e9,
        blocks_produced_padding=False,
        dropout=Dropout(embedding=0.1, residual=0.1, attention=0.1, feed_forward=0.1),
    )
    found = Assembly(
        FAMILY, config, TABLE, (heads,), adapt=_adapt, adapted_shapes=adapted(file, _adapt), code_names=CODE_NAMES,
        words=WORDS,
    )  # fmt: skip
    return assemble(file, found, answers, loading)


def _adapt(tensors: Tensors) -> Tensors:
    """Position tables without their batch axis: [1,N,M] → [N,M]."""
    return tensors | {name: tensors[name].squeeze(0) for name in TABLES}
