"""``check``: a class of students in one table; damaged files are rows, and no cell is a formula."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path

import pytest

from model.record.trace_file import save_trace
from tests.own_code import Tut6, keys
from tests.viz_app.cli.runner import fresh
from tests.viz_app.recorded import recorded_files
from tests.viz_app.sample_trace import make_trace
from viz_app.cli import main
from viz_app.cli.check import COLUMNS, guarded, readable


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four students, one in a folder of her own, and a file that is not whole."""
    students = tmp_path / "class"
    (students / "다영").mkdir(parents=True)
    right, wrong = recorded_files(tmp_path, Tut6(), "right")[1], recorded_files(tmp_path)[1]
    shutil.copy(right, students / "=anna.npz")
    shutil.copy(wrong, students / "ben.npz")
    third = recorded_files(tmp_path, Tut6(source=lambda ids: keys(ids, 0)), "id")[1]
    shutil.copy(third, students / "다영" / "run.NPZ")
    (students / "eve.npz").write_bytes(wrong.read_bytes()[:700])
    return students


def test_a_class_is_one_table(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "class.csv"
    assert main(["check", str(folder), "--csv", str(out)]) == 1, "one file could not be read"
    data = out.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))
    assert tuple(rows[0]) == COLUMNS
    assert [row[:3] for row in rows[1:]] == [
        ["'=anna.npz", "right", ""],
        ["ben.npz", "2 faults", "sees_next padding_missing"],
        ["eve.npz", "not readable", ""],
        ["다영/run.NPZ", "2 faults", "wrong_padding_id"],
    ]
    assert "decoder attention, layers 1, 2: The look-ahead mask is one too wide" in rows[2][3]
    assert "damaged" in rows[3][3]
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 5
    assert said[0].split() == ["=anna.npz", "right"]
    assert said[-1] == "4 files: 1 right, 2 with faults, 1 not readable"


def test_when_all_are_read_it_succeeds(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "eve.npz").unlink()
    assert main(["check", str(folder)]) == 0
    assert capsys.readouterr().out.endswith("3 files: 1 right, 2 with faults, 0 not readable\n")
    (folder / "gus.zip").touch()
    (folder / "gus.ipynb").touch()
    assert main(["check", str(folder)]) == 0
    assert "2 other files were not looked at: gus.ipynb, gus.zip\n" in capsys.readouterr().err


def test_what_cannot_be_judged_is_not_called_right(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The longest sentence of a batch has no padding."""
    shutil.copy(recorded_files(tmp_path, Tut6(), "unpadded")[0], folder / "fay.npz")
    (folder / "eve.npz").unlink()
    assert main(["check", str(folder)]) == 0
    said = capsys.readouterr().out.splitlines()
    [row] = [line for line in said if line.startswith("fay.npz")]
    assert "  partly judged  This sentence has no padding, so its padding masks could not be judged. Record a" in row
    assert said[-1] == "4 files: 1 right, 1 partly judged, 2 with faults, 0 not readable"


def test_a_run_of_a_checkpoint_is_said_to_be_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save_trace(make_trace(), tmp_path / "run.npz")
    assert main(["check", str(tmp_path)]) == 0
    assert "computed by Headscope, not recorded" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["gone"], "error: {gone}: it is no folder. Give the folder with the recorded .npz files."),
        ([""], "error: {}: it holds no .npz file. Record each model with headscope_recorder.py first."),
        (["", "--csv", "table.txt"], "error: table.txt: its name does not end in .csv. Call it table.csv."),
    ],
)
def test_what_cannot_be_done_is_one_line(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / arguments[0]
    assert main(["check", str(place), *arguments[1:]]) == 2
    assert capsys.readouterr().err.strip() == said.replace("{gone}", str(place)).replace("{}", str(tmp_path))


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@x", "\tx", "\rx"])
def test_no_cell_is_a_formula(cell: str) -> None:
    assert guarded(cell) == f"'{cell}"
    assert guarded(f"x{cell}") == f"x{cell}"
    assert guarded("") == ""


def test_a_name_cannot_move_the_cursor() -> None:
    assert readable("a\x1b[2Jb\u202ec") == "a\ufffd[2Jb\ufffdc"


def test_it_needs_neither_torch_nor_qt(folder: Path) -> None:
    done = fresh("check", folder)
    assert done.returncode == 1
    assert "다영/run.NPZ" in done.stdout.decode("utf-8")
