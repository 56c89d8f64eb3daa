"""What a checkpoint is, as facts for people: no judgement, no drawing."""

from __future__ import annotations

from typing import Any

from model.checkpoint import Checkpoint
from model.tokenizer import Tokenizer

Facts = dict[str, dict[str, Any]]
TRACE_BYTES = 4  #: float32


def describe(checkpoint: Checkpoint) -> Facts:
    """Sections of named facts: text, whole numbers, truth values or lists, ready for JSON."""
    config, special = checkpoint.transformer.config, checkpoint.special
    source, target = checkpoint.source_tokenizer, checkpoint.target_tokenizer
    return {
        "checkpoint": {
            "name": checkpoint.name,
            "path": str(checkpoint.path or ""),
            "family": checkpoint.family,
            "sha256": checkpoint.sha256,
            "source language": checkpoint.languages[0],
            "target language": checkpoint.languages[1],
        },
        "architecture": {
            "parameters": config.parameters,
            "model width M (d_model)": config.width,
            "encoder layers": config.encoder.layers,
            "encoder heads H": config.encoder.heads,
            "encoder head width D (d_k)": config.encoder.head_width,
            "encoder feed-forward width F": config.encoder.feed_forward_width,
            "decoder layers": config.decoder.layers,
            "decoder heads H": config.decoder.heads,
            "decoder head width D (d_k)": config.decoder.head_width,
            "decoder feed-forward width F": config.decoder.feed_forward_width,
            "positions": f"{config.positions}, {config.max_length}",
            "token embedding times √M": config.scale_embeddings,
            "LayerNorm": f"{config.norm_order}-norm, eps {config.norm_eps:g}"
            + (", one more after each stack" if config.final_norm else ""),
            "activation": config.activation,
            "blocked score": f"{config.mask_fill:g}",
            "source and target share one table": config.share_embeddings,
            "vocabulary head reuses the target table": config.tie_output,
        },
        "tokens": {
            "source": f"{source.kind}, {len(source):,} entries",
            "target": f"{target.kind}, {len(target):,} entries",
            "unknown": source.token(source.unknown_id),
            "padding": source.token(special.source_padding),
            "start": target.token(special.start),
            "end": [target.token(index) for index in special.ends],
            "before every source": _tokens(source, special.source_prefix),
            "after every source": _tokens(source, special.source_suffix),
        },
        "memory": {
            f"trace of {length} source and {length} target tokens (MB)": round(trace_bytes(checkpoint, length) / 1e6, 1)
            for length in (16, 64, 256)
        },
        "provenance": {str(name): str(value) for name, value in checkpoint.provenance.items()},
    }


def trace_bytes(checkpoint: Checkpoint, length: int) -> int:
    """float32 bytes of all attention of a run with S = T = ``length``."""
    encoder, decoder = checkpoint.transformer.config.stacks
    maps = encoder.layers * encoder.heads + 2 * decoder.layers * decoder.heads
    return maps * length * length * TRACE_BYTES


def _tokens(tokenizer: Tokenizer, ids: tuple[int, ...]) -> list[str]:
    return [tokenizer.token(index) for index in ids]
