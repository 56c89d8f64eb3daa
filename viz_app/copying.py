"""*Copy*: the picture as pixels and as vectors, and its numbers as a table, in one clipboard object.

A child process makes the files, the same as an export would; a thread reads them; the clipboard gets
all of them at once, and each program takes what it understands best. It draws nothing.
"""

from __future__ import annotations

import csv
import html
import io
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QMetaType, QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication, QImage

from model.problems import Problem
from viz_app.background import Background
from viz_app.export_words import choices_now, export_words, run_to_draw
from viz_app.exports import suffixes
from viz_app.making import Making, gone_is_a_problem
from viz_app.state import Notice, Snapshot

What = Literal["picture", "numbers"]
NAME = "copy"  #: of the files in the child's folder
TABLE = ".tsv"
#: How programs ask for what is in a file, the richest first.
TYPES = {".png": "image/png", ".svg": "image/svg+xml", ".pdf": "application/pdf", TABLE: "text/tab-separated-values"}
IMAGE = "application/x-qt-image"  #: how Qt calls an image; the system makes its own kinds of it
MOST_CELLS = 50_000  #: of a table that is also there as HTML: a spreadsheet reads the text faster


@dataclass
class Copied:
    """What goes to the clipboard. Made in a thread, so it holds no QMimeData yet."""

    files: dict[str, bytes] = field(default_factory=dict)  #: by suffix
    text: str = ""
    table: str = ""  #: HTML


class Copying(QObject):
    """One copy at a time; a newer one replaces an older one."""

    copied = Signal(object)  #: the suffixes of what is in the clipboard now
    failed = Signal(object)  #: a Notice

    def __init__(self, files: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self._snapshot = Snapshot()  # what is being copied
        self._kinds: tuple[str, ...] = ()
        self._making = Making(files, self)
        self._making.made.connect(self._read)
        self._making.failed.connect(self._again)

    @property
    def busy(self) -> bool:
        """Whether something is being made for the clipboard."""
        return self._making.busy

    def copy(self, snapshot: Snapshot, what: What) -> None:
        """Fill the clipboard with what is on screen, later. ``snapshot`` must hold a trace."""
        self._make(snapshot, tuple(TYPES) if what == "picture" else (TABLE,))

    def cancel(self) -> None:
        """Leave the clipboard as it is."""
        self._snapshot = Snapshot()  # a large run is not held for nothing
        self._making.end()

    def _make(self, snapshot: Snapshot, kinds: tuple[str, ...]) -> None:
        run = snapshot.run
        assert run is not None
        self._snapshot, self._kinds = snapshot, kinds
        self._making.make(
            lambda: run_to_draw(snapshot, run), lambda copy, folder: words(snapshot, copy, folder, kinds), NAME
        )

    def _again(self, notice: Notice) -> None:
        """A view may have a picture and no numbers, as one whose vectors were not recorded."""
        if len(self._kinds) > 1 and TABLE in self._kinds:
            self._make(self._snapshot, tuple(kind for kind in self._kinds if kind != TABLE))
        else:
            self.failed.emit(notice)

    def _read(self, folder: Path) -> None:
        self._files.run(
            lambda: read(folder), lambda found: self._put(folder, found), lambda problem: self._fail(folder, problem)
        )

    def _put(self, folder: Path, found: Copied) -> None:
        if folder == self._making.folder:
            self.cancel()
            QGuiApplication.clipboard().setMimeData(mime(found))
            self.copied.emit(tuple(found.files))

    def _fail(self, folder: Path, problem: Problem) -> None:
        if folder == self._making.folder:
            self.cancel()
            self.failed.emit(Notice(problem.what, problem.why, problem.next_step))


def words(snapshot: Snapshot, copy: Path, folder: Path, kinds: tuple[str, ...]) -> list[str]:
    """The command that makes the files: on a paper as large as a screen, sharp, with what was chosen beside it."""
    what: What = "numbers" if kinds == (TABLE,) else "picture"
    choices = replace(choices_now(snapshot), what=what, preset="screen", dpi=0, dark=False, text="text", language="")
    first, *others = [str(folder / f"{NAME}{suffix}") for suffix in kinds if suffix in suffixes()]
    command = export_words(snapshot, copy, Path(first), choices)
    return [*command, *(word for other in others for word in ("--also", other))]


def read(folder: Path) -> Copied:
    """What the child made. Called in a thread. Raises :class:`Problem`."""
    with gone_is_a_problem(NAME):
        held = {file.suffix: file.read_bytes() for file in folder.glob(f"{NAME}.*")}
    found = Copied({suffix: held[suffix] for suffix in TYPES if suffix in held})
    if TABLE in found.files:
        found.text = found.files[TABLE].decode("utf-8-sig").replace("\r\n", "\n")
        found.table = html_table(found.text)
    return found


def html_table(text: str) -> str:
    """Lines of tab-separated text as an HTML table, its first line as headings; "" where it is too large."""
    lines = list(csv.reader(io.StringIO(text, newline=""), delimiter="\t"))
    if not lines or len(lines) * len(lines[0]) > MOST_CELLS:
        return ""
    rows = [_row(line, "th" if number == 0 else "td") for number, line in enumerate(lines)]
    return f'<meta charset="utf-8"><table>{"".join(rows)}</table>'


def _row(cells: list[str], tag: str) -> str:
    return f"<tr>{''.join(f'<{tag}>{html.escape(cell)}</{tag}>' for cell in cells)}</tr>"


class Mime(QMimeData):
    """Also an image for office programs, which is decoded when one asks for it: that takes a tenth of a second."""

    def formats(self) -> list[str]:
        """Qt's name for an image stands before all others where there is one."""
        held = super().formats()
        return [IMAGE, *held] if TYPES[".png"] in held else held

    def hasFormat(self, mimetype: str) -> bool:  # noqa: N802 - Qt's name
        return mimetype in self.formats()

    def retrieveData(self, mimetype: str, preferredType: QMetaType | QMetaType.Type) -> object:  # noqa: N802, N803 - Qt's names
        if mimetype == IMAGE:
            return QImage.fromData(self.data(TYPES[".png"]))
        return super().retrieveData(mimetype, preferredType)


def mime(found: Copied) -> QMimeData:
    """Everything in one object, the picture first."""
    data = Mime()
    for suffix, content in found.files.items():
        data.setData(TYPES[suffix], content)
    if found.table:
        data.setHtml(found.table)
    if found.text:
        data.setText(found.text)
    return data
