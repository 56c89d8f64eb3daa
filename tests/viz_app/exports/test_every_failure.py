"""Every export where it cannot write: a full disk, a folder that may not be written to, one that is not there, a kill.
The old file stays as it was, nothing is left beside it, and one sentence says why."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from model.record.trace_file import save_trace
from tests.source_tree import PROJECT
from tests.viz_app.exports.planted import planted
from tests.viz_app.sample_trace import TARGET, make_trace
from viz_app.exports import all_exports

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither such limits nor such users"),
]
DRAWN = [suffix for suffix, export in all_exports().items() if export.OF in ("picture", "steps", "page")]
OLD = b"older than all of this"

#: Root writes everywhere until it gives up all that Linux lets it do beyond an ordinary owner.
CHILD = """
import ctypes, os, resource, sys
from viz_app.cli import main

run, *folders = sys.argv[1:]
names, small = {names!r}, ["--preset", "paper-column", "--dpi", "96", "--kind", "decoder"]
for case, folder in zip(("written", "missing", "full", "read-only"), folders):
    if case == "full":
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
    elif case == "read-only" and os.geteuid() == 0:
        version_3, nothing = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
        assert ctypes.CDLL(None).capset(version_3, nothing) == 0
    for name in names:
        print(main(["export", run, "--out", os.path.join(folder, name), *small]))
"""


def test_the_old_file_stays_and_nothing_else(tmp_path: Path) -> None:
    run, names = tmp_path / "run.npz", [f"f{suffix}" for suffix in DRAWN]
    save_trace(make_trace(layers=1, heads=2, target=TARGET[:2]), run)  # a film of three frames
    written, missing, full, closed = (tmp_path / name for name in ("written", "missing", "full", "closed"))
    for folder in (written, full, closed):
        folder.mkdir()
    for folder in (full, closed):
        for name in names:
            (folder / name).write_bytes(OLD)
    closed.chmod(0o555)
    words = [sys.executable, "-c", CHILD.format(names=names), *map(str, (run, written, missing, full, closed))]
    done = subprocess.run(words, check=True, cwd=PROJECT, capture_output=True, text=True, timeout=120)
    closed.chmod(0o755)
    codes = [line for line in done.stdout.splitlines() if line.isdecimal()]
    assert codes == ["0"] * len(names) + ["2"] * 3 * len(names), done.stderr
    outs = [folder / name for folder in (missing, full, closed) for name in names]
    sentences = [line for line in done.stderr.splitlines() if not line.startswith("warning: no font")]
    assert all(said.startswith(f"error: {out}: ") for said, out in zip(sentences, outs, strict=True)), sentences
    assert not missing.exists()
    for folder in (full, closed):
        assert sorted(path.name for path in folder.iterdir()) == sorted(names)
        assert all(path.read_bytes() == OLD for path in folder.iterdir())


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
