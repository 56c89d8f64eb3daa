"""``main.py handout``: what it takes and what it refuses."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pypdf
import pytest

from model.record.trace_file import save_trace
from tests.forks import SCRIPT, Forks
from tests.source_tree import PROJECT
from tests.viz_app.handlers.test_session_codec import saved, snapshot
from tests.viz_app.sample_trace import TARGET, make_trace, with_scores
from viz_app.cli import main


@pytest.fixture
def run(tmp_path: Path) -> Path:
    save_trace(make_trace(target=TARGET[:2]), tmp_path / "run.npz")
    return tmp_path / "run.npz"


@pytest.mark.parametrize(("language", "words"), [("en", "Sentence and tokens"), ("ko", "문장과 토큰")])
def test_a_trace_file_becomes_pages(
    run: Path, language: str, words: str, capsys: pytest.CaptureFixture[str], qapp: object
) -> None:
    out = run.with_name("h.pdf")
    assert (
        main(["handout", str(run), "--out", str(out), "--language", language, "--heads", "2.1", "--paper", "16:9"]) == 0
    )
    assert capsys.readouterr().out.strip() == str(out)
    file = pypdf.PdfReader(out)
    assert file.trailer["/Root"]["/Lang"] == language  # type: ignore[index]
    assert words in file.pages[0].extract_text()


def test_a_session_has_a_handout_too(tmp_path: Path, qapp: object) -> None:
    shown = snapshot(trace=with_scores(make_trace(target=TARGET[:4])))
    session, run = saved(shown, tmp_path / "lesson.headscope"), tmp_path / "run.npz"
    assert shown.run is not None
    save_trace(shown.run, run)
    for given, name in ((session, "one.pdf"), (run, "other.pdf")):
        assert main(["handout", str(given), "--out", str(tmp_path / name)]) == 0
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "other.pdf").read_bytes()
    assert len(pypdf.PdfReader(tmp_path / "one.pdf").pages) > shown.run.steps


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--out", "h.png"], ".pdf"),
        (["--out", "h.pdf", "--heads", "9.1"], "no such head"),
        (["--out", "h.pdf", "--heads", "1,2"], "no list"),
        (["--out", "h.pdf", "--heads", "0.1"], "no list"),
        (["--out", "h.pdf", "--heads", ",".join(f"1.{head}" for head in range(1, 9))], "at most 6"),
        (["--out", "h.pdf", "--paper", "A3"], "A3"),
        (["--out", "missing/h.pdf"], "does not exist"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    run: Path, options: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(run.parent)
    assert main(["handout", str(run), *options]) == 2
    told = capsys.readouterr().err
    assert told.startswith("error: ") and said in told and told.count("\n") == 1
    assert [path.name for path in run.parent.iterdir()] == ["run.npz"]


SMALL_DISK = """
import resource, sys
from viz_app.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
print(main(["handout", sys.argv[1], "--out", sys.argv[2]]))
"""


def test_on_a_full_disk_the_old_file_stays(run: Path, forks: Forks) -> None:
    """A limit on the size of files stands for the disk."""
    out = run.with_name("h.pdf")
    out.write_bytes(b"old")
    words = forks.words(SCRIPT, SMALL_DISK, str(run), str(out))
    done = subprocess.run(words, check=True, cwd=PROJECT, capture_output=True, text=True, timeout=300)
    assert done.stdout.split() == ["2"]
    assert done.stderr.startswith(f"error: {out}: it cannot be written (File too large). ")
    assert done.stderr.count("\n") == 1
    assert out.read_bytes() == b"old"
    assert sorted(path.name for path in run.parent.iterdir()) == ["h.pdf", "run.npz"]
