"""The current view as an SVG picture: cells as shapes, lines as lines, text as text or as outlines. One string.

The file has a title, a description, the letters that it needs and its clips; it refers to nothing outside of itself
and runs nothing. The bundled font travels with it, cut down to its letters: the SIL Open Font License allows this in
documents; the font's own names are left out of the part.
"""

from __future__ import annotations

import base64
import io
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QImage

from model.common.atomic import write_atomically
from viz_app.exports.figures.figure import Figure, compose, description, picture_of
from viz_app.exports.svg_pages import markup as xml
from viz_app.exports.svg_pages.painter import BOLD, SvgPainter
from viz_app.pictures.drawing.picture_texts import spoken
from viz_app.platform.theme import FONTS, families
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
#: What every viewer does to letters by itself: pairs, accents, ligatures.
_SHAPING = ("calt", "ccmp", "clig", "kern", "liga", "locl", "mark", "mkmk", "rlig")
_NOTICES = (0, 13, 14)  # the copyright, the licence and its address, in a font's table of names


def document(painter: SvgPainter, size: tuple[float, float], title: str, description: str, language: str) -> str:
    """The whole file. ``size`` is in the painter's first unit; ``language`` as BCP 47 has it."""
    wide, high = (xml.number(each, 3) for each in size)
    drawn = painter.elements()
    used = {name: path for path, name in painter.clips.items() if f"url(#{name})" in drawn}
    clips = "".join(f'<clipPath id="{name}"><path d="{path}"/></clipPath>' for name, path in used.items())
    faces = "".join(_face(weight, "".join(sorted(set().union(*painter.letters[weight])))) for weight in painter.letters)
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


@lru_cache(maxsize=16)
def _face(weight: int, letters: str) -> str:
    """The rule that makes a part of the bundled font known; nothing where it has none of the letters."""
    data = part_of_font(FILES[weight], letters)
    if not data:
        return ""
    source = f"url(data:font/woff;base64,{base64.b64encode(data).decode('ascii')})"
    return f"@font-face{{font-family:{FAMILY};font-weight:{weight};src:{source} format('woff')}}"


def part_of_font(file: str, letters: str) -> bytes:
    """A bundled font with no other letters than these, as WOFF; nothing where it has none of them."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    with TTFont(FONTS / file, lazy=True, recalcTimestamp=False) as font:  # equal pictures make equal files
        known = {code for code in map(ord, letters) if code in font.getBestCmap()}
        if not known:
            return b""
        wanted = subset.Options(
            layout_features=list(_SHAPING), name_IDs=list(_NOTICES), hinting=False, desubroutinize=True
        )
        cutter = subset.Subsetter(wanted)
        cutter.populate(unicodes=known)
        cutter.subset(font)
        outlines = font["CFF "].cff
        outlines.fontNames = ["part"]
        for name in ("FullName", "FamilyName"):
            outlines[0].rawDict.pop(name, None)
        font.flavor = "woff"
        whole = io.BytesIO()
        font.save(whole)
    return whole.getvalue()
