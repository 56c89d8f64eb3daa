"""A part of the bundled font, cut down to the letters that a file shows. No Qt.

The SIL Open Font License allows this in documents; the font's own names are left out of the part.
"""

from __future__ import annotations

import base64
import io
from functools import lru_cache

from model.common.assets import ASSETS

FONTS = ASSETS / "fonts"
#: What every viewer does to letters by itself: pairs, accents, ligatures.
_SHAPING = ("calt", "ccmp", "clig", "kern", "liga", "locl", "mark", "mkmk", "rlig")
_NOTICES = (0, 13, 14)  # the copyright, the licence and its address, in a font's table of names
_ENGLISH = 0x409  # there


def part_of_font(file: str, letters: str) -> bytes:
    """A bundled font with no other letters than these, as WOFF; nothing where it has none of them."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    with TTFont(FONTS / file, lazy=True, recalcTimestamp=False) as font:  # equal pictures make equal files
        known = {code for code in map(ord, letters) if code in font.getBestCmap()}
        if not known:
            return b""
        names = font["name"]
        names.names = [each for each in names.names if each.nameID in _NOTICES and each.langID == _ENGLISH]
        del font["name"]  # or the cutter asks each of the part's thousands of shaping rules which names it speaks of
        wanted = subset.Options(layout_features=list(_SHAPING), hinting=False, desubroutinize=True)
        cutter = subset.Subsetter(wanted)
        cutter.populate(unicodes=known)
        cutter.subset(font)
        font["name"] = names
        outlines = font["CFF "].cff
        outlines.fontNames = ["part"]
        for name in ("FullName", "FamilyName"):
            outlines[0].rawDict.pop(name, None)
        font.flavor = "woff"
        whole = io.BytesIO()
        font.save(whole)
    return whole.getvalue()


@lru_cache(maxsize=16)
def font_face(family: str, weight: int, file: str, letters: str) -> str:
    """The rule that makes a part of a bundled font known; nothing where it has none of the letters."""
    data = part_of_font(file, letters)
    if not data:
        return ""
    source = f"url(data:font/woff;base64,{base64.b64encode(data).decode('ascii')})"
    return f"@font-face{{font-family:{family};font-weight:{weight};src:{source} format('woff')}}"
