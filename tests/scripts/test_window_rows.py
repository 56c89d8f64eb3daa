"""Every class that is a window, and every place that makes a box or a dialog for files, is opened by a row."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import window_rows

from tests.source_tree import python_files, tree

WINDOWS = {"QDialog", "QFileDialog", "QMainWindow", "QMessageBox"}  #: what a window derives from
BOXES = {"FileDialog", "QFileDialog", "QMessageBox"}  #: what is made where it is needed
#: A widget that is a window is told so: by a kind of window, or by covering its parent.
KINDS = {"Window", "Dialog", "Tool", "Popup", "Sheet"}
LIES_OVER = {"CommandPalette", "GlossField", "LessonPanel", "LessonRing", "PredictionCurtain", "WhatIfDock", "Notes",
             "AnswerSheet", "DecodingPanel"}  # fmt: skip


def test_every_window_has_a_row() -> None:
    opened = {name for row in window_rows.window_rows() for name in row.of}
    found = set(windows())
    assert len(found) > 30
    assert not found - opened, "a window that no row of scripts/window_rows.py opens"
    assert opened >= LIES_OVER


def test_rows_have_names_of_their_own() -> None:
    rows = list(window_rows.window_rows())
    assert len({row.name for row in rows}) == len({row.stem for row in rows}) == len(rows) > 100


def windows() -> Iterator[str]:
    """Classes, and functions that make a box."""
    for path in python_files("viz_app"):
        text = path.read_text(encoding="utf-8")
        for each in tree(path).body if any(name in text for name in (*WINDOWS, *BOXES, "WindowType.")) else ():
            if not isinstance(each, ast.ClassDef):
                continue
            if WINDOWS & {base.id for base in each.bases if isinstance(base, ast.Name)} or is_window(each):
                yield each.name
            for function in each.body:
                if isinstance(function, ast.FunctionDef) and BOXES & set(called(function)):
                    yield f"{each.name}.{function.name}"


def is_window(widget: ast.ClassDef) -> bool:
    """Says its own constructor to Qt that it is a window?"""
    inits = [each for each in widget.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"]
    kinds = [
        each for init in inits for each in ast.walk(init) if isinstance(each, ast.Attribute) and each.attr in KINDS
    ]
    return any(isinstance(kind.value, ast.Attribute) and kind.value.attr == "WindowType" for kind in kinds)


def called(function: ast.FunctionDef) -> Iterator[str]:
    """The names of what it calls."""
    for each in ast.walk(function):
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name):
            yield each.func.id
