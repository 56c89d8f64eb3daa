"""The current view as an SVG picture: cells as shapes, lines as lines, text as text or as outlines."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QImage

from model.common.atomic import write_atomically
from viz_app.exports.figures.figure import Figure, compose, description, picture_of
from viz_app.exports.svg_pages.file import document
from viz_app.exports.svg_pages.painter import SvgPainter
from viz_app.pictures.drawing.picture_texts import spoken
from viz_app.state.state import Snapshot

SUFFIX = ".svg"
OF = "picture"
USES = ("preset", "dark", "title", "caption", "honest", "legend", "language", "text")


def label() -> str:
    return QCoreApplication.translate("Exports", "Vector picture (SVG)")


def write(snapshot: Snapshot, figure: Figure, path: Path) -> None:
    """Draw the figure and write it in one step. Raises :class:`Problem`."""
    write_atomically(path, drawn(snapshot, figure).encode("utf-8"))


def drawn(snapshot: Snapshot, figure: Figure) -> str:
    """The figure as the text of an SVG file."""
    unseen = QImage(1, 1, QImage.Format.Format_RGB32)
    painter = SvgPainter(unseen, outlines=figure.text == "paths")
    try:
        compose(painter, snapshot, figure)
    finally:
        painter.end()
    title = picture_of(snapshot, figure).title
    about = description(snapshot, figure)
    return document(painter, (figure.width, figure.height), title, about, spoken().partition("+")[0])
