"""The journal of a batch: what is done is known again, and nothing else is believed."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path

import pytest

from model.common.problems import Problem
from viz_app.cli.batch_jobs.journal import Journal, journal_path

SETTINGS = {"layer": 1, "view": "masks", "dpi": None}


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("figures/{number}-{view}.png", "figures/number-view.png.batch.jsonl"),
        ("{view}/{number}.png", "view-number.png.batch.jsonl"),
        ("a/b/{number}/{step}.svg", "a/b/number-step.svg.batch.jsonl"),
        ("one.html", "one.html.batch.jsonl"),
    ],
)
def test_it_lies_beside_what_it_is_about(pattern: str, name: str) -> None:
    assert journal_path(pattern) == Path(name)


def make(folder: Path, count: int = 2) -> Path:
    """A journal of ``count`` sentences with two files each."""
    path = folder / "n.batch.jsonl"
    journal = Journal(path, SETTINGS)
    for number in range(1, count + 1):
        files = {}
        for kind in "ab":
            file = folder / f"{number}-{kind}.png"
            file.write_bytes(f"{kind} of {number}".encode())
            files[str(file)] = hashlib.sha256(file.read_bytes()).hexdigest()
        out = str(folder / f"{number}-{{step}}.png")
        journal.add({"number": number, "text": f"Satz {number}", "out": out, "files": files})
    return path


def done(path: Path, number: int, text: str | None = None) -> bool:
    out = str(path.parent / f"{number}-{{step}}.png")
    return Journal(path, SETTINGS).done(number, text or f"Satz {number}", out) is not None


def test_what_is_done_is_known_again(tmp_path: Path) -> None:
    path = make(tmp_path)
    assert [done(path, number) for number in (1, 2, 3)] == [True, True, False]
    assert not done(path, 1, "another sentence")
    (tmp_path / "1-b.png").write_bytes(b"changed")
    (tmp_path / "2-a.png").unlink()
    assert not done(path, 1)
    assert not done(path, 2)


def test_the_folder_may_be_moved(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    path = make(tmp_path / "old")
    shutil.move(tmp_path / "old", tmp_path / "new")
    moved = tmp_path / "new" / path.name
    assert done(moved, 1)
    entry = Journal(moved, SETTINGS).done(2, "Satz 2", str(tmp_path / "new" / "2-{step}.png"))
    assert entry is not None
    assert sorted(entry["files"]) == [str(tmp_path / "new" / f"2-{kind}.png") for kind in "ab"]


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_line_that_was_cut_is_dropped(cut: int, tmp_path: Path) -> None:
    path = make(tmp_path)
    path.write_bytes(path.read_bytes()[:-cut])
    assert (done(path, 1), done(path, 2)) == (True, False)
    journal = Journal(path, SETTINGS)
    journal.add({"number": 3, "text": "x", "out": str(tmp_path / "x"), "files": {}})
    assert [json.loads(line).get("number") for line in path.read_text().splitlines()] == [None, 1, 3]


def test_other_settings_are_refused_by_name(tmp_path: Path) -> None:
    path = make(tmp_path)
    before = path.read_bytes()
    with pytest.raises(Problem) as caught:
        Journal(path, {"layer": 2, "view": "masks", "dpi": 300.0})
    assert "(dpi was not set and is 300.0, layer was 1 and is 2)" in caught.value.why
    assert "--again" in caught.value.next_step
    assert path.read_bytes() == before
    fresh = Journal(path, {"layer": 2}, again=True)
    assert fresh.done(1, "Satz 1", str(tmp_path / "1-{step}.png")) is None


@pytest.mark.parametrize("held", [b"[]\n", b"{}\n", b"not JSON\n", b'{"format":"x","version":1}\n', b"\xff\n", b"3\n"])
def test_a_file_of_somebody_elses_is_left_alone(held: bytes, tmp_path: Path) -> None:
    path = tmp_path / "n.batch.jsonl"
    path.write_bytes(held)
    with pytest.raises(Problem, match="Remove it"):
        Journal(path, SETTINGS)
    assert path.read_bytes() == held


def test_an_entry_without_files_is_not_done(tmp_path: Path) -> None:
    path = make(tmp_path, 0)
    assert not path.exists(), "nothing is written before something is made"
    Journal(path, SETTINGS).add({"number": 1, "text": "Satz 1", "out": str(tmp_path / "1-{step}.png"), "files": {}})
    assert not done(path, 1)


@pytest.mark.parametrize("again", [False, True])
def test_what_another_sentence_had_under_this_number_is_told_and_never_deleted(again: bool, tmp_path: Path) -> None:
    path = make(tmp_path)
    (tmp_path / "2-c.png").write_bytes(b"new")
    files = {str(tmp_path / "2-c.png"): hashlib.sha256(b"new").hexdigest()}
    journal = Journal(path, SETTINGS, again)
    journal.add({"number": 2, "text": "neu", "out": str(tmp_path / "2-c.png"), "files": files})
    assert journal.left_over == ["2-a.png", "2-b.png"]
    left = sorted(file.name for file in tmp_path.iterdir())
    assert left == ["1-a.png", "1-b.png", "2-a.png", "2-b.png", "2-c.png", path.name]
    assert done(path, 1) != again


def written(path: Path, files: object, text: str = "Satz 1") -> Path:
    """A journal that somebody else wrote, with one sentence and these files."""
    head = {"format": "headscope-batch", "version": 1, "settings": SETTINGS}
    entry = {"number": 1, "text": text, "out": "1-{step}.png", "files": files}
    path.write_text("".join(json.dumps(line) + "\n" for line in (head, entry)), encoding="ascii")
    return path


@pytest.mark.parametrize("name", ["../precious.txt", "precious.txt", "sub/1-a.png", "1-/../../a.png", "x" * 100_000])
def test_a_journal_names_files_of_its_own_patterns_only(name: str, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    precious = tmp_path / "precious.txt"
    precious.write_bytes(b"years of work")
    path = written(tmp_path / "out" / "n.batch.jsonl", {name: hashlib.sha256(b"years of work").hexdigest()})
    assert not done(path, 1), "what a stranger's entry names is not believed"
    journal = Journal(path, SETTINGS)
    journal.add({"number": 1, "text": "neu", "out": str(tmp_path / "out" / "1-{step}.png"), "files": {}})
    assert precious.read_bytes() == b"years of work"


def test_files_of_another_kind_may_lie_elsewhere(tmp_path: Path) -> None:
    """``--also`` may name another folder: its files are this batch's own, too."""
    (tmp_path / "out").mkdir()
    (tmp_path / "1-2.csv").write_bytes(b"numbers")
    path = tmp_path / "out" / "n.batch.jsonl"
    out, also = str(tmp_path / "out" / "1-{step}.png"), str(tmp_path / "1-{step}.csv")
    files = {str(tmp_path / "1-2.csv"): hashlib.sha256(b"numbers").hexdigest()}
    Journal(path, SETTINGS).add({"number": 1, "text": "Satz 1", "out": out, "files": files})
    assert Journal(path, SETTINGS).done(1, "Satz 1", out, [also]) is not None
    assert Journal(path, SETTINGS).done(1, "Satz 1", out) is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_pipes_and_devices_are_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "n.batch.jsonl"
    os.mkfifo(path)
    with pytest.raises(Problem, match="no plain file"):
        Journal(path, SETTINGS)
    os.mkfifo(tmp_path / "1-a.png")
    assert not done(written(tmp_path / "m.batch.jsonl", {"1-a.png": "0" * 64}), 1)


@pytest.mark.parametrize(
    "entry",
    [[], 3, {}, {"number": True, "text": "", "out": "", "files": {}}, {"number": 0, "text": "", "out": "", "files": {}},
     {"number": 1, "text": None, "out": "", "files": {}}, {"number": 1, "text": "", "out": [], "files": {}},
     {"number": 1, "text": "", "out": "", "files": []}, {"number": 1, "text": "", "out": "", "files": {"a": 3}},
     {"number": 1, "text": "", "out": "", "files": {"a\0b": "x"}}],
)  # fmt: skip
def test_an_entry_of_wrong_types_is_no_entry(entry: object, tmp_path: Path) -> None:
    path = tmp_path / "n.batch.jsonl"
    head = {"format": "headscope-batch", "version": 1, "settings": SETTINGS}
    path.write_text(json.dumps(head) + "\n" + json.dumps(entry) + "\n", encoding="ascii")
    with pytest.raises(Problem, match="no journal of a batch"):
        Journal(path, SETTINGS)


def test_a_deeply_nested_line_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "n.batch.jsonl"
    path.write_text("[" * 100_000 + "\n", encoding="ascii")
    with pytest.raises(Problem, match="no journal of a batch"):
        Journal(path, SETTINGS)


def test_a_name_that_no_disk_takes_is_not_done(tmp_path: Path) -> None:
    path = make(tmp_path, 1)
    lines = [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]
    lines[1]["files"] = {f"1-{'9' * 5000}.png": "0"}
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="ascii")
    assert not done(path, 1)
