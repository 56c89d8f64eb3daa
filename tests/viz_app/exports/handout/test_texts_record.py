"""The words of a run's record: all that the program writes itself is known, in both languages."""

from __future__ import annotations

import re
from typing import get_args, get_type_hints

import pytest
from PySide6.QtWidgets import QApplication

from model.decoding.session import DecodingSession
from model.network.config import EXPLAINED, TransformerConfig
from tests.model.sample_checkpoints import tiny
from viz_app.exports.handout.texts import name_of, value_of, why_it_stopped
from viz_app.platform.translations import speak

HANGUL = re.compile("[가-힣]")
WORDS_OF_ALL = ("LayerNorm", "RMSNorm", "ReLU", "GELU", "GELU (tanh)", "SiLU")


@pytest.fixture
def korean(qapp: QApplication) -> object:
    speak(qapp, "ko")
    yield None
    speak(qapp, "en")


def fields_of_a_run() -> list[str]:
    checkpoint = tiny()
    meta = DecodingSession(checkpoint, checkpoint.source("Zwei Hunde spielen im Schnee.")).run().trace().meta
    return [name.replace("_", " ") for name in (*meta.decoding, *meta.network, *meta.special_ids)]


def test_every_field_has_a_name_in_korean(korean: object) -> None:
    named = {field: name_of(field) for field in fields_of_a_run()}
    assert not [field for field, name in named.items() if not HANGUL.search(name)]
    assert name_of("version") == "version"


def test_every_choice_is_said_in_korean(korean: object) -> None:
    hints = get_type_hints(TransformerConfig)
    for field in EXPLAINED:
        for choice in get_args(hints[field]):
            said = value_of(field.replace("_", " "), choice)
            assert HANGUL.search(said) or said in WORDS_OF_ALL, (field, choice)
    for method in ("greedy", "beam", "teacher forcing"):
        assert HANGUL.search(value_of("method", method))


def test_a_word_of_one_field_is_none_of_another(qapp: object) -> None:
    assert value_of("norm", "layer") == "LayerNorm" and value_of("kind", "layer") == "layer"
    assert value_of("mask fill", "-inf") == "−∞" and value_of("mask fill", "-10000000000.0") == "-10000000000.0"


@pytest.mark.parametrize("reason", ["end token", "end of the given target", "limit of 48 tokens"])
def test_why_it_stopped_is_said_in_korean(korean: object, reason: str) -> None:
    said = why_it_stopped(reason)
    assert HANGUL.search(said) and ("48" in said) == ("48" in reason)
    assert why_it_stopped("the moon") == "the moon"
