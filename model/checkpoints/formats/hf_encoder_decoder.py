"""Hugging Face ``EncoderDecoderModel`` folders of two BERTs or two RoBERTas: bert2bert, roberta2roberta.

Post-norm, learned positions, a norm on the embedding, and a layer with activation and norm before the vocabulary head.
The embedding of token type 0, which every token gets, is part of the positions here. Stacks of other models, or of two
widths, are none of this format. Source: huggingface/transformers, encoder_decoder, bert and roberta.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import torch

from model.checkpoints.assumptions import Answers, Loading
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Tensors
from model.checkpoints.formats.shared.hf import FILL, Family, check_layers, is_family, open_folder
from model.checkpoints.formats.shared.hf_settings import HfSettings, in_their_words, read_settings
from model.checkpoints.formats.shared.keys import Table
from model.checkpoints.formats.shared.structure import Structure
from model.common.text import Text
from model.network.config import Dropout, StackConfig, TransformerConfig

KEY = "encoder.encoder.layer.0.attention.self.query.weight"
#: ``model_type`` of both stacks → what it is called in the decoder, and whether positions count from the padding on.
KINDS = {
    "bert": ("bert", False), "roberta": ("roberta", True), "xlm-roberta": ("roberta", True),
    "camembert": ("roberta", True),
}  # fmt: skip
DEFAULTS: Mapping[str, Any] = {
    "vocab_size": 30522, "hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12,
    "intermediate_size": 3072, "hidden_act": "gelu", "hidden_dropout_prob": 0.1, "attention_probs_dropout_prob": 0.1,
    "max_position_embeddings": 512, "layer_norm_eps": 1e-12, "tie_word_embeddings": True,
}  # fmt: skip
ROBERTA: Mapping[str, Any] = {"vocab_size": 50265, "pad_token_id": 1, "bos_token_id": 0, "eos_token_id": 2}
IDS = ("pad_token_id", "bos_token_id", "eos_token_id", "decoder_start_token_id")  #: the decoder's may tell them
EQUAL = ("hidden_act", "layer_norm_eps")  #: one network has one of each
PARTS = {"self.query": "query", "self.key": "key", "self.value": "value", "output.dense": "output"}
BIAS = "head.bias"


def _table(inner: str) -> Table:
    """``inner`` is what the decoder calls its stack."""
    lines: dict[str, str] = {}
    for side, stack, ours in (("encoder", "encoder", "source"), ("decoder", f"decoder.{inner}", "target")):
        layer, here = f"{stack}.encoder.layer.{{}}", f"{side}_layers.{{}}"
        blocks = {"attention": "attention"} | ({"crossattention": "cross"} if side == "decoder" else {})
        for block, role in blocks.items():
            lines |= {f"{layer}.{block}.{name}": f"{here}.{role}.{part}" for name, part in PARTS.items()}
            lines[f"{layer}.{block}.output.LayerNorm"] = f"{here}.{role}_residual.norm"
        lines[f"{layer}.intermediate.dense"] = f"{here}.feed_forward.expand"
        lines[f"{layer}.output.dense"] = f"{here}.feed_forward.contract"
        lines[f"{layer}.output.LayerNorm"] = f"{here}.feed_forward_residual.norm"
        lines[f"{stack}.embeddings.LayerNorm"] = f"{ours}_embedding.norm"
        lines[f"{stack}.embeddings.position_embeddings.weight"] = f"{ours}_embedding.position.table"
        lines[f"{stack}.embeddings.padding"] = f"{ours}_embedding.position.padding"
    head, dense, norm = HEADS[inner]
    return lines | {f"{head}.{dense}": "decoder_norm.linear", f"{head}.{norm}": "decoder_norm.norm",
                    BIAS: "vocabulary.bias"}  # fmt: skip


#: Where the head is, its layer and its norm.
HEADS = {
    "bert": ("decoder.cls.predictions", "transform.dense", "transform.LayerNorm"),
    "roberta": ("decoder.lm_head", "dense", "layer_norm"),
}
TABLE = _table("bert")
STRUCTURE = Structure(outer_norms=3, tables=6)  #: what its shapes tell


def recognise(file: ModelFile) -> bool:
    """By the types in config.json and BERT's names in the weights."""
    if not is_family(file, ("encoder-decoder",), KEY):
        return False
    values = read_settings(file, {}).values
    sides = [values.get(side) for side in ("encoder", "decoder")]
    encoder, decoder = (side if isinstance(side, dict) else {} for side in sides)
    widths = [side.get("hidden_size", DEFAULTS["hidden_size"]) for side in (encoder, decoder)]
    kind = encoder.get("model_type")
    known = isinstance(kind, str) and kind in KINDS and decoder.get("model_type") == kind and widths[0] == widths[1]
    pairs = [[side.get(name, DEFAULTS[name]) for side in (encoder, decoder)] for name in EQUAL]
    return known and all(one == other for one, other in pairs)


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """Open it. Raises :class:`model.common.problems.Problem`."""
    whole = read_settings(file, {})
    kind = whole.values["encoder"]["model_type"]
    inner, from_padding = KINDS[kind]
    if whole.values.get("tie_encoder_decoder") is True:
        file = with_both_stacks(file, inner)
    encoder, decoder = (
        HfSettings(whole.path, {**DEFAULTS, **(ROBERTA if from_padding else {}), **whole.values[side]})
        for side in ("encoder", "decoder")
    )
    told = {name: decoder.values[name] for name in IDS if decoder.has(name)}
    stated = {name: value for name, value in whole.values.items() if value is not None}
    settings = HfSettings(whole.path, {**told, **stated, "tie_word_embeddings": decoder.flag("tie_word_embeddings")})
    first = encoder.count("pad_token_id", 0) + 1 if from_padding else 0
    with in_their_words(encoder):
        config = architecture(file, encoder, decoder, first)
    head = HEADS[inner][0]
    words = "{}.embeddings.word_embeddings.weight"
    places = words.format("encoder"), words.format(f"decoder.{inner}"), f"{head}.decoder.weight"
    family = Family(
        f"{kind}2{kind}", config, _table(inner), places=places,
        shared=False, tied=settings.flag("tie_word_embeddings"),
        ignored=("encoder.pooler.dense.weight", "encoder.pooler.dense.bias",
                 *(f"{stack}.embeddings.position_ids" for stack in ("encoder", f"decoder.{inner}"))),
        adapt=partial(complete, head=head, inner=inner, first=first),
    )  # fmt: skip
    return open_folder(file, settings, family, answers, loading)


def with_both_stacks(file: ModelFile, inner: str) -> ModelFile:
    """``file``, where what is stored for one stack is the other's too that lacks it: of tied ones a single is saved."""
    tensors, stored = dict(file.tensors), dict(file.stored_names)
    places = ("encoder.", f"decoder.{inner}.")
    for here, there in (places, places[::-1]):
        for name in file.tensors:
            twin = there + name.removeprefix(here)
            own = ".crossattention." in name or ".pooler." in name  # the other has none
            if name.startswith(here) and not own and twin not in tensors:
                tensors[twin], stored[twin] = file.tensors[name], file.stored_names[name]
    return replace(file, tensors=tensors, stored_names=stored)


def architecture(file: ModelFile, encoder: HfSettings, decoder: HfSettings, first: int) -> TransformerConfig:
    """What config.json says; ``first`` is the row of the first position. Raises :class:`Problem`."""
    if first and encoder.text("hidden_act") != "gelu":  # RoBERTa's head has it whatever is said
        raise encoder.wrong("hidden_act", "gelu")
    width = encoder.count("hidden_size")
    sides = {"encoder": encoder, "decoder": decoder}
    stacks, limits = [], []
    for side, settings in sides.items():
        heads, layers = settings.count("num_attention_heads"), settings.count("num_hidden_layers")
        if width % heads:
            raise settings.wrong("num_attention_heads", Text("a divisor of hidden_size, %1", width))
        stack = side if side == "encoder" else f"decoder.{KINDS[encoder.values['model_type']][0]}"
        check_layers(
            file, settings, {"num_hidden_layers": (layers, f"{stack}.encoder.layer.{{}}.intermediate.dense.weight")}
        )
        stacks.append(StackConfig(layers, heads, width // heads, settings.count("intermediate_size")))
        limits.append(settings.count("max_position_embeddings", first + 1) - first)
    rate = encoder.number("hidden_dropout_prob")
    return TransformerConfig(
        encoder.count("vocab_size"),
        decoder.count("vocab_size"),
        width,
        stacks[0],
        stacks[1],
        max_length=limits[0],
        target_max_length=limits[1],
        positions="learned",
        padding_position=bool(first),
        scale_embeddings=False,
        norm_eps=encoder.number("layer_norm_eps"),
        embedding_norm=True,
        activation=encoder.activation("hidden_act"),
        head_layer=True,
        mask_fill=FILL,
        dropout=Dropout(rate, rate, encoder.number("attention_probs_dropout_prob")),
        blocks_produced_padding=False,
    )


def complete(tensors: Tensors, head: str, inner: str, first: int) -> Tensors:
    """Token type 0 into the positions; RoBERTa's row of padding apart; the head's bias under one of its two names."""
    rest = dict(tensors)
    for stack in ("encoder", f"decoder.{inner}"):
        place = f"{stack}.embeddings"
        types = rest.pop(f"{place}.token_type_embeddings.weight", None)
        rows = rest.get(f"{place}.position_embeddings.weight")
        if rows is None:
            continue
        alike = types is not None and types.dim() == 2 and types.shape[1:] == rows.shape[1:]
        if types is not None and alike and not rows.is_meta:  # without values torch would import its compiler for it
            rows = rows + types[:1]
        rest[f"{place}.position_embeddings.weight"] = rows[first:]
        if first:
            rest[f"{place}.padding"] = rows[first - 1 : first].reshape(-1)
    biases = [rest.pop(f"{head}.{name}", None) for name in ("decoder.bias", "bias")]
    found: torch.Tensor | None = next((bias for bias in biases if bias is not None), None)
    return rest if found is None else rest | {BIAS: found}
