"""What Qt's PDF lacks: characters behind every glyph, cells in place of marks, an exact size, and what it is about.

Qt writes one code per glyph and guesses its character from the font's table, which knows no emoji, no ligature and no
Arabic word. Here each pair of a glyph and its text gets a code of its own, which the file's own tables then explain.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QRectF

from viz_app.exports.pdf_pages.about import About, describe, marked
from viz_app.exports.pdf_pages.cells import operators
from viz_app.exports.pdf_pages.fonts import explain
from viz_app.exports.pdf_pages.painter import Said

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from pypdf.generic import DictionaryObject, StreamObject

Map = tuple[QRectF, "NDArray[np.uint32]"]  #: where, and its cells' colours
_CODE = re.compile(rb"<([0-9A-F]{4})> Tj")
_PARTS = re.compile(
    rb"(?P<head>BT\n/(?P<font>F\d+) [^\n]*\n)(?P<glyphs>.*?)\nET\n|-9000000 -(?P<map>\d+) 1 1 re\nf\n", re.DOTALL
)


@dataclass
class _Codes:
    """The codes of one font: each (glyph, text) has one, from 1 on."""

    numbers: dict[tuple[int, str], int] = field(default_factory=dict)

    def of(self, glyph: int, text: str) -> int:
        return self.numbers.setdefault((glyph, text), len(self.numbers) + 1)


def repaired(data: bytes, size: tuple[float, float], said: Sequence[Said], maps: Sequence[Map], about: About) -> bytes:
    """Qt's file made whole. ``size``: of every page, in points; ``said``: by each group of glyphs, in order.

    Raises ValueError where ``said`` is not what the file holds.
    """
    from pypdf import PdfWriter
    from pypdf.generic import ArrayObject, FloatObject, NameObject

    writer = PdfWriter(clone_from=BytesIO(data))
    groups, places, codes = iter(said), iter(maps), defaultdict[str, _Codes](_Codes)
    fonts: dict[str, Any] = {}
    for page, words in zip_longest(writer.pages, about.alternatives):
        fonts |= cast("DictionaryObject", page["/Resources"]).get("/Font", {})
        lift = size[1] - float(page.mediabox.height)  # Qt's pages are whole points high, and measured from the top
        content = cast("StreamObject", page["/Contents"].get_object())
        made = b"1 0 0 1 0 %.6g cm\n" % lift + _content(content.get_data(), groups, places, codes)
        content.set_data(made if words is None else marked(made, words))
        for box in ("/CropBox", "/TrimBox", "/BleedBox", "/ArtBox"):
            page.pop(box, None)
        page[NameObject("/MediaBox")] = ArrayObject(FloatObject(f"{edge:.6g}") for edge in (0, 0, *size))
    if next(groups, None) is not None or next(places, None) is not None:
        raise ValueError("more was drawn than the file holds")
    for number, (name, used) in enumerate(codes.items()):
        explain(writer, fonts["/" + name].get_object(), used.numbers, number)
    describe(writer, about)
    writer.pdf_header = "%PDF-1.7"
    writer.compress_identical_objects(remove_duplicates=False, remove_unreferenced=True)  # what nothing names any more
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


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
