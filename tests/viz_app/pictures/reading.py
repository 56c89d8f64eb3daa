"""Reads a picture back from its pixels, with a plain reference for what each cell should be."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QImage, QPainter

from model.record.trace import KINDS, Kind, Trace
from viz_app.pictures import all_pictures
from viz_app.pictures.drawing.page import PageText
from viz_app.pictures.drawing.panels import Panel
from viz_app.pictures.drawing.picture import Cell, Picture, Style, style_for
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.state.state import Selection, Settings, Snapshot

Pixels = NDArray[np.uint8]
MAGENTA = (255, 0, 255)  #: no picture uses it


def plain_style(dark: bool = False, ratio: float = 1.0, **settings: Any) -> Style:
    """No printed numbers, so that a cell's middle is its colour."""
    return style_for(replace(Settings(values=False), **settings), dark, ratio)


def snapshot_of(trace: Trace | None, kind: Kind = "cross", layer: int = 0, head: int = 0, **chosen: Any) -> Snapshot:
    """A snapshot at the last step, unless told otherwise."""
    steps = trace.steps if trace is not None else 0
    return Snapshot(trace=trace, selection=Selection(kind, layer, head, **{"step": max(0, steps - 1), **chosen}))


def draw(view: str, snapshot: Snapshot, width: int, height: int, style: Style) -> tuple[Picture, Pixels]:
    """A picture and its device pixels, [height,width,3] as red, green, blue; *Compare* has another run beside it."""
    if view == "compare" and snapshot.trace is not None and snapshot.pinned is None:
        snapshot = replace(snapshot, pinned=another_run(snapshot.trace))
    picture = all_pictures()[view].picture(snapshot, width, height, style)
    return picture, pixels_of(picture, width, height, style)


@lru_cache(maxsize=4)
def another_run(trace: Trace) -> Trace:
    """The same tokens with each head's maps at the next head's place."""
    maps = {f"{kind}_attention": trace.attention(kind) for kind in KINDS}
    turned: dict[str, Any] = {name: np.roll(each, 1, axis=1) for name, each in maps.items() if each is not None}
    return replace(trace, source_ids=trace.source_ids.copy(), **turned)


def pixels_of(picture: Picture, width: int, height: int, style: Style) -> Pixels:
    """[height,width,3] device pixels of a painted picture, on magenta."""
    image = QImage(round(width * style.ratio), round(height * style.ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(style.ratio)
    image.fill(0xFF00FF)
    painter = QPainter(image)
    picture.paint(painter)
    painter.end()
    return array_of(image)


def array_of(image: QImage) -> Pixels:
    """[height,width,3] of any image."""
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    raw = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.bytesPerLine())
    return raw[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).copy()


@dataclass(frozen=True)
class Area:
    """Device pixels that answer with one cell: a half-open box."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def middle(self) -> tuple[int, int]:
        """(row, column) of a pixel in the middle."""
        return (self.top + self.bottom) // 2, (self.left + self.right) // 2

    @property
    def smallest(self) -> int:
        return min(self.right - self.left, self.bottom - self.top)


def assert_apart_and_inside(picture: MapSheet, size: tuple[int, int]) -> None:
    """No two maps of a page share a pixel, and none leaves it."""
    covered = np.zeros((size[1], size[0]), dtype=int)
    for x, y, wide, high in (panel.box for panel in picture.plan.panels):
        assert min(x, y) >= 0
        assert x + wide <= size[0]
        assert y + high <= size[1]
        covered[y : y + high, x : x + wide] += 1
    assert covered.max() == 1


def areas(picture: Picture, ratio: float, every: int = 2) -> dict[Cell, Area]:
    """Ask ``at`` for every second device pixel: which cell lies where?"""
    found: dict[Cell, Area] = {}
    for y in range(0, round(picture.height * ratio), every):
        for x in range(0, round(picture.width * ratio), every):
            cell = picture.at((x + 0.5) / ratio, (y + 0.5) / ratio)
            if cell is not None:
                old = found.get(cell, Area(x, y, x + 1, y + 1))
                found[cell] = Area(min(old.left, x), min(old.top, y), max(old.right, x + 1), max(old.bottom, y + 1))
    return found


def level_of(colour: NDArray[np.uint8], style: Style) -> int | None:
    """Which of the map's 256 colours this is; None for any other."""
    hits = np.flatnonzero((style.colour_map.table == colour).all(axis=1))
    return int(hits[0]) if len(hits) else None


def expected_level(weight: float, style: Style, maximum: float = 1.0) -> float:
    """0…255, not rounded, by plain arithmetic."""
    share = weight / maximum if style.per_map_scale else weight
    return 255 * (share**0.5 if style.scale == "sqrt" else share)


def rgb(colour: str) -> tuple[int, int, int]:
    """``#rrggbb`` as numbers."""
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue


def where(pixels: Pixels, colour: str) -> NDArray[np.bool_]:
    """[height,width] pixels of exactly this colour."""
    red, green, blue = rgb(colour)
    return np.asarray((pixels[..., 0] == red) & (pixels[..., 1] == green) & (pixels[..., 2] == blue))


def colours_in(pixels: Pixels, box: tuple[int, int, int, int], inset: int = 0) -> set[tuple[int, ...]]:
    """The colours inside a box (x, y, width, height)."""
    x, y, wide, high = box
    part = pixels[y + inset : y + high - inset, x + inset : x + wide - inset]
    return {tuple(colour) for colour in part.reshape(-1, 3).tolist()}


def sheet(view: str, snapshot: Snapshot, width: int, height: int, style: Style) -> tuple[MapSheet, Pixels]:
    """As :func:`draw`, where the picture is known to show maps."""
    picture, pixels = draw(view, snapshot, width, height, style)
    assert isinstance(picture, MapSheet)
    return picture, pixels


def cell_box(panel: Panel, query: int, key: int) -> tuple[int, int, int, int]:
    """Where a cell of a map lies: x, y, width, height."""
    (x, wide), (y, high) = panel.form.x.span(key), panel.form.y.span(query)
    return panel.left + x, panel.top + y, wide, high


def spy_on_texts(monkeypatch: pytest.MonkeyPatch, module: Any) -> list[PageText]:
    """Collect the headings that a picture module puts on its page."""
    texts: list[PageText] = []
    real = module.Backgrounds

    def pages(frame: Any, some: Any, outlines: Any, style: Style) -> Any:
        texts.extend(some)
        return real(frame, some, outlines, style)

    monkeypatch.setattr(module, "Backgrounds", pages)
    return texts
