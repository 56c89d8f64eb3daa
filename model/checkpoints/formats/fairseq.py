"""facebookresearch/fairseq, recognised and named; not drawn.

A source padded on the left, positions counted from the padding id and a dozen switches stand in the
pickled settings beside the weights: a picture without them would look right and be wrong.
"""

from __future__ import annotations

from model.checkpoints.assumptions import Answers, Loading
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.files.toolkits import TOOLKITS
from model.common.problems import Problem

_CROSS = ("decoder.layers.0.encoder_attn.k_proj.weight", "decoder.layers.0.encoder_attn.in_proj_weight")


def recognise(file: ModelFile) -> bool:
    """By the name of its cross attention without Hugging Face's ``model.`` and ``config.json``.

    Hugging Face took fairseq's names over; ``in_proj_weight`` is fairseq before 2019.
    """
    return file.config is None and any(name in file.tensors for name in _CROSS)


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:  # noqa: ARG001 (no answer would help)
    """Always raises :class:`Problem`."""
    toolkit = TOOLKITS["fairseq"]
    layers = file.count("encoder.layers.{}.fc1.weight"), file.count("decoder.layers.{}.fc1.weight")
    raise Problem(str(file.path), toolkit.why(layers), toolkit.next_step)
