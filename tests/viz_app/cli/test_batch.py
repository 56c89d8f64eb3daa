"""``batch``: many sentences give what each gives alone, whatever interrupts it, and a bad one harms no other."""

from __future__ import annotations

import argparse
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model.record.trace_file import load_trace, save_trace
from tests.viz_app.cli.runner import ROOT, TINY
from tests.viz_app.sample_trace import make_trace
from viz_app.cli import build_parser, main
from viz_app.cli.batch import _jobs, makers
from viz_app.cli.batch_jobs.worker import Worker

pytestmark = pytest.mark.usefixtures("qapp", "quick_helpers")

SENTENCES = (
    "Zwei Hunde spielen im Schnee.", "Zwei Hunde spielen im Garten.", "Zwei Kinder spielen im Park.",
    "Ein Hund schläft im Garten.", "Zwei Hunde schlafen.", "Ein Kind.", "Der Schnee.", "한국어 🐶 ß", "Zwei",
    "</script>", "a/b\\c: {layer}", "Kinder spielen im Schnee im Garten im Park.",
)  # fmt: skip
SMALL = ("--width", "240", "--height", "200", "--ratio", "1", "--language", "ko")
WAIT = 120.0  #: seconds until a test gives up; a bound, not a measurement


def batch(*words: str | Path) -> tuple[int, dict[str, Any], str]:
    """Exit code, summary, and what it said. How it starts its processes is :func:`start`'s to ask."""
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as errors:
        code = main(["batch", *map(str, words)])
    return code, json.loads(out.getvalue()) if out.getvalue() else {}, errors.getvalue()


@pytest.fixture(scope="module")
def twelve(tmp_path_factory: pytest.TempPathFactory, quick_helpers: None) -> tuple[Path, dict[str, Any], str]:
    """Twelve sentences and a bad one among empty lines, by two processes."""
    folder = tmp_path_factory.mktemp("twelve")
    too_long = "Hund " * 2000
    lines = "\r\n".join(["", *SENTENCES[:6], too_long, "  ", *SENTENCES[6:]])
    (folder / "in.txt").write_bytes(b"\xef\xbb\xbf" + lines.encode())
    pattern = folder / "out" / "{view}" / "{number} {sentence}-{layer}.{head}.png"
    words = ("export", folder / "in.txt", "--checkpoint", TINY, "--out", pattern, "--jobs", "2")
    code, summary, said = batch(*words, *SMALL)
    assert code == 2, said
    return folder, summary, said


def test_each_sentence_gives_what_it_gives_alone(
    twelve: tuple[Path, dict[str, Any], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, summary, _ = twelve
    good = [entry for entry in summary["sentences"] if entry["problem"] is None]
    assert [entry["source"] for entry in good] == list(SENTENCES)
    for entry in good[::3]:  # of the first job and of the second
        words = ["export", "--checkpoint", str(TINY), "--out", str(tmp_path / "{layer}.{head}.png"), *SMALL]
        assert main([*words, "--", entry["source"]]) == 0
        alone = capsys.readouterr().out.splitlines()
        assert len(alone) == len(entry["files"]) == 1
        for one, other in zip(alone, entry["files"], strict=True):
            assert Path(one).read_bytes() == Path(other).read_bytes()


def test_the_summary_says_what_was_made(twelve: tuple[Path, dict[str, Any], str]) -> None:
    folder, summary, said = twelve
    sentences = summary["sentences"]
    assert [entry["number"] for entry in sentences] == list(range(1, 14))
    assert [entry["line"] for entry in sentences] == [*range(2, 9), *range(10, 16)]
    assert (summary["jobs"], summary["failed"], summary["what"]) == (2, 1, "export")
    made = sorted(str(path) for path in (folder / "out" / "one_head").glob("*.png"))
    assert made == sorted(file for entry in sentences for file in entry["files"])
    assert Path(sentences[0]["files"][0]).name == "001 Zwei Hunde spielen im Schnee-1.1.png"
    assert sentences[0]["translation"] == "Two dogs are playing in the snow."
    bad = sentences[6]
    assert bad["files"] == []
    assert "tokens and tiny has positions for" in bad["problem"]
    assert f"error: line 8: {bad['problem']}" in said.splitlines()
    assert "13 sentences: 12 made, 0 were there, 1 failed" in said
    assert all(entry["source_tokens"] > 0 and entry["seconds"] > 0 for entry in sentences if entry is not bad)


@pytest.fixture
def traces(tmp_path: Path) -> Path:
    """Forty recorded runs as lines of a file; nothing needs torch."""
    plain = make_trace()
    for number in range(40):
        save_trace(replace(plain, meta=replace(plain.meta, source_text=f"run {number}")), tmp_path / f"r{number}.npz")
    lines = "\n".join(str(tmp_path / f"r{number}.npz") for number in range(40))
    (tmp_path / "in.txt").write_text(lines, encoding="utf-8")
    return tmp_path


def test_only_what_is_missing_is_made_again(traces: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = (traces / "in.txt").read_text(encoding="utf-8").split("\n")[:5]
    (traces / "in.txt").write_text("\n".join(names), encoding="utf-8")
    pattern = str(traces / "out" / "{view}" / "{number}-{layer}.{head}.png")
    words = ["batch", "export", str(traces / "in.txt"), "--out", pattern, "--layer", "all", "--jobs", "1", *SMALL]
    assert main(words) == 0
    before = json.loads(capsys.readouterr().out)["sentences"]
    assert [len(entry["files"]) for entry in before] == [3] * 5
    lost, changed = (Path(before[at]["files"][1]) for at in (1, 3))
    held = {path: path.read_bytes() for path in (lost, changed)}
    lost.unlink()
    changed.write_bytes(b"cut")
    (traces / "in.txt").write_text("\n\n".join([*names[:4], str(traces / "r9.npz")]), encoding="utf-8")
    assert main([*words, "--summary", str(traces / "s.json")]) == 0
    assert capsys.readouterr().out == ""
    again = json.loads((traces / "s.json").read_text(encoding="utf-8"))["sentences"]
    assert [entry["number"] for entry in again if not entry["earlier"]] == [2, 4, 5]
    assert {path: path.read_bytes() for path in held} == held
    assert main([*words, "--no-title"]) == 2
    assert "made with other settings (no_title was false and is true)" in capsys.readouterr().err
    assert main([*words, "--no-title", "--again"]) == 0
    assert not any(entry["earlier"] for entry in json.loads(capsys.readouterr().out)["sentences"])


def start(folder: Path) -> subprocess.Popen[bytes]:
    """A batch in a process group of its own, stopped in the middle of its work by nobody yet."""
    words = [
        "batch",
        "export",
        str(folder / "in.txt"),
        "--out",
        str(folder / "out" / "{number}.png"),
        "--jobs",
        "2",
        *SMALL,
    ]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job would ignore it
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), *words],
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    signal.signal(signal.SIGINT, before)
    try:
        wait(lambda: journal(folder).count(b"\n") >= 3)
    except AssertionError:
        process.kill()
        raise AssertionError(process.communicate()[1].decode()) from None
    return process


def journal(folder: Path) -> bytes:
    path = folder / "out" / "number.png.batch.jsonl"
    return path.read_bytes() if path.exists() else b""


def wait(true: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def gone(group: int) -> bool:
    """Has every process of a group ended?"""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.skipif(sys.platform == "win32", reason="process groups as they are asked for here are POSIX")
def test_it_goes_on_after_a_sudden_end(traces: Path) -> None:
    process = start(traces)
    process.kill()
    process.communicate()
    wait(lambda: gone(process.pid))
    known = journal(traces).count(b"\n") - 1
    files = sorted(path.name for path in (traces / "out").iterdir())
    assert 2 <= known < 40
    assert not [name for name in files if name.startswith(".")], "no part of a file is left"
    pattern = str(traces / "out" / "{number}.png")
    code, summary, said = batch("export", traces / "in.txt", "--out", pattern, *SMALL)
    assert code == 0, said
    assert sum(entry["earlier"] for entry in summary["sentences"]) >= known
    whole = [(traces / "out" / f"{number:03}.png").read_bytes() for number in range(1, 41)]
    assert main(["export", str(traces / "r39.npz"), "--out", str(traces / "alone.png"), *SMALL]) == 0
    assert whole[39] == (traces / "alone.png").read_bytes()
    assert all(content.startswith(b"\x89PNG") and content.endswith(b"IEND\xaeB`\x82") for content in whole)


@pytest.mark.skipif(sys.platform == "win32", reason="process groups as they are asked for here are POSIX")
def test_an_interrupt_stops_every_process(traces: Path) -> None:
    process = start(traces)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=WAIT)
    assert process.returncode == 130
    assert said.decode().splitlines()[-1].startswith("error: interrupted:")
    wait(lambda: gone(process.pid))
    assert not [path.name for path in (traces / "out").iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize("what", ["trace", "page", "handout"])
def test_what_else_can_be_made_of_each(what: str, tmp_path: Path) -> None:
    assert set(makers()) == {"export", "page", "handout", "trace"}
    suffix = {"trace": ".npz", "page": ".html", "handout": ".pdf"}[what]
    words = [what, str(tmp_path / "in.txt"), "--checkpoint", str(TINY), "--out", str(tmp_path / f"{{number}}{suffix}")]
    arguments = build_parser().parse_args(["batch", *words])
    worker = Worker(arguments, makers()[what].make)
    assert worker.answer({"open": True})["checkpoint"] == "tiny"
    for number, text in enumerate(SENTENCES[: 1 if what == "handout" else 2], 1):
        out = tmp_path / "new" / f"{number}{suffix}"
        answer = worker.answer({"text": text, "out": str(out)})
        assert list(answer["files"]) == [str(out)]
        if what == "handout":
            assert out.read_bytes().startswith(b"%PDF-")
            continue
        assert main([what, text, "--checkpoint", str(TINY), "--out", str(tmp_path / f"alone{suffix}")]) == 0
        if what == "page":
            assert out.read_bytes() == (tmp_path / "alone.html").read_bytes()
        else:
            one, other = load_trace(out), load_trace(tmp_path / "alone.npz")
            assert one.meta == other.meta
            assert np.array_equal(one.cross_attention, other.cross_attention)  # type: ignore[arg-type]


def test_what_fails_for_every_sentence_ends_the_batch(tmp_path: Path) -> None:
    arguments = build_parser().parse_args(
        ["batch", "export", "x", "--checkpoint", str(TINY), "--out", str(tmp_path / "{number}.doc")]
    )
    worker = Worker(arguments, makers()["export"].make)
    assert worker.answer({"text": SENTENCES[0], "out": str(tmp_path / "1.doc")})["fatal"]
    arguments.out = str(tmp_path / "1.png")
    answer = worker.answer({"text": "  ", "out": arguments.out})
    assert (answer["fatal"], answer["problem"][0]) == (False, "source sentence")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("jobs", "about", "sentences", "expected"),
    [
        (None, {}, 1000, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()),
        (7, {"device": "cuda:0", "memory": 10**15}, 1000, 7),
        (7, {}, 3, 3),
        (None, {"device": "cuda:0"}, 1000, 1),
        (None, {"device": "cpu", "memory": 10**15}, 1000, 1),
        (None, {}, 0, 1),
    ],
)
def test_how_many_processes_there_are(
    jobs: int | None, about: dict[str, Any], sentences: int, expected: int
) -> None:  # fmt: skip
    assert _jobs(argparse.Namespace(jobs=jobs), about, sentences) == expected


@pytest.mark.parametrize(
    ("lines", "options", "said"),
    [
        ("", [], "it has no sentence"),
        ("\n \n", [], "it has no sentence"),
        ("a\nb", ["--out", "x.png"], "two sentences could get the same name"),
        ("a", ["--also", "{number}.PNG"], "it names the same files once more"),
        ("a\nb", ["--also", "x.svg"], "two sentences could get the same name"),
        ("a", ["--target", "b"], "it is the translation of one sentence"),
        ("a", ["--summary", "s.txt"], "does not end in .json"),
        ("a", ["--checkpoint", "nowhere"], "there is no such file or folder"),
        ("a", ["--out", "in.txt/{number}.png"], "cannot be made"),
    ],
)
def test_it_is_refused_before_it_starts(
    lines: str, options: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("in.txt").write_text(lines, encoding="utf-8")
    assert main(["batch", "export", "in.txt", "--checkpoint", str(TINY), "--out", "{number}.png", *options]) == 2
    caught = capsys.readouterr()
    assert caught.out == ""
    assert said in caught.err
    assert not list(tmp_path.glob("*.png"))
