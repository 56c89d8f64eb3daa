"""A file dialog whose own box is open: whoever ends it, or what it lies in, waits; nothing is freed twice."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from PySide6.QtWidgets import QApplication, QLabel

from tests.source_tree import PROJECT
from viz_app.platform.file_dialog import FileDialog
from viz_app.platform.translations import speak

#: Types the name of no file, presses Return and, with Qt's own "File not found" on the stack, ends something.
PROGRAM = """
import sys
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLineEdit, QMainWindow, QMessageBox
from shiboken6 import isValid
from viz_app.platform.file_dialog import FileDialog

application = QApplication([])
window = QMainWindow()
window.show()
between = QDialog(window)
between.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
between.open()
dialog = FileDialog(between, "a file", QFileDialog.FileMode.ExistingFile)
dialog.open()
ends = {
    "Escape": lambda: QTest.keyClick(dialog, Qt.Key.Key_Escape),
    "close": dialog.close,
    "dialog before it": between.close,
    "window": window.deleteLater,
    "nothing": lambda: None,
}
said = []


def end() -> None:
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox), box
    said.append(box.text())
    ends[sys.argv[1]]()
    QTimer.singleShot(50, answer)


def answer() -> None:
    QApplication.activeModalWidget().close()


def press() -> None:
    field = dialog.findChild(QLineEdit, "fileNameEdit")
    QTest.keyClicks(field, "nowhere")
    QTimer.singleShot(100, end)
    QTest.keyPress(field, Qt.Key.Key_Return)
    QTest.qWait(50)
    print("gone" if not isValid(dialog) else "there", "nowhere" in said[0])
    QApplication.quit()


QTimer.singleShot(0, press)
application.exec()
"""


@pytest.mark.parametrize(
    ("end", "left"),
    [("Escape", "gone"), ("close", "gone"), ("dialog before it", "gone"), ("window", "gone"), ("nothing", "there")],
)
def test_what_ends_a_dialog_that_asks_waits_for_its_box(end: str, left: str) -> None:
    """ "Double free or corruption" ends a process, so each runs in its own."""
    environment = {**os.environ, "PYTHONPATH": str(PROJECT), "QT_QPA_PLATFORM": "offscreen"}
    ended = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", PROGRAM, end], env=environment, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.split() == [left, "True"]


def test_every_word_of_it_is_korean(qapp: QApplication) -> None:
    """Qt's own catalogue lacks some."""
    speak(qapp, "ko")
    try:
        dialog = FileDialog(None, "", FileDialog.FileMode.ExistingFile)  # type: ignore[arg-type]
        found = [label.text() for label in dialog.findChildren(QLabel)]
        kind = qapp.translate("QAbstractFileIconProvider", "Folder")
        dialog.deleteLater()
    finally:
        speak(qapp, "en")
    assert len(found) >= 3 and all(re.search("[가-힣]", text) for text in [*found, kind] if text)
