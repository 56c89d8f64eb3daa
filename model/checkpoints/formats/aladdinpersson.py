"""aladdinpersson/Machine-Learning-Collection, "Transformer from scratch".

Each attention has three small matrices that all of its heads share, so the file tells the number of heads. Its code
divides scores by √embed_size instead of √d_k: here queries are multiplied by √(d_k/embed_size), which is the same.
The target's padding is not blocked. Positions are learned, and embeddings not scaled.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import torch
from torch import Tensor

from model.checkpoints.assumptions import INSIDE, Answers, Assumption, Loading, assume
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Assembly, SpecialWords, Tensors, adapted, assemble
from model.checkpoints.formats.shared.keys import Table, dimensions, stack
from model.checkpoints.formats.shared.structure import ONE_SMALL, Structure
from model.common.problems import Problem
from model.common.text import Text
from model.network.config import Dropout, PaddingBlocks, TransformerConfig

FAMILY = "aladdinpersson, Transformer from scratch"
SMALL = "encoder.layers.0.attention.queries.weight"  #: [D,D], the same for every head
_PARTS = {"queries": "query", "keys": "key", "values": "value", "fc_out": "output"}
_CROSS = "transformer_block."  #: its attention and what follows, in a layer of the decoder
SPECIALS = "special_ids"
IDS = Text("Which ids are padding, start and end?")
ORDERS = {
    "0, 1, 2": SpecialWords(("<unk>", 3), ("<pad>", 0), ("<sos>", 1), ("<eos>", 2)),  # as in its example
    "1, 2, 3": SpecialWords(),  # as torchtext numbers them
}


def _block(theirs: str, ours: str, attention: str, norms: tuple[str, str]) -> dict[str, str]:
    """The lines of a TransformerBlock: an attention with its norm, the feed-forward with its own."""
    lines = {f"{theirs}attention.{name}": f"{ours}.{attention}.{role}" for name, role in _PARTS.items()}
    for name, block in zip(norms, (attention, "feed_forward"), strict=True):
        lines[f"{theirs}{name}"] = f"{ours}.{block}_residual.norm"
    return lines | {
        f"{theirs}feed_forward.{n}": f"{ours}.feed_forward.{role}" for n, role in ((0, "expand"), (2, "contract"))
    }


def _table() -> Table:
    lines = {"decoder.fc_out": "vocabulary"}
    for side, place in (("encoder", "source"), ("decoder", "target")):
        lines[f"{side}.word_embedding"] = f"{place}_embedding.token"
        lines[f"{side}.position_embedding.weight"] = f"{place}_embedding.position.table"
    lines |= _block("encoder.layers.{}.", "encoder_layers.{}", "attention", ("norm1", "norm2"))
    ours = "decoder_layers.{}"
    lines |= {f"decoder.layers.{{}}.attention.{name}": f"{ours}.attention.{role}" for name, role in _PARTS.items()}
    lines["decoder.layers.{}.norm"] = f"{ours}.attention_residual.norm"
    return lines | _block(f"decoder.layers.{{}}.{_CROSS}", ours, "cross", ("norm1", "norm2"))


TABLE = _table()
STRUCTURE = Structure(ONE_SMALL, tables=4)  #: what its shapes tell
CODE_NAMES = {
    "source": "src", "target": "trg", "padding mask": "src_mask [B,1,1,S]", "target mask": "trg_mask [B,1,T,T]",
    "look-ahead mask": "trg_mask [B,1,T,T]", "score": "energy / √embed_size [B,H,Q,K]",
    "weight": "attention [B,H,Q,K]", "memory": "enc_src [B,S,M]", "query": "queries", "key": "keys",
    "value": "values", "head width": "head_dim", "model width": "embed_size",
    "feed-forward width": "forward_expansion·M", "output projection": "fc_out", "vocabulary head": "fc_out",
}  # fmt: skip


def recognise(file: ModelFile) -> bool:
    """By the name of its attention in a layer of the decoder."""
    return f"decoder.layers.0.{_CROSS}attention.queries.weight" in file.tensors


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """The architecture from the shapes, all of it; only its special ids may be answered.

    Raises :class:`model.common.problems.Problem`.
    """
    vocabulary, width = dimensions(file, "encoder.word_embedding.weight", 2, FAMILY)
    size, _ = dimensions(file, SMALL, 2, FAMILY)
    if width % size:
        why = Text("%1 is %2 where %3 has %4", SMALL, list(file.shape(SMALL)), FAMILY, Text("a divisor of %1", width))
        raise Problem(str(file.path), why, Text("Compare your code with that family's"))
    heads = width // size
    order = assume(answers, SPECIALS, IDS, "0, 1, 2", tuple(ORDERS), certain=False)
    count = Assumption("stored_heads", heads, INSIDE, Text("How many heads?"))
    scaled = Text("√embed_size = %1, here within the queries", f"{width**0.5:.4g}", context="Values")
    divisor = Assumption("stored_scale", scaled, INSIDE, Text("By what are scores divided?"))
    config = TransformerConfig(
        vocabulary,
        dimensions(file, "decoder.word_embedding.weight", 2, FAMILY)[0],
        width,
        stack(file, "encoder.layers.{}.feed_forward.0.weight", width, heads, FAMILY),
        stack(file, f"decoder.layers.{{}}.{_CROSS}feed_forward.0.weight", width, heads, FAMILY),
        max_length=dimensions(file, "encoder.position_embedding.weight", 2, FAMILY)[0],
        target_max_length=dimensions(file, "decoder.position_embedding.weight", 2, FAMILY)[0],
        positions="learned",
        scale_embeddings=False,
        mask_fill=-1e20,
        padding_blocks=PaddingBlocks(decoder="none"),
        blocks_produced_padding=False,
        dropout=Dropout(embedding=0.1, residual=0.1),
    )
    adapt = partial(_adapt, heads)
    found = Assembly(
        FAMILY, config, TABLE, (count, order, divisor), adapt=adapt, adapted_shapes=adapted(file, adapt),
        code_names=CODE_NAMES, words=ORDERS[order.value],
    )  # fmt: skip
    checkpoint = assemble(file, found, answers, loading)
    return replace(checkpoint, assumptions=tuple(_spelled(one, checkpoint) for one in checkpoint.assumptions))


def _spelled(one: Assumption, checkpoint: Checkpoint) -> Assumption:
    """The special ids as the target's vocabulary spells them, where there is one."""
    told = next((each for each in checkpoint.assumptions if each.name == "target_vocabulary"), one)
    if one.name != SPECIALS or not told.value or told is one:
        return one
    special = checkpoint.special
    ids = ", ".join(map(str, (special.target_padding, special.start, *special.ends)))
    return replace(one, value=ids, origin=told.origin, certain=True)


def _adapt(heads: int, tensors: Tensors) -> Tensors:
    """A small matrix [D,D] as the whole one [M,M] that has it once for each head, with a bias of zeros [M]."""
    result = dict(tensors)
    for name, value in tensors.items():
        part = name.rpartition(".attention.")[2].removesuffix(".weight")
        if part in ("queries", "keys", "values") and value.dim() == 2:
            precise = value if value.dtype == torch.float64 else value.float()
            queries = part == "queries"  # √(D/M) = 1/√H
            result[name] = _repeated(precise if queries else value, heads, heads**-0.5 if queries else 1.0)
            result[name.removesuffix("weight") + "bias"] = value.new_zeros(value.shape[0] * heads)
    return result


def _repeated(small: Tensor, heads: int, factor: float) -> Tensor:
    """[D,E] → [H·D,H·E] with ``factor`` times ``small`` along the diagonal: each head reads its own slice alone."""
    rows, columns = small.shape
    whole = small.new_zeros(heads, rows, heads, columns)
    for head in range(heads):
        whole[head, :, head] = small
    if factor != 1 and not whole.is_meta:  # without values torch would import its compiler for it, a second's work
        whole *= factor
    return whole.view(heads * rows, heads * columns)
