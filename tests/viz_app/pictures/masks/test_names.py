"""Masks by the names and values of the code that people know: polarity is where they go wrong."""

from __future__ import annotations

import math

import pytest
import torch

from model.record.trace import KINDS
from viz_app.pictures.drawing.code_names import FAMILIES
from viz_app.pictures.masks.names import ADDED, DECODER_PARTS, MaskName, Part, knows, mask_name

PARTS: tuple[Part, ...] = ("padding", "look-ahead", "block")


def test_every_family_has_a_name_and_two_values_for_every_mask() -> None:
    assert set(DECODER_PARTS) <= set(FAMILIES)
    for family in FAMILIES:
        assert knows(family.upper())
        for kind in KINDS:
            for part in PARTS:
                name = mask_name(family, kind, part)
                assert name is not None
                assert name.name
                assert {name.may, name.blocked} in ({"True", "False"}, {"0", "1"}, set(ADDED))


def test_an_unknown_family_has_none() -> None:
    assert not knows("my own")
    assert mask_name("my own", "cross", "block") is None


@pytest.mark.parametrize(
    ("family", "kind", "part", "expected"),
    [
        ("tut6", "decoder", "look-ahead", MaskName("trg_sub_mask [T,T]", "True", "False")),
        ("tut6", "decoder", "padding", MaskName("trg_pad_mask [B,1,1,T]", "True", "False")),
        ("tut6", "cross", "block", MaskName("src_mask [B,1,1,S]", "True", "False")),
        ("paul-hyun/transformer-evolution", "encoder", "block", MaskName("enc_attn_mask [B,S,S]", "False", "True")),
        ("marian", "encoder", "padding", MaskName("attention_mask [B,S]", "1", "0")),
        ("fairseq", "decoder", "look-ahead", MaskName("self_attn_mask [T,T]", *ADDED)),
        ("fairseq", "decoder", "padding", MaskName("self_attn_padding_mask [B,T]", "False", "True")),
        ("joeynmt", "decoder", "look-ahead", MaskName("subsequent_mask [1,T,T]", "True", "False")),
        ("opennmt-py", "decoder", "look-ahead", MaskName("future_mask [1,T,T]", "False", "True")),
    ],
)
def test_names_and_polarity(family: str, kind: str, part: Part, expected: MaskName) -> None:
    assert mask_name(family, kind, part) == expected  # type: ignore[arg-type]


def test_pytorch_adds_one_mask_and_blocks_by_true_with_the_other() -> None:
    added = mask_name("nn.Transformer", "decoder", "look-ahead")
    theirs = torch.nn.Transformer.generate_square_subsequent_mask(2)
    assert theirs.tolist() == [[0.0, -math.inf], [0.0, 0.0]]
    assert added == MaskName("tgt_mask [T,T]", "0", "−∞")
    assert mask_name("nn.Transformer", "decoder", "padding") == MaskName("tgt_padding_mask [B,T]", "False", "True")
