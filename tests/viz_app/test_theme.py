"""Colours that can be told apart and read, fonts that know Hangul, and tokens with nothing hidden."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from PySide6.QtGui import QFont, QFontMetricsF, QGuiApplication, QImage, QRawFont

from viz_app import theme
from viz_app.state import Scale, Theme

MAPS = (theme.BLUES, theme.VIRIDIS)
SCALES: tuple[Scale, ...] = ("linear", "sqrt")


def luminance(colour: str) -> float:
    """WCAG 2, relative luminance of ``#rrggbb``."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return float(np.dot(linear, (0.2126, 0.7152, 0.0722)))


def contrast(one: str, other: str) -> float:
    """WCAG 2, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("palette", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["window", "paper"])
@pytest.mark.parametrize("ink", ["ink", "muted", "accent", "error", "ok"])
def test_text_is_readable(palette: theme.Palette, ground: str, ink: str) -> None:
    assert contrast(getattr(palette, ink), getattr(palette, ground)) >= 4.5


@pytest.mark.parametrize("colours", MAPS, ids=lambda colours: colours.name)
def test_every_level_has_a_colour_of_its_own(colours: theme.ColourMap) -> None:
    assert colours.table.shape == (256, 3)
    assert len({tuple(row) for row in colours.table.tolist()}) == 256


@pytest.mark.parametrize("colours", MAPS, ids=lambda colours: colours.name)
def test_lightness_goes_one_way(colours: theme.ColourMap) -> None:
    """So the order of weights survives a grey print and every kind of colour blindness."""
    light = np.array([luminance("#" + bytes(row).hex()) for row in colours.table.tolist()])
    steps = np.diff(light)
    assert (steps <= 0).all() or (steps >= 0).all()
    assert abs(light[-1] - light[0]) > 0.6


def test_weight_nothing_is_the_paper() -> None:
    assert theme.BLUES.table[0].tolist() == [255, 255, 255]
    assert theme.LIGHT.paper == "#ffffff"


@pytest.mark.parametrize("colours", MAPS, ids=lambda colours: colours.name)
def test_words_are_pixels_of_an_image(colours: theme.ColourMap) -> None:
    image = QImage(colours.words.tobytes(), 256, 1, QImage.Format.Format_RGB32)
    pixels = [image.pixelColor(x, 0) for x in range(256)]
    assert [[pixel.red(), pixel.green(), pixel.blue()] for pixel in pixels] == colours.table.tolist()


@pytest.mark.parametrize("colours", MAPS, ids=lambda colours: colours.name)
def test_numbers_on_a_cell_are_readable(colours: theme.ColourMap) -> None:
    for row, dark in zip(colours.table.tolist(), colours.dark, strict=True):
        assert contrast("#ffffff" if dark else "#000000", "#" + bytes(row).hex()) >= 4.5


@pytest.mark.parametrize(
    ("weight", "linear", "root"), [(0.0, 0, 0), (1.0, 255, 255), (0.25, 64, 128), (0.5, 128, 180), (1 / 512, 0, 11)]
)
def test_levels(weight: float, linear: int, root: int) -> None:
    assert theme.level(weight, "linear") == linear
    assert theme.level(weight, "sqrt") == root


def test_what_is_no_weight_stays_in_range() -> None:
    assert theme.level([np.nan, -1.0, 2.0, np.inf], "linear").tolist() == [0, 0, 255, 255]


@pytest.mark.parametrize("scale", SCALES)
def test_a_level_leads_back_to_its_weight(scale: Scale) -> None:
    levels = np.arange(256, dtype=np.uint8)
    assert theme.level(theme.weight(levels, scale), scale).tolist() == levels.tolist()


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        ("<s>", "<s>"),
        ("", "⟨⟩"),
        (" ", "␠"),
        ("a\tb\n", "a⟨TAB⟩b⟨LF⟩"),
        ("\u202eabc", "⟨RLO⟩abc"),
        ("\u200bx", "⟨ZWSP⟩x"),
        ("\u0301", "◌\u0301"),
        ("\ud800", "\ufffd"),
        ("개", "개"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("a\u200db", "a⟨ZWJ⟩b"),
        ("\U000e0001", "⟨U+E0001⟩"),
    ],
)
def test_nothing_in_a_token_is_hidden(token: str, shown: str) -> None:
    assert theme.visible(token) == shown


def test_a_token_is_no_rich_text() -> None:
    assert theme.escape("<img src=x>&amp;") == "&lt;img␠src=x&gt;&amp;amp;"


@given(some.text(max_size=12), some.integers(0, 120))
def test_a_shortened_text_fits_or_is_a_single_mark(qapp: QGuiApplication, text: str, width: int) -> None:
    font = theme.font(14)
    short = theme.elide(text, font, width)
    whole = theme.visible(text)
    assert short == whole or short.endswith("…")
    assert short == "…" or QFontMetricsF(font).horizontalAdvance(short) <= width
    assert whole.startswith(short.removesuffix("…"))


def test_a_cut_never_splits_what_is_read_as_one(qapp: QGuiApplication) -> None:
    font, family = theme.font(14), "👨\u200d👩\u200d👧"
    text = family * 3
    for width in range(0, 120, 7):
        kept = theme.shorten(text, font, width).removesuffix("…")
        assert kept == family * kept.count("👨")


def test_the_shipped_font_comes_first_and_has_hangul(qapp: QGuiApplication) -> None:
    assert theme.families()[0] == "Pretendard"
    for bold in (False, True):
        font = theme.font(18, bold)
        assert font.weight() == (QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        assert QRawFont.fromFont(font).supportsCharacter(ord("한"))


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_a_choice_of_theme_is_followed(qapp: QGuiApplication, choice: Theme) -> None:
    theme.apply_theme(qapp, choice)
    try:
        assert theme.is_dark(qapp) is (choice == "dark")
    finally:
        theme.apply_theme(qapp, "system")
