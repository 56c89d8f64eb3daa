"""Hugging Face T5 and mT5 folders: the original, version 1.1 and Flan-T5, gated or not.

Pre-norm RMSNorm without shifts or biases, no 1/√D, and no positions but a bias for the distance, in
the first layer's weights and used by all. Source: huggingface/transformers, t5 and mt5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from model.checkpoints.assumptions import Answers, Loading
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.hf import Family, is_family, open_folder
from model.checkpoints.formats.shared.hf_settings import HfSettings, in_their_words, read_settings
from model.checkpoints.formats.shared.structure import GAIN, Structure
from model.checkpoints.formats.shared.t5 import CODE_NAMES, IGNORED, KEY, architecture, longest, t5_table

NAMES = {"t5": "T5", "mt5": "mT5"}
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
TABLE = t5_table()
STRUCTURE = Structure(
    projection_bias=False, feed_forward_bias=False, norm_parameters=GAIN, outer_norms=2, tables=1, head_bias=False
)  #: what its shapes tell


def recognise(file: ModelFile) -> bool:
    """By ``model_type`` in config.json and T5's names in the weights."""
    return is_family(file, tuple(NAMES), KEY)


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """Open it. Raises :class:`model.common.problems.Problem`."""
    kind = read_settings(file, {}).text("model_type")
    settings = read_settings(file, {**DEFAULTS, **(MT5 if kind == "mt5" else {})})
    limit = longest(settings, answers)
    with in_their_words(settings):
        config = architecture(file, settings, limit.value, scale_logits=scales_logits(settings))
    family = Family(NAMES[kind], config, TABLE, ignored=IGNORED, code_names=CODE_NAMES)
    checkpoint = open_folder(file, settings, family, answers, loading)
    return replace(checkpoint, assumptions=(limit, *checkpoint.assumptions))


def scales_logits(settings: HfSettings) -> bool:
    """Whether the head gets hidden states times 1/√M: as the saved file says, and never in mT5.

    transformers 5 writes ``tie_word_embeddings: true`` into every T5 and keeps the switch in
    ``scale_decoder_outputs``; before, the switch was ``tie_word_embeddings``.
    """
    if settings.has("scale_decoder_outputs"):
        return settings.flag("scale_decoder_outputs")
    return settings.text("model_type") == "t5" and settings.flag("tie_word_embeddings")
