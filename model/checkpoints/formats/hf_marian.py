"""Hugging Face Marian folders: OPUS-MT and models fine-tuned from it.

Post-norm, fixed positions whose first half are sines and second half cosines, a bias on the
vocabulary head, and a decoder that starts with ``<pad>``. Source: huggingface/transformers, marian.
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
DEFAULTS: Mapping[str, Any] = {
    "vocab_size": 58101, "max_position_embeddings": 1024, "d_model": 1024, "activation_function": "gelu",
    "encoder_layers": 12, "encoder_ffn_dim": 4096, "encoder_attention_heads": 16, "decoder_layers": 12,
    "decoder_ffn_dim": 4096, "decoder_attention_heads": 16, "scale_embedding": False, "dropout": 0.1,
    "attention_dropout": 0.0, "activation_dropout": 0.0, "pad_token_id": 58100, "eos_token_id": 0,
    "decoder_start_token_id": 58100, "forced_eos_token_id": 0, "share_encoder_decoder_embeddings": True,
    "tie_word_embeddings": True,
}  # fmt: skip
BIAS = "final_logits_bias"
POSITIONS = tuple(f"{side}.embed_positions.weight" for side in ("encoder", "decoder"))
TABLE = fairseq_table(
    encoder__embed_positions__weight="source_embedding.position.table",
    decoder__embed_positions__weight="target_embedding.position.table",
    final_logits_bias="vocabulary.bias",
)
STRUCTURE = Structure(tables=1)  #: what its shapes tell


def recognise(file: ModelFile) -> bool:
    """By ``model_type`` in config.json and fairseq's names in the weights."""
    return is_family(file, ("marian",), KEY)


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """Open it. Raises :class:`model.common.problems.Problem`."""
    settings = read_settings(file, DEFAULTS)
    shared = settings.flag("share_encoder_decoder_embeddings")
    with in_their_words(settings):
        config = architecture(file, settings)
    family = Family(
        "Marian", config, TABLE, shared=shared, tied=settings.flag("tie_word_embeddings"),
        adapt=partial(complete, config=config),
    )  # fmt: skip
    return open_folder(file, settings, family, answers, loading)


def architecture(file: ModelFile, settings: HfSettings) -> TransformerConfig:
    """What config.json says. Raises :class:`model.common.problems.Problem`."""
    width, vocabulary = settings.count("d_model"), settings.count("vocab_size")
    encoder, decoder = stacks(file, settings, width)
    separate = not settings.flag("share_encoder_decoder_embeddings") and settings.has("decoder_vocab_size")
    return TransformerConfig(
        vocabulary,
        settings.count("decoder_vocab_size") if separate else vocabulary,
        width,
        encoder,
        decoder,
        max_length=settings.count("max_position_embeddings"),
        positions="stored",
        scale_embeddings=settings.flag("scale_embedding"),
        activation=settings.activation("activation_function"),
        mask_fill=FILL,
        dropout=dropouts(settings),
        blocks_produced_padding=False,
    )


def complete(tensors: Tensors, config: TransformerConfig) -> Tensors:
    """Add what ``save_pretrained`` leaves out: the positions, and a bias of zeros."""
    rows = half_sines(config.max_length, config.width)
    missing = {name: rows for name in POSITIONS if name not in tensors}
    bias = tensors.get(BIAS, torch.zeros(1, config.target_vocabulary))
    return {**tensors, **missing, BIAS: bias.reshape(-1)}
