"""gordicaleksa/pytorch-original-transformer, "The Annotated Transformer ++".

Pre-norm with a norm after each stack, −∞ in blocked cells, two stored position tables. The file tells its direction
(``language_direction``), and neither words nor the head count. Sources stand bare.
"""

from __future__ import annotations

from dataclasses import replace

from model.checkpoints.assumptions import Answers, Loading, assume_heads
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Assembly, SpecialWords, assemble
from model.checkpoints.formats.shared.keys import Table, dimensions, layer_lines, stack
from model.checkpoints.formats.shared.structure import Structure
from model.network.config import Dropout, TransformerConfig

FAMILY = "gordicaleksa/pytorch-original-transformer"
HEADS, BIG_HEADS = 8, 16  #: of its baseline and of its big model,
BIG_WIDTH = 1024  #: which is so wide
SIDES = {"encoder": ("source", "src"), "decoder": ("target", "trg")}
_BLOCKS = {
    "encoder": {"multi_headed_attention": "attention"},
    "decoder": {"trg_multi_headed_attention": "attention", "src_multi_headed_attention": "cross"},
}
_PARTS = {"qkv_nets.0": "query", "qkv_nets.1": "key", "qkv_nets.2": "value", "out_projection_net": "output"}
_FORWARD = ("pointwise_net.linear1", "pointwise_net.linear2")


def _table() -> Table:
    lines = {"decoder_generator.linear": "vocabulary"}
    for side, (place, short) in SIDES.items():
        lines[f"{short}_embedding.embeddings_table"] = f"{place}_embedding.token"
        lines[f"{short}_pos_embedding.positional_encodings_table"] = f"{place}_embedding.position.table"
        lines[f"{side}.norm"] = f"{side}_norm"
        layer, ours = f"{side}.{side}_layers.{{}}", f"{side}_layers.{{}}"
        norms = [f"sublayers.{number}.norm" for number in range(len(_BLOCKS[side]) + 1)]
        lines |= layer_lines(layer, ours, _BLOCKS[side], _PARTS, _FORWARD, norms)
    return lines


TABLE = _table()
STRUCTURE = Structure(outer_norms=2, tables=4)  #: what its shapes tell
CODE_NAMES = {
    "source": "src_token_ids_batch", "target": "trg_token_ids_batch", "padding mask": "src_mask [B,1,1,S]",
    "target mask": "trg_mask [B,1,T,T]", "look-ahead mask": "trg_no_look_forward_mask [1,1,T,T]",
    "score": "scores [B,H,Q,K]", "weight": "attention_weights [B,H,Q,K]",
    "memory": "src_representations_batch [B,S,M]", "query": "query", "key": "key", "value": "value",
    "head width": "head_dimension", "model width": "model_dimension", "feed-forward width": "width_mult·M",
    "output projection": "out_projection_net", "vocabulary head": "decoder_generator",
}  # fmt: skip
WORDS = SpecialWords(
    ("<unk>", 0), ("<pad>", 1), ("<s>", 2), ("</s>", 3), lowercase=False, languages=("en", "de"), wraps_source=False
)  #: as torchtext numbers them
DIRECTIONS = {"E2G": ("en", "de"), "G2E": ("de", "en")}


def recognise(file: ModelFile) -> bool:
    """By the names of its projections."""
    return "encoder.encoder_layers.0.multi_headed_attention.qkv_nets.0.weight" in file.tensors


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """The architecture from the shapes, the head count by an answer or as its constants have it.

    Raises :class:`model.common.problems.Problem`.
    """
    vocabulary, width = dimensions(file, "src_embedding.embeddings_table.weight", 2, FAMILY)
    heads = assume_heads(answers, width, BIG_HEADS if width == BIG_WIDTH else HEADS)
    line = f"{{side}}.{{side}}_layers.{{{{}}}}.{_FORWARD[0]}.weight"
    rows = [
        dimensions(file, f"{short}_pos_embedding.positional_encodings_table", 2, FAMILY)[0]
        for _, short in SIDES.values()
    ]
    config = TransformerConfig(
        vocabulary,
        dimensions(file, "trg_embedding.embeddings_table.weight", 2, FAMILY)[0],
        width,
        stack(file, line.format(side="encoder"), width, heads.value, FAMILY),
        stack(file, line.format(side="decoder"), width, heads.value, FAMILY),
        max_length=rows[0],
        target_max_length=rows[1],
        positions="stored",
        norm_order="pre",
        final_norm=True,
        dropout=Dropout(embedding=0.1, residual=0.1, attention=0.1, feed_forward=0.1),
    )
    told = file.extras.get("language_direction")
    languages = DIRECTIONS.get(told, WORDS.languages) if isinstance(told, str) else WORDS.languages
    found = Assembly(
        FAMILY, config, TABLE, (heads,), code_names=CODE_NAMES, words=replace(WORDS, languages=languages)
    )  # fmt: skip
    return assemble(file, found, answers, loading)
