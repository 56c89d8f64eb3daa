"""Teacher forcing: what the decoder consumes at each position, what it is asked for, and how probable that was."""

from __future__ import annotations

import weakref
from functools import cached_property

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace
from viz_app.pictures import titles
from viz_app.pictures.drawing import picture_texts
from viz_app.pictures.drawing.drawings import Drawing, PictureCache
from viz_app.pictures.drawing.message import Message, WrittenPage
from viz_app.pictures.drawing.page import Align, Heading, framed, margin_of, whole_parts
from viz_app.pictures.drawing.picture import Cell, Picture, Style
from viz_app.pictures.teacher_forcing import target_rows
from viz_app.pictures.teacher_forcing.row_layout import (
    LARGEST,
    SMALLEST,
    SMALLEST_ON_SLIDE,
    RowLayout,
    everything,
    page,
    part,
)
from viz_app.pictures.teacher_forcing.target_rows import (
    Column,
    Position,
    TargetRows,
    headings,
    ignored_word,
    number,
)
from viz_app.platform.theme import elide, font, text_width, wrapped
from viz_app.state.state import Snapshot

HEADED = 6  #: heights of a letter of a screen's page from which on columns have their headings
BEYOND = 0.6  #: heights of a letter that the frame of a row stands beside its words
MOST_TOLD = 4  #: lines of what columns mean, on paper


def title() -> str:
    """The picture's name."""
    return titles()["teacher_forcing"]


def picture(snapshot: Snapshot, width: int, height: int, style: Style) -> Picture:
    """The run's positions as a table; see ``PictureModule``."""
    run = snapshot.run
    if run is None:
        return Message(title(), picture_texts.nothing_yet(), width, height, style)
    lesson = target_rows.lesson_of(run)
    if lesson is None:
        lacking = QCoreApplication.translate(
            "pictures", "Teacher forcing needs the probability of every token, and this run holds none"
        )
        return Message(title(), lacking, width, height, style)
    lesson = target_rows.glossed(lesson, style.glosses)
    heading = Heading((0, 0, 0, 0), title())  # its letters are drawn with the table's
    return TargetSheet(heading, width, height, style, snapshot.run_selection, None, weakref.ref(run), lesson)


_drawn: PictureCache[Drawing] = PictureCache(64 << 20, lambda page: page.bytes())


@dataclass(frozen=True, eq=False)
class TargetSheet(WrittenPage):
    """The table with its heading and its sums."""

    least_lines = 8

    run: weakref.ref[Trace]
    lesson: TargetRows

    @property
    def alt(self) -> str:
        """See ``Picture``."""
        return target_rows.sentence(self.lesson, self.title, self.step)

    @property
    def step(self) -> int:
        """The selected row."""
        return min(self.selection.step, len(self.lesson.positions) - 1)

    @cached_property
    def table(self) -> RowLayout:
        """Where everything lies below the headings."""
        _, _, wide, high = self.room
        place = wide, high, self.style.font_pixels
        if self.style.on_screen:
            return page(self.lesson, self.step, *place)
        least = SMALLEST if self.style.tall else SMALLEST_ON_SLIDE
        return everything(self.lesson, *place, least) or part(self.lesson, self.step, *place)

    @property
    def unnamed(self) -> int:
        """See ``Picture``: rows that are not shown."""
        return len(self.lesson.positions) - self.table.shown

    @property
    def _headed(self) -> bool:
        """Has each column its heading? Before all other words around the rows."""
        low = self.style.on_screen and self.style.px(self.height) >= HEADED * self.style.font_pixels
        return low or not self.bare

    @property
    def _large(self) -> int:
        """The largest letters of words around the table: no more than their lines hold."""
        return round(LARGEST * self.style.font_pixels)

    @cached_property
    def _told(self) -> list[str]:
        """What the columns mean: one line on a screen, as many as it takes on paper."""
        if not self.style.legend:
            return []
        text, wide = target_rows.explanation(self.lesson), self.style.px(self.width) - 2 * margin_of(self.style)
        face = font(self.style.font_pixels)
        return [whole_parts(text, face, wide)] if self.style.on_screen else wrapped(text, face, wide, MOST_TOLD)

    @property
    def room(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the rows."""
        wide, high = self.style.px(self.width), self.style.px(self.height)
        if self.bare:
            top = 2 + 1.75 * self._large * self._headed
            return 2, top, max(1, wide - 4), max(1, high - top - 2)
        edge, top = margin_of(self.style), (1.4 + self.style.titled) * self.line + self.style.px(6)
        below = (1.6 + len(self._told)) * self.line
        if self.style.on_screen:  # there a line leads to other pages
            below += 0.2 * self.line + self.style.px(6)
        return edge, top, max(1, wide - 2 * edge), max(1, high - top - below)

    def find(self, x: float, y: float) -> Cell | None:
        """The row under a point; the ends of the line below the rows lead to the pages before and after."""
        left, top, wide, high = self.room
        px, py = x - left, y - top
        row = self.table.at(px, py)
        if row is None and high <= py < high + self.line and not self.bare and 0 <= px < wide:
            row = self.turned(px > wide / 2)
        return None if row is None else Cell(self.selection.kind, self.selection.layer, self.selection.head, row, None)

    def turned(self, forward: bool) -> int | None:
        """A row of the next page, which the last page may begin before, or the first of the page before."""
        room, first = self.table.rows * self.table.blocks, self.table.first
        row = first + room if forward else (first - 1) // room * room
        return row if 0 <= row < len(self.lesson.positions) else None

    # --- painting ---

    @property
    def ground(self) -> Drawing:
        """See ``Page``. It is drawn once; from step to step only the frame moves."""
        key = self.run, self.width, self.height, self.style, self.table.first, picture_texts.spoken()
        return _drawn.get(key, self.draw_page)

    def paint_over(self, painter: QPainter) -> None:
        """See ``Page``. It may clip for good: nothing is painted after it."""
        if not self.style.emphasis:
            return
        left, top, _, _ = self.room
        painter.setClipRect(self._clip)
        painter.translate(left, top)
        if self.style.presented:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_parts(painter, self.step)
        framed(painter, self._ground(self.step).adjusted(1, 1, -1, -1), self.style)

    def paint_page(self, painter: QPainter) -> None:
        """See ``WrittenPage``: everything but the frame of the selected row."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self.bare:
            self._paint_words(painter)
        left, top, _, _ = self.room
        painter.setClipRect(self._clip)
        painter.translate(left, top)
        for block in range(self.table.blocks if self._headed else 0):
            self._paint_headings(painter, block * self.table.block)
        for index in range(self.table.first, self.table.first + self.table.shown):
            self._paint_row(painter, index)
        painter.restore()

    @cached_property
    def _glossed(self) -> bool:
        """Has every label of the page room for what it means? A few that have would look like a mistake."""
        table, face = self.table, font(self.table.pixels, bold=True)
        room = table.widths[table.columns.index("label")]
        rows = self.lesson.positions[table.first : table.first + table.shown]
        return all(text_width(f"{row.label} {row.gloss}", face) <= room for row in rows if row.gloss)

    @property
    def _clip(self) -> QRectF:
        """The rows' room, and a little more for the frame of one."""
        left = self.room[0]
        more = min(left, (BEYOND + 0.1) * self.table.pixels)
        return QRectF(left - more, 0, self.style.px(self.width) - left + more, self.style.px(self.height) + 1)

    def _ground(self, index: int) -> QRectF:
        """The whole of a row."""
        place, table = self.table.place(index), self.table
        assert place is not None
        out = BEYOND * table.pixels
        before = min(self.room[0], out)
        free = self.style.px(self.width) - self.room[0] - (table.blocks - 1) * table.block - self._inner
        return QRectF(place[0] - before, place[1], before + self._inner + min(max(free, 0.0), out), table.row)

    def _paint_words(self, painter: QPainter) -> None:
        """Title above; below, the page, the sums and what the columns mean."""
        edge, line, wide = margin_of(self.style), self.line, self.style.px(self.width) - 2 * margin_of(self.style)
        letters = max(self.style.font_pixels, min(self.table.pixels, self._large))  # as the rows, as far as they may
        self.write_title(painter, target_rows.subtitle(self.lesson), pixels=letters)
        bottom = self.style.px(self.height) - self.style.px(6) + line * (1 - len(self._told))
        under = bottom - 1.9 * line
        if self.table.shown == len(self.lesson.positions):  # the sums stand right under the table
            rows = min(self.table.rows, self.table.shown)
            under = min(under, self.room[1] + rows * self.table.row + 0.6 * line)
        for at, told in enumerate(self._told):
            self.write(painter, QRectF(edge, under + (0.9 + at) * line, wide, line), told, quiet=True)
        sums = target_rows.sums(self.lesson)
        if text_width(sums, font(letters, bold=True)) > wide:
            sums, letters = target_rows.sums(self.lesson, brief=True), self.style.font_pixels
        self.write(painter, QRectF(edge, under, wide, line), sums, bold=True, pixels=letters)
        if self.table.shown < len(self.lesson.positions):
            self._paint_pages(painter, QRectF(edge, bottom - 2.8 * line, wide, line))

    def _paint_pages(self, painter: QPainter, box: QRectF) -> None:
        """Which positions these are, and where the others can be turned to."""
        translate, table = QCoreApplication.translate, self.table
        template = translate("pictures", "positions {first}–{last} of {count}")
        text = template.format(first=table.first, last=table.first + table.shown - 1, count=len(self.lesson.positions))
        self.write(painter, box, text, quiet=True, align=Align.CENTRE)
        if self.style.on_screen:
            self.write_turns(painter, box, self.turned(False) is not None, self.turned(True) is not None)

    def _paint_headings(self, painter: QPainter, left: float) -> None:
        table, names = self.table, headings(self.lesson)
        letters = min(table.pixels, self._large)  # they have a line of their own height
        high = 1.5 * letters
        for name, x, wide in zip(table.columns, table.lefts, table.widths, strict=True):
            box = QRectF(left + x, -high - 0.25 * letters, wide, high)
            self.write(painter, box, names[name], quiet=True, align=_side(name), pixels=letters)
        painter.setPen(QPen(QColor(self.style.palette.line), self.style.px(1)))
        painter.drawLine(QPointF(left, -0.1 * table.pixels), QPointF(left + self._inner, -0.1 * table.pixels))

    @property
    def _inner(self) -> float:
        """Width of a block without the gap after it."""
        return self.table.lefts[-1] + self.table.widths[-1]

    def _paint_row(self, painter: QPainter, index: int) -> None:
        place, table, palette = self.table.place(index), self.table, self.style.palette
        assert place is not None
        if self.lesson.positions[index].ignored:
            painter.fillRect(self._ground(index), QColor(palette.blocked))
        self._paint_parts(painter, index, self.style.presented)
        at = index + 1 - table.first  # the next row, on this page
        if "input" in table.columns and at % table.rows and at < table.shown:
            self._paint_shift(painter, place, self.lesson.positions[index + 1].ignored)

    def _paint_parts(self, painter: QPainter, index: int, dim: bool = False) -> None:
        """What stands in a row: in a hall each is ``dim``, and the one that is talked about lies over that."""
        place, table, row = self.table.place(index), self.table, self.lesson.positions[index]
        assert place is not None
        for name, x, wide in zip(table.columns, table.lefts, table.widths, strict=True):
            self._paint_part(painter, name, QRectF(place[0] + x, place[1], wide, table.row), row, index, dim)

    def _paint_part(self, painter: QPainter, name: Column, box: QRectF, row: Position, index: int, dim: bool) -> None:
        quiet, pixels = row.ignored or dim, self.table.pixels
        if name == "predicted":
            self._paint_predicted(painter, box, row, quiet)
        elif name == "probability":
            self._paint_probability(painter, box, row, quiet)
        elif name in ("input", "label"):
            text = elide(row.input if name == "input" else row.label, font(pixels), box.width())
            given = name == "label" and not row.ignored
            self.write(painter, box, text, quiet=quiet, bold=given, align=_side(name), pixels=pixels)
            if name == "label" and row.gloss and self._glossed:
                taken = text_width(text, font(pixels, bold=given)) + 0.5 * pixels
                self.write(painter, box.adjusted(taken, 0, 0, 0), row.gloss, quiet=True, pixels=pixels)
            if given and row.forced:
                y, wide = box.bottom() - 0.22 * pixels, min(box.width(), text_width(text, font(pixels, bold=True)))
                painter.setPen(
                    QPen(QColor(self.style.palette.muted if dim else self.style.palette.ink), self.style.px(1.4))
                )
                painter.drawLine(QPointF(box.left(), y), QPointF(box.left() + wide, y))
        elif name == "loss" and row.ignored:
            self.write(painter, box, ignored_word(), quiet=True, align=_side(name), pixels=pixels)
        else:
            texts = {"position": str(index), "loss": number(row.loss, 3), "mean": number(row.mean, 3)}
            faint = quiet or name in ("position", "mean")
            self.write(painter, box, texts[name], quiet=faint, align=_side(name), pixels=pixels)

    def _paint_predicted(self, painter: QPainter, box: QRectF, row: Position, quiet: bool) -> None:
        """A tick where it is the label, a cross where it is another token; with its probability."""
        pixels, palette = self.table.pixels, self.style.palette
        wide = text_width(row.highest, font(pixels))
        side, middle = 0.55 * pixels, box.center().y()
        if not row.ignored:
            painter.setPen(QPen(QColor(palette.ok if row.agrees else palette.error), max(1.0, 0.13 * pixels)))
            self._paint_sign(painter, QRectF(box.left(), middle - side / 2, side, side), row.agrees)
        start = box.left() + 1.1 * pixels
        token = QRectF(start, box.top(), box.right() - wide - 0.5 * pixels - start, box.height())
        said = elide(row.predicted, font(pixels), token.width())
        self.write(painter, token, said, quiet=quiet or row.agrees, pixels=pixels)
        self.write(painter, box, row.highest, quiet=True, align=Align.RIGHT, pixels=pixels)

    def _paint_sign(self, painter: QPainter, box: QRectF, agrees: bool) -> None:
        if agrees:
            low = QPointF(box.left() + 0.38 * box.width(), box.bottom())
            painter.drawPolyline(QPolygonF([QPointF(box.left(), box.center().y()), low, box.topRight()]))
        else:
            painter.drawLine(box.topLeft(), box.bottomRight())
            painter.drawLine(box.topRight(), box.bottomLeft())

    def _paint_probability(self, painter: QPainter, box: QRectF, row: Position, quiet: bool) -> None:
        pixels, palette = self.table.pixels, self.style.palette
        if self.table.bars:
            bar = QRectF(box.left(), box.center().y() - 0.28 * pixels, self.table.bar, 0.56 * pixels)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.fillRect(bar, QColor(palette.grid))
            filled = min(max(row.probability, 0.0), 1.0) if row.probability == row.probability else 0.0
            bar.setWidth(bar.width() * filled)
            painter.fillRect(bar, QColor(palette.undecoded if quiet else palette.accent))
        self.write(painter, box, row.told, quiet=quiet, align=Align.RIGHT, pixels=pixels)

    def _paint_shift(self, painter: QPainter, place: tuple[float, float], faint: bool) -> None:
        """An arrow from this row's label down to the next row's input: the same token, one position later."""
        table, palette = self.table, self.style.palette
        index = table.columns.index("input")
        left = place[0] + table.lefts[index] + table.widths[index] + 0.3 * table.pixels
        right = place[0] + table.lefts[index + 1] - 0.35 * table.pixels
        start = QPointF(right, place[1] + 0.55 * table.row)
        end = QPointF(left, place[1] + 1.42 * table.row)
        painter.setPen(QPen(QColor(palette.undecoded if faint else palette.muted), max(1.0, 0.08 * table.pixels)))
        painter.drawLine(start, end)
        tip = 0.42 * table.pixels
        painter.drawPolyline(QPolygonF([end + QPointF(tip, -0.1 * tip), end, end + QPointF(0.35 * tip, -tip)]))


def _side(name: Column) -> Align:
    """Numbers to the right; the input to the right too, next to the label that it was."""
    return Align.LEFT if name in ("label", "predicted") else Align.RIGHT
