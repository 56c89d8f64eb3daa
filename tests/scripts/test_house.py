"""The table of the house: printed in columns or as JSON, whole also where the program does not start."""

from __future__ import annotations

import json
from pathlib import Path

import house
import pytest
from house_rows import Row

ROWS = [Row("floors", "14", "≤ 8", False, ("floor 1: a",)), Row("names", "3", "≤ 5", True), Row("lines", "7")]


def test_the_table_says_what_is_met() -> None:
    assert house.table(ROWS).splitlines() == [
        "not met  floors  ≤ 8  14",
        "met      names   ≤ 5  3",
        "         lines   –    7",
    ]


def test_the_lists_come_with_their_row() -> None:
    assert house.table(ROWS, details=True).splitlines()[1] == "    floor 1: a"


def test_json_has_every_row_whole() -> None:
    found = json.loads(house.as_json(ROWS))
    assert found[0] == {"trait": "floors", "value": "14", "bar": "≤ 8", "met": False, "details": ["floor 1: a"]}
    assert [each["met"] for each in found] == [False, True, None]


def test_a_program_that_does_not_start_leaves_the_other_rows() -> None:
    def fails() -> Row:
        raise RuntimeError("enter: no window")

    rows = house.running_rows({"a": fails, "b": lambda: ROWS[1]})
    assert [row.value for row in rows] == ["could not be measured: enter: no window", "3"]


def test_the_rows_of_a_running_program(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {
        "enter": {"calls": 5, "files": {"viz_app/controls/a.py": 3, "model/b.py": 2}},
        "force": {"emissions": 3, "changed": [["busy"], ["busy"], ["trace"]], "stacks": [["a"], [], ["b"]]},
        "paint": {"modules": ["sys", "model", "viz_app.a"], "import_times": [("viz_app.a", 1500), ("viz_app.b", 1)]},
    }
    monkeypatch.setattr("house_paths.measured", lambda moment, *_: told[moment])
    monkeypatch.setattr(house, "entered", house.entered.__wrapped__)  # not kept for other tests
    enter, carried, force, paint = house.running_rows(house.RUNNING)
    assert (enter.value, enter.met) == ("2 files, 5 calls", True)
    assert (carried.value, carried.details, carried.met) == ("1 files", ("model/b.py",), True)
    assert (force.value, force.met) == ("3 times (2 of them tell only busy)", False)
    assert force.details == ("1: new are busy", "   a", "2: new are busy", "3: new are trace", "   b")
    assert paint.value == "1 of model, 1 of viz_app, 1 others"
    assert paint.details == ("    1.5 ms  viz_app.a",)


def test_it_measures_and_does_not_judge(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "viz_app").mkdir()
    (tmp_path / "viz_app" / "looking.py").write_text("", encoding="utf-8")
    monkeypatch.setattr(house, "ROOT", tmp_path)
    assert house.main(["--static", "--json"]) == 0
    assert False in [row["met"] for row in json.loads(capsys.readouterr().out)]
