"""Pages → one PDF file: true vectors, one size for every page, text that is found and copied as it was written.

It adds what Qt's PDF lacks. Qt writes one code per glyph and guesses its character from the font's table, which knows
no emoji, no ligature and no Arabic word: here each pair of a glyph and its text gets a code of its own, which the
file's own font tables explain. A map's cells are operators of the page: readers smooth every edge, so two cells that
only touch would let the paper shine through; they are drawn from the top left on, each reaching half a cell under
those that follow, so that an edge shows its two cells and nothing else.
"""

from __future__ import annotations

import re
import struct
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from io import BytesIO
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSizeF, QUuid
from PySide6.QtGui import QPageSize, QPainter, QPdfWriter

from model.common.lazy_dataclass import dataclass
from viz_app.exports.pdf_pages.about import About, describe
from viz_app.exports.pdf_pages.painter import PdfPainter, Said
from viz_app.exports.pdf_pages.structure import ARTIFACT, END, Part, tag

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from pypdf import PdfWriter
    from pypdf.generic import DictionaryObject, StreamObject

POINTS, INCH = 72, 96  #: of an inch: a file's units, and logical pixels
_FINE = 1200  #: Qt counts in so many parts of an inch

PaintPage = Callable[[QPainter], None]  #: paints itself in logical pixels


def document(pages: Sequence[PaintPage], width: float, height: float, about: About, outlines: bool = False) -> bytes:
    """The file's bytes. ``width`` × ``height``: of every page, in logical pixels; ``outlines``: letters as paths."""
    size = width * POINTS / INCH, height * POINTS / INCH
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    device = QPdfWriter(buffer)
    device.setResolution(_FINE)
    device.setDocumentId(
        QUuid.createUuidV5(QUuid(), f"{about.title}\n{about.subject}".encode("utf-8", "replace"))
    )  # not by chance
    device.setPageMargins(QMarginsF(0, 0, 0, 0))
    device.setPageSize(QPageSize(QSizeF(*size), QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch))
    painter = PdfPainter(device, outlines)
    painter.scale(_FINE / INCH, _FINE / INCH)
    try:
        for number, page in enumerate(pages):
            if number:
                device.newPage()
            painter.save()
            page(painter)
            painter.restore()
            painter.write()
    finally:
        painter.end()
    return repaired(bytes(buffer.data().data()), size, painter.said, painter.maps, about, painter.parts)


Map = tuple[QRectF, "NDArray[np.uint32]"]  #: where, and its cells' colours
_CODE = re.compile(rb"<([0-9A-F]{4})> Tj")
_PARTS = re.compile(
    rb"(?P<head>BT\n/(?P<font>F\d+) [^\n]*\n)(?P<glyphs>.*?)\nET\n|-9000000 -(?P<map>\d+) 1 1 re\nf\n", re.DOTALL
)
_MARK = re.compile(rb"-8000000 -([12]) 1 1 re\nf\n")  #: where a part begins (1) and ends (2)


@dataclass
class _Codes:
    """The codes of one font: each (glyph, text) has one, from 1 on."""

    numbers: dict[tuple[int, str], int] = field(default_factory=dict)

    def of(self, glyph: int, text: str) -> int:
        return self.numbers.setdefault((glyph, text), len(self.numbers) + 1)


def repaired(
    data: bytes, size: tuple[float, float], said: Sequence[Said], maps: Sequence[Map], about: About,
    parts: Sequence[Part] = (),
) -> bytes:  # fmt: skip
    """Qt's file made whole. ``size``: of every page, in points; ``said``: by each group of glyphs, in order.

    ``parts``: what is a heading, a paragraph or a cell, in the order of their marks.

    Raises ValueError where ``said`` is not what the file holds.
    """
    from pypdf import PdfWriter
    from pypdf.generic import ArrayObject, FloatObject, NameObject

    writer = PdfWriter(clone_from=BytesIO(data))
    groups, places, codes = iter(said), iter(maps), defaultdict[str, _Codes](_Codes)
    fonts: dict[str, Any] = {}
    marks, tagged = iter(parts), list[list[Part]]()
    for number, (page, words) in enumerate(zip_longest(writer.pages, about.alternatives)):
        fonts |= cast("DictionaryObject", page["/Resources"]).get("/Font", {})
        lift = size[1] - float(page.mediabox.height)  # Qt's pages are whole points high, and measured from the top
        content = cast("StreamObject", page["/Contents"].get_object())
        made = b"1 0 0 1 0 %.6g cm\n" % lift + _content(content.get_data(), groups, places, codes)
        made, told = _marked(made, marks, words, number)
        content.set_data(made)
        tagged.append(told)
        for box in ("/CropBox", "/TrimBox", "/BleedBox", "/ArtBox"):
            page.pop(box, None)
        page[NameObject("/MediaBox")] = ArrayObject(FloatObject(f"{edge:.6g}") for edge in (0, 0, *size))
    if next(groups, None) is not None or next(places, None) is not None:
        raise ValueError("more was drawn than the file holds")
    for number, (name, used) in enumerate(codes.items()):
        explain(writer, fonts["/" + name].get_object(), used.numbers, number)
    if about.alternatives:
        tag(writer, tagged)
    describe(writer, about)
    writer.pdf_header = "%PDF-1.7"
    writer.compress_identical_objects(remove_duplicates=False, remove_unreferenced=True)  # what nothing names any more
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def _marked(content: bytes, parts: Iterator[Part], words: str | None, number: int) -> tuple[bytes, list[Part]]:
    """A page's operators with its parts marked, and these; ``words``: of a page that is one picture."""
    found: list[Part] = []

    def mark(at: re.Match[bytes]) -> bytes:
        if at[1] == b"2":
            return END + ARTIFACT
        found.append(next(parts))
        return END + found[-1].begin(len(found) - 1)

    made = _MARK.sub(mark, content)
    if words is None:
        return _MARK.sub(b"", content), []
    if found:
        return ARTIFACT + made + b"\n" + END, found
    alone = Part("Figure" if words else "P", f"page {number}", words)
    return alone.begin(0) + made + b"\n" + END, [alone]


def _content(data: bytes, groups: Iterator[Said], maps: Iterator[Map], codes: Mapping[str, _Codes]) -> bytes:
    """A page's operators with our own codes, and with cells in place of marks."""

    def part(found: re.Match[bytes]) -> bytes:
        if found["map"]:
            box, words = next(maps)
            return operators((box.x(), box.y(), box.width(), box.height()), words).encode("ascii")
        group, own = next(groups, Said(())), codes[found["font"].decode()]
        texts = iter(group.texts)
        glyphs = found["glyphs"].partition(b"/Span")[0]  # after it: once more, for letters made bold
        told = _CODE.sub(lambda glyph: b"<%04X> Tj" % own.of(int(glyph[1], 16), next(texts)), glyphs)
        if next(texts, None) is not None:
            raise ValueError("a glyph was drawn that is not in the file")
        mode = (b"3 Tr\n", b"\n0 Tr") if group.hidden else (b"", b"")
        written = b"%b%b%b%b\nET\n" % (found["head"], mode[0], told.rstrip(), mode[1])
        if not group.together:
            return written
        return b"/Span <</ActualText <FEFF%b>>> BDC\n%bEMC\n" % (_hex(group.together), written)

    return _PARTS.sub(part, data)


def _hex(text: str) -> bytes:
    return text.encode("utf-16-be", "replace").hex().upper().encode("ascii")


UNDER = 0.5  #: of a cell, below the following ones


def operators(box: tuple[float, float, float, float], words: NDArray[np.uint32]) -> str:
    """Fill ``box`` (left, top, width, height) with ``words``, [rows, columns] of 0xffrrggbb."""
    left, top, wide, high = box
    rows, columns = words.shape
    matrix = f"{wide / columns:.8g} 0 0 {high / rows:.8g} {left:.8g} {top:.8g} cm"
    return "\n".join(["q", matrix, *_filled(words), "Q", ""])


def _filled(words: NDArray[np.uint32]) -> Iterator[str]:
    """A rectangle for each row's runs of one colour, in units of cells."""
    rows, columns = words.shape
    changes = np.ones(words.shape, dtype=bool)
    changes[:, 1:] = words[:, 1:] != words[:, :-1]
    starts = np.flatnonzero(changes)
    ends = np.append(starts[1:], words.size)
    names = {word: _colour(word) for word in np.unique(words).tolist()}
    now, flat = None, words.ravel()[starts].tolist()
    for start, end, word in zip(starts.tolist(), ends.tolist(), flat, strict=True):
        row, column = divmod(start, columns)
        wide = end - start + (UNDER if column + end - start < columns else 0)
        high = 1 + (UNDER if row + 1 < rows else 0)
        if word != now:
            yield names[word]
            now = word
        yield f"{column} {row} {wide:g} {high:g} re f"


def _colour(word: int) -> str:
    """``0xffrrggbb`` as shares of 1, near enough to be that colour again in 8 bits."""
    parts = (f"{(word >> shift & 255) / 255:.3f}".rstrip("0").rstrip(".") for shift in (16, 8, 0))
    return f"{' '.join(parts)} rg"


Codes = Mapping[tuple[int, str], int]  #: (glyph, what it says) → its code
_BEFORE = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
"""
_AFTER = """endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""


def explain(writer: PdfWriter, font: Any, codes: Codes, number: int) -> None:
    """Give ``font`` (of Type 0, its codes two bytes) these codes in place of its glyphs' own numbers.

    ``number``: of the font in the file, which becomes its part's name; Qt's own differs from one process to the next.
    """
    from pypdf.generic import ArrayObject, FloatObject, NameObject, NumberObject, StreamObject

    inner = font["/DescendantFonts"][0].get_object()
    widths = dict(_widths(inner.get("/W", [])))
    usual = float(inner.get("/DW", 1000))
    glyphs = [0, *(glyph for glyph, _ in codes)]
    outlines = StreamObject()
    outlines.set_data(struct.pack(f">{len(glyphs)}H", *glyphs))
    inner[NameObject("/CIDToGIDMap")] = writer._add_object(outlines.flate_encode())  # noqa: SLF001  # its own manual does
    inner[NameObject("/W")] = ArrayObject(
        [NumberObject(0), ArrayObject(FloatObject(widths.get(glyph, usual)) for glyph in glyphs)]
    )
    about = inner["/FontDescriptor"].get_object()
    name = NameObject(f"/{_part(number)}+{str(about['/FontName']).rpartition('+')[2].lstrip('/')}")
    about[NameObject("/FontName")] = font[NameObject("/BaseFont")] = inner[NameObject("/BaseFont")] = name
    font["/ToUnicode"].get_object().set_data(to_unicode(codes).encode("ascii"))


def _part(number: int) -> str:
    """Six letters for a part of a font (ISO 32000-1, 9.6.4)."""
    return "".join(chr(ord("A") + number // 26**place % 26) for place in reversed(range(6)))


def to_unicode(codes: Codes) -> str:
    """The table of characters, as the PDF standard has it (ISO 32000-1, 9.10.3)."""
    lines = [f"<{code:04X}> <{text.encode('utf-16-be', 'replace').hex().upper()}>" for (_, text), code in codes.items()]
    parts = (lines[first : first + 100] for first in range(0, len(lines), 100))  # the most that one part may hold
    return _BEFORE + "".join(f"{len(part)} beginbfchar\n{chr(10).join(part)}\nendbfchar\n" for part in parts) + _AFTER


def _widths(table: list[Any]) -> Iterator[tuple[int, float]]:
    """(glyph, width) of each entry of ``first [width …]`` or ``first last width``."""
    parts = iter(table)
    for first in parts:
        second = next(parts)
        if isinstance(second, list):
            yield from ((int(first) + at, float(width)) for at, width in enumerate(second))
        else:
            width = float(next(parts))
            yield from ((glyph, width) for glyph in range(int(first), int(second) + 1))
