"""A written file is shown by the system, or one sentence says why it is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from viz_app.handlers.files import selecting, show_file


class System:
    """Writes down what it is asked to open, in place of a browser or file manager."""

    def __init__(self, works: bool) -> None:
        self.works = works
        self.asked: list[str] = []

    def openUrl(self, url: QUrl) -> bool:  # noqa: N802 - Qt's name
        self.asked.append(url.toLocalFile())
        return self.works


@pytest.fixture
def system(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> System:
    system = System(True)
    monkeypatch.setattr(QDesktopServices, "openUrl", system.openUrl)
    return system


def test_a_file_or_its_folder_is_opened(system: System, tmp_path: Path) -> None:
    (file := tmp_path / "그림 <1>.png").touch()
    assert show_file(file) is None
    assert show_file(file, folder=True) is None
    assert system.asked == [str(file), str(tmp_path)]


def test_a_file_that_has_gone_says_so(system: System, tmp_path: Path) -> None:
    notice = show_file(tmp_path / "a.png")
    assert notice is not None
    assert (notice.what, notice.why) == (str(tmp_path / "a.png"), "it is no longer there")
    assert system.asked == []


def test_a_system_without_a_program_for_it_says_so(system: System, tmp_path: Path) -> None:
    system.works = False
    (file := tmp_path / "a.npz").touch()
    notice = show_file(file)
    assert notice is not None
    assert "no program" in notice.why


def test_where_a_file_manager_can_select_it_does() -> None:
    assert selecting(Path("a.png"), "win32") == ["explorer", "/select,a.png"]
    assert selecting(Path("a.png"), "darwin") == ["open", "-R", "a.png"]
    assert selecting(Path("a.png"), "linux") == []
