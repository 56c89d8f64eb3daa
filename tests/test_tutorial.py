"""The notebooks: every code cell runs, in order, in a fresh process without Jupyter, a network or a display; nothing is
stale in them."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.forks import SCRIPT, Forks
from tests.source_tree import PROJECT

NOTEBOOKS = [PROJECT / "docs" / "tutorial.ipynb", PROJECT / "docs" / "colab.ipynb"]
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_SESSION_TYPE")
#: What Jupyter does with a cell: run it, and show its last line if that is a value.
PROGRAM = """
import ast, json, socket, sys
def refuse(*given): raise OSError("a notebook asked for another machine")
socket.socket.connect = socket.socket.connect_ex = socket.getaddrinfo = refuse
cells = []
for name in sys.argv[1:]:
    names = {"__name__": "__main__"}
    with open(name, encoding="utf-8") as file:
        cells += [(names, cell) for cell in json.load(file)["cells"]]
for number, (names, cell) in enumerate(cells):
    if cell["cell_type"] == "code":
        code = ast.parse("".join(cell["source"]), f"cell {number}")
        last = code.body.pop() if isinstance(code.body[-1], ast.Expr) else None
        exec(compile(code, f"cell {number}", "exec"), names)
        value = None if last is None else eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
        if value is not None:
            shown = getattr(value, "_repr_html_", None)
            print("shown:", shown()[:7] if shown else repr(value))
"""


def cells(path: Path = NOTEBOOKS[0]) -> list[dict[str, Any]]:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    found: list[dict[str, Any]] = notebook["cells"]
    return found


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def test_every_cell_runs(tmp_path: Path, forks: Forks) -> None:
    words = forks.words(SCRIPT, PROGRAM, *map(str, NOTEBOOKS))
    done = subprocess.run(words, cwd=tmp_path, env=without_display(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    said = done.stdout.splitlines()
    assert "The animal didn't cross the street because it was too tired." in said
    assert said.count("shown: <iframe") == len(NOTEBOOKS)
    assert said[-1] == "0-0 1-1 2-2 2-3 3-4 4-5 4-6"
    assert "weight on padding: 0.0" in said
    assert "Two cats are playing in the snow." in said
    assert any(line.startswith("over 2 sentences layer ") for line in said)
    made = {"run.npz", "run.html", "cross.svg", "own-1.npz", "own-2.npz", "pairs.tsv", "heads.csv"}
    made |= {"dogs.npz", "dogs.html", "dogs.svg"}
    assert {path.name for path in tmp_path.iterdir()} == made


def without_display() -> dict[str, str]:
    """As on a cluster: nothing that says where a window could be."""
    left = {name: value for name, value in os.environ.items() if name not in DISPLAYS}
    return {**left, "PYTHONPATH": str(PROJECT)}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_is_stored_clean(path: Path) -> None:
    ids = [cell["id"] for cell in cells(path)]
    assert len(set(ids)) == len(ids)
    for cell in cells(path):
        assert cell["metadata"] == {}
        if cell["cell_type"] == "code":
            assert (cell["execution_count"], cell["outputs"]) == (None, [])
            ast.parse(source(cell))  # plain Python: no magic commands


def test_it_shows_all_of_the_interface() -> None:
    """Every method of docs/python.md is used once."""
    text = "\n".join(source(cell) for cell in cells() if cell["cell_type"] == "code")
    named = re.findall(r"`(?:model|session|run|headscope)\.(\w+)\(", (PROJECT / "docs/python.md").read_text("utf-8"))
    assert {name for name in named if f".{name}(" not in text} == set()
