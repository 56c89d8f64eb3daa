"""What is asked of libraries, and whether a version fits; compared with what pip's own library says."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from packaging.requirements import Requirement

import headscope
from model.common import installed
from model.common.problems import Problem
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
        f"Run: {installed.installing(installed.EXTRA)}.\n"
    )


@pytest.mark.parametrize(
    ("receipt", "models", "library", "again"),
    [
        ("uv-receipt.toml", 'uv tool install "headscope[models] @ file:///here/headscope.whl"',
         'uv pip install --python "/its/python" "Pillow>=11"', "uv tool upgrade headscope --reinstall-package torch"),
        ("pipx_metadata.json", 'pipx install --force "headscope[models] @ file:///here/headscope.whl"',
         'pipx inject headscope "Pillow>=11"', "pipx runpip headscope install --force-reinstall torch"),
        ("pyvenv.cfg", 'python -m pip install "headscope[models]"', 'python -m pip install "Pillow>=11"',
         "python -m pip install --force-reinstall torch"),
    ],
)  # fmt: skip
def test_the_line_is_of_who_installed_this_copy(
    receipt: str, models: str, library: str, again: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / receipt).touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "executable", "/its/python")
    monkeypatch.setattr(shutil, "which", lambda _: "/its/python")
    monkeypatch.setattr(installed, "PROJECT", tmp_path / "pyproject.toml")
    told = SimpleNamespace(read_text=lambda _: '{"url": "file:///here/headscope.whl", "archive_info": {}}')
    monkeypatch.setattr(installed, "distribution", lambda _: told)
    assert installed.installing(installed.EXTRA) == models
    assert installed.installing("Pillow>=11") == library
    assert installed.again("torch") == again
    assert models in installed.lacking("spacy").next_step
    told.read_text = lambda _: '{"url": "https://a.b/c", "vcs_info": {"vcs": "git"}}'
    assert "pip " in models or "@ git+https://a.b/c" in installed.installing(installed.EXTRA)
    told.read_text = lambda _: None
    assert "@" not in installed.installing(installed.EXTRA)


def test_a_python_that_the_shell_does_not_find_is_called_by_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Headscope of a venv can be started without that venv: another ``python`` would install elsewhere."""
    monkeypatch.setattr(shutil, "which", lambda _: "/usr/bin/python")
    monkeypatch.setattr(sys, "executable", "/usr/a b/env/bin/python")
    assert installed.installing("xarray") == '"/usr/a b/env/bin/python" -m pip install xarray'
    monkeypatch.setattr(sys, "executable", "/env/bin/python")
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert installed.installing("xarray") == "/env/bin/python -m pip install xarray"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert "A bundle takes no more libraries" in installed.lacking("pyarrow").next_step


def test_python_says_what_is_missing_too(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, kind in (("safetensors.torch", Problem), ("numpy.core", ModuleNotFoundError)):

        def without(*_: object, lost: str = name) -> None:
            raise ModuleNotFoundError(f"No module named {lost!r}", name=lost)

        monkeypatch.setitem(sys.modules, "model.checkpoints.checkpoint", SimpleNamespace(open_checkpoint=without))
        with pytest.raises(kind, match=name.partition(".")[0]):
            headscope.open("everyday")
