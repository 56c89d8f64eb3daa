"""The logit lens: the vocabulary head applied after each decoder layer, as if it were the last, at one step.

Layers from bottom to top. It is measured on request; without the measurement the page says how to get it.
"""

from __future__ import annotations

import weakref

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.analysis.logit_lens import EarlyGuesses
from model.common.lazy_dataclass import dataclass
from viz_app.pictures.drawing import picture_texts
from viz_app.pictures.drawing.drawings import Drawing
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.page import Frame, Message, PageText, frame
from viz_app.pictures.drawing.picture import Cell, Picture, Style
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.pictures.embeddings_layers import texts as names
from viz_app.pictures.embeddings_layers import topic_page
from viz_app.platform.theme import font
from viz_app.state.state import Selection, Snapshot

translate = QCoreApplication.translate
TALLEST, LOWEST = 40, 20  #: logical pixels of a layer


@dataclass(frozen=True, eq=False)
class _Table:
    """The guesses of every layer at one step."""

    rows: tuple[tuple[tuple[str, float], ...], ...]  #: per layer, from the first: (token, probability), likeliest first
    own: tuple[float, ...]  #: per layer: probability of the produced token
    consumed: str
    produced: str


@dataclass(frozen=True, eq=False)
class _Plan:
    """Where everything lies."""

    page_frame: Frame
    layers: tuple[int, ...]  #: from top to bottom
    rows: Axis
    left: int  #: of the first guess
    column: int  #: width of each
    head: int


def picture(snapshot: Snapshot, chosen: Selection, width: int, height: int, style: Style, title: str) -> Picture:
    """Five guesses per layer at the selected step; the produced token stands out."""
    found, run = snapshot.early_guesses, snapshot.run
    if run is None or not run.meta.vocabulary_head or run.produced_tokens is None:
        return Message(title, names.no_guesses(), width, height, style)
    if found is None:
        return Message(title, names.not_measured(), width, height, style)
    table = _table(found, min(chosen.step, run.steps - 1))
    plan = _plan(table, chosen.layer, (width, height), style)
    key = (weakref.ref(found.trace), "guesses", chosen.step, plan.layers, width, height, style, picture_texts.spoken())
    page = topic_page.pages.get(key, lambda: _page(plan, table, style))
    step = picture_texts.step_name(chosen.step, run.steps)
    where = translate("pictures", "reads “{consumed}”, writes “{produced}”")
    subtitle = " · ".join((names.topic_name("guesses"), step,
                           where.format(consumed=table.consumed, produced=table.produced)))  # fmt: skip
    view = _View(chosen, plan, table, style)
    return topic_page.Leaf(
        title, subtitle, lambda: f"{title}: {subtitle}. {view.sentence()}", width, height, style, page,
        plan.page_frame.heading, view.paint, view.find,
    )  # fmt: skip


def _table(found: EarlyGuesses, step: int) -> _Table:
    run = tokens_of(found.trace)
    rows = []
    for layer in range(len(found.ids)):
        each = zip(found.tokens[layer, step], found.ids[layer, step], found.probabilities[layer, step], strict=True)
        rows.append(tuple((run.candidate(str(token), int(index)), float(share)) for token, index, share in each))
    own = tuple(float(share) for share in found.produced_probability[:, step])
    return _Table(tuple(rows), own, run.consumed[step].text, run.produced[step].text)


def _plan(table: _Table, layer: int, size: tuple[int, int], style: Style) -> _Plan:
    page_frame = frame(*size, None, (), style, names.early_base())
    left, top, width, height = page_frame.content
    head = round(1.7 * style.font_pixels) if height >= style.px(100) else 0
    fit = max(1, min(len(table.rows), (height - head) // style.px(LOWEST)))
    first = min(max(0, layer - fit // 2), len(table.rows) - fit)
    high = min(style.px(TALLEST), max(1, (height - head) // fit))
    wide = round(2.6 * style.font_pixels)
    columns = len(table.rows[0]) + 1
    column = max(1, (width - wide) // columns)
    layers = tuple(range(first + fit - 1, first - 1, -1))
    return _Plan(page_frame, layers, Axis(top + head, fit, high * fit), left + wide, column, head)


def _page(plan: _Plan, table: _Table, style: Style) -> Drawing:
    count, top = len(table.rows[0]), plan.rows.start - plan.head
    texts = []
    if plan.head:
        heads = [*(f"{place}." for place in range(1, count + 1)), f"p(“{table.produced}”)"]
        texts = [PageText((plan.left + index * plan.column, top, max(1, plan.column - style.px(6)), plan.head), words,
                      quiet=True) for index, words in enumerate(heads)]  # fmt: skip
        layer = translate("pictures", "layer")
        texts.append(PageText((plan.page_frame.content[0], top, plan.left, plan.head), layer, quiet=True))

    def fill(painter: QPainter) -> None:
        for index, layer in enumerate(plan.layers):
            y, high = plan.rows.span(index)
            if high < style.px(12):
                continue
            painter.setFont(font(style.font_pixels, bold=True))
            number = QRectF(plan.page_frame.content[0], y, plan.left - plan.page_frame.content[0], high)
            topic_page.write(painter, number, str(layer + 1), style.palette.ink)
            cells = [*table.rows[layer], ("", table.own[layer])]
            for place, (token, share) in enumerate(cells):
                box = QRectF(plan.left + place * plan.column, y, max(1, plan.column - style.px(6)), high)
                _paint_guess(painter, box, token, share, token == table.produced or place == count, style)
            if index:
                painter.fillRect(plan.page_frame.content[0], y, plan.page_frame.content[2], 1, style.palette.grid)

    return topic_page.background(plan.page_frame, texts, [], style, fill)


def _paint_guess(painter: QPainter, box: QRectF, token: str, share: float, marked: bool, style: Style) -> None:
    """A token, its probability, and a bar of that length under them; the produced token in the accent's colour."""
    palette = style.palette
    bar = QRectF(box.left(), box.bottom() - style.px(5), box.width() * min(max(share, 0.0), 1.0), style.px(3))
    painter.fillRect(bar, QColor(palette.selection if marked else palette.allowed))
    text = box.adjusted(0, 0, 0, -style.px(4))
    number = f"{share:.2f}"
    painter.setFont(font(round(0.9 * style.font_pixels)))
    room = painter.fontMetrics().horizontalAdvance("0.00") + style.px(4)
    if not token:
        topic_page.write(painter, text, number, palette.ink)
        return
    topic_page.write(painter, text.adjusted(max(0.0, text.width() - room), 0, 0, 0), number, palette.muted)
    painter.setFont(font(style.font_pixels, bold=marked))
    topic_page.write(painter, text.adjusted(0, 0, -min(room, text.width() - 1), 0), token, palette.ink)


@dataclass(frozen=True, eq=False)
class _View:
    """A plan with one selection."""

    chosen: Selection
    plan: _Plan
    table: _Table
    style: Style

    def sentence(self) -> str:
        """Every layer's guesses, from the first layer on."""
        told = []
        for layer, row in enumerate(self.table.rows):
            guesses = ", ".join(f"“{token}” {share:.2f}" for token, share in row)
            told.append(
                f"{picture_texts.layer_name(layer)}: {guesses}; “{self.table.produced}” {self.table.own[layer]:.2f}."
            )
        return " ".join((*told, names.early_base()))

    def paint(self, painter: QPainter) -> None:
        """A frame around the selected layer."""
        if self.chosen.kind != "encoder" and self.chosen.layer in self.plan.layers:
            y, high = self.plan.rows.span(self.plan.layers.index(self.chosen.layer))
            left, _, width, _ = self.plan.page_frame.content
            painter.setPen(QPen(QColor(self.style.palette.selection), self.style.px(2)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(left, y, width, high).adjusted(-1, 1, 1, -1))

    def find(self, x: int, y: int) -> Cell | None:
        """The decoder layer under a point."""
        rows, chosen = self.plan.rows.cells(y), self.chosen
        if not rows:
            return None
        kind = "decoder" if chosen.kind == "encoder" else chosen.kind
        return Cell(kind, self.plan.layers[rows.start], chosen.head, chosen.query, chosen.key)
