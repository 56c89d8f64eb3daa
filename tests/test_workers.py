"""How workers share the tests: files of one group go to one of them, and no row is left over."""

from __future__ import annotations

from typing import Any

from tests.source_tree import PROJECT
from tests.workers import LONG, TOGETHER, Together, tell_less


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


class Worker:
    """What xdist's worker sends."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, Any]] = []

    def sendevent(self, name: str, **more: Any) -> None:
        self.sent.append((name, more.get("data")))


def test_what_passes_is_told_once_and_what_fails_or_takes_long_in_whole() -> None:
    def reports(outcome: str, seconds: float) -> list[dict[str, Any]]:
        return [{"when": when, "outcome": outcome, "duration": seconds} for when in ("setup", "call", "teardown")]

    worker, told = Worker(), [reports("passed", 0.1), reports("failed", 0.1), reports("skipped", 0.1)]
    tell_less(worker)
    for each in (*told, reports("passed", LONG)):
        worker.sendevent("logstart", nodeid="a")
        for report in each:
            worker.sendevent("testreport", data=report)
        worker.sendevent("logfinish", nodeid="a")
    worker.sendevent("workerfinished")
    expected = [told[0][1], *told[1], *told[2], *reports("passed", LONG)]
    assert worker.sent == [*(("testreport", report) for report in expected), ("workerfinished", None)]
