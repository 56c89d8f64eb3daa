"""The Test line: every check in order, the first failure ends it, pytest comes last."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import test

CHECK = """
import os, sys
print({name!r}, *sys.argv[1:], os.environ["QT_QPA_PLATFORM"], os.environ["OMP_NUM_THREADS"], flush=True)
sys.exit({code})
"""


def plant(folder: Path, monkeypatch: pytest.MonkeyPatch, **codes: int) -> None:
    """Checks that only say that they ran, each with its exit code."""
    for name in ("ruff", "mypy", "pytest"):
        (folder / f"{name}.py").write_text(CHECK.format(name=name, code=codes.get(name, 0)))
    (folder / "scripts").mkdir()
    (folder / "scripts" / "page_blocks.py").write_text(CHECK.format(name="guides", code=codes.get("guides", 0)))
    monkeypatch.delenv(test.GUIDES, raising=False)  # as it is in CI
    monkeypatch.setattr(test, "PROJECT", folder)
    monkeypatch.setattr(test, "ensure_environment", lambda extras: Path(sys.executable))
    monkeypatch.setattr(test, "ensure_libraries", lambda platform: None)


def lines(capfd: pytest.CaptureFixture[str]) -> list[str]:
    return [line for line in capfd.readouterr().out.splitlines() if not line.startswith("$")]


def test_all_checks_run_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    plant(tmp_path, monkeypatch)
    assert test.main(["-k", "masks"]) == 0
    assert lines(capfd) == [
        "ruff check . offscreen 1",
        "ruff format --check . offscreen 1",
        "mypy offscreen 1",
        f"pytest {' '.join(test.PARALLEL)} -k masks offscreen 1",
    ]


def test_the_guides_come_before_the_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    plant(tmp_path, monkeypatch, guides=5)
    monkeypatch.setenv(test.GUIDES, "1")
    assert test.main(["-k", "masks"]) == 5
    assert lines(capfd)[-1] == "guides offscreen 1"
    (tmp_path / "scripts" / "page_blocks.py").write_text(CHECK.format(name="guides", code=0))
    assert test.main(["-k", "masks"]) == 0
    assert lines(capfd)[-2:] == ["guides offscreen 1", f"pytest {' '.join(test.PARALLEL)} -k masks offscreen 1"]


@pytest.mark.parametrize(("name", "runs"), [("ruff", 1), ("mypy", 3), ("pytest", 4)])
def test_the_first_failure_ends_it(
    name: str, runs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    plant(tmp_path, monkeypatch, **{name: 5})
    assert test.main([]) == 5
    assert len(lines(capfd)) == runs
