"""The foot of *Compare*: the bar of the difference beside the legend or below it, and where what the shapes beside
tokens mean has room without taking any from the maps.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from PySide6.QtCore import QCoreApplication

from viz_app.pictures.compare import ranks
from viz_app.pictures.compare.numbers import FIRST_ONLY, OTHER, SECOND_ONLY, ComparedHead
from viz_app.pictures.drawing import legends, picture_texts
from viz_app.pictures.drawing.drawings import Drawing, put
from viz_app.pictures.drawing.legends import Bar
from viz_app.pictures.drawing.picture import Style
from viz_app.platform.theme import font, text_width

SHORT_BAR, SHORTEST_BAR = 110, 54  #: logical pixels of the colours of each scale, where both have room in one line
SHARE = 2.15  #: times as wide as the bar of the difference is a page that has it beside the legend
#: At the end of the line over the list of heads, beside the bar of the difference, or a line of its own.
NotePlace = Literal["list", "bar", "line"]


def scales(full: float, difference: Style, width: int) -> tuple[Bar, Drawing]:
    """Of the weights and of the difference; shorter on a screen where only so both stand in one line."""
    usual = bar_of_difference(difference, SHORT_BAR)
    if difference.on_screen and below(usual, width, difference):
        shorter = bar_of_difference(difference, SHORTEST_BAR)
        if not below(shorter, width, difference):
            return Bar(full, long=SHORTEST_BAR), shorter
    return Bar(full, long=SHORT_BAR), usual


def bar_of_difference(style: Style, long: int) -> Drawing:
    """Its colours with both ends and its name, in one line, on paper too."""
    own, wide = replace(style, on_screen=True), style.px(2000)
    bar = Bar(style.full, QCoreApplication.translate("pictures", "this run − pinned"), long=long)
    whole = legends.legend(wide, bar, (), own, picture_texts.spoken())
    needed = legends.bar_width(bar, own)
    return Drawing(needed, whole.height(), lambda painter: put(painter, 0, 0, whole))


def below(other: Drawing, width: int, style: Style) -> bool:
    """Has the bar of the difference no room beside the other legend?"""
    return SHARE * other.width() > style.px(width)


def place_of_note(head: ComparedHead, other: Drawing, width: int, style: Style) -> NotePlace:
    """Where what the shapes mean stands, on a page that has a list of heads."""
    if not (style.on_screen and style.legend):
        return "line"
    told, margin = text_width(note(head), font(style.font_pixels)), 3 * style.px(12)
    if below(other, width, style):
        return "bar" if told <= style.px(width) - other.width() - margin else "line"
    title = text_width(ranks.list_title(head.both, style), font(style.font_pixels))
    return "list" if title + told + margin <= style.px(width) else "line"


def note_on_paper(head: ComparedHead, pairs: bool) -> str:
    """The same with what rows and columns are, which no title of a map's side says here."""
    axes = (
        picture_texts.row_axis(head.kind, head.both.after, pairs),
        picture_texts.column_axis(head.kind, head.both.after),
    )
    return " · ".join(filter(None, (*axes, note(head))))


def note(head: ComparedHead) -> str:
    """What the shapes beside tokens mean, where there are any."""
    translate, sides = QCoreApplication.translate, head.alignments
    first, second = (any((getattr(each, name) < 0).any() for each in sides) for name in ("second", "first"))
    other = any(OTHER in label.text + label.lead for labels in head.labels for label in labels)
    told = [
        (first, FIRST_ONLY, translate("pictures", "only in the pinned run")),
        (second, SECOND_ONLY, translate("pictures", "only in this run")),
        (other, OTHER, translate("pictures", "another token")),
        (first or second, "", translate("pictures", "striped: a run has no such cell")),
    ]
    return " · ".join(f"{shape} {text}".strip() for there, shape, text in told if there)
