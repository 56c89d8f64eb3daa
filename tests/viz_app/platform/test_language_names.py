"""Names of languages from the codes that checkpoints use."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale

from viz_app.platform.language_names import _named, direction, language_name


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("de", "German"), ("deu", "German"), ("de_DE", "German"), ("kor_Hang", "Korean"), (">>fra<<", "French"),
        ("zh-CN", "Chinese"), ("EN", "English"), ("qqq", "qqq"), ("", ""), ("1", "1"),
    ],
)  # fmt: skip
def test_a_code_is_named(code: str, name: str) -> None:
    assert language_name(code) == name


def test_a_direction_needs_both() -> None:
    assert direction("de", "en") == "German → English"
    assert direction("de", "") == direction("", "en") == ""


def test_every_name_is_one_that_qt_knows() -> None:
    """Else it would never be translated."""
    known = {QLocale.languageToString(language) for language in QLocale.Language}
    assert set(_named()) <= known
    assert all(english.startswith(shown) for english, shown in _named().items())
