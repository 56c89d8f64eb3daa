"""*About this checkpoint*: what a file is, as sections of names and values that can be selected and copied.

The words of a report in the interface's language. ``inspect`` speaks English; the window translates what it knows.

Names out of files (tensors, tokens, questions' answers) are nobody's to translate and pass as they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFont, QGuiApplication, QTextCharFormat, QTextCursor, QTextLength, QTextTableFormat
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextEdit, QVBoxLayout, QWidget

from viz_app.engine.messages import translatable
from viz_app.platform.problem_texts import in_their_language
from viz_app.platform.theme import visible

translate = QCoreApplication.translate
WIDE, HIGH = 760, 600
NAMES_SHARE = 38  #: percent of the width
Lines = list[tuple[str, str]]  #: name, value
Report = Mapping[str, Mapping[str, Any]]  #: sections of named facts


class FactsSheet(QDialog):
    """Stays beside the window. ``text`` is plain: no name out of a file can dress up."""

    def __init__(self, path: Path, report: Report, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("FactsSheet", "About %1").replace("%1", _shown(path.name)))
        self.sections = in_words(report)
        self.text = QTextEdit()
        self.text.setReadOnly(True)
        self.text.setAcceptRichText(False)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.text.setAccessibleName(self.windowTitle())
        self._write()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        self.copy = buttons.addButton(translate("FactsSheet", "Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(as_text(self.sections)))
        box = QVBoxLayout(self)
        box.addWidget(self.text)
        box.addWidget(buttons)
        self.resize(WIDE, HIGH)

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
    """Sections as title and lines; what does not print is made visible."""
    return [
        (said(title), [(_shown(said(name)), _shown(value_of(value))) for name, value in facts.items()])
        for title, facts in report.items()
        if facts
    ]


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


NUMBER = re.compile(r"\d+")
#: Sections, names and whole values; %1 is the first number of a name.
WORDS = frozenset(
    (
        translatable("Facts", "checkpoint"),
        translatable("Facts", "warnings"),
        translatable("Facts", "missing"),
        translatable("Facts", "assumed"),
        translatable("Facts", "architecture"),
        translatable("Facts", "names in your code"),
        translatable("Facts", "tokens"),
        translatable("Facts", "memory needed"),
        translatable("Facts", "provenance"),
        translatable("Facts", "padding mask"),
        translatable("Facts", "look-ahead mask"),
        translatable("Facts", "target mask"),
        translatable("Facts", "cross mask"),
        translatable("Facts", "score"),
        translatable("Facts", "weight"),
        translatable("Facts", "memory"),
        translatable("Facts", "query"),
        translatable("Facts", "key"),
        translatable("Facts", "value"),
        translatable("Facts", "model width"),
        translatable("Facts", "head width"),
        translatable("Facts", "feed-forward width"),
        translatable("Facts", "output projection"),
        translatable("Facts", "file"),
        translatable("Facts", "not opened"),
        translatable("Facts", "nearest family"),
        translatable("Facts", "tensors"),
        translatable("Facts", "trace"),
        translatable("Facts", "contents"),
        translatable("Facts", "name"),
        translatable("Facts", "path"),
        translatable("Facts", "family"),
        translatable("Facts", "source language"),
        translatable("Facts", "target language"),
        translatable("Facts", "source vocabulary"),
        translatable("Facts", "target vocabulary"),
        translatable("Facts", "parameters"),
        translatable("Facts", "model width M (d_model)"),
        translatable("Facts", "encoder layers"),
        translatable("Facts", "encoder heads H"),
        translatable("Facts", "encoder head width D (d_k)"),
        translatable("Facts", "encoder feed-forward width F"),
        translatable("Facts", "encoder value width (d_v)"),
        translatable("Facts", "decoder layers"),
        translatable("Facts", "decoder heads H"),
        translatable("Facts", "decoder head width D (d_k)"),
        translatable("Facts", "decoder feed-forward width F"),
        translatable("Facts", "decoder value width (d_v)"),
        translatable("Facts", "positions"),
        translatable("Facts", "longest source"),
        translatable("Facts", "longest target"),
        translatable("Facts", "token embedding times √M"),
        translatable("Facts", "norm after the embedding"),
        translatable("Facts", "norm"),
        translatable("Facts", "feed-forward"),
        translatable("Facts", "attention projections"),
        translatable("Facts", "scores times 1/√D"),
        translatable("Facts", "score of a blocked cell"),
        translatable("Facts", "padding blocks in the encoder"),
        translatable("Facts", "padding blocks in the decoder"),
        translatable("Facts", "padding blocks in cross attention"),
        translatable("Facts", "padding that was produced is blocked"),
        translatable("Facts", "source and target share one table"),
        translatable("Facts", "vocabulary head"),
        translatable("Facts", "logits times 1/√M"),
        translatable("Facts", "dropout while training"),
        translatable("Facts", "source"),
        translatable("Facts", "target"),
        translatable("Facts", "unknown"),
        translatable("Facts", "padding"),
        translatable("Facts", "start"),
        translatable("Facts", "end"),
        translatable("Facts", "before every source"),
        translatable("Facts", "after every source"),
        translatable("Facts", "produced first"),
        translatable("Facts", "never produced"),
        translatable("Facts", "source languages"),
        translatable("Facts", "target languages"),
        translatable("Facts", "weights (MB)"),
        translatable("Facts", "trace of %1 source and %1 target tokens (MB)"),
        translatable("Facts", "run of %1 + %1 tokens on CPU"),
        translatable("Facts", "run of %1 + %1 tokens on GPU"),
        translatable("Facts", "container"),
        translatable("Facts", "files"),
        translatable("Facts", "size (MB)"),
        translatable("Facts", "values"),
        translatable("Facts", "types"),
        translatable("Facts", "beside the tensors"),
        translatable("Facts", "why"),
        translatable("Facts", "what to do"),
        translatable("Facts", "names that it knows"),
        translatable("Facts", "before every name"),
        translatable("Facts", "in that family and not here"),
        translatable("Facts", "here and not in that family"),
        translatable("Facts", "in both"),
        translatable("Facts", "sentence"),
        translatable("Facts", "translation"),
        translatable("Facts", "device"),
        translatable("Facts", "why it stopped"),
        translatable("Facts", "written by"),
        translatable("Facts", "source tokens"),
        translatable("Facts", "steps"),
        translatable("Facts", "encoder attention"),
        translatable("Facts", "decoder attention"),
        translatable("Facts", "cross attention"),
        translatable("Facts", "masks"),
        translatable("Facts", "activations"),
        translatable("Facts", "interventions"),
        translatable("Facts", "recorded from somebody's own code"),
        translatable("Facts", "none"),
        translatable("Facts", "learned"),
        translatable("Facts", "sines and cosines, computed"),
        translatable("Facts", "fixed, from the file"),
        translatable("Facts", "its columns"),
        translatable("Facts", "its rows"),
        translatable("Facts", "its columns and its rows"),
        translatable("Facts", "its own table"),
        translatable("Facts", "the target embedding once more"),
        translatable("Facts", "query, key, value, output"),
        translatable("Facts", "tokens are shown and typed as numbers"),
        translatable("Facts", "it produces no tokens: attention is shown, and no translation"),
        translatable("Facts", "end token"),
    )
)


def said(text: str) -> str:
    """A section, name or value in the interface's language, or as it is."""
    number = NUMBER.search(text)
    template = text if text in WORDS or number is None else NUMBER.sub("%1", text)
    if template not in WORDS:
        known = translate("Questions", text)
        return known if known != text else in_their_language(text)
    return translate("Facts", template).replace("%1", number[0] if number and "%1" in template else "%1")


def value_of(value: Any) -> str:
    """One value, a list with one entry a line."""
    if isinstance(value, bool):
        return translate("Facts", "yes") if value else translate("Facts", "no")
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, list | tuple):
        together = ", ".join(map(str, value))
        return together if len(together) <= 80 else "\n".join(map(str, value))
    return said(str(value))
