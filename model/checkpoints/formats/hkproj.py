"""hkproj/pytorch-transformer, "Coding a Transformer from scratch".

Pre-norm with a norm after each stack; the norm divides by the deviation over n − 1, eps added to it. In its first
versions projections had biases, and a norm learned one gain and one shift for all of the width. The position tables
lie in the file, the vocabularies in ``tokenizer_en.json`` and ``tokenizer_it.json`` beside it, the head count nowhere.
"""

from __future__ import annotations

from functools import partial

from model.checkpoints.assumptions import Answers, Loading, assume_heads
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Assembly, SpecialWords, Tensors, adapted, assemble
from model.checkpoints.formats.shared.keys import Table, dimensions, layer_lines, stack
from model.checkpoints.formats.shared.structure import Structure
from model.network.config import Dropout, TransformerConfig

FAMILY = "hkproj/pytorch-transformer"
HEADS = 8  #: of build_transformer
TABLES = ("src_pos.pe", "tgt_pos.pe")  #: [1,N,M] each
_BLOCKS = {
    "encoder": {"self_attention_block": "attention"},
    "decoder": {"self_attention_block": "attention", "cross_attention_block": "cross"},
}
_PARTS = {"w_q": "query", "w_k": "key", "w_v": "value", "w_o": "output"}
_FORWARD = ("feed_forward_block.linear_1", "feed_forward_block.linear_2")


def _table() -> Table:
    lines = {"projection_layer.proj": "vocabulary"}
    for side, place, short in (("encoder", "source", "src"), ("decoder", "target", "tgt")):
        lines[f"{short}_embed.embedding"] = f"{place}_embedding.token"
        lines[f"{short}_pos.pe"] = f"{place}_embedding.position.table"
        layer, ours = f"{side}.layers.{{}}", f"{side}_layers.{{}}"
        lines |= layer_lines(layer, ours, _BLOCKS[side], _PARTS, _FORWARD)
        norms = {f"{side}.norm": f"{side}_norm"}
        for number, block in enumerate((*_BLOCKS[side].values(), "feed_forward")):
            norms[f"{layer}.residual_connections.{number}.norm"] = f"{ours}.{block}_residual.norm"
        for theirs, norm in norms.items():
            lines |= {f"{theirs}.alpha": f"{norm}.weight", f"{theirs}.bias": f"{norm}.bias"}
    return lines


TABLE = _table()
STRUCTURE = Structure(projection_bias=False, outer_norms=2, stored_positions=2)  #: what its shapes tell
CODE_NAMES = {
    "source": "encoder_input", "target": "decoder_input", "padding mask": "encoder_mask [B,1,1,S]",
    "target mask": "decoder_mask [B,1,T,T]", "look-ahead mask": "causal_mask(size) [1,T,T]",
    "score": "attention_scores before softmax [B,H,Q,K]", "weight": "attention_scores [B,H,Q,K]",
    "memory": "encoder_output [B,S,M]", "query": "query", "key": "key", "value": "value", "head width": "d_k",
    "model width": "d_model", "feed-forward width": "d_ff", "output projection": "w_o",
    "vocabulary head": "projection_layer",
}  # fmt: skip
WORDS = SpecialWords(
    ("[UNK]", 0), ("[PAD]", 1), ("[SOS]", 2), ("[EOS]", 3), lowercase=False, languages=("en", "it")
)  #: in the order of its WordLevelTrainer


def recognise(file: ModelFile) -> bool:
    """By the names of its attention block and of its norms' gain."""
    names = ("encoder.layers.0.self_attention_block.w_q.weight", "encoder.layers.0.residual_connections.0.norm.alpha")
    return all(name in file.tensors for name in names)


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """The architecture from the shapes, the head count by an answer or as its code has it.

    Raises :class:`model.common.problems.Problem`.
    """
    vocabulary, width = dimensions(file, "src_embed.embedding.weight", 2, FAMILY)
    heads = assume_heads(answers, width, HEADS)
    line = f"{{side}}.layers.{{{{}}}}.{_FORWARD[0]}.weight"
    config = TransformerConfig(
        vocabulary,
        dimensions(file, "tgt_embed.embedding.weight", 2, FAMILY)[0],
        width,
        stack(file, line.format(side="encoder"), width, heads.value, FAMILY),
        stack(file, line.format(side="decoder"), width, heads.value, FAMILY),
        max_length=dimensions(file, TABLES[0], 3, FAMILY)[1],
        target_max_length=dimensions(file, TABLES[1], 3, FAMILY)[1],
        positions="stored",
        norm_order="pre",
        final_norm=True,
        norm="unbiased",
        norm_eps=1e-6,
        mask_fill=-1e9,
        attention_bias="encoder.layers.0.self_attention_block.w_q.bias" in file.tensors,
        blocks_produced_padding=False,
        dropout=Dropout(embedding=0.1, residual=0.1, attention=0.1, feed_forward=0.1),
    )
    adapt = partial(_adapt, width)
    found = Assembly(
        FAMILY, config, TABLE, (heads,), adapt=adapt, adapted_shapes=adapted(file, adapt), code_names=CODE_NAMES,
        words=WORDS,
    )  # fmt: skip
    return assemble(file, found, answers, loading)


def _adapt(width: int, tensors: Tensors) -> Tensors:
    """Position tables without their batch axis; a norm's one gain and one shift [1] for all of the width [M]."""
    single = {
        name: value.expand(width)
        for name, value in tensors.items()
        if name.endswith(("norm.alpha", "norm.bias")) and value.shape == (1,)
    }
    return tensors | single | {name: tensors[name].squeeze(0) for name in TABLES}
