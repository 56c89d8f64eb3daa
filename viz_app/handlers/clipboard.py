"""*Copy*: the picture as pixels and as vectors, and its numbers as a table, in one clipboard object.

A child process makes the files, the same as an export would; a thread reads them; the clipboard gets
all of them at once, and each program takes what it understands best. It draws nothing.
"""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Sequence
from dataclasses import field, replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication, QImage

from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem
from model.common.text import fill
from viz_app.exports import suffixes
from viz_app.handlers.background import Background
from viz_app.handlers.export_job import Making, gone_is_a_problem, save_for_child
from viz_app.state.export_choices import Copies, ExportChoices, last_choices
from viz_app.state.state import Snapshot
from viz_app.tables import table_of

translate = QCoreApplication.translate
NAME = "copy"  #: of the files in the child's folder
TABLE = ".tsv"
#: How programs ask for what is in a file, the richest first.
TYPES = {".png": "image/png", ".svg": "image/svg+xml", ".pdf": "application/pdf", TABLE: "text/tab-separated-values"}
MOST_NUMBERS = 300_000  #: rows of a table; a map of 512 × 512 has fewer
MOST_CELLS = 50_000  #: of a table that is also there as HTML: a spreadsheet reads the text faster


@dataclass
class Copied:
    """What goes to the clipboard. Made in a thread, so it is no QMimeData yet."""

    files: dict[str, bytes] = field(default_factory=dict)  #: by suffix
    image: QImage | None = None
    text: str = ""
    table: str = ""  #: HTML


class Copying(Making):
    """One copy at a time."""

    copied = Signal(object)  #: the suffixes of what is in the clipboard now

    def __init__(self, files: Background, parent: QObject | None = None) -> None:
        super().__init__(files, parent)
        self.made.connect(self._put)

    def copy(self, snapshot: Snapshot, what: Copies) -> None:
        """Fill the clipboard with what is on screen, later. ``snapshot`` must hold a trace."""

        def prepare(folder: Path) -> list[str]:
            kinds = kinds_for(snapshot, what)
            names = [f"{NAME}{suffix}" for suffix in kinds if suffix in suffixes()]
            return save_for_child(snapshot, choices_for(snapshot, kinds), folder, names)

        self.make(prepare, read, NAME)

    def _put(self, found: Copied, wanted: bool) -> None:
        if wanted:
            QGuiApplication.clipboard().setMimeData(mime(found))
            self.copied.emit(tuple(found.files))


def kinds_for(snapshot: Snapshot, what: Copies) -> list[str]:
    """Which files are made. Raises :class:`Problem` where numbers alone are wanted and there are none, or too many.

    A picture may have no numbers, as one of vectors that were not recorded: then it is copied alone.
    """
    pictures = [] if what == "numbers" else [suffix for suffix in TYPES if suffix != TABLE]
    if what == "image":
        return pictures
    try:
        count = len(table_of(snapshot))
        if count > MOST_NUMBERS:
            why = fill(translate("Copying", "%1 are too many for the clipboard"), f"{count:,}")
            next_step = translate("Copying", "Export them to a file, or choose one head")
            raise Problem(translate("Copying", "the numbers"), why, next_step)
    except Problem:
        if not pictures:
            raise
        return pictures
    return [*pictures, TABLE]


def choices_for(snapshot: Snapshot, kinds: Sequence[str]) -> ExportChoices:
    """A paper as large as a screen, sharp, with what was chosen last beside the picture."""
    return replace(
        last_choices(snapshot.memory, snapshot.settings),
        what="numbers" if list(kinds) == [TABLE] else "picture",
        preset="screen",
        dpi=0,
        dark=False,
        text="text",
        language="",
    )


def read(folder: Path) -> Copied:
    """What the child made. Called in a thread. Raises :class:`Problem`."""
    with gone_is_a_problem(NAME):
        held = {file.suffix: file.read_bytes() for file in folder.glob(f"{NAME}.*")}
    found = Copied({suffix: held[suffix] for suffix in TYPES if suffix in held})
    if ".png" in found.files:
        found.image = QImage(str(folder / f"{NAME}.png"))  # from a file Python's lock is let go, from bytes it is not
    if TABLE in found.files:
        found.text = found.files[TABLE].decode("utf-8-sig").replace("\r\n", "\n")
        found.table = html_table(found.text)
    return found


def html_table(text: str) -> str:
    """Lines of tab-separated text as an HTML table, its first line as headings; "" where it is too large."""
    if not 0 < text.count("\n") * (text.partition("\n")[0].count("\t") + 1) <= MOST_CELLS:
        return ""
    lines = csv.reader(io.StringIO(text, newline=""), delimiter="\t")
    rows = [_row(line, "th" if number == 0 else "td") for number, line in enumerate(lines)]
    return f'<meta charset="utf-8"><table>{"".join(rows)}</table>'


def _row(cells: list[str], tag: str) -> str:
    return f"<tr>{''.join(f'<{tag}>{html.escape(cell)}</{tag}>' for cell in cells)}</tr>"


def mime(found: Copied) -> QMimeData:
    """Everything in one object, the picture first."""
    data = QMimeData()
    if found.image is not None:
        data.setImageData(found.image)
    for suffix, content in found.files.items():
        data.setData(TYPES[suffix], content)
    if found.table:
        data.setHtml(found.table)
    if found.text:
        data.setText(found.text)
    return data
