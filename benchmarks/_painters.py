"""Ways to show a grid of attention maps in a window, each returning CPU milliseconds per frame.

A frame is from new values (or a new step, or a moved pointer) to the painted window of 1600 × 1000.
Ours are the real pictures; the others are what the libraries' own documentation suggests.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from benchmarks._harness import cpu_median
from model.record.trace import Kind, Meta, Trace
from viz_app.pictures import all_layers
from viz_app.pictures.drawing import token_labels
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.picture import Picture, Style, style_for
from viz_app.pictures.drawing.token_labels import Label
from viz_app.platform.theme import SEA, font
from viz_app.state.state import Selection, Settings, Snapshot

WIDTH, HEIGHT = 1600, 1000
Weights = NDArray[np.float32]


def weights_of(layers: int, heads: int, tokens: int, seed: int) -> Weights:
    """[L,H,T,T] rows that sum to 1, with a band near the diagonal."""
    random = np.random.default_rng(seed)
    near = np.exp(-np.abs(np.subtract.outer(np.arange(tokens), np.arange(tokens))) / 2).astype(np.float32)
    weights = np.empty((layers, heads, tokens, tokens), dtype=np.float32)
    for number in range(layers):
        weights[number] = random.random(weights.shape[1:], dtype=np.float32) * near + 1e-3
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights


def trace_of(kind: Kind, weights: Weights, word: str = "word") -> Trace:
    """A run that holds nothing but one kind of attention."""
    tokens = weights.shape[-1]
    words = np.array([f"{word}{number % 17}" for number in range(tokens)])
    meta = Meta("benchmark", "", "tut6", "cpu", {}, "end token", "", "0")
    mask = np.tri(tokens, dtype=bool) if kind == "decoder" else np.ones((tokens, tokens), dtype=bool)
    if kind == "decoder":
        weights *= mask
    arrays: dict[str, Any] = {f"{kind}_attention": weights, f"{kind}_mask": mask}
    for name in ("source", "consumed", "produced"):
        arrays |= {f"{name}_ids": np.arange(tokens), f"{name}_tokens": words.copy()}
    return Trace(meta, **arrays)


class Host(QWidget):
    """A window with one picture."""

    def __init__(self) -> None:
        super().__init__()
        self.picture: Picture | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.resize(WIDTH, HEIGHT)

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter = QPainter(self)
        assert self.picture is not None
        self.picture.paint(painter)


@lru_cache(maxsize=1)
def _application() -> QApplication:
    """The one application, kept alive."""
    return QApplication([])


def _show(widget: QWidget) -> None:
    widget.show()
    _application().processEvents()


def _style() -> Style:
    return style_for(Settings(), dark=False, ratio=1.0, on_screen=True)


# --- ours ---


def ours_replaced(layers: int, heads: int, tokens: int) -> float:
    """Every map's values are new: convert, lay out, paint."""
    _application()
    host, style = Host(), _style()
    data = [weights_of(layers, heads, tokens, seed) for seed in range(4)]
    traces = [trace_of("cross", data[number % 4]) for number in range(33)]  # each is another run to the cache
    selection = Selection(kind="cross", step=tokens - 1)

    def frame(index: int) -> None:
        snapshot = Snapshot(trace=traces[index], selection=selection)
        host.picture = all_layers.picture(snapshot, WIDTH, HEIGHT, style)
        host.repaint()

    host.picture = all_layers.picture(Snapshot(), WIDTH, HEIGHT, style)
    _show(host)
    return cpu_median(frame)


def ours_step(layers: int, heads: int, tokens: int) -> float:
    """One more row of every map, by whoever steps on in several runs and comes to each step for the first time."""
    _application()
    host, style = Host(), _style()
    first, warm_up, repeats = tokens // 2, 3, 60
    steps = tokens - first
    runs = [
        Snapshot(trace=trace_of("decoder", weights_of(layers, heads, tokens, seed), f"{chr(ord('a') + seed)}ord"))
        for seed in range(-(-(warm_up + repeats) // steps))  # other words each: titles and names are new, too
    ]

    def show(run: int, step: int) -> None:
        selection = Selection(kind="decoder", step=step)
        host.picture = all_layers.picture(replace(runs[run], selection=selection), WIDTH, HEIGHT, style)
        host.repaint()

    def frame(index: int) -> None:
        show(index // steps, first + index % steps)

    def before(index: int) -> None:
        show(index // steps, first + index % steps - 1)

    before(0)
    _show(host)
    return cpu_median(frame, repeats, warm_up, before)


def ours_hover(layers: int, heads: int, tokens: int) -> float:
    """The pointer comes to another cell: crosshair and read-out on every map."""
    _application()
    host, style = Host(), _style()
    snapshot = Snapshot(trace=trace_of("cross", weights_of(layers, heads, tokens, 0)))

    def frame(index: int) -> None:
        chosen = Selection(kind="cross", step=tokens - 1, query=index * 7 % tokens, key=index * 5 % tokens)
        host.picture = all_layers.picture(replace(snapshot, selection=chosen), WIDTH, HEIGHT, style)
        host.repaint()

    frame(0)
    _show(host)
    return cpu_median(frame, repeats=60)


# --- labels: 48 maps with 30 row and 30 column labels each ---

_WORDS = [f"word{number}" for number in range(30)]
_PITCH = 13  #: pixels from label to label; maps overlap, so that the window is as large as elsewhere


def _small() -> Style:
    """Letters small enough that no label is left out."""
    return style_for(Settings(), dark=False, ratio=1.0, font_points=5)


class LabelHost(QWidget):
    """A window that only shows labels, as ``draw`` draws them."""

    def __init__(self, draw: Callable[[QPainter, int, int], None]) -> None:
        super().__init__()
        self._draw = draw
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.resize(WIDTH, HEIGHT)

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor("white"))
        for place in range(48):
            self._draw(painter, 40 + place % 8 * 195, 40 + place // 8 * 160)


def labels_strips() -> float:
    """As our pictures do it: two images per map."""
    _application()
    style, axis = _small(), Axis(0, len(_WORDS), _PITCH * len(_WORDS))
    labels = tuple(Label(word) for word in _WORDS)
    rows, columns = token_labels.row_strip(labels, axis, 40, style), token_labels.column_strip(labels, axis, 40, style)
    assert rows.stride == columns.stride == 1, "every label must be drawn, as in the baseline"

    def draw(painter: QPainter, x: int, y: int) -> None:
        painter.drawImage(x + rows.dx, y + rows.dy, rows.image.pixels)
        painter.drawImage(x + columns.dx, y + columns.dy, columns.image.pixels)

    host = LabelHost(draw)
    _show(host)
    return cpu_median(lambda _: host.repaint())


def labels_draw_text() -> float:
    """Straightforward: each label is drawn in each frame, column labels in a turned coordinate system."""
    _application()

    def draw(painter: QPainter, x: int, y: int) -> None:
        painter.setFont(font(_small().font_pixels))
        for index, word in enumerate(_WORDS):
            painter.drawText(QRectF(x - 40, y + index * _PITCH, 36, _PITCH), Qt.AlignmentFlag.AlignRight, word)
            painter.save()
            painter.translate(x + (index + 0.5) * _PITCH, y - 3)
            painter.rotate(-token_labels.ANGLE)
            painter.drawText(QPointF(0, 0), word)
            painter.restore()

    host = LabelHost(draw)
    _show(host)
    return cpu_median(lambda _: host.repaint(), repeats=10)


# --- others ---


def _plots(layers: int, heads: int, tokens: int, axes: bool) -> tuple[Any, list[Any], list[Any]]:
    """A pyqtgraph window, its plots and their images."""
    import pyqtgraph

    _application()
    window = pyqtgraph.GraphicsLayoutWidget(size=(WIDTH, HEIGHT))
    plots, images = [], []
    for layer in range(layers):
        for head in range(heads):
            plot = window.addPlot(layer, head)
            image = pyqtgraph.ImageItem(np.zeros((tokens, tokens), np.float32), axisOrder="row-major", levels=(0, 1))
            image.setLookupTable(SEA.table)
            plot.addItem(image)
            plot.setMenuEnabled(False)
            if not axes:
                plot.hideAxis("left")
                plot.hideAxis("bottom")
            plots.append(plot)
            images.append(image)
    _show(window)
    return window, plots, images


def pyqtgraph_plots(layers: int, heads: int, tokens: int) -> float:
    """A PlotItem with axes and an ImageItem for each map."""
    window, _, images = _plots(layers, heads, tokens, axes=True)
    data = [weights_of(layers, heads, tokens, seed).reshape(-1, tokens, tokens) for seed in range(4)]

    def frame(index: int) -> None:
        for image, values in zip(images, data[index % len(data)], strict=True):
            image.setImage(values, autoLevels=False, levels=(0, 1))
        window.viewport().repaint()

    return cpu_median(frame, repeats=15)


def pyqtgraph_mosaic(layers: int, heads: int, tokens: int) -> float:
    """All maps as one image of bytes: the fastest that pyqtgraph does."""
    import pyqtgraph

    _application()
    window = pyqtgraph.GraphicsLayoutWidget(size=(WIDTH, HEIGHT))
    box = window.addViewBox()
    image = pyqtgraph.ImageItem(axisOrder="row-major")
    box.addItem(image)
    pitch = tokens + 2
    mosaic = np.zeros((layers * pitch, heads * pitch), np.uint8)
    data = [weights_of(layers, heads, tokens, seed) for seed in range(4)]
    places = mosaic.reshape(layers, pitch, heads, pitch)[:, :tokens, :, :tokens]
    image.setImage(mosaic, levels=(0, 255), lut=SEA.table)
    _show(window)

    def frame(index: int) -> None:
        places[:] = (data[index % len(data)] * 255).astype(np.uint8).swapaxes(1, 2)
        image.setImage(mosaic, autoLevels=False, levels=(0, 255))
        window.viewport().repaint()

    return cpu_median(frame)


def pyqtgraph_hover(layers: int, heads: int, tokens: int) -> float:
    """Two InfiniteLines in each plot, without axes and without a read-out."""
    import pyqtgraph

    window, plots, images = _plots(layers, heads, tokens, axes=False)
    for image, values in zip(images, weights_of(layers, heads, tokens, 0).reshape(-1, tokens, tokens), strict=True):
        image.setImage(values, autoLevels=False, levels=(0, 1))
    lines = []
    for plot in plots:
        pair = pyqtgraph.InfiniteLine(angle=90), pyqtgraph.InfiniteLine(angle=0)
        for line in pair:
            plot.addItem(line)
        lines.append(pair)

    def frame(index: int) -> None:
        for upright, level in lines:
            upright.setPos(index * 5 % tokens + 0.5)
            level.setPos(index * 7 % tokens + 0.5)
        window.viewport().repaint()

    return cpu_median(frame, repeats=20)


def matplotlib_grid(layers: int, heads: int, tokens: int) -> float:
    """The tutorials' way: a grid of imshow axes, drawn by Agg."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(layers, heads, figsize=(WIDTH / 100, HEIGHT / 100), dpi=100)
    images = [axis.imshow(np.zeros((tokens, tokens)), vmin=0, vmax=1) for axis in axes.flat]
    data = [weights_of(layers, heads, tokens, seed).reshape(-1, tokens, tokens) for seed in range(4)]

    def frame(index: int) -> None:
        for image, values in zip(images, data[index % len(data)], strict=True):
            image.set_data(values)
        figure.canvas.draw()

    return cpu_median(frame, repeats=7, warm_up=1)
