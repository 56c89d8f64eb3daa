"""The current view as an SVG picture: cells as shapes, lines as lines, text as text or as outlines. One string.

The file has a title, a description, the letters that it needs and its clips; it refers to nothing outside of itself
and runs nothing. The bundled font travels with it, cut down to its letters.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QImage

from model.common.atomic import write_atomically
from viz_app.exports.data.font_part import font_face
from viz_app.exports.figures.figure import Figure, compose, description, picture_of
from viz_app.exports.svg_pages import markup as xml
from viz_app.exports.svg_pages.painter import BOLD, SvgPainter
from viz_app.pictures.drawing.picture_texts import spoken
from viz_app.platform.theme import families
from viz_app.state.state import Snapshot

SUFFIX = ".svg"
OF = "picture"
USES = ("preset", "dark", "title", "caption", "honest", "legend", "emphasis", "language", "text")


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


FAMILY = "Pretendard"
LATIN = ("Inter", "Arial", "Helvetica", "Liberation Sans")  #: as narrow, for viewers that take no font from a file
FILES = {400: "Pretendard-Regular.otf", BOLD: "Pretendard-SemiBold.otf"}  #: by weight


def document(painter: SvgPainter, size: tuple[float, float], title: str, description: str, language: str) -> str:
    """The whole file. ``size`` is in the painter's first unit; ``language`` as BCP 47 has it."""
    wide, high = (xml.number(each, 3) for each in size)
    drawn = painter.elements()
    used = {name: path for path, name in painter.clips.items() if f"url(#{name})" in drawn}
    clips = "".join(f'<clipPath id="{name}"><path d="{path}"/></clipPath>' for name, path in used.items())
    used_letters = {weight: "".join(sorted(set().union(*found))) for weight, found in painter.letters.items()}
    faces = "".join(font_face(FAMILY, weight, FILES[weight], letters) for weight, letters in used_letters.items())
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1"'
        f' width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" role="img" aria-labelledby="title"'
        f' aria-describedby="desc" lang="{language}" xml:lang="{language}" xml:space="preserve"'
        f' font-family="{FAMILY}">'
    )
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        head,
        f'<title id="title">{xml.escaped(title)}</title>',
        f'<desc id="desc">{xml.escaped(description)}</desc>',
        f"<defs><style>{faces}{_rule()}</style>{clips}</defs>",
        drawn,
        "</svg>\n",
    ]
    return "\n".join(part for part in parts if part)


def _rule() -> str:
    """Whose letters are taken where the bundled font has none; and all spaces count, which attributes tell only some
    viewers.
    """
    others = [xml.escaped(name.replace("'", "")) for name in (*LATIN, *families()) if name != FAMILY]
    chain = ",".join((FAMILY, *(f"'{name}'" for name in others), "sans-serif"))
    return f"text{{font-family:{chain};white-space:pre}}"
