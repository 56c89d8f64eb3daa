"""``cite`` through ``main``: the program alone, a checkpoint, a trace; and what is neither."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from model.record.trace_file import save_trace
from tests.viz_app.cli.runner import TINY, fresh
from tests.viz_app.sample_trace import make_trace
from viz_app.cli import main

pytestmark = pytest.mark.usefixtures("qapp")


def test_the_program_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cite"]) == 0
    told = capsys.readouterr().out
    assert told.count("\n@") == 1
    assert "@software{headscope_" in told


def test_a_checkpoint_with_its_hash(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(TINY)]) == 0
    line = next(line for line in capsys.readouterr().out.splitlines() if "sha256" in line)
    assert main(["cite", str(TINY)]) == 0
    assert line.split()[-1] in capsys.readouterr().out


def test_a_trace_in_korean(tmp_path: Path) -> None:
    save_trace(make_trace(), tmp_path / "t.npz")
    done = fresh("cite", tmp_path / "t.npz", "--language", "ko")
    assert done.returncode == 0
    assert "체크포인트 sample (SHA-256 000000000000)" in done.stdout.decode()


def test_a_trace_needs_no_torch(tmp_path: Path) -> None:
    save_trace(make_trace(), tmp_path / "t.npz")
    code = f"import sys; from viz_app.cli import main; main(['cite', {str(tmp_path / 't.npz')!r}]); "
    words = [sys.executable, "-c", code + "sys.exit('torch' in sys.modules)"]
    assert subprocess.run(words, check=False, cwd=TINY.parents[2], capture_output=True).returncode == 0


def test_what_is_neither_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "t.npz").write_bytes(b"no")
    assert main(["cite", str(tmp_path / "t.npz")]) == 2
    assert main(["cite", str(tmp_path / "gone")]) == 2
    told = capsys.readouterr()
    assert not told.out
    assert [line.partition(":")[0] for line in told.err.splitlines()] == ["error", "error"]
