"""Beam tree: every hypothesis that a search looked at, from the start to the right; the run on screen is one of them.

What was pruned is fainter and dashed, what ended has a double frame, its rank and its score. A run that was not
searched is one hypothesis, with the likeliest other candidates of each step beside it.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from functools import cached_property
from math import ceil

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from model.common.lazy_dataclass import dataclass
from model.decoding.beam_tree import FATES
from model.record.trace import Trace
from model.transforms.run_tree import RunTree, run_tree
from viz_app.pictures import titles
from viz_app.pictures.beam_tree import signs, texts
from viz_app.pictures.beam_tree.overview import Overview, overview_height
from viz_app.pictures.beam_tree.tree_layout import GROWN, SMALLEST, TreeLayout, tree_layout
from viz_app.pictures.drawing import legends, picture_texts
from viz_app.pictures.drawing.drawings import Drawing, PictureCache
from viz_app.pictures.drawing.message import Message, WrittenPage
from viz_app.pictures.drawing.page import Align, Heading, framed, margin_of
from viz_app.pictures.drawing.picture import Cell, Picture, Style
from viz_app.platform.theme import font, text_width
from viz_app.state.state import Snapshot

ROUND = 0.4  #: letter heights of a corner
LOWER = 0.25  #: letter heights that a number is higher where the frame is double
ENDS = 0.15  #: of the line below the tree, left and right: words that turn the page


def title() -> str:
    """The picture's name."""
    return titles()["beam_tree"]


def picture(snapshot: Snapshot, width: int, height: int, style: Style) -> Picture:
    """The hypotheses of the run; see ``PictureModule``."""
    run = snapshot.run
    if run is None:
        return Message(title(), picture_texts.nothing_yet(), width, height, style)
    found = run_tree(run)
    if found is None:
        lacking = QCoreApplication.translate("BeamTree", "A tree needs the candidates of every step, and this run "
                                             "holds none")  # fmt: skip
        return Message(title(), lacking, width, height, style)
    node = snapshot.node if snapshot.node is not None else found.at(snapshot.run_selection.step)
    heading = Heading((0, 0, 0, 0), title())
    return TreeSheet(heading, width, height, style, snapshot.run_selection, None, weakref.ref(run), found, node)


_drawn: PictureCache[Drawing] = PictureCache(64 << 20, lambda page: page.bytes())


@dataclass(frozen=True, eq=False)
class TreeSheet(WrittenPage):
    """The tree with its heading, its signs and, on a screen, what is said of one hypothesis."""

    least_lines = 10
    run: weakref.ref[Trace]
    found: RunTree
    node: int

    @property
    def alt(self) -> str:
        """See ``Picture``."""
        return texts.alt(self._run, self.found, self.node, self.title)

    @property
    def _run(self) -> Trace:
        run = self.run()
        assert run is not None, "the snapshot holds it"
        return run

    @property
    def layout(self) -> TreeLayout:
        """Where everything lies, from the corner of the room on."""
        return self._divided[0]

    @property
    def overview(self) -> Overview | None:
        """The whole tree in small, on a screen that shows a part of it."""
        return self._divided[1]

    @cached_property
    def _divided(self) -> tuple[TreeLayout, Overview | None]:
        """The tree, and below it what tells of the rest of it."""
        _, _, wide, high = self.room
        steps, pixels, gap = self.found.steps, self.style.font_pixels, 0.6 * self.style.font_pixels
        rows, step, on_screen = max(map(len, steps)), self.found.step_of[self.node], self.style.on_screen
        ends = (pixels, round(GROWN * pixels)) if on_screen else (ceil(SMALLEST * pixels), pixels)
        layout = tree_layout(len(steps), rows, wide, high, pixels, step, ends)
        if not (on_screen or self.bare or layout.whole(rows)):  # a line says which are shown
            layout = tree_layout(len(steps), rows, wide, high - self.line, pixels, step, ends)
        if layout.whole(rows) or self.bare or not on_screen:
            return layout, None
        whole = overview_height(steps, self.style)
        for low in (whole, 0.5 * whole):
            less = tree_layout(len(steps), rows, wide, high - low - gap, pixels, step, ends)
            if less.rows == layout.rows:
                return less, Overview(0, high - low, wide, low, len(steps))
        return layout, None  # hypotheses come before what tells of others

    @property
    def unnamed(self) -> int:
        """See ``Picture``: hypotheses that have no room."""
        shown = range(self.layout.first, self.layout.last + 1)
        rows = sum(min(len(self.found.steps[step]), self.layout.rows) for step in shown)
        return len(self.found.step_of) - rows

    @property
    def part_told(self) -> str:
        """Which steps are shown, and how many hypotheses of one, where these are not all."""
        layout, most = self.layout, max(map(len, self.found.steps))
        return texts.part(layout.first, layout.last, len(self.found.steps), min(layout.rows, most), most)

    @property
    def room(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the tree."""
        wide, high = self.style.px(self.width), self.style.px(self.height)
        if self.bare:
            edge = signs.edge_of(self.style)
            return edge, 2, max(1, wide - 2 * edge), max(1, high - 4)
        edge = margin_of(self.style)
        top = self.style.titled * self.line + self.style.px(6)
        below = (self.style.on_screen + self._legend_lines) * self.line + self.style.px(6)
        return edge, top, max(1, wide - 2 * edge), max(1, high - top - below)

    def shown(self, step: int) -> tuple[int, ...]:
        """The places of a step that have room, the run's own and the one that is looked at among them."""
        if step not in self._shown:
            self._shown[step] = self._chosen(step)
        return self._shown[step]

    @cached_property
    def _shown(self) -> dict[int, tuple[int, ...]]:
        return {}

    def _chosen(self, step: int) -> tuple[int, ...]:
        places, rows = self.found.steps[step], self.layout.rows
        if len(places) <= rows:
            return places
        kept = list(places[:rows])
        wanted = [each for each in (self.node, *self.found.own[step : step + 1]) if each in places]
        for number, each in enumerate(each for each in wanted if each not in kept):
            kept[-1 - number] = each
        return tuple(kept)

    def boxes(self, place: int) -> list[QRectF]:
        """Where a hypothesis is drawn: once, or twice where a band ends and the next begins."""
        row = self._rows.get(place)
        spots = () if row is None else self.layout.places(self.found.step_of[place])
        return [QRectF(*self.layout.box(*spot, row or 0)) for spot in spots]

    @cached_property
    def _rows(self) -> dict[int, int]:
        """The row of each hypothesis on the page."""
        steps = range(self.layout.first, self.layout.last + 1)
        return {place: row for step in steps for row, place in enumerate(self.shown(step))}

    def find(self, x: float, y: float) -> Cell | None:
        """The hypothesis under a point; the overview and the ends of the line below it lead to other pages."""
        left, top, wide, high = self.room
        spot = QPointF(x - left, y - top)
        for step in range(self.layout.first, self.layout.last + 1):
            for place in self.shown(step):
                if any(box.contains(spot) for box in self.boxes(place)):
                    return self.cell(place)
        turned = None if self.overview is None else self.overview.step_at(spot.x(), spot.y())
        if self.style.on_screen and not self.bare and high <= spot.y() < high + self.line and 0 <= spot.x() < wide:
            turned = self.layout.turned(spot.x() > wide / 2) if not ENDS < spot.x() / wide < 1 - ENDS else None
        return None if turned is None else self.cell(self.found.at(turned))

    def cell(self, place: int) -> Cell:
        """A hypothesis as a place."""
        chosen = self.selection
        return Cell(chosen.kind, chosen.layer, chosen.head, self.found.step_of[place], None, node=place)

    # --- painting ---

    @property
    def ground(self) -> Drawing:
        """See ``Page``. It is drawn once; from step to step only the frame and the line about it change."""
        extra = self.node if len(self.found.steps[self.found.step_of[self.node]]) > self.layout.rows else -1
        key = self.run, self.width, self.height, self.style, self.layout, extra, picture_texts.spoken()
        return _drawn.get(key, self.draw_page)

    def paint_over(self, painter: QPainter) -> None:
        """See ``Page``. It may clip for good: nothing is painted after it."""
        left, top, wide, high = self.room
        painter.translate(left, top)
        if self.style.emphasis:
            for box in self.boxes(self.node):
                framed(painter, box.adjusted(-2, -2, 2, 2), self.style)
        if self.style.on_screen and not self.bare:
            told = texts.readout(self._run, self.found, self.node)
            before, after = (self.layout.turned(forward) is not None for forward in (False, True))
            ends = ENDS * wide if before or after else 0.0
            box = QRectF(ends, high, wide - 2 * ends, self.line)
            self.write(painter, box, told, align=Align.CENTRE if ends else Align.LEFT)
            self.write_turns(painter, QRectF(0, high, wide, self.line), before, after)
        elif self.style.presented:
            for box, sign in signs.turns(self.layout, left, wide, high):
                self.write(painter, box, sign, align=Align.CENTRE)

    def paint_page(self, painter: QPainter) -> None:
        """See ``WrittenPage``."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self.bare:
            self._paint_words(painter)
        left, top, wide, high = self.room
        painter.translate(left, top)
        if not (self.style.on_screen or self.bare):
            self.write(painter, QRectF(0, high - self.line, wide, self.line), self.part_told, quiet=True)
        own = set(self.found.own)
        for step in range(self.layout.first, self.layout.last + 1):
            self._paint_head(painter, step)
            for place in sorted(self.shown(step), key=own.__contains__):
                self._paint_line(painter, place, place in own)
        for step in range(self.layout.first, self.layout.last + 1):
            for place in self.shown(step):
                for box in self.boxes(place):
                    self._paint_node(painter, box, place, place in own)
        if self.overview is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            self.overview.paint(painter, self.found, (self.layout.first, self.layout.last), self.style)
        painter.restore()

    def _paint_words(self, painter: QPainter) -> None:
        """Title above; below, names of the signs."""
        edge, line, wide = margin_of(self.style), self.line, self.style.px(self.width) - 2 * margin_of(self.style)
        self.write_title(painter, texts.subtitle(self._run, self.found), texts.counted(self.found))
        high = self._legend_lines * line
        if high:
            self._paint_signs(painter, QRectF(edge, self.style.px(self.height - 3) - high, wide, high))

    @cached_property
    def _legend_lines(self) -> int:
        """On paper as many as all signs take, with the longer words; a screen has one, and says the rest when asked."""
        if not self.style.legend:
            return 0
        wide = self.style.px(self.width) - 2 * margin_of(self.style)
        return 1 if self.style.on_screen else 1 + self._signs(wide, numbered=True)[-1][1]

    def _signs(self, wide: float, numbered: bool, places: Iterable[int] | None = None) -> list[signs.PlacedSign]:
        """The entries of the legend, those of the whole tree or of some hypotheses; words alone last."""
        there = signs.signs_of(self.found, range(len(self.found.fates)) if places is None else places)
        entries = [each for each in texts.signs(self.found.searched, numbered) if each[0] in there]
        if self.style.emphasis and not self.style.on_screen:
            entries.append(("step", legends.entry_text("step")))
        return signs.arranged([*entries, *([("", texts.explanation())] * numbered)], wide, self.style.font_pixels)

    def _paint_signs(self, painter: QPainter, box: QRectF) -> None:
        """As many as have room, those of this page; on a screen what it lacks keeps its place, so that none moves."""
        pixels, there = self.style.font_pixels, {"", "step", *signs.signs_of(self.found, self._rows)}
        kept = None if self.style.on_screen else self._rows
        for x, line, sign, words in self._signs(box.width(), self.layout.numbered, kept):
            if line >= self._legend_lines or sign not in there:
                continue
            here = QRectF(box.left() + x, box.top() + line * self.line, box.width() - x, self.line)
            if sign:
                beside = QRectF(here.left(), here.center().y() - 0.5 * pixels, 1.7 * pixels, pixels)
                self._paint_frame(painter, beside, sign)
            self.write(painter, here.adjusted(signs.SIGN * pixels * bool(sign), 0, 0, 0), words, quiet=True)

    def _paint_head(self, painter: QPainter, step: int) -> None:
        for spot in self.layout.places(step):
            named = QCoreApplication.translate("BeamTree", "step {0}") if spot[1] == 0 else "{0}"
            left_out = (len(self.found.steps[step]) - self.layout.rows) * self.bare  # else the line below tells of them
            number = f"{step + 1}  +{left_out}" if left_out > 0 else step + 1
            words, box = named.format(number), QRectF(*self.layout.head(*spot))
            self.write(painter, box, words, quiet=True, align=Align.CENTRE, pixels=self.layout.pixels)

    def _paint_line(self, painter: QPainter, place: int, own: bool) -> None:
        """From the hypothesis that it continues; within a band."""
        node, step, layout = self.found.tree.nodes[place], self.found.step_of[place], self.layout
        row, before = self._rows[place], self._rows.get(node.parent)
        if before is None or step == layout.first:
            return
        painter.setPen(self._pens["own" if own else self.found.fates[place], True])
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for band, column in layout.places(step):
            if column == 0:
                continue
            right, y, _, high = layout.box(band, column, row)
            left, before_y, wide, _ = layout.box(band, column - 1, before)
            start, end, middle = before_y + high / 2, y + high / 2, (right - left - wide) / 2
            path = QPainterPath(QPointF(left + wide, start))
            path.cubicTo(left + wide + middle, start, right - middle, end, right, end)
            painter.drawPath(path)

    def _paint_node(self, painter: QPainter, box: QRectF, place: int, own: bool) -> None:
        node, layout = self.found.tree.nodes[place], self.layout
        quiet, ended, pixels = node.fate == "pruned" and not own, node.fate == "ended", layout.pixels
        self._paint_frame(painter, box, "own" if own else self.found.fates[place], ended)
        inner = box.adjusted(0.35 * pixels, 0, -0.35 * pixels, 0)
        rank = "" if layout.numbered else texts.rank_mark(self.found, place)
        token, letters = signs.fitted(
            texts.label(self._run, self.found, place), rank, inner.width(), own, layout.pixels, self.style
        )
        high = 0.5 * inner.height() if layout.numbered else inner.height()
        meant = self._meaning(self.found.step_of[place]) if own else ""
        used = text_width(token, font(letters, bold=own)) + text_width(meant, font(pixels))
        spare = inner.width() - used - 0.35 * pixels
        upper = QRectF(inner.left(), inner.top() + 0.1 * pixels * layout.numbered, inner.width(), high)
        if meant and spare >= 0:
            beside = upper.adjusted(0, 0, -spare / 2, 0)
            self.write(painter, beside, meant, quiet=True, align=Align.RIGHT, pixels=pixels)
            upper = upper.adjusted(spare / 2, 0, 0, 0)
        along = Align.LEFT if meant and spare >= 0 else Align.CENTRE
        self.write(painter, upper, token, quiet=quiet, bold=own, align=along, pixels=letters)
        if layout.numbered:
            lower = QRectF(inner.left(), upper.bottom() - (LOWER if ended else 0.1) * pixels, inner.width(), high)
            words = texts.below(self.found, place)
            small = max(round(0.85 * pixels), 0 if self.style.on_screen else ceil(SMALLEST * self.style.font_pixels))
            self.write(painter, lower, words, quiet=True, align=Align.CENTRE, pixels=small)

    def _meaning(self, step: int) -> str:
        """What a word of the run means."""
        meant = () if self.style.glosses is None else self.style.glosses.produced
        return meant[step] if step < len(meant) == self._run.steps else ""

    def _paint_frame(self, painter: QPainter, box: QRectF, sign: str, ended: bool = False) -> None:
        """A hypothesis without its words."""
        if sign == "step":
            framed(painter, box, self.style)
            return
        palette, corner = self.style.palette, ROUND * self.layout.pixels
        painter.setPen(self._pens[sign, False])
        painter.setBrush(signs.ground(palette) if sign == "own" else QColor(palette.paper))
        painter.drawRoundedRect(box, corner, corner)
        if ended or sign == "ended":
            inset = 0.18 * self.layout.pixels
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(palette.accent if sign == "own" else palette.muted), self.style.px(1)))
            painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), corner, corner)

    @cached_property
    def _pens(self) -> dict[tuple[str, bool], QPen]:
        """Of a hypothesis by its sign, and of the line that leads to it."""
        return {(sign, line): signs.pen(sign, self.style, line) for sign in ("own", *FATES) for line in (False, True)}
