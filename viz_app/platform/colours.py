"""Colours as numbers: of everything outside the maps, and the maps' own 256 levels. numpy only: no Qt.

:mod:`viz_app.platform.theme` is where everything that draws with Qt asks; a page made without Qt asks here.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from model.common.lazy_dataclass import dataclass
from viz_app.platform.preferences import Scale

LEVELS = 256
MANY = 1 << 14  #: cells, for which a larger table is worth its time


@dataclass(frozen=True, eq=False)
class Palette:
    """Every colour outside the maps, as ``#rrggbb``. Ink on window or paper reaches contrast 4.5, and a mark 3.

    Hairlines are no marks: what they bound is told from its surroundings without them. What may attend has no lines
    on it, and what is blocked has.

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
    bar: str  #: bars of shares; what is selected in lists
    allowed: str  #: "may attend" in pictures of masks: no weight and no score has a colour like it
    blocked: str  #: ground under hatch and dots
    hatch: str  #: blocked as future
    dots: str  #: blocked as padding
    undecoded: str  #: dashed outline of what is not yet decoded
    error: str
    ok: str


LIGHT = Palette(
    window="#f4f5f7", paper="#ffffff", ink="#1b1f25", muted="#5c6571", line="#c3c9d2", grid="#e7eaef",
    accent="#1456a5", selection="#e2680c", bar="#4f8bdc", allowed="#85c78a", blocked="#f1f2f5", hatch="#838c99",
    dots="#7d8794", undecoded="#838c9a", error="#b3261e", ok="#1a7a48",
)  # fmt: skip
DARK = Palette(
    window="#1c1e22", paper="#131518", ink="#e9ebef", muted="#a3abb7", line="#4a505a", grid="#30343b",
    accent="#7fb2f5", selection="#ff9a2e", bar="#2f69b8", allowed="#985372", blocked="#23262b", hatch="#6e7683",
    dots="#8a93a0", undecoded="#6e7684", error="#ff8a80", ok="#6fd19b",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class ColourMap:
    """256 distinct colours, from weight 0 to weight 1, in perceptually even steps; computed when they are first drawn.

    A path through ``anchors`` (``rrggbb`` words), cut into 255 steps of one OKLab length.
    """

    name: str
    anchors: str

    @cached_property
    def even(self) -> NDArray[np.float64]:
        """[256,3] as sRGB 0…1, before they are rounded."""
        rgb = np.array([list(bytes.fromhex(anchor)) for anchor in self.anchors.split()]) / 255
        lab = _oklab(rgb)
        length = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(lab, axis=0), axis=1))])
        walk = np.linspace(0, length[-1], LEVELS)
        return _rgb(np.stack([np.interp(walk, length, lab[:, axis]) for axis in range(3)], axis=1))

    @cached_property
    def table(self) -> NDArray[np.uint8]:
        """[256,3]"""
        return np.rint(self.even * 255).astype(np.uint8)

    @cached_property
    def words(self) -> NDArray[np.uint32]:
        """[256] as QImage.Format_RGB32 stores them."""
        red, green, blue = self.table.astype(np.uint32).T
        packed: NDArray[np.uint32] = 0xFF000000 | red << 16 | green << 8 | blue
        return packed

    @cached_property
    def pairs(self) -> NDArray[np.uint64]:
        """[65536] the words of two levels that lie one after the other, looked up as one number."""
        levels = np.arange(LEVELS * LEVELS, dtype=np.uint16).view(np.uint8).reshape(-1, 2)
        return self.words[levels].view(np.uint64).ravel()

    def fill(self, out: NDArray[np.uint32], levels: NDArray[np.uint8]) -> None:
        """The words of ``levels``, of the same shape, into ``out``."""
        table: NDArray[Any] = self.words
        if levels.size >= MANY and levels.size % 2 == 0 and out.flags.c_contiguous:  # half as many are looked up
            table, levels, out = self.pairs, levels.reshape(-1).view(np.uint16), out.reshape(-1).view(np.uint64)
        table.take(levels.astype(np.intp), out=out, mode="wrap")  # "raise" would buffer

    @cached_property
    def dark(self) -> NDArray[np.bool_]:
        """[256] True where text on this colour must be light."""
        luminance = _linear(self.even) @ np.array([0.2126, 0.7152, 0.0722])
        # White on it has more contrast than black on it (WCAG 2) where (1.05)² > (Y + 0.05)² · 21.
        darker: NDArray[np.bool_] = 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05
        return darker


def level(weight: ArrayLike, scale: Scale, within: bool = False) -> NDArray[np.uint8]:
    """Weights 0…1 of any shape → 0…255, in the scale on display. Not-a-number counts as 0.

    Whoever knows that all are numbers ``within`` 0…1 says so.
    """
    given = np.asarray(weight, dtype=np.float32)
    if not (within or not given.size or (given.min() >= 0 and given.max() <= 1)):  # a not-a-number is neither
        given = np.clip(np.nan_to_num(given, nan=0, posinf=1, neginf=0), 0, 1)
    shares = np.asarray((np.sqrt(given) if scale == "sqrt" else given) * np.float32(LEVELS - 1))
    shares += np.float32(0.5)
    return shares.astype(np.uint8)


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


#: One hue; weight 0 is the paper's white.
BLUES = ColourMap("blues", "ffffff e2eeff bad7fd 8ebaf6 619ae6 3677cb 1456a5 073b78 082850")
#: For dark: weight 0 is the dark paper; over blue and green to a pale yellow, lighter by the same at every
#: step, so that no eye needs the hues to order them.
SEA = ColourMap("sea", "131518 182a45 1d4a7a 22709f 3196ad 5bbab0 97d8ae d3efb9 fdfcdc")

#: For numbers of either sign, 0 in the paper's colour: (below 0, above 0), by the palette.
SIGNED = {
    LIGHT: (ColourMap("oranges", "ffffff ffe6d0 fdc08a f2985a d9701f ae5108 7d3a05 4e2403"), BLUES),
    DARK: (
        ColourMap("dark oranges", "131518 3d2310 6d3b10 a0560f d0741c f09a45 ffb873"),
        ColourMap("dark blues", "131518 142b47 174a80 1f6cba 4a90dc 82b6f2 a6cfff"),
    ),
}
