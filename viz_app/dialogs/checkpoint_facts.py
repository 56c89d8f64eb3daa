"""*About this checkpoint*: what a file is, as sections of names and values that can be selected and copied.

What ``inspect`` has marked is said in the interface's language; names out of files (tensors, tokens, answers) pass as
they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFont, QGuiApplication, QTextCharFormat, QTextCursor, QTextLength, QTextTableFormat
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextEdit, QVBoxLayout, QWidget

from model.common.text import Text
from viz_app.platform.appearance import without_icons
from viz_app.platform.text import fill, localised
from viz_app.platform.theme import visible
from viz_app.platform.window_room import grown

translate = QCoreApplication.translate
WIDE, HIGH = 760, 600
NAMES_SHARE = 38  #: percent of the width
Lines = list[tuple[str, str]]  #: name, value
Report = Mapping[str, Mapping[str, Any]]  #: sections of named facts


class FactsSheet(QDialog):
    """Stays beside the window. ``text`` is plain: no name out of a file can dress up."""

    def __init__(self, path: Path, report: Report, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(fill(translate("FactsSheet", "About %1"), _shown(path.name)))
        self.sections = in_words(report)
        self.text = QTextEdit()
        self.text.setReadOnly(True)
        self.text.setAcceptRichText(False)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.text.setAccessibleName(self.windowTitle())
        self._write()
        buttons = without_icons(QDialogButtonBox(QDialogButtonBox.StandardButton.Close))
        buttons.rejected.connect(self.reject)
        self.copy = buttons.addButton(translate("FactsSheet", "Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(as_text(self.sections)))
        box = QVBoxLayout(self)
        box.addWidget(self.text)
        box.addWidget(buttons)
        self.resize(grown(self, WIDE, HIGH))

    def _write(self) -> None:
        cursor = QTextCursor(self.text.document())
        strong, plain = QTextCharFormat(), QTextCharFormat()
        strong.setFontWeight(QFont.Weight.Bold)
        for title, lines in self.sections:
            cursor.movePosition(QTextCursor.MoveOperation.End)
            if not cursor.atStart():
                cursor.insertBlock()
            cursor.insertText(title, strong)
            table = cursor.insertTable(max(1, len(lines)), 2, table_format())
            for row, line in enumerate(lines):
                for column, text in enumerate(line):
                    table.cellAt(row, column).firstCursorPosition().insertText(text, plain)
        self.text.moveCursor(QTextCursor.MoveOperation.Start)


def in_words(report: Report) -> list[tuple[str, Lines]]:
    """Sections as title and lines; what does not print is made visible. Of a checkpoint also if nothing is assumed."""
    told = [
        (localised(title), [(_shown(name_of(name, value)), _shown(value_of(value))) for name, value in facts.items()])
        for title, facts in report.items()
        if facts
    ]
    if "checkpoint" in report and "assumed" not in report:
        certain = translate("Facts", "certain: the file says everything that the network needs")
        told.insert(1, (localised(Text("assumed")), [(translate("Facts", "nothing"), certain)]))
    return told


def as_text(sections: list[tuple[str, Lines]]) -> str:
    """The same for the clipboard: a name and its value on a line, a tab between."""
    blocks = ["\n".join([title, *(f"{name}\t{value}" for name, value in lines)]) for title, lines in sections]
    return "\n\n".join(blocks) + "\n"


def table_format() -> QTextTableFormat:
    """Two columns without lines around them."""
    table = QTextTableFormat()
    table.setBorder(0)
    table.setCellPadding(2)
    table.setLeftMargin(12)
    table.setBottomMargin(8)
    table.setWidth(QTextLength(QTextLength.Type.PercentageLength, 96))
    share = QTextLength.Type.PercentageLength
    table.setColumnWidthConstraints([QTextLength(share, NAMES_SHARE), QTextLength(share, 100 - NAMES_SHARE)])
    return table


def _shown(text: str) -> str:
    """With spaces and line ends as they are; anything else that does not print is made visible."""
    return "\n".join(" ".join(map(visible, line.split(" "))) for line in text.split("\n"))


def name_of(name: str, value: Any) -> str:
    """The name of a fact; of what was assumed the question, and what it is called as an answer."""
    question = value.get("question") if isinstance(value, Mapping) else None
    return localised(name) if question is None else f"{localised(question)} ({name})"


def value_of(value: Any) -> str:
    """One value, a list with one entry a line, what was assumed with its origin and what else it could be."""
    if isinstance(value, Mapping):
        taken = translate("Facts", "none") if value.get("value") in ("", None) else value_of(value["value"])
        said = fill("%1 (%2)", taken, localised(value.get("origin", "")))
        if value.get("certain") is False:
            said = fill(translate("Facts", "%1, not certain"), said)
        others = ", ".join(value_of(each) for each in value.get("alternatives", ()) if each != value.get("value"))
        return said + (fill(translate("Facts", "; else %1"), others) if others else "")
    if isinstance(value, bool):
        return translate("Facts", "yes") if value else translate("Facts", "no")
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, list | tuple):
        together = ", ".join(map(str, value))
        return together if len(together) <= 80 else "\n".join(map(str, value))
    return localised(value if isinstance(value, str) else str(value))
