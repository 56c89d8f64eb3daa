"""An architecture in words, for people: every field of :class:`TransformerConfig` that decides a number. No torch."""

from __future__ import annotations

from typing import Any

from model.network.config import PaddingRule, TransformerConfig

POSITIONS = {
    "sinusoidal": "sines and cosines, computed",
    "learned": "learned",
    "stored": "fixed, from the file",
    "relative": "a learned bias on the scores for each distance",
}
NORMS = {
    "layer": "LayerNorm",
    "rms": "RMS norm (no mean, no shift)",
    "unbiased": "LayerNorm by σ + eps, σ over n − 1",
}
ACTIVATIONS = {"relu": "ReLU", "gelu": "GELU (exact)", "gelu_tanh": "GELU (tanh)", "silu": "SiLU"}
BLOCKED: dict[PaddingRule, str] = {
    "keys": "its columns",
    "queries": "its rows",
    "both": "its columns and its rows",
}


def in_words(config: TransformerConfig) -> dict[str, Any]:
    """Named facts: text, whole numbers or truth values."""
    return {
        "parameters": config.parameters,
        "model width M (d_model)": config.width,
        **_stacks(config),
        **_positions(config),
        **_norms(config),
        **_feed_forward(config),
        **_attention(config),
        **_ends(config),
        "dropout while training": _dropout(config),
    }


def _stacks(config: TransformerConfig) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for side, stack in (("encoder", config.encoder), ("decoder", config.decoder)):
        found |= {
            f"{side} layers": stack.layers,
            f"{side} heads H": stack.heads,
            f"{side} head width D (d_k)": stack.head_width,
            f"{side} feed-forward width F": stack.feed_forward_width,
        }
        if stack.value_width is not None:
            found[f"{side} value width (d_v)"] = stack.value_width
    return found


def _positions(config: TransformerConfig) -> dict[str, Any]:
    text = POSITIONS[config.positions]
    if config.positions == "relative":
        text += f": {config.relative_buckets} groups, the last from {config.relative_distance} tokens on"
    if config.padding_position:
        text += "; padding has one of its own"
    return {
        "positions": text,
        "longest source": config.max_length,
        "longest target": config.target_limit,
        "token embedding times √M": config.scale_embeddings,
        "norm after the embedding": config.embedding_norm,
    }


def _norms(config: TransformerConfig) -> dict[str, Any]:
    order = "after each residual sum (post-norm)" if config.norm_order == "post" else "before each block (pre-norm)"
    last = ", and once more after each stack" if config.final_norm else ""
    return {"norm": f"{NORMS[config.norm]}, eps {config.norm_eps:g}, {order}{last}"}


def _feed_forward(config: TransformerConfig) -> dict[str, Any]:
    gate = ", gated: times a second projection" if config.gated else ""
    return {"feed-forward": ACTIVATIONS[config.activation] + gate + _bias(config.feed_forward_bias)}


def _attention(config: TransformerConfig) -> dict[str, Any]:
    rules = config.padding_blocks
    return {
        "attention projections": "query, key, value, output" + _bias(config.attention_bias),
        "scores times 1/√D": config.scale_scores,
        "score of a blocked cell": f"{config.mask_fill:g}".replace("inf", "∞").replace("-", "−"),
        "padding blocks in the encoder": BLOCKED[rules.encoder],
        "padding blocks in the decoder": BLOCKED[rules.decoder],
        "padding blocks in cross attention": BLOCKED[rules.cross],
        "padding that was produced is blocked": config.blocks_produced_padding,
    }


def _ends(config: TransformerConfig) -> dict[str, Any]:
    if config.vocabulary_head:
        head = "the target embedding once more" if config.tie_output else "its own table"
        head += _bias(config.output_bias)
    else:
        head = f"none; a classifier of {config.classes} classes" if config.classes else "none"
    return {
        "source and target share one table": config.share_embeddings,
        "vocabulary head": head,
        "logits times 1/√M": config.scale_logits,
    }


def _dropout(config: TransformerConfig) -> str:
    values = vars(config.dropout)
    used = ", ".join(f"{name.replace('_', '-')} {value:g}" for name, value in values.items() if value)
    return used or "none, or not stored"


def _bias(present: bool) -> str:
    return "" if present else ", without bias"
