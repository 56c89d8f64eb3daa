"""The page of the links: its name, what stands around the lines, and what is said of lines that are not drawn."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QLineF, QPointF
from PySide6.QtGui import QColor, QPainter, QPen

from model.record.trace import Trace
from viz_app.pictures.drawing import picture_texts, quantities
from viz_app.pictures.drawing.layout import Box
from viz_app.pictures.drawing.legends import Bar, Entry, bar_text
from viz_app.pictures.drawing.page import Frame, frame
from viz_app.pictures.drawing.picture import Style
from viz_app.pictures.links.heads import Bundle, heads_name
from viz_app.pictures.links.link_lines import MOST, Lines
from viz_app.pictures.links.sides import Side, sides
from viz_app.platform.theme import LEVELS, font, level, text_width
from viz_app.state.state import Selection, Settings

SAMPLES = 0.05, 0.25, 0.5, 1.0  #: of full strength, in the legend


def name_of(trace: Trace, chosen: Selection, heads: tuple[int, ...]) -> str:
    """Several heads of a layer, for a title."""
    layer = picture_texts.layer_of(trace.meta.reading, chosen.kind, chosen.layer)
    return f"{picture_texts.kind_name(chosen.kind)} · {layer} · {heads_name(heads)}"


def lay_out(
    trace: Trace, chosen: Selection, settings: Settings, lines: Lines, size: tuple[int, int], bundle: Bundle
) -> tuple[Side, Side, Frame]:
    """Both columns of tokens, and the page that they stand on."""
    style = bundle.style
    attention = trace.attention(chosen.kind)
    assert attention is not None
    queries = picture_texts.row_labels(trace, chosen.kind, attention.shape[2])
    keys = picture_texts.column_labels(trace, chosen.kind, attention.shape[3])
    grows: tuple[Entry, ...] = ("step",) if trace.steps and chosen.kind != "encoder" else ()
    page_frame = frame(*size, None, grows, style, footnote="-")  # its words follow from the room it leaves
    columns = sides(queries, keys, _room(page_frame, bundle), style)
    named = max(side.stride(style) for side in columns)
    mask = trace.mask(chosen.kind)
    blocked = mask is not None and not mask.all() and not trace.meta.leaky_mask
    return *columns, frame(*size, None, grows, style, footnote=_footnote(settings, lines, blocked, named, style))


def _footnote(settings: Settings, lines: Lines, blocked: bool, named: int, style: Style) -> str:
    """What is not drawn, and why."""
    translate = QCoreApplication.translate
    parts = []
    if settings.link_threshold:
        below = translate("pictures", "lines below {weight} are not drawn")
        parts.append(below.format(weight=quantities.figure(settings.link_threshold / 100 * style.full, "weight", 2)))
    if settings.link_count:
        parts.append(translate("pictures", "at most {count} per row").format(count=settings.link_count))
    if lines.found > MOST:
        most = translate("pictures", "only the strongest {count} of {all} lines")
        parts.append(most.format(count=f"{MOST:,}", all=f"{lines.found:,}"))
    if style.below is not None:
        parts.append(translate("pictures", "numbers below 0 have no line"))
    if blocked:
        parts.append(translate("pictures", "blocked keys have no line"))
    if named > 1:
        parts.append(translate("pictures", "one token in {number} is named").format(number=named))
    return " · ".join(parts) or translate("pictures", "every weight above 0 has its line")


def _room(page_frame: Frame, bundle: Bundle) -> Box:
    """What titles above and samples below leave for tokens and lines."""
    style = bundle.style
    x, y, wide, high = page_frame.content
    if page_frame.legend_y is None:
        return page_frame.content
    line, half = round(1.7 * style.font_pixels), round(0.5 * style.font_pixels)  # names stand out above and below
    samples = line + half + bundle.legend_height(wide) if style.legend else half
    return x, y + line + half, wide, max(1, high - line - half - samples)


def paint_samples(
    painter: QPainter, page_frame: Frame, bundle: Bundle, maximum: float, pen: Callable[[float, str], QPen]
) -> None:
    """Lines as they are, with their weights, and the scale's name; below them, of several heads, each one's name.

    ``pen`` makes the pen of a strength; ``maximum`` is the weight of full strength.
    """
    if page_frame.legend_y is None or not bundle.style.legend:
        return
    style, face = bundle.style, font(round(0.9 * bundle.style.font_pixels))
    x, y, wide, high = page_frame.content
    names = bundle.legend_height(wide)
    bundle.paint_legend(painter, (x, y + high - names, wide, names))
    middle, end = y + high - names - round(0.8 * style.font_pixels), x + wide
    painter.setFont(face)
    ink = style.palette.muted if bundle.several else style.palette.accent
    for share in SAMPLES:
        text = f"{share * maximum:.2f}".rstrip("0").rstrip(".")
        need = style.px(24 + 4 + 12) + text_width(text, face)
        if x + need > end:
            return
        painter.setPen(pen(int(level(share, style.scale)) / (LEVELS - 1), ink))
        painter.drawLine(QLineF(x, middle, x + style.px(24), middle))
        painter.setPen(QColor(style.palette.muted))
        painter.drawText(QPointF(x + style.px(28), middle + 0.35 * face.pixelSize()), text)
        x += round(need)
    shown = bar_text(Bar(maximum), style)
    if x + text_width(shown, face) < end:
        painter.drawText(QPointF(x, middle + 0.35 * face.pixelSize()), shown)
