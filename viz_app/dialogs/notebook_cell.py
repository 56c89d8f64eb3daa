"""*Save my model for Headscope*: the notebook cell of each tutorial, to be copied. It runs nothing."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from model.common.assets import TUTORIALS, notebook_cell
from viz_app.platform.appearance import fixed_font, without_icons
from viz_app.platform.window_room import grown

translate = QCoreApplication.translate
WIDE, HIGH, LIST = 900, 560, 260


class CellSheet(QDialog):
    """A list of tutorials, and the chosen one's cell with a Copy button."""

    def __init__(self, tutorial: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("CellSheet", "Save my model for Headscope"))
        why = QLabel(
            translate(
                "CellSheet",
                "Tutorials save weights alone. Choose yours, copy its cell to the end of your notebook or script and "
                "run it there: it writes headscope-model.pt with the weights, both vocabularies, the number of heads, "
                "the special tokens and the casing. That file opens here without a question.",
            )
        )
        why.setTextFormat(Qt.TextFormat.PlainText)
        why.setWordWrap(True)
        self.list = QListWidget()
        self.list.addItems(list(TUTORIALS.values()))
        self.list.setAccessibleName(translate("CellSheet", "Tutorial"))
        self.list.setWordWrap(True)
        self.list.setFixedWidth(LIST)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setFont(fixed_font(self.font()))
        self.text.setAccessibleName(translate("CellSheet", "Notebook cell"))
        buttons = without_icons(QDialogButtonBox(QDialogButtonBox.StandardButton.Close))
        buttons.rejected.connect(self.reject)
        self.copy = buttons.addButton(translate("CellSheet", "Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy.clicked.connect(self._copy)
        middle = QHBoxLayout()
        middle.addWidget(self.list)
        middle.addWidget(self.text, 1)
        box = QVBoxLayout(self)
        box.addWidget(why)
        box.addLayout(middle, 1)
        box.addWidget(buttons)
        self.list.currentRowChanged.connect(self._show)
        self.list.setCurrentRow(list(TUTORIALS).index(tutorial) if tutorial in TUTORIALS else 0)
        self.resize(grown(self, WIDE, HIGH))

    def _show(self, row: int) -> None:
        self.text.setPlainText(notebook_cell(list(TUTORIALS)[row]))
        self.copy.setText(translate("CellSheet", "Copy"))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.copy.setText(translate("CellSheet", "Copied"))


def tutorial_of(family: str) -> str:
    """The tutorial of a family as a checkpoint names it; "" where it has no cell."""

    def plain(text: str) -> str:
        return "".join(letter for letter in text.lower() if letter.isalnum())

    return next((name for name in TUTORIALS if plain(name) in plain(family)), "")
