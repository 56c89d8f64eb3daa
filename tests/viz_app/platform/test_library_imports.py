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
