"""The pictures of the questions: what is said without a folder. The questions themselves are asked in ``tests/e2e``."""

from __future__ import annotations

import pytest
import questions


def test_a_folder_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert questions.main([]) == 2
    assert "FOLDER" in capsys.readouterr().out
