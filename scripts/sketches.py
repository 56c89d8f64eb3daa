"""Three arrangements of the window, drawn to scale and measured: ``python scripts/sketches.py``.

Writes ``docs/images/arrangement-*.svg`` and prints the table of ``docs/arrangements.md``. Lengths are logical pixels
at the usual size of text; the heights of lines are those of the real controls.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "images"
SIZES = ((1024, 600), (1280, 720), (1600, 1000), (2560, 1440))
STEPS, LONG = 17, 150  #: rows of the shipped sentence, and of a long one
#: Heights of the lines that every arrangement has.
MENU, BAR, LINE, STRIPS, STEP, TABS, DISPLAY, SENTENCE, STATUS = 20, 40, 28, 76, 36, 28, 32, 34, 26
LABELS = (110, 96)  #: beside a map and above it, with its heading and legend


@dataclass(frozen=True)
class Place:
    """A part of the window."""

    words: str
    left: float
    top: float
    wide: float
    high: float


Arrangement = Callable[[float, float], list[Place]]


def stacked(parts: Mapping[str, float], left: float, top: float, wide: float) -> list[Place]:
    """Lines below each other."""
    places = []
    for words, high in parts.items():
        places.append(Place(words, left, top, wide, high))
        top += high
    return places


def columns(wide: float, high: float) -> list[Place]:
    """A, as in 0.4: notices and choices push, the inspector is one long column."""
    head = stacked({"menus": MENU, "checkpoint · device · source · More": BAR, "source and target tokens": STRIPS,
                    "steps, slider · heads, words, columns, quantity": STEP}, 0, 0, wide)  # fmt: skip
    top, end = head[-1].top + STEP, high - STATUS
    left, right = 0.177 * wide, 0.743 * wide
    return [
        *head, Place("map of the model", 0, top, left, end - top), Place("views", left, top, right - left, TABS),
        Place("picture", left, top + TABS, right - left, end - top - TABS - SENTENCE),
        Place("row sentence", left, end - SENTENCE, right - left, SENTENCE),
        Place("inspector: cell, explanations, candidates, more explanations (scrolls)", right, top, wide - right,
              end - top),
        Place("status", 0, end, wide, STATUS),
    ]  # fmt: skip


def stage(wide: float, high: float) -> list[Place]:
    """B: one reserved line, questions beside the steps, answers as a sheet over the views."""
    head = stacked({"menus": MENU, "German → English · everyday · source · More": BAR,
                    "source → translation, or a notice, or the target": LINE, "source and target tokens": STRIPS,
                    "steps, slider · Why “tired”? · What if “müde” were missing? · What is masked?": STEP},
                   0, 0, wide)  # fmt: skip
    top, end = head[-1].top + STEP, high - STATUS
    left, right = 0.177 * wide, 0.743 * wide
    return [
        *head, Place("map of the model", 0, top, left, end - top),
        Place("views · encoder / decoder / cross", left, top, right - left, TABS),
        Place("Display: heads, words, columns, quantity, scale", left, top + TABS, right - left, DISPLAY),
        Place("picture (an answer covers it, at full width)", left, top + TABS + DISPLAY, right - left,
              end - top - TABS - DISPLAY - SENTENCE),
        Place("row sentence", left, end - SENTENCE, right - left, SENTENCE),
        Place("cell, candidates, list of questions (all in sight)", right, top, wide - right, end - top),
        Place("status", 0, end, wide, STATUS),
    ]  # fmt: skip


def page(wide: float, high: float) -> list[Place]:
    """C: the picture over the whole width, everything that explains it below."""
    head = stacked({"menus": MENU, "German → English · everyday · source · More": BAR,
                    "source → translation, or a notice, or the target": LINE, "source and target tokens": STRIPS,
                    "steps, slider · three questions": STEP, "views · encoder / decoder / cross · Display": TABS},
                   0, 0, wide)  # fmt: skip
    top, end = head[-1].top + TABS, high - STATUS
    below = top + 0.58 * (end - top)
    third = wide / 3
    return [
        *head, Place("picture", 0, top, wide, below - top - SENTENCE),
        Place("row sentence", 0, below - SENTENCE, wide, SENTENCE),
        Place("map of the model, lying", 0, below, third, end - below),
        Place("cell and candidates", third, below, third, end - below),
        Place("answers", 2 * third, below, third, end - below), Place("status", 0, end, wide, STATUS),
    ]  # fmt: skip


ARRANGEMENTS: Mapping[str, Arrangement] = {"a-columns": columns, "b-stage": stage, "c-page": page}


def svg(places: list[Place], wide: float, high: float) -> str:
    """The sketch as a picture."""
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" font-family="sans-serif">',
             f'<rect width="{wide:g}" height="{high:g}" fill="#fff"/>']  # fmt: skip
    for place in places:
        fill = "#d9e6f7" if place.words.startswith("picture") else "#f4f5f8"
        box = f'x="{place.left:.1f}" y="{place.top:.1f}" width="{place.wide:.1f}" height="{place.high:.1f}"'
        parts.append(f'<rect {box} fill="{fill}" stroke="#8a93a5"/>')
        size = 13 if place.high < 60 else 15
        words = place.words if 0.52 * size * len(place.words) < place.wide else place.words.split(":")[0].split(",")[0]
        middle = place.left + place.wide / 2, place.top + place.high / 2 + size / 3
        parts.append(f'<text x="{middle[0]:.1f}" y="{middle[1]:.1f}" font-size="{size}" text-anchor="middle" '
                     f'fill="#20242c">{escape(words)}</text>')  # fmt: skip
    return "\n".join([*parts, "</svg>", ""])


def measured(places: list[Place]) -> tuple[float, float, float, float]:
    """The picture's area in thousands of square pixels; a row's height of 17 and of 150; the inspector's height."""
    picture = next(place for place in places if place.words.startswith("picture"))
    beside = next(place for place in places if place.words.startswith(("inspector", "cell")))
    room = picture.high - LABELS[1]
    return picture.wide * picture.high / 1000, room / STEPS, room / LONG, beside.high


def main() -> int:
    """Write the sketches and print the table; returns the exit code."""
    print("| window | arrangement | picture, 1000 px² | row of 17 | row of 150 | room for cell and candidates |")
    print("|-|-|-|-|-|-|")
    for size in SIZES:
        for name, arrange in ARRANGEMENTS.items():
            area, row, long_row, beside = measured(arrange(*size))
            print(f"| {size[0]}×{size[1]} | {name[0].upper()} | {area:.0f} | {row:.1f} px | {long_row:.1f} px "
                  f"| {beside:.0f} px |")  # fmt: skip
    for name, arrange in ARRANGEMENTS.items():
        (FOLDER / f"arrangement-{name}.svg").write_text(svg(arrange(1280, 720), 1280, 720), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
