"""What a chip of the token strip is, and where chips stand. It knows tokens and widths, no widget.

A chip's role is told by a shape as well as by a colour, and so is its presence.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Literal

from PySide6.QtGui import QFont

from model.common.lazy_dataclass import dataclass
from viz_app.pictures.drawing.tokens import Role
from viz_app.platform.theme import elide, text_width

#: source or consumed; consumed by this step; produced by this step; not yet decoded, or only typed
Presence = Literal["there", "read", "new", "later"]


@dataclass(frozen=True)
class Chip:
    """One token as the strip shows it."""

    label: str
    role: Role = "plain"
    presence: Presence = "there"
    joined: bool = False  #: continues the word of the chip before
    forced: bool = False
    weight: float | None = None  #: of this key in the current row
    strongest: bool = False  #: of the row
    query: bool = False
    key: bool = False


@dataclass(frozen=True)
class Metrics:
    """Sizes of a row of chips, in logical pixels."""

    font: QFont
    pixels: int  #: of the font

    @property
    def height(self) -> int:
        return round(self.pixels * 1.9)

    @property
    def padding(self) -> float:
        return self.pixels * 0.6

    @property
    def gap(self) -> float:
        return self.pixels * 0.45

    @property
    def widest(self) -> float:
        """Of a label."""
        return self.pixels * 14.0


@dataclass(frozen=True)
class Places:
    """Where the chips of a row stand, from the row's own left edge. Chips stand in reading order."""

    lefts: tuple[float, ...]
    widths: tuple[float, ...]

    @property
    def total(self) -> float:
        return self.lefts[-1] + self.widths[-1] if self.lefts else 0.0

    def at(self, x: float) -> int | None:
        """The chip under ``x``."""
        index = bisect_right(self.lefts, x) - 1
        return index if index >= 0 and x < self.lefts[index] + self.widths[index] else None

    def between(self, left: float, right: float) -> range:
        """The chips that can be seen between two edges."""
        first = max(0, bisect_right(self.lefts, left) - 1)
        return range(first, bisect_right(self.lefts, right))


def place(chips: Sequence[Chip], metrics: Metrics) -> Places:
    """One after the other; the pieces of a word touch."""
    lefts: list[float] = []
    widths: list[float] = []
    x = 0.0
    for chip in chips:
        if lefts:
            x += 1 if chip.joined else metrics.gap
        label = elide(chip.label, metrics.font, metrics.widest)
        width = max(text_width(label, metrics.font) + 2 * metrics.padding, metrics.height * 0.9)
        lefts.append(x)
        widths.append(width)
        x += width
    return Places(tuple(lefts), tuple(widths))
