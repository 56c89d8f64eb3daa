"""What a control cuts is found, of each kind; and words of another language."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QScrollArea,
    QTabBar,
    QTableWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot
from window_words import clipped, foreign, is_foreign

LONG = "a text that is longer than its place"
ROOM = QSize(900, 900)


def combo() -> QComboBox:
    box = QComboBox()
    box.addItem(LONG)
    return box


def tabs() -> QTabBar:
    bar = QTabBar()
    bar.addTab(LONG)
    bar.setStyleSheet("QTabBar::tab { width: 40px }")
    return bar


def table() -> QTableWidget:
    cells = QTableWidget(1, 1)
    cells.setHorizontalHeaderLabels([LONG])
    cells.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    return cells


def listed() -> QListWidget:
    lines = QListWidget()
    lines.addItem(LONG)
    return lines


def area() -> QScrollArea:
    rolls, inside = QScrollArea(), QWidget()
    inside.setFixedSize(300, 20)
    rolls.setWidget(inside)
    rolls.setHorizontalScrollBarPolicy(rolls.horizontalScrollBarPolicy().ScrollBarAlwaysOff)
    return rolls


def sideways() -> QScrollArea:
    rolls = area()
    rolls.setHorizontalScrollBarPolicy(rolls.horizontalScrollBarPolicy().ScrollBarAsNeeded)
    return rolls


def wrapped() -> QLabel:
    label = QLabel(f"{LONG}\n" * 4)
    label.setWordWrap(True)
    return label


def field() -> QLineEdit:
    line = QLineEdit()
    line.setPlaceholderText(LONG)
    return line


MADE = {
    "label": lambda: QLabel(LONG), "wrapped": wrapped, "button": lambda: QPushButton(LONG),
    "check": lambda: QCheckBox(LONG), "combo": combo, "field": field, "tabs": tabs, "group": lambda: QGroupBox(LONG),
    "table": table, "list": listed, "area": area, "sideways": sideways,
}  # fmt: skip


@pytest.mark.parametrize("kind", MADE)
def test_what_a_control_cuts_is_found(qtbot: QtBot, kind: str) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(700, 400)
    widget = MADE[kind]()
    widget.setParent(window)
    room = ROOM if kind != "sideways" else QSize(1000, 900)
    widget.setGeometry(0, 0, 60 if kind != "wrapped" else 200, 60)
    window.show()
    assert clipped(window, room)
    widget.setGeometry(0, 0, 600, 300)
    if isinstance(widget, QTabBar):
        widget.setStyleSheet("")
    elif isinstance(widget, QTableWidget):
        widget.setColumnWidth(0, 500)
    assert clipped(window, ROOM) == []
    assert clipped(window, QSize(600, 900)) == ["the window takes 700×400"]


def test_words_of_another_language_are_found(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    for text in ("Close", "닫기", "everyday", "NumPy (.npz)", "Das Tier schläft", "Das Ti…äft", "Ctrl+Shift+S"):
        QLabel(text, window)
    assert foreign(window, "ko", frozenset({"Das Tier schläft"})) == ["'Close' is not translated"]
    assert foreign(window, "en", frozenset()) == ["'닫기' is not translated"]
    assert not is_foreign("<qt>저장 <b>now</b></qt>", "ko", frozenset())
