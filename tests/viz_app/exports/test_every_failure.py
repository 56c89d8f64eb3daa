"""Every export where it cannot write: a full disk, a folder that may not be written to, one that is not there, a kill.
The old file stays as it was, nothing is left beside it, and one sentence says why."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from model.trace_file import save_trace
from tests.source_tree import PROJECT
from tests.viz_app.exports.planted import planted
from viz_app.exports import all_exports

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither such limits nor such users"),
]
DRAWN = [suffix for suffix, export in all_exports().items() if export.OF in ("picture", "steps", "page")]
OLD = b"older than all of this"

#: Who may do less may not import: everything is drawn once before, where it may be written.
CHILD = """
import os, resource, sys
from viz_app.cli import main

case, run, *outs = sys.argv[1:]
small = ["--preset", "paper-column", "--dpi", "96", "--kind", "decoder"]
if case == "full":
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
elif case == "read-only" and os.geteuid() == 0:
    for out in outs:
        assert main(["export", run, "--out", os.path.join(os.path.dirname(run), os.path.basename(out)), *small]) == 0
    os.setgid(65534)
    os.setuid(65534)
for out in outs:
    print(main(["export", run, "--out", out, *small]))
"""


def child(case: str, run: Path, outs: list[Path]) -> tuple[list[str], list[str]]:
    """What it printed, and its sentences."""
    words = [sys.executable, "-c", CHILD, case, str(run), *map(str, outs)]
    done = subprocess.run(words, check=True, cwd=PROJECT, capture_output=True, text=True, timeout=120)
    return [line for line in done.stdout.splitlines() if line.isdecimal()], done.stderr.splitlines()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Nobody, too, finds the way to it; pytest's own folders are closed to others."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.parametrize("case", ["full", "read-only", "missing"])
def test_the_old_file_stays_and_nothing_else(case: str, open_folder: Path) -> None:
    run, folder = open_folder / "run.npz", open_folder / "out"
    save_trace(planted(), run)
    folder.mkdir()
    outs = [folder / f"f{suffix}" for suffix in DRAWN]
    if case == "missing":
        outs = [folder / "not there" / out.name for out in outs]
    else:
        for out in outs:
            out.write_bytes(OLD)
    if case == "read-only":
        folder.chmod(0o555)
    try:
        codes, sentences = child(case, run, outs)
    finally:
        folder.chmod(0o755)
    assert codes == ["2"] * len(outs)
    assert len(sentences) == len(outs)
    assert all(said.startswith(f"error: {out}: ") for said, out in zip(sentences, outs, strict=True)), sentences
    assert sorted(folder.iterdir()) == ([] if case == "missing" else sorted(outs))
    assert all(out.read_bytes() == OLD for out in folder.iterdir())


@pytest.mark.parametrize("suffix", [".gif", ".apng"])
def test_a_kill_in_the_middle_of_a_film(suffix: str, tmp_path: Path) -> None:
    save_trace(planted(), tmp_path / "run.npz")
    (tmp_path / "out").mkdir()
    out = tmp_path / "out" / f"f{suffix}"
    out.write_bytes(OLD)
    words = [sys.executable, "main.py", "export", str(tmp_path / "run.npz"), "--out", str(out), "--dpi", "240"]
    environment = {**os.environ, "HEADSCOPE_PROGRESS": "1"}
    with subprocess.Popen(words, cwd=PROJECT, stderr=subprocess.PIPE, text=True, env=environment) as made:
        assert made.stderr is not None
        told = made.stderr.readline(), made.stderr.readline()
        made.send_signal(signal.SIGKILL)
    assert all(line.startswith("progress: 0.") for line in told), told
    assert out.read_bytes() == OLD
    assert list((tmp_path / "out").iterdir()) == [out]
