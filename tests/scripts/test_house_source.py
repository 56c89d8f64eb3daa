"""Planted trees: what imports what, which room stands on which floor, what a private part is private to."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from house_source import Source, circles, classes, floors, functions, has_test, home_of, import_lines, is_facade, rooms


def plant(root: Path, files: dict[str, str]) -> Source:
    """A checkout with these files."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Source(root)


def test_an_import_is_of_the_module_that_a_name_is_or_lies_in(tmp_path: Path) -> None:
    source = plant(tmp_path, {
        "model/__init__.py": "",
        "model/masks.py": "",
        "viz_app/early.py": "from model import masks\nimport numpy",
        "viz_app/late.py": "def f():\n    from model.masks import causal\n    import viz_app.early",
        "viz_app/typed.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import model.masks",
        "main.py": "import viz_app.late",
    })  # fmt: skip
    assert source.imports["viz_app.early"] == {"model.masks"}
    assert source.imports["viz_app.late"] == {"model.masks", "viz_app.early"}
    assert source.imports["viz_app.typed"] == set()
    assert source.importers["model.masks"] == {"viz_app.early", "viz_app.late"}
    assert source.importers["viz_app.late"] == {"main"}


def test_a_room_is_a_file_or_a_whole_folder(tmp_path: Path) -> None:
    source = plant(tmp_path, {
        "viz_app/app.py": "import viz_app.views.one\nimport viz_app.views.two\nimport model.trace",
        "viz_app/views/one.py": "import viz_app.views.two\nimport viz_app.state",
        "viz_app/views/two.py": "",
        "viz_app/state.py": "",
        "model/trace.py": "",
    })  # fmt: skip
    assert rooms(source, "viz_app") == {"app": {"views": 2}, "views": {"state": 1}, "state": {}}
    assert floors(rooms(source, "viz_app")) == ({"state": 1, "views": 2, "app": 3}, [])


def test_one_arrow_of_a_circle_runs_back_up() -> None:
    graph = {"top": {"middle": 4}, "middle": {"low": 3}, "low": {"middle": 1}}
    assert floors(graph) == ({"low": 1, "middle": 2, "top": 3}, [("low", "middle")])


def test_the_arrow_that_ties_most_together_is_left_out_first() -> None:
    graph = {"a": {"b": 1}, "b": {"c": 1, "a": 1}, "c": {"d": 1}, "d": {"a": 9}}
    levels, back = floors(graph)
    assert back == [("a", "b")]  # one arrow less, and both circles are gone
    assert levels == {"a": 1, "b": 4, "c": 3, "d": 2}


def test_rooms_without_arrows_stand_on_the_ground() -> None:
    assert floors({}) == ({}, [])
    assert floors({"alone": {}, "other": {}}) == ({"alone": 1, "other": 1}, [])


def test_a_circle_is_found_whole_and_once() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [{"a", "b", "c"}]


@pytest.mark.parametrize(
    ("name", "home"),
    [
        ("viz_app.exports._pdf", "viz_app.exports"),
        ("viz_app.exports._pdf.paint", "viz_app.exports"),
        ("viz_app.exports._pdf._fonts", "viz_app.exports._pdf"),
        ("viz_app.exports.pdf", None),
    ],
)
def test_a_private_part_belongs_to_its_folder(name: str, home: str | None) -> None:
    assert home_of(name) == home


def test_names_and_lengths() -> None:
    code = ast.parse(
        "import a\nclass _Line:\n    class Plan: ...\n    def go(self):\n        import b\n        return b\n"
    )
    assert classes(code) == ["Line", "Plan"]
    assert functions(code) == {"go:4": 3}
    assert import_lines(code) == 2


@pytest.mark.parametrize(
    ("text", "facade"),
    [
        ('"""X."""\nfrom a import b\n__all__ = ["b"]', True),
        ("from a import b", True),
        ('"""Only a docstring."""', False),
        ("from a import b\nc = b()", False),
    ],
)
def test_a_facade_only_hands_on(text: str, facade: bool) -> None:
    assert is_facade(ast.parse(text)) is facade


def test_a_test_may_be_a_method_of_a_class() -> None:
    assert has_test(ast.parse("class TestX:\n    def test_y(self): ..."))
    assert not has_test(ast.parse("def help(): ..."))
