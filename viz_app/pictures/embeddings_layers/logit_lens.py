"""The logit lens: the vocabulary head applied after each decoder layer, as if it were the last, at one step.

Layers from bottom to top. It is measured on request; without the measurement the page says how to get it.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QColor, QFontMetrics, QPainter

from model.analysis.logit_lens import EarlyGuesses
from model.common.lazy_dataclass import dataclass
from viz_app.pictures.drawing import picture_texts
from viz_app.pictures.drawing.drawings import Drawing
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.legends import grown
from viz_app.pictures.drawing.message import Message
from viz_app.pictures.drawing.page import Frame, Heading, Page, PageText, filled, frame, framed, write
from viz_app.pictures.drawing.picture import Cell, Picture, Style
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.pictures.embeddings_layers import texts as names
from viz_app.pictures.embeddings_layers import topic_page
from viz_app.platform.theme import font
from viz_app.state.state import Selection, Snapshot

translate = QCoreApplication.translate
TALLEST, LOWEST = 60, 20  #: logical pixels of a layer


@dataclass(frozen=True, eq=False)
class GuessTable:
    """The guesses of every layer at one step."""

    rows: tuple[tuple[tuple[str, float], ...], ...]  #: per layer, from the first: (token, probability), likeliest first
    own: tuple[float, ...]  #: per layer: probability of the produced token
    consumed: str
    produced: str


@dataclass(frozen=True, eq=False)
class GuessPlaces:
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
    places = _places(table, chosen.layer, (width, height), style)
    what = "guesses", chosen.step, places.layers
    page = topic_page.drawn(found.trace, what, (width, height), style, lambda: _page(places, table, style))
    step = picture_texts.step_name(chosen.step, run.steps)
    where = translate("pictures", "input “{consumed}” → next token “{produced}”")
    if run.at_once:
        where = translate("pictures", "input “{consumed}” → label “{produced}”")
    subtitle = " · ".join((names.topic_name("guesses"), step,
                           where.format(consumed=table.consumed, produced=table.produced)))  # fmt: skip
    heading = Heading(places.page_frame.heading, title, subtitle)
    return GuessPage(heading, width, height, style, chosen, page, places, table)


def _table(found: EarlyGuesses, step: int) -> GuessTable:
    run = tokens_of(found.trace)
    rows = []
    for layer in range(len(found.ids)):
        each = zip(found.tokens[layer, step], found.ids[layer, step], found.probabilities[layer, step], strict=True)
        rows.append(tuple((run.candidate(str(token), int(index)), float(share)) for token, index, share in each))
    own = tuple(float(share) for share in found.produced_probability[:, step])
    return GuessTable(tuple(rows), own, run.consumed[step].text, run.produced[step].text)


def _places(table: GuessTable, layer: int, size: tuple[int, int], style: Style) -> GuessPlaces:
    page_frame = frame(*size, style, names.early_base())
    left, top, width, height = page_frame.content
    head = round(1.7 * style.font_pixels) if height >= style.px(100) else 0
    fit = max(1, min(len(table.rows), (height - head) // grown(style, LOWEST)))
    first = min(max(0, layer - fit // 2), len(table.rows) - fit)
    high = min(grown(style, TALLEST), max(1, (height - head) // fit))
    wide = round(2.6 * style.font_pixels)
    columns = len(table.rows[0]) + 1
    column = max(1, (width - wide) // columns)
    layers = tuple(range(first + fit - 1, first - 1, -1))
    return GuessPlaces(page_frame, layers, Axis(top + head, fit, high * fit), left + wide, column, head)


def _page(places: GuessPlaces, table: GuessTable, style: Style) -> Drawing:
    count, top = len(table.rows[0]), places.rows.start - places.head
    texts = []
    if places.head:
        heads = [*(f"{place}." for place in range(1, count + 1)), f"p(“{table.produced}”)"]
        wide = max(1, places.column - style.px(6))
        texts = [PageText((places.left + index * places.column, top, wide, places.head), words, quiet=True)
                 for index, words in enumerate(heads)]  # fmt: skip
        layer = translate("pictures", "layer")
        texts.append(PageText((places.page_frame.content[0], top, places.left, places.head), layer, quiet=True))

    def fill(painter: QPainter) -> None:
        for index, layer in enumerate(places.layers):
            y, high = places.rows.span(index)
            if high < style.px(12):
                continue
            number = QRectF(places.page_frame.content[0], y, places.left - places.page_frame.content[0], high)
            write(painter, number, str(layer + 1), font(style.font_pixels, bold=True), style.palette.ink)
            cells = [*table.rows[layer], ("", table.own[layer])]
            for place, (token, share) in enumerate(cells):
                box = QRectF(places.left + place * places.column, y, max(1, places.column - style.px(6)), high)
                _paint_guess(painter, box, token, share, token == table.produced or place == count, style)
            if index:
                painter.fillRect(places.page_frame.content[0], y, places.page_frame.content[2], 1, style.palette.grid)

    return filled(places.page_frame, texts, [], style, fill)


def _paint_guess(painter: QPainter, box: QRectF, token: str, share: float, marked: bool, style: Style) -> None:
    """A token, its probability, and a bar of that length under them; the produced token in the accent's colour."""
    palette = style.palette
    bar = QRectF(box.left(), box.bottom() - style.px(5), box.width() * min(max(share, 0.0), 1.0), style.px(3))
    painter.fillRect(bar, QColor(palette.selection if marked else palette.bar))
    text = box.adjusted(0, 0, 0, -style.px(4))
    number, small = f"{share:.2f}", font(round(0.9 * style.font_pixels))
    if not token:
        write(painter, text, number, small, palette.ink)
        return
    room = QFontMetrics(small).horizontalAdvance("0.00") + style.px(4)
    write(painter, text.adjusted(max(0.0, text.width() - room), 0, 0, 0), number, small, palette.muted)
    left = text.adjusted(0, 0, -min(room, text.width() - 1), 0)
    write(painter, left, token, font(style.font_pixels, bold=marked), palette.ink)


@dataclass(frozen=True, eq=False)
class GuessPage(Page):
    """The guesses of one step."""

    places: GuessPlaces
    table: GuessTable

    @property
    def alt(self) -> str:
        """Every layer's guesses, from the first layer on."""
        told = []
        for layer, row in enumerate(self.table.rows):
            guesses = ", ".join(f"“{token}” {share:.2f}" for token, share in row)
            told.append(
                f"{picture_texts.layer_name(layer)}: {guesses}; “{self.table.produced}” {self.table.own[layer]:.2f}."
            )
        return " ".join((f"{self.title}: {self.subtitle}.", *told, names.early_base()))

    def paint_over(self, painter: QPainter) -> None:
        """A frame around the selected layer."""
        marked = self.style.emphasis and self.selection.kind != "encoder"
        if marked and self.selection.layer in self.places.layers:
            y, high = self.places.rows.span(self.places.layers.index(self.selection.layer))
            left, _, width, _ = self.places.page_frame.content
            framed(painter, QRectF(left, y, width, high).adjusted(-1, 1, 1, -1), self.style)

    def find(self, x: float, y: float) -> Cell | None:
        """The decoder layer under a point."""
        rows, chosen = self.places.rows.cells(y), self.selection
        if not rows:
            return None
        kind = "decoder" if chosen.kind == "encoder" else chosen.kind
        return Cell(kind, self.places.layers[rows.start], chosen.head, chosen.query, chosen.key)
