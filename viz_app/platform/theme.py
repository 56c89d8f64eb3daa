"""Colours, colour maps, fonts, and how a token is shown. Everything that draws asks here.

What needs no Qt is in :mod:`viz_app.platform.colours` and :mod:`viz_app.platform.spelling`, and is handed on.
It draws nothing itself, and it knows no view. Light and dark follow the system unless a person chooses;
no stylesheet is involved, so that every widget keeps its platform's look.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import Qt, QTextBoundaryFinder
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QGuiApplication, QPalette

from viz_app.platform.colours import (
    BLUES,
    DARK,
    LEVELS,
    LIGHT,
    SEA,
    SIGNED,
    ColourMap,
    Palette,
    level,
    weight,
)
from viz_app.platform.preferences import Theme
from viz_app.platform.spelling import INSIDE, WORD_START, escape, piece, visible, without_gloss

__all__ = [
    "BLUES", "DARK", "INSIDE", "LEVELS", "LIGHT", "SEA", "SIGNED", "WORD_START", "ColourMap", "Palette",
    "apply_theme", "colours", "elide", "escape", "families", "font", "is_dark", "level", "piece",
    "shorten", "text_width", "visible", "weight", "without_gloss",
]  # fmt: skip

FONTS = Path(__file__).resolve().parents[2] / "assets" / "fonts"


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


def colours() -> Palette:
    """The palette that the application shows now."""
    application = QGuiApplication.instance()
    return DARK if isinstance(application, QGuiApplication) and is_dark(application) else LIGHT


def _widget_palette(palette: Palette) -> QPalette:
    role, result = QPalette.ColorRole, QPalette(QColor(palette.window), QColor(palette.window))
    for roles, colour in (
        ((role.WindowText, role.Text, role.ButtonText, role.ToolTipText, role.HighlightedText), palette.ink),
        ((role.Base, role.ToolTipBase), palette.paper),
        ((role.AlternateBase,), palette.blocked),
        ((role.PlaceholderText,), palette.muted),
        ((role.Highlight,), palette.bar),
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


def undrawn(text: str) -> str:
    """Characters of ``text`` for which no font of this machine has a shape: an empty box stands for each."""
    return "".join(dict.fromkeys(letter for letter in text if not letter.isascii() and not _has_shape(letter)))


@lru_cache(maxsize=8192)
def _has_shape(letter: str) -> bool:
    hidden = unicodedata.category(letter) in ("Cf", "Mn", "Cs")  # a joiner or a choice of shape is nothing by itself
    return hidden or QFontMetricsF(font(16)).inFontUcs4(ord(letter))


# --- tokens ---

LONGEST = 4096  #: characters of a token or sentence that are ever measured for one line


def elide(token: str, font: QFont, width: float) -> str:
    """``visible(token)``, cut to ``width``."""
    return _cut(visible(token[:LONGEST]) + ("…" if len(token) > LONGEST else ""), font, width)


def shorten(text: str, font: QFont, width: float) -> str:
    """Words of ours in at most ``width``: without glosses where they do not fit, then cut."""
    return _cut(text if text_width(text[:LONGEST], font) <= width else without_gloss(text), font, width)


@lru_cache(maxsize=8192)
def _cut(text: str, font: QFont, width: float) -> str:
    """``text``, cut between graphemes and ended by … where it is wider than ``width``."""
    text = text if len(text) <= LONGEST else text[:LONGEST] + "…"
    if text_width(text, font) <= width:
        return text
    ends, utf16 = _grapheme_ends(text), text.encode("utf-16-le")  # the finder counts as Qt does

    def beginning(count: int) -> str:
        return utf16[: 2 * ends[count]].decode("utf-16-le") + "…"

    too_many = bisect_left(range(len(ends)), True, key=lambda count: text_width(beginning(count), font) > width)
    return beginning(too_many - 1) if too_many else "…"


def _grapheme_ends(text: str) -> list[int]:
    """Where each grapheme of ``text`` but the last ends, in units of UTF-16."""
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Grapheme, text)
    ends = []
    while (end := finder.toNextBoundary()) > 0:
        ends.append(end)
    return ends[:-1]


def wrapped(words: str, face: QFont, wide: float, lines: int) -> list[str]:
    """``words`` on at most ``lines`` lines, broken at spaces; the last one is shortened where it is drawn."""
    found: list[str] = []
    for word in words.split() if lines else ():
        longer = f"{found[-1]} {word}" if found else word
        if found and (len(found) == lines or text_width(longer, face) <= wide):
            found[-1] = longer
        else:
            found.append(word)
    return found
