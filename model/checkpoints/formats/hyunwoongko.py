"""hyunwoongko/transformer, the most copied Korean implementation of "Attention Is All You Need".

The file is a bare state dict. Names and shapes never changed, but what the code computes did, three
times: so the *era* of the code that trained it is asked. Until 30 November 2021 heads were cut out of
the sequence instead of the features, and the softmax ran over heads: such maps are not from token
to token, and are explained instead of drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from model.checkpoints.assumptions import Answers, Loading, assume, assume_heads
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Assembly, SpecialWords, assemble
from model.checkpoints.formats.shared.keys import Table, dimensions, layer_lines, stack
from model.checkpoints.formats.shared.structure import Structure
from model.common.problems import Problem
from model.common.text import Text
from model.network.config import Dropout, PaddingBlocks, TransformerConfig

FAMILY = "hyunwoongko"
HEADS = 8  #: in its conf.py
LENGTH = 256  #: max_len in its conf.py


@dataclass(frozen=True)
class Era:
    """The rules of one version of the code."""

    padding: PaddingBlocks
    fill: float  #: score of a blocked cell
    norm: Literal["layer", "unbiased"]


_BOTH = PaddingBlocks("both", "both", "both")
#: By the day on which somebody copied the code. −1e-12 blocks nothing: it only sets a score to zero.
ERAS = {
    Text("since June 2023", context="Values"): Era(PaddingBlocks(decoder="queries"), -1e4, "layer"),
    Text("December 2022 to June 2023", context="Values"): Era(_BOTH, -1e4, "layer"),
    Text("December 2021 to December 2022", context="Values"): Era(_BOTH, -1e-12, "unbiased"),
}
SCRAMBLED = Text("until November 2021", context="Values")
_BLOCKS = {
    "encoder": {"attention": "attention"},
    "decoder": {"self_attention": "attention", "enc_dec_attention": "cross"},
}

_FORWARD = "{side}.layers.{{}}.ffn.linear1.weight"
_PARTS = {"w_q": "query", "w_k": "key", "w_v": "value", "w_concat": "output"}


def _table() -> Table:
    lines = {"decoder.linear": "vocabulary"}
    for side, place in (("encoder", "source"), ("decoder", "target")):
        lines[f"{side}.emb.tok_emb"] = f"{place}_embedding.token"
        layer, ours = f"{side}.layers.{{}}", f"{side}_layers.{{}}"
        lines |= layer_lines(layer, ours, _BLOCKS[side], _PARTS, ("ffn.linear1", "ffn.linear2"))
        for number, block in enumerate((*_BLOCKS[side].values(), "feed_forward"), 1):
            lines[f"{layer}.norm{number}.gamma"] = f"{ours}.{block}_residual.norm.weight"
            lines[f"{layer}.norm{number}.beta"] = f"{ours}.{block}_residual.norm.bias"
    return lines


TABLE = _table()
STRUCTURE = Structure()  #: what its shapes tell
CODE_NAMES = {
    "source": "src", "target": "trg", "padding mask": "src_mask [B,1,1,S]", "target mask": "trg_mask [B,1,T,T]",
    "look-ahead mask": "trg_sub_mask [T,T]", "score": "score [B,H,Q,K]", "weight": "score [B,H,Q,K]",
    "memory": "enc_src [B,S,M]", "query": "q", "key": "k", "value": "v", "head width": "d_tensor",
    "model width": "d_model", "feed-forward width": "ffn_hidden", "output projection": "w_concat",
    "vocabulary head": "linear",
}  # fmt: skip


def recognise(file: ModelFile) -> bool:
    """By the name of its output projection."""
    signs = ("encoder.layers.0.attention.w_concat.weight", "decoder.layers.0.self_attention.w_concat.weight")
    return any(name in file.tensors for name in signs)


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """The architecture from the shapes, the rest by the code of its era or by answers.

    Raises :class:`model.common.problems.Problem`, also for the era whose maps mean nothing.
    """
    vocabulary, width = dimensions(file, "encoder.emb.tok_emb.weight", 2, FAMILY)
    current = next(iter(ERAS))
    era = assume(answers, "era", Text("When was the code copied?"), current, (*ERAS, SCRAMBLED), certain=False)
    if era.value == SCRAMBLED:
        raise _scrambled(file)
    rules = ERAS[era.value]
    heads = assume_heads(answers, width, HEADS)
    length = assume(answers, "max_length", Text("How many positions (max_len)?"), LENGTH)
    config = TransformerConfig(
        vocabulary,
        dimensions(file, "decoder.emb.tok_emb.weight", 2, FAMILY)[0],
        width,
        stack(file, _FORWARD.format(side="encoder"), width, heads.value, FAMILY),
        stack(file, _FORWARD.format(side="decoder"), width, heads.value, FAMILY),
        max_length=length.value,
        scale_embeddings=False,
        norm=rules.norm,
        norm_eps=1e-12,
        mask_fill=rules.fill,
        padding_blocks=rules.padding,
        dropout=Dropout(embedding=0.1, residual=0.1, feed_forward=0.1),
    )
    words = SpecialWords(languages=("en", "de"))
    found = Assembly(FAMILY, config, TABLE, (heads, era, length), code_names=CODE_NAMES, words=words)
    return assemble(file, found, answers, loading)


def _scrambled(file: ModelFile) -> Problem:
    return Problem(
        str(file.path),
        Text(
            "until 30 November 2021 this code cut its heads with .view() straight from [B,N,M], "
            "which mixes positions, and its softmax ran over the heads: a row of such a map is no "
            "distribution over tokens, so it cannot be drawn"
        ),
        Text("Train it with today's code, or choose another era if the code was copied later"),
    )
