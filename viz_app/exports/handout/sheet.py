"""The paper of a handout: its sizes, what stands above and below every page, and text that flows over pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from functools import cached_property, partial
from itertools import count

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.common.lazy_dataclass import dataclass
from viz_app.exports.figures.figure import broken
from viz_app.exports.pdf_pages.document import PaintPage
from viz_app.exports.pdf_pages.painter import PdfPainter
from viz_app.exports.pdf_pages.structure import Part
from viz_app.exports.svg_pages.text import from_right
from viz_app.pictures.drawing.page import Align, write
from viz_app.pictures.drawing.picture import Style, style_for
from viz_app.platform.theme import font, text_width
from viz_app.state.state import Settings

Draw = Callable[[QPainter, QRectF], None]
_MILLIMETRE = 96 / 25.4
_ELEMENTS = count()  #: headings, paragraphs and tables so far
FOOT_LINE = 1.2  #: heights of letters from one line below a page to the next
RATIO = 4.0  #: places on a printed page may lie between logical pixels


@dataclass(frozen=True)
class Paper:
    """A page's size and the size of its text, in logical pixels (96 an inch) and points."""

    width: float
    height: float
    margin: float
    points: float

    @property
    def wide(self) -> bool:
        """Does more fit beside each other than below?"""
        return self.width > self.height

    @property
    def body(self) -> QRectF:
        """What is left between the lines above and below."""
        band = 3 * self.pixels
        return QRectF(
            self.margin, self.margin + band, self.width - 2 * self.margin, self.height - 2 * (self.margin + band)
        )

    @property
    def pixels(self) -> float:
        """Height of its text."""
        return self.points * 96 / 72

    @cached_property
    def style(self) -> Style:
        """How pictures look on it."""
        return style_for(Settings(), dark=False, ratio=RATIO, font_points=self.points)

    def smaller(self, share: float) -> Style:
        """The same with smaller letters and no legend: for pictures beside a larger one."""
        return replace(self.style, font_points=share * self.points, legend=False)


PAPERS = {
    "A4": Paper(210 * _MILLIMETRE, 297 * _MILLIMETRE, 12 * _MILLIMETRE, 8.5),
    "letter": Paper(8.5 * 96, 11 * 96, 45, 8.5),
    "16:9": Paper(40 / 3 * 96, 7.5 * 96, 32, 11),
}


@dataclass
class Flow:
    """Pieces one below the other, on as many pages as they take."""

    paper: Paper
    pages: list[list[tuple[QRectF, Draw]]] = field(default_factory=lambda: [[]])
    used: float = 0.0  #: of the last page's body

    def add(self, height: float, draw: Draw, with_next: float = 0.0) -> None:
        """A piece that is not broken; ``with_next``: what has to fit below it on the same page."""
        body = self.paper.body
        if self.used and self.used + height + with_next > body.height():
            self.pages.append([])
            self.used = 0.0
        self.pages[-1].append((QRectF(body.x(), body.y() + self.used, body.width(), height), draw))
        self.used += height

    def gap(self, lines: float = 0.7) -> None:
        """Room, unless a page begins here."""
        if self.used:
            self.used += lines * self.paper.pixels

    def paragraph(
        self, text: str, points: float = 0.0, bold: bool = False, quiet: bool = False, with_next: bool = False,
        kind: str = "P",
    ) -> None:  # fmt: skip
        """Text in as many lines as it takes; ``with_next``: on the page of what follows; ``kind``: H1, H3 or P."""
        pixels, palette = (points or self.paper.points) * 96 / 72, self.paper.style.palette
        face, colour = font(round(pixels), bold), palette.muted if quiet else palette.ink
        part = Part(kind, self._key())
        for line in broken(text, face, self._width):
            draw = running(partial(write, text=line, face=face, colour=colour), text)
            self.add(1.35 * pixels, as_part(part, draw), with_next=3 * pixels if with_next else 0.0)

    def heading(self, text: str) -> None:
        """The title of what follows."""
        self.gap(1.2)
        face, colour = font(round(1.15 * self.paper.pixels), bold=True), self.paper.style.palette.ink
        self.add(
            2 * self.paper.pixels,
            as_part(Part("H2", self._key()), lambda painter, box: write(painter, box, text, face, colour)),
            with_next=4 * self.paper.pixels,
        )

    def table(
        self, head: Sequence[str], rows: Sequence[Sequence[str]], shares: Sequence[float], beside: int = 1
    ) -> None:
        """Rows of cells, ``shares`` of the width each; at most ``beside`` rows side by side, in columns down the page.

        Fewer where a cell has no room. The head stands above each column; a screen reader hears it once, and the rows
        in their order.
        """
        beside = next((count for count in range(beside, 1, -1) if self._whole((head, *rows), shares, count)), 1)
        lines, name = -(-len(rows) // beside), self._key()
        high = 1.5 * self.paper.pixels
        self.add(high, _row([(column, -1, head) for column in range(beside)], shares, beside, self.paper, name))
        for line in range(lines):
            numbers = [(column, line + column * lines) for column in range(beside)]
            placed = [(column, number, rows[number]) for column, number in numbers if number < len(rows)]
            self.add(high, _row(placed, shares, beside, self.paper, name))

    def _whole(self, rows: Sequence[Sequence[str]], shares: Sequence[float], beside: int) -> bool:
        """Has every cell room for all of it?"""
        face, pixels = font(round(self.paper.pixels)), self.paper.pixels
        rooms = [share * (self._width / beside - pixels) - 0.5 * pixels for share in shares]
        return all(text_width(cell, face) <= room for row in rows for cell, room in zip(row, rooms, strict=True))

    def entry(self, name: str, value: str) -> None:
        """A name with what it is beside it, in as many lines as it takes."""
        face, palette, share = font(round(self.paper.pixels)), self.paper.style.palette, 0.34
        part = Part("P", self._key())
        for number, line in enumerate(broken(value, face, (1 - share) * self._width)):

            def draw(painter: QPainter, box: QRectF, line: str = line, name: str = "" if number else name) -> None:
                write(painter, box.adjusted(0, 0, -(1 - share) * box.width() - 8, 0), name, face, palette.muted)
                beside = partial(write, text=line, face=face, colour=palette.ink)
                running(beside, value)(painter, box.adjusted(share * box.width(), 0, 0, 0))

            self.add(1.5 * self.paper.pixels, as_part(part, draw))

    def _key(self) -> str:
        """Another one for each element, of any flow."""
        return f"element {next(_ELEMENTS)}"

    @property
    def left(self) -> float:
        """Height that is still free on the last page."""
        return self.paper.body.height() - self.used

    @property
    def _width(self) -> float:
        return self.paper.body.width()

    def as_pages(self) -> list[PaintPage]:
        """What draws them."""
        return [_drawn(pieces) for pieces in self.pages]


def _drawn(pieces: Sequence[tuple[QRectF, Draw]]) -> PaintPage:
    def page(painter: QPainter) -> None:
        for box, draw in pieces:
            draw(painter, box)

    return page


Placed = tuple[int, int, Sequence[str]]  #: which column of rows, the row's number or −1 for the head, its cells


def _row(placed: Sequence[Placed], shares: Sequence[float], beside: int, paper: Paper, table: str) -> Draw:
    def draw(painter: QPainter, box: QRectF) -> None:
        palette, face = paper.style.palette, font(round(paper.pixels))
        wide = box.width() / beside
        if placed[0][1] % 2 == 0 or placed[0][1] < 0:
            painter.fillRect(box, QColor(palette.blocked))
        for column, row, cells in placed:
            x = box.x() + column * wide + 0.4 * paper.pixels
            for number, (cell, share) in enumerate(zip(cells, shares, strict=True)):
                room = share * (wide - paper.pixels)
                colour = palette.muted if number == 0 else palette.ink
                where = QRectF(x, box.y(), room - 0.5 * paper.pixels, box.height())
                text = partial(write, text=cell, face=face, colour=colour)
                _cell(table, row, number, text, once=column == 0)(painter, where)
                x += room

    return draw


def _cell(table: str, row: int, column: int, draw: Draw, once: bool) -> Draw:
    """A cell of a table; a head that stands again above another column of rows is nothing new."""
    if row < 0 and not once:
        return draw
    kind = "TD" if row >= 0 else "TH"
    return as_part(Part(kind, f"{table} {row} {column}", table=table, row=row + 1), draw)


def as_part(part: Part, draw: Draw) -> Draw:
    """What a screen reader hears as ``part``, where the page is one of a PDF file."""

    def drawn(painter: QPainter, box: QRectF) -> None:
        if not isinstance(painter, PdfPainter):
            draw(painter, box)
            return
        with painter.part(part):
            draw(painter, box)

    return drawn


def running(draw: Draw, whole: str) -> Draw:
    """One line of ``whole``, in the direction of all of it: a line may begin with a word of the other one."""
    leftward = from_right(whole, Qt.LayoutDirection.LayoutDirectionAuto)
    direction = Qt.LayoutDirection.RightToLeft if leftward else Qt.LayoutDirection.LeftToRight

    def line(painter: QPainter, box: QRectF) -> None:
        before = painter.layoutDirection()
        painter.setLayoutDirection(direction)
        draw(painter, box)
        painter.setLayoutDirection(before)

    return line


def read_here(painter: QPainter) -> None:
    """What has been write up to here is read before what follows, wherever on the page that stands."""
    if isinstance(painter, PdfPainter):
        painter.write()


Ends = tuple[str, str]  #: left and right


def framed(page: PaintPage, paper: Paper, above: Ends, below: Ends) -> PaintPage:
    """A page with a line of text at its top and one at its bottom."""

    def draw(painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        _head(painter, paper, above)
        read_here(painter)
        painter.save()
        page(painter)
        painter.restore()
        read_here(painter)
        _foot(painter, paper, below)

    return draw


def _head(painter: QPainter, paper: Paper, words: Ends) -> None:
    """At the top: the sentence, in two lines where one is too short for it."""
    (left, right), face = words, font(round(0.9 * paper.pixels))
    first, *more = broken(left, face, paper.width - 2 * paper.margin - text_width(right, face) - paper.pixels)
    if not more:
        _edge(painter, paper, paper.margin, 1.7, words)
        return
    _edge(painter, paper, paper.margin, None, (first, right))
    _edge(painter, paper, paper.margin + FOOT_LINE * paper.pixels, 1.6, (" ".join(more), ""))


def _foot(painter: QPainter, paper: Paper, words: Ends) -> None:
    """At the bottom: what a run has to say of itself, in two lines where one is too short."""
    (left, right), face = words, font(round(0.9 * paper.pixels))
    first, *more = broken(left, face, paper.width - 2 * paper.margin - text_width(right, face) - paper.pixels)
    top = paper.height - paper.margin - 1.4 * paper.pixels
    if not more:
        _edge(painter, paper, top, -0.3, words)
        return
    _edge(painter, paper, top - FOOT_LINE * paper.pixels, -0.3, (first, ""))
    _edge(painter, paper, top, None, (" ".join(more), right))


def _edge(painter: QPainter, paper: Paper, top: float, rule: float | None, words: Ends) -> None:
    """A line of text with a rule; ``rule``: so many heights of letters below its top."""
    palette, face = paper.style.palette, font(round(0.9 * paper.pixels))
    line = QRectF(paper.margin, top, paper.width - 2 * paper.margin, 1.4 * paper.pixels)
    left, right = words
    room = line.adjusted(0, 0, -text_width(right, face) - paper.pixels, 0)
    write(painter, room, left, face, palette.muted)
    write(painter, line, right, face, palette.muted, Align.RIGHT)
    if rule is None:
        return
    painter.setPen(QPen(QColor(palette.line), 0.75))
    y = top + rule * paper.pixels
    painter.drawLine(QPointF(line.left(), y), QPointF(line.right(), y))
