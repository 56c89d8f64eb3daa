"""OpenNMT/OpenNMT-py, recognised and named; not drawn.

Relative, rotary or no positions, average attention and the order of norms are options that stand
beside the weights; the vocabulary head lies in a dictionary of its own.
"""

from __future__ import annotations

from model.checkpoints.assumptions import Answers, Loading
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.files.toolkits import TOOLKITS
from model.common.problems import Problem

_SOURCE, _CROSS = "encoder.transformer.{}.self_attn.", "decoder.transformer_layers.{}.context_attn."
_KEYS = "linear_keys.weight"


def recognise(file: ModelFile) -> bool:
    """By the name of its cross attention."""
    return _CROSS.format(0) + _KEYS in file.tensors


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:  # noqa: ARG001 (no answer would help)
    """Always raises :class:`Problem`."""
    toolkit = TOOLKITS["opennmt"]
    layers = file.count(_SOURCE + _KEYS), file.count(_CROSS + _KEYS)
    raise Problem(str(file.path), toolkit.why(layers), toolkit.next_step)
