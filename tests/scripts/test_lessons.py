"""What the player of lessons tells: a line for each, with every claim that does not hold, and how many missed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import lessons
import pytest


def test_every_window_is_played_and_what_missed_is_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def play(language: str, size: str, only: str, folder: Path | None) -> list[dict[str, Any]]:
        assert (only, folder) == ("cross", tmp_path / "out")
        good = {"name": "cross-row", "language": language, "size": size, "steps": 4, "claims": 6, "missed": []}
        return [good, good | {"name": "cross-map", "missed": ["step 2: largest is war; the run says müde"]}]

    monkeypatch.setattr(lessons, "play", play)
    given = ["--only", "cross", "--languages", "en", "ko", "--sizes", "1024x600", "--out", str(tmp_path / "out")]
    assert lessons.main(given) == 2
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "cross-row en 1024x600: 4 steps, 6 claims, ok"
    assert lines.count("    MISSED: step 2: largest is war; the run says müde") == 2


def test_lines_of_the_program_are_told_from_its_noise() -> None:
    assert lessons.lines_of('noise\n{"name": "a"}\n') == [{"name": "a"}]
    assert lessons.failed("ko", "1x1", "it ended")["missed"] == ["it ended"]
