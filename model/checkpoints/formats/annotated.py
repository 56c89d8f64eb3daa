"""harvardnlp/annotated-transformer, "The Annotated Transformer".

Pre-norm with a norm after each stack, and a norm of its own: the deviation over n − 1, eps added to
it. The position table lies in the file; the head count and the vocabularies (``vocab.pt``) do not.
"""

from __future__ import annotations

from model.checkpoints.assumptions import Answers, Loading, assume, assume_heads
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Assembly, SpecialWords, Tensors, adapted, assemble
from model.checkpoints.formats.shared.keys import Table, dimensions, layer_lines, stack
from model.checkpoints.formats.shared.structure import Structure
from model.common.text import Text
from model.network.config import Dropout, TransformerConfig

FAMILY = "The Annotated Transformer"
HEADS = 8
TABLES = ("src_embed.1.pe", "tgt_embed.1.pe")  #: [1,5000,M] each
LUT = ("src_embed.0.lut.weight", "tgt_embed.0.lut.weight")  #: [V,M] each
_BLOCKS = {
    "encoder": {"self_attn": "attention"},
    "decoder": {"self_attn": "attention", "src_attn": "cross"},
}
_PARTS = {"linears.0": "query", "linears.1": "key", "linears.2": "value", "linears.3": "output"}


def _norm(theirs: str, ours: str) -> dict[str, str]:
    """Gain and shift, whose names are this family's own."""
    return {f"{theirs}.a_2": f"{ours}.weight", f"{theirs}.b_2": f"{ours}.bias"}


def _table() -> Table:
    lines = {"generator.proj": "vocabulary"}
    for side, place, embed in (("encoder", "source", "src_embed"), ("decoder", "target", "tgt_embed")):
        lines[f"{embed}.0.lut"] = f"{place}_embedding.token"
        lines[f"{embed}.1.pe"] = f"{place}_embedding.position.table"
        layer, ours = f"{side}.layers.{{}}", f"{side}_layers.{{}}"
        lines |= layer_lines(layer, ours, _BLOCKS[side], _PARTS, ("feed_forward.w_1", "feed_forward.w_2"))
        for number, block in enumerate((*_BLOCKS[side].values(), "feed_forward")):
            lines |= _norm(f"{layer}.sublayer.{number}.norm", f"{ours}.{block}_residual.norm")
        lines |= _norm(f"{side}.norm", f"{side}_norm")
    return lines


TABLE = _table()
STRUCTURE = Structure(outer_norms=2, stored_positions=2)  #: what its shapes tell
CODE_NAMES = {
    "source": "src", "target": "tgt", "padding mask": "src_mask [B,1,S]", "target mask": "tgt_mask [B,T,T]",
    "look-ahead mask": "subsequent_mask(size) [1,T,T]", "score": "scores [B,H,Q,K]", "weight": "p_attn [B,H,Q,K]",
    "memory": "memory [B,S,M]", "query": "query", "key": "key", "value": "value", "head width": "d_k",
    "model width": "d_model", "feed-forward width": "d_ff", "output projection": "linears[-1]",
    "vocabulary head": "generator",
}  # fmt: skip
#: By era: the notebook of 2022, and that of 2018 with torchtext's Fields, which left sources bare.
ERAS = {
    "2022": SpecialWords(("<unk>", 3), ("<blank>", 2), ("<s>", 0), ("</s>", 1), lowercase=False),
    "2018": SpecialWords(("<unk>", 0), ("<blank>", 1), ("<s>", 2), ("</s>", 3), lowercase=False, wraps_source=False),
}


def recognise(file: ModelFile) -> bool:
    """By its numbered projections and the name of its norms' gain."""
    names = ("encoder.layers.0.self_attn.linears.3.weight", "encoder.layers.0.sublayer.0.norm.a_2")
    return all(name in file.tensors for name in names)


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """The architecture from the shapes, the rest by the notebook's own code or by answers.

    Raises :class:`model.common.problems.Problem`.
    """
    vocabulary, width = dimensions(file, LUT[0], 2, FAMILY)
    heads = assume_heads(answers, width, HEADS)
    era = assume(answers, "era", Text("Of which year is the notebook (its special tokens)?"), "2022", tuple(ERAS))
    line = "{side}.layers.{{}}.feed_forward.w_1.weight"
    config = TransformerConfig(
        vocabulary,
        dimensions(file, LUT[1], 2, FAMILY)[0],
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
        blocks_produced_padding=False,
        dropout=Dropout(embedding=0.1, residual=0.1, attention=0.1, feed_forward=0.1),
    )
    found = Assembly(
        FAMILY, config, TABLE, (heads, era), adapt=_adapt, adapted_shapes=adapted(file, _adapt),
        code_names=CODE_NAMES, words=ERAS[era.value],
    )  # fmt: skip
    return assemble(file, found, answers, loading)


def _adapt(tensors: Tensors) -> Tensors:
    """Position tables without their batch axis: [1,N,M] → [N,M]."""
    return tensors | {name: tensors[name].squeeze(0) for name in TABLES}
