"""Every language has a code that a file name takes, and a name of its own."""

from __future__ import annotations

import re

from model.common.languages import LANGUAGES


def test_codes_are_codes_and_names_differ() -> None:
    assert all(re.fullmatch(r"[a-z]{2}(\+en)?", code) for code in LANGUAGES)
    assert len(set(LANGUAGES.values())) == len(LANGUAGES)
