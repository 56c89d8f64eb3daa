"""joeynmt/joeynmt, recognised and named; not drawn.

Its network is near the paper's, but heads, order of norms, activation and ``alpha`` on the residuals
stand in the config.yaml of the training, and defaults differ between encoder and decoder.
"""

from __future__ import annotations

from model.checkpoints.assumptions import Answers, Loading
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.files.toolkits import TOOLKITS
from model.common.problems import Problem

_SOURCE, _CROSS = "encoder.layers.{}.src_src_att.", "decoder.layers.{}.src_trg_att."
_KEYS = "k_layer.weight"


def recognise(file: ModelFile) -> bool:
    """By the name of its encoder attention."""
    return _SOURCE.format(0) + _KEYS in file.tensors


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:  # noqa: ARG001 (no answer would help)
    """Always raises :class:`Problem`."""
    toolkit = TOOLKITS["joeynmt"]
    layers = file.count(_SOURCE + _KEYS), file.count(_CROSS + _KEYS)
    raise Problem(str(file.path), toolkit.why(layers), toolkit.next_step)
