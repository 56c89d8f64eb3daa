"""A picture as a figure: on paper, with its caption below. One description for every painter and every kind of file."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QTextLayout, QTextOption

from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem
from model.common.text import Text
from model.record.trace import Trace
from viz_app.exports.figures.caption import caption_lines, framed_words, named_words
from viz_app.pictures import all_pictures
from viz_app.pictures.drawing import picture_texts
from viz_app.pictures.drawing.glosses.run_glosses import glosses_of
from viz_app.pictures.drawing.message import Message
from viz_app.pictures.drawing.page import Page
from viz_app.pictures.drawing.picture import FONT_POINTS, Picture, Style, style_for
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.platform.text import localised
from viz_app.platform.theme import font, text_width
from viz_app.state.export_choices import ExportChoices
from viz_app.state.paper_sizes import INCH, PRESETS
from viz_app.state.state import Snapshot
from viz_app.state.watched_training import learnt

MARGIN = 16  #: logical pixels around everything
GAP = 4  #: between picture and caption
UNDER = 6  #: at least, under the caption
INDENT = 12  #: of the caption: as far as a picture's words stand from its edge
CAPTION = 0.85  #: size of its letters, of the picture's
NO_BREAK, SHORT = "\u00a0", 24  #: a space that stays in its line; letters of a part that does
SMALLEST = 40  #: the least height of a picture
MOST_TOLD = 60  #: rows of a map that are told in words
STEP = 6  #: how finely the height of a figure that grows is sought
MOST_PIXELS = 20_000  #: that it may be high
PRICE, LARGER = 0.75, 1.3  #: of height, where cells become larger and names do not; times as large, at least
WORTH = 0.8  #: of the tokens without a name, how many may be left of them where it grows


@dataclass(frozen=True)
class Figure:
    """The paper that a picture is put on, and what stands there beside it. Lengths are logical pixels, 96 an inch."""

    width: float = 1200
    height: float = 800
    ratio: float = 2.0  #: device pixels per logical pixel, where no ``dpi`` is given
    dark: bool = False
    caption: bool = True  #: say below where the numbers come from
    honest: bool | None = None  #: and what they are not; None: as ``caption``
    title: bool = True  #: the picture's heading
    legend: bool = True  #: what colours and patterns mean
    emphasis: bool = False  #: mark the current step's row and the selected map
    runs: tuple[Trace, ...] = ()  #: of an animation: by each snapshot of a training, in place of the steps
    moving: bool = False  #: a frame of an animation: its step is marked, and the legend is that of every frame
    text: Literal["text", "paths"] = "text"  #: how vectors hold letters
    dpi: float | None = None  #: device pixels per inch
    font_points: float = FONT_POINTS
    margin: int = MARGIN
    tallest: float = 0  #: how high it may become before a token loses its name; see :func:`grown`
    least_points: float = 0  #: and how small its letters; 0: they stay
    caption_lines: int = 0  #: at least so many have room, so that the frames of an animation are alike
    whole_run: bool | None = None  #: files of numbers: all of the run, or what is shown; None: as each kind does

    @property
    def scale(self) -> float:
        """Device pixels per logical pixel."""
        return self.ratio if self.dpi is None else self.dpi / INCH

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height in device pixels."""
        return max(1, round(self.width * self.scale)), max(1, round(self.height * self.scale))

    @property
    def inches(self) -> tuple[float, float]:
        """Width and height on paper."""
        return self.width / INCH, self.height / INCH


def figure_of(choices: ExportChoices) -> Figure:
    """The figure that was chosen in the window."""
    figure = Figure(
        **PRESETS[choices.preset].lengths, dark=choices.dark, caption=choices.caption, honest=choices.honest,
        title=choices.title, legend=choices.legend, emphasis=choices.emphasis, text=choices.text,
        whole_run={"run": True, "numbers": False}.get(choices.what),
    )  # fmt: skip
    return replace(figure, dpi=choices.dpi) if choices.dpi else figure


def grown(snapshot: Snapshot, figure: Figure) -> Figure:
    """The figure with smaller letters, then higher, as long as this names more of its tokens.

    Raises :class:`Problem` where there is no picture.
    """

    def unnamed(high: float, points: float) -> int:
        return picture_of(snapshot, replace(figure, height=high, font_points=points)).unnamed

    low, high = figure.height, min(figure.tallest, MOST_PIXELS / figure.scale)
    least = min(figure.font_points, figure.least_points or figure.font_points)
    if high <= low or not (before := unnamed(low, figure.font_points)):
        return figure
    for points in ((figure.font_points + least) / 2, least):
        if not unnamed(low, points):
            return replace(figure, font_points=points)
    best = unnamed(high, least)
    if best > before * WORTH:
        return _roomy(snapshot, figure, high)
    while high - low > STEP:
        middle = (low + high) / 2
        low, high = (low, middle) if unnamed(middle, least) <= best else (middle, high)
    return replace(figure, height=float(math.ceil(high)), font_points=least)


def _roomy(snapshot: Snapshot, figure: Figure, highest: float) -> Figure:
    """The figure so high that cells of its maps are large for its height, where they are much larger than now."""

    def cell(high: float) -> float:
        picture = picture_of(snapshot, replace(figure, height=high))
        return min(picture.pitch) if isinstance(picture, MapSheet) else 0.0

    heights = [figure.height * (1 + step / 4) for step in range(13) if figure.height * (1 + step / 4) <= highest]
    sizes = {high: cell(high) for high in heights}
    high = max(sizes, key=lambda high: sizes[high] / high**PRICE)
    return replace(figure, height=float(math.ceil(high))) if sizes[high] > LARGER * sizes[figure.height] else figure


def draw(snapshot: Snapshot, figure: Figure) -> QImage:
    """The visible view of ``snapshot`` as an image of ``figure.pixels``, which knows its size in inches."""
    image = QImage(*figure.pixels, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(figure.scale)
    dots = round(INCH * figure.scale / 0.0254)
    image.setDotsPerMeterX(dots)
    image.setDotsPerMeterY(dots)
    image.fill(QColor(style_of(snapshot, figure).palette.paper))
    painter = QPainter(image)
    try:
        compose(painter, snapshot, figure)
    finally:
        painter.end()
    return image


def compose(painter: QPainter, snapshot: Snapshot, figure: Figure) -> None:
    """Put paper, picture and caption on any painter whose unit is the logical pixel; it is left as it was.

    Raises :class:`Problem` where there is no picture.
    """
    style, lines = style_of(snapshot, figure), lines_of_caption(snapshot, figure)
    picture = picture_of(snapshot, figure, lines)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    painter.fillRect(QRectF(0, 0, figure.width, figure.height), QColor(style.palette.paper))
    painter.translate(figure.margin, figure.margin)
    painter.save()
    picture.paint(painter)
    painter.restore()
    painter.translate(INDENT, _room(figure, len(lines))[1] + GAP)
    painter.scale(1 / style.ratio, 1 / style.ratio)  # letters have whole device pixels, as those of the picture
    painter.setFont(face := _face(figure))
    painter.setPen(QColor(style.palette.muted))
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # a line may begin with a word of the other direction
    metrics = QFontMetricsF(face)
    for number, line in enumerate(lines):
        painter.drawText(QPointF(0, metrics.ascent() + number * metrics.lineSpacing()), line)
    painter.restore()


def description(snapshot: Snapshot, figure: Figure | None = None) -> str:
    """The figure in words, for those who do not see it and for every file that can hold them: of one map every row."""
    return "\n".join((picture_of(snapshot, figure or Figure()).alt, *_rows_told(snapshot), *caption_lines(snapshot)))


def _rows_told(snapshot: Snapshot) -> list[str]:
    """What each row of the selected map gives most weight to, as far as it is decoded; the first ones of many."""
    trace, chosen = snapshot.trace, snapshot.selection
    attention = None if trace is None else trace.attention(chosen.kind)
    if snapshot.view not in ("one_head", "links") or trace is None or attention is None:
        return []
    rows, _ = trace.decoded(chosen.kind, chosen.step, attention.shape[-2:])
    place = chosen.kind, chosen.layer, chosen.head
    told = [picture_texts.most_weight(trace, *place, query) for query in range(min(rows, MOST_TOLD))]
    return [f"{row + 1}: {words}" for row, words in enumerate(told)] + (["…"] if rows > MOST_TOLD else [])


def style_of(snapshot: Snapshot, figure: Figure) -> Style:
    """How the picture looks in this figure."""
    style = style_for(snapshot.settings, figure.dark, figure.scale, figure.font_points)
    later = snapshot.trace is not None and snapshot.selection.step + 1 < snapshot.trace.steps
    return replace(
        style, titled=figure.title, legend=figure.legend, emphasis=figure.emphasis or figure.moving,
        undecoded=later or figure.moving, tall=bool(figure.tallest), glosses=glosses_of(snapshot),
    )  # fmt: skip


def picture_of(snapshot: Snapshot, figure: Figure, caption: Sequence[str] | None = None) -> Picture:
    """The picture as it stands in the figure, ``figure.margin`` from the left and from the top.

    ``caption``: its lines, where they are known.
    Raises :class:`Problem` where it has nothing to show: a sentence that says so is no figure.
    """
    caption = lines_of_caption(snapshot, figure) if caption is None else caption
    picture = _picture(snapshot, figure, len(caption))
    if isinstance(picture, Message):
        advice = localised(Text("Choose another view"))  # in the language of the rest
        raise Problem(picture.title, picture.alt.rstrip("."), advice)
    return picture


def _picture(snapshot: Snapshot, figure: Figure, lines: int) -> Picture:
    """The picture above a caption of so many lines; in the film of a training its heading says how far that is."""
    picture = all_pictures()[snapshot.view].picture(snapshot, *_room(figure, lines), style_of(snapshot, figure))
    if not figure.runs or not isinstance(picture, Page) or snapshot.trace is None:
        return picture
    told = learnt(snapshot.trace.meta), picture.heading.subtitle
    return replace(picture, heading=replace(picture.heading, subtitle=" · ".join(filter(None, told)), aside=()))


def lines_of_caption(snapshot: Snapshot, figure: Figure) -> list[str]:
    """The caption as it is broken into lines; it says where not every token is named."""
    honest = figure.caption if figure.honest is None else figure.honest
    wide = (_room(figure, 0)[0] - 2 * INDENT) * figure.scale
    texts = caption_lines(snapshot, honest, figure.caption)
    if figure.caption and (figure.emphasis or figure.moving) and (framed := framed_words(snapshot)):
        texts = [*texts[:-1], f"{texts[-1]} · {framed}"]

    def lines(note: str) -> list[str]:
        told = [*texts[:-1], *(text + note for text in texts[-1:])]
        return [line for text in told for line in broken(text, _face(figure), wide)]

    found = lines("")
    for _ in range(2 if figure.caption else 0):  # what is said of names takes room from them
        note = named_words(*_picture(snapshot, figure, len(found)).strides)
        if not note:
            break
        found = lines(note)
    return found


def broken(text: str, face: QFont, width: float) -> list[str]:
    """``text`` in lines of at most ``width`` pixels of the font: between words, else anywhere between characters.

    Short parts between · stay whole, as "layer 1" does.
    """
    parts = text.split(" · ")
    whole = [len(part) <= SHORT and text_width(f"{part} ·", face) <= width for part in parts]
    kept = (p.replace(" ", NO_BREAK) if keeps else p for p, keeps in zip(parts, whole, strict=True))
    text = f"{NO_BREAK}· ".join(kept)  # the sign ends a line and begins none
    layout, option = QTextLayout(text, face), QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    ends = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        ends.append(line.textStart() + line.textLength())
    layout.endLayout()
    utf16 = text.encode("utf-16-le", "replace")  # Qt counts in these
    starts = [0, *ends]
    lines = (utf16[2 * a : 2 * b].decode("utf-16-le", "replace") for a, b in zip(starts, ends, strict=False))
    return [line.replace(NO_BREAK, " ").rstrip() for line in lines]


def _room(figure: Figure, lines: int) -> tuple[int, int]:
    """Width and height that a caption of so many lines leaves for the picture."""
    lines = max(lines, figure.caption_lines)
    below = 0.0
    if lines:
        high = QFontMetricsF(_face(figure)).lineSpacing() / figure.scale
        below = GAP + lines * high + max(0, UNDER - figure.margin)
    return max(1, int(figure.width - 2 * figure.margin)), max(SMALLEST, int(figure.height - 2 * figure.margin - below))


def _face(figure: Figure) -> QFont:
    """The caption's letters, in device pixels."""
    return font(round(CAPTION * figure.font_points * INCH / 72 * figure.scale))
