"""The lines of Python that record a run of a model which no format opens, for headscope_recorder.py.

The last line does it and is a whole statement by itself; those before it make what it names. Shared by the formats.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

IMPORT = "from headscope_recorder import record"
#: Two sentences of different lengths: a padding mask hides nothing without padding.
SENTENCES = '["A short sentence.", "This one is quite a bit longer than the first."]'


@dataclass(frozen=True)
class CallingCode:
    """How one repository calls its model, in its own variables."""

    sign: str  #: a tensor that only its models have
    source: str
    target: str
    call: str
    pad: str
    words: tuple[str, str] = ("", "")


#: By names, since what a call looks like is in no shape.
CODES = (
    CallingCode(  # hkproj/pytorch-transformer
        "encoder.layers.0.residual_connections.0.norm.bias", "encoder_input", "decoder_input",
        "model.decode(model.encode(encoder_input, encoder_mask), encoder_mask, decoder_input, decoder_mask)",
        'tokenizer_src.token_to_id("[PAD]")', ("tokenizer_src", "tokenizer_tgt"),
    ),
    CallingCode(  # graykode/nlp-tutorial, wmathor/nlp-tutorial
        "encoder.layers.0.enc_self_attn.W_Q.weight", "enc_inputs", "dec_inputs", "model(enc_inputs, dec_inputs)", "0",
        ("src_vocab", "tgt_vocab"),
    ),
    CallingCode(  # aladdinpersson/Machine-Learning-Collection
        "decoder.layers.0.transformer_block.attention.queries.weight", "x", "trg", "model(x, trg[:, :-1])",
        "model.src_pad_idx",
    ),
    CallingCode(  # SamLynnEvans/Transformer
        "decoder.layers.0.attn_1.q_linear.weight", "src", "trg_input", "model(src, trg_input, src_mask, trg_mask)",
        "opt.src_pad", ("SRC", "TRG"),
    ),
    CallingCode(  # gordicaleksa/pytorch-original-transformer
        "encoder.encoder_layers.0.multi_headed_attention.qkv_nets.0.weight", "src_token_ids_batch",
        "trg_token_ids_batch_input",
        "model(src_token_ids_batch, trg_token_ids_batch_input, src_mask, trg_mask)", "pad_token_id",
    ),
)  # fmt: skip
#: Classes that Hugging Face's own choice by the task is not, with what ``generate`` needs.
CLASSES = {
    "seamless_m4t": ("SeamlessM4TForTextToText", 'tgt_lang="eng"'),
    "seamless_m4t_v2": ("SeamlessM4Tv2ForTextToText", 'tgt_lang="eng"'),
    "nllb-moe": ("AutoModelForSeq2SeqLM", 'forced_bos_token_id=tokenizer.convert_tokens_to_ids("eng_Latn")'),
}


def hugging_face(folder: Path, kind: str) -> tuple[str, ...]:
    """For a folder of Hugging Face's whose ``model_type`` is ``kind``, an encoder-decoder model."""
    place = repr(str(folder))
    name, more = CLASSES.get(kind, ("AutoModelForSeq2SeqLM", ""))
    extra = f", {more}" if more else ""
    return (
        f"from transformers import {name}, AutoTokenizer",
        IMPORT,
        f"tokenizer = AutoTokenizer.from_pretrained({place})",
        f"model = {name}.from_pretrained({place}).eval()",
        f'source = tokenizer({SENTENCES}, return_tensors="pt", padding=True)',
        f"target = model.generate(**source, max_new_tokens=40{extra})",
        _statement(
            'source["input_ids"]', "target", "model.config.pad_token_id",
            "model(**source, decoder_input_ids=target[:, :-1])", ("tokenizer", "tokenizer"),
        ),
    )  # fmt: skip


def own_code(names: Iterable[str], pad: int | None = None, heads: int = 0) -> tuple[str, ...]:
    """For somebody's own class, by the names of its tensors; ``pad`` where the file says it, ``heads`` where every
    head has its own softmax."""
    known = set(names)
    code = next((one for one in CODES if one.sign in known), None)
    if code is not None:
        return IMPORT, _statement(code.source, code.target, code.pad, code.call, code.words)
    padding = "PAD" if pad is None else str(pad)
    before = () if pad is not None else ("PAD = 1  # the id of your padding token",)
    last = _statement("src", "trg", padding, "model(src, trg[:, :-1])  # as your training calls it", heads=heads)
    return IMPORT, *before, last


def _statement(source: str, target: str, pad: str, call: str, words: tuple[str, str] = ("", ""), heads: int = 0) -> str:
    spelled = "".join(f", {side}_words={one}" for side, one in zip(("source", "target"), words, strict=True) if one)
    apart = f", heads={heads}" if heads else ""
    return f'with record("run.npz", source={source}, target={target}, pad={pad}{spelled}{apart}): {call}'
