"""Hugging Face BART and mBART folders, KoBART among them.

Learned positions with two unused rows in front and a norm on the embedding. BART is post-norm; mBART
is pre-norm with a norm after each stack. Source: huggingface/transformers, bart and mbart.
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
from model.checkpoints.formats.shared.hf import FILL, Family, dropouts, fairseq_table, is_family, open_folder, stacks
from model.checkpoints.formats.shared.hf_settings import HfSettings, in_their_words, read_settings
from model.checkpoints.formats.shared.structure import Structure
from model.network.config import TransformerConfig

KEY = "encoder.layers.0.self_attn.k_proj.weight"
OFFSET = 2  #: rows before the first position's
NAMES = {"bart": "BART", "mbart": "mBART"}
DEFAULTS: Mapping[str, Any] = {
    "vocab_size": 50265, "max_position_embeddings": 1024, "d_model": 1024, "activation_function": "gelu",
    "encoder_layers": 12, "encoder_ffn_dim": 4096, "encoder_attention_heads": 16, "decoder_layers": 12,
    "decoder_ffn_dim": 4096, "decoder_attention_heads": 16, "scale_embedding": False, "dropout": 0.1,
    "attention_dropout": 0.0, "activation_dropout": 0.0, "pad_token_id": 1, "bos_token_id": 0, "eos_token_id": 2,
    "forced_eos_token_id": 2, "tie_word_embeddings": True,
}  # fmt: skip
STARTS: Mapping[str, Any] = {"bart": {"decoder_start_token_id": 2}, "mbart": {"bos_token_id": None}}
BIAS = "final_logits_bias"
POSITIONS = tuple(f"{side}.embed_positions.weight" for side in ("encoder", "decoder"))
_BOTH = fairseq_table(
    encoder__embed_positions__weight="source_embedding.position.table",
    decoder__embed_positions__weight="target_embedding.position.table",
    encoder__layernorm_embedding="source_embedding.norm",
    decoder__layernorm_embedding="target_embedding.norm",
    final_logits_bias="vocabulary.bias",
)
TABLE = {**_BOTH, **fairseq_table(encoder__layer_norm="encoder_norm", decoder__layer_norm="decoder_norm")}
TABLES = {"bart": _BOTH, "mbart": TABLE}
STRUCTURE = Structure(outer_norms=2, tables=3)  #: what its shapes tell


def recognise(file: ModelFile) -> bool:
    """By ``model_type`` in config.json and fairseq's names in the weights."""
    return is_family(file, tuple(NAMES), KEY)


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """Open it. Raises :class:`model.common.problems.Problem`."""
    kind = read_settings(file, {}).text("model_type")
    settings = read_settings(file, {**DEFAULTS, **STARTS[kind]})
    with in_their_words(settings):
        config = architecture(file, settings)
    family = Family(
        NAMES[kind], config, TABLES[kind], tied=settings.flag("tie_word_embeddings"),
        ignored=("encoder.version", "decoder.version"), adapt=partial(complete, config=config),
    )  # fmt: skip
    return open_folder(file, settings, family, answers, loading)


def architecture(file: ModelFile, settings: HfSettings) -> TransformerConfig:
    """What config.json says. Raises :class:`model.common.problems.Problem`."""
    width, vocabulary = settings.count("d_model"), settings.count("vocab_size")
    encoder, decoder = stacks(file, settings, width)
    pre = settings.text("model_type") == "mbart"
    return TransformerConfig(
        vocabulary,
        vocabulary,
        width,
        encoder,
        decoder,
        max_length=settings.count("max_position_embeddings"),
        positions="learned",
        scale_embeddings=settings.flag("scale_embedding"),
        norm_order="pre" if pre else "post",
        final_norm=pre,
        embedding_norm=True,
        activation=settings.activation("activation_function"),
        mask_fill=FILL,
        dropout=dropouts(settings),
        blocks_produced_padding=False,
    )


def complete(tensors: Tensors, config: TransformerConfig) -> Tensors:
    """Drop the rows before the first position; a bias of zeros where none is stored."""
    bias = tensors.get(BIAS, torch.zeros(1, config.target_vocabulary))
    tables = {name: tensors[name][OFFSET:] for name in POSITIONS if name in tensors}
    return {**tensors, **tables, BIAS: bias.reshape(-1)}
