"""``doctor``: each thing that can be wrong is said with its way out, and the exit code says whether any is."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from model.common.installed import EXTRA, MODELS, installing
from model.common.text import Text
from viz_app.cli import doctor, main


def said(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


def test_without_a_display_that_is_what_is_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert main(["doctor", "--quick"]) == 1
    text = said(capsys)
    assert "✗ window: there is no display here. Start Headscope on a desktop" in text
    assert os.path.expanduser("~") + "/" not in text  # noqa: PTH111
    for heading in ("Versions", "Display", "Fonts", "Folders"):
        assert f"\n{heading}\n" in f"\n{text}"


def test_it_speaks_the_language_of_the_person(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every sentence is marked for translation; what is not is a name, a number or a path."""
    monkeypatch.setattr(doctor, "said", lambda text: f"«{text}»" if isinstance(text, Text) else text)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert main(["doctor", "--quick"]) == 1
    plain = [line for line in said(capsys).splitlines() if line and "«" not in line]
    assert [line for line in plain if not re.match(r"    [\w-]+ +\d[\w.+ ()]*$", line)] == []


def test_what_is_missing_or_does_not_fit_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "installed", lambda name: {"spacy": "", "numpy": "1.0"}.get(name, "3.0"))
    monkeypatch.setattr(doctor, "fits", lambda name, having: having != "1.0")
    monkeypatch.setattr(doctor, "wanted", lambda: {"spacy": ("spacy>=3.8,<4",), "numpy": ("numpy>=2.1,<3",)})
    wrong = {one.what: one for one in doctor.versions() if one.way_out}
    assert set(wrong) == {"spacy", "numpy"}
    assert wrong["spacy"].said.startswith("missing; it is for checkpoints that split sentences")
    assert wrong["spacy"].way_out == f"Run: {installing('spacy>=3.8,<4')}"
    assert "numpy>=2.1,<3" in wrong["numpy"].said


def test_without_models_nothing_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "installed", lambda name: "" if name in MODELS else "3.0")
    monkeypatch.setattr(doctor, "fits", lambda *_: True)
    found = list(doctor.versions())
    assert not any(one.way_out for one in found)
    [told] = [one.said for one in found if one.what == "models"]
    assert "[models]" in told


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ((1, "", "x\nModuleNotFoundError: No module named 'torch'"), f"Run: {installing(EXTRA)}"),
        ((-11, "", ""), "Install torch again"),
        ((0, "no json", ""), "Install torch again"),
    ],
)
def test_torch_that_does_not_load_is_told(
    answer: tuple[int, str, str], wanted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, err = answer
    done = SimpleNamespace(returncode=code, stdout=out, stderr=err)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    monkeypatch.setattr(sys, "platform", "linux")
    [found] = doctor.devices()
    assert found.way_out.startswith(wanted)


def test_devices_are_those_of_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    line = '[["cpu", "CPU (2 cores)", true, ""], ["cuda", "NVIDIA GPU", false, "there is none"]]'
    done = SimpleNamespace(returncode=0, stdout=f"noise\n{line}\n", stderr="")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    assert [(one.what, one.said, one.way_out) for one in doctor.devices()] == [
        ("cpu", "CPU (2 cores)", ""), ("cuda", "not here: there is none", ""),
    ]  # fmt: skip


def test_fonts_that_did_not_come_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    list(doctor.display())  # which starts Qt
    assert not any(one.way_out for one in doctor.fonts())
    monkeypatch.setattr(doctor, "ASSETS", tmp_path)
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "Pretendard-Regular.otf").write_bytes(b"cut")
    wrong = [(one.what, one.said) for one in doctor.fonts() if one.way_out]
    assert wrong == [("Pretendard-Regular", "damaged"), ("Pretendard-SemiBold", "did not come with the program")]


def test_folders_that_cannot_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert not doctor.place("log", tmp_path / "new" / "deeper").way_out
    assert "in its way" in doctor.place("log", tmp_path / "file" / "log").said
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=5_000_000))
    assert "5 MB are left" in doctor.place("log", tmp_path).said
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "cannot be written" in doctor.place("log", tmp_path).said
    assert "Set HOME" in doctor.place("log", Path(tmp_path.anchor) / "nobody" / "log").way_out
    monkeypatch.setattr(os.path, "exists", lambda path: Path(path) in tmp_path.parents)  # a home of somebody else
    assert "cannot be written" in doctor.place("log", tmp_path / "log").said


def test_in_a_bundle_devices_are_asked_for_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no interpreter that runs a line."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("a process was started"))
    lines = list(doctor.devices())
    assert lines[0].what == "cpu"
    assert not any(line.way_out for line in lines)
