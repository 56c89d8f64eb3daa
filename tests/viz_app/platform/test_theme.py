"""Light and dark can be chosen, the font has Hangul, and what is cut fits."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTextBoundaryFinder
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF, QGuiApplication
from PySide6.QtWidgets import QApplication

from viz_app.platform import theme


def test_light_and_dark_can_be_chosen(qapp: QApplication) -> None:
    try:
        theme.apply_theme(qapp, "dark")
        assert theme.is_dark(qapp)
        assert qapp.palette().window().color().lightness() < qapp.palette().windowText().color().lightness()
        theme.apply_theme(qapp, "light")
        assert not theme.is_dark(qapp)
    finally:
        theme.apply_theme(qapp, "system")


# --- fonts and tokens ---


def test_the_shipped_font_has_hangul_and_comes_first(qapp: QGuiApplication) -> None:
    shipped = [path for path in theme.FONTS.glob("*") if path.suffix in (".otf", ".ttf")]
    assert shipped
    face = theme.font(14)
    assert QFontInfo(face).family() == theme.families()[0]
    assert all(path.name.startswith(theme.families()[0]) for path in shipped)
    for letter in "한글Äß→√…":
        assert QFontMetricsF(face).inFontUcs4(ord(letter)), letter
    assert QFontInfo(theme.font(14, bold=True)).weight() > QFontInfo(face).weight()


def test_a_token_that_fits_is_whole(qapp: QGuiApplication) -> None:
    face = theme.font(12)
    assert theme.elide("Hunde", face, theme.text_width("Hunde", face)) == "Hunde"


@pytest.mark.parametrize("width", [0.0, 8.0, 20.0, 45.0, 70.0])
@pytest.mark.parametrize(
    "token", ["Donaudampfschiff", "e\u0301" * 20, "👩\u200d👩\u200d👧\u200d👦" * 6, "대한민국만세삼창"]
)
def test_a_cut_token_fits_and_is_cut_between_graphemes(qapp: QGuiApplication, token: str, width: float) -> None:
    face = theme.font(12)
    shown = theme.elide(token, face, width)
    assert shown.endswith("…")
    assert shown == "…" or theme.text_width(shown, face) <= width
    kept = shown.removesuffix("…")
    assert token.startswith(kept)
    unit = {"e": 2, "👩": 7}.get(token[0], 1)
    assert len(kept) % unit == 0


def test_long_tokens_keep_as_much_as_fits(qapp: QGuiApplication) -> None:
    face = theme.font(12)
    kept = theme.elide("Donaudampfschiff", face, 60).removesuffix("…")
    assert theme.text_width("Donaudampfschiff"[: len(kept) + 1] + "…", face) > 60


def test_glosses_go_before_anything_is_cut(qapp: object) -> None:
    face = theme.font(13)
    text = "어텐션 가중치(weight), 레이어(layer) 3 (크로스 어텐션, cross attention)"
    bare = "어텐션 가중치, 레이어 3 (크로스 어텐션, cross attention)"
    assert theme.without_gloss(text) == bare  # behind a number it is no gloss
    assert theme.without_gloss("A(a) 12 (n = 1) 쿼리(1)") == "A(a) 12 (n = 1) 쿼리(1)"
    assert theme.without_gloss("인코더-디코더 어텐션 (크로스 어텐션, cross attention)") == "인코더-디코더 어텐션"
    assert theme.shorten(text, face, theme.text_width(text, face)) == text
    assert theme.shorten(text, face, theme.text_width(text, face) - 1) == bare
    assert theme.shorten(text, face, theme.text_width(bare, face) - 1).endswith("…")
    assert theme.elide("헤드(head)", face, theme.text_width("헤드(head)", face) - 1).endswith("…")


def test_characters_without_a_shape_are_known(qapp: QApplication) -> None:
    """U+0378 is no character yet, so no font has it."""
    assert theme.undrawn("a\u0378b\u0378") == "\u0378"
    assert theme.undrawn("Straße 한국어 e\u0301 \u200d <s> → ·") == ""


def longest_that_fits(text: str, face: QFont, width: float) -> str:
    """The plain way: one grapheme less until it fits."""
    if theme.text_width(text, face) <= width:
        return text
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Grapheme, text)
    finder.toEnd()
    while (end := finder.toPreviousBoundary()) > 0:
        shorter = text.encode("utf-16-le")[: 2 * end].decode("utf-16-le") + "…"
        if theme.text_width(shorter, face) <= width:
            return shorter
    return "…"


@pytest.mark.parametrize(
    "word", ["Donaudampfschiff", "각하한국어", "e\u0301cole\u0301", "👩\u200d👩\u200d👧👍🏽x", "مدرسة كبيرة", "ij"]
)
def test_what_is_cut_is_as_long_as_it_can_be(word: str, qapp: QGuiApplication) -> None:
    face = theme.font(13)
    for width in range(0, round(theme.text_width(word * 3, face)) + 2, 3):
        assert theme.shorten(word * 3, face, width) == longest_that_fits(word * 3, face, width)


def test_cutting_a_huge_word_measures_a_few_beginnings_only(
    qapp: QGuiApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A trace may hold a token of 200,000 letters: one measurement for each of them would stop the window."""
    measured: list[int] = []

    def counted(text: str, face: QFont) -> float:
        measured.append(len(text))
        return QFontMetricsF(face).horizontalAdvance(text)

    monkeypatch.setattr(theme, "text_width", counted)
    for cut in (theme.elide, theme.shorten):
        measured.clear()
        shown = cut("Rindfleisch" * 20_000, theme.font(13), 201)
        assert shown.endswith("…")
        assert shown.startswith("Rindfleisch")
        assert len(measured) < 20
        assert max(measured) <= theme.LONGEST + 1
