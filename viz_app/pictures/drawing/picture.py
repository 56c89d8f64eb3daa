"""The material and the promise of every picture. No drawing happens here."""

from __future__ import annotations

from dataclasses import fields
from functools import cached_property
from typing import TYPE_CHECKING, Literal, Protocol

from PySide6.QtGui import QPainter

from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind, Quantity
from viz_app.platform.preferences import Scale
from viz_app.platform.theme import BLUES, DARK, LIGHT, SEA, ColourMap, Palette
from viz_app.state.state import Settings, Snapshot

if TYPE_CHECKING:
    from viz_app.state.classroom.glosses import RunGlosses

FONT_POINTS = 9.0
GROWN_FROM, MOST_GROWN = (1000, 640), 1.4  #: a page larger than that has larger letters
SOME = -1  #: of the tokens have names, and not every n-th
LINES = 9  #: heights of a letter that a page has at least, where letters larger than usual are asked for
#: What a map's numbers are: a run's quantity, or what a rollout makes of its weights.
Measure = Quantity | Literal["rollout"]


@dataclass(frozen=True)
class Style:
    """How a picture looks, whatever it shows."""

    palette: Palette
    colour_map: ColourMap
    scale: Scale
    per_map_scale: bool  #: each map's own maximum is the full colour, instead of 1
    values: bool
    dots: bool
    font_points: float
    ratio: float  #: device pixels per logical pixel
    row_totals: bool = False
    squares: bool = False
    presented: bool = False  #: in a hall: letters are never smaller, and the row that is talked about stands out
    on_screen: bool = False  #: with what only a screen needs: other maps to choose from
    titled: bool = True  #: with the heading; a figure may have its own, or none
    legend: bool = True  #: with the line that says what colours and patterns mean
    emphasis: bool = True  #: with the marks of the current step and of the selected map; a figure is of all rows
    undecoded: bool = True  #: something may not be decoded yet, which the legend explains
    most_decimals: int = 4  #: of a number in a cell, however wide
    fewest_decimals: int = 2  #: of a number in a cell; with 1, narrower cells have a shorter one
    tall: bool = False  #: a figure that grows: cells may be higher than wide where rows have room for their names then
    beside: frozenset[str] = frozenset()  #: what that line explains because pictures without one beside it show it
    glosses: RunGlosses | None = None  #: after the words of labels
    quantity: Measure = "weight"  #: what the maps hold, see :mod:`viz_app.pictures.drawing.quantities`
    full: float = 1.0  #: the number of full colour, where not each map has its own
    below: ColourMap | None = None  #: for numbers below 0, where there are any

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Kept: most of what is kept is found by its style."""
        return hash(tuple(getattr(self, each.name) for each in fields(self)))

    @cached_property
    def font_pixels(self) -> int:
        """Height of the font in device pixels, at 96 logical pixels per inch."""
        return max(1, round(self.font_points * 4 / 3 * self.ratio))

    def px(self, logical: float) -> int:
        """A length in logical pixels as whole device pixels."""
        return round(logical * self.ratio)


def page_points(width: int, height: int, points: float) -> float:
    """The letters of a screen's page of so many logical pixels, where ``points`` are asked for.

    On a large page they are larger. On a low one what was asked for would leave a map no room for its names, and less
    is drawn then, but never less than usual.
    """
    share = min(width / GROWN_FROM[0], height / GROWN_FROM[1], MOST_GROWN)
    grown = points * max(1.0, round(20 * share) / 20)
    return max(min(points, FONT_POINTS), min(grown, round(1.5 * height / LINES) / 2))


def style_for(
    settings: Settings, dark: bool, ratio: float, font_points: float = FONT_POINTS, on_screen: bool = False
) -> Style:
    """The style that a person's settings ask for; light and dark have a colour map each."""
    return Style(
        palette=DARK if dark else LIGHT,
        colour_map=SEA if dark else BLUES,
        scale=settings.scale,
        per_map_scale=settings.per_map_scale,
        values=settings.values,
        dots=settings.dots,
        font_points=font_points,
        ratio=ratio,
        row_totals=settings.row_totals,
        squares=settings.squares,
        on_screen=on_screen,
    )


@dataclass(frozen=True)
class Cell:
    """A place in a picture, counted from 0. Beside a map's cells, ``query`` or ``key`` or both are None."""

    kind: Kind
    layer: int
    head: int
    query: int | None
    key: int | None
    dimension: int | None = None  #: of the vector at a position
    node: int | None = None  #: of a beam tree


class Picture(Protocol):
    """One finished drawing. Lengths are logical pixels; the origin is at the top left."""

    @property
    def title(self) -> str:
        """What it shows, for a window's or a figure's title."""

    @property
    def alt(self) -> str:
        """The same in a full sentence, for those who do not see it."""

    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def unnamed(self) -> int:
        """How many of the tokens beside it have no room for their names."""

    @property
    def strides(self) -> tuple[int, int]:
        """Of how many rows, and of how many columns, one is named; 0 where none is, or where the picture says so.

        :data:`SOME` where words that have room are, here and there.
        """

    def paint(self, painter: QPainter) -> None:
        """Draw everything, background included. The painter is left as it was."""

    def at(self, x: float, y: float) -> Cell | None:
        """What lies under a point; None where nothing can be chosen."""


class PictureModule(Protocol):
    """What each module of this folder offers."""

    def title(self) -> str:
        """The picture's translated name."""

    def picture(self, snapshot: Snapshot, width: int, height: int, style: Style) -> Picture:
        """Draw what the snapshot says. Pure: the same arguments give the same picture."""
