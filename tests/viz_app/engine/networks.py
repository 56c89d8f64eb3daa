"""Small runs of networks of several families, recorded step by step, for measurements to repeat."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.tokenizer import Encoded
from model.decoding.session import DecodingSession
from model.network.config import PaddingBlocks
from tests.model.sample_checkpoints import make_checkpoint

#: What sets the families apart that a second pass could get wrong.
FAMILIES: dict[str, dict[str, Any]] = {
    "paper": {},
    "pre-norm, final norm": {"norm_order": "pre", "final_norm": True},
    "T5": {
        "norm_order": "pre", "final_norm": True, "norm": "rms", "positions": "relative", "scale_scores": False,
        "scale_embeddings": False, "scale_logits": True, "attention_bias": False, "feed_forward_bias": False,
        "output_bias": False, "share_embeddings": True, "tie_output": True, "gated": True, "activation": "gelu_tanh",
    },
    "BART": {"positions": "learned", "embedding_norm": True, "share_embeddings": True, "tie_output": True},
    "blocked cells keep weight": {"mask_fill": -1.5},
    "rows of padding see nothing": {
        "mask_fill": -1e10, "padding_blocks": PaddingBlocks("both", "both", "both"), "blocks_produced_padding": True,
    },
    "zeros in rows that see nothing": {"mask_fill": -math.inf, "padding_blocks": PaddingBlocks("both", "both", "both")},
}  # fmt: skip
WORDS = "c a d b"
PRODUCED = (5, 1, 7, 4)  #: the second is <pad>


def network(family: str, seed: int = 3) -> Checkpoint:
    """Random weights over nine words, with a name and a hash as if it had been opened."""
    return replace(make_checkpoint(seed, changes=FAMILIES[family]), sha256="b" * 64)


def recorded(checkpoint: Checkpoint, padding: int = 0, source: Encoded | None = None) -> Any:
    """The Trace of a run over :data:`WORDS`, or ``source``, that produces :data:`PRODUCED`, step by step."""
    source = source or checkpoint.source(WORDS, 5 + padding)
    return DecodingSession(checkpoint, source, max_length=len(PRODUCED), forced=PRODUCED, text=WORDS).run().trace()


def weights(checkpoint: Checkpoint) -> dict[str, np.ndarray]:
    """Every parameter by its name, for the plain-loop reference."""
    return {name: value.detach().numpy() for name, value in checkpoint.transformer.named_parameters()}
