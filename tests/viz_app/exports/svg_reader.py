"""Reads an SVG file with nothing of ours: the standard library's XML parser and a few lines for paths."""

from __future__ import annotations

import base64
import io
import re
from dataclasses import dataclass
from xml.etree import ElementTree as ET

import numpy as np
from numpy.typing import NDArray
from PIL import Image

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
RECTANGLE = re.compile(r"m(-?\d+)(?: (\d+)|(-\d+))h(\d+)v(\d+)h-(\d+)z")


@dataclass(frozen=True)
class Map:
    """Cells that were drawn: their colours as 0xrrggbb [rows, columns], and where they lie."""

    colours: NDArray[np.int64]
    left: float
    top: float
    cell_width: float
    cell_height: float

    def middle(self, row: int, column: int) -> tuple[float, float]:
        return self.left + (column + 0.5) * self.cell_width, self.top + (row + 0.5) * self.cell_height


def parse(text: str) -> ET.Element:
    return ET.fromstring(text.encode("utf-8"))


def texts(root: ET.Element) -> list[str]:
    """Every text, in the order of the file."""
    return ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]


def maps(root: ET.Element) -> list[Map]:
    """Every group of cells."""
    found = []
    for group in root.iter(f"{SVG}g"):
        place = re.fullmatch(r"translate\((\S+) (\S+)\)scale\((\S+) (\S+)\)", group.get("transform", ""))
        if place:
            found.append(Map(_cells(group), *(float(each) for each in place.groups())))
    return found


def _cells(group: ET.Element) -> NDArray[np.int64]:
    """The colour of each cell; every cell must be covered once, and every colour be one path."""
    fills = [path.get("fill", "") for path in group]
    assert len(set(fills)) == len(fills)
    boxes = [(int(path.get("fill", "")[1:], 16), box) for path in group for box in rectangles(path.get("d", ""))]
    colours = np.full((max(box[3] for _, box in boxes), max(box[2] for _, box in boxes)), -1)
    for colour, (left, top, right, bottom) in boxes:
        assert (colours[top:bottom, left:right] == -1).all()
        colours[top:bottom, left:right] = colour
    assert (colours >= 0).all()
    return colours


def rectangles(path: str) -> list[tuple[int, int, int, int]]:
    """Left, top, right, bottom of each closed part of a path of whole, relative steps."""
    found, x, y, end = [], 0, 0, 0
    for part in RECTANGLE.finditer(path):
        assert part.start() == end, path[end : part.start()]
        across, down, wide, high, back = (int(each) for each in part.groups() if each is not None)
        assert wide == back
        x, y, end = x + across, y + down, part.end()
        found.append((x, y, x + wide, y + high))
    assert end == len(path), path[end:]
    return found


def images(root: ET.Element) -> list[tuple[NDArray[np.uint8], list[float]]]:
    """The pixels of each image, and its x, y, width and height."""
    found = []
    for each in root.iter(f"{SVG}image"):
        kind, data = each.get(HREF, "").split(",", 1)
        assert kind == "data:image/png;base64"
        pixels = np.asarray(Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB"))
        found.append((pixels, [float(each.get(name, "")) for name in ("x", "y", "width", "height")]))
    return found
