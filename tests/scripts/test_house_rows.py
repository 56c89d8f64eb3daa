"""Each row on a planted tree, small enough to count by hand."""

from __future__ import annotations

from pathlib import Path

import house_rows as rows
import pytest
from house_source import Source


def plant(root: Path, files: dict[str, str]) -> Source:
    """A checkout with these files."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Source(root)


def test_a_full_folder_is_over_the_bar_unless_it_holds_formats(tmp_path: Path) -> None:
    one_more = rows.FULLEST + 1
    full = {f"model/formats/f{number}.py": "" for number in range(one_more)}
    fine = rows.fullest_folders(plant(tmp_path, full))
    assert (fine.value, fine.met) == (f"model.formats {one_more}", True)
    row = rows.fullest_folders(plant(tmp_path, {f"viz_app/f{number}.py": "" for number in range(one_more)}))
    assert f"viz_app {one_more}" in row.value
    assert row.met is False


def test_floors_are_counted_and_told(tmp_path: Path) -> None:
    row = rows.floors_of_window(plant(tmp_path, {"viz_app/a.py": "import viz_app.b", "viz_app/b.py": ""}))
    assert (row.value, row.met, row.details) == ("2", True, ("floor 2: a", "floor 1: b"))


def test_a_name_of_several_classes_counts_with_and_without_underscore(tmp_path: Path) -> None:
    source = plant(tmp_path, {
        "model/a.py": "class Line: ...\nclass Alone: ...", "viz_app/b.py": "class X:\n    class _Line: ...",
    })  # fmt: skip
    row = rows.shared_names(source)
    assert (row.value, row.met) == ("1 names on 2 of 4 (Line ×2)", True)
    assert row.details == ("Line ×2: model.a, viz_app.b",)


def test_a_file_with_one_user_is_loose_and_one_with_two_is_not(tmp_path: Path) -> None:
    source = plant(tmp_path, {
        "viz_app/shared.py": "", "viz_app/loose.py": "import viz_app.shared",
        "viz_app/app.py": "import viz_app.loose\nimport viz_app.shared",
        "viz_app/controls/far.py": "", "viz_app/other.py": "import viz_app.controls.far",
    })  # fmt: skip
    row = rows.single_importers(source)
    assert row.value == "viz_app 1 of 4, viz_app.controls 1 of 1"
    assert "viz_app.loose (1 lines) ← viz_app.app" in row.details
    assert "! viz_app.controls.far (0 lines) ← viz_app.other" in row.details


def test_a_private_module_may_be_used_in_its_folder_only(tmp_path: Path) -> None:
    source = plant(tmp_path, {
        "viz_app/tables/_parts.py": "", "viz_app/tables/_pdf/paint.py": "",
        "viz_app/tables/one.py": "from viz_app.tables import _parts\nimport viz_app.tables._pdf.paint",
    })  # fmt: skip
    assert rows.private_modules(source).value == "0 of 2"
    source = plant(tmp_path, {"viz_app/exports/two.py": "def late():\n    import viz_app.tables._parts"})
    row = rows.private_modules(source)
    assert (row.value, row.met) == ("1 of 2", False)
    assert row.details == ("viz_app.tables._parts ← viz_app.exports.two",)


def test_a_setting_is_named_in_a_text_and_used_elsewhere(tmp_path: Path) -> None:
    source = plant(tmp_path, {
        "viz_app/row.py": 'ROWS = ("row_totals",)', "viz_app/use.py": "def f(s): return s.row_totals",
        "viz_app/words.py": 'OPTION = "--row-totals"', "viz_app/none.py": "totals = 1",
    })  # fmt: skip
    row = rows.places_of_setting(source)
    assert (row.value, row.met) == ("2 (2 in a text)", False)
    assert row.details == ("viz_app.row: 'row_totals'", "viz_app.use: used", "viz_app.words: '--row-totals'")


@pytest.mark.parametrize(
    ("name", "blamed"),
    [("looking", True), ("_fact_words", True), ("measuring_twice", False), ("saving", True), ("training", False),
     ("ring", False), ("navigation", False), ("_words", True)],
)  # fmt: skip
def test_a_module_has_a_noun_for_a_name(name: str, blamed: bool, tmp_path: Path) -> None:
    assert bool(rows.avoided_names(plant(tmp_path, {f"viz_app/{name}.py": ""})).details) is blamed


def test_import_lines_are_a_share_of_all(tmp_path: Path) -> None:
    row = rows.import_share(plant(tmp_path, {"viz_app/a.py": "import a\n\n\nX = 1\n"}))
    assert (row.value, row.met) == ("25.0 % (1 of 4)", False)


def test_private_parts_that_tests_reach_into(tmp_path: Path) -> None:
    text = "from viz_app.x._y import _z\ndef test(self, a):\n    a._b = self._c\n    a.d('x.e._f', a.__dict__)\n"
    row = rows.reaching_tests(plant(tmp_path, {"tests/test_a.py": text, "tests/scripts/test_b.py": text}))
    assert row.value == "4 (1 attributes of others; 1 imports from private modules, 1 of private names)"


def test_what_is_empty_is_told(tmp_path: Path) -> None:
    row = rows.empty_mirrors(plant(tmp_path, {"tests/test_a.py": "X = 1", "model/a.py": "from b import c"}))
    assert row.value == "1 + 1"
    assert row.details == ("tests.test_a", "model.a")


def test_docstrings_that_begin_with_what(tmp_path: Path) -> None:
    texts = {"model/a.py": '"""What it is."""', "model/b.py": '"""Whatever."""', "model/c.py": ""}
    assert rows.docstrings(plant(tmp_path, texts)).value == "1 of 2"


def test_every_row_can_be_measured_of_an_empty_checkout(tmp_path: Path) -> None:
    assert len(rows.static_rows(Source(tmp_path))) >= len(rows.STATIC)


def test_lengths_are_of_all_functions(tmp_path: Path) -> None:
    source = plant(tmp_path, {"model/a.py": "def f(): ...\n\n\ndef g():\n    x = 1\n    return x\n"})
    values = [row.value for row in rows.sizes(source)]
    assert values == ["6 lines in 1 files", "6 lines in 1 files", "model/a.py 6", "2/1/3"]
