"""One attention split into heads and joined again, from bottom to top as in figure 2, with this run's numbers.

The row's x → W_Q → q [H·D]; what is at the key, its own x or in cross attention the encoder's output, → W_K, W_V → k
and v; each cut into H heads → each head's result [D_v] → side by side [H·D_v] → W_O → what is added to the residual
stream [M]. A pre-norm stands before W_Q, and before W_K and W_V where they read x. One scale of columns for all strips.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication, QLineF, QRectF
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind, Trace
from viz_app.pictures.drawing import panels, picture_texts, quantities, signed
from viz_app.pictures.drawing.code_names import PART_FAMILIES, CodeParts, code_place
from viz_app.pictures.drawing.drawings import Drawing
from viz_app.pictures.drawing.layout import Axis, Box
from viz_app.pictures.drawing.message import Message
from viz_app.pictures.drawing.page import Frame, Heading, Page, filled, frame, write
from viz_app.pictures.drawing.picture import Cell, Picture, Style
from viz_app.pictures.drawing.signed import Heat, Numbers
from viz_app.pictures.embeddings_layers import texts as names
from viz_app.pictures.embeddings_layers import topic_page
from viz_app.platform.theme import font, text_width
from viz_app.state.state import Selection

translate = QCoreApplication.translate
NOTED, NAMED = 320, 18  #: logical pixels of a page with shapes beside its strips; letters of a narrower one with names
LINE = 1.15  #: heights of a letter: lower lines run into each other


@dataclass(frozen=True, eq=False)
class SplitBlock:
    """One attention at one row: its vectors and its sizes."""

    kind: Kind
    layer: int
    head: int
    query: int
    key: int
    rows: int
    columns: int
    vectors: Mapping[str, Numbers]  #: x, at_key (what k and v come from; absent where not held), q, k, v, mixed, output
    heads: int
    depth: int  #: D = d_k
    value_depth: int  #: d_v
    width: int  #: M
    row_token: str
    key_token: str
    network: Mapping[str, Any]  #: of ``meta``


@dataclass(frozen=True, eq=False)
class SplitLine:
    """A strip with its names, or a step between strips."""

    name: str
    note: str = ""  #: at the right: shape, or formula
    values: Numbers | None = None
    heads: int = 0  #: into how many heads the strip is cut
    own: bool = False  #: only the selected head's part
    depth: int = 0


@dataclass(frozen=True, eq=False)
class SplitPlaces:
    """Where everything lies."""

    page_frame: Frame
    lines: tuple[SplitLine, ...]  #: from top to bottom, as they have room
    rows: Axis
    names_wide: int
    noted: bool  #: shapes have room beside
    notes_left: int
    heats: tuple[Heat | None, ...]


def picture(trace: Trace, chosen: Selection, width: int, height: int, style: Style, title: str) -> Picture:
    """The selected attention; the selected head's columns are framed in every strip."""
    block = block_of(trace, chosen)
    if block is None:
        attention = trace.attention(chosen.kind)
        none = attention is None or 0 in attention.shape
        told = picture_texts.no_such_attention(chosen.kind) if none else names.missing(trace)
        return Message(title, told, width, height, style)
    lines = _lines(block, PART_FAMILIES.get(trace.meta.family.lower()))
    places = _places(block, lines, (width, height), style)
    what = "heads", chosen.kind, block.layer, block.head, block.query, block.key
    page = topic_page.drawn(trace, what, (width, height), style, lambda: _page(places, style))
    where = picture_texts.kind_name(chosen.kind), picture_texts.layer_name(block.layer)
    code = code_place(trace.meta.family, chosen.kind, block.layer).module[0]
    subtitle = " · ".join(filter(None, (names.topic_name("heads"), *where, picture_texts.head_name(block.head), code)))
    finite = all(np.isfinite(vector).all() for vector in block.vectors.values())
    warning = "" if finite else quantities.warning("infinite")
    heading = Heading(places.page_frame.heading, title, subtitle, warning)
    return SplitPage(heading, width, height, style, chosen, page, block, lines, places)


# --- what there is ---


def block_of(trace: Trace, chosen: Selection) -> SplitBlock | None:
    """The selected attention's vectors at the selected row; None where the run lacks them or they do not fit."""
    kind, attention = chosen.kind, trace.attention(chosen.kind)
    if attention is None or 0 in attention.shape:
        return None
    layers, heads, rows, columns = attention.shape
    stack = "encoder" if kind == "encoder" else "decoder"
    held, parts = trace.activations, 2 if kind == "encoder" else 3
    shapes = {"q": f"{kind}_query", "k": f"{kind}_key", "v": f"{kind}_value", "mixed": f"{kind}_mixed",
              "x": f"{stack}_inputs", "output": f"{stack}_outputs"}  # fmt: skip
    found = {name: held.get(array) for name, array in shapes.items()}
    if not all(array is not None and array.ndim == 4 and array.dtype.kind == "f" for array in found.values()):
        return None
    whole = {name: array for name, array in found.items() if array is not None}
    lengths = {"q": rows, "k": columns, "v": columns, "mixed": rows, "x": rows, "output": rows}
    split = ("q", "k", "v", "mixed")
    if any(array.shape[:3] != (layers, heads if name in split else parts, lengths[name]) or 0 in array.shape
           for name, array in whole.items()):  # fmt: skip
        return None
    layer, head = min(chosen.layer, layers - 1), min(chosen.head, heads - 1)
    query = topic_page.position_of(chosen, rows)
    key = min(int(np.nan_to_num(attention[layer, head, query]).argmax()) if chosen.key is None else chosen.key,
              columns - 1)  # fmt: skip
    place, at = (1 if kind == "cross" else 0), {"k": key, "v": key}
    vectors = {name: array[layer, :, at.get(name, query)].reshape(-1) if name in split else array[layer, place, query]
               for name, array in whole.items()}  # fmt: skip
    memory = held.get("memory")
    if kind != "cross":
        vectors["at_key"] = whole["x"][layer, place, key]
    elif memory is not None and memory.shape == (columns, vectors["x"].size):
        vectors["at_key"] = memory[key]
    return SplitBlock(
        kind, layer, head, query, key, rows, columns, vectors, heads, whole["q"].shape[-1], whole["v"].shape[-1],
        vectors["x"].size,
        picture_texts.row_labels(trace, "encoder" if kind == "encoder" else "decoder", rows)[query].text,
        picture_texts.column_labels(trace, kind, columns)[key].text, trace.meta.network,
    )  # fmt: skip


def _lines(block: SplitBlock, code: CodeParts | None) -> tuple[SplitLine, ...]:
    """From top to bottom; the computation runs upwards."""
    heads, depth, value, width = block.heads, block.depth, block.value_depth, block.width
    rows, columns = block.rows, block.columns
    row, key, vectors = f"“{block.row_token}”", f"“{block.key_token}”", block.vectors
    head = picture_texts.head_name(block.head)
    keyed = [_line("k", key, columns, heads, depth, vectors["k"]), _line("v", key, columns, heads, value, vectors["v"])]
    output = translate("pictures", "encoder output")
    at_key = f"{output if block.kind == 'cross' else 'x'} {key}"
    source = [SplitLine(at_key, f"[{columns}, {width}]", vectors["at_key"])] if "at_key" in vectors else []
    query_way, key_way = _ways(block, code)
    w_o = "W_O" if code is None else f"W_O = {code.output[block.kind]}"
    return (
        SplitLine(f"f(x) {row}", f"[{rows}, {width}]", vectors["output"]),
        SplitLine(f"↑ {w_o}", f"[{heads * value} → {width}]"),
        _line(translate("pictures", "heads side by side"), "", rows, heads, value, vectors["mixed"]),
        SplitLine("↑ " + translate("pictures", "concatenate"), f"{heads} · {value} = {heads * value}"),
        SplitLine(head, f"[{rows}, {value}]", vectors["mixed"], heads, own=True, depth=value),
        SplitLine("↑ " + translate("pictures", "each head by itself"), _softmax(block)),
        *reversed([_line("q", row, rows, heads, depth, vectors["q"]), *keyed]),
        SplitLine("↑ " + translate("pictures", "split"), translate("pictures", "{heads} heads of {depth}").format(
            heads=heads, depth=depth if depth == value else f"{depth} (v: {value})")),
        SplitLine(f"↑ {at_key} → {key_way} → k, v", f"[{width} → {heads * depth}]"),
        SplitLine(f"↑ x {row} → {query_way} → q", f"[{width} → {heads * depth}]"),
        *source,
        SplitLine(f"x {row}", f"[{rows}, {width}]", vectors["x"]),
    )  # fmt: skip


def _line(name: str, token: str, length: int, heads: int, depth: int, values: Numbers) -> SplitLine:
    shape = f"[{length}, {heads * depth}] → {heads} × [{length}, {depth}]"
    return SplitLine(f"{name} {token}".strip(), shape, values, heads, depth=depth)


def _softmax(block: SplitBlock) -> str:
    """The attention of one head (3.2.1), as this model computes it."""
    divided = f" ÷ √{block.depth}" if block.network.get("scale_scores") is not False else ""
    bias = " + bias" if block.network.get("positions") == "relative" and block.kind != "cross" else ""
    return f"softmax(q·kᵀ{divided}{bias} + mask)·v"


def _ways(block: SplitBlock, code: CodeParts | None) -> tuple[str, str]:
    """What x goes through on its way to q, and what is at the key on its way to k and v.

    A norm before the sub-layer is of x alone: in cross attention the encoder's output passes it by.
    """
    first, *rest = ("",) if code is None else code.projections[block.kind]
    own = first, ", ".join(dict.fromkeys(rest))
    query, key = (f"{name} = {mine}" if mine else name for name, mine in zip(("W_Q", "W_K, W_V"), own, strict=True))
    if block.network.get("norm_order") != "pre":
        return query, key
    norm = quantities.norm_word(str(block.network.get("norm")))
    return f"{norm} → {query}", key if block.kind == "cross" else f"{norm} → {key}"


def _sizes(block: SplitBlock) -> str:
    """Is H · D the width of the model? In most, not in all."""
    product = block.heads * block.depth
    same = "= M" if product == block.width else f"≠ M = {block.width}"
    return f"H · D = {block.heads} · {block.depth} = {product} {same}"


# --- where it lies ---


def _places(block: SplitBlock, lines: tuple[SplitLine, ...], size: tuple[int, int], style: Style) -> SplitPlaces:
    scales = translate("pictures", "each strip has its own scale: full colour is its largest |x|")
    page_frame = frame(*size, style, f"{_sizes(block)} · {scales}")
    left, top, width, height = page_frame.content
    lines = _fitting(lines, height / style.font_pixels)
    rows = Axis(top, len(lines), len(lines) * min(4 * style.font_pixels, max(1, height // len(lines))))
    noted, letter = width >= style.px(NOTED), style.font_pixels
    named = round(max(text_width(line.name, font(letter)) for line in lines if line.values is not None)) + style.px(8)
    share = max(int(0.32 * width), min(named, int(0.45 * width)))  # more than a third only where a name needs it
    narrow = min(named, width // 2) * (width >= NAMED * letter)  # a column of a paper: names, and no shapes
    names_wide = min(round(13 * letter), share) if noted else narrow
    notes_wide = min(round(13.5 * style.font_pixels), int(0.3 * width)) if noted else 0
    room = max(1, width - names_wide - notes_wide - style.px(16))
    most = max(line.values.size for line in lines if line.values is not None)
    heats: list[Heat | None] = []
    for index, line in enumerate(lines):
        if line.values is None:
            heats.append(None)
            continue
        count = line.values.size
        long = count * (room // most) if room >= most else max(1, room * count // most)
        y, tall = rows.span(index)
        inset = max(0, min(style.px(5), tall // 5))
        bar = Axis(y + inset, 1, max(1, tall - 2 * inset))
        heats.append(Heat(line.values[np.newaxis], Axis(left + names_wide, count, long), bar,
                          signed.bound_of(line.values)))  # fmt: skip
    end = max(heat.x.end for heat in heats if heat is not None)
    return SplitPlaces(page_frame, lines, rows, names_wide, noted, end + style.px(14), tuple(heats))


def _fitting(lines: tuple[SplitLine, ...], letters: float) -> tuple[SplitLine, ...]:
    """What has its own line in a page so many letters high: without the steps, then without what enters and leaves."""
    strips = [line for line in lines if line.values is not None]
    ways = lines, tuple(strips), tuple(line for line in strips if line.heads)
    return next((way for way in ways if len(way) * LINE <= letters), ways[-1])


def _page(places: SplitPlaces, style: Style) -> Drawing:
    def fill(painter: QPainter) -> None:
        palette, (left, _, wide, _) = style.palette, places.page_frame.content
        for index, (line, heat) in enumerate(zip(places.lines, places.heats, strict=True)):
            if heat is not None and not line.own:
                heat.paint(painter, style)
                _cuts(painter, heat, line.heads, style)
            if not places.names_wide or places.rows.cell < style.px(10):
                continue
            y, high = places.rows.span(index)
            step = line.values is None
            ink = palette.muted if step else palette.ink
            small = font(round(0.9 * style.font_pixels))
            room = (places.notes_left - left if places.noted else wide) if step else places.names_wide - style.px(6)
            write(painter, QRectF(left, y, room, high), line.name, small if step else font(style.font_pixels), ink)
            note = QRectF(places.notes_left, y, left + wide - places.notes_left, high)
            if places.noted:
                write(painter, note, _told(line.note, note.width(), small), small, palette.muted)

    return filled(places.page_frame, [], [], style, fill)


def _told(note: str, room: float, face: QFont) -> str:
    """The whole shape of a strip; before it is cut, that without its heads."""
    return note if text_width(note, face) <= room else note.partition("] →")[0] + "]" * ("] →" in note)


def _cuts(painter: QPainter, heat: Heat, heads: int, style: Style) -> None:
    """A line between two heads."""
    if heads * style.px(4) > heat.x.length:
        return
    for head in range(1, heads):
        x = heat.x.edge(head * heat.x.count // heads)
        painter.fillRect(x, heat.y.start - style.px(2), style.px(1), heat.y.length + style.px(4),
                         QColor(style.palette.ink))  # fmt: skip


@dataclass(frozen=True, eq=False)
class SplitPage(Page):
    """The strips of one attention."""

    block: SplitBlock
    lines: tuple[SplitLine, ...]  #: all of them
    places: SplitPlaces

    @property
    def alt(self) -> str:
        """Every line, from bottom to top."""
        told = "; ".join(f"{line.name.removeprefix('↑ ')} {line.note}" for line in reversed(self.lines))
        return f"{self.title}: {self.subtitle}. {told}. {_sizes(self.block)}."

    def tell(self, cell: Cell) -> str:
        """The numbers of one column of q, k, v and the result."""
        column = cell.dimension or 0
        told = [
            f"{line.name}: {signed.signed(float(line.values[column]))}"
            for line in reversed(self.lines)
            if line.values is not None and not line.own and column < line.values.size
        ]
        place = translate("pictures", "column {column}, of head {head}").format(column=column, head=cell.head + 1)
        return "\n".join((place, *told))

    def paint_over(self, painter: QPainter) -> None:
        """The selected head's columns."""
        boxes = []
        for line, heat in zip(self.places.lines, self.places.heats, strict=True):
            if heat is None or not line.heads:
                continue
            x, wide = self._span(heat, line)
            if line.own:
                painter.save()
                painter.setClipRect(x, heat.y.start, wide, heat.y.length)
                heat.paint(painter, self.style)
                painter.restore()
            boxes.append((x, heat.y.start, wide, heat.y.length))
        self._paint_way(painter, boxes)
        panels.bands(painter, boxes, self.style)

    def _paint_way(self, painter: QPainter, boxes: list[Box]) -> None:
        """Where the selected head's columns go: up from strip to strip."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.style.palette.selection), self.style.px(1)))
        for (left, top, wide, high), (below, start, room, _) in pairwise(boxes):
            for end, begin in ((left, below), (left + wide, below + room)):
                painter.drawLine(QLineF(begin, start, end, top + high))
        painter.restore()

    def _span(self, heat: Heat, line: SplitLine) -> tuple[int, int]:
        start = heat.x.edge(self.block.head * line.depth)
        return start, max(1, heat.x.edge((self.block.head + 1) * line.depth) - start)

    def find(self, x: float, y: float) -> Cell | None:
        """The head whose columns lie under a point, and the number there."""
        chosen = self.selection
        for line, heat in zip(self.places.lines, self.places.heats, strict=True):
            place = None if heat is None else heat.cell_at(x, y)
            if place is None or (line.own and place[1] // line.depth != self.block.head):
                continue
            head = place[1] // line.depth if line.heads else self.block.head
            return Cell(chosen.kind, self.block.layer, head, chosen.query, chosen.key, place[1])
        return None
