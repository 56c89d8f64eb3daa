"""What is done survives a kill at any moment, belongs to one question, and is trusted no further than it is whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from model.common.problems import Problem
from model.corpus.work_file import WorkFile

ASKED = {"sha256": "ab", "piece": 50}


def begun(out: Path, answers: dict[int, Any]) -> Path:
    work = WorkFile(out, ASKED, resume=False)
    for number, answer in answers.items():
        work.add(number, answer)
    work.close()
    return work.path


def test_pieces_come_back_and_more_are_added(tmp_path: Path) -> None:
    out = tmp_path / "table.csv"
    begun(out, {2: {"a": [1]}, 1: {"a": [2**80]}})
    work = WorkFile(out, ASKED, resume=True)
    assert list(work.done()) == [(2, {"a": [1]}), (1, {"a": [2**80]})]
    work.add(3, {})
    work.close()
    again = WorkFile(out, ASKED, resume=True)
    assert [number for number, _ in again.done()] == [2, 1, 3]
    again.remove()
    assert not list(tmp_path.iterdir())


def test_cut_anywhere_it_holds_what_is_whole(tmp_path: Path) -> None:
    out = tmp_path / "table.csv"
    path = begun(out, {1: {"a": 1}, 2: {"a": 2}})
    whole = path.read_bytes()
    ends = [place + 1 for place, byte in enumerate(whole) if byte == ord("\n")]
    for size in range(ends[0], len(whole) + 1):
        path.write_bytes(whole[:size])
        work = WorkFile(out, ASKED, resume=True)
        there = list(work.done())
        assert there == [(n, {"a": n}) for n in (1, 2) if size >= ends[n]]
        work.add(7, "new")
        work.close()
        after = WorkFile(out, ASKED, resume=True)
        assert list(after.done()) == [*there, (7, "new")]
        after.close()


@pytest.mark.parametrize(
    "line", [b"[1]\n", b"{}\n", b'["1", 2]\n', b"nonsense\n", b"[" * 99_999 + b"\n", b"[true, 2]\n"]
)
def test_a_line_that_is_none_ends_it_and_a_piece_counts_once(line: bytes, tmp_path: Path) -> None:
    out = tmp_path / "table.csv"
    path = begun(out, {1: "x"})
    path.write_bytes(path.read_bytes() + b'[1, "y"]\n' + line + b'[4, "z"]\n')
    work = WorkFile(out, ASKED, resume=True)
    assert list(work.done()) == [(1, "x")]
    work.close()
    assert b"[4" not in path.read_bytes()


def test_other_questions_and_forgotten_work_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "table.csv"
    path = begun(out, {1: "x"})
    with pytest.raises(Problem, match="Add --resume"):
        WorkFile(out, ASKED, resume=False)
    other = WorkFile(out, {**ASKED, "sha256": "cd"}, resume=True)
    with pytest.raises(Problem, match="sha256 was ab and is cd"):
        list(other.done())
    other.close()
    path.write_bytes(b"nonsense\n")
    work = WorkFile(out, ASKED, resume=True)
    with pytest.raises(Problem, match="not the work of an earlier run"):
        list(work.done())
    work.close()


def test_nothing_done_leaves_nothing_and_a_file_killed_at_its_first_line_is_begun_anew(tmp_path: Path) -> None:
    assert not begun(tmp_path / "a.csv", {}).exists()
    empty = tmp_path / "b.csv.work"
    empty.write_bytes(b"")
    work = WorkFile(tmp_path / "b.csv", ASKED, resume=True)
    assert list(work.done()) == []
    work.add(1, "x")
    work.close()
    again = WorkFile(tmp_path / "b.csv", ASKED, resume=True)
    assert list(again.done()) == [(1, "x")]
    again.close()
    with pytest.raises(Problem, match="cannot be written"):
        WorkFile(tmp_path / "no folder" / "a.csv", ASKED, resume=True)
