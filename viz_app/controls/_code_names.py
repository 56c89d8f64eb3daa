"""What users call these numbers in the code they know, per family. A table of names, nothing else.

Shapes use the glossary's letters; layers in code count from 0, as in the code itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from model.trace import Kind
from viz_app.controls._words import fill, translate


@dataclass(frozen=True)
class CodeNames:
    """``%1`` stands for the layer, from 0, as the code counts."""

    modules: dict[Kind, str]
    numbers: str  #: score → softmax → weight
    masks: dict[Kind, str]
    may_attend: str  #: what the code calls a cell that is not blocked


TUT6 = CodeNames(
    modules={
        "encoder": "encoder.layers[%1].self_attention",
        "decoder": "decoder.layers[%1].self_attention",
        "cross": "decoder.layers[%1].encoder_attention",
    },
    numbers="energy → softmax → attention",
    masks={"encoder": "src_mask [B,1,1,S]", "decoder": "trg_mask [B,1,T,T]", "cross": "src_mask [B,1,1,S]"},
    may_attend="True",
)
OWN = CodeNames(
    modules={
        "encoder": "encoder_layers[%1].attention",
        "decoder": "decoder_layers[%1].attention",
        "cross": "decoder_layers[%1].cross",
    },
    numbers="scores → softmax → weights",
    masks={"encoder": "padding_mask [B,S]", "decoder": "target_mask [B,T,T]", "cross": "cross_mask [B,T,S]"},
    may_attend="True",
)
FAMILIES: dict[str, CodeNames] = {"tut6": TUT6, "headscope": OWN}
SHAPES: dict[Kind, str] = {"encoder": "[B,H,S,S]", "decoder": "[B,H,T,T]", "cross": "[B,H,T,S]"}


@dataclass(frozen=True)
class CodePlace:
    """Where a block's numbers are in somebody's code."""

    module: tuple[str, ...] = ("",)  #: the whole path, and its end alone
    numbers: str = ""
    details: tuple[str, ...] = ()  #: shape and mask there


NOWHERE = CodePlace()


def code_place(family: str, kind: Kind, layer: int) -> CodePlace:
    """The names of a family's block; :data:`NOWHERE` for a family without a row above."""
    names = FAMILIES.get(family.lower())
    if names is None:
        return NOWHERE
    module = names.modules[kind].replace("%1", str(layer))
    meaning = fill(translate("Inspector", "%1 = may attend"), names.may_attend)
    shape, mask = f"{names.numbers} {SHAPES[kind]}", f"{names.masks[kind]}, {meaning}"
    return CodePlace((module, module.rpartition(".")[2]), names.numbers, (module, shape, mask))
