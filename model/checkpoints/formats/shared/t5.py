"""What T5's families have in common: the names of their tensors, their activation, their lengths. For its formats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from model.checkpoints.assumptions import CONVENTION, Answers, Assumption, assume
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.hf import FILL, check_layers
from model.checkpoints.formats.shared.hf_settings import ACTIVATIONS, HfSettings
from model.checkpoints.formats.shared.keys import Table
from model.common.text import Text
from model.network.config import Dropout, StackConfig, TransformerConfig

KEY = "encoder.block.0.layer.0.SelfAttention.q.weight"
BIAS = "layer.0.SelfAttention.relative_attention_bias.weight"
LONGEST = 512  #: tokens that the published models were trained with
#: Stored by early files, used by nobody.
IGNORED = ("decoder.block.0.layer.1.EncDecAttention.relative_attention_bias.weight",)
CODE_NAMES: Mapping[str, str] = {
    "query": "q", "key": "k", "value": "v", "output projection": "o", "score": "scores [B,H,Q,K]",
    "head width": "d_kv", "feed-forward width": "d_ff",
}  # fmt: skip


def t5_table() -> Table:
    """Their module → ours. The table of distances is that of the first layer."""
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
        lines[f"{side}.block.0.{BIAS}"] = f"{side}_bias.table"
    return lines


def longest(settings: HfSettings, answers: Answers) -> Assumption:
    """Distances have no end: what is allowed is what the model was trained with, or an answer."""
    told = settings.has("n_positions")
    question = Text("How many tokens may a sentence have? The network itself has no limit")
    value = settings.count("n_positions") if told else LONGEST
    return assume(answers, "max_length", question, value, origin=settings.path.name if told else CONVENTION)


def architecture(
    file: ModelFile, settings: HfSettings, limit: int, *, scale_logits: bool, relative_layers: bool = False
) -> TransformerConfig:
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
        max_length=limit,
        positions="relative",
        relative_buckets=settings.count("relative_attention_num_buckets", 4),
        relative_distance=settings.count("relative_attention_max_distance"),
        relative_layers=relative_layers,
        scale_embeddings=False,
        norm_order="pre",
        final_norm=True,
        norm="rms",
        norm_eps=settings.number("layer_norm_epsilon"),
        activation=activation,
        gated=gated,
        mask_fill=FILL,
        scale_scores=False,
        scale_logits=scale_logits,
        attention_bias=False,
        feed_forward_bias=False,
        output_bias=False,
        dropout=Dropout(dropout, dropout, dropout, dropout),
        blocks_produced_padding=False,
    )


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
