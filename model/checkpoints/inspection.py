"""A file as named facts: a checkpoint with all that decides a number, a trace, a session, or what no format opens."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from model.checkpoints.checkpoint import IN_CODE, Checkpoint, open_checkpoint
from model.checkpoints.files.gate import examine
from model.checkpoints.tokenizer import Tokenizer
from model.checkpoints.unopened import Facts, describe_unopened, file_facts
from model.common.problems import Problem
from model.common.text import Text
from model.network.config import PaddingRule, TransformerConfig
from model.record.recorded_facts import describe_recorded

STACKS = (
    (
        Text("encoder layers"), Text("encoder heads H"), Text("encoder head width D (d_k)"),
        Text("encoder feed-forward width F"), Text("encoder value width (d_v)"),
    ),
    (
        Text("decoder layers"), Text("decoder heads H"), Text("decoder head width D (d_k)"),
        Text("decoder feed-forward width F"), Text("decoder value width (d_v)"),
    ),
)  # fmt: skip
RUN_ON = {"CPU": Text("run of %1 + %1 tokens on CPU"), "GPU": Text("run of %1 + %1 tokens on GPU")}
TRACE_BYTES = 4  #: float32
LENGTHS = (16, 64, 256)


def inspect(path: Path, devices: Mapping[str, int] | None = None, answers: Mapping[str, Any] | None = None) -> Facts:
    """The facts of any file that passes the gate. ``devices``: memory in bytes by name.

    Raises :class:`Problem` for a file of which nothing is known: damaged, hostile or no model at all; and for
    ``answers`` to what a checkpoint does not leave open.
    """
    if (recorded := describe_recorded(path)) is not None:
        return recorded
    file = examine(path)
    try:
        checkpoint = open_checkpoint(path, answers)
    except Problem as problem:
        if not file.tensors or answers:
            raise
        return describe_unopened(file, problem)
    checkpoint.require_names(answers or ())
    return describe(checkpoint, devices) | {Text("file"): file_facts(file)}


def inspect_open(checkpoint: Checkpoint, devices: Mapping[str, int] | None = None) -> Facts:
    """The same of a checkpoint that is open, with the answers that it was given. Raises :class:`Problem`."""
    facts = describe(checkpoint, devices)
    return facts if checkpoint.path is None else facts | {Text("file"): file_facts(examine(checkpoint.path))}


def describe(checkpoint: Checkpoint, devices: Mapping[str, int] | None = None) -> Facts:
    """Sections of named facts: text, whole numbers, truth values or lists, ready for JSON."""
    facts: Facts = {
        Text("checkpoint"): {
            Text("name"): checkpoint.name,
            Text("path"): str(checkpoint.path or ""),
            Text("family"): checkpoint.family,
            "sha256": checkpoint.sha256,
            Text("source language"): checkpoint.languages[0],
            Text("target language"): checkpoint.languages[1],
        },
        Text("warnings"): {str(number): text for number, text in enumerate(checkpoint.warnings, 1)},
        Text("missing"): _missing(checkpoint),
        Text("assumed"): {one.name: one.fact for one in checkpoint.assumptions},
        Text("architecture"): in_words(checkpoint.transformer.config),
        Text("names in your code"): {IN_CODE.get(ours, ours): name for ours, name in checkpoint.code_names.items()},
        Text("tokens"): _tokens_of(checkpoint),
        Text("memory needed"): _memory(checkpoint, devices or {}),
        Text("provenance"): {str(name): str(value) for name, value in checkpoint.provenance.items()},
    }
    return {section: values for section, values in facts.items() if values or section == "provenance"}


def trace_bytes(checkpoint: Checkpoint, length: int) -> int:
    """float32 bytes of all attention of a run with S = T = ``length``."""
    encoder, decoder = checkpoint.transformer.config.stacks
    maps = encoder.layers * encoder.heads + 2 * decoder.layers * decoder.heads
    return maps * length * length * TRACE_BYTES


def weight_bytes(checkpoint: Checkpoint) -> int:
    """Bytes of all weights, a tied table once, as they lie in memory."""
    return sum(value.numel() * value.element_size() for value in checkpoint.transformer.parameters())


def _memory(checkpoint: Checkpoint, devices: Mapping[str, int]) -> dict[str, Any]:
    """A run keeps its maps on the device while it lasts, and in the window's memory after it."""
    weights, limit = weight_bytes(checkpoint), checkpoint.transformer.config.max_length
    facts: dict[str, Any] = {Text("weights (MB)"): round(weights / 1e6, 1)}
    for length in LENGTHS:
        maps = trace_bytes(checkpoint, length)
        facts[Text("trace of %1 source and %1 target tokens (MB)", length)] = round(maps / 1e6, 1)
        for name, memory in devices.items():
            needed = f"{(weights + maps) / 1e6:,.1f} MB of {memory / 1e6:,.0f}"
            beyond = ", more than it has positions for" if length > limit else ""
            facts[RUN_ON[name].filled(length)] = needed + beyond
    return facts


def _missing(checkpoint: Checkpoint) -> dict[str, str]:
    found: dict[str, str] = {}
    names = Text("source vocabulary"), Text("target vocabulary")
    for name, tokenizer in zip(names, (checkpoint.source_tokenizer, checkpoint.target_tokenizer), strict=True):
        if tokenizer.kind == "ids":
            found[name] = Text("tokens are shown and typed as numbers")
    if not checkpoint.transformer.config.vocabulary_head:
        found[Text("vocabulary head")] = Text("it produces no tokens: attention is shown, and no translation")
    return found


def _tokens_of(checkpoint: Checkpoint) -> dict[str, Any]:
    source, target, special = checkpoint.source_tokenizer, checkpoint.target_tokenizer, checkpoint.special
    facts: dict[str, Any] = {
        Text("source"): f"{source.kind}, {len(source):,} entries",
        Text("target"): f"{target.kind}, {len(target):,} entries",
        Text("unknown"): source.token(source.unknown_id) if source.unknown_id >= 0 else "",
        Text("padding", context="Facts"): source.token(special.source_padding),
        Text("start"): target.token(special.start),
        Text("end"): _tokens(target, special.ends),
        Text("before every source"): _tokens(source, special.source_prefix),
        Text("after every source"): _tokens(source, special.source_suffix),
        Text("produced first"): _tokens(target, special.forced),
        Text("never produced"): _tokens(target, special.suppressed),
    }
    if special.least:
        facts[Text("tokens before an end")] = special.least
    for side, codes in checkpoint.language_choices.items():
        facts[Text("source languages") if side == "source" else Text("target languages")] = list(codes)
    return facts


def _tokens(tokenizer: Tokenizer, ids: tuple[int, ...]) -> list[str]:
    return [tokenizer.token(index) for index in ids]


POSITIONS = {
    "sinusoidal": Text("sines and cosines, computed"),
    "learned": Text("learned"),
    "stored": Text("fixed, from the file"),
    "relative": Text("a learned bias on the scores for each distance"),
}
NORMS = {
    "layer": "LayerNorm",
    "rms": Text("RMS norm (no mean, no shift)"),
    "unbiased": "LayerNorm by σ + eps, σ over n − 1",
}
ACTIVATIONS = {"relu": "ReLU", "gelu": "GELU (exact)", "gelu_tanh": "GELU (tanh)", "silu": "SiLU"}
BLOCKED: dict[PaddingRule, str] = {
    "keys": Text("its columns"),
    "queries": Text("its rows"),
    "both": Text("its columns and its rows"),
    "none": Text("nothing"),
}


def in_words(config: TransformerConfig) -> dict[str, Any]:
    """Named facts: text, whole numbers or truth values."""
    return {
        Text("parameters"): config.parameters,
        Text("model width M (d_model)"): config.width,
        **_stacks(config),
        **_positions(config),
        **_norms(config),
        **_feed_forward(config),
        **_attention(config),
        **_ends(config),
        Text("dropout while training"): _dropout(config),
    }


def _stacks(config: TransformerConfig) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for names, stack in zip(STACKS, config.stacks, strict=True):
        values = stack.layers, stack.heads, stack.head_width, stack.feed_forward_width, stack.value_width
        found |= {name: value for name, value in zip(names, values, strict=True) if value is not None}
    return found


def _positions(config: TransformerConfig) -> dict[str, Any]:
    text = POSITIONS[config.positions]
    if config.positions == "relative":
        groups = Text("%1: %2 groups, the last from %3 tokens on")
        text = groups.filled(text, config.relative_buckets, config.relative_distance)
        text = Text("%1; another table in every layer", text) if config.relative_layers else text
    if config.padding_position:
        text = Text("%1; padding has one of its own", text)
    return {
        Text("positions"): text,
        Text("longest source"): config.max_length,
        Text("longest target"): config.target_limit,
        Text("token embedding times √M"): config.scale_embeddings,
        Text("norm after the embedding"): config.embedding_norm,
        Text("norm on target tokens alone"): config.target_token_norm,
    }


def _norms(config: TransformerConfig) -> dict[str, Any]:
    order = "after each residual sum (post-norm)" if config.norm_order == "post" else "before each block (pre-norm)"
    last = ", and once more after each stack" if config.final_norm else ""
    return {Text("norm"): f"{NORMS[config.norm]}, eps {config.norm_eps:g}, {order}{last}"}


def _feed_forward(config: TransformerConfig) -> dict[str, Any]:
    gate = ", gated: times a second projection" if config.gated else ""
    return {Text("feed-forward"): _biased(ACTIVATIONS[config.activation] + gate, config.feed_forward_bias)}


def _attention(config: TransformerConfig) -> dict[str, Any]:
    rules = config.padding_blocks
    return {
        Text("attention projections"): _biased(Text("query, key, value, output"), config.attention_bias),
        Text("scores times 1/√D"): config.scale_scores,
        Text("score of a blocked cell"): f"{config.mask_fill:g}".replace("inf", "∞").replace("-", "−"),
        Text("padding blocks in the encoder"): BLOCKED[rules.encoder],
        Text("padding blocks in the decoder"): BLOCKED[rules.decoder],
        Text("padding blocks in cross attention"): BLOCKED[rules.cross],
        Text("padding that was produced is blocked"): config.blocks_produced_padding,
    }


def _ends(config: TransformerConfig) -> dict[str, Any]:
    head: str = f"none; a classifier of {config.classes} classes" if config.classes else Text("none")
    if config.vocabulary_head:
        table = Text("tied to the target embedding") if config.tie_output else Text("its own table")
        head = _biased(table, config.output_bias)
        head = Text("%1; a layer with activation and norm before it", head) if config.head_layer else head
    return {
        Text("source and target share the embedding"): config.share_embeddings,
        Text("vocabulary head"): head,
        Text("logits times 1/√M"): config.scale_logits,
    }


def _dropout(config: TransformerConfig) -> str:
    values = vars(config.dropout)
    used = ", ".join(f"{name.replace('_', '-')} {value:g}" for name, value in values.items() if value)
    return used or "none, or not stored"


def _biased(text: str, present: bool) -> str:
    return text if present else f"{text}, without bias"
