"""The steps of the visible view as an animated GIF: what every slide program plays, in at most 255 colours."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from model.common.atomic import writing
from viz_app.exports.figures.figure import Figure, style_of
from viz_app.exports.figures.frames import Film, changed, film
from viz_app.exports.figures.gif_colours import Colours, Seen, chosen, nearest, parts
from viz_app.state.state import Snapshot

SUFFIX = ".gif"
OF = "steps"
USES = ("preset", "dark", "title", "caption", "honest", "legend", "language", "dpi")

TABLE_OF_256 = 0xF7  #: one table of 256 colours for all frames
SAME = 255  #: the colour of what a frame leaves as it was
STAYS = 1  #: what becomes of a frame after it
FOREVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
BLOCK = 255  #: bytes that a comment has in one piece


def label() -> str:
    return QCoreApplication.translate("Exports", "Animation (GIF)")


def write(snapshot: Snapshot, figure: Figure, path: Path) -> None:
    """One frame per step, in an endless loop; frames are drawn twice, first to find their colours.

    Raises :class:`model.common.problems.Problem`. The format: CompuServe, GIF89a.
    """
    found = film(snapshot, figure, str(path))
    table, places = _colours(found)
    with writing(path) as file:
        file.write(_head(found.figure.pixels, table, found.words))
        file.writelines(_frames(found, places))
        file.write(b";")


def _colours(found: Film) -> tuple[Colours, NDArray[np.uint8]]:
    """The table of all frames, and each colour's place in it."""
    seen = Seen()
    for frame in found.frames(0, 2):
        seen.add(frame)
    colours = seen.colours
    style = style_of(found.snapshot, found.figure)
    table = chosen(colours, seen.last, style)
    return table, nearest(colours, table, style)


def _head(size: tuple[int, int], table: Colours, words: str) -> bytes:
    comment = words.encode("utf-8", "replace")
    pieces = (comment[start : start + BLOCK] for start in range(0, len(comment), BLOCK))
    return b"".join(
        (
            b"GIF89a" + struct.pack("<HHBBB", *size, TABLE_OF_256, 0, 0),
            parts(table).tobytes().ljust(3 * 256, b"\0"),
            FOREVER,
            b"!\xfe" + b"".join(bytes([len(piece)]) + piece for piece in pieces) + b"\0",
        )
    )


def _frames(found: Film, places: NDArray[np.uint8]) -> Iterator[bytes]:
    from PIL import GifImagePlugin, Image  # only who makes a GIF needs it

    before = None
    for step, frame in enumerate(found.frames(1, 2)):
        now = places[frame & 0xFFFFFF]
        left, top, right, bottom = (0, 0, *now.shape[::-1]) if before is None else changed(before, now)
        part = now[top:bottom, left:right]
        shown = part if before is None else np.where(part == before[top:bottom, left:right], SAME, part)
        yield from GifImagePlugin.getdata(
            Image.fromarray(np.ascontiguousarray(shown, dtype=np.uint8)),
            (left, top),
            duration=found.milliseconds(step),
            disposal=STAYS,
            transparency=SAME,
        )
        before = now
