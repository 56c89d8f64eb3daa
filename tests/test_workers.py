"""How workers share the tests: files of one group go to one of them, and no row is left over."""

from __future__ import annotations

from tests.source_tree import PROJECT
from tests.workers import TOGETHER, Together


def scope(nodeid: str) -> str:
    """Tests of one scope have one worker."""
    return Together._split_scope(object.__new__(Together), nodeid)


def test_a_file_stays_together_and_so_does_a_group() -> None:
    for group, files in TOGETHER.items():
        assert {scope(f"{file}::test_x[a::b-{number}]") for number, file in enumerate(files)} == {group}
    assert scope("tests/test_noise.py::test_x") == scope("tests/test_noise.py::test_y[1]") == "tests/test_noise.py"


def test_every_file_of_a_group_is_there_and_in_one_group() -> None:
    files = [file for group in TOGETHER.values() for file in group]
    assert sorted(set(files)) == sorted(files)
    assert [file for file in files if not (PROJECT / file).is_file()] == []
