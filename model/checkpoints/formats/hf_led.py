"""Hugging Face LED folders (Longformer's encoder-decoder), for sources so short that its attention is full.

Each token attends to the window around it; a source of at most half a window + 1 tokens lies within every token's own,
and no token has global attention unless a caller asks for it. Longer ones are refused: their maps would be others.
BART's network otherwise, positions counted from row 0. Source: huggingface/transformers, led.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import torch

from model.checkpoints.assumptions import Answers, Assumption, Loading
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Tensors
from model.checkpoints.formats.shared.hf import Family, dropouts, fairseq_table, is_family, open_folder, stacks
from model.checkpoints.formats.shared.hf_settings import HfSettings, in_their_words, read_settings
from model.checkpoints.formats.shared.structure import Structure
from model.common.text import Text
from model.network.config import PaddingBlocks, TransformerConfig

KEY = "encoder.layers.0.self_attn.longformer_self_attn.key.weight"
THEIRS, OURS = "led.", "model."  #: what stands before the names of a whole file, here and elsewhere
DEFAULTS: Mapping[str, Any] = {
    "vocab_size": 50265, "max_encoder_position_embeddings": 16384, "max_decoder_position_embeddings": 1024,
    "d_model": 1024, "activation_function": "gelu", "encoder_layers": 12, "encoder_ffn_dim": 4096,
    "encoder_attention_heads": 16, "decoder_layers": 12, "decoder_ffn_dim": 4096, "decoder_attention_heads": 16,
    "attention_window": 512, "dropout": 0.1, "attention_dropout": 0.0, "activation_dropout": 0.0, "pad_token_id": 1,
    "bos_token_id": 0, "eos_token_id": 2, "decoder_start_token_id": 2, "tie_word_embeddings": True,
}  # fmt: skip
BIAS = "final_logits_bias"
ROWS = "encoder.embed_positions.weight"


def _table() -> dict[str, str]:
    lines: dict[str, str] = {}
    attention = "encoder.layers.{}.self_attn"
    for name in ("query", "key", "value"):
        lines[f"{attention}.longformer_self_attn.{name}"] = f"encoder_layers.{{}}.attention.{name}"
    lines[f"{attention}.output"] = "encoder_layers.{}.attention.output"
    more: dict[str, str] = {before + name: ours for before in (OURS, "") for name, ours in lines.items()}
    return more | fairseq_table(
        encoder__embed_positions__weight="source_embedding.position.table",
        decoder__embed_positions__weight="target_embedding.position.table",
        encoder__layernorm_embedding="source_embedding.norm",
        decoder__layernorm_embedding="target_embedding.norm",
        final_logits_bias="vocabulary.bias",
    )


TABLE = _table()
STRUCTURE = Structure(outer_norms=2, tables=3)  #: what its shapes tell


def recognise(file: ModelFile) -> bool:
    """By ``model_type`` in config.json and Longformer's names in the weights."""
    return is_family(renamed(file), ("led",), KEY)


def renamed(file: ModelFile) -> ModelFile:
    """The file with ``model.`` before the names of its network, as the others of its kin have it."""

    def ours(name: str) -> str:
        return OURS + name.removeprefix(THEIRS) if name.startswith(THEIRS) else name

    return replace(
        file,
        tensors={ours(name): info for name, info in file.tensors.items()},
        stored_names={ours(name): place for name, place in file.stored_names.items()},
    )


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """Open it. Raises :class:`model.common.problems.Problem`."""
    settings, file = read_settings(file, DEFAULTS), renamed(file)
    with in_their_words(settings):
        config = architecture(file, settings)
    unused = tuple(name.removeprefix(OURS) for name in file.tensors if "_global." in name)  # no token is global
    family = Family(
        "LED", config, TABLE, tied=settings.flag("tie_word_embeddings"), ignored=unused,
        adapt=partial(complete, config=config),
    )  # fmt: skip
    checkpoint = open_folder(file, settings, family, answers, loading)
    question = Text("How long may a source be? In a longer one each token attends to a window only")
    limit = Assumption("stored_window", config.max_length, settings.path.name, question)
    return replace(checkpoint, assumptions=(limit, *checkpoint.assumptions))


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
        max_length=min(settings.count("max_encoder_position_embeddings"), _window(settings) // 2 + 1),
        target_max_length=settings.count("max_decoder_position_embeddings"),
        positions="learned",
        scale_embeddings=False,
        embedding_norm=True,
        activation=settings.activation("activation_function"),
        padding_blocks=PaddingBlocks(encoder="both"),  # a row of padding is all zeros
        dropout=dropouts(settings),
        blocks_produced_padding=False,
    )


def _window(settings: HfSettings) -> int:
    """The narrowest of all layers. Raises :class:`Problem`."""
    told = settings.values["attention_window"]
    listed = told if isinstance(told, list) and told else [told]
    return min(HfSettings(settings.path, {"attention_window": one}).count("attention_window", 2) for one in listed)


def complete(tensors: Tensors, config: TransformerConfig) -> Tensors:
    """The rows that a source within the window uses; a bias of zeros where none is stored."""
    bias = tensors.get(BIAS, torch.zeros(1, config.target_vocabulary))
    rows = {ROWS: tensors[ROWS][: config.max_length]} if ROWS in tensors else {}
    return {**tensors, **rows, BIAS: bias.reshape(-1)}
