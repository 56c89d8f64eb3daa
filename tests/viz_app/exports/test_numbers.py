"""Files of numbers where something goes wrong: the old file stays, one sentence says why, nothing else is left."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from model.problems import Problem
from model.trace_file import save_trace
from tests.viz_app.exports.planted import planted, snapshot
from viz_app.exports import all_exports
from viz_app.exports._figure import Figure
from viz_app.exports._numbers import MOST_ROWS, check_rows
from viz_app.state import Snapshot

pytestmark = pytest.mark.usefixtures("qapp")
PROJECT = Path(__file__).parents[3]
SUFFIXES = (".csv", ".json", ".npz", ".tsv")
every_kind = pytest.mark.parametrize("export", [all_exports()[suffix] for suffix in SUFFIXES], ids=SUFFIXES)
both = pytest.mark.parametrize("figure", [Figure(whole_run=False), Figure(whole_run=True)], ids=["shown", "run"])


@every_kind
@both
def test_a_missing_folder(export: ModuleType, figure: Figure, tmp_path: Path) -> None:
    with pytest.raises(Problem, match="cannot be written"):
        export.write(snapshot("one_head"), figure, tmp_path / "no" / f"t{export.SUFFIX}")
    assert not list(tmp_path.iterdir())


@every_kind
@both
def test_without_a_run_there_is_one_sentence(export: ModuleType, figure: Figure, tmp_path: Path) -> None:
    with pytest.raises(Problem):
        export.write(Snapshot(), figure, tmp_path / f"t{export.SUFFIX}")
    assert not list(tmp_path.iterdir())


SMALL_DISK = """
import resource, sys
from viz_app.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
for out in sys.argv[2:]:
    what = "run" if "run" in out else "shown"
    print(main(["export", sys.argv[1], "--view", "all_layers", "--what", what, "--out", out]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_full_disk(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk."""
    save_trace(planted(), tmp_path / "trace.npz")
    outs = [tmp_path / f"{what}{suffix}" for suffix in SUFFIXES for what in ("run", "shown")]
    for out in outs:
        out.write_bytes(b"old")
    words = [sys.executable, "-c", SMALL_DISK, str(tmp_path / "trace.npz"), *map(str, outs)]
    done = subprocess.run(words, check=True, cwd=PROJECT, capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == ["2"] * len(outs)
    sentences = done.stderr.splitlines()
    assert len(sentences) == len(outs)
    for out, sentence in zip(outs, sentences, strict=True):
        assert sentence.startswith(f"error: {out}: it cannot be written (File too large). ")
        assert out.read_bytes() == b"old"
    assert {path.name for path in tmp_path.iterdir()} == {"trace.npz", *(out.name for out in outs)}


def test_a_table_that_nobody_could_open_is_refused() -> None:
    check_rows(MOST_ROWS, Path("t.csv"))
    with pytest.raises(Problem, match="10,000,001 rows"):
        check_rows(MOST_ROWS + 1, Path("t.csv"))
