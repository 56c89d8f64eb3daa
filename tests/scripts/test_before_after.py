"""Two programs' pictures side by side: every row has one or a reason, and both halves are as large as each other."""

from __future__ import annotations

import re
from pathlib import Path

import before_after
import pytest
from PIL import Image


def test_every_row_of_the_review_has_a_picture_or_a_reason() -> None:
    rows = {scene.row[:3] for scene in before_after.SCENES} | set(before_after.NO_PICTURE)
    assert rows == {f"D{number:02}" for number in range(1, 16)} | {f"F{number:02}" for number in range(1, 12)}
    names = [scene.name for scene in before_after.SCENES]
    assert len(set(names)) == len(names)


def test_both_are_shown_at_one_height_in_their_order(tmp_path: Path) -> None:
    for name, size, colour in (("old", (300, 200), "#ff0000"), ("new", (150, 100), "#0000ff")):
        Image.new("RGB", size, colour).save(tmp_path / f"{name}.png")
    out = tmp_path / "pair.png"
    before_after.beside(tmp_path / "old.png", tmp_path / "new.png", before_after.SCENES[0], out)
    sheet = Image.open(out).convert("RGB")
    high = sheet.height - before_after.LINE - before_after.GAP
    assert high == 200
    colours = [sheet.getpixel((x, before_after.LINE + high - 2)) for x in range(sheet.width)]
    assert colours.count((255, 0, 0)) == colours.count((0, 0, 255)) == 300
    assert colours.index((255, 0, 0)) < colours.index((0, 0, 255))


def test_no_older_tree_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["before_after.py", "--old", str(tmp_path), "--out", str(tmp_path / "out")])
    with pytest.raises(SystemExit) as ended:
        before_after.main()
    assert ended.value.code == 2
    assert "no checkout" in capsys.readouterr().err


def test_every_row_is_told_and_the_tests_that_hold_it_exist() -> None:
    told = (before_after.ROOT / "docs" / "before-after.md").read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| ([DF]\d+)", told, re.MULTILINE))
    assert rows == {f"D{number}" for number in range(1, 16)} | {f"F{number}" for number in range(1, 12)}
    tests = {path.stem: "" for path in (before_after.ROOT / "tests").rglob("test_*.py")}
    for path in (before_after.ROOT / "tests").rglob("test_*.py"):
        tests[path.stem] += path.read_text(encoding="utf-8")
    named = re.findall(r"`(test_\w+)::(test_\w+)`", told)
    assert len(named) > 30
    assert [f"{file}::{name}" for file, name in named if f"def {name}(" not in tests.get(file, "")] == []
    shown = set(re.findall(r"\]\((images/[^)]+)\)", told))
    assert {Path(image).stem for image in shown} == {scene.name for scene in before_after.SCENES}
    for image in shown:
        assert (before_after.ROOT / "docs" / image).is_file()
