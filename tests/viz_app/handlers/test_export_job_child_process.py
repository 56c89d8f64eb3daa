"""A child process of our own command line: one answer, one sentence where it fails, and nothing after its end."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from tests.viz_app.running import wait_until
from viz_app.handlers import export_job
from viz_app.handlers.export_job import Child
from viz_app.state.state import Notice


class Heard:
    """A child and what it said."""

    def __init__(self, words: list[str]) -> None:
        self.done: list[bytes] = []
        self.failed: list[Notice] = []
        self.child = Child(words, "a.pt")
        self.child.done.connect(self.done.append)
        self.child.failed.connect(self.failed.append)
        self.child.start()

    def wait(self) -> None:
        wait_until(lambda: bool(self.done or self.failed))


def test_its_output_arrives(qapp: QApplication) -> None:
    heard = Heard(["--version"])
    heard.wait()
    assert heard.failed == []
    assert heard.done[0].startswith(b"Headscope ")


def test_its_sentence_arrives(qapp: QApplication, tmp_path: Path) -> None:
    heard = Heard(["inspect", str(tmp_path / "nothing.pt")])
    heard.wait()
    assert heard.done == []
    assert heard.failed[0].what == str(tmp_path / "nothing.pt")
    assert heard.failed[0].why.startswith("there is no such file or folder")


def test_a_program_that_is_not_there(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    heard = Heard(["--version"])
    heard.wait()
    assert heard.failed[0].what == "a.pt"
    assert "could not be started" in heard.failed[0].why


@pytest.mark.parametrize("patience", [export_job.END_MILLISECONDS, 0])
def test_nothing_follows_its_end(qapp: QApplication, monkeypatch: pytest.MonkeyPatch, patience: int) -> None:
    """Nor does Qt say that a process was destroyed while it ran, where that takes longer than it is waited for."""
    monkeypatch.setattr(export_job, "END_MILLISECONDS", patience)
    heard = Heard(["--version"])
    heard.child.end()
    wait_until(lambda: not isValid(heard.child))
    assert heard.done == []
    assert heard.failed == []
