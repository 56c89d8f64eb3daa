"""Every refusal of a bad file is Korean in a Korean window: cause, next step, and what stands inside them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from model.checkpoints.files.gate import examine
from model.common.problems import Problem, problem_from, told
from tests.model.checkpoints.files.test_gate_table import TABLE, place
from viz_app.platform.text import localised
from viz_app.platform.translations import speak

HANGUL = re.compile("[가-힣]")
#: A sentence of ours that nobody translated: three plain English words in a row. Names and code have no such row.
ENGLISH = re.compile(r"(?<![\w./_-])[a-z]{2,} [a-z]{1,} [a-z]{2,}(?![\w./_(])")


@pytest.fixture
def korean(qapp: QApplication) -> object:
    speak(qapp, "ko")
    yield None
    speak(qapp, "en")


@pytest.mark.parametrize("hazard", sorted({bad.hazard for bad in TABLE}))
def test_a_bad_file_is_refused_in_korean(hazard: int, tmp_path: Path, korean: object) -> None:
    for number, bad in enumerate(each for each in TABLE if each.hazard == hazard):
        folder = tmp_path / str(number)
        folder.mkdir()
        with pytest.raises(Problem) as caught:
            examine(place(bad, folder))
        again = problem_from(told(caught.value))  # as the window hears it from another process
        assert again is not None, bad.label
        for part in (again.why, again.next_step):
            assert HANGUL.search(localised(part)), (bad.label, part)
            assert not ENGLISH.search(localised(part)), (bad.label, localised(part))
