"""What is asked of libraries, and whether a version fits; compared with what pip's own library says."""

from __future__ import annotations

import sys

import pytest
from packaging.requirements import Requirement

from model.common import installed
from viz_app.cli import main


@pytest.mark.parametrize("having", ["2.9.1", "2.10", "2.10.0+cpu", "2.13.0", "3.0", "3"])
def test_a_version_fits_as_pip_says(having: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Requirement("torch>=2.10,!=2.12,<3")
    monkeypatch.setattr(installed, "wanted", lambda: {"torch": (str(asked),)})
    assert installed.fits("torch", having) == asked.specifier.contains(having)


def test_what_is_for_another_python_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ("qt!=6.12,<7; python_version < '3.12'", "qt<7; python_version >= '3.12'")
    monkeypatch.setattr(installed, "wanted", lambda: {"qt": lines})
    assert installed.fits("qt", "6.12") == (sys.version_info >= (3, 12))
    assert not installed.fits("qt", "7")


def test_every_library_that_the_window_needs_is_here_and_fits() -> None:
    for name in installed.PURPOSES:
        assert installed.installed(name), name
        assert name.lower() in installed.wanted()
        assert installed.fits(name, installed.installed(name)), name
    assert not installed.installed("no-such-library")


def test_the_command_line_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(_: object) -> int:
        raise ModuleNotFoundError("No module named 'spacy'", name="spacy.lang")

    monkeypatch.setattr("viz_app.cli.cite.run", run)
    assert main(["cite"]) == 2
    assert capsys.readouterr().err == (
        "error: spacy: it is not installed; it is for checkpoints that split sentences by the words of a language. "
        'Run: python -m pip install ".[models]".\n'
    )
