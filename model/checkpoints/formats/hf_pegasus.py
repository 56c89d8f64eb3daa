"""Hugging Face Pegasus and Blenderbot folders: pre-norm, a norm after each stack, none on the embeddings.

Pegasus has Marian's fixed positions, Blenderbot learns them and counts from row 0. Both have a bias on the vocabulary
head. Source: huggingface/transformers, pegasus and blenderbot.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import torch

from model.checkpoints.assumptions import Answers, Loading
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Tensors
from model.checkpoints.formats.shared.hf import (
    FILL,
    Family,
    dropouts,
    fairseq_table,
    half_sines,
    is_family,
    open_folder,
    stacks,
)
from model.checkpoints.formats.shared.hf_settings import HfSettings, in_their_words, read_settings
from model.checkpoints.formats.shared.structure import Structure
from model.network.config import TransformerConfig

KEY = "encoder.layers.0.self_attn.k_proj.weight"
NAMES = {"pegasus": "Pegasus", "blenderbot": "Blenderbot"}
_BOTH: Mapping[str, Any] = {
    "activation_function": "gelu", "scale_embedding": False, "dropout": 0.1, "attention_dropout": 0.0,
    "activation_dropout": 0.0, "pad_token_id": 0, "tie_word_embeddings": True,
}  # fmt: skip
DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    "pegasus": {
        **_BOTH, "vocab_size": 50265, "max_position_embeddings": 1024, "d_model": 1024, "encoder_layers": 12,
        "encoder_ffn_dim": 4096, "encoder_attention_heads": 16, "decoder_layers": 12, "decoder_ffn_dim": 4096,
        "decoder_attention_heads": 16, "decoder_start_token_id": 0, "eos_token_id": 1, "forced_eos_token_id": 1,
    },
    "blenderbot": {
        **_BOTH, "vocab_size": 8008, "max_position_embeddings": 128, "d_model": 2560, "encoder_layers": 2,
        "encoder_ffn_dim": 10240, "encoder_attention_heads": 32, "decoder_layers": 24, "decoder_ffn_dim": 10240,
        "decoder_attention_heads": 32, "decoder_start_token_id": 1, "bos_token_id": 1, "eos_token_id": 2,
        "forced_eos_token_id": 2,
    },
}  # fmt: skip
BIAS = "final_logits_bias"
POSITIONS = tuple(f"{side}.embed_positions.weight" for side in ("encoder", "decoder"))
TABLE = fairseq_table(
    encoder__embed_positions__weight="source_embedding.position.table",
    decoder__embed_positions__weight="target_embedding.position.table",
    encoder__layer_norm="encoder_norm",
    decoder__layer_norm="decoder_norm",
    final_logits_bias="vocabulary.bias",
)
STRUCTURE = Structure(outer_norms=2, tables=3)  #: what its shapes tell, as files hold them


def recognise(file: ModelFile) -> bool:
    """By ``model_type`` in config.json and fairseq's names in the weights."""
    return is_family(file, tuple(NAMES), KEY)


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """Open it. Raises :class:`model.common.problems.Problem`."""
    kind = read_settings(file, {}).text("model_type")
    settings = read_settings(file, DEFAULTS[kind])
    with in_their_words(settings):
        config = architecture(file, settings)
    family = Family(
        NAMES[kind], config, TABLE, tied=settings.flag("tie_word_embeddings"), adapt=partial(complete, config=config)
    )  # fmt: skip
    return open_folder(file, settings, family, answers, loading)


def architecture(file: ModelFile, settings: HfSettings) -> TransformerConfig:
    """What config.json says. Raises :class:`model.common.problems.Problem`."""
    width, vocabulary = settings.count("d_model"), settings.count("vocab_size")
    encoder, decoder = stacks(file, settings, width)
    return TransformerConfig(
        vocabulary,
        vocabulary,
        width,
        encoder,
        decoder,
        max_length=settings.count("max_position_embeddings"),
        positions="stored" if settings.text("model_type") == "pegasus" else "learned",
        scale_embeddings=settings.flag("scale_embedding"),
        norm_order="pre",
        final_norm=True,
        activation=settings.activation("activation_function"),
        mask_fill=FILL,
        dropout=dropouts(settings),
        blocks_produced_padding=False,
    )


def complete(tensors: Tensors, config: TransformerConfig) -> Tensors:
    """Add what ``save_pretrained`` leaves out: Pegasus' positions, and a bias of zeros."""
    computed = config.positions == "stored"
    rows = half_sines(config.max_length, config.width) if computed else None
    missing = {name: rows for name in POSITIONS if rows is not None and name not in tensors}
    bias = tensors.get(BIAS, torch.zeros(1, config.target_vocabulary))
    return {**tensors, **missing, BIAS: bias.reshape(-1)}
