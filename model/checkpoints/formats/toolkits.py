"""Training toolkits, recognised and named; not drawn.

Which network a file of theirs holds stands in settings beside the weights, and a picture without them would look
right and be wrong. fairseq: a source padded on the left, positions counted from the padding id, a dozen switches.
OpenNMT-py: relative, rotary or no positions, average attention, the order of norms.
"""

from __future__ import annotations

from dataclasses import dataclass

from model.checkpoints.assumptions import Answers, Loading
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.files.toolkits import TOOLKITS
from model.common.problems import Problem


@dataclass(frozen=True)
class ToolkitSigns:
    """Tensors by which a toolkit's state dict is known; ``{}`` stands for the layer."""

    signs: tuple[str, ...]  #: any of them, in layer 0
    encoder: str  #: one in each layer
    decoder: str
    alone: bool = False  #: only without a config.json


_OPENNMT = "_attn.linear_keys.weight"
SIGNS = {
    # Hugging Face took fairseq's names over, under ``model.`` and with a config.json; in_proj is fairseq before 2019.
    "fairseq": ToolkitSigns(
        ("decoder.layers.{}.encoder_attn.k_proj.weight", "decoder.layers.{}.encoder_attn.in_proj_weight"),
        "encoder.layers.{}.fc1.weight", "decoder.layers.{}.fc1.weight", alone=True,
    ),
    "opennmt": ToolkitSigns(
        (f"decoder.transformer_layers.{{}}.context{_OPENNMT}",),
        f"encoder.transformer.{{}}.self{_OPENNMT}", f"decoder.transformer_layers.{{}}.context{_OPENNMT}",
    ),
}  # fmt: skip


def recognise(file: ModelFile) -> bool:
    """By the names of its attention."""
    return _known(file) is not None


def read(file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:  # noqa: ARG001 (no answer would help)
    """Always raises :class:`Problem`."""
    name = _known(file)
    assert name is not None, "it was recognised"
    layers = file.count(SIGNS[name].encoder), file.count(SIGNS[name].decoder)
    raise Problem(str(file.path), TOOLKITS[name].why(layers), TOOLKITS[name].next_step)


def _known(file: ModelFile) -> str | None:
    found = (
        name
        for name, known in SIGNS.items()
        if any(sign.format(0) in file.tensors for sign in known.signs) and not (known.alone and file.config is not None)
    )
    return next(found, None)
