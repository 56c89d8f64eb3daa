"""``main.py heads``: a whole table, one that was stopped and goes on, and one from a cluster are the same bytes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from model.corpus import head_table
from model.corpus.corpus_heads import read_heads
from model.corpus.work_file import WorkFile
from tests.forks import POSSIBLE, SCRIPT
from tests.model.sample_checkpoints import PAIRS
from tests.viz_app.cli.runner import ROOT, TINY
from viz_app.cli import heads as heads_command
from viz_app.cli import main

PATIENCE = 120.0  #: seconds; a bound for a broken program, not a measurement


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(head_table, "SIZE", 4)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Thirty pairs, and links between the words that stand at one place."""
    folder = tmp_path_factory.mktemp("corpus")
    pairs, gold = folder / "pairs.tsv", folder / "gold.txt"
    pairs.write_text("".join(f"{source}\t{target}\n" for source, target in PAIRS[:30]), encoding="utf-8")
    ends = [min(len(source.split()), len(target.split())) for source, target in PAIRS[:30]]
    gold.write_text("".join(" ".join(f"{n}-{n}" for n in range(end)) + "\n" for end in ends), encoding="utf-8")
    return pairs, gold


def heads(out: Path, files: tuple[Path, Path], *options: str) -> int:
    words = ["heads", str(TINY), str(files[0]), "--gold", str(files[1]), "--ablate", "--out", str(out)]
    return main([*words, *([] if {"--workers", "--cluster"} & set(options) else ["--workers", "1"]), *options])


@pytest.fixture(scope="module")
def whole(files: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> bytes:
    out = tmp_path_factory.mktemp("whole") / "t.json"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(head_table, "SIZE", 4)
        assert heads(out, files) == 0
    assert [path.name for path in out.parent.iterdir()] == ["t.json"], "nothing else is left"
    return out.read_bytes()


def test_the_table_holds_every_measure(whole: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "t.json"
    path.write_bytes(whole)
    found = read_heads(path)
    assert (found.sentences, found.about["aligned"], found.about["targets"]) == (30, 30, "given")
    for kind in ("encoder", "decoder", "cross"):
        assert {"entropy", "focus", "distance", "first", "loss_change"} <= set(found.kinds[kind])
    assert set(found.kinds["cross"]) >= {"aer", "precision", "recall", "sharpness"}
    assert "previous" not in found.kinds["cross"]
    assert "previous" in found.kinds["decoder"] and "following" not in found.kinds["decoder"]


def test_stopped_in_the_middle_it_goes_on_with_what_was_done(
    whole: bytes, files: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    out, real, calls = tmp_path / "t.json", head_table.piece_totals, list[int]()

    def failing(*arguments: object) -> object:
        calls.append(1)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return real(*arguments)  # type: ignore[arg-type]  # as they came

    monkeypatch.setattr(head_table, "piece_totals", failing)
    assert heads(out, files) == 130
    assert not out.exists()
    told = capsys.readouterr().err
    assert f"12 of 30 sentences are kept in {out}.work; --resume goes on with them" in told
    assert told.splitlines()[-1].startswith("error: interrupted")
    assert heads(out, files) == 2, "without --resume what is done is not thrown away"
    assert "Add --resume" in capsys.readouterr().err
    calls.clear()
    calls += [1] * 4  # it fails once
    assert heads(out, files, "--resume") == 0
    assert len(calls) == 4 + 8 - 3, "thirty sentences are eight pieces of four"
    assert out.read_bytes() == whole


def test_as_json_it_says_what_the_lines_say(
    whole: bytes, files: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    out = tmp_path / "t.json"
    found = read_heads(whole_file(whole, tmp_path))
    aer = found.measure("cross", "aer")
    assert aer is not None
    monkeypatch.setattr(heads_command, "_table", lambda *_: found)
    assert heads(out, files, "--json") == 0
    said = json.loads(capsys.readouterr().out)
    layer, head = divmod(int(np.argmin(aer.mean)), aer.mean.shape[1])
    assert said["aligns_best"] == {"layer": layer + 1, "head": head + 1, "aer": aer.mean[layer, head], "sentences": 30}
    assert (said["out"], said["sentences"], said["heads"], said["file"]) == (str(out), 30, 24, "pairs.tsv")
    assert heads(out, files) == 0
    told = capsys.readouterr()
    assert told.out.strip() == str(out)
    assert f"layer {layer + 1}, head {head + 1} of cross attention (30 sentences with links)" in told.err


def whole_file(content: bytes, folder: Path) -> Path:
    path = folder / "whole.json"
    path.write_bytes(content)
    return path


def test_a_bad_line_is_told_before_anything_is_opened(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("0-0\n" * 29, encoding="utf-8")
    out = ["--workers", "1", "--out", str(tmp_path / "t.csv")]
    assert main(["heads", "no such checkpoint", str(files[0]), "--gold", str(bad), *out]) == 2
    assert "bad.txt: it ends after 29 lines, and pairs.tsv goes on" in capsys.readouterr().err
    nothing = tmp_path / "nothing.txt"
    nothing.write_text("\n\n", encoding="utf-8")
    assert main(["heads", str(TINY), str(nothing), *out]) == 2
    assert "none of its sentences can be run" in capsys.readouterr().err


PARENT = """
import contextlib, sys
sys.modules["torch"] = None
from model.corpus import executors
from model.corpus.opened import CheckpointAddress
from viz_app.cli import main
from viz_app.cli.shared.workers import SpokenCheckpoint

class Others:
    count = 2
    def check(self, function): pass
    def ask(self, function, given):
        assert given["checkpoint"] == "tiny", given
        return SpokenCheckpoint(CheckpointAddress("/there/tiny", "ab" * 32), "tiny", "warning: as it came")
    def answers(self, function, pieces):
        for number, (address, sentences, ablation) in pieces:
            counts = {"cross/focus/n": [[1]], "cross/focus/sum": [[2**31]], "cross/focus/squares": [[2**30]]}
            yield number, {"sentences": len(sentences), "left_out": 0, "aligned": 0, "unmatched": 0, **counts}

executors.workforce = lambda *given: contextlib.nullcontext(Others())
sys.exit(main(["heads", "tiny", sys.argv[1], "--workers", "2", "--out", sys.argv[2]]))
"""


def test_who_only_adds_up_needs_no_torch(files: tuple[Path, Path], tmp_path: Path) -> None:
    """It would take a processor from those that compute for as long as they begin (`benchmarks/corpus_workers.py`)."""
    out = tmp_path / "t.json"
    done = subprocess.run(
        [sys.executable, "-c", PARENT, str(files[0]), str(out)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "warning: as it came" in done.stderr
    found = read_heads(out)
    assert (found.sentences, found.about["checkpoint"], found.about["checkpoint_sha256"]) == (30, "tiny", "ab" * 32)
    focus = found.measure("cross", "focus")
    assert focus is not None and focus.mean.tolist() == [[0.5]]


#: A worker that is forked from a process which has torch already.
WORKER = """
import runpy, sys, warnings
warnings.resetwarnings()
runpy.run_module("distributed.cli.dask_worker", run_name="__main__")
"""


@pytest.fixture
def cluster(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler, which has no Headscope, and two workers, which have, each a process of its own."""
    pytest.importorskip("distributed", reason="Dask, the extra cluster, is not installed here")
    bare = {**os.environ, "OMP_NUM_THREADS": "1"}
    bare.pop("PYTHONPATH", None)
    about = tmp_path / "scheduler.json"

    def start(*command: str, **more: str) -> subprocess.Popen[bytes]:
        null = subprocess.DEVNULL
        return subprocess.Popen(command, env=bare | more, cwd=tmp_path, stdout=null, stderr=null)

    scheduler = start(
        sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
        "--scheduler-file", str(about),
    )  # fmt: skip
    until = time.monotonic() + PATIENCE
    while not about.exists() and time.monotonic() < until:
        time.sleep(0.05)
    address = json.loads(about.read_text(encoding="utf-8"))["address"]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker"]
    if POSSIBLE:
        worker = request.getfixturevalue("forks").words(SCRIPT, WORKER)
    workers = [
        start(*worker, address, "--no-nanny", "--nthreads", "1", "--no-dashboard",
              "--local-directory", str(tmp_path / f"worker-{number}"), PYTHONPATH=str(ROOT))
        for number in range(2)
    ]  # fmt: skip
    try:
        yield address, workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def test_a_cluster_of_two_of_which_one_is_killed_gives_the_same_bytes(
    whole: bytes, files: tuple[Path, Path], tmp_path: Path, cluster: tuple[str, list[subprocess.Popen[bytes]]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    address, workers = cluster
    add, added = WorkFile.add, list[int]()

    def killing(work: WorkFile, number: int, answer: object) -> None:
        added.append(number)
        if len(added) == 2:
            workers[0].send_signal(signal.SIGKILL)
        add(work, number, answer)

    monkeypatch.setattr(WorkFile, "add", killing)
    assert heads(tmp_path / "t.json", files, "--cluster", address) == 0
    assert sorted(added) == list(range(1, 9)), "every piece once"
    assert workers[0].wait() == -signal.SIGKILL
    assert (tmp_path / "t.json").read_bytes() == whole
