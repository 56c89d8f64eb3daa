"""Colours that mean numbers can be read back, and text has contrast."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viz_app.platform import colours
from viz_app.platform.colours import BLUES, DARK, LEVELS, LIGHT, MANY, SEA, SIGNED, ColourMap, Palette
from viz_app.platform.preferences import Scale

ALL_MAPS = [BLUES, SEA, *SIGNED[LIGHT][:1], *SIGNED[DARK]]
MAPS = pytest.mark.parametrize("colour_map", ALL_MAPS, ids=lambda colour_map: colour_map.name)
PALETTES = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
SCALES = pytest.mark.parametrize("scale", ["linear", "sqrt"])


def luminance(rgb: tuple[int, ...]) -> float:
    """WCAG 2, term by term."""
    parts = [value / 255 for value in rgb]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour.removeprefix("#")))


def lightness(colour: tuple[int, ...]) -> float:
    """CIE L*: 0 black, 100 white."""
    relative = luminance(colour)
    return float(116 * relative ** (1 / 3) - 16 if relative > 0.008856 else 903.3 * relative)


# --- colour maps ---


@MAPS
def test_every_level_has_a_colour_of_its_own(colour_map: ColourMap) -> None:
    assert colour_map.table.shape == (256, 3)
    assert len({tuple(colour) for colour in colour_map.table.tolist()}) == 256


@MAPS
def test_words_are_the_table_as_qimage_stores_it(colour_map: ColourMap) -> None:
    for level in (0, 1, 77, 255):
        red, green, blue = (int(value) for value in colour_map.table[level])
        assert int(colour_map.words[level]) == 0xFF000000 + red * 65536 + green * 256 + blue
    assert colour_map.words.dtype == np.uint32


@pytest.mark.parametrize("shape", [(3, 5), (0, 4), (2, 96, 128), (3, 99, 101), (1, MANY)])
@pytest.mark.parametrize("turned", [False, True])
def test_every_level_of_many_has_its_own_word(shape: tuple[int, ...], turned: bool) -> None:
    """Two at a time or one by one, in whatever order their memory is."""
    levels = np.random.default_rng(1).integers(0, LEVELS, shape, dtype=np.uint8)
    out = np.zeros(shape, dtype=np.uint32)
    given, into = (levels.swapaxes(-1, -2), out.swapaxes(-1, -2)) if turned else (levels, out)
    BLUES.fill(into, given)
    words = BLUES.words.tolist()
    assert out.ravel().tolist() == [words[each] for each in levels.ravel().tolist()]
    again = np.zeros(given.shape, dtype=np.uint32)
    BLUES.fill(again, given)
    assert (again == into).all()


def test_weight_0_is_the_lightest_on_paper_and_the_darkest_on_dark() -> None:
    assert tuple(BLUES.table[0]) == rgb(LIGHT.paper) == (255, 255, 255)
    assert tuple(SEA.table[0]) == rgb(DARK.paper), "a map without weight is no slab of colour"
    light = [lightness(tuple(colour)) for colour in BLUES.table.tolist()]
    dark = [lightness(tuple(colour)) for colour in SEA.table.tolist()]
    assert light[0] - light[-1] > 75
    assert dark[-1] - dark[0] > 70
    for falls, rises in zip(np.array_split(light, 64), np.array_split(dark, 64), strict=True):
        assert falls[0] > falls[-1]
        assert rises[0] < rises[-1]


def test_a_number_of_either_sign_is_the_paper_at_0_and_equally_far_from_it() -> None:
    for palette, (below, above) in SIGNED.items():
        assert tuple(below.table[0]) == tuple(above.table[0]) == rgb(palette.paper)
        ends = [lightness(tuple(colours.table[-1].tolist())) for colours in (below, above)]
        assert abs(ends[0] - ends[1]) < 12
        assert abs(ends[0] - lightness(rgb(palette.paper))) > 60
        (red, _, blue), (other_red, _, other_blue) = below.table[-1].astype(int), above.table[-1].astype(int)
        assert red - blue > 60 and other_blue - other_red > 60, "which sign the largest have is seen too"


@pytest.mark.parametrize("seen", ["protan", "deutan", "tritan"])
def test_lightness_alone_orders_the_weights_for_every_eye(seen: str) -> None:
    """Each of 32 steps differs in lightness by the same, for whoever lacks a kind of cone, too (Machado 2009)."""
    lacking = {
        "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
        "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
        "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    }[seen]
    light = []
    for colour in SEA.table[:: 255 // 32].tolist():
        linear = [luminance_part(value) for value in colour]
        red, green, blue = (max(0.0, sum(f * part for f, part in zip(row, linear, strict=True))) for row in lacking)
        relative = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        light.append(116 * relative ** (1 / 3) - 16 if relative > 0.008856 else 903.3 * relative)
    steps = np.diff(light)
    assert steps.min() > 1.5
    assert steps.max() < 2 * steps.min() + 0.5


@MAPS
def test_steps_are_perceptually_even(colour_map: ColourMap) -> None:
    """Sixteenths of the scale differ alike in OKLab, by the published formulas written out."""
    linear = np.array([[luminance_part(value) for value in colour] for colour in colour_map.table.tolist()])
    red, green, blue = linear.T
    long = np.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = np.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = np.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lab = np.stack(
        [
            0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
            1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
            0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
        ],
        axis=1,
    )
    lengths = np.linalg.norm(np.diff(lab, axis=0), axis=1)
    sixteenths = np.array([part.sum() for part in np.array_split(lengths, 16)])
    assert sixteenths.max() / sixteenths.min() < 1.25


def luminance_part(value: int) -> float:
    part = value / 255
    return float(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)


@MAPS
def test_text_on_a_cell_is_the_more_legible_of_light_and_dark(colour_map: ColourMap) -> None:
    for colour, light_text in zip(colour_map.table.tolist(), colour_map.dark, strict=True):
        white, black = contrast(tuple(colour), (255, 255, 255)), contrast(tuple(colour), (0, 0, 0))
        assert light_text == (white > black)


# --- levels ---


@SCALES
def test_a_level_gives_its_weight_back(scale: Scale) -> None:
    levels = np.arange(256)
    assert (colours.level(colours.weight(levels, scale), scale) == levels).all()


@SCALES
@given(weight=st.floats(0, 1))
def test_a_weight_is_coded_to_within_half_a_level(scale: Scale, weight: float) -> None:
    wanted = 255 * (weight if scale == "linear" else weight**0.5)
    assert abs(int(colours.level(weight, scale)) - wanted) <= 0.501


@SCALES
def test_what_is_no_weight_is_drawn_all_the_same(scale: Scale) -> None:
    strange = np.array([[np.nan, -1.0, np.inf], [-np.inf, 2.0, 0.0]], dtype=np.float32)
    assert colours.level(strange, scale).tolist() == [[0, 0, 255], [0, 255, 0]]
    assert colours.level(np.zeros((0, 3)), scale).shape == (0, 3)


def test_levels_leave_the_weights_alone() -> None:
    weights = np.array([0.25, 0.5], dtype=np.float32)
    weights.flags.writeable = False
    assert colours.level(weights, "sqrt").tolist() == [128, 180]
    assert weights.tolist() == [0.25, 0.5]


# --- palettes ---


@PALETTES
def test_text_has_contrast(palette: Palette) -> None:
    for ink in (palette.ink, palette.muted, palette.error, palette.ok, palette.accent):
        for ground in (palette.paper, palette.window):
            assert contrast(rgb(ink), rgb(ground)) >= 4.5, f"{ink} on {ground}"


@PALETTES
def test_marks_stand_out_from_what_is_under_them(palette: Palette) -> None:
    for mark, ground in ((palette.hatch, palette.blocked), (palette.dots, palette.blocked)):
        assert contrast(rgb(mark), rgb(ground)) >= 1.7
    assert contrast(rgb(palette.selection), rgb(palette.paper)) >= 3
    assert contrast(rgb(palette.allowed), rgb(palette.blocked)) >= 1.7


@PALETTES
def test_no_mark_can_be_taken_for_a_weight(palette: Palette) -> None:
    colour_map = BLUES if palette is LIGHT else SEA
    coloured = {tuple(colour) for colour in colour_map.table.tolist()}
    for name in ("allowed", "blocked", "hatch", "dots", "selection"):
        assert rgb(getattr(palette, name)) not in coloured


def oklab(rgb: Any) -> np.ndarray:
    """Björn Ottosson's OKLab of bytes, written down once more."""
    share = np.asarray(rgb, dtype=np.float64) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    red, green, blue = np.moveaxis(linear, -1, 0)
    long = np.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = np.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = np.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return np.stack([
        0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
    ], axis=-1)  # fmt: skip


@PALETTES
def test_may_attend_is_no_weights_colour_and_no_scores(palette: Palette) -> None:
    """Neither exactly nor nearly: 0.1 in OKLab is a difference that nobody overlooks."""
    maps = (BLUES if palette is LIGHT else SEA, *SIGNED[palette])
    seen = oklab(np.array(rgb(palette.allowed)))
    for colour_map in maps:
        assert np.linalg.norm(oklab(colour_map.table) - seen, axis=1).min() > 0.1, colour_map.name
    assert contrast(rgb(palette.ink), rgb(palette.allowed)) >= 4.5, "values as in code are written on it"


def test_may_attend_differs_in_both_themes() -> None:
    assert np.linalg.norm(oklab(np.array(rgb(LIGHT.allowed))) - oklab(np.array(rgb(DARK.allowed)))) > 0.1


@PALETTES
def test_colours_are_written_alike(palette: Palette) -> None:
    assert all(len(rgb(getattr(palette, item.name))) == 3 for item in fields(palette))
