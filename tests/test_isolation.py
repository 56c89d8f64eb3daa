"""The two processes for real: the core runs with Qt gone, the window with torch gone. Each in its own interpreter."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.source_tree import PROJECT, module_name, python_files
from tests.test_rules import room_of

CORE_ROOMS = {
    "the engine's messages", "the engine process", "questions asked before Qt starts", "the command line",
    "a page without Qt",
}  # fmt: skip
QT = ("PySide6", "shiboken6", "pyqtgraph")
TORCH = ("torch", "spacy", "thinc", "sentencepiece", "safetensors", "sacrebleu")

PROGRAM = """
import sys
from importlib import import_module
for name in {blocked!r}:
    sys.modules[name] = None  # importing it, now or later, fails
for name in {modules!r}:
    import_module(name)
print("imported", len({modules!r}))
"""


def modules(*folders: str) -> list[str]:
    """Every module of these folders."""
    return [module_name(path) for path in python_files(*folders)]


def core() -> list[str]:
    """All that must run where Qt is missing."""
    return modules("model") + [name for name in modules("viz_app") if room_of(name).name in CORE_ROOMS]


def window() -> list[str]:
    """All that must run where torch is missing: the window, what it shares with the engine, and the command line."""
    free = [name for name in modules("model") if "torch-free" in room_of(name).name or name == "model.common.problems"]
    return free + [name for name in modules("viz_app") if room_of(name).name != "the engine process"]


def import_all(names: list[str], blocked: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    """Import ``names`` in a fresh interpreter in which ``blocked`` cannot be imported."""
    program = PROGRAM.format(blocked=blocked, modules=names)
    command = [sys.executable, "-W", "error", "-c", program]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False, timeout=300)


def test_the_core_needs_no_qt() -> None:
    names = core()
    answer = import_all(names, QT)
    assert answer.stdout.strip() == f"imported {len(names)}", answer.stderr


def test_the_window_needs_no_torch() -> None:
    names = window()
    answer = import_all(names, TORCH)
    assert answer.stdout.strip() == f"imported {len(names)}", answer.stderr


@pytest.mark.parametrize(("module", "blocked"), [("model.network.transformer", TORCH), ("viz_app.state.state", QT)])
def test_blocking_blocks(module: str, blocked: tuple[str, ...]) -> None:
    assert "ModuleNotFoundError" in import_all([module], blocked).stderr
