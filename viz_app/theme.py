"""Colours, colour maps, fonts, and how a token is shown. Everything that draws asks here.

It draws nothing itself, and it knows no view. Light and dark follow the system unless a person chooses;
no stylesheet is involved, so that every widget keeps its platform's look.
"""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PySide6.QtCore import Qt, QTextBoundaryFinder
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QGuiApplication, QPalette

from viz_app.preferences import Scale, Theme

LEVELS = 256
FONTS = Path(__file__).resolve().parent.parent / "assets" / "fonts"


@dataclass(frozen=True, eq=False)
class Palette:
    """Every colour outside the maps, as ``#rrggbb``. Ink on window or paper reaches contrast 4.5.

    There are two, and each is only itself: pictures are kept by palette, and hash it often.
    """

    window: str  #: around the paper
    paper: str  #: what a picture is drawn on
    ink: str
    muted: str  #: ink of what matters less
    line: str  #: hairlines around maps
    grid: str  #: hairlines between large cells
    accent: str
    selection: str  #: frame of the current step and of the selected head
    allowed: str  #: "may attend" in pictures of masks
    blocked: str  #: ground under hatch and dots
    hatch: str  #: blocked as future
    dots: str  #: blocked as padding
    undecoded: str  #: dashed outline of what is not yet decoded
    error: str
    ok: str


LIGHT = Palette(
    window="#f4f5f7", paper="#ffffff", ink="#1b1f25", muted="#5c6571", line="#c3c9d2", grid="#e7eaef",
    accent="#1456a5", selection="#e2680c", allowed="#8ebaf6", blocked="#f1f2f5", hatch="#a7afbb", dots="#7d8794",
    undecoded="#a9b0bb", error="#b3261e", ok="#1a7a48",
)  # fmt: skip
DARK = Palette(
    window="#1c1e22", paper="#131518", ink="#e9ebef", muted="#a3abb7", line="#4a505a", grid="#30343b",
    accent="#7fb2f5", selection="#ff9a2e", allowed="#3677cb", blocked="#23262b", hatch="#666e7a", dots="#8a93a0",
    undecoded="#5f6773", error="#ff8a80", ok="#6fd19b",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class ColourMap:
    """256 distinct colours, from weight 0 to weight 1, in perceptually even steps."""

    name: str
    table: NDArray[np.uint8]  #: [256,3]
    words: NDArray[np.uint32]  #: [256] as QImage.Format_RGB32 stores them
    dark: NDArray[np.bool_]  #: [256] True where text on this colour must be light


def level(weight: ArrayLike, scale: Scale) -> NDArray[np.uint8]:
    """Weights 0…1 of any shape → 0…255, in the scale on display. Not-a-number counts as 0."""
    return positions(weight, scale).astype(np.uint8)


def positions(weight: ArrayLike, scale: Scale) -> NDArray[np.intp]:
    """The same as places in a table of 256: what numpy looks up with, so that it need not convert."""
    given = np.asarray(weight, dtype=np.float32)
    lowest, highest = (given.min(), given.max()) if given.size else (0, 0)
    if not (lowest >= 0 and highest <= 1):  # a not-a-number is neither
        given = np.clip(np.nan_to_num(given, nan=0, posinf=1, neginf=0), 0, 1)
    shares = np.asarray((np.sqrt(given) if scale == "sqrt" else given) * np.float32(LEVELS - 1))
    shares += np.float32(0.5)
    return shares.astype(np.intp)


def weight(levels: ArrayLike, scale: Scale) -> NDArray[np.float32]:
    """The inverse of :func:`level`, right to within half a level."""
    share = np.asarray(levels, dtype=np.float32) / np.float32(LEVELS - 1)
    return share * share if scale == "sqrt" else share


# --- colour maps: a few anchors, joined by straight lines in OKLab, walked in equal steps ---

#: Björn Ottosson's OKLab: linear sRGB → cone responses → (after a cube root) L, a, b.
_TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def _linear(rgb: NDArray[np.float64]) -> NDArray[np.float64]:
    """sRGB 0…1 → linear light."""
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def _oklab(rgb: NDArray[np.float64]) -> NDArray[np.float64]:
    lab: NDArray[np.float64] = np.cbrt(_linear(rgb) @ _TO_CONES.T) @ _TO_LAB.T
    return lab


def _rgb(lab: NDArray[np.float64]) -> NDArray[np.float64]:
    linear = np.clip((lab @ np.linalg.inv(_TO_LAB).T) ** 3 @ np.linalg.inv(_TO_CONES).T, 0, 1)
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)


def _colour_map(name: str, anchors: str) -> ColourMap:
    """The path through ``anchors`` (``rrggbb`` words), cut into 255 steps of one OKLab length."""
    rgb = np.array([list(bytes.fromhex(anchor)) for anchor in anchors.split()]) / 255
    lab = _oklab(rgb)
    length = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(lab, axis=0), axis=1))])
    walk = np.linspace(0, length[-1], LEVELS)
    even = _rgb(np.stack([np.interp(walk, length, lab[:, axis]) for axis in range(3)], axis=1))
    table = np.rint(even * 255).astype(np.uint8)
    red, green, blue = table.astype(np.uint32).T
    luminance = _linear(even) @ np.array([0.2126, 0.7152, 0.0722])
    # White on it has more contrast than black on it (WCAG 2) where (1.05)² > (Y + 0.05)² · 21.
    dark = 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05
    return ColourMap(name, table, 0xFF000000 | red << 16 | green << 8 | blue, dark)


#: One hue; weight 0 is the paper's white.
BLUES = _colour_map("blues", "ffffff e2eeff bad7fd 8ebaf6 619ae6 3677cb 1456a5 073b78 082850")
#: Dark violet over green to yellow, the lightness rising all the way.
VIRIDIS = _colour_map("viridis", "440154 472d7b 3b528b 2c728e 20938c 2db27d 5ec962 addc30 fde725")

#: For numbers of either sign, 0 in the paper's colour: (below 0, above 0), by the palette.
SIGNED = {
    LIGHT: (_colour_map("oranges", "ffffff ffe6d0 fdc08a f2985a d9701f ae5108 7d3a05 4e2403"), BLUES),
    DARK: (
        _colour_map("dark oranges", "131518 3d2310 6d3b10 a0560f d0741c f09a45 ffc88f ffeedb"),
        _colour_map("dark blues", "131518 142b47 174a80 1f6cba 4a90dc 82b6f2 b5d6fb e4f1ff"),
    ),
}


# --- light or dark ---


def apply_theme(application: QGuiApplication, choice: Theme) -> None:
    """Light, dark, or as the system has it; where the platform knows no schemes, by a palette of our own."""
    schemes = {"system": Qt.ColorScheme.Unknown, "light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
    application.styleHints().setColorScheme(schemes[choice])
    ignored = application.styleHints().colorScheme() == Qt.ColorScheme.Unknown
    own = ignored and choice != "system"
    application.setPalette(_widget_palette(DARK if choice == "dark" else LIGHT) if own else QPalette())


def is_dark(application: QGuiApplication) -> bool:
    """Does the application show dark colours now?"""
    scheme = application.styleHints().colorScheme()
    if scheme == Qt.ColorScheme.Unknown:
        return application.palette().window().color().lightness() < 128
    return scheme == Qt.ColorScheme.Dark


def _widget_palette(palette: Palette) -> QPalette:
    role, result = QPalette.ColorRole, QPalette(QColor(palette.window), QColor(palette.window))
    for roles, colour in (
        ((role.WindowText, role.Text, role.ButtonText, role.ToolTipText, role.HighlightedText), palette.ink),
        ((role.Base, role.ToolTipBase), palette.paper),
        ((role.AlternateBase,), palette.blocked),
        ((role.PlaceholderText,), palette.muted),
        ((role.Highlight,), palette.allowed),
        ((role.Link, role.LinkVisited, role.Accent), palette.accent),
    ):
        for each in roles:
            result.setColor(each, QColor(colour))
    for each in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        result.setColor(QPalette.ColorGroup.Disabled, each, QColor(palette.undecoded))
    return result


# --- fonts ---

_FAMILIES = (
    "Noto Sans KR", "Noto Sans CJK KR", "NanumGothic", "Malgun Gothic", "Apple SD Gothic Neo",
)  # fmt: skip


@lru_cache(maxsize=1)
def families() -> tuple[str, ...]:
    """Families to ask for, in this order; Hangul is in every one but the last. Needs an application.

    Fonts that ship in ``assets/fonts`` come first, so that pictures look alike on every machine.
    """
    shipped = sorted(path for path in FONTS.glob("*") if path.suffix.lower() in (".otf", ".ttf"))
    numbers = [QFontDatabase.addApplicationFont(str(path)) for path in shipped]
    loaded = [family for number in numbers if number >= 0 for family in QFontDatabase.applicationFontFamilies(number)]
    loaded = [name for name in loaded if not any(name.startswith(f"{other} ") for other in loaded)]  # weights
    installed = set(QFontDatabase.families())
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    return (*dict.fromkeys([*loaded, *(family for family in _FAMILIES if family in installed), system]),)


@lru_cache(maxsize=64)
def font(pixels: int, bold: bool = False) -> QFont:
    """The picture font, ``pixels`` high. Treat it as read-only: it is shared."""
    result = QFont()
    result.setFamilies(list(families()))
    result.setPixelSize(max(1, pixels))
    result.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return result


@lru_cache(maxsize=8192)
def text_width(text: str, font: QFont) -> float:
    """How far ``text`` reaches in one line, in the font's pixels."""
    return QFontMetricsF(font).horizontalAdvance(text)


# --- tokens ---

_NAMES = {
    0x20: "␣", 0x09: "⟨TAB⟩", 0x0A: "⟨LF⟩", 0x0D: "⟨CR⟩", 0x00: "⟨NUL⟩", 0x7F: "⟨DEL⟩", 0xA0: "⟨NBSP⟩",
    0xAD: "⟨SHY⟩", 0x061C: "⟨ALM⟩", 0x200B: "⟨ZWSP⟩", 0x200C: "⟨ZWNJ⟩", 0x200D: "⟨ZWJ⟩", 0x200E: "⟨LRM⟩",
    0x200F: "⟨RLM⟩", 0x202A: "⟨LRE⟩", 0x202B: "⟨RLE⟩", 0x202C: "⟨PDF⟩", 0x202D: "⟨LRO⟩", 0x202E: "⟨RLO⟩",
    0x2060: "⟨WJ⟩", 0x2066: "⟨LRI⟩", 0x2067: "⟨RLI⟩", 0x2068: "⟨FSI⟩", 0x2069: "⟨PDI⟩", 0xFEFF: "⟨BOM⟩",
}  # fmt: skip
_JOINERS = (0x200C, 0x200D)  # inside a word of Persian or an emoji they shape it and are no stray characters
_INVISIBLE = ("Cc", "Cf", "Cn", "Co", "Zs", "Zl", "Zp")


@lru_cache(maxsize=16384)
def visible(token: str) -> str:
    """``token`` with nothing hidden: spaces, control and direction characters get names in ⟨⟩."""
    if not token:
        return "⟨⟩"
    shown = [_visible_character(token, index) for index in range(len(token))]
    if unicodedata.category(token[0]).startswith("M"):
        shown.insert(0, "◌")  # a combining mark needs something to sit on
    return "".join(shown)


def _visible_character(token: str, index: int) -> str:
    code, category = ord(token[index]), unicodedata.category(token[index])
    if category == "Cs":
        return "\ufffd"
    if category not in _INVISIBLE:
        return token[index]
    if code in _JOINERS and 0 < index < len(token) - 1 and ord(token[index - 1]) > 0x7F:
        return token[index]
    if 0xE0020 <= code <= 0xE007F and "\U0001f3f4" in token:  # flags of regions are spelled with these
        return token[index]
    return _NAMES.get(code, f"⟨U+{code:04X}⟩")


WORD_START = "▁"  #: SentencePiece writes it where a space stands, so before the first piece of a word
_GLOSS = re.compile(r"(?<=[가-힣]) ?\([^()]*[A-Za-z][^()]*\)")
INSIDE = "·"  #: shown before a piece that goes on with a word; a mark at every start would be all over the screen


@lru_cache(maxsize=16384)
def piece(token: str) -> str:
    """A token of a vocabulary that marks where words start: ``▁play`` → ``play``, ``ing`` → ``·ing``.

    Punctuation is no word, so it is left alone; a mark that starts nothing is shown as the space it is.
    """
    if token.startswith(WORD_START):
        return visible(token[1:].replace(WORD_START, " ") or " ")
    return (INSIDE if any(letter.isalnum() for letter in token) else "") + visible(token)


@lru_cache(maxsize=1024)
def without_gloss(text: str) -> str:
    """``text`` without the English that stands in brackets behind Korean terms: it goes first where room lacks."""
    return _GLOSS.sub("", text)


def escape(token: str) -> str:
    """``token`` for a place that Qt may take for rich text, such as a tooltip."""
    return html.escape(visible(token))


def elide(token: str, font: QFont, width: float) -> str:
    """``visible(token)``, cut to ``width``."""
    return _cut(visible(token), font, width)


def shorten(text: str, font: QFont, width: float) -> str:
    """Words of ours in at most ``width``: without glosses where they do not fit, then cut."""
    return _cut(text if text_width(text, font) <= width else without_gloss(text), font, width)


@lru_cache(maxsize=8192)
def _cut(text: str, font: QFont, width: float) -> str:
    """``text``, cut between graphemes and ended by … where it is wider than ``width``."""
    if text_width(text, font) <= width:
        return text
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Grapheme, text)
    utf16 = text.encode("utf-16-le")  # the finder counts as Qt does
    finder.toEnd()
    while (end := finder.toPreviousBoundary()) > 0:
        shorter = utf16[: 2 * end].decode("utf-16-le") + "…"
        if text_width(shorter, font) <= width:
            return shorter
    return "…"
