"""What can wait is done in its order, one thing in a turn, and never for what has been deleted."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication
from shiboken6 import delete

from tests.viz_app.running import wait_until
from viz_app.platform.turns import Turns, after_imports, in_turn


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def turns(qapp: QApplication, told: list[str]) -> Iterator[Turns]:
    """Of the program, with two pieces that it does not do before it is started."""
    turns = Turns(iter([saying(told, "one"), saying(told, "two")]), qapp)
    yield turns
    delete(turns)


def saying(told: list[str], name: str) -> Callable[[], None]:
    """A piece, and what comes between it and the next."""

    def do() -> None:
        told.append(name)
        QTimer.singleShot(0, lambda: told.append("a click"))

    return do


def test_pieces_come_in_their_order_and_let_others_in_between(
    qapp: QApplication, turns: Turns, told: list[str]
) -> None:
    qapp.processEvents()
    assert told == [], "not before it is started"
    turns.start()
    wait_until(lambda: len(told) == 4, "all pieces")
    assert told.index("a click") < told.index("two")


def test_what_is_asked_for_meanwhile_has_turns_before_the_rest(turns: Turns, told: list[str]) -> None:
    owner = QObject()
    in_turn(owner, saying(told, "first"))
    in_turn(owner, saying(told, "second"))
    turns.start()
    wait_until(lambda: len(told) == 8, "all pieces")
    assert [name for name in told if name != "a click"] == ["first", "second", "one", "two"]
    assert told.index("a click") < told.index("second"), "each in a turn of its own"


def test_what_has_been_deleted_has_no_turn(turns: Turns, told: list[str]) -> None:
    owner = QObject()
    in_turn(owner, saying(told, "gone"))
    delete(owner)
    turns.start()
    wait_until(lambda: "two" in told, "all pieces")
    assert "gone" not in told


@pytest.mark.parametrize("ends", ["by itself", "stopped"])
def test_once_all_is_done_the_next_turn_is_free(turns: Turns, told: list[str], ends: str) -> None:
    owner = QObject()
    if ends == "stopped":
        turns.stop()
    else:
        turns.start()
        wait_until(lambda: turns.ended, "the end of the pieces")
    in_turn(owner, saying(told, "later"))
    wait_until(lambda: "later" in told, "a turn")


def test_without_a_start_up_it_is_the_next_turn(qapp: QApplication, told: list[str]) -> None:
    owner = QObject()
    in_turn(owner, saying(told, "alone"))
    assert told == []
    wait_until(lambda: "alone" in told, "a turn")


def test_what_needs_imports_comes_after_them(
    turns: Turns, told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, name = QObject(), "headscope_tested_turn"
    (tmp_path / f"{name}.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    after_imports(owner, (name,), lambda: told.append("there" if name in sys.modules else "not yet"))
    assert name not in sys.modules
    turns.start()
    wait_until(lambda: "two" in told, "all pieces")
    assert told[0] == "there"
    del sys.modules[name]
