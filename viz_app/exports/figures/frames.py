"""The visible view at one step after another: what animations are made of. One frame is held at a time.

Every frame is the same figure at another step. Nothing moves between them but what the step changes: the
caption has the room of its longest form in each, and pictures lay out what no step has reached yet. A film of a
training has a frame for each snapshot instead: what that one makes of the sentence, whole, or at the step on screen
where all were given the same target.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QImage

from model.analysis.causality_check import held_extension
from model.analysis.loss import is_taught
from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem
from model.common.progress import progress
from model.common.text import Text
from model.record.trace import Trace
from model.transforms.view_transform import read
from viz_app.exports.figures.figure import Figure, description, draw, lines_of_caption
from viz_app.state.state import Snapshot, within

FIRST, LAST = 2, 4  #: how much longer than the others these two frames stay
MOST_PIXELS = 16_000_000  #: of a frame: some four times as many bytes are held of it
MOST_FRAMES = 600
Words = NDArray[np.uint32]  #: [height, width] pixels as 0xffrrggbb


@dataclass(frozen=True, eq=False)
class Film:
    """A view at every step of its run, or by every snapshot of a training."""

    snapshot: Snapshot
    figure: Figure  #: with the same room for the caption in every frame
    steps: int  #: frames

    def milliseconds(self, step: int) -> int:
        """How long a step is shown: as long as it plays in the window, the first and the last one longer."""
        longer = FIRST if step == 0 else LAST if step == self.steps - 1 else 1
        return longer * self.snapshot.settings.play_milliseconds

    @property
    def words(self) -> str:
        """How many steps there are, and the last one in words."""
        told = QCoreApplication.translate("Exports", "{0} steps, one after another. The last one:")
        if self.figure.runs:
            told = QCoreApplication.translate("Exports", "{0} snapshots of a training, in turn. The last one:")
        return f"{told.format(self.steps)}\n{description(self.at(self.steps - 1), self.figure)}"

    def at(self, step: int) -> Snapshot:
        """The snapshot at a step, from 0."""
        return moment_of(self.snapshot, step, self.figure.runs)

    def frames(self, part: int = 0, parts: int = 1) -> Iterator[Words]:
        """Each step's pixels; says how far it is, where this is one of several rounds. Hold one at a time."""
        told = QCoreApplication.translate("Figure", "step {0} / {1}")
        if self.figure.runs:
            told = QCoreApplication.translate("Exports", "snapshot {0} / {1}")
        for step in range(self.steps):
            progress(told.format(step + 1, self.steps), (part + step / self.steps) / parts)
            yield pixels(draw(self.at(step), self.figure))
        progress("")


def film(snapshot: Snapshot, figure: Figure, name: str) -> Film:
    """The animation of ``snapshot``. Raises :class:`Problem` where nothing moves in it, or where it is too large."""
    trace, figure = snapshot.trace, replace(figure, moving=not figure.runs)
    if trace is None:
        raise Problem(name, Text("there is no run to animate"), Text("Translate a sentence first"))
    wide, high = figure.pixels
    if wide * high > MOST_PIXELS:
        why = Text("a frame of %1 × %2 pixels is too large for an animation", f"{wide:,}", f"{high:,}")
        raise Problem(name, why, Text("Choose a smaller size or fewer dots per inch"))
    steps = len(figure.runs) or trace.steps
    if steps > MOST_FRAMES:
        why = Text("the run has %1 steps, more than an animation shows", f"{steps:,}")
        if figure.runs:
            why = Text("the training has %1 snapshots, more than an animation shows", f"{steps:,}")
        raise Problem(name, why, Text("Save pictures instead"))
    if steps < 2:
        raise Problem(name, Text("the run has no second step, so nothing moves"), Text("Save a picture of it"))
    if not _moves(snapshot, steps, figure):
        why = Text("this view is the same at every step")
        if figure.runs:
            why = Text("this view is the same by the first snapshot and by the last")
        raise Problem(name, why, Text("Save a picture of it, or choose decoder or cross attention"))
    lines = max(len(lines_of_caption(moment_of(snapshot, step, figure.runs), figure)) for step in range(steps))
    return Film(snapshot, replace(figure, caption_lines=lines), steps)


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


def moment_of(snapshot: Snapshot, step: int, runs: tuple[Trace, ...] = ()) -> Snapshot:
    """At a step, from 0; of a training by that snapshot, whose run is read as the one on screen."""
    chosen = snapshot.selection
    if not runs:
        return replace(snapshot, selection=replace(chosen, step=step))
    run = runs[step]
    shown = read(run, snapshot.reading)
    place = within(replace(chosen, step=chosen.step if is_taught(run) else max(0, shown.steps - 1)), shown)
    return replace(
        snapshot, trace=shown, unread=None if shown is run else run, selection=place, described=shown,
        compared=(shown, place.kind, place.layer, place.head), extension=held_extension(run),
    )  # fmt: skip


def _moves(snapshot: Snapshot, steps: int, figure: Figure) -> bool:
    """Does the picture itself change? What is written around it always does."""
    bare = replace(figure, caption=False, honest=False, title=False, dpi=None, ratio=1.0)
    return draw(moment_of(snapshot, 0, figure.runs), bare) != draw(moment_of(snapshot, steps - 1, figure.runs), bare)
