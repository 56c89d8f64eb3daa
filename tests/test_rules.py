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
    "model.common.*", "model.record.*", "model.analysis.*", "model.transforms.*", "model.network.config",
    "model.network.interventions", "model.decoding.sampling", "model.decoding.beam_tree", "model.corpus.corpus_*",
    "model.corpus.gold_links", "model.corpus.word_alignment", "model.lessons.*",
)  # fmt: skip
MESSAGES = (
    "viz_app.engine.messages",
    "viz_app.engine.measurement_messages",
    "viz_app.engine.run_ids",
    "viz_app.engine.connection",
    "viz_app.engine.frames",
    "viz_app.engine.log",
)
#: What a page is made of, also in a notebook without Qt.
PAGES = (
    "viz_app.platform.colours", "viz_app.platform.spelling", "viz_app.platform.preferences",
    "viz_app.pictures.drawing.tokens", "viz_app.exports.data.web_page", "viz_app.exports.data.font_part",
)  # fmt: skip
#: What all that is drawn or shown may know.
WINDOW_DATA = (*FREE_OF_TORCH, "viz_app.state.*", "viz_app.platform.*", "viz_app.engine.messages")


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
    room("what every part may use", ("model.common.*",), "", ("model.common.*",)),
    room("the torch-free part of model", FREE_OF_TORCH, "numpy", FREE_OF_TORCH),
    room("the tokenizer", ("model.checkpoints.tokenizer",), "torch numpy spacy", ("model.*",)),
    room("pieces of words", ("model.checkpoints.sentencepiece_model",), "sentencepiece", ("model.*",)),
    room("the process that looks into a file of Keras", ("model.checkpoints.files.hdf5_child",), "h5py", ()),
    room("a foreign tokenizer's process", ("model.checkpoints.tokenizer_child",), "tokenizers", ()),
    room(
        "a checkpoint format",
        ("model.checkpoints.formats.*",),
        "torch numpy safetensors",
        ("model", "model.*"),
        never=("model.checkpoints.formats.[!s]*",),
    ),
    room("training", ("model.training.*",), "torch numpy sentencepiece sacrebleu safetensors", ("model", "model.*")),
    room("who computes the pieces of a file", ("model.corpus.executors",), "distributed", ("model.common.*",)),
    room("model", ("model", "model.*"), "torch numpy safetensors", ("model", "model.*")),
    room("the engine's messages", MESSAGES, "numpy", (*FREE_OF_TORCH, *MESSAGES)),
    room("the window's end of the engine", ("viz_app.engine.client",), "PySide6 numpy", (*FREE_OF_TORCH, *MESSAGES)),
    room(
        "the engine process",
        ("viz_app.engine", "viz_app.engine.*"),
        "torch numpy",
        ("model", "model.*", "viz_app.engine.*"),
        never=("viz_app.engine.client",),
    ),
    room("questions asked before Qt starts", ("viz_app.platform.display",), "", FREE_OF_TORCH),
    room("a page without Qt", PAGES, "numpy fontTools", (*FREE_OF_TORCH, *PAGES)),
    room("the state", ("viz_app.state.*",), "PySide6 numpy", WINDOW_DATA),
    room(
        "the platform",
        ("viz_app.platform.*",),
        "PySide6 shiboken6 numpy",
        (*FREE_OF_TORCH, "viz_app.platform.*", "viz_app.engine.messages"),
    ),
    room("a picture", ("viz_app.pictures.*",), "PySide6 shiboken6 numpy", (*WINDOW_DATA, "viz_app.pictures.drawing.*")),
    room(
        "a view",
        ("viz_app.views.*",),
        "PySide6 pyqtgraph numpy",
        (*WINDOW_DATA, "viz_app.pictures", "viz_app.pictures.*", "viz_app.views.shared.*"),
    ),
    room(
        "a table",
        ("viz_app.tables.*",),
        "PySide6 numpy",
        (*WINDOW_DATA, "viz_app.pictures.*", "viz_app.tables.parts.*"),
        never=("viz_app.pictures.[!d]*.picture",),
    ),
    room(
        "the What if dock, which says its effects with the inspector's tables",
        ("viz_app.controls.what_if.*",),
        "PySide6",
        (
            *WINDOW_DATA,
            "viz_app.pictures.*",
            "viz_app.tables.parts.*",
            "viz_app.controls.widgets",
            "viz_app.controls.inspector.section",
            "viz_app.controls.inspector.bar_table",
            "viz_app.controls.what_if.*",
        ),
    ),
    room(
        "the header, which is put together from controls",
        ("viz_app.controls.header.window_header",),
        "PySide6",
        (*WINDOW_DATA, "viz_app.controls.*"),
    ),
    room(
        "the decoding button and its panel",
        ("viz_app.controls.decoding.*",),
        "PySide6",
        (*WINDOW_DATA, "viz_app.pictures.drawing.*", "viz_app.controls.decoding.*"),
    ),
    room(
        "the inspector's answers about heads and about the network, which are sections of it",
        ("viz_app.controls.inspector.heads.*", "viz_app.controls.inspector.network.*"),
        "PySide6 numpy",
        (*WINDOW_DATA, "viz_app.pictures.*", "viz_app.controls.inspector.*"),
    ),
    room(
        "the lesson beside the window that it points into",
        ("viz_app.controls.lesson.*",),
        "PySide6 shiboken6",
        (
            *WINDOW_DATA,
            "viz_app.pictures.*",
            "viz_app.controls.widgets",
            "viz_app.controls.inspector.section",
            "viz_app.controls.lesson.*",
            "viz_app.views.shared.flow_layout",
        ),
    ),
    room(
        "a control",
        ("viz_app.controls.*",),
        "PySide6 pyqtgraph numpy",
        (
            *WINDOW_DATA,
            "viz_app.pictures.*",
            "viz_app.tables.parts.*",
            "viz_app.controls.menu_button",
            "viz_app.controls.widgets",
        ),
    ),
    room(
        "an export",
        ("viz_app.exports.*",),
        "PySide6 numpy PIL pypdf fontTools",
        (
            *WINDOW_DATA,
            "viz_app.pictures",
            "viz_app.pictures.*",
            "viz_app.tables",
            "viz_app.tables.parts.*",
            "viz_app.exports.*.*",
        ),
    ),
    room(
        "a plot",
        ("viz_app.plots", "viz_app.plots.*"),
        "PySide6 pyqtgraph numpy",
        (
            *WINDOW_DATA,
            "viz_app.pictures.drawing.*",
            "viz_app.tables.parts.text_table",
            "viz_app.tables.parts.*",
            "viz_app.platform.file_dialog",
            "viz_app.views.shared.flow_layout",
            "viz_app.plots",
            "viz_app.plots.*",
        ),
    ),
    room(
        "the command line",
        ("viz_app.cli", "viz_app.cli.*"),
        "",
        (*FREE_OF_TORCH, "viz_app.cli", "viz_app.cli.*"),
        anything_late=True,
    ),
    room(
        "the window, and what opens beside it: both end in intents",
        ("viz_app.main_window", "viz_app.dialogs", "viz_app.dialogs.*"),
        "PySide6 shiboken6 pyqtgraph numpy",
        (*FREE_OF_TORCH, "viz_app", "viz_app.*"),
        never=("viz_app.app", "viz_app.cli", "viz_app.cli.*", "viz_app.handlers.*", "viz_app.engine.client"),
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
    folder = module.rpartition(".")[0]
    if folder.count(".") > 1 and found.module.startswith(folder + "."):
        return not _any(found.module, home.never)  # the parts of one thing
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
        ("model.record.trace", "import torch"),
        ("model.common.problems", "import numpy"),
        ("model.decoding.session", "from PySide6.QtCore import QObject"),
        ("model.decoding.session", "import spacy"),
        ("model.decoding.session", "from viz_app.state.state import State"),
        ("model.checkpoints.formats.headscope", "from model.checkpoints.formats import another"),
        ("viz_app.state.state", "from model.network.transformer import Transformer"),
        ("viz_app.pictures.masks.picture", "from viz_app.views import masks"),
        ("viz_app.pictures.masks.picture", "import pyqtgraph"),
        ("viz_app.views.masks", "from viz_app.engine.client import EngineClient"),
        ("viz_app.views.masks", "import viz_app.commands"),
        ("viz_app.views.masks", "def late():\n    import torch"),
        ("viz_app.engine.process", "from PySide6 import QtCore"),
        ("viz_app.engine.process", "import viz_app.engine.client"),
        ("viz_app.exports.png", "from viz_app.engine.client import EngineClient"),
        ("viz_app.main_window", "def late():\n    from model.decoding.session import DecodingSession"),
        ("viz_app.dialogs.lessons.writer", "from viz_app.handlers.session_codec import facts_of"),
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
        ("model.record.trace", "import numpy as np, json\nfrom model.common.problems import Problem"),
        ("model.checkpoints.formats.headscope", "from model.checkpoints.formats.shared import keys"),
        ("model.checkpoints.checkpoint", "from model.checkpoints import formats"),
        ("viz_app.views.masks", "from viz_app.pictures import one_layer\nfrom viz_app.views.shared.view import View"),
        ("viz_app.views.masks", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import torch"),
        ("viz_app.cli.translate", "def run():\n    import torch"),
    ],
)
def test_the_rules_allow(module: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_tree, "exists", planned)
    assert not complaints(module, ast.parse(line))
