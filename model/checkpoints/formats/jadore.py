"""jadore801120/attention-is-all-you-need-pytorch.

The file holds its settings beside the weights: head count and widths, which tables are one, and what
is scaled. Attention without biases; norms also after the embeddings; the position table is stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from math import gcd
from typing import Any

from model.checkpoints.assumptions import INSIDE, SETTINGS, Answers, Assumption, Loading, assume, assume_heads
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Assembly, SpecialWords, Tensors, adapted, assemble
from model.checkpoints.formats.shared.keys import Table, dimensions, layer_lines
from model.checkpoints.formats.shared.structure import Structure
from model.common.problems import Problem
from model.common.text import Text
from model.network.config import Dropout, StackConfig, TransformerConfig

FAMILY = "jadore801120/attention-is-all-you-need-pytorch"
HEADS, HEAD_WIDTH = 8, 64  #: train.py's defaults
TABLES = ("encoder.position_enc.pos_table", "decoder.position_enc.pos_table")  #: [1,200,M] each
SOURCE, TARGET, HEAD = "encoder.src_word_emb.weight", "decoder.trg_word_emb.weight", "trg_word_prj.weight"
SCALES = ("prj", "emb", "none")
_BLOCKS = {
    "encoder": {"slf_attn": "attention"},
    "decoder": {"slf_attn": "attention", "enc_attn": "cross"},
}
_PARTS = {"w_qs": "query", "w_ks": "key", "w_vs": "value", "fc": "output"}


def _table() -> Table:
    lines = {"trg_word_prj": "vocabulary"}
    for side, place, embed in (("encoder", "source", "src"), ("decoder", "target", "trg")):
        lines[f"{side}.{embed}_word_emb"] = f"{place}_embedding.token"
        lines[f"{side}.position_enc.pos_table"] = f"{place}_embedding.position.table"
        lines[f"{side}.layer_norm"] = f"{place}_embedding.norm"
        layer, ours = f"{side}.layer_stack.{{}}", f"{side}_layers.{{}}"
        norms = [f"{name}.layer_norm" for name in (*_BLOCKS[side], "pos_ffn")]
        lines |= layer_lines(layer, ours, _BLOCKS[side], _PARTS, ("pos_ffn.w_1", "pos_ffn.w_2"), norms)
    return lines


TABLE = _table()
STRUCTURE = Structure(
    projection_bias=False, outer_norms=2, stored_positions=2, tables=3, head_bias=False
)  #: what its shapes tell
CODE_NAMES = {
    "source": "src_seq", "target": "trg_seq", "padding mask": "src_mask [B,1,S]", "target mask": "trg_mask [B,T,T]",
    "look-ahead mask": "get_subsequent_mask(seq) [1,T,T]", "score": "attn before softmax [B,H,Q,K]",
    "weight": "attn [B,H,Q,K]", "memory": "enc_output [B,S,M]", "query": "q", "key": "k", "value": "v",
    "head width": "d_k", "model width": "d_model", "feed-forward width": "d_inner", "output projection": "fc",
    "vocabulary head": "trg_word_prj",
}  # fmt: skip
#: torchtext puts unknown, padding, start and end in this order.
WORDS = SpecialWords(("<unk>", 0), ("<blank>", 1), ("<s>", 2), ("</s>", 3))


def recognise(file: ModelFile) -> bool:
    """By the names of its stack and its projections."""
    return "encoder.layer_stack.0.slf_attn.w_qs.weight" in file.tensors


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """The architecture from shapes and settings; what an older file lacks by train.py's defaults or by answers.

    Raises :class:`Problem`.
    """
    settings = _settings(file)
    vocabulary, width = dimensions(file, SOURCE, 2, FAMILY)
    heads = _heads(file, settings, answers)
    told = partial(_told, settings, answers)
    one_head = told(
        "proj_share_weight", Text("Is the vocabulary head tied to the target embedding?"), False, certain=False
    )
    one_table = told("embs_share_weight", Text("Do source and target share one embedding matrix?"), False)
    mode = told("scale_emb_or_prj", Text("With tied output embedding, what is scaled?"), "prj", SCALES)
    wraps = assume(answers, "wraps_source", Text("Do sources stand between <s> and </s>?"), True, (True, False))
    tied = {HEAD: TARGET} if one_head.value else {}
    tied |= {SOURCE: TARGET} if one_table.value else {}
    scaled = mode.value if one_head.value else "none"
    config = TransformerConfig(
        vocabulary,
        dimensions(file, TARGET, 2, FAMILY)[0],
        width,
        _stack(file, "encoder", heads.value),
        _stack(file, "decoder", heads.value),
        max_length=dimensions(file, TABLES[0], 3, FAMILY)[1],
        target_max_length=dimensions(file, TABLES[1], 3, FAMILY)[1],
        positions="stored",
        scale_embeddings=scaled == "emb",
        scale_logits=scaled == "prj",
        norm_eps=1e-6,
        embedding_norm=True,
        mask_fill=-1e9,
        blocks_produced_padding=False,
        share_embeddings=bool(one_table.value),
        tie_output=bool(one_head.value),
        attention_bias=False,
        output_bias=False,
        dropout=Dropout(embedding=0.1, residual=0.1, attention=0.1),
    )

    def adapt(tensors: Tensors) -> Tensors:
        for copy, table in tied.items():
            _check_same(file, tensors, copy, table)
        return tensors | {name: tensors[name].squeeze(0) for name in TABLES}

    found = Assembly(
        FAMILY, config, TABLE, (heads, one_head, one_table, mode, wraps), adapt=adapt,
        adapted_shapes=adapted(file, adapt), code_names=CODE_NAMES, words=_words(settings, wraps.value),
    )  # fmt: skip
    return assemble(file, found, answers, loading)


def _settings(file: ModelFile) -> Mapping[str, Any]:
    """The options of train.py: an argparse.Namespace in the file, here its entries."""
    found = file.extras.get(SETTINGS)
    return found if isinstance(found, Mapping) else {}


def _told(
    settings: Mapping[str, Any],
    answers: Answers,
    name: str,
    question: str,
    default: Any,
    options: tuple[Any, ...] = (True, False),
    *,
    certain: bool = True,
) -> Assumption:
    """From the settings, else train.py's default."""
    if settings.get(name) in options:
        return assume(answers, name, question, settings[name], options, origin=SETTINGS)
    return assume(answers, name, question, default, options, certain=certain)


def _heads(file: ModelFile, settings: Mapping[str, Any], answers: Answers) -> Assumption:
    rows, _ = dimensions(file, "encoder.layer_stack.0.slf_attn.w_qs.weight", 2, FAMILY)
    values, _ = dimensions(file, "encoder.layer_stack.0.slf_attn.w_vs.weight", 2, FAMILY)
    told = settings.get("n_head")
    if type(told) is not int or ("heads" in answers.values and answers.origins.get("heads") != INSIDE):
        return assume_heads(answers, gcd(rows, values), rows // HEAD_WIDTH if rows % HEAD_WIDTH == 0 else HEADS)
    if told < 1 or rows % told:
        why = Text("its settings say n_head %1 and w_qs has %2 rows, which is no multiple", told, f"{rows:,}")
        raise Problem(str(file.path), why, Text("Save the checkpoint again with the settings of its training"))
    return Assumption("heads", told, SETTINGS, Text("How many heads?"))


def _stack(file: ModelFile, side: str, heads: int) -> StackConfig:
    """d_k and d_v from the rows of the projections."""
    layer = f"{side}.layer_stack.0"
    keys, _ = dimensions(file, f"{layer}.slf_attn.w_ks.weight", 2, FAMILY)
    values, _ = dimensions(file, f"{layer}.slf_attn.w_vs.weight", 2, FAMILY)
    inner, _ = dimensions(file, f"{layer}.pos_ffn.w_1.weight", 2, FAMILY)
    layers = file.count(f"{side}.layer_stack.{{}}.slf_attn.w_qs.weight")
    apart = values // heads if values != keys else None
    return StackConfig(layers, heads, keys // heads, inner, apart)


def _check_same(file: ModelFile, tensors: Tensors, copy: str, table: str) -> None:
    """Settings that say two tables are one are held against the tables."""
    one, other = tensors.get(copy), tensors.get(table)
    if one is None or other is None or one.is_meta or one.equal(other):
        return
    why = Text("its settings say that %1 is %2, and they differ", copy, table)
    raise Problem(str(file.path), why, Text("Save the checkpoint again with the settings of its training"))


def _words(settings: Mapping[str, Any], wraps: bool) -> SpecialWords:
    padding = settings.get("trg_pad_idx")
    given = ("<blank>", padding if type(padding) is int and padding >= 0 else WORDS.padding[1])
    lowercase = not settings.get("keep_case", False)
    return replace(WORDS, padding=given, lowercase=lowercase, wraps_source=wraps)
