"""The heading of a page: title, what follows it, and a warning at the right never lie over each other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from tests.viz_app.pictures.reading import plain_style
from viz_app.pictures.drawing.drawings import title_beside
from viz_app.pictures.drawing.page import Heading, frame, whole_parts
from viz_app.platform.spelling import without_gloss
from viz_app.platform.theme import font, text_width


def columns(wide: int, **parts: Any) -> list[int]:
    """Columns of pixels that a heading of this width paints."""
    style = plain_style()
    image = QImage(wide, 30, QImage.Format.Format_ARGB32)
    image.fill(QColor("transparent"))
    painter = QPainter(image)
    Heading((0, 0, wide, 24), parts.pop("title", ""), **parts).paint(painter, style)
    painter.end()
    alpha = np.frombuffer(image.constBits(), np.uint8).reshape(30, image.bytesPerLine() // 4, 4)[:, :wide, 3]
    return np.flatnonzero(alpha.any(axis=0)).tolist()


@pytest.mark.usefixtures("qapp")
def test_a_note_that_is_too_long_loses_whole_parts_from_its_end() -> None:
    face, words = font(12), "lines of one token · none below 0.05; the rest is left out · one in 4 is named"
    wide = text_width("lines of one token · none below 0.05; the rest", face)
    assert whole_parts(words, face, text_width(words, face)) == words
    assert whole_parts(words, face, wide) == "lines of one token · none below 0.05"
    assert whole_parts(words, face, 10) == "lines of one token", "never nothing"


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("wide", [300, 420, 545, 700, 1100])
def test_a_warning_has_its_place_to_itself(wide: int) -> None:
    title, warning = "Cross attention · Layer 3 · Head 4", "only layers and heads that both have"
    rest = {"subtitle": "mean change 0.0707 · rank 33 of 36 heads", "aside": ("best of 12 heads",)}
    alone = columns(wide, warning=warning)
    before = [at for at in columns(wide, title=title, warning=warning, **rest) if at < alone[0]]
    both = set(columns(wide, title=title, warning=warning, **rest))
    name = columns(wide, title=title)
    assert set(alone) <= both
    if name[-1] < alone[0]:  # else there is room for neither
        assert both - set(alone) == set(before), "nothing is painted where the warning stands"
        assert before[-1] + 6 <= alone[0]


@pytest.mark.usefixtures("qapp")
def test_a_reason_without_room_is_told_briefly() -> None:
    """Beside the title, in the first of its wordings that is whole there and touches nothing beyond."""
    long, brief = "aligns best of 12 heads (200 sentences); head 1.2 sharper here", "aligns best of 12 heads"
    alone = {words: columns(900, aside=(words,)) for words in (long, brief)}
    needed = {words: ends[-1] + 1 for words, ends in alone.items()}
    for wide, told in ((900, long), (needed[long] + 3, brief), (needed[brief] + 3, None)):
        assert columns(wide, aside=(long, brief)) == (alone[told] if told else []), wide


@pytest.mark.usefixtures("qapp")
def test_a_title_gives_its_gloss_for_a_reason_and_for_nothing_else() -> None:
    style, title, after, reason = plain_style(), "어텐션(attention) · 헤드 3", "step 3 / 9", "best of 12"
    bare, bold = without_gloss(title), font(round(1.1 * style.font_pixels), bold=True)
    assert bare != title
    step, more = (style.px(12) + text_width(words, font(style.font_pixels)) for words in (after, reason))
    whole, short = (text_width(name, bold) for name in (title, bare))
    room = style.px(12) + 1
    for wide, told, without in (
        (whole + step + more + room, title, title), (short + step + more + room, bare, title),
        (whole + step, title, title), (short + step, bare, bare),
    ):  # fmt: skip
        assert title_beside(title, after, int(wide) + 1, style, reason) == told
        assert title_beside(title, after, int(wide) + 1, style) == without
    named = "어텐션 (크로스) · 헤드 3"
    wide = int(text_width("어텐션 · 헤드 3", bold) + step + more + room) + 1
    assert title_beside(named, after, wide, style, reason) == "어텐션 · 헤드 3"
    assert title_beside(named, after, wide, style) == named


@pytest.mark.usefixtures("qapp")
def test_a_low_page_has_a_smaller_title_in_a_hall_and_else_none() -> None:
    style = replace(plain_style(), on_screen=True)
    line = round(1.6 * style.font_pixels)
    for presented, high in ((True, 6 * line), (False, 6 * line), (True, 4 * line), (True, 20 * line)):
        box = frame(800, high, replace(style, presented=presented)).heading
        assert box[3] == {(True, 6 * line): round(0.6 * line), (True, 20 * line): line}.get((presented, high), 0)
