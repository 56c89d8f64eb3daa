"""The steps of the visible view one after another: what animations are made of. One frame is held at a time.

Every frame is the same figure at another step. Nothing moves between them but what the step changes: the
caption has the room of its longest form in each, and pictures lay out what no step has reached yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QImage

from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem
from model.common.progress import progress
from model.common.text import Text
from viz_app.exports.figures.figure import Figure, description, draw, lines_of_caption
from viz_app.state.state import Snapshot

FIRST, LAST = 2, 4  #: how much longer than the others these two frames stay
MOST_PIXELS = 16_000_000  #: of a frame: some four times as many bytes are held of it
MOST_FRAMES = 600
Words = NDArray[np.uint32]  #: [height, width] pixels as 0xffrrggbb


@dataclass(frozen=True, eq=False)
class Film:
    """A view at every step of its run."""

    snapshot: Snapshot
    figure: Figure  #: with the same room for the caption in every frame
    steps: int

    def milliseconds(self, step: int) -> int:
        """How long a step is shown: as long as it plays in the window, the first and the last one longer."""
        longer = FIRST if step == 0 else LAST if step == self.steps - 1 else 1
        return longer * self.snapshot.settings.play_milliseconds

    @property
    def words(self) -> str:
        """How many steps there are, and the last one in words."""
        told = QCoreApplication.translate("Exports", "{0} steps, one after another. The last one:")
        return f"{told.format(self.steps)}\n{description(self.at(self.steps - 1), self.figure)}"

    def at(self, step: int) -> Snapshot:
        """The snapshot at a step, from 0."""
        return _at(self.snapshot, step)

    def frames(self, part: int = 0, parts: int = 1) -> Iterator[Words]:
        """Each step's pixels; says how far it is, where this is one of several rounds. Hold one at a time."""
        told = QCoreApplication.translate("Figure", "step {0} / {1}")
        for step in range(self.steps):
            progress(told.format(step + 1, self.steps), (part + step / self.steps) / parts)
            yield pixels(draw(self.at(step), self.figure))
        progress("")


def film(snapshot: Snapshot, figure: Figure, name: str) -> Film:
    """The animation of ``snapshot``. Raises :class:`Problem` where nothing moves in it, or where it is too large."""
    trace, figure = snapshot.trace, replace(figure, moving=True)
    if trace is None:
        raise Problem(name, Text("there is no run to animate"), Text("Translate a sentence first"))
    wide, high = figure.pixels
    if wide * high > MOST_PIXELS:
        why = Text("a frame of %1 × %2 pixels is too large for an animation", f"{wide:,}", f"{high:,}")
        raise Problem(name, why, Text("Choose a smaller size or fewer dots per inch"))
    if trace.steps > MOST_FRAMES:
        raise Problem(
            name,
            Text("the run has %1 steps, more than an animation shows", f"{trace.steps:,}"),
            Text("Save pictures instead"),
        )
    if trace.steps < 2:
        raise Problem(name, Text("the run has no second step, so nothing moves"), Text("Save a picture of it"))
    if not _moves(snapshot, trace.steps, figure):
        why = Text("this view is the same at every step")
        raise Problem(name, why, Text("Save a picture of it, or choose decoder or cross attention"))
    lines = max(len(lines_of_caption(_at(snapshot, step), figure)) for step in range(trace.steps))
    return Film(snapshot, replace(figure, caption_lines=lines), trace.steps)


def pixels(image: QImage) -> Words:
    """[height, width] a copy of an image's colours, as 0xffrrggbb."""
    words = np.frombuffer(image.constBits(), dtype=np.uint32)
    return words.reshape(image.height(), image.bytesPerLine() // 4)[:, : image.width()] | np.uint32(0xFF000000)


def changed(before: NDArray[Any], now: NDArray[Any]) -> tuple[int, int, int, int]:
    """The smallest box around what differs: left, top, right, bottom; of one pixel where nothing does."""
    differs = before != now
    rows, columns = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
    if not len(rows):
        return 0, 0, 1, 1
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


def _at(snapshot: Snapshot, step: int) -> Snapshot:
    return replace(snapshot, selection=replace(snapshot.selection, step=step))


def _moves(snapshot: Snapshot, steps: int, figure: Figure) -> bool:
    """Does the picture itself change? What is written around it always does."""
    bare = replace(figure, caption=False, honest=False, title=False, dpi=None, ratio=1.0)
    return draw(_at(snapshot, 0), bare) != draw(_at(snapshot, steps - 1), bare)
