"""Options of ``export`` about the paper: its size, what stands on it beside the picture, how letters are held."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path

from model.common.problems import Problem
from model.common.text import Text
from viz_app.cli.shared.common import count, output_path, whole
from viz_app.cli.shared.view_transform import FigurePlace

MOST_PIXELS = 20_000  #: a side
COARSEST, FINEST = 24.0, 2400.0  #: dots per inch
SMALLEST_INCHES, LARGEST_INCHES = 0.5, 100.0


def add_figure(parser: argparse.ArgumentParser) -> None:
    """What a :class:`viz_app.exports.figures.figure.Figure` is made from."""
    from viz_app.state.paper_sizes import PRESETS, SCREEN  # a table without Qt

    parser.add_argument(
        "--preset", choices=tuple(PRESETS), default=SCREEN, help=Text("size, letters, dpi (%1)", SCREEN)
    )
    parser.add_argument("--size-in", type=inches, metavar="WxH", help=Text("inches, in place of the preset's"))
    parser.add_argument("--width", type=count, metavar="PX", help=Text("the same in pixels, 96 an inch"))
    parser.add_argument("--height", type=count, metavar="PX", help="")
    parser.add_argument("--dpi", type=float, metavar="N", help=Text("dots per inch of an image (the preset's)"))
    parser.add_argument(
        "--ratio", type=float, metavar="R", help=Text("the same: device pixels per pixel (2 = 192 dpi)")
    )
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help=Text("(light)"))
    parser.add_argument("--no-title", action="store_true", help=Text("leave the heading out"))
    parser.add_argument("--no-legend", action="store_true", help=Text("leave out what colours and patterns mean"))
    parser.add_argument("--no-caption", action="store_true", help=Text("leave out where the numbers come from"))
    parser.add_argument(
        "--honest",
        action=argparse.BooleanOptionalAction,
        help=Text("the disclaimer: what weights are not (as caption)"),
    )
    parser.add_argument(
        "--emphasis", action=argparse.BooleanOptionalAction, help=Text("frame the current step (where --step is given)")
    )
    add_settings(parser, "animation")
    parser.add_argument("--text", choices=("text", "paths"), default="text", help=Text("letters in SVG and PDF (text)"))
    parser.add_argument(
        "--what",
        choices=("shown", "run"),
        help=Text("numbers of the view, or of the whole run (.npz: run; others: shown)"),
    )


def add_settings(parser: argparse.ArgumentParser, group: str) -> None:
    """The settings of a group, as options; they are rows of :class:`viz_app.platform.preferences.Settings`."""
    from viz_app.platform.settings_table import options  # a table without Qt

    for row in options(group):
        if row.choices:
            values = [value for value, _ in row.choices]
            parser.add_argument(row.flag, choices=values, default=row.default, help=row.option.help)
        elif row.limits:
            number = between(row.limits.least, row.limits.most)
            parser.add_argument(row.flag, type=number, default=row.default, metavar="N", help=row.option.help)
        else:
            parser.add_argument(row.flag, action="store_true", help=row.option.help)


def inches(text: str) -> tuple[float, float]:
    """``3.35x2.5`` → width and height; for argparse."""
    found = re.fullmatch(r"(\d{1,3}(?:\.\d{1,4})?)[x×](\d{1,3}(?:\.\d{1,4})?)", text)
    sides = tuple(float(side) for side in found.groups()) if found else ()
    if not all(SMALLEST_INCHES <= side <= LARGEST_INCHES for side in sides) or len(sides) != 2:
        raise argparse.ArgumentTypeError(f"{text} is no size such as 3.35x2.5, in inches")
    return sides[0], sides[1]


def between(least: int, most: int) -> Callable[[str], int]:
    """Whole numbers from ``least`` to ``most``; for argparse."""

    return lambda text: whole(text, least, most)


def figure_path(text: str) -> Path:
    """Where the file goes: of a kind that can be written. Raises :class:`Problem`."""
    from viz_app.exports import suffixes

    suffix, known = Path(text).suffix.lower(), suffixes()
    if suffix not in known:
        raise Problem(
            text, Text("no such kind of file is written"), Text("Let its name end in one of %1", ", ".join(known))
        )
    return output_path(text, suffix)


def check_size(arguments: argparse.Namespace) -> None:
    """The figure can be drawn, and is asked for in one way. Raises :class:`Problem`."""
    from viz_app.state.paper_sizes import INCH, lengths_of

    for one, other in (("size_in", "width"), ("size_in", "height"), ("dpi", "ratio")):
        if getattr(arguments, one) is not None and getattr(arguments, other) is not None:
            names = [name.replace("_", "-") for name in (one, other)]
            raise Problem(f"--{names[0]}", Text("--%1 says the same", names[1]), Text("Give one of the two"))
    found = lengths_of(arguments)
    longest = max(found["width"], found["height"]) / INCH * found["dpi"]
    if not COARSEST <= found["dpi"] <= FINEST or longest > MOST_PIXELS:
        raise Problem(
            Text("size"), Text("the figure would be too large or too coarse"), Text("Use at most 20,000 pixels a side")
        )


def files_of(arguments: argparse.Namespace, suffix: str, found: list[FigurePlace]) -> list[FigurePlace]:
    """Of all pictures, those that become a file: of steps one a head, of the whole run one. Raises :class:`Problem`."""
    from viz_app.exports import all_exports

    of, what = all_exports()[suffix].OF, arguments.what
    if what is not None and "numbers" not in of:
        raise Problem(f"--what {what}", Text("a file that ends in %1 holds no table", suffix), Text("Leave it out"))
    if of == "page" or ("run" in of and (what == "run" or (what is None and of[0] == "run"))):
        return found[:1]
    if of != "steps":
        return found
    if isinstance(arguments.step, int):
        raise Problem(
            f"--step {arguments.step}", Text("an animation shows every step"), Text("Leave it out, or write a picture")
        )
    return list({(place.layer, place.head): place for place in found}.values())
