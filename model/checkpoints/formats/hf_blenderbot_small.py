"""Hugging Face BlenderbotSmall folders (blenderbot_small-90M): BART's network but for the decoder's embedding.

Post-norm, learned positions counted from row 0. The encoder norms token + position; the decoder norms the token alone
and adds the position to that. Source: huggingface/transformers, blenderbot_small.
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
DEFAULTS: Mapping[str, Any] = {
    "vocab_size": 50265, "max_position_embeddings": 512, "d_model": 512, "activation_function": "gelu",
    "encoder_layers": 8, "encoder_ffn_dim": 2048, "encoder_attention_heads": 16, "decoder_layers": 8,
    "decoder_ffn_dim": 2048, "decoder_attention_heads": 16, "scale_embedding": False, "dropout": 0.1,
    "attention_dropout": 0.0, "activation_dropout": 0.0, "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2,
    "forced_eos_token_id": 2, "decoder_start_token_id": 1, "tie_word_embeddings": True,
}  # fmt: skip
BIAS = "final_logits_bias"
TABLE = fairseq_table(
    encoder__embed_positions__weight="source_embedding.position.table",
    decoder__embed_positions__weight="target_embedding.position.table",
    encoder__layernorm_embedding="source_embedding.norm",
    decoder__layernorm_embedding="target_embedding.token_norm",
    final_logits_bias="vocabulary.bias",
)
STRUCTURE = Structure(outer_norms=2, tables=3)  #: what its shapes tell


def recognise(file: ModelFile) -> bool:
    """By ``model_type`` in config.json and fairseq's names in the weights."""
    return is_family(file, ("blenderbot-small",), KEY)


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """Open it. Raises :class:`model.common.problems.Problem`."""
    settings = read_settings(file, DEFAULTS)
    with in_their_words(settings):
        config = architecture(file, settings)
    family = Family(
        "BlenderbotSmall", config, TABLE, tied=settings.flag("tie_word_embeddings"),
        adapt=partial(complete, config=config),
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
        positions="learned",
        scale_embeddings=settings.flag("scale_embedding"),
        embedding_norm=True,
        target_token_norm=True,
        activation=settings.activation("activation_function"),
        mask_fill=FILL,
        dropout=dropouts(settings),
        blocks_produced_padding=False,
    )


def complete(tensors: Tensors, config: TransformerConfig) -> Tensors:
    """A bias of zeros where none is stored."""
    bias = tensors.get(BIAS, torch.zeros(1, config.target_vocabulary))
    return {**tensors, BIAS: bias.reshape(-1)}
