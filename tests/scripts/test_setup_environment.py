"""Setting up a machine: what is installed, that it happens once, and what a person is told when it cannot be."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any, NoReturn

import pytest
import setup_environment

WHEEL = "planted-1.0-py3-none-any.whl"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project that needs one small library, which lies beside it."""
    wheel = tmp_path / WHEEL
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("planted.py", "VALUE = 7\n")
        archive.writestr("planted-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: planted\nVersion: 1.0\n")
        archive.writestr(
            "planted-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr("planted-1.0.dist-info/RECORD", "")
    needs = f"planted @ {wheel.as_uri()}"
    (tmp_path / "pyproject.toml").write_text(
        f'[project]\nname = "p"\ndependencies = ["{needs}"]\n[project.optional-dependencies]\ndev = ["other>=2"]\n'
    )
    (tmp_path / "constraints.txt").write_text("other==2.5\n")
    environment = tmp_path / ".venv"
    monkeypatch.setattr(setup_environment, "PROJECT", tmp_path)
    monkeypatch.setattr(setup_environment, "ENVIRONMENT", environment)
    monkeypatch.setattr(setup_environment, "NOTE", environment / "note.json")
    monkeypatch.setattr(setup_environment, "CONSTRAINTS", tmp_path / "constraints.txt")
    return tmp_path


def no_process(*arguments: Any, **more: Any) -> NoReturn:
    """Stands in for :func:`subprocess.run` where nothing may be started."""
    raise AssertionError(f"started {arguments}")


def test_it_installs_once(project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    python = setup_environment.ensure_environment()
    answer = subprocess.run([python, "-c", "import planted; print(planted.VALUE)"], capture_output=True, check=True)
    assert answer.stdout.strip() == b"7"
    assert "once" in capfd.readouterr().out

    monkeypatch.setattr(subprocess, "run", no_process)
    assert setup_environment.ensure_environment() == python
    assert capfd.readouterr().out == ""


def test_a_changed_pin_or_a_new_extra_is_installed_again(project: Path) -> None:
    wanted = setup_environment.requirements()
    setup_environment.ENVIRONMENT.mkdir()
    assert not setup_environment.is_installed(wanted)
    setup_environment.note_installed(setup_environment.requirements(["dev"]))
    assert setup_environment.is_installed(wanted), "what the tests need includes what the program needs"
    setup_environment.note_installed(wanted)
    assert not setup_environment.is_installed(setup_environment.requirements(["dev"]))
    (project / "constraints.txt").write_text("other==2.6\n")
    assert not setup_environment.is_installed(wanted)


@pytest.mark.parametrize("note", ["", "[]", "{}", '{"constraints": 3}', '"text"', "\0"])
def test_a_damaged_note_counts_as_none(project: Path, note: str) -> None:
    setup_environment.ENVIRONMENT.mkdir()
    setup_environment.NOTE.write_text(note)
    assert not setup_environment.is_installed(setup_environment.requirements())


def test_a_failed_installation_is_not_noted(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (project / WHEEL).unlink()
    monkeypatch.setattr(setup_environment, "environment_python", lambda: Path(sys.executable))
    with pytest.raises(SystemExit) as ended:
        setup_environment.ensure_environment()
    assert ended.value.code == 2
    assert capfd.readouterr().err.splitlines()[-1].startswith("error: libraries: pip could not install them")
    assert not setup_environment.NOTE.exists()


@pytest.mark.parametrize("version", [(3, 10, 14), (3, 15, 0)])
def test_an_unsuitable_python_is_refused(
    version: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", version)
    with pytest.raises(SystemExit):
        setup_environment.check_python()
    line = f"error: Python: this is {version[0]}.{version[1]}. Use Python 3.11 to 3.14.\n"
    assert capsys.readouterr().err == line


def test_who_is_not_root_gets_the_exact_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr(subprocess, "run", no_process)
    with pytest.raises(SystemExit) as ended:
        setup_environment.install_packages(["libegl1", "libgl1"], "Qt needs libEGL.so.1, libGL.so.1")
    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        "error: system libraries: Qt needs libEGL.so.1, libGL.so.1. Run: sudo apt-get update && "
        "sudo apt-get install --yes --no-install-recommends libegl1 libgl1.\n"
    )


def test_root_installs_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []

    def run(command: list[str], **more: Any) -> subprocess.CompletedProcess[str]:
        started.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(subprocess, "run", run)
    setup_environment.install_packages(["libegl1"], "Qt needs libEGL.so.1")
    assert [command[:2] for command in started] == [["apt-get", "update"], ["apt-get", "install"]]
    assert "libegl1" in started[1]


def test_a_system_without_apt_is_told_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr(subprocess, "run", no_process)
    with pytest.raises(SystemExit):
        setup_environment.install_packages(["libegl1"], "Qt needs libEGL.so.1")
    assert "Qt needs libEGL.so.1." in capsys.readouterr().err


def test_a_python_without_ensurepip_is_told_what_to_install(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(setup_environment, "find_spec", lambda name: None)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(SystemExit):
        setup_environment.ensure_environment()
    assert "python3-venv" in capsys.readouterr().err
