"""paul-hyun/transformer-evolution: its Transformer, alone or inside ``MovieClassification``.

Upstream it ends with hidden states: there is no vocabulary head and no next token, and its classifier
reads the largest values over a decoder input of ``[BOS]`` alone. Positions count from 1; row 0 of the
position table is padding's. The head count lies in the configuration's JSON.
"""

from __future__ import annotations

from model.checkpoints.assumptions import Answers, Loading, assume, assume_heads
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Assembly, SpecialWords, Tensors, adapted, assemble
from model.checkpoints.formats.shared.keys import Table, dimensions, layer_lines
from model.checkpoints.formats.shared.structure import Structure
from model.common.text import Text
from model.network.config import Dropout, StackConfig, TransformerConfig

FAMILY = "paul-hyun/transformer-evolution"
HEAD_WIDTH = 64  #: d_head in both of its configurations
WRAPPER, PROJECTION = "transformer.", "projection"
FORWARD = "layers.0.pos_ffn.conv1.weight"
RELATIVE = "enc_self_attn"  #: what nlp-tutorial, its relative, calls an attention
ROW_0 = "[0]"  #: what its adapted name ends in
_BLOCKS = {
    "encoder": {"self_attn": "attention"},
    "decoder": {"self_attn": "attention", "dec_enc_attn": "cross"},
}
_PARTS = {"W_Q": "query", "W_K": "key", "W_V": "value", "linear": "output"}
_NORMS = ("layer_norm1", "layer_norm2", "layer_norm3")


def table(prefix: str = "", head: str = "classifier") -> Table:
    """``prefix`` stands before both stacks in MovieClassification; ``head`` is what its projection is."""
    lines = {PROJECTION: head}
    for side, place, embed in (("encoder", "source", "enc_emb"), ("decoder", "target", "dec_emb")):
        theirs = f"{prefix}{side}"
        lines[f"{theirs}.{embed}"] = f"{place}_embedding.token"
        lines[f"{theirs}.pos_emb.weight"] = f"{place}_embedding.position.table"
        lines[f"{theirs}.pos_emb.weight{ROW_0}"] = f"{place}_embedding.position.padding"
        layer, ours = f"{theirs}.layers.{{}}", f"{side}_layers.{{}}"
        lines |= layer_lines(layer, ours, _BLOCKS[side], _PARTS, ("pos_ffn.conv1", "pos_ffn.conv2"), _NORMS)
    return lines


TABLE = table()
STRUCTURE = Structure(convolutions=True, tables=4, head_bias=False)  #: what its shapes tell
CODE_NAMES = {
    "source": "enc_inputs", "target": "dec_inputs", "padding mask": "enc_attn_mask [B,S,S], True = hidden",
    "target mask": "dec_self_attn_mask [B,T,T], True = hidden", "look-ahead mask": "dec_attn_decoder_mask [B,T,T]",
    "score": "scores [B,H,Q,K]", "weight": "attn_prob [B,H,Q,K]", "memory": "enc_outputs [B,S,M]", "query": "q_s",
    "key": "k_s", "value": "v_s", "head width": "d_head", "model width": "d_hidn", "feed-forward width": "d_ff",
    "output projection": "linear",
}  # fmt: skip
WORDS = SpecialWords(
    ("[UNK]", 1), ("[PAD]", 0), ("[BOS]", 2), ("[EOS]", 3), lowercase=False, languages=("ko", "ko"), wraps_source=False
)


def recognise(file: ModelFile) -> bool:
    """By the convolutions of its feed-forward block."""
    return _prefix(file) is not None and f"encoder.layers.0.{RELATIVE}.W_Q.weight" not in file.tensors


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """The architecture from the shapes, the head count from the configuration beside it or by 64 values a head.

    Raises :class:`model.common.problems.Problem`.
    """
    prefix = _prefix(file) or ""
    vocabulary, width = dimensions(file, f"{prefix}encoder.enc_emb.weight", 2, FAMILY)
    target, _ = dimensions(file, f"{prefix}decoder.dec_emb.weight", 2, FAMILY)
    rows, _ = dimensions(file, f"{prefix}encoder.layers.0.self_attn.W_Q.weight", 2, FAMILY)
    heads = assume_heads(answers, rows, max(1, rows // HEAD_WIDTH))
    eps = assume(answers, "norm_eps", Text("What is added to the variance in norms?"), 1e-12)
    outputs = (*file.shape(f"{PROJECTION}.weight"), 0)[0]
    speaks = outputs == target  # somebody put a vocabulary head on it
    config = TransformerConfig(
        vocabulary,
        target,
        width,
        _stack(file, f"{prefix}encoder", heads.value),
        _stack(file, f"{prefix}decoder", heads.value),
        max_length=dimensions(file, f"{prefix}encoder.pos_emb.weight", 2, FAMILY)[0] - 1,
        target_max_length=dimensions(file, f"{prefix}decoder.pos_emb.weight", 2, FAMILY)[0] - 1,
        positions="stored",
        padding_position=True,
        scale_embeddings=False,
        norm_eps=eps.value,
        activation="gelu",
        mask_fill=-1e9,
        vocabulary_head=speaks,
        output_bias=speaks and f"{PROJECTION}.bias" in file.tensors,
        classes=0 if speaks else outputs,
        dropout=Dropout(residual=0.1, attention=0.1),
    )
    found = Assembly(
        FAMILY, config, table(prefix, "vocabulary" if speaks else "classifier"), (heads, eps), adapt=_adapt,
        adapted_shapes=adapted(file, _adapt), code_names=CODE_NAMES, words=WORDS,
    )  # fmt: skip
    return assemble(file, found, answers, loading)


def _prefix(file: ModelFile) -> str | None:
    found = (prefix for prefix in ("", WRAPPER) if len(file.shape(f"{prefix}encoder.{FORWARD}")) == 3)
    return next(found, None)


def _stack(file: ModelFile, side: str, heads: int) -> StackConfig:
    inner, _, _ = dimensions(file, f"{side}.{FORWARD}", 3, FAMILY)
    rows, _ = dimensions(file, f"{side}.layers.0.self_attn.W_Q.weight", 2, FAMILY)
    return StackConfig(file.count(f"{side}.layers.{{}}.pos_ffn.conv1.weight"), heads, rows // heads, inner)


def _adapt(tensors: Tensors) -> Tensors:
    """Convolutions over one position as the linear layers that they are; padding's row apart from the others."""
    result: Tensors = {}
    for name, value in tensors.items():
        if name.endswith((".conv1.weight", ".conv2.weight")):
            result[name] = value.squeeze(-1)  # [F,M,1] → [F,M]; a wider kernel stays as it is and is refused
        elif name.endswith(".pos_emb.weight") and value.dim():
            result |= {f"{name}{ROW_0}": value[0], name: value[1:]}
        else:
            result[name] = value
    return result
