"""The names of the masks in the code of each family, and the values of a cell there. A table, nothing else.

It goes on where :mod:`viz_app.pictures.drawing.code_names` ends: the parts that the decoder's mask is made of, and
the values. Many tutorials write True where a cell is blocked, others 1 and 0, or add 0 and −∞ to the scores.
"""

from __future__ import annotations

from typing import Literal

from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind
from viz_app.pictures.drawing.code_names import FAMILIES

Part = Literal["padding", "look-ahead", "block"]


@dataclass(frozen=True)
class MaskName:
    """One mask in somebody's code."""

    name: str  #: with its shape
    may: str  #: the value of a cell that may be attended to
    blocked: str


OTHER = {"True": "False", "False": "True", "1": "0", "0": "1"}
ADDED = ("0", "−∞")  #: to the scores

#: Family → (look-ahead, the target's padding): the two that the decoder's mask is made of, where they have names.
DECODER_PARTS: dict[str, tuple[str, str]] = {
    "headscope": ("look_ahead_mask [T,T]", "padding_mask [B,T]"),
    "tut6": ("trg_sub_mask [T,T]", "trg_pad_mask [B,1,1,T]"),
    "hyunwoongko": ("trg_sub_mask [T,T]", "trg_pad_mask [B,1,T,1]"),
    "paul-hyun/transformer-evolution": ("dec_attn_decoder_mask [B,T,T]", "dec_attn_pad_mask [B,T,T]"),
    "nn.transformer": ("tgt_mask [T,T]", "tgt_padding_mask [B,T]"),
    "the annotated transformer": ("subsequent_mask [1,T,T]", "tgt != pad [B,1,T]"),
    "jadore801120/attention-is-all-you-need-pytorch": ("get_subsequent_mask [1,T,T]", "get_pad_mask [B,1,T]"),
    "hkproj/pytorch-transformer": ("causal_mask [1,T,T]", "decoder_input != pad_token [B,1,T]"),
    "samlynnevans/transformer": ("np_mask [1,T,T]", "trg != trg_pad [B,1,T]"),
    "gordicaleksa/pytorch-original-transformer": ("trg_no_look_forward_mask [1,1,T,T]", "trg_padding_mask [B,1,1,T]"),
    "nlp-tutorial (graykode, wmathor)": (
        "dec_self_attn_subsequent_mask [B,T,T]", "dec_self_attn_pad_mask [B,T,T]",
    ),
    "fairseq": ("self_attn_mask [T,T]", "self_attn_padding_mask [B,T]"),
    "joeynmt": ("subsequent_mask [1,T,T]", "trg_mask [B,1,T]"),
    "opennmt-py": ("future_mask [1,T,T]", "tgt_pad_mask [B,1,T]"),
}  # fmt: skip
#: Families whose look-ahead mask is added to the scores, and so the decoder's whole mask.
ADDING = ("nn.transformer", "fairseq")


def knows(family: str) -> bool:
    """Is anything known of this family's code?"""
    return family.lower() in FAMILIES


def mask_name(family: str, kind: Kind, part: Part) -> MaskName | None:
    """A mask's name and values in a family's code; None for a family that is not known."""
    names = FAMILIES.get(family.lower())
    if names is None:
        return None
    look_ahead, padding = DECODER_PARTS.get(family.lower(), ("", "")) if kind == "decoder" else ("", "")
    name = {"padding": padding, "look-ahead": look_ahead, "block": ""}[part] or names.masks[kind]
    if kind == "decoder" and part != "padding" and family.lower() in ADDING:
        return MaskName(name, *ADDED)
    return MaskName(name, names.may_attend, OTHER[names.may_attend])
