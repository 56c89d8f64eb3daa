"""Hugging Face UMT5 folders: mT5's network where every layer has its own numbers for distances.

Source: huggingface/transformers, umt5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from model.checkpoints.assumptions import Answers, Loading
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.assemble import Tensors
from model.checkpoints.formats.shared.hf import Family, is_family, open_folder
from model.checkpoints.formats.shared.hf_settings import in_their_words, read_settings
from model.checkpoints.formats.shared.structure import GAIN, Structure
from model.checkpoints.formats.shared.t5 import BIAS, CODE_NAMES, IGNORED, KEY, architecture, longest, t5_table

DEFAULTS: Mapping[str, Any] = {
    "vocab_size": 250112, "d_model": 512, "d_kv": 64, "d_ff": 1024, "num_layers": 8, "num_heads": 6,
    "relative_attention_num_buckets": 32, "relative_attention_max_distance": 128, "dropout_rate": 0.1,
    "layer_norm_epsilon": 1e-6, "feed_forward_proj": "gated-gelu", "pad_token_id": 0, "eos_token_id": 1,
    "decoder_start_token_id": 0, "tie_word_embeddings": True,
}  # fmt: skip
TABLE = t5_table()
STRUCTURE = Structure(
    projection_bias=False, feed_forward_bias=False, norm_parameters=GAIN, outer_norms=2, tables=1, head_bias=False
)  #: what its shapes tell


def recognise(file: ModelFile) -> bool:
    """By ``model_type`` in config.json and T5's names in the weights."""
    return is_family(file, ("umt5",), KEY)


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """Open it. Raises :class:`model.common.problems.Problem`."""
    settings = read_settings(file, DEFAULTS)
    limit = longest(settings, answers)
    with in_their_words(settings):
        # transformers 5 scales always, also where a file of transformers 4 says that nothing is tied
        scales = settings.flag("tie_word_embeddings")
        config = architecture(file, settings, limit.value, scale_logits=scales, relative_layers=True)
    family = Family("UMT5", config, TABLE, ignored=IGNORED, adapt=stack_tables, code_names=CODE_NAMES)
    checkpoint = open_folder(file, settings, family, answers, loading)
    return replace(checkpoint, assumptions=(limit, *checkpoint.assumptions))


def stack_tables(tensors: Tensors) -> Tensors:
    """The tables of all layers, each [N,H], as one [L,N,H] in the place of the first; all of them or none."""
    found = dict(tensors)
    for side in ("encoder", "decoder"):
        layers = sum(1 for name in tensors if name.startswith(f"{side}.block.") and name.endswith(f".{BIAS}"))
        names = [f"{side}.block.{layer}.{BIAS}" for layer in range(layers)]
        tables = [found[name] for name in names if name in found]
        if layers and len(tables) == layers and len({table.shape for table in tables}) == 1:
            for name in names:
                del found[name]
            found[names[0]] = tables[0].new_empty(layers, *tables[0].shape)
            for layer, table in enumerate(tables):  # stacked without values, torch would import its compiler
                found[names[0]][layer] = table
    return found
