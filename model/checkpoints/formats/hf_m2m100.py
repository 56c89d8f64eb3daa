"""Hugging Face M2M100 and NLLB folders: one model for a hundred or two hundred languages.

Pre-norm with a norm after each stack; fixed positions counted from 2, where padding has a row of
zeros; a token tells each language. Source: huggingface/transformers, m2m_100.
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
    is_family,
    open_folder,
    sines_then_cosines,
    stacks,
)
from model.checkpoints.formats.shared.hf_settings import HfSettings, in_their_words, read_settings
from model.checkpoints.formats.shared.structure import Structure
from model.network.config import TransformerConfig

KEY = "encoder.layers.0.self_attn.k_proj.weight"
DEFAULTS: Mapping[str, Any] = {
    "vocab_size": 128112, "max_position_embeddings": 1024, "d_model": 1024, "activation_function": "relu",
    "encoder_layers": 12, "encoder_ffn_dim": 4096, "encoder_attention_heads": 16, "decoder_layers": 12,
    "decoder_ffn_dim": 4096, "decoder_attention_heads": 16, "scale_embedding": True, "dropout": 0.1,
    "attention_dropout": 0.1, "activation_dropout": 0.0, "pad_token_id": 1, "bos_token_id": 0, "eos_token_id": 2,
    "decoder_start_token_id": 2, "tie_word_embeddings": True,
}  # fmt: skip
PLACES = {"encoder": "source_embedding.position", "decoder": "target_embedding.position"}
#: Tables that older files carry and that are computed anyway.
IGNORED = tuple(f"{side}.{name}" for side in PLACES for name in ("version", "embed_positions.weights",
                                                                 "embed_positions._float_tensor"))  # fmt: skip
TABLE = {
    **fairseq_table(encoder__layer_norm="encoder_norm", decoder__layer_norm="decoder_norm"),
    **{f"{side}.positions": f"{place}.table" for side, place in PLACES.items()},
    **{f"{side}.padding": f"{place}.padding" for side, place in PLACES.items()},
}
STRUCTURE = Structure(outer_norms=2, tables=1, head_bias=False)  #: what its shapes tell


def recognise(file: ModelFile) -> bool:
    """By ``model_type`` in config.json and fairseq's names in the weights."""
    return is_family(file, ("m2m_100",), KEY)


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """Open it. Raises :class:`model.common.problems.Problem`."""
    settings = read_settings(file, DEFAULTS)
    with in_their_words(settings):
        config = architecture(file, settings)
    padding = settings.count("pad_token_id", 0)
    family = Family(
        "M2M100", config, TABLE, tied=settings.flag("tie_word_embeddings"), ignored=IGNORED,
        adapt=partial(complete, config=config, padding=padding),
    )  # fmt: skip
    return open_folder(file, settings, family, answers, loading)


def architecture(file: ModelFile, settings: HfSettings) -> TransformerConfig:
    """What config.json says. Raises :class:`model.common.problems.Problem`."""
    width, vocabulary = settings.count("d_model", 4), settings.count("vocab_size")
    encoder, decoder = stacks(file, settings, width)
    return TransformerConfig(
        vocabulary,
        vocabulary,
        width,
        encoder,
        decoder,
        max_length=settings.count("max_position_embeddings"),
        positions="stored",
        padding_position=True,
        scale_embeddings=settings.flag("scale_embedding"),
        norm_order="pre",
        final_norm=True,
        activation=settings.activation("activation_function"),
        mask_fill=FILL,
        output_bias=False,
        dropout=dropouts(settings),
        blocks_produced_padding=False,
    )


def complete(tensors: Tensors, config: TransformerConfig, padding: int) -> Tensors:
    """Add the positions, which no file holds: rows from ``padding`` + 1 on, and zeros for padding."""
    first = padding + 1
    rows = sines_then_cosines(first + config.max_length, config.width)[first:]
    computed: Tensors = {}
    for side in PLACES:
        computed |= {f"{side}.positions": rows, f"{side}.padding": torch.zeros(config.width)}
    return {**tensors, **computed}
