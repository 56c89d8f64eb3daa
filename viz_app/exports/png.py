"""The current view as a PNG image."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QCoreApplication, QIODevice

from model.common.atomic import write_atomically
from model.common.problems import Problem
from model.common.text import Text
from viz_app.exports.figures.figure import Figure, description, draw
from viz_app.state.state import Snapshot

SUFFIX = ".png"
OF = "picture"
USES = ("preset", "dark", "title", "caption", "honest", "legend", "emphasis", "language", "dpi")


def label() -> str:
    return QCoreApplication.translate("Exports", "Picture (PNG)")


def write(snapshot: Snapshot, figure: Figure, path: Path) -> None:
    """Draw the figure and write it in one step. Raises :class:`Problem`."""
    image = draw(snapshot, figure)
    image.setText("Description", description(snapshot, figure))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise Problem(str(path), Text("the picture could not be encoded"), Text("Choose a smaller size"))
    write_atomically(path, bytes(buffer.data().data()))
