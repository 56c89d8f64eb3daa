"""What the first paint may wait for: no module that a person needs later only, and none without being counted here.

Counts and names, no times: those are ``benchmarks/first_paint.py``'s. The program of each test is a process of its
own, with a real window that nobody sees, and stops at its first paint.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from tests.source_tree import PROJECT

#: Modules of ours that are there when the window is painted. Raise it only for what the first picture shows.
MOST_OF_OURS = 165
#: Modules of everybody: Python's, Qt's, numpy's and ours.
MOST = 408
#: Calls of our functions until then, with Python 3.11; a map laid out once more is ten thousand.
MOST_CALLS = 27_500

#: What a later moment needs, and imports then.
LATER = (
    "viz_app.pictures.[!od]*.picture", "viz_app.pictures.all_layers", "viz_app.pictures.one_layer",
    "viz_app.pictures.drawing.grid", "viz_app.pictures.embeddings_layers.stream", "viz_app.pictures.masks.sheet",
    "viz_app.pictures.embeddings_layers.positions", "viz_app.pictures.teacher_forcing.*",
    "viz_app.views.[!os]*", "viz_app.views.one_layer",
    "viz_app.commands*", "viz_app.dialogs*", "model.lessons*", "viz_app.state.lessons*", "viz_app.controls.lesson*",
    "viz_app.exports.[!d]*", "viz_app.exports.data.numbers", "viz_app.cli.[!sw]*", "viz_app.cli.batch*",
    "viz_app.handlers.*", "viz_app.engine.[cfl]*", "viz_app.engine.jobs",
    "viz_app.controls.header.[!hpqstw]*", "viz_app.controls.what_if*", "viz_app.controls.decoding.panel",
    "model.analysis.[!abe]*", "model.analysis.effects",
    "multiprocessing", "socket", "subprocess", "html", "difflib",
    "torch", "spacy", "sentencepiece", "safetensors", "pyqtgraph", "PIL", "pypdf", "fontTools", "PySide6.QtPdf*",
    "numpy.testing", "numpy.random", "unittest", "asyncio", "email",
)  # fmt: skip

PROGRAM = """
import gc, json, os, sys
from viz_app import cli

ours, calls = tuple(os.path.join(os.getcwd(), name, "") for name in ("model", "viz_app")), 0

def count(frame, event, _):
    global calls
    calls += event == "call" and frame.f_code.co_filename.startswith(ours)

sys.setprofile(count)
from viz_app.platform.library_imports import import_libraries

import_libraries()
from viz_app import app

app.require_display = lambda: "offscreen"
build = app.Program.__init__

def built(program, *arguments, **named):
    build(program, *arguments, **named)
    program.window.painted.connect(stop)

def stop():
    sys.setprofile(None)
    print(json.dumps(sorted(sys.modules)), json.dumps(calls), sep="\\n", flush=True)
    app.QApplication.quit()

app.Program.__init__ = built
cli.main([])
print(json.dumps(gc.isenabled()))
"""


def told(folder: Path) -> tuple[list[str], int, bool]:
    """The modules at the first paint, our calls until then, and whether garbage is collected after the end."""
    homes = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(folder))
    environment = os.environ | homes | {"QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-W", "error", "-c", PROGRAM]
    done = subprocess.run(
        command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=True, timeout=300
    )
    modules, calls, collected = done.stdout.splitlines()
    return json.loads(modules), json.loads(calls), json.loads(collected)


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], int, bool]:
    return told(tmp_path_factory.mktemp("home"))


@pytest.fixture
def modules(start: tuple[list[str], int, bool]) -> list[str]:
    return start[0]


def test_what_is_needed_later_is_imported_later(modules: list[str]) -> None:
    assert [name for name in modules if any(fnmatchcase(name, later) for later in LATER)] == []


def test_no_more_modules_than_the_first_picture_needs(modules: list[str]) -> None:
    ours = [name for name in modules if name.partition(".")[0] in ("model", "viz_app")]
    assert "viz_app.views.one_head" in ours, "the picture is there"
    assert len(ours) <= MOST_OF_OURS
    assert len(modules) <= MOST


def test_no_more_is_computed_than_the_first_picture_needs(start: tuple[list[str], int, bool]) -> None:
    assert start[1] <= MOST_CALLS


def test_garbage_is_collected_again(start: tuple[list[str], int, bool]) -> None:
    """It is left alone until the first paint; nobody may be left without."""
    assert start[2]
