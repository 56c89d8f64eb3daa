"""The tables of a font inside a PDF file: which outline, width and characters each code has."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pypdf import PdfWriter

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
