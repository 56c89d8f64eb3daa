"""Qt without what nobody has asked for yet; asked for, it is there and says what it always says."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.source_tree import PROJECT

QUESTIONS = """
import builtins, json, sys
plain = builtins.__import__
{start}
from PySide6.QtCore import QPoint, QTimer
compiled = "SUPPRESS" in vars(sys.modules["shibokensupport.signature.lib.pyi_generator"])
parser, mapping = (sys.modules["shibokensupport.signature." + name] for name in ("parser", "mapping"))
told = [compiled or not hasattr(parser, "__getattr__") or "type_map" in vars(mapping)]
for call in (lambda: QPoint("x"), lambda: QPoint(1, 2).setX(1, 2), lambda: QTimer(wrong=1), lambda: QPoint().y2):
    try:
        call()
    except Exception as error:
        told.append(str(error))
from PySide6.support.signature import get_signature
from PySide6.support.signature.lib.enum_sig import ExactEnumerator
told += [str(get_signature(QPoint.setX)), QPoint.setX.__doc__, ExactEnumerator.__name__]
print(json.dumps([builtins.__import__ is plain, told]))
"""
OURS = "from viz_app.platform.library_imports import import_libraries; import_libraries()"


def asked(start: str) -> tuple[bool, list[object]]:
    """Whether imports are the interpreter's own, and all that Shiboken's tools say."""
    command = [sys.executable, "-c", QUESTIONS.format(start=start)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True, timeout=300)
    plain, told = json.loads(done.stdout)
    return plain, told


@pytest.fixture(scope="module")
def ours() -> tuple[bool, list[object]]:
    return asked(OURS)


def test_the_interpreters_own_import_stays(ours: tuple[bool, list[object]]) -> None:
    assert ours[0]
    assert not asked("")[0], "Shiboken replaces it; else this module is no longer needed"


def test_tools_are_compiled_when_they_are_asked_for(ours: tuple[bool, list[object]]) -> None:
    assert ours[1][0] is False
    assert ours[1][1:] == asked("")[1][1:]


def test_a_second_time_nothing_is_left_to_do() -> None:
    assert asked(f"{OURS}; import_libraries()")[0]
    assert not asked(f"import PySide6.QtCore; {OURS}")[0]


TYPES = """
import json, sys
{start}
import numpy.typing as typed
from numpy.typing import ArrayLike, NDArray
import numpy as np
Line = tuple[NDArray[np.float32], np.ndarray | None]
late = not hasattr(sys.modules["numpy.typing"], "__file__")
first = NDArray[np.float32]
from numpy.typing import DTypeLike
from numpy.typing import NDArray as Real
said = [str(DTypeLike), str(Real[np.float32]), str(np.typing.ArrayLike), str(typed.NBitBase)]
print(json.dumps([late, first == Real[np.float32], *said]))
"""


def test_types_for_annotations_are_numpys_own_when_more_is_wanted() -> None:
    def told(start: str) -> list[object]:
        command = [sys.executable, "-c", TYPES.format(start=start)]
        done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True, timeout=300)
        found: list[object] = json.loads(done.stdout)
        return found

    ours, theirs = told(OURS), told("")
    assert (ours[0], theirs[0]) == (True, False)
    assert ours[1:] == theirs[1:]


ENUMERATIONS = """
import enum, json
{start}
from PySide6 import QtCore, QtGui, QtWidgets
asked_for, made = [], enum.EnumType._create_
def told(answer):
    try:
        return answer()
    except Exception as error:
        return str(error)
def of(kind):
    few, flags = list(kind.__members__.values())[:5], issubclass(kind, enum.Flag)
    together = [(one | other, one & other, one ^ other) for one in few for other in few] if flags else []
    names = "_boundary_", "_flag_mask_", "_singles_mask_", "_all_bits_", "_member_names_", "_use_args_", "_member_type_"
    answers = [
        [(name, one.name, one.value, one._sort_order_) for name, one in kind.__members__.items()],
        [(kind(one.value) is one, kind[one.name] is one, getattr(kind, one.name) is one, one in kind) for one in few],
        [(str(one), format(one), hash(one) == hash(one.value), one.__reduce_ex__(4)) for one in few],
        [told(lambda: ~one) for one in few], kind.mro(), kind.__doc__, kind.__module__, dir(kind), sorted(vars(kind)),
        [getattr(kind, name, None) for name in names], told(lambda: kind(987654)), told(lambda: kind.nothing),
        told(lambda: list(kind)),
    ]
    return repr([together, answers])
found = {{}}
for module in QtCore, QtGui, QtWidgets:
    for place in module, *(getattr(module, name) for name in ("Qt", "QEvent", "QFont", "QPainter", "QStyle", "QPalette",
                           "QKeySequence", "QImage", "QIcon", "QSizePolicy", "QMessageBox") if hasattr(module, name)):
        for name in dir(place):
            kind = getattr(place, name, None)
            if isinstance(kind, enum.EnumType) and kind.__module__.startswith("PySide6"):
                found[kind.__module__ + "." + kind.__qualname__] = kind
print(json.dumps([made.__module__, {{name: of(kind) for name, kind in found.items()}}]))
"""


def test_enumerations_are_what_they_always_are() -> None:
    def made(start: str) -> tuple[str, dict[str, str]]:
        command = [sys.executable, "-c", ENUMERATIONS.format(start=start)]
        done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True, timeout=300)
        by, found = json.loads(done.stdout)
        return by, found

    (ours, sooner), (library, usual) = made(OURS), made("")
    assert ours.startswith("viz_app") and library == "enum"
    assert len(usual) > 100 and "PySide6.QtCore.Qt.Key" in usual
    assert sooner.keys() == usual.keys()
    assert [name for name in usual if sooner[name] != usual[name]] == []
