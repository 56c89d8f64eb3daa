"""The steps of the visible view as an animated PNG: every pixel exact."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from model.common.atomic import writing
from viz_app.exports.figures.figure import Figure
from viz_app.exports.figures.frames import Film, Words, changed, film
from viz_app.state.paper_sizes import INCH
from viz_app.state.state import Snapshot

SUFFIX = ".apng"
OF = "steps"
USES = ("preset", "dark", "title", "caption", "honest", "legend", "language", "dpi")

SIGNATURE = b"\x89PNG\r\n\x1a\n"
RGBA, KEEP, OVER = 6, 0, 1  #: colour type; what becomes of a frame after it; how the next one lies on it


def label() -> str:
    return QCoreApplication.translate("Exports", "Animation, exact (APNG)")


def write(snapshot: Snapshot, figure: Figure, path: Path) -> None:
    """One frame per step, in an endless loop; what a frame leaves as it was is transparent in it.

    Raises :class:`model.common.problems.Problem`. The format: W3C, Portable Network Graphics, third edition.
    """
    found = film(snapshot, figure, str(path))
    with writing(path) as file:
        file.write(SIGNATURE)
        file.writelines(_chunks(found))


def _chunks(found: Film) -> Iterator[bytes]:
    wide, high = found.figure.pixels
    dots = round(INCH * found.figure.scale / 0.0254)
    yield _chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, RGBA, 0, 0, 0))
    yield _chunk(b"pHYs", struct.pack(">IIB", dots, dots, 1))
    yield _chunk(b"iTXt", b"Description\0\0\0\0\0" + found.words.encode("utf-8", "replace"))
    yield _chunk(b"acTL", struct.pack(">II", found.steps, 0))
    before, number = None, 0  # frames' headers and data are counted together
    for step, now in enumerate(found.frames()):
        left, top, right, bottom = (0, 0, wide, high) if before is None else changed(before, now)
        place = struct.pack(">IIIII", number, right - left, bottom - top, left, top)
        yield _chunk(b"fcTL", place + struct.pack(">HHBB", found.milliseconds(step), 1000, KEEP, OVER))
        part = now[top:bottom, left:right]
        data = zlib.compress(_rows(part, None if before is None else before[top:bottom, left:right]))
        if before is None:
            yield _chunk(b"IDAT", data)
            number += 1
        else:
            yield _chunk(b"fdAT", struct.pack(">I", number + 1) + data)
            number += 2
        before = now


def _rows(now: Words, before: Words | None) -> bytes:
    """Red, green, blue, alpha of every pixel, with a leading 0 in each row: no filter."""
    shown = now if before is None else now * (now != before)
    turned = (shown << 8 | shown >> 24).astype(">u4")
    rows = turned.view("u1").reshape(len(now), -1)
    return b"".join(b"\0" + row.tobytes() for row in rows)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
