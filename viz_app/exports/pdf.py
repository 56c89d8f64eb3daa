"""The current view as a PDF page of exactly its size: true vectors, text as text."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from model.common.atomic import write_atomically
from viz_app.exports.figures.figure import Figure, compose, description
from viz_app.exports.pdf_pages.about import About, one_line
from viz_app.exports.pdf_pages.document import document
from viz_app.pictures import all_pictures
from viz_app.pictures.drawing.picture_texts import spoken
from viz_app.state.state import Snapshot

SUFFIX = ".pdf"
OF = "picture"
USES = ("preset", "dark", "title", "caption", "honest", "legend", "emphasis", "language", "text")


def label() -> str:
    return QCoreApplication.translate("Exports", "Vector picture for print (PDF)")


def write(snapshot: Snapshot, figure: Figure, path: Path) -> None:
    """Draw the figure and write it in one step. Raises :class:`Problem`."""
    trace = snapshot.trace
    sentence = "" if trace is None else one_line(trace.meta.source_text)
    told = description(snapshot, figure)
    about = About(
        " – ".join(part for part in (all_pictures()[snapshot.view].title(), sentence) if part),
        told,
        alternatives=(told,),
        language=spoken().partition("+")[0],
    )
    page = partial(compose, snapshot=snapshot, figure=figure)
    write_atomically(path, document([page], figure.width, figure.height, about, figure.text == "paths"))
