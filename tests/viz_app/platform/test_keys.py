"""Keys that a focused control keeps: which count as plain, who is told, and where they lead."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from viz_app.platform.keys import UPRIGHT, is_copy, is_kept, is_plain, moved

NONE, SHIFT, KEYPAD = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.KeypadModifier,
)


def event_of(held: Qt.KeyboardModifier, kind: QEvent.Type = QEvent.Type.ShortcutOverride) -> QKeyEvent:
    event = QKeyEvent(kind, Qt.Key.Key_Up, held)
    event.ignore()
    return event


@pytest.mark.parametrize(
    ("held", "plain", "with_shift"),
    [(NONE, True, True), (KEYPAD, True, True), (SHIFT, False, True), (SHIFT | KEYPAD, False, True)],
)
def test_the_keypad_is_no_modifier(held: Qt.KeyboardModifier, plain: bool, with_shift: bool) -> None:
    assert is_plain(event_of(held)) is plain
    assert is_plain(event_of(held), SHIFT) is with_shift


def test_only_the_question_about_a_shortcut_is_answered() -> None:
    asked, pressed = event_of(NONE), event_of(NONE, QEvent.Type.KeyPress)
    assert is_kept(asked, is_plain)
    assert asked.isAccepted()
    assert not is_kept(pressed, is_plain)
    assert not pressed.isAccepted()
    other = event_of(SHIFT)
    assert not is_kept(other, is_plain)
    assert not other.isAccepted()


@pytest.mark.parametrize(
    ("key", "index", "to"),
    [
        ("Up", 2, 1),
        ("Up", 0, 0),
        ("Up", None, 0),
        ("Down", None, 0),
        ("Down", 3, 4),
        ("Down", 4, 4),
        ("Home", 3, 0),
        ("End", None, 4),
    ],
)
def test_a_key_leads_to_a_place_that_exists(key: str, index: int | None, to: int) -> None:
    assert moved(Qt.Key[f"Key_{key}"], UPRIGHT, index, 5) == to


def test_copying_is_what_the_platform_calls_so(qapp: object) -> None:
    command = Qt.KeyboardModifier.ControlModifier
    assert is_copy(QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_C, command))
    for key, held in ((Qt.Key.Key_C, NONE), (Qt.Key.Key_X, command)):
        assert not is_copy(QKeyEvent(QEvent.Type.KeyPress, key, held))
