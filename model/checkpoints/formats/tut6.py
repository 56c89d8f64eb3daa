"""bentrevett/pytorch-seq2seq 6, "Attention is All You Need", and its descendants.

The file is a bare state dict: no head count and no vocabulary. The notebook's history is in the
names: until April 2020 each layer had one shared ``layer_norm``, until December 2019 ``fc_o`` was
called ``fc``, until October 2019 blocks had two letters, and until September 2019 the feed-forward
was a convolution of width 1. What they compute is the same, but for the rows of target padding.
"""

from __future__ import annotations

from torch import Tensor

from model.checkpoints.assumptions import Answers, Assumption, Loading, assume, assume_heads
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Assembly, adapted, assemble
from model.checkpoints.formats.shared.keys import Table, covered, dimensions
from model.checkpoints.formats.shared.structure import Structure
from model.common.text import Text
from model.network.config import Dropout, PaddingBlocks, StackConfig, TransformerConfig

FAMILY = "tut6"
HEADS = 8  #: in every version of the notebook
FORWARD = ("positionwise_feedforward", "pf")  #: the feed-forward's name, now and until October 2019
_BLOCKS = {
    "encoder": {"self_attention": "attention", "sa": "attention"},
    "decoder": {"self_attention": "attention", "sa": "attention", "encoder_attention": "cross", "ea": "cross"},
}
_PROJECTIONS = {
    "fc_q": "query", "fc_k": "key", "fc_v": "value", "fc_o": "output",
    "w_q": "query", "w_k": "key", "w_v": "value", "fc": "output",
}  # fmt: skip
_NORMS = {"self_attn_layer_norm": "attention", "enc_attn_layer_norm": "cross", "ff_layer_norm": "feed_forward"}
_SHARED_NORMS = ("layer_norm", "ln")


def _table() -> Table:
    lines: dict[str, str | tuple[str, ...]] = {"decoder.fc_out": "vocabulary", "decoder.fc": "vocabulary"}
    for side, place in (("encoder", "source"), ("decoder", "target")):
        lines[f"{side}.tok_embedding"] = f"{place}_embedding.token"
        # A table is a parameter of ours and a module of theirs, so its ending is part of the line.
        lines[f"{side}.pos_embedding.weight"] = f"{place}_embedding.position.table"
        layer, ours = f"{side}.layers.{{}}", f"{side}_layers.{{}}"
        for theirs, block in _BLOCKS[side].items():
            lines |= {f"{layer}.{theirs}.{name}": f"{ours}.{block}.{role}" for name, role in _PROJECTIONS.items()}
        for theirs in FORWARD:
            lines[f"{layer}.{theirs}.fc_1"] = f"{ours}.feed_forward.expand"
            lines[f"{layer}.{theirs}.fc_2"] = f"{ours}.feed_forward.contract"
        blocks = (*dict.fromkeys(_BLOCKS[side].values()), "feed_forward")
        lines |= {
            f"{layer}.{name}": f"{ours}.{block}_residual.norm" for name, block in _NORMS.items() if block in blocks
        }
        lines |= {
            f"{layer}.{name}": tuple(f"{ours}.{block}_residual.norm" for block in blocks) for name in _SHARED_NORMS
        }
    return lines


TABLE = _table()
STRUCTURE = Structure(tables=4)  #: what its shapes tell
CODE_NAMES = {
    "source": "src", "target": "trg", "padding mask": "src_mask [B,1,1,S]", "target mask": "trg_mask [B,1,T,T]",
    "look-ahead mask": "trg_sub_mask [T,T]", "score": "energy [B,H,Q,K]", "weight": "attention [B,H,Q,K]",
    "memory": "enc_src [B,S,M]", "query": "Q", "key": "K", "value": "V", "head width": "head_dim",
    "model width": "hid_dim", "feed-forward width": "pf_dim", "output projection": "fc_o", "vocabulary head": "fc_out",
}  # fmt: skip


def recognise(file: ModelFile) -> bool:
    """By the names of its feed-forward block and its embedding."""
    forward = (f"encoder.layers.0.{name}.fc_1.weight" in file.tensors for name in FORWARD)
    return any(forward) and "encoder.tok_embedding.weight" in file.tensors


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """The architecture from the shapes, the rest by the notebook's own code or by answers.

    Raises :class:`model.common.problems.Problem`.
    """
    vocabulary, width = dimensions(file, "encoder.tok_embedding.weight", 2, FAMILY)
    heads = assume_heads(answers, width, HEADS)
    others = assume(answers, "decoder_heads", Text("How many heads in the decoder?"), heads.value, heads.options)
    shared = any(f"encoder.layers.0.{name}.weight" in file.tensors for name in _SHARED_NORMS)
    # The shared norm and the rows of target padding were both corrected in April 2020.
    rows = assume(
        answers, "padding_blocks", Text("What does target padding block?"), "queries" if shared else "keys",
        (Text("keys", context="Values"), Text("queries", context="Values")),
    )  # fmt: skip
    norms = (
        Text("one norm for a whole layer, until April 2020", context="Values")
        if shared
        else Text("a norm for each sub-layer", context="Values")
    )
    era = Assumption("era", norms, file.path.name, Text("Which version of the notebook?"))
    config = TransformerConfig(
        vocabulary,
        dimensions(file, "decoder.tok_embedding.weight", 2, FAMILY)[0],
        width,
        _stack(file, "encoder", width, heads.value),
        _stack(file, "decoder", width, others.value),
        max_length=dimensions(file, "encoder.pos_embedding.weight", 2, FAMILY)[0],
        target_max_length=dimensions(file, "decoder.pos_embedding.weight", 2, FAMILY)[0],
        positions="learned",
        mask_fill=-1e10,
        padding_blocks=PaddingBlocks(decoder=rows.value),
        dropout=Dropout(embedding=0.1, residual=0.1, attention=0.1, feed_forward=0.1),
    )
    # This version's lines first: what is missing is named as it would name it.
    table = dict(sorted(TABLE.items(), key=lambda line: not covered(file.tensors, dict([line]))))
    found = Assembly(
        FAMILY, config, table, (heads, others, rows, era), adapt=_flattened, adapted_shapes=adapted(file, _flattened),
        code_names=CODE_NAMES,
    )  # fmt: skip
    return assemble(file, found, answers, loading)


def _stack(file: ModelFile, side: str, width: int, heads: int) -> StackConfig:
    """One stack's sizes, from its feed-forward blocks."""
    lines = [f"{side}.layers.{{}}.{name}.fc_1.weight" for name in FORWARD]
    line = next((line for line in lines if line.format(0) in file.tensors), lines[0])
    rank = 3 if len(file.shape(line.format(0))) == 3 else 2  # of a convolution
    inner = dimensions(file, line.format(0), rank, FAMILY)[0]
    return StackConfig(file.count(line), heads, width // heads, inner)


def _flattened(tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    """The weights [F,M,1] of a convolution of width 1 are those of a linear layer [F,M]."""
    return {
        name: value[:, :, 0] if value.dim() == 3 and value.shape[2] == 1 else value for name, value in tensors.items()
    }
