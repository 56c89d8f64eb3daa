"""The candidates of a step: one bar per possible next token, and one for all others. A click asks to force it."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from viz_app.controls.widgets import draw_produced_mark, faded, number_font, text_pixels
from viz_app.platform.focus_ring import draw_focus_ring
from viz_app.platform.keys import PRESSING, UPRIGHT, is_copy, is_kept, is_plain
from viz_app.platform.spelling import share_text
from viz_app.platform.text import exact, fill, quoted, tooltip, translate
from viz_app.platform.theme import colours, elide, font, shorten, text_width, visible
from viz_app.tables.parts.candidates import Candidate, others, others_drawn

LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
FEWEST = 3  #: candidates in sight, however little room there is
ROW = 1.8  #: heights of the text that a row takes at least
SHORTEST_BAR = 20  #: logical pixels
SHORTEST_NAME = 2.5  #: heights of a letter that a token has at least beside the word for where it comes from
ONE_NUMBER, TWO_NUMBERS = 4.1, 9.3  #: heights of a letter: of 3.5e-05, and of two with an arrow between them


class CandidateButton(QAbstractButton):
    """Token, bar and number in one row; the arrow keys move between rows, Enter and Space press."""

    moved = Signal(int)  #: rows down

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.candidate: Candidate | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_candidate(self, candidate: Candidate, tab_stop: bool) -> None:
        """Show this one; only one row of the list is a stop of the Tab key."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if tab_stop else Qt.FocusPolicy.ClickFocus)
        if candidate == self.candidate:
            return
        self.candidate = candidate
        ends = translate("Candidates", "stop here") if candidate.ends else ""
        facts = [quoted(candidate.label), ends, share_text(candidate.probability), self.mark(), drawn_words(candidate)]
        self.setAccessibleName(", ".join(fact for fact in facts if fact))
        forcing = translate("Candidates", "Click to force %1 at step %2: the run is repeated, earlier tokens stay")
        entry = fill(
            translate("Candidates", "vocabulary token %1, id %2"), visible(candidate.token), candidate.token_id
        )
        stop = (
            translate("Candidates", "The end token: the model stops when it produces this.") if candidate.ends else ""
        )
        forces = fill(forcing, quoted(candidate.label), candidate.step + 1)
        lines = (forces, entry, self.mark(), drawn_words(candidate), stop)
        self.setToolTip(tooltip(*lines))
        self.update()

    def mark(self) -> str:
        """What is said about the produced token."""
        if self.candidate is None or not self.candidate.produced:
            return ""
        words = {
            "forced": translate("Candidates", "forced"),
            "teacher": translate("Candidates", "label"),
            "beam": translate("Candidates", "next token (beam)"),
            "sampled": translate("Candidates", "next token (drawn)"),
        }
        return words.get(self.candidate.origin, translate("Candidates", "next token"))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(180, round(text_pixels(self) * ROW))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(120, self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Our keys are ours while we have the focus."""
        return is_kept(event, self._takes) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        if not self._takes(event):
            super().keyPressEvent(event)
        elif is_copy(event):
            self.copy()
        elif event.key() in PRESSING:
            self.click()
        else:
            self.moved.emit(UPRIGHT[Qt.Key(event.key())])

    def copy(self) -> None:
        """Token and probability to the clipboard, to paste into a table."""
        if self.candidate is not None:
            QGuiApplication.clipboard().setText(f"{self.candidate.token}\t{self.candidate.probability:.6g}")

    def _takes(self, event: QKeyEvent) -> bool:
        ours = event.key() in PRESSING or event.key() in UPRIGHT
        return is_copy(event) or (is_plain(event) and ours)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        if self.candidate is None:
            return
        palette = colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(0, 1, 0, -1)
        if self.underMouse() or self.isDown():
            painter.setPen(QPen(QColor(palette.accent), 1))
            painter.setBrush(faded(palette.accent, 0.08))
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        self._draw_row(painter, rect, self.candidate)
        if self.hasFocus():
            draw_focus_ring(painter, rect, 4)
        painter.end()

    def _draw_row(self, painter: QPainter, rect: QRectF, candidate: Candidate) -> None:
        """Mark, token, what is to be said about it, bar, number."""
        palette, pixels, middle = colours(), text_pixels(self), rect.center().y()
        if candidate.produced:
            draw_produced_mark(painter, QRectF(4, middle - pixels * 0.4, pixels * 0.8, pixels * 0.8), palette)
        name, bar, number = places(rect, pixels, candidate.drawn is not None)
        text_font, small = font(pixels, bold=candidate.produced), font(max(8, round(pixels * 0.8)))
        text_font.setStrikeOut(candidate.drawn == 0)
        said = self.mark() if candidate.origin in ("forced", "teacher") else ""
        after = text_width(said, small) + pixels * 0.5 if said else 0.0
        if name.width() - after < pixels * SHORTEST_NAME:
            said, after = "", 0.0
        shown = elide(candidate.label, text_font, name.width() - after)
        painter.setFont(text_font)
        painter.setPen(QColor(palette.ink))
        painter.drawText(name, LEFT, shown)
        name.setLeft(name.left() + text_width(shown, text_font) + pixels * 0.5)
        if said:  # not over the bar: all of them have one scale
            painter.setFont(small)
            painter.setPen(QColor(palette.selection))
            painter.drawText(name, LEFT, said)
            name.setLeft(name.left() + after)
        if candidate.ends:
            self._draw_stop(painter, name)
        painter.setPen(QColor(palette.ink))
        painter.setFont(number_font(pixels, candidate.produced))
        draw_numbers(painter, number, candidate.probability, candidate.drawn)
        ink = QColor(palette.accent) if candidate.produced else faded(palette.accent, 0.5)
        draw_bars(painter, bar, candidate.probability, candidate.drawn, ink)

    def _draw_stop(self, painter: QPainter, room: QRectF) -> None:
        """What the end token means, where there is room for it."""
        small, words = font(max(8, round(text_pixels(self) * 0.8))), translate("Candidates", "stop here")
        if text_width(words, small) <= room.width():
            painter.setFont(small)
            painter.setPen(QColor(colours().muted))
            painter.drawText(room, LEFT, words)


class OthersRow(QWidget):
    """The rest of the probability, drawn like a candidate. It cannot be forced."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.share = 0.0
        self.drawn: float | None = None  #: of those that tokens were drawn with
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_share(self, share: float, drawn: float | None = None) -> None:
        """Show this probability, and where tokens were drawn the one that is left to them."""
        self.share, self.drawn = share, drawn
        self.setAccessibleName(f"{self.words()}, {exact(share)}")
        self.setToolTip(
            tooltip(
                translate("Candidates", "1 − the sum of those above: every other token of the vocabulary together."),
                translate(
                    "Candidates",
                    "Training with label smoothing (paper, 5.4; ε = 0.1 there and in the checkpoints that come with "
                    "Headscope) teaches a model to leave about ε to tokens that are not the label.",
                ),
            )
        )
        self.update()

    @staticmethod
    def words() -> str:
        return translate("Candidates", "all others")

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(180, round(text_pixels(self) * ROW))

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        palette, pixels = colours(), text_pixels(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        name, bar, number = places(QRectF(self.rect()).adjusted(0, 1, 0, -1), pixels, self.drawn is not None)
        painter.setPen(QColor(palette.muted))
        painter.setFont(font(pixels))
        painter.drawText(name, LEFT, shorten(self.words(), painter.font(), name.width()))
        painter.setFont(number_font(pixels))
        draw_numbers(painter, number, self.share, self.drawn, exact)
        draw_bars(painter, bar, self.share, self.drawn, faded(palette.muted, 0.6))
        painter.end()


def drawn_words(candidate: Candidate) -> str:
    """With what probability it was drawn; nothing where no token was."""
    if candidate.drawn is None:
        return ""
    if not candidate.drawn:
        return translate("Candidates", "cut off by top-k or top-p: it could not be drawn")
    told = translate("Candidates", "the network gives %1; it was drawn from %2")
    return fill(told, share_text(candidate.probability), share_text(candidate.drawn))


def places(rect: QRectF, pixels: int, two: bool = False) -> tuple[QRectF, QRectF, QRectF]:
    """Where a row's name, bar and number stand; of ``two`` numbers, both in one place."""
    wide = pixels * (TWO_NUMBERS if two else ONE_NUMBER)
    name = QRectF(pixels * 1.2 + 4, rect.top(), rect.width() * (0.3 if two else 0.36), rect.height())
    number = QRectF(rect.right() - wide - pixels * 0.2, rect.top(), wide, rect.height())
    left, middle = name.right() + 6, rect.center().y()
    return name, QRectF(left, middle - pixels * 0.3, number.left() - name.right() - 10, pixels * 0.6), number


def draw_bar(painter: QPainter, bar: QRectF, share: float, ink: QColor) -> None:
    """A probability 0…1, all of them on one scale: the whole bar is 1; nothing where that is too short to compare."""
    if bar.width() < SHORTEST_BAR:
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colours().grid))
    painter.drawRoundedRect(bar, 2, 2)
    known = min(share, 1.0) if share > 0 else 0.0  # also for not-a-number
    painter.setBrush(ink)
    painter.drawRoundedRect(QRectF(bar.left(), bar.top(), max(1.5, bar.width() * known), bar.height()), 2, 2)


def draw_numbers(
    painter: QPainter, box: QRectF, share: float, drawn: float | None, said: Callable[[float], str] = share_text
) -> None:
    """A probability; where tokens were drawn, that of the network and the one that was drawn from."""
    if drawn is None:
        painter.drawText(box, RIGHT, said(share))
        return
    half = QRectF(box.left(), box.top(), box.width() * ONE_NUMBER / TWO_NUMBERS, box.height())
    painter.drawText(half, RIGHT, said(share))
    painter.drawText(box, RIGHT, f"→ {said(drawn)}" if drawn else "→ –")


def draw_bars(painter: QPainter, bar: QRectF, share: float, drawn: float | None, ink: QColor) -> None:
    """A probability; where tokens were drawn, below it the one that was drawn from."""
    if drawn is None:
        draw_bar(painter, bar, share, ink)
        return
    half = 0.46 * bar.height()
    draw_bar(painter, QRectF(bar.left(), bar.top(), bar.width(), half), share, faded(colours().muted, 0.7))
    draw_bar(painter, QRectF(bar.left(), bar.bottom() - half, bar.width(), half), drawn, ink)


class CandidateList(QWidget):
    """The rows, and how sure the model was. ``chosen`` carries the :class:`Candidate` that was clicked."""

    chosen = Signal(object)
    counted = Signal()  #: another number of rows is shown, since a person wants more or fewer

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.candidates: tuple[Candidate, ...] = ()  #: of the step, whether they have room or not
        self._room = 0  # rows that have room
        self._row = 0  # pixels that a row takes at least
        self.more = QToolButton()  # placed beside the heading
        self.more.setCheckable(True)
        self.more.setAutoRaise(True)
        kept = self.more.sizePolicy()
        kept.setRetainSizeWhenHidden(True)  # what is below stays where it is
        self.more.setSizePolicy(kept)
        every = translate("Candidates", "All tokens that the run recorded here, or only as many as have room")
        self.more.setToolTip(tooltip(every))
        self.more.toggled.connect(self._count)
        self.rows: list[CandidateButton] = []
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(0)
        self.others = OthersRow()
        self._box.addWidget(self.others)

    def show_candidates(self, candidates: tuple[Candidate, ...]) -> None:
        """One row each; rows are kept, so that the focus stays where it is."""
        self.candidates = candidates
        self._show(self.listed())

    def set_room(self, rows: int, fewest: int = FEWEST) -> None:
        """So many rows have room, but never fewer than ``fewest``; the rest come by *more*."""
        if max(rows, fewest) != self._room:
            self._room = max(rows, fewest)
            self._show(self.listed())

    def listed(self) -> tuple[Candidate, ...]:
        """The likeliest that have room, the token that follows in any case; all where a person wants all."""
        if self.more.isChecked() or not self._room or len(self.candidates) <= self._room:
            return self.candidates
        shown, rest = self.candidates[: self._room], self.candidates[self._room :]
        produced = tuple(candidate for candidate in rest if candidate.produced)
        return shown[: self._room - len(produced)] + produced

    def row_height(self) -> int:
        """Pixels of a row."""
        return max(self._row, round(text_pixels(self) * ROW))

    def set_row(self, pixels: int) -> None:
        """Rows take so much, or what their letters need."""
        if pixels != self._row:
            self._row = pixels
            for row in (*self.rows, self.others):
                row.setMinimumHeight(pixels)

    def _count(self) -> None:
        self._show(self.listed())
        self.counted.emit()

    def _show(self, candidates: tuple[Candidate, ...]) -> None:
        hidden = len(self.candidates) - len(candidates)
        words = fill(translate("Candidates", "%1 more"), hidden)
        self.more.setText(translate("Candidates", "fewer") if self.more.isChecked() else words)
        self.more.setVisible(hidden > 0 or (self.more.isChecked() and len(self.candidates) > self._room))
        while len(self.rows) < len(candidates):
            row = CandidateButton(self)
            row.setMinimumHeight(self._row)
            row.clicked.connect(lambda _=False, row=row: self.chosen.emit(row.candidate))
            row.moved.connect(lambda down, row=row: self._move(row, down))
            self._box.insertWidget(len(self.rows), row)
            self.rows.append(row)
        self.others.raise_()  # the last to be read aloud, too
        rest = others(candidates)
        self.others.setVisible(bool(candidates) and not math.isnan(rest))
        self.others.show_share(rest, others_drawn(candidates))
        stop = next((index for index, candidate in enumerate(candidates) if candidate.produced), 0)
        for index, row in enumerate(self.rows):
            row.setVisible(index < len(candidates))
            if index < len(candidates):
                row.show_candidate(candidates[index], index == stop)

    def _move(self, row: CandidateButton, down: int) -> None:
        target = self.rows.index(row) + down
        if 0 <= target < len(self.rows) and not self.rows[target].isHidden():
            self.rows[target].setFocus(Qt.FocusReason.TabFocusReason)
