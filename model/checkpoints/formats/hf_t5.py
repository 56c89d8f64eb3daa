"""Hugging Face T5 and mT5 folders: the original, version 1.1 and Flan-T5, gated or not.

Pre-norm RMSNorm without shifts or biases, no 1/√D, and no positions but a bias for the distance, in
the first layer's weights and used by all. Source: huggingface/transformers, t5 and mt5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from model.checkpoints.assumptions import CONVENTION, Answers, Assumption, Loading, assume
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.hf import FILL, Family, check_layers, is_family, open_folder
from model.checkpoints.formats.shared.hf_settings import ACTIVATIONS, HfSettings, in_their_words, read_settings
from model.checkpoints.formats.shared.keys import Table
from model.checkpoints.formats.shared.structure import GAIN, Structure
from model.common.text import Text
from model.network.config import Dropout, StackConfig, TransformerConfig

KEY = "encoder.block.0.layer.0.SelfAttention.q.weight"
NAMES = {"t5": "T5", "mt5": "mT5"}
LONGEST = 512  #: tokens that the published models were trained with
DEFAULTS: Mapping[str, Any] = {
    "vocab_size": 32128, "d_model": 512, "d_kv": 64, "d_ff": 2048, "num_layers": 6, "num_heads": 8,
    "relative_attention_num_buckets": 32, "relative_attention_max_distance": 128, "dropout_rate": 0.1,
    "layer_norm_epsilon": 1e-6, "feed_forward_proj": "relu", "pad_token_id": 0, "eos_token_id": 1,
    "tie_word_embeddings": True,
}  # fmt: skip
MT5: Mapping[str, Any] = {
    "vocab_size": 250112, "d_ff": 1024, "num_layers": 8, "num_heads": 6, "feed_forward_proj": "gated-gelu",
    "decoder_start_token_id": 0,
}  # fmt: skip
#: Stored by early files, used by nobody.
IGNORED = ("decoder.block.0.layer.1.EncDecAttention.relative_attention_bias.weight",)


def _table() -> Table:
    lines: dict[str, str] = {}
    blocks = {"encoder": (("SelfAttention", "attention"),),
              "decoder": (("SelfAttention", "attention"), ("EncDecAttention", "cross"))}  # fmt: skip
    for side, attentions in blocks.items():
        theirs, ours = f"{side}.block.{{}}.layer", f"{side}_layers.{{}}"
        for place, (name, block) in enumerate(attentions):
            for letter, role in (("q", "query"), ("k", "key"), ("v", "value"), ("o", "output")):
                lines[f"{theirs}.{place}.{name}.{letter}"] = f"{ours}.{block}.{role}"
            lines[f"{theirs}.{place}.layer_norm"] = f"{ours}.{block}_residual.norm"
        last = f"{theirs}.{len(attentions)}"
        for name, role in (("wi", "expand"), ("wi_0", "expand"), ("wi_1", "gate"), ("wo", "contract")):
            lines[f"{last}.DenseReluDense.{name}"] = f"{ours}.feed_forward.{role}"
        lines[f"{last}.layer_norm"] = f"{ours}.feed_forward_residual.norm"
        lines[f"{side}.final_layer_norm"] = f"{side}_norm"
        # A table is a parameter of ours and a module of theirs, so its ending is part of the line.
        lines[f"{side}.block.0.layer.0.SelfAttention.relative_attention_bias.weight"] = f"{side}_bias.table"
    return lines


TABLE = _table()
STRUCTURE = Structure(
    projection_bias=False, feed_forward_bias=False, norm_parameters=GAIN, outer_norms=2, tables=1, head_bias=False
)  #: what its shapes tell
CODE_NAMES = {"query": "q", "key": "k", "value": "v", "output projection": "o", "score": "scores [B,H,Q,K]",
              "head width": "d_kv", "feed-forward width": "d_ff"}  # fmt: skip


def recognise(file: ModelFile) -> bool:
    """By ``model_type`` in config.json and T5's names in the weights."""
    return is_family(file, tuple(NAMES), KEY)


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """Open it. Raises :class:`model.common.problems.Problem`."""
    kind = read_settings(file, {}).text("model_type")
    settings = read_settings(file, {**DEFAULTS, **(MT5 if kind == "mt5" else {})})
    longest = _longest(settings, answers)
    with in_their_words(settings):
        config = architecture(file, settings, longest.value)
    family = Family(NAMES[kind], config, TABLE, ignored=IGNORED, code_names=CODE_NAMES)
    checkpoint = open_folder(file, settings, family, answers, loading)
    return replace(checkpoint, assumptions=(longest, *checkpoint.assumptions))


def _longest(settings: HfSettings, answers: Answers) -> Assumption:
    """Distances have no end: what is allowed is what the model was trained with, or an answer."""
    told = settings.has("n_positions")
    question = Text("How many tokens may a sentence have? The network itself has no limit")
    value = settings.count("n_positions") if told else LONGEST
    return assume(answers, "max_length", question, value, origin=settings.path.name if told else CONVENTION)


def architecture(file: ModelFile, settings: HfSettings, longest: int) -> TransformerConfig:
    """What config.json says. Raises :class:`model.common.problems.Problem`."""
    heads, narrow, wide = (settings.count(name) for name in ("num_heads", "d_kv", "d_ff"))
    layers = settings.count("num_layers")
    later = settings.count("num_decoder_layers") if settings.has("num_decoder_layers") else layers
    check_layers(file, settings, {
        "num_layers": (layers, KEY.replace("0", "{}", 1)),
        "num_decoder_layers": (later, KEY.replace("encoder", "decoder").replace("0", "{}", 1)),
    })  # fmt: skip
    activation, gated = _activation(settings)
    vocabulary, dropout = settings.count("vocab_size"), settings.number("dropout_rate")
    return TransformerConfig(
        vocabulary,
        vocabulary,
        settings.count("d_model"),
        StackConfig(layers, heads, narrow, wide),
        StackConfig(later, heads, narrow, wide),
        max_length=longest,
        positions="relative",
        relative_buckets=settings.count("relative_attention_num_buckets", 4),
        relative_distance=settings.count("relative_attention_max_distance"),
        scale_embeddings=False,
        norm_order="pre",
        final_norm=True,
        norm="rms",
        norm_eps=settings.number("layer_norm_epsilon"),
        activation=activation,
        gated=gated,
        mask_fill=FILL,
        scale_scores=False,
        scale_logits=scales_logits(settings),
        attention_bias=False,
        feed_forward_bias=False,
        output_bias=False,
        dropout=Dropout(dropout, dropout, dropout, dropout),
        blocks_produced_padding=False,
    )


def scales_logits(settings: HfSettings) -> bool:
    """Whether the head gets hidden states times 1/√M: as the saved file says, and never in mT5.

    transformers 5 writes ``tie_word_embeddings: true`` into every T5 and keeps the switch in
    ``scale_decoder_outputs``; before, the switch was ``tie_word_embeddings``.
    """
    if settings.has("scale_decoder_outputs"):
        return settings.flag("scale_decoder_outputs")
    return settings.text("model_type") == "t5" and settings.flag("tie_word_embeddings")


def _activation(settings: HfSettings) -> tuple[Any, bool]:
    """``gated-gelu`` is the tanh form; any other name is the function itself. Raises :class:`Problem`."""
    theirs = settings.text("feed_forward_proj")
    first, _, second = theirs.partition("-")
    gated = first == "gated" and bool(second)
    name = "gelu_new" if theirs == "gated-gelu" else second if gated else theirs
    if name not in ACTIVATIONS:
        raise settings.wrong(
            "feed_forward_proj", Text("one of %1", ", ".join((*ACTIVATIONS, "gated-gelu", "gated-silu")))
        )
    return ACTIVATIONS[name], gated
