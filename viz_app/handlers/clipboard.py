"""*Copy*: the picture as pixels and as vectors, and its numbers as a table, in one clipboard object.

The pixels are there at once. Everything else is only offered, and made when a program asks for it, from what was on
screen then; before the window goes, all of it is made, since what is only offered goes with the process. (On X11 a
clipboard without a manager loses everything with its owner; no program can know whether there is one.)
"""

from __future__ import annotations

import csv
import html
import io
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, QMetaType, QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication, QImage
from shiboken6 import isValid

from model.common.problems import Problem
from model.common.text import fill
from viz_app.exports import all_exports
from viz_app.exports.figures.figure import draw, figure_of, grown
from viz_app.exports.figures.render import for_file
from viz_app.handlers.export_job import notice_of
from viz_app.state.export_choices import Copies, ExportChoices, last_choices
from viz_app.state.state import Snapshot
from viz_app.tables import table_of

translate = QCoreApplication.translate
LOG = logging.getLogger(__name__)
NAME = "copy"  #: of the files that are made
TABLE = ".tsv"
#: How programs ask for what is in a file, the richest first.
TYPES = {".png": "image/png", ".svg": "image/svg+xml", ".pdf": "application/pdf", TABLE: "text/tab-separated-values"}
PIXELS, TEXT, HTML = "application/x-qt-image", "text/plain", "text/html"  #: as Qt itself calls them
MOST_NUMBERS = 300_000  #: rows of a table; a map of 512 × 512 has fewer
MOST_CELLS = 50_000  #: of a table that is also there as HTML: a spreadsheet reads the text faster


class Offered(QMimeData):
    """What is on screen now, in every way; each is made once, when it is asked for first."""

    def __init__(self, snapshot: Snapshot, choices: ExportChoices, kinds: Sequence[str]) -> None:
        """Raises :class:`Problem` where the picture cannot be drawn."""
        super().__init__()
        self._snapshot = for_file(snapshot)
        self._figure = figure_of(choices)
        if ".png" in kinds:
            self._figure = grown(self._snapshot, self._figure)
        self._made: dict[str, Any] = {}
        self._types: dict[str, Callable[[], Any]] = {TYPES[suffix]: self._maker(suffix) for suffix in kinds}
        if ".png" in kinds:
            self._made[PIXELS] = draw(self._snapshot, self._figure)
            self._types = {PIXELS: lambda: self._made[PIXELS], **self._types}
        if TABLE in kinds:
            self._types |= {HTML: lambda: html_table(self._text()).encode(), TEXT: self._text}

    def formats(self) -> list[str]:
        return list(self._types)

    def hasFormat(self, mimetype: str) -> bool:  # noqa: N802 - Qt's name
        return mimetype in self._types

    def retrieveData(self, mimetype: str, _preferred: QMetaType | QMetaType.Type) -> Any:  # noqa: N802 - Qt's name
        """One of them; nothing where it cannot be made, or where there is too much of it."""
        if mimetype not in self._made and mimetype in self._types:
            try:
                self._made[mimetype] = self._types[mimetype]()
            except (Problem, OSError):
                LOG.exception("what was copied cannot be made as %s", mimetype)
                self._made[mimetype] = None
        held = self._made.get(mimetype)
        return QByteArray(held) if isinstance(held, bytes) else held

    def everything(self) -> QMimeData:
        """The same, made: it needs nobody any more."""
        data = QMimeData()
        for mimetype in self.formats():
            held = self.retrieveData(mimetype, QMetaType.Type.UnknownType)
            if isinstance(held, QImage):
                data.setImageData(held)
            elif isinstance(held, str):
                data.setText(held)
            elif held:
                data.setData(mimetype, held)
        return data

    def _maker(self, suffix: str) -> Callable[[], bytes]:
        return lambda: self._png() if suffix == ".png" else self._file(suffix)

    def _png(self) -> bytes:
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self._made[PIXELS].save(buffer, "PNG")
        return bytes(buffer.data().data())

    def _file(self, suffix: str) -> bytes:
        """As an export writes it."""
        with TemporaryDirectory(prefix="headscope-") as folder:
            path = Path(folder) / f"{NAME}{suffix}"
            all_exports()[suffix].write(self._snapshot, self._figure, path)
            return path.read_bytes()

    def _text(self) -> str:
        table: QByteArray | None = self.retrieveData(TYPES[TABLE], QMetaType.Type.UnknownType)
        return "" if table is None else bytes(table.data()).decode("utf-8-sig").replace("\r\n", "\n")


class Copying(QObject):
    """The last copy."""

    copied = Signal(object)  #: the suffixes of what is in the clipboard now
    failed = Signal(object)  #: a Notice

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._offered: Offered | None = None

    def copy(self, snapshot: Snapshot, what: Copies) -> None:
        """Fill the clipboard with what is on screen. ``snapshot`` must hold a trace."""
        try:
            kinds = kinds_for(snapshot, what)
            choices = choices_for(snapshot, kinds)
            offered = Offered(snapshot, choices, kinds)
        except Problem as problem:
            self.failed.emit(notice_of(problem))
            return
        self._offered = offered
        QGuiApplication.clipboard().setMimeData(offered)
        self.copied.emit(tuple(kinds))

    def settle(self) -> None:
        """The process ends: what is still offered is made."""
        offered, self._offered = self._offered, None
        clipboard = QGuiApplication.clipboard()
        if offered is not None and isValid(offered) and clipboard.mimeData() is offered:
            clipboard.setMimeData(offered.everything())


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


def html_table(text: str) -> str:
    """Lines of tab-separated text as an HTML table, its first line as headings; "" where it is too large."""
    if not 0 < text.count("\n") * (text.partition("\n")[0].count("\t") + 1) <= MOST_CELLS:
        return ""
    lines = csv.reader(io.StringIO(text, newline=""), delimiter="\t")
    rows = [_row(line, "th" if number == 0 else "td") for number, line in enumerate(lines)]
    return f'<meta charset="utf-8"><table>{"".join(rows)}</table>'


def _row(cells: list[str], tag: str) -> str:
    return f"<tr>{''.join(f'<{tag}>{html.escape(cell)}</{tag}>' for cell in cells)}</tr>"
