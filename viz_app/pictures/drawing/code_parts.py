"""What users call the parts of an attention block in the code they know, per family. A table of names, nothing else.

It goes on where :mod:`viz_app.pictures.drawing.code_names` ends: from the weights to what the next sub-layer reads.
"""

from __future__ import annotations

from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind


@dataclass(frozen=True)
class CodeParts:
    """``%1`` stands for the layer, from 0; W_Q, W_K, W_V and W_O are attributes of the block's module."""

    projections: tuple[str, str, str]  #: W_Q, W_K, W_V
    output: str  #: W_O
    norms: dict[Kind, str]  #: the LayerNorm of the attention's residual


def _parts(projections: str, output: str, encoder: str, decoder: str, cross: str) -> CodeParts:
    query, key, value = projections.split()
    return CodeParts((query, key, value), output, {"encoder": encoder, "decoder": decoder, "cross": cross})


HUGGING_FACE_PARTS = _parts(
    "q_proj k_proj v_proj", "out_proj", "model.encoder.layers[%1].self_attn_layer_norm",
    "model.decoder.layers[%1].self_attn_layer_norm", "model.decoder.layers[%1].encoder_attn_layer_norm",
)  # fmt: skip
T5_PARTS = _parts(
    "q k v", "o", "encoder.block[%1].layer[0].layer_norm", "decoder.block[%1].layer[0].layer_norm",
    "decoder.block[%1].layer[1].layer_norm",
)  # fmt: skip
PART_FAMILIES: dict[str, CodeParts] = {
    "headscope": _parts(
        "query key value", "output", "encoder_layers[%1].attention_residual.norm",
        "decoder_layers[%1].attention_residual.norm", "decoder_layers[%1].cross_residual.norm",
    ),
    "tut6": _parts(
        "fc_q fc_k fc_v", "fc_o", "encoder.layers[%1].self_attn_layer_norm",
        "decoder.layers[%1].self_attn_layer_norm", "decoder.layers[%1].enc_attn_layer_norm",
    ),
    "family a": _parts(
        "w_q w_k w_v", "w_o", "encoder.encoder_layers[%1].layerNorm1", "decoder.decoder_layers[%1].layerNorm1",
        "decoder.decoder_layers[%1].layerNorm2",
    ),
    "hyunwoongko": _parts(
        "w_q w_k w_v", "w_concat", "encoder.layers[%1].norm1", "decoder.layers[%1].norm1", "decoder.layers[%1].norm2",
    ),
    "paul-hyun/transformer-evolution": _parts(
        "W_Q W_K W_V", "linear", "encoder.layers[%1].layer_norm1", "decoder.layers[%1].layer_norm1",
        "decoder.layers[%1].layer_norm2",
    ),
    "nn.transformer": _parts(
        "in_proj in_proj in_proj", "out_proj", "encoder.layers[%1].norm1", "decoder.layers[%1].norm1",
        "decoder.layers[%1].norm2",
    ),
    "the annotated transformer": _parts(
        "linears[0] linears[1] linears[2]", "linears[3]", "encoder.layers[%1].sublayer[0].norm",
        "decoder.layers[%1].sublayer[0].norm", "decoder.layers[%1].sublayer[1].norm",
    ),
    "jadore801120/attention-is-all-you-need-pytorch": _parts(
        "w_qs w_ks w_vs", "fc", "encoder.layer_stack[%1].slf_attn.layer_norm",
        "decoder.layer_stack[%1].slf_attn.layer_norm", "decoder.layer_stack[%1].enc_attn.layer_norm",
    ),
    "marian": HUGGING_FACE_PARTS, "bart": HUGGING_FACE_PARTS, "mbart": HUGGING_FACE_PARTS, "m2m100": HUGGING_FACE_PARTS,
    "t5": T5_PARTS, "mt5": T5_PARTS,
}  # fmt: skip
