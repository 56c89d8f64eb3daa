"""The judging processes: whatever a file does to one, the others are judged and it is a row."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from viz_app.cli.shared.judgement import CheckRow, judge
from viz_app.cli.shared.judges import MOST_MEMORY, judge_all


def act(path: Path, name: str, language: str) -> tuple[CheckRow, str]:
    """What the file's name says."""
    if name == "hang":
        time.sleep(600)
    if name == "die":
        os._exit(9)
    if name == "eat":
        bytearray(2 * MOST_MEMORY)
    if name == "fail":
        raise ZeroDivisionError(name)
    return CheckRow(name, "right", "", "", ""), language


def test_every_file_has_a_row_whatever_it_does() -> None:
    names = ["a", "hang", "b", "die", "c", "eat" if sys.platform == "linux" else "d", "fail", "e"]
    found = judge_all([(Path(name), name) for name in names], 2, "ko", 1.0, act)
    assert [row.file for row, _ in found] == names
    said = {row.file: row.explanation for row, _ in found}
    assert [row.verdict for row, _ in found if row.file in "abcde"] == ["right"] * 4
    assert "it took more than 1 s" in said["hang"]
    assert "it ended its process" in said["die"]
    assert "ZeroDivisionError" in said["fail"]
    assert sys.platform != "linux" or "more memory" in said["eat"]
    assert {sheet for row, sheet in found if row.verdict == "right"} == {"ko"}


def test_a_missing_file_is_a_row(tmp_path: Path) -> None:
    row, sheet = judge(tmp_path / "gone.npz", "gone.npz", "en")
    assert row.verdict == "not readable"
    assert sheet.startswith('<p class="wrong">')


@pytest.mark.parametrize("workers", [1, 3])
def test_the_order_is_that_of_the_files(workers: int) -> None:
    names = [str(number) for number in range(5)]
    found = judge_all([(Path(name), name) for name in names], workers, "", 60, act)
    assert [row.file for row, _ in found] == names
