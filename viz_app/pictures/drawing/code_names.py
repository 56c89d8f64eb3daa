"""The names of these numbers in the code of each family: of masks, scores and weights, and of the parts of a block
from the weights to the input of the next sub-layer. A table of names, nothing else.

Shapes use the glossary's letters; layers in code count from 0, as in the code itself.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from model.common.lazy_dataclass import dataclass
from model.common.text import fill
from model.record.trace import Kind

SHAPES = ("[B,H,S,S]", "[B,H,T,T]", "[B,H,T,S]")  #: of the numbers, in most families
FOLDED = ("[B·H,S,S]", "[B·H,T,T]", "[B·H,T,S]")  #: heads within the batch


@dataclass(frozen=True)
class CodeNames:
    """``%1`` stands for the layer, from 0, as the code counts."""

    modules: dict[Kind, str]
    numbers: str  #: score → softmax → weight
    masks: dict[Kind, str]
    may_attend: str  #: what the code calls a cell that is not blocked
    shapes: dict[Kind, str]  #: of the numbers


def _each(names: tuple[str, str, str]) -> dict[Kind, str]:
    return {"encoder": names[0], "decoder": names[1], "cross": names[2]}


def _names(
    encoder: str, decoder: str, cross: str, numbers: str, masks: tuple[str, str, str], may_attend: str = "True",
    shapes: tuple[str, str, str] = SHAPES,
) -> CodeNames:  # fmt: skip
    """A row of the table below: the three modules, the numbers, the three masks and shapes in the same order."""
    return CodeNames(_each((encoder, decoder, cross)), numbers, _each(masks), may_attend, _each(shapes))


OWN = _names(
    "encoder_layers[%1].attention", "decoder_layers[%1].attention", "decoder_layers[%1].cross",
    "scores → softmax → weights", ("padding_mask [B,S]", "target_mask [B,T,T]", "cross_mask [B,T,S]"),
)  # fmt: skip
ATTENTIONS = "softmax → encoder_attentions, decoder_attentions, cross_attentions"
ATTENTION_MASKS = ("attention_mask [B,S]", "decoder_attention_mask [B,T] and look-ahead", "attention_mask [B,S]")
HUGGING_FACE = _names(
    "model.encoder.layers[%1].self_attn", "model.decoder.layers[%1].self_attn", "model.decoder.layers[%1].encoder_attn",
    f"attn_weights → {ATTENTIONS}", ATTENTION_MASKS, "1",
)  # fmt: skip
T5 = _names(
    "encoder.block[%1].layer[0].SelfAttention", "decoder.block[%1].layer[0].SelfAttention",
    "decoder.block[%1].layer[1].EncDecAttention", "scores + position_bias → softmax → attn_weights",
    ATTENTION_MASKS, "1",
)  # fmt: skip


def _encoder_decoder(inner: str) -> CodeNames:
    """``EncoderDecoderModel``; ``inner`` is what the decoder calls its stack."""
    encoder, decoder = "encoder.encoder.layer[%1]", f"decoder.{inner}.encoder.layer[%1]"
    return _names(
        f"{encoder}.attention", f"{decoder}.attention", f"{decoder}.crossattention",
        f"attn_weights → {ATTENTIONS}", ATTENTION_MASKS, "1",
    )  # fmt: skip


BERT, ROBERTA = _encoder_decoder("bert"), _encoder_decoder("roberta")
KERAS = 'get_layer("%s").get_layer("%s_layer_%%1").get_layer("%s")'
FAMILIES: dict[str, CodeNames] = {
    "headscope": OWN,
    "tut6": _names(
        "encoder.layers[%1].self_attention", "decoder.layers[%1].self_attention",
        "decoder.layers[%1].encoder_attention", "energy → softmax → attention",
        ("src_mask [B,1,1,S]", "trg_mask [B,1,T,T]", "src_mask [B,1,1,S]"),
    ),
    "family a": _names(
        "encoder.encoder_layers[%1].attention", "decoder.decoder_layers[%1].attention1",
        "decoder.decoder_layers[%1].attention2", "attention_score → softmax → attention_score",
        ("padding_mask [B,1,S,S]", "look_ahead_mask [B,1,T,T]", "enc_dec_padding_mask [B,1,T,S]"),
    ),
    "hyunwoongko": _names(
        "encoder.layers[%1].attention", "decoder.layers[%1].self_attention", "decoder.layers[%1].enc_dec_attention",
        "score → softmax → score", ("src_mask [B,1,1,S]", "trg_mask [B,1,T,T]", "src_mask [B,1,1,S]"),
    ),
    "paul-hyun/transformer-evolution": _names(
        "encoder.layers[%1].self_attn", "decoder.layers[%1].self_attn", "decoder.layers[%1].dec_enc_attn",
        "scores → softmax → attn_prob",
        ("enc_attn_mask [B,S,S]", "dec_self_attn_mask [B,T,T]", "dec_enc_attn_mask [B,T,S]"), "False",
    ),
    "nn.transformer": _names(
        "encoder.layers[%1].self_attn", "decoder.layers[%1].self_attn",
        "decoder.layers[%1].multihead_attn", "softmax → attn_output_weights",
        ("src_padding_mask [B,S]", "tgt_mask [T,T] and tgt_padding_mask [B,T]", "memory_key_padding_mask [B,S]"),
        "False",
    ),
    "the annotated transformer": _names(
        "encoder.layers[%1].self_attn", "decoder.layers[%1].self_attn", "decoder.layers[%1].src_attn",
        "scores → softmax → p_attn", ("src_mask [B,1,S]", "tgt_mask [B,T,T]", "src_mask [B,1,S]"),
    ),
    "jadore801120/attention-is-all-you-need-pytorch": _names(
        "encoder.layer_stack[%1].slf_attn", "decoder.layer_stack[%1].slf_attn", "decoder.layer_stack[%1].enc_attn",
        "attn → softmax → attn", ("src_mask [B,1,S]", "trg_mask [B,T,T]", "src_mask [B,1,S]"),
    ),
    "hkproj/pytorch-transformer": _names(
        "encoder.layers[%1].self_attention_block", "decoder.layers[%1].self_attention_block",
        "decoder.layers[%1].cross_attention_block", "attention_scores → softmax → attention_scores",
        ("encoder_mask [B,1,1,S]", "decoder_mask [B,1,T,T]", "encoder_mask [B,1,1,S]"), "1",
    ),
    "samlynnevans/transformer": _names(
        "encoder.layers[%1].attn", "decoder.layers[%1].attn_1", "decoder.layers[%1].attn_2",
        "scores → softmax → scores", ("src_mask [B,1,S]", "trg_mask [B,T,T]", "src_mask [B,1,S]"),
    ),
    "gordicaleksa/pytorch-original-transformer": _names(
        "encoder.encoder_layers[%1].multi_headed_attention", "decoder.decoder_layers[%1].trg_multi_headed_attention",
        "decoder.decoder_layers[%1].src_multi_headed_attention", "scores → softmax → attention_weights",
        ("src_mask [B,1,1,S]", "trg_mask [B,1,T,T]", "src_mask [B,1,1,S]"),
    ),
    "aladdinpersson, transformer from scratch": _names(
        "encoder.layers[%1].attention", "decoder.layers[%1].attention",
        "decoder.layers[%1].transformer_block.attention", "energy / √embed_size → softmax → attention",
        ("src_mask [B,1,1,S]", "trg_mask [B,1,T,T]", "src_mask [B,1,1,S]"), "1",
    ),
    "nlp-tutorial (graykode, wmathor)": _names(
        "encoder.layers[%1].enc_self_attn", "decoder.layers[%1].dec_self_attn", "decoder.layers[%1].dec_enc_attn",
        "scores → softmax → attn",
        ("enc_self_attn_mask [B,S,S]", "dec_self_attn_mask [B,T,T]", "dec_enc_attn_mask [B,T,S]"), "False",
    ),
    "dive into deep learning": _names(
        "encoder.blks.block%1.attention", "decoder.blks.block%1.attention1", "decoder.blks.block%1.attention2",
        "scores → masked_softmax → attention_weights",
        ("enc_valid_lens [B]", "dec_valid_lens [B,T]", "enc_valid_lens [B]"), shapes=FOLDED,
    ),
    "labml_nn.transformers": _names(
        "encoder.layers[%1].self_attn", "decoder.layers[%1].self_attn", "decoder.layers[%1].src_attn",
        "scores → softmax → attn", ("src_mask [1,S,B]", "tgt_mask [T,T,B]", "src_mask [1,S,B]"),
        shapes=("[S,S,B,H]", "[T,T,B,H]", "[T,S,B,H]"),
    ),
    "tensorflow, translation with a transformer": _names(
        "encoder.enc_layers[%1].self_attention.mha", "decoder.dec_layers[%1].causal_self_attention.mha",
        "decoder.dec_layers[%1].cross_attention.mha", "softmax → attn_scores",
        ("mask_zero [B,S]", "use_causal_mask, mask_zero [B,T]", "mask_zero [B,S]"),
    ),
    "keras chatbot tutorial": _names(
        KERAS % ("encoder", "encoder", "attention"), KERAS % ("decoder", "decoder", "attention_1"),
        KERAS % ("decoder", "decoder", "attention_2"),
        "logits → softmax → attention_weights",
        ("enc_padding_mask [B,1,1,S]", "look_ahead_mask [B,1,T,T]", "dec_padding_mask [B,1,1,S]"), "0",
    ),
    "fairseq": _names(
        "encoder.layers[%1].self_attn", "decoder.layers[%1].self_attn", "decoder.layers[%1].encoder_attn",
        "attn_weights → softmax → attn_weights",
        ("encoder_padding_mask [B,S]", "self_attn_mask [T,T] and self_attn_padding_mask [B,T]",
         "encoder_padding_mask [B,S]"),
        "False", FOLDED,
    ),
    "joeynmt": _names(
        "encoder.layers[%1].src_src_att", "decoder.layers[%1].trg_trg_att", "decoder.layers[%1].src_trg_att",
        "scores → softmax → attention_weights", ("src_mask [B,1,S]", "trg_mask [B,T,T]", "src_mask [B,1,S]"),
    ),
    "opennmt-py": _names(
        "encoder.transformer[%1].self_attn", "decoder.transformer_layers[%1].self_attn",
        "decoder.transformer_layers[%1].context_attn", "scores → softmax → attn",
        ("mask [B,1,S,S]", "dec_mask [B,1,T,T]", "src_pad_mask [B,1,T,S]"), "False",
    ),
    "led": _names(
        "led.encoder.layers[%1].self_attn", "led.decoder.layers[%1].self_attn", "led.decoder.layers[%1].encoder_attn",
        f"attn_scores, attn_weights → {ATTENTIONS}", ATTENTION_MASKS, "1",
        ("[B,H,S,attention_window + 1]", *SHAPES[1:]),  # a column is a distance, not a token
    ),
    "marian": HUGGING_FACE, "bart": HUGGING_FACE, "mbart": HUGGING_FACE, "m2m100": HUGGING_FACE,
    "pegasus": HUGGING_FACE, "blenderbot": HUGGING_FACE, "blenderbotsmall": HUGGING_FACE, "fsmt": HUGGING_FACE,
    "t5": T5, "mt5": T5, "umt5": T5, "bert2bert": BERT, "roberta2roberta": ROBERTA,
    "xlm-roberta2xlm-roberta": ROBERTA, "camembert2camembert": ROBERTA,
}  # fmt: skip


@dataclass(frozen=True)
class CodePlace:
    """Where a block's numbers are in somebody's code."""

    module: tuple[str, ...] = ("",)  #: the whole path, and its end alone
    numbers: str = ""
    details: tuple[str, ...] = ()  #: shape and mask there


NOWHERE = CodePlace()


def code_place(family: str, kind: Kind, layer: int) -> CodePlace:
    """The names of a family's block; :data:`NOWHERE` for a family without a row above."""
    names = FAMILIES.get(family.lower())
    if names is None:
        return NOWHERE
    module = fill(names.modules[kind], layer)
    meaning = fill(QCoreApplication.translate("Inspector", "%1 = may attend"), names.may_attend)
    shape, mask = f"{names.numbers} {names.shapes[kind]}", f"{names.masks[kind]}, {meaning}"
    return CodePlace((module, module.rpartition(".")[2]), names.numbers, (module, shape, mask))


@dataclass(frozen=True)
class CodeParts:
    """``%1`` stands for the layer, from 0; W_Q, W_K, W_V and W_O are attributes of the block's module."""

    projections: dict[Kind, tuple[str, str, str]]  #: W_Q, W_K, W_V
    output: dict[Kind, str]  #: W_O
    norms: dict[Kind, str]  #: the LayerNorm of the attention's residual


def _parts(projections: str, output: str, encoder: str, decoder: str, cross: str) -> CodeParts:
    query, key, value = projections.split()
    norms = _each((encoder, decoder, cross))
    return CodeParts(dict.fromkeys(norms, (query, key, value)), dict.fromkeys(norms, output), norms)


HUGGING_FACE_PARTS = _parts(
    "q_proj k_proj v_proj", "out_proj", "model.encoder.layers[%1].self_attn_layer_norm",
    "model.decoder.layers[%1].self_attn_layer_norm", "model.decoder.layers[%1].encoder_attn_layer_norm",
)  # fmt: skip
T5_PARTS = _parts(
    "q k v", "o", "encoder.block[%1].layer[0].layer_norm", "decoder.block[%1].layer[0].layer_norm",
    "decoder.block[%1].layer[1].layer_norm",
)  # fmt: skip


def _encoder_decoder_parts(names: CodeNames) -> CodeParts:
    norms = (f"{module}.output.LayerNorm" for module in names.modules.values())
    return _parts("self.query self.key self.value", "output.dense", *norms)


BERT_PARTS, ROBERTA_PARTS = _encoder_decoder_parts(BERT), _encoder_decoder_parts(ROBERTA)
#: Longformer's names in the encoder, BART's in the decoder.
LED_PARTS = CodeParts(
    {**HUGGING_FACE_PARTS.projections, "encoder": (
        "longformer_self_attn.query", "longformer_self_attn.key", "longformer_self_attn.value",
    )},
    {**HUGGING_FACE_PARTS.output, "encoder": "output"},
    {kind: norm.replace("model.", "led.") for kind, norm in HUGGING_FACE_PARTS.norms.items()},
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
    "hkproj/pytorch-transformer": _parts(
        "w_q w_k w_v", "w_o", "encoder.layers[%1].residual_connections[0].norm",
        "decoder.layers[%1].residual_connections[0].norm", "decoder.layers[%1].residual_connections[1].norm",
    ),
    "samlynnevans/transformer": _parts(
        "q_linear k_linear v_linear", "out", "encoder.layers[%1].norm_1", "decoder.layers[%1].norm_1",
        "decoder.layers[%1].norm_2",
    ),
    "gordicaleksa/pytorch-original-transformer": _parts(
        "qkv_nets[0] qkv_nets[1] qkv_nets[2]", "out_projection_net", "encoder.encoder_layers[%1].sublayers[0].norm",
        "decoder.decoder_layers[%1].sublayers[0].norm", "decoder.decoder_layers[%1].sublayers[1].norm",
    ),
    "aladdinpersson, transformer from scratch": _parts(
        "queries keys values", "fc_out", "encoder.layers[%1].norm1", "decoder.layers[%1].norm",
        "decoder.layers[%1].transformer_block.norm1",
    ),
    "nlp-tutorial (graykode, wmathor)": _parts(
        "W_Q W_K W_V", "linear", "encoder.layers[%1].enc_self_attn.layer_norm",
        "decoder.layers[%1].dec_self_attn.layer_norm", "decoder.layers[%1].dec_enc_attn.layer_norm",
    ),
    "dive into deep learning": _parts(
        "W_q W_k W_v", "W_o", "encoder.blks.block%1.addnorm1.ln", "decoder.blks.block%1.addnorm1.ln",
        "decoder.blks.block%1.addnorm2.ln",
    ),
    "labml_nn.transformers": _parts(
        "query.linear key.linear value.linear", "output", "encoder.layers[%1].norm_self_attn",
        "decoder.layers[%1].norm_self_attn", "decoder.layers[%1].norm_src_attn",
    ),
    "tensorflow, translation with a transformer": _parts(
        "query_dense key_dense value_dense", "output_dense", "encoder.enc_layers[%1].self_attention.layernorm",
        "decoder.dec_layers[%1].causal_self_attention.layernorm", "decoder.dec_layers[%1].cross_attention.layernorm",
    ),
    "keras chatbot tutorial": _parts(
        "query_dense key_dense value_dense", "dense", "layer_normalization of encoder_layer_%1",
        "layer_normalization of decoder_layer_%1", "layer_normalization_1 of decoder_layer_%1",
    ),
    "fairseq": _parts(
        "q_proj k_proj v_proj", "out_proj", "encoder.layers[%1].self_attn_layer_norm",
        "decoder.layers[%1].self_attn_layer_norm", "decoder.layers[%1].encoder_attn_layer_norm",
    ),
    "joeynmt": _parts(
        "q_layer k_layer v_layer", "output_layer", "encoder.layers[%1].layer_norm",
        "decoder.layers[%1].x_layer_norm", "decoder.layers[%1].dec_layer_norm",
    ),
    "opennmt-py": _parts(
        "linear_query linear_keys linear_values", "final_linear", "encoder.transformer[%1].layer_norm",
        "decoder.transformer_layers[%1].layer_norm_1", "decoder.transformer_layers[%1].layer_norm_2",
    ),
    "marian": HUGGING_FACE_PARTS, "bart": HUGGING_FACE_PARTS, "mbart": HUGGING_FACE_PARTS, "m2m100": HUGGING_FACE_PARTS,
    "pegasus": HUGGING_FACE_PARTS, "blenderbot": HUGGING_FACE_PARTS, "blenderbotsmall": HUGGING_FACE_PARTS,
    "fsmt": HUGGING_FACE_PARTS, "led": LED_PARTS, "t5": T5_PARTS, "mt5": T5_PARTS, "umt5": T5_PARTS,
    "bert2bert": BERT_PARTS, "roberta2roberta": ROBERTA_PARTS, "xlm-roberta2xlm-roberta": ROBERTA_PARTS,
    "camembert2camembert": ROBERTA_PARTS,
}  # fmt: skip


def code_of(family: str, kind: Kind, layer: int) -> Callable[[str], str]:
    """Role in a cell's computation → its name in the family's code; empty where it is not known."""
    names, parts = FAMILIES.get(family.lower()), PART_FAMILIES.get(family.lower())
    if names is None or parts is None:
        return lambda _: ""
    told = names.numbers.split(" → softmax → ")
    roles = {
        "projections": ", ".join(dict.fromkeys(parts.projections[kind])),
        "score": told[0] if len(told) > 1 else "",
        "mask": names.masks[kind],
        "weight": told[-1].removeprefix("softmax → "),
        "output": parts.output[kind],
        "norm": fill(parts.norms[kind], layer),
    }
    return roles.__getitem__
