"""``page``: from a trace file to one file that any browser opens."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from model.record.trace_file import save_trace
from tests.model.subwords import make_run
from tests.viz_app.cli.runner import ROOT, fresh
from tests.viz_app.sample_trace import make_trace
from viz_app.cli import main


@pytest.fixture
def run(tmp_path: Path) -> Path:
    save_trace(make_trace(), tmp_path / "run.npz")
    return tmp_path / "run.npz"


def test_a_trace_becomes_a_page_that_opens_where_it_was_told(run: Path) -> None:
    out = run.with_name("쪽.html")
    words = ["page", str(run), "--out", str(out), "--kind", "decoder", "--layer", "3", "--head", "4", "--step", "6"]
    done = fresh(*words, "--theme", "dark", "--language", "ko")
    assert (done.returncode, done.stdout.decode().strip()) == (0, str(out)), done.stderr
    found = re.search(r'id="data">(.*?)</script>', out.read_text(encoding="utf-8"))
    assert found is not None
    data = json.loads(found[1])
    assert data["selection"] == {"kind": "decoder", "layer": 2, "head": 3, "step": 5}
    assert (data["theme"], data["language"]) == ("dark", "ko")


def test_of_several_runs_a_reader_chooses(run: Path) -> None:
    out, second = run.with_name("p.html"), run.with_name("second.npz")
    save_trace(make_run(), second)
    assert main(["page", str(run), str(second), str(run), "--out", str(out), "--head", "mean"]) == 0
    found = re.search(r'id="data">(.*?)</script>', out.read_text(encoding="utf-8"))
    assert found is not None
    data = json.loads(found[1])
    assert [each["steps"] for each in (data, *data["others"])] == [8, make_run().steps, 8]
    assert [each["reading"]["aggregate"] for each in data["others"]] == ["heads", "heads"]
    assert data["others"][1]["kinds"] == data["kinds"]


def test_a_page_needs_no_qt(run: Path) -> None:
    script = (
        "import sys; sys.path.insert(0, sys.argv.pop()); sys.modules['PySide6'] = None; from viz_app.cli import main; "
        "code = main(sys.argv[1:]); assert 'torch' not in sys.modules; sys.exit(code)"
    )
    words = ["page", str(run), "--out", str(run.with_name("p.html")), str(ROOT)]
    done = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


def test_a_page_of_a_reading_opens_where_it_was_told(run: Path) -> None:
    out = run.with_name("p.html")
    words = ["page", str(run), "--out", str(out), "--head", "mean", "--layer", "2", "--without", "specials"]
    assert main(words) == 0
    found = re.search(r'id="data">(.*?)</script>', out.read_text(encoding="utf-8"))
    assert found is not None
    data = json.loads(found[1])
    assert data["selection"] == {"kind": "cross", "layer": 1, "head": 0, "step": 7}
    assert (data["reading"]["aggregate"], data["reading"]["aside"]) == ("heads", "specials")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--layer", "4"], "--layer 4: this run has 3. Use a number from 1 to 3."),
        (["--head", "5"], "--head 5: this run has 4. Use a number from 1 to 4."),
        (["--step", "9"], "--step 9: this run has 8. Use a number from 1 to 8."),
        (["--head", "2", "--rollout"], "--head 2: this run has 1. Use a number from 1 to 1."),
        (["--renormalise"], "--renormalise: nothing is set aside. Add --without specials."),
    ],
)
def test_a_place_that_is_not_there(
    words: list[str], sentence: str, run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["page", str(run), "--out", str(run.with_name("p.html")), *words]) == 2
    assert capsys.readouterr().err.strip() == f"error: {sentence}"
    assert [path.name for path in run.parent.iterdir()] == ["run.npz"]
