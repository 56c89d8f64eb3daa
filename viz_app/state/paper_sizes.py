"""Papers that figures are put on, as a table: what a slide, a column and a page ask for. No Qt, so that a command
line can name them.

Letters in a picture shrink to no less than 0.8 of ``font_points``: 14 points on a slide, 7 in print; 6 there where a
token would have no name otherwise.
"""

from __future__ import annotations

from argparse import Namespace
from typing import NamedTuple, TypedDict

INCH = 96.0  #: logical pixels


class Lengths(TypedDict):
    """What a preset says of a :class:`viz_app.exports.figures.figure.Figure`."""

    width: float
    height: float
    dpi: float
    font_points: float
    margin: int
    tallest: float
    least_points: float


class Preset(NamedTuple):
    """One paper."""

    wide: float  #: inches
    high: float
    dpi: float  #: of an image
    font_points: float
    margin: int  #: logical pixels around a picture, which has 12 by itself; a document has margins of its own
    tallest: float = 0  #: inches that it may become high before a token loses its name; 0: it never grows
    least_points: float = 0  #: to which letters may shrink before; 0: they do not

    @property
    def lengths(self) -> Lengths:
        """As a figure counts them."""
        return Lengths(
            width=self.wide * INCH,
            height=self.high * INCH,
            dpi=self.dpi,
            font_points=self.font_points,
            margin=self.margin,
            tallest=self.tallest * INCH,
            least_points=self.least_points or self.font_points,
        )


SCREEN = "screen"
PRESETS = {
    SCREEN: Preset(12.5, 800 / INCH, 192, 9, 16, tallest=40),
    "slide": Preset(40 / 3, 7.5, 144, 18, 12),  # 16:9, as presentations have it
    "paper-column": Preset(3.35, 3.8, 600, 9, -4, 14, 7.5),  # of two columns, as ACL and IEEE have them
    "paper-page": Preset(7, 5, 600, 9, -4, 18, 7.5),  # over both
}


def lengths_of(arguments: Namespace) -> Lengths:
    """A preset's lengths, changed by what the command line says: its size, in inches or pixels, and how fine it is."""
    found = PRESETS[arguments.preset].lengths
    if arguments.size_in is not None:
        found["width"], found["height"] = (INCH * side for side in arguments.size_in)
    found["width"] = arguments.width or found["width"]
    found["height"] = arguments.height or found["height"]
    if arguments.size_in is not None or arguments.height:
        found["tallest"], found["least_points"] = 0, found["font_points"]  # that size, whatever has no room in it
    if arguments.ratio is not None:
        found["dpi"] = INCH * arguments.ratio
    if arguments.dpi is not None:
        found["dpi"] = arguments.dpi
    return found
