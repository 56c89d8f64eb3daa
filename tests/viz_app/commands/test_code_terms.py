"""The palette's names from people's code: of every family, each once, without shapes."""

from __future__ import annotations

from collections import Counter

from viz_app.commands.code_terms import words_of_kind, words_of_masks, words_of_numbers
from viz_app.pictures.drawing.code_names import FAMILIES


def test_modules_and_masks_find_their_kind() -> None:
    found = words_of_kind("cross").split()
    assert found[:2] == ["decoder_layers.cross", "cross_mask"]
    assert {"decoder.layers.encoder_attention", "src_mask", "model.decoder.layers.encoder_attn"} <= set(found)
    assert "trg_mask" not in found


def test_a_mask_of_any_kind_finds_the_masks() -> None:
    assert {"src_mask", "trg_mask", "attention_mask", "enc_dec_padding_mask"} <= set(words_of_masks().split())


def test_what_is_no_name_is_left_out() -> None:
    numbers = words_of_numbers().split()
    assert {"energy", "attn_output_weights"} <= set(numbers)
    assert not {"softmax", "and", "→"} & set(numbers)
    words = [words_of_kind("decoder"), words_of_masks(), words_of_numbers()]
    assert all("[" not in text and max(Counter(text.split()).values()) == 1 for text in words)
    assert len(FAMILIES) > 5
