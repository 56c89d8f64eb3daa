"""Weights → pixels: 256 levels in the scale on display, one word per cell, or per pixel where cells are smaller.

The float trace stays the source of truth: read-outs never come from here. A step converts nothing: it
shows more rows of the same images.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind, Trace
from viz_app.pictures.drawing import cell_states, quantities
from viz_app.pictures.drawing.drawings import PictureCache
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.panels import Panel, Shown
from viz_app.pictures.drawing.picture import Style

Weights = NDArray[np.float32]
Item = TypeVar("Item", bound=np.generic)


@dataclass(frozen=True, eq=False)
class Atlas:
    """Some layers' and heads' maps, all of one size: an image per layer, its heads' maps one below the other."""

    kind: Kind
    layers: range
    heads: range
    words: NDArray[np.uint32]  #: [L,H,rows,columns], what the images show
    images: tuple[QImage, ...]  #: [L]
    maxima: NDArray[np.float32]  #: [L,H,1,1] the weight of full colour
    trouble: quantities.Trouble  #: of the numbers that it shows
    patterned: bool  #: the patterns of blocked cells are in the images already
    corner: tuple[int, int] = (0, 0)  #: the first row and column that it shows of each map

    def maximum(self, layer: int, head: int) -> float:
        """The weight of full colour in one map; layer and head as in the trace."""
        return float(self.maxima[layer - self.layers.start, head - self.heads.start, 0, 0])

    @property
    def sources(self) -> list[tuple[QImage, int]]:
        """For each map, by layers and heads: its layer's image and the row where it begins there."""
        rows = self.words.shape[2]
        return [(image, head * rows) for image in self.images for head in range(len(self.heads))]

    @property
    def bytes(self) -> int:
        return self.words.nbytes


_cache: PictureCache[Atlas] = PictureCache(96 << 20, lambda atlas: atlas.bytes, count=6)  # three kinds in two views


def atlas(trace: Trace, kind: Kind, layers: range, heads: range, x: Axis, y: Axis, style: Style) -> Atlas:
    """The maps of ``layers`` × ``heads`` for boxes of these axes. Raises KeyError without such attention."""
    key = (
        weakref.ref(trace), kind, layers, heads, x.at(0), y.at(0),
        style.colour_map, style.scale, style.per_map_scale, style.palette, style.ratio, style.full, style.below,
    )  # fmt: skip
    return _cache.get(key, lambda: _make(trace, kind, layers, heads, x, y, style))


SPARED = 8 << 20  #: bytes: all maps of a window have less, but for very long sentences


class _Spare:
    """The memory of the atlas that went last: another like it needs no new pages of the system."""

    def __init__(self) -> None:
        self._words: NDArray[np.uint32] | None = None

    def keep(self, words: NDArray[np.uint32]) -> None:
        """What nobody shows any more, where it is not so much that others would miss it."""
        self._words = words if words.nbytes <= SPARED else None

    def words(self, shape: tuple[int, int, int, int]) -> NDArray[np.uint32]:
        """Numbers of any value."""
        words, self._words = self._words, None
        return words if words is not None and words.shape == shape else np.empty(shape, dtype=np.uint32)


_spare = _Spare()


def _make(trace: Trace, kind: Kind, layers: range, heads: range, x: Axis, y: Axis, style: Style) -> Atlas:
    whole = _part(trace, kind, layers, heads)
    weights = cut(whole, x, y)
    words = _spare.words((len(layers), len(heads), y.pixels, x.pixels))
    maxima = np.full((len(layers), len(heads), 1, 1), style.full, dtype=np.float32)
    over, found = _pattern_words(trace, kind, x, y, style), set[quantities.Trouble]()
    for index, layer in enumerate(weights):  # one at a time: little extra memory, and it stays in the cache
        values = _either_way(layer, lambda part: pool(part, x, y), style)
        within = quantities.are_shares(values)
        found.add("" if within else quantities.trouble(values, style.quantity))
        if style.per_map_scale:  # a part is coloured as it is in its map
            maxima[index] = quantities.highest(values if weights is whole else whole[index], style)
        if style.per_map_scale or style.full != 1:
            values, within = values / maxima[index], False
        quantities.words(values, style, words[index], within)
        if over is not None:
            np.copyto(words[index], over, where=over != 0)
    trouble, corner = quantities.worst(*found), (y.first, x.first)
    made = Atlas(kind, layers, heads, words, _images(words), maxima, trouble, over is not None, corner)
    weakref.finalize(made, _spare.keep, words)
    return made


def cut(maps: NDArray[Item], x: Axis, y: Axis) -> NDArray[Item]:
    """[…,Q,K] → the rows and columns of two axes; ``maps`` itself where these are all."""
    if maps.shape[-2:] == (y.count, x.count):
        return maps
    return maps[..., y.first : y.first + y.count, x.first : x.first + x.count]


def _pattern_words(trace: Trace, kind: Kind, x: Axis, y: Axis, style: Style) -> NDArray[np.uint32] | None:
    """[rows,columns] where a cell is one pixel or less and some are blocked: patterns cost nothing then."""
    states = cell_states.states(trace, kind)
    if max(x.cell, y.cell) > 1 or states is None:
        return None
    return cell_states.pattern_words(cut(states, x, y), x, y, style, ground=not trace.meta.leaky_mask)


def _part(trace: Trace, kind: Kind, layers: range, heads: range) -> Weights:
    """[L,H,Q,K] of some layers and heads."""
    return trace.maps(kind)[layers.start : layers.stop, heads.start : heads.stop]


def newest_rows(atlas: Atlas, trace: Trace, rows: range, x: Axis, columns: int, style: Style) -> NDArray[np.uint32]:
    """[L,H,1,columns]: ``rows`` of the same run as one pixel row per map, its first ``columns`` pixels.

    Where a pixel stands for several rows of which only some are decoded, it must not show the others.
    """
    weights = _part(trace, atlas.kind, atlas.layers, atlas.heads)[..., atlas.corner[0] :, atlas.corner[1] :]
    end = columns if x.stretched else x.cells(columns - 1).stop
    shown = weights[:, :, rows.start : rows.stop, :end]
    newest = _either_way(shown, lambda part: _newest(part, x, columns), style)
    words = np.empty(newest.shape, dtype=np.uint32)
    quantities.words(newest / atlas.maxima, style, words)
    return words


def _newest(weights: Weights, x: Axis, columns: int) -> Weights:
    """[L,H,rows,K] → [L,H,1,columns] the largest number under each pixel."""
    newest = weights[:, :, :1].copy()
    for row in range(1, weights.shape[2]):
        np.maximum(newest, weights[:, :, row : row + 1], out=newest)
    return newest if x.stretched else _pool_columns(newest, x, columns)


def _pool_columns(values: Weights, x: Axis, pixels: int) -> Weights:
    """[…,K] → […,pixels] the largest number under each of the first pixels: a cell of each at a time.

    Four times as fast as ``maximum.reduceat``.
    """
    starts = x.blocks[:pixels]
    lasts = np.append(starts[1:], values.shape[-1]) - 1
    pooled = values.take(starts, axis=-1)
    for further in range(1, int((lasts - starts).max()) + 1):
        np.maximum(pooled, values.take(np.minimum(starts + further, lasts), axis=-1), out=pooled)
    return pooled


def _either_way(values: Weights, largest: Callable[[Weights], Weights], style: Style) -> Weights:
    """The largest number under each pixel; where there are numbers below 0, the one of the largest size."""
    most = largest(values)
    if style.below is None:
        return most
    least = -largest(-values)
    return np.where(-least > most, least, most)


@contextmanager
def borrowed_row(atlas: Atlas, row: int, words: NDArray[np.uint32]) -> Iterator[None]:
    """Pixel row ``row`` of every map shows ``words`` [L,H,1,columns] for a while: one image to draw instead of two."""
    place = atlas.words[:, :, row : row + 1, : words.shape[-1]]
    whole = place.copy()
    place[...] = words
    try:
        yield
    finally:
        place[...] = whole


def partial_words(
    atlas: Atlas | None, trace: Trace, panel: Panel, shown: Shown, style: Style
) -> NDArray[np.uint32] | None:  # fmt: skip
    """[L,H,1,columns] the row of pixels of which some rows are decoded, as far as they are; None where all are.

    ``panel`` is one of the atlas' maps, and ``shown`` what of it is decoded.
    """
    y, row = panel.form.y, shown.high
    if atlas is None or not y.pooled or not shown.wide or row >= y.length or y.blocks[row] >= shown.rows:
        return None
    return newest_rows(atlas, trace, range(int(y.blocks[row]), shown.rows), panel.form.x, shown.source_wide, style)


@contextmanager
def partial_row(atlas: Atlas | None, trace: Trace, panel: Panel, shown: Shown, style: Style) -> Iterator[int]:
    """How many rows of pixels are partly decoded, 0 or 1; they are in the atlas as far as they are."""
    words = partial_words(atlas, trace, panel, shown, style)
    if atlas is None or words is None:
        yield 0
        return
    with borrowed_row(atlas, shown.high, words):
        yield 1


def pool(weights: Weights, x: Axis, y: Axis) -> Weights:
    """[…,Q,K] → […,y.pixels,x.pixels]: the largest weight under each pixel, so that nothing thin is lost."""
    weights = _pool_rows(weights, y)
    if not x.pooled:
        return weights if x.stretched else weights.take(x.blocks, axis=-1)
    return _pool_rows(np.ascontiguousarray(weights.swapaxes(-1, -2)), x).swapaxes(-1, -2)


def _pool_rows(weights: Weights, axis: Axis) -> Weights:
    """Whole rows at a time: fifteen times faster than numpy's ``maximum.reduceat``."""
    if not axis.pooled:
        return weights if axis.stretched else weights.take(axis.blocks, axis=-2)
    pooled = np.empty((*weights.shape[:-2], axis.length, weights.shape[-1]), dtype=weights.dtype)
    starts = axis.blocks.tolist()
    for pixel, (start, end) in enumerate(zip(starts, [*starts[1:], axis.count], strict=True)):
        np.maximum.reduce(weights[..., start:end, :], axis=-2, out=pooled[..., pixel, :])  # ``np.max`` asks more first
    return pooled


def _images(words: NDArray[np.uint32]) -> tuple[QImage, ...]:
    """[L,H,rows,columns] → an image per layer. They share the memory of ``words``, which their owner must keep."""
    _, heads, high, wide = words.shape
    form = QImage.Format.Format_RGB32
    return tuple(QImage(layer.data, wide, heads * high, 4 * wide, form) for layer in words)
