"""Hugging Face FSMT folders: fairseq's WMT19 models, and others of two vocabularies.

Post-norm; fairseq's fixed positions, counted from the padding's id + 1, where padding has a row of zeros; a vocabulary
for each side, no bias on the head. Source: huggingface/transformers, fsmt.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from model.checkpoints.assumptions import Answers, Loading
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Tensors
from model.checkpoints.formats.shared.hf import (
    FILL,
    SOURCE,
    TARGET,
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
HEAD = "decoder.output_projection.weight"
DEFAULTS: Mapping[str, Any] = {
    "src_vocab_size": 42024, "tgt_vocab_size": 42024, "max_position_embeddings": 1024, "d_model": 1024,
    "activation_function": "relu", "encoder_layers": 12, "encoder_ffn_dim": 4096, "encoder_attention_heads": 16,
    "decoder_layers": 12, "decoder_ffn_dim": 4096, "decoder_attention_heads": 16, "scale_embedding": True,
    "dropout": 0.1, "attention_dropout": 0.0, "activation_dropout": 0.0, "pad_token_id": 1, "bos_token_id": 0,
    "eos_token_id": 2, "forced_eos_token_id": 2, "decoder_start_token_id": 2, "num_beams": 5,
    "tie_word_embeddings": False,
}  # fmt: skip
PLACES = {"encoder": "source_embedding.position", "decoder": "target_embedding.position"}
POSITIONS = "{}.embed_positions.weight"
TABLE = {
    **fairseq_table(),
    **{f"{side}.positions": f"{place}.table" for side, place in PLACES.items()},
    **{f"{side}.padding": f"{place}.padding" for side, place in PLACES.items()},
}
STRUCTURE = Structure(tables=5, head_bias=False)  #: what its shapes tell


def recognise(file: ModelFile) -> bool:
    """By ``model_type`` in config.json and fairseq's names in the weights."""
    return is_family(file, ("fsmt",), KEY)


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """Open it. Raises :class:`model.common.problems.Problem`."""
    settings = read_settings(file, DEFAULTS)
    with in_their_words(settings):
        config = architecture(file, settings)
    padding = settings.count("pad_token_id", 0)
    family = Family(
        "FSMT", config, TABLE, places=(SOURCE, TARGET, HEAD),
        shared=config.source_vocabulary == config.target_vocabulary,
        adapt=partial(complete, config=config, padding=padding),
    )  # fmt: skip
    return open_folder(file, settings, family, answers, loading)


def architecture(file: ModelFile, settings: HfSettings) -> TransformerConfig:
    """What config.json says. Raises :class:`model.common.problems.Problem`."""
    width = settings.count("d_model", 4)
    encoder, decoder = stacks(file, settings, width)
    return TransformerConfig(
        settings.count("src_vocab_size"),
        settings.count("tgt_vocab_size"),
        width,
        encoder,
        decoder,
        max_length=settings.count("max_position_embeddings"),
        positions="stored",
        padding_position=True,
        scale_embeddings=settings.flag("scale_embedding"),
        activation=settings.activation("activation_function"),
        mask_fill=FILL,
        output_bias=False,
        dropout=dropouts(settings),
        blocks_produced_padding=False,
    )


def complete(tensors: Tensors, config: TransformerConfig, padding: int) -> Tensors:
    """The positions, stored or computed: rows from ``padding`` + 1 on, and the padding's own, of zeros."""
    rest, first = dict(tensors), padding + 1
    table = sines_then_cosines(first + config.max_length, config.width)
    table[padding] = 0
    for side in PLACES:
        rows = rest.pop(POSITIONS.format(side), table)
        rest |= {f"{side}.positions": rows[first:], f"{side}.padding": rows[padding:first].reshape(-1)}
    return rest
