"""The steps of the visible view as an animated GIF: what every slide program plays, in at most 255 colours.

A weight's colour stays within one level of its map, or within two where three maps with all their levels share a
picture. Colours that cover most of a picture are kept as they are; then come levels of colour maps that are not near
any of them, then the middle of the rest: the grey edges of letters.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from model.common.atomic import writing
from viz_app.exports.figures.figure import Figure, style_of
from viz_app.exports.figures.frames import Film, Words, changed, film
from viz_app.pictures.drawing.picture import Style
from viz_app.platform.theme import LEVELS, SIGNED
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


MOST = 255  #: the last of 256 is for what is transparent
REST = 24  #: of these, for what is neither common nor a level of a map
#: How many colours are kept because much is painted in them, and how far a level may move; the first pair that fits.
TRIES = ((120, 1), (60, 1), (100, 2), (60, 2), (0, 2))
EVERY = 1 << 24
Colours = NDArray[np.uint32]  #: [n] as 0xrrggbb


class Seen:
    """Which colours frames have. 16 MiB, however many frames there are."""

    def __init__(self) -> None:
        self._seen = np.zeros(EVERY, dtype=np.bool_)
        self.last: Words = np.empty((0, 0), dtype=np.uint32)

    def add(self, frame: Words) -> None:
        self._seen[frame & 0xFFFFFF] = True
        self.last = frame

    @property
    def colours(self) -> Colours:
        """In the order of their numbers."""
        return np.flatnonzero(self._seen).astype(np.uint32)


def chosen(seen: Colours, frame: Words, style: Style) -> Colours:
    """At most 255 of the colours ``seen``; ``frame`` says which are painted most."""
    if len(seen) <= MOST:
        return seen
    colours, counts = np.unique(frame & 0xFFFFFF, return_counts=True)
    common = colours[np.argsort(-counts, kind="stable")]
    tries = (_kept(seen, common[:number], far, style) for number, far in TRIES)
    kept = next(colours for colours in tries if len(colours) <= MOST - REST)
    return np.union1d(kept, middles(seen[~np.isin(seen, kept)], MOST - len(kept)))


def _kept(seen: Colours, common: Colours, far: int, style: Style) -> Colours:
    """What is common, and the levels of all maps that are not near."""
    for each in maps(style):
        common = np.union1d(common, thinned(seen, common, each, far))
    return common


def maps(style: Style) -> list[Colours]:
    """[256] the colours of each map that a picture may have; the one of weights last."""
    return [each.words & np.uint32(0xFFFFFF) for each in (*SIGNED[style.palette], style.colour_map)]


def thinned(seen: Colours, kept: Colours, table: Colours, far: int) -> Colours:
    """Colours of a map: each level that is ``seen`` is at most ``far`` from one of them or from one that is kept."""
    near = np.convolve(np.isin(table, kept), np.ones(2 * far + 1), "same") > 0
    chosen, reached = [], -1
    for level in np.flatnonzero(np.isin(table, seen) & ~near).tolist():
        if level > reached:
            chosen.append(min(level + far, LEVELS - 1))
            reached = level + 2 * far
    return table[chosen]


def middles(colours: Colours, most: int) -> Colours:
    """At most ``most`` colours between the given ones, by cutting their box in halves (Heckbert 1982)."""
    from PIL import Image  # only who makes a GIF needs it

    if most < 1 or not len(colours):
        return np.empty(0, dtype=np.uint32)
    row = Image.fromarray(parts(colours)[np.newaxis], "RGB")
    table = row.quantize(most, Image.Quantize.MEDIANCUT).getpalette() or []
    red, green, blue = np.array(table, dtype=np.uint32).reshape(-1, 3)[:most].T
    return np.unique(red << 16 | green << 8 | blue)


def nearest(colours: Colours, table: Colours, style: Style) -> NDArray[np.uint8]:
    """[2**24] for each of ``colours`` the place in ``table`` of the one that is nearest: in red, green and blue, or
    for a level of a map on that map. ``table`` must be sorted.
    """
    places = np.zeros(EVERY, dtype=np.uint8)
    known = parts(table).astype(np.int32)
    for start in range(0, len(colours), 4096):
        some = colours[start : start + 4096]
        away = parts(some).astype(np.int32)[:, np.newaxis] - known
        places[some] = (away * away).sum(axis=-1).argmin(axis=1)
    for each in maps(style):
        levels, held = np.flatnonzero(np.isin(each, colours)), np.flatnonzero(np.isin(each, table))
        if len(held):
            closest = held[np.abs(levels[:, np.newaxis] - held).argmin(axis=1)]
            places[each[levels]] = np.searchsorted(table, each[closest])
    return places


def parts(colours: Colours) -> NDArray[np.uint8]:
    """[n,3] red, green, blue."""
    return np.stack([colours >> 16 & 255, colours >> 8 & 255, colours & 255], axis=1).astype(np.uint8)
