"""Shortcuts never steal a key from the control that has the keyboard."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QSlider,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from tests.viz_app.running import wait_until
from viz_app.commands.shortcuts import KeyGuard, belongs_to

Key, Modifier = Qt.Key, Qt.KeyboardModifier
KEYS = {"Right": Key.Key_Right, "Up": Key.Key_Up, "Home": Key.Key_Home, "Space": Key.Key_Space, "R": Key.Key_R}
KEPT = {
    QLineEdit: {"Right", "Up", "Home", "Space", "R"},
    QPlainTextEdit: {"Right", "Up", "Home", "Space", "R"},
    QComboBox: {"Right", "Up", "Home", "Space", "R"},
    QListWidget: {"Right", "Up", "Home", "Space", "R"},
    QSlider: {"Right", "Up", "Home"},
    QTabBar: {"Right", "Home", "Space"},
    QPushButton: {"Space"},
    QLabel: set(),
}


class Window(QWidget):
    """One control of each kind, and a shortcut for each key."""

    def __init__(self) -> None:
        super().__init__()
        self.fired: list[str] = []
        self.guard = KeyGuard(_application())
        layout = QVBoxLayout(self)
        self.controls = {kind: kind() for kind in KEPT}
        for control in self.controls.values():
            control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            layout.addWidget(control)
        for name in KEYS:
            action = QAction(name, self)
            action.setShortcut(QKeySequence(name))
            action.triggered.connect(lambda _=False, name=name: self.fired.append(name))
            self.addAction(action)


def _application() -> QApplication:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    return application


@pytest.fixture
def window(qapp: QApplication) -> Iterator[Window]:
    window = Window()
    window.show()
    window.activateWindow()
    wait_until(window.isActiveWindow)
    yield window
    window.guard.stop()
    window.close()
    window.deleteLater()


@pytest.mark.parametrize("kind", KEPT, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("name", KEYS)
def test_a_key_goes_to_the_control_that_uses_it_and_else_to_the_shortcut(
    window: Window, kind: type[QWidget], name: str
) -> None:
    control = window.controls[kind]
    control.setFocus()
    QTest.keyClick(control, KEYS[name])
    assert window.fired == ([] if name in KEPT[kind] else [name])


def test_space_really_presses_the_button(window: Window) -> None:
    pressed = []
    button = window.controls[QPushButton]
    assert isinstance(button, QPushButton)
    button.clicked.connect(lambda: pressed.append(True))
    button.setFocus()
    QTest.keyClick(button, Key.Key_Space)
    assert pressed == [True]


def test_with_alt_and_control_a_key_belongs_to_the_window() -> None:
    field = QLineEdit()
    for modifier in (Modifier.AltModifier, Modifier.ControlModifier):
        assert not belongs_to(field, QKeyEvent(QEvent.Type.ShortcutOverride, Key.Key_Right, modifier))
    assert belongs_to(field, QKeyEvent(QEvent.Type.ShortcutOverride, Key.Key_Right, Modifier.ShiftModifier))
    assert belongs_to(field, QKeyEvent(QEvent.Type.ShortcutOverride, Key.Key_4, Modifier.KeypadModifier, "4"))
    assert not belongs_to(field, QKeyEvent(QEvent.Type.ShortcutOverride, Key.Key_Escape, Modifier.NoModifier, "\x1b"))
    assert not belongs_to(field, QKeyEvent(QEvent.Type.ShortcutOverride, Key.Key_F6, Modifier.NoModifier))


def test_a_focused_control_may_be_deleted(window: Window) -> None:
    field = QLineEdit(window)
    field.show()
    field.setFocus()
    assert QApplication.focusWidget() is field
    field.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    window.controls[QLabel].setFocus()
    QTest.keyClick(window.controls[QLabel], Key.Key_R)
    assert window.fired == ["R"]


def test_marked_words_are_copied_and_not_the_picture(window: Window) -> None:
    """Copy belongs to a label only while some of its words are marked; every other key stays the window's."""
    label = window.controls[QLabel]
    assert isinstance(label, QLabel)
    label.setText("too tired")
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    copy = QKeyEvent(QEvent.Type.ShortcutOverride, Key.Key_C, Modifier.ControlModifier)
    assert not belongs_to(label, copy)
    label.setSelection(4, 5)
    assert belongs_to(label, copy)
    assert not belongs_to(label, QKeyEvent(QEvent.Type.ShortcutOverride, Key.Key_Right, Modifier.NoModifier))
    label.setFocus()
    QTest.keyClick(label, Key.Key_C, Modifier.ControlModifier)
    assert QApplication.clipboard().text() == "tired"
