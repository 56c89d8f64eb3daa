"""Levels of detail of a map: at half, a quarter … of its rows and of its columns, each made when first asked for.

A block shows the number of the largest size under it, so that no strong cell is lost however many share a pixel, and
it is blocked only where all of it is. Rows and columns shrink on their own: maps are not square.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from viz_app.pictures.drawing import cell_states, quantities
from viz_app.pictures.drawing.cell_states import States
from viz_app.pictures.drawing.picture import Style

Level = tuple[int, int]  #: how often rows, and columns, were halved
Numbers = NDArray[np.float32]
Shown = tuple[float, float]  #: numbers of the palest and of the full colour
Item = TypeVar("Item", bound=np.generic)
SMALLEST = 16  #: blocks along a side that are not joined further


class Pyramid:
    """The levels of one map, and their colours."""

    def __init__(self, values: NDArray[np.floating], states: States | None, style: Style, hides: bool) -> None:
        """``hides``: what is blocked shows no number, only why it is blocked."""
        self.style = style
        known = np.nan_to_num(np.asarray(values, dtype=np.float32), nan=0.0, posinf=np.inf, neginf=-np.inf)
        closed = None if states is None or not hides else states != cell_states.OPEN
        self._values: dict[Level, Numbers] = {(0, 0): known if closed is None else np.where(closed, 0, known)}
        self._closed: dict[Level, NDArray[np.bool_]] = {} if closed is None else {(0, 0): closed}
        self._images: dict[Level, QImage] = {}
        self._shown: Shown = (0.0, 1.0)

    @property
    def deepest(self) -> Level:
        """The smallest level."""
        rows, columns = (_halvings(count) for count in self._values[0, 0].shape)
        return rows, columns

    def values(self, level: Level) -> Numbers:
        """[blocks of rows, blocks of columns]."""
        pick = _larger if self.style.below is not None else np.maximum
        return _found(self._values, level, pick)

    def closed(self, level: Level) -> NDArray[np.bool_] | None:
        """The same shape: where nothing but blocked cells is; None where none is."""
        return _found(self._closed, level, np.logical_and) if self._closed else None

    def show(self, shown: Shown) -> None:
        """Colours from the first number to the second from now on."""
        if shown != self._shown:
            self._shown = shown
            self._images.clear()

    def image(self, level: Level) -> QImage:
        """A pixel for each block; transparent where it is blocked."""
        if level not in self._images:
            words = colours(self.values(level), self._shown, self.style)
            closed = self.closed(level)
            form = QImage.Format.Format_RGB32
            if closed is not None:
                words[closed] = 0
                form = QImage.Format.Format_ARGB32_Premultiplied
            self._images[level] = cell_states.image(words, form)
        return self._images[level]


def colours(values: Numbers, shown: Shown, style: Style) -> NDArray[np.uint32]:
    """Numbers of any shape → words of QImage, in the views' own colours; numbers of either sign go two ways from 0."""
    low, high = (0.0, shown[1]) if style.below is not None else shown
    shares = values if (low, high) == (0.0, 1.0) else (values - np.float32(low)) / np.float32(high - low)
    if style.below is None:
        shares = np.clip(shares, 0, 1)
    else:
        shares = np.clip(shares, -1, 1)
    words = np.empty(values.shape, dtype=np.uint32)
    quantities.words(shares, style, words)
    return words


def _halvings(count: int) -> int:
    done = 0
    while count > SMALLEST:
        count, done = (count + 1) // 2, done + 1
    return done


def _larger(one: Numbers, other: Numbers, out: Numbers) -> None:
    """Of each two the one of the larger size."""
    np.copyto(out, np.where(np.abs(other) > np.abs(one), other, one))


def _found(levels: dict[Level, NDArray[Item]], level: Level, pick: Callable[..., object]) -> NDArray[Item]:
    if level not in levels:
        rows, columns = level
        if columns:
            finer = _found(levels, (rows, columns - 1), pick)
            levels[level] = _halved(finer.T, pick).T
        else:
            levels[level] = _halved(_found(levels, (rows - 1, 0), pick), pick)
    return levels[level]


def _halved(finer: NDArray[Item], pick: Callable[..., object]) -> NDArray[Item]:
    """Every two rows as one; the last one alone where their number is odd."""
    joined = finer[::2].copy()
    pairs = len(finer) // 2
    pick(joined[:pairs], finer[1::2], out=joined[:pairs])
    return joined
