"""Suggested file names can be stored on every system."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from viz_app.platform.file_names import LONGEST, safe_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Two dogs are playing.", "Two dogs are playing.png"),
        ("a/b\\c: <s>?", "a b c s.png"),
        ("CON", "headscope CON.png"),
        ("com1.txt", "headscope com1.txt.png"),
        ("  ..  ", "headscope.png"),
        ("", "headscope.png"),
        ("개 두 마리", "개 두 마리.png"),
        ("dogs 🐕", "dogs 🐕.png"),
        ("one\ntwo\x00three", "one two three.png"),
        ("\u202eevil", "evil.png"),
    ],
)
def test_names(text: str, name: str) -> None:
    assert safe_name(text, ".png") == name


def test_a_long_sentence_is_cut_between_characters() -> None:
    name = safe_name("개" * 300, ".npz")
    assert name == "개" * ((LONGEST - 4) // 3) + ".npz"


@given(some.text())
def test_any_text_gives_a_name(text: str) -> None:
    name = safe_name(text, ".png")
    assert 0 < len(name.encode()) <= LONGEST + len("headscope ")
    assert name.endswith(".png")
    assert not set(name) & set('<>:"/\\|?*\n\r\t\0')
    assert name.removesuffix(".png").strip(" .") == name.removesuffix(".png")
