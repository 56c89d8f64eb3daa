"""Who may import whom: the table of the house, enforced.

Every file of the program belongs to the first room below that names it. A room says which libraries
and which other modules it may import; the standard library is free to all. Imports inside functions
count too, except where a room says that it may import everything as long as it is late.
"""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass
from fnmatch import fnmatchcase

import pytest

from tests import source_tree

#: The part of model/ that knows nothing of torch, so that the window can use it.
FREE_OF_TORCH = (
    "model.trace",
    "model.trace_file",
    "model.atomic",
    "model.diagnosis",
    "model.findings",
    "model.recorded",
    "model.config",
    "model.problems",
    "model.progress",
    "model.interventions",
    "model.explain",
    "model.head_facts",
    "model.head_similarity",
    "model.stream",
    "model.word_groups",
    "model.aggregates",
    "model.set_aside",
    "model.merging",
    "model.reading",
    "model.reading_places",
    "model.readings_kept",
    "model.alignment",
    "model.effects",
    "model.early",
    "model.looking_ahead",
    "model.teaching",
    "model.version",
    "model.records",
    "model.notes",
    "model.fields",
    "model.session_file",
    "model.session_name",
    "model.files.budget",
    "model.files.zip_container",
)
MESSAGES = ("viz_app.engine.messages", "viz_app.engine.run_ids", "viz_app.engine._*")
#: What a page is made of, also in a notebook without Qt.
PAGES = (
    "viz_app.colours", "viz_app.spelling", "viz_app.preferences", "viz_app.pictures._tokens", "viz_app.exports._web",
)  # fmt: skip
WINDOW_DATA = (
    *FREE_OF_TORCH, "viz_app.intents", "viz_app.state", "viz_app.theme", "viz_app.zoom", "viz_app.sentences",
    "viz_app.export_choices", "viz_app.engine.messages", "viz_app.kept", "viz_app.measured", *PAGES[:3],
)  # fmt: skip


@dataclass(frozen=True)
class Room:
    """Modules that live together under one rule."""

    name: str
    modules: tuple[str, ...]  #: patterns of full names; the first room that matches counts
    libraries: frozenset[str]
    own: tuple[str, ...]  #: patterns of this project's modules
    never: tuple[str, ...] = ()  #: patterns that take away from ``own``
    anything_late: bool = False  #: inside a function everything is allowed


def room(name: str, modules: tuple[str, ...], libraries: str, own: tuple[str, ...], **more: object) -> Room:
    """A :class:`Room`; ``libraries`` separated by blanks."""
    return Room(name, modules, frozenset(libraries.split()), own, **more)  # type: ignore[arg-type]  # two known names


ROOMS = (
    room("problems and interventions", ("model.problems", "model.interventions", "model.version"), "", FREE_OF_TORCH),
    room("the torch-free part of model", FREE_OF_TORCH, "numpy", FREE_OF_TORCH),
    room("the tokenizer", ("model.tokenizer",), "torch numpy spacy sentencepiece", ("model.*",)),
    room("the tokenizers of Hugging Face folders", ("model.hf_tokenizer",), "sentencepiece tokenizers", ("model.*",)),
    room(
        "a checkpoint format",
        ("model.formats.*",),
        "torch numpy safetensors",
        ("model", "model.*"),
        never=("model.formats.[!_]*",),
    ),
    room("training", ("model.training.*",), "torch numpy sentencepiece sacrebleu safetensors", ("model", "model.*")),
    room("model", ("model", "model.*"), "torch numpy safetensors", ("model", "model.*")),
    room("the engine's messages", MESSAGES, "numpy", (*FREE_OF_TORCH, *MESSAGES)),
    room("the window's end of the engine", ("viz_app.engine.client",), "PySide6 numpy", (*FREE_OF_TORCH, *MESSAGES)),
    room(
        "the engine process",
        ("viz_app.engine", "viz_app.engine.*"),
        "torch numpy",
        ("model", "model.*", "viz_app.engine.*", "viz_app.assets"),
        never=("viz_app.engine.client",),
    ),
    room("questions asked before Qt starts", ("viz_app.display", "viz_app.assets"), "", FREE_OF_TORCH),
    room("a page without Qt", PAGES, "numpy", (*FREE_OF_TORCH, *PAGES, "viz_app.assets")),
    room(
        "state and theme",
        (
            "viz_app.intents",
            "viz_app.state",
            "viz_app.theme",
            "viz_app.zoom",
            "viz_app.sentences",
            "viz_app.kept",
            "viz_app.measured",
        ),
        "PySide6 numpy",
        WINDOW_DATA,
    ),
    room("a picture", ("viz_app.pictures.*",), "PySide6 numpy", (*WINDOW_DATA, "viz_app.pictures._*")),
    room(
        "a view",
        ("viz_app.views.*",),
        "PySide6 pyqtgraph numpy",
        (*WINDOW_DATA, "viz_app.pictures", "viz_app.pictures.*", "viz_app.views._*"),
    ),
    room(
        "a control",
        ("viz_app.controls.*",),
        "PySide6 pyqtgraph numpy",
        (*WINDOW_DATA, "viz_app.pictures", "viz_app.pictures.*", "viz_app.controls._*"),
    ),
    room(
        "a table",
        ("viz_app.tables.*",),
        "numpy",
        (*WINDOW_DATA, "viz_app.pictures._*", "viz_app.tables._*"),
    ),
    room(
        "an export",
        ("viz_app.exports.*",),
        "PySide6 numpy PIL pypdf fontTools",
        (
            *WINDOW_DATA,
            "viz_app.assets",
            "viz_app.pictures",
            "viz_app.pictures.*",
            "viz_app.tables",
            "viz_app.tables._*",
            "viz_app.controls._sentences",  # what a row says, in words: no widget
            "viz_app.controls._candidate",
            "viz_app.exports._*",
        ),
    ),
    room(
        "the command line",
        ("viz_app.cli", "viz_app.cli.*"),
        "",
        (*FREE_OF_TORCH, "viz_app.assets", "viz_app.cli", "viz_app.cli.*"),
        anything_late=True,
    ),
    room(
        "the window process",
        ("viz_app", "viz_app.*"),
        "PySide6 shiboken6 pyqtgraph numpy",
        (*FREE_OF_TORCH, "viz_app", "viz_app.*"),
        never=("viz_app.cli", "viz_app.cli.*", "viz_app.engine.process", "viz_app.engine.jobs"),
    ),
)


def room_of(module: str) -> Room:
    """The room that a module lives in."""
    return next(room for room in ROOMS if _any(module, room.modules))


def complaints(module: str, code: ast.Module) -> list[str]:
    """What a module imports against the rules, each as a sentence."""
    home = room_of(module)
    return [
        f"line {found.line}: {module} imports {found.module}, but {home.name} may not"
        for found in source_tree.imports(code)
        if not _allowed(module, home, found)
    ]


def _allowed(module: str, home: Room, found: source_tree.Import) -> bool:
    root = found.module.partition(".")[0]
    if root in sys.stdlib_module_names or root == "__future__" or (home.anything_late and found.lazy):
        return True
    if root not in source_tree.PROGRAM:
        return root in home.libraries
    if found.module == module or module.startswith(found.module + "."):
        return True  # a package that finds its own files
    return _any(found.module, home.own) and not _any(found.module, home.never)


def planned(name: str) -> bool:
    """For lines made up by a test: a name in small letters is a module, any other a class in one."""
    return name.rpartition(".")[2].islower()


def _any(module: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(module, pattern) for pattern in patterns)


def test_every_file_imports_only_what_its_room_may() -> None:
    files = source_tree.python_files(*source_tree.PROGRAM)
    assert len(files) > 100
    found = [told for path in files for told in complaints(source_tree.module_name(path), source_tree.tree(path))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("model.trace", "import torch"),
        ("model.problems", "import numpy"),
        ("model.decoding", "from PySide6.QtCore import QObject"),
        ("model.decoding", "import spacy"),
        ("model.decoding", "from viz_app.state import State"),
        ("model.formats.headscope", "from model.formats import another"),
        ("viz_app.state", "from model.transformer import Transformer"),
        ("viz_app.pictures.masks", "from viz_app.views import masks"),
        ("viz_app.pictures.masks", "import pyqtgraph"),
        ("viz_app.views.masks", "from viz_app.engine.client import EngineClient"),
        ("viz_app.views.masks", "import viz_app.commands"),
        ("viz_app.views.masks", "def late():\n    import torch"),
        ("viz_app.engine.process", "from PySide6 import QtCore"),
        ("viz_app.engine.process", "import viz_app.engine.client"),
        ("viz_app.exports.png", "from viz_app.engine.client import EngineClient"),
        ("viz_app.main_window", "def late():\n    from model.decoding import DecodingSession"),
        ("viz_app.cli.translate", "import torch"),
        ("viz_app.engine.messages", "import pickle5"),
    ],
)
def test_the_rules_object(module: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_tree, "exists", planned)
    assert len(complaints(module, ast.parse(line))) == 1


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("model.trace", "import numpy as np, json\nfrom model.problems import Problem"),
        ("model.formats.headscope", "from model.formats import _shared"),
        ("model.checkpoint", "from model import formats"),
        ("viz_app.views.masks", "from viz_app.pictures import masks\nfrom viz_app.views._view import View"),
        ("viz_app.views.masks", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import torch"),
        ("viz_app.cli.translate", "def run():\n    import torch"),
    ],
)
def test_the_rules_allow(module: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_tree, "exists", planned)
    assert not complaints(module, ast.parse(line))
