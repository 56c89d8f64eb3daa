"""No dialog shows an icon beside the words of its buttons, whatever the desktop has."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from viz_app.platform.dialog_buttons import without_icons

ROOT = Path(__file__).parents[3] / "viz_app"


def test_standard_buttons_lose_their_icons(qtbot: QtBot) -> None:
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close | QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(box)
    for button in box.buttons():
        button.setIcon(QIcon(QPixmap(16, 16)))
    assert without_icons(box) is box
    assert len(box.buttons()) == 2 and all(button.icon().isNull() for button in box.buttons())


def test_every_dialog_does_so() -> None:
    texts = [path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py")]
    assert not [text for text in texts if "= QDialogButtonBox(" in text]
    assert sum("without_icons(QDialogButtonBox(" in text for text in texts) > 8
