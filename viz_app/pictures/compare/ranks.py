"""Heads by how much they changed, as a list below the maps: each a button with its place, its name and its change."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from model.analysis.comparison.two_runs import ChangedHead, Comparison
from model.common.lazy_dataclass import dataclass
from model.record.trace import Kind
from viz_app.pictures.compare.numbers import ComparedHead
from viz_app.pictures.drawing.drawings import Drawing
from viz_app.pictures.drawing.layout import Box
from viz_app.pictures.drawing.panels import fill, outline, repeated
from viz_app.pictures.drawing.picture import Style
from viz_app.platform.theme import font, shorten, text_width

ROUNDING = 5e-5  #: a difference of less is 0.0000
BAR = 2  #: logical pixels of the bar under a name


@dataclass(frozen=True)
class RankPlace:
    """One head of the list and where it stands on the page."""

    box: Box
    place: int  #: among all heads, from 0
    changed: ChangedHead


def rank_places(
    changed: Sequence[tuple[int, ChangedHead]], boxes: Sequence[Box], chosen: tuple[Kind, int, int]
) -> list[RankPlace]:  # fmt: skip
    """As many as there are boxes; the last one shows the selected head where that is further down."""
    shown = list(changed[: len(boxes)])
    own = next((each for each in changed if (each[1].kind, each[1].layer, each[1].head) == chosen), None)
    if shown and own is not None and own[0] > shown[-1][0]:
        shown[-1] = own
    return [RankPlace(box, *each) for box, each in zip(boxes, shown, strict=False)]


def changed_heads(both: Comparison) -> list[tuple[int, ChangedHead]]:
    """Each head of which a weight differs by more than rounding, with its place among all."""
    return [(place, one) for place, one in enumerate(both.ranking) if abs(one.largest) >= ROUNDING]


def list_title(both: Comparison, style: Style) -> str:
    """What the list is, or that there is none."""
    translate = QCoreApplication.translate
    if not changed_heads(both):
        return translate("pictures", "No weight of any head differs by 0.0001 or more.")
    if not style.on_screen:
        return translate("pictures", "Heads by mean change of a weight")
    return translate("pictures", "Heads by mean change of a weight; a click goes to the cell of the largest change")


def common_told() -> str:
    """That one of the networks has more."""
    return QCoreApplication.translate("pictures", "only layers and heads that both have")


def nothing_told() -> str:
    """Of a head that is the same in both runs."""
    return QCoreApplication.translate("pictures", "no weight of this head differs by 0.0001 or more")


def place_told(head: ComparedHead) -> str:
    """How much a head changed, and its place among all."""
    ranking = head.both.ranking
    place = next(
        at for at, one in enumerate(ranking) if (one.kind, one.layer, one.head) == (head.kind, head.layer, head.head)
    )
    if abs(ranking[place].largest) < ROUNDING:
        return nothing_told()
    text = QCoreApplication.translate("pictures", "mean change {mean} · rank {place} of {count} heads")
    return text.format(mean=change_told(ranking[place].mean), place=place + 1, count=len(ranking))


def head_told(changed: ChangedHead) -> str:
    """``Cross 3.4``: kind, layer and head, as the switch and the headings of maps write them."""
    translate = QCoreApplication.translate
    kind = {
        "encoder": translate("KindSwitch", "Encoder"),
        "decoder": translate("KindSwitch", "Decoder"),
        "cross": translate("KindSwitch", "Cross"),
    }[changed.kind]
    return f"{kind} {changed.layer + 1}.{changed.head + 1}"


def change_told(mean: float) -> str:
    """A mean change as it is written in the list."""
    return f"{mean:.4f}" if math.isfinite(mean) else "∞"


def drawn(
    found: Sequence[RankPlace], most: float, chosen: tuple[Kind, int, int], style: Style
) -> list[tuple[Drawing, int, int]]:
    """Every entry as an overlay. A bar says its share of the largest change."""
    return [(_entry(each, most, chosen, style), each.box[0], each.box[1]) for each in found]


def _entry(rank: RankPlace, most: float, chosen: tuple[Kind, int, int], style: Style) -> Drawing:
    _, _, wide, high = rank.box
    changed, palette = rank.changed, style.palette
    selected = (changed.kind, changed.layer, changed.head) == chosen
    face, bar, edge = font(round(0.95 * style.font_pixels), bold=selected), style.px(BAR), style.px(4)
    number = change_told(changed.mean)
    room = wide - 2 * edge - text_width(number, face) - style.px(6)
    name = shorten(f"{rank.place + 1}. {head_told(changed)}", face, room)
    share = 1.0 if not math.isfinite(changed.mean) else changed.mean / most if most > 0 else 0.0

    def draw(painter: QPainter) -> None:
        painter.setFont(face)
        box = QRectF(edge, 0, wide - 2 * edge, high - bar - style.px(1))
        painter.setPen(QColor(palette.ink))
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, number)
        under = high - bar - style.px(1)
        painter.fillRect(edge, under, wide - 2 * edge, bar, QColor(palette.line))
        painter.fillRect(edge, under, round(min(1.0, share) * (wide - 2 * edge)), bar, QColor(palette.accent))
        if selected and style.emphasis:
            pen = style.px(1.5)
            lines = outline(pen, pen, wide - 2 * pen, high - 2 * pen, pen)
            fill(painter, repeated(lines, [(0, 0)]), palette.selection)

    return Drawing(wide, high, draw)
