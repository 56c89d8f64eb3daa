"""The scenes of changing and comparing: which there are, what a line says of one, and what counts as missed."""

from __future__ import annotations

from pathlib import Path

import changes
import pytest
from tasks import Outcome
from tasks_changes import all_changes

#: What the issue asks for by real events, beside the changes that have a list of their own.
ASKED = {"padding-off", "look-ahead-off", "head-off", "row-moved", "third", "epochs", "fault", "scatter", "explorer"}


def test_every_scene_that_is_asked_for_is_there() -> None:
    scenes = all_changes()
    assert set(scenes) >= ASKED and all(name == scene.name for name, scene in scenes.items())
    assert all(scene.bar > 0 and scene.words for scene in scenes.values())


def test_each_is_played_in_every_window_and_what_missed_is_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    played: list[tuple[str, str, str]] = []

    def do(name: str, bar: int, language: str, size: str, picture: Path) -> Outcome:
        played.append((name, language, size))
        assert picture == tmp_path / f"{name}-{language}-{size}.png"
        actions = ("click",) * (bar + (name == "third"))
        return Outcome(name, bar, language, size, actions, "read", "no such cell" if name == "fault" else "")

    monkeypatch.setattr(changes, "do", do)
    assert changes.main(["--sizes", "1024x600", "--languages", "en", "ko", "--out", str(tmp_path)]) == 4
    assert played == [(name, language, "1024x600") for name in all_changes() for language in ("en", "ko")]
    lines = capsys.readouterr().out.splitlines()
    assert sum("MISSED: no such cell" in line for line in lines) == 2
    assert any(line.startswith("third ko 1024x600: 13 of 12: click; ") for line in lines)
    assert changes.main(["--only", "explorer", "--out", str(tmp_path)]) == 0
