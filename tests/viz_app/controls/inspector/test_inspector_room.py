"""The inspector in the room that there is: nothing scrolls at a usual size, nothing moves, nothing is cut."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QFontInfo
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from model.record.trace import KINDS, Kind, Trace
from tests.viz_app.controls.inspector.conftest import TRACE
from tests.viz_app.controls.parts import forced_trace, painted, ready
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.inspector import fullest
from viz_app.controls.inspector.candidates import CandidateButton
from viz_app.controls.inspector.inspector import LOW, Inspector
from viz_app.controls.inspector.question_list import QuestionButton
from viz_app.controls.inspector.read_out import ReadOut, StepWords
from viz_app.controls.widgets import text_pixels
from viz_app.pictures.drawing.picture_texts import kind_name
from viz_app.platform.theme import font
from viz_app.platform.translations import speak
from viz_app.state.state import Selection, Snapshot


@pytest.mark.parametrize(("width", "height", "fewest"), [(300, 510, 5), (320, 590, 7), (330, 800, 10)])
def test_all_of_it_has_room_without_scrolling(inspector: Inspector, width: int, height: int, fewest: int) -> None:
    inspector.resize(width, height)
    QApplication.processEvents()
    area = inspector.findChild(QScrollArea)
    assert area is not None
    assert area.verticalScrollBar().maximum() == 0
    rows = [row for row in inspector.candidates.rows if row.isVisible()]
    assert len(rows) >= fewest
    parts = (inspector.cell, inspector.candidates, inspector.questions)
    places = [part.mapTo(inspector, QPoint(0, 0)).y() for part in parts]
    ends = [place + part.height() for place, part in zip(places, parts, strict=True)]
    assert places == sorted(places)
    assert all(end <= place for end, place in zip(ends, places[1:], strict=False)), "nothing overlaps"
    assert ends[-1] <= height


def test_a_long_sentence_about_a_number_is_as_wide_as_the_pane_and_moves_nothing(inspector: Inspector) -> None:
    """Beside the number it was a column of four lines, and the candidates below it went down."""
    inspector.resize(350, 800)
    inspector.display(ready(TRACE, selection=Selection("cross", 1, 2, 3)))
    QApplication.processEvents()
    before = inspector.heading.mapTo(inspector, QPoint(0, 0)).y()
    for query, key, said in ((1, 3, "a later token"), (3, 1, "may attend"), (0, 2, "a later token")):
        inspector.display(ready(TRACE, selection=Selection("decoder", 1, 2, 3, query=query, key=key)))
        QApplication.processEvents()
        about = inspector.cell.about
        assert about.text().startswith(said)
        assert inspector.heading.mapTo(inspector, QPoint(0, 0)).y() == before
        under = about.mapTo(inspector, QPoint(0, 0)).y() >= inspector.cell.weight.geometry().bottom()
        assert under == (said == "a later token")
        if under:
            assert about.width() >= 0.9 * inspector.width()


def test_a_tall_pane_is_not_left_empty(inspector: Inspector) -> None:
    """Its rows are higher, whatever stands in it; what can be asked stays at its foot."""
    inspector.resize(330, 500)
    QApplication.processEvents()
    usual = inspector.candidates.row_height()
    inspector.resize(330, 80 * QFontInfo(inspector.font()).pixelSize())
    for trace in (TRACE, make_trace(), forced_trace()):
        inspector.display(ready(trace, selection=Selection("cross", 1, 2, 3, query=2, key=4)))
        QApplication.processEvents()
        rows = [row for row in inspector.candidates.rows if row.isVisible()]
        assert len(rows) >= 10
        assert {row.height() for row in (*rows, inspector.candidates.others)} == {inspector.candidates.row_height()}
        assert inspector.candidates.row_height() >= 1.4 * usual
    area = inspector.findChild(QScrollArea)
    assert area is not None and area.verticalScrollBar().maximum() == 0


TAUGHT = replace(TRACE, origin=np.array(["teacher"] * TRACE.steps))
RUNS = {"plain": make_trace(), "padded": TRACE, "forced": forced_trace(), "taught": TAUGHT}


@pytest.mark.parametrize(
    "run", [make_trace(), TRACE, forced_trace(), TAUGHT], ids=["plain", "padded", "forced", "taught"]
)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_run_has_room_beside_a_window_of_1280_by_720(
    inspector: Inspector, run: Trace, kind: Kind
) -> None:
    """Also where a desktop's title bar takes a part of its height."""
    area = inspector.findChild(QScrollArea)
    assert area is not None
    low = (LOW + 1) * text_pixels(inspector)
    for width, height in ((326, 532), (307, low)):
        inspector.resize(width, height)
        for query, key in ((None, None), (1, 1), (1, run.maps(kind).shape[-1] - 1)):
            inspector.display(ready(run, selection=Selection(kind, 0, 0, 3, query=query, key=key)))
            QApplication.processEvents()
            assert area.verticalScrollBar().maximum() == 0, (height, query, key)


def test_in_a_low_pane_sentences_are_short_and_whole_in_their_tooltips(inspector: Inspector) -> None:
    inspector.resize(326, 532)
    QApplication.processEvents()
    whole = inspector.cell.note.text(), inspector.after.text(), inspector.sure.text()
    assert all(whole) and inspector.cell.note.isVisible()
    inspector.resize(251, 412)
    QApplication.processEvents()
    assert not inspector.cell.note.isVisible()
    for label, sentence in zip((inspector.cell.title, inspector.after, inspector.sure), whole, strict=True):
        assert plain(label.toolTip()).startswith(sentence)
    assert len(inspector.after.text()) < len(whole[1]) and len(inspector.sure.text()) < len(whole[2])
    assert sum(row.isVisible() for row in inspector.candidates.rows) == 3
    hidden = inspector.questions.further.mapTo(inspector, QPoint(0, 0)).y() - inspector.height()
    assert hidden < 2 * inspector.candidates.row_height(), "all questions but the last are in sight"


@pytest.mark.parametrize(
    ("language", "height", "fewest"),
    [("en", 412, 3), ("en", 375, 2), ("ko", 384, 3), ("ko", 347, 2), ("ko+en", 384, 3), ("ko+en", 347, 2)],
)
def test_beside_a_window_of_1024_by_600_every_question_is_in_sight(
    qapp: QApplication, qtbot: QtBot, language: str, height: int, fewest: int
) -> None:
    """The last was cut where a name or what the number is takes a second line, and where lines of glosses or a frame of
    the desktop take from the height: names give way, then lines and a candidate. What has gone is under the pointer."""
    speak(qapp, language)
    try:
        low = Inspector()
        qtbot.addWidget(low)
        low.setFont(font(13))
        low.resize(251, height)
        low.show()
        seen = set()
        for kind in ("decoder", "cross", "encoder", "decoder"):
            low.display(ready(make_trace(), selection=Selection(kind, 1, 2, 3, query=2)))
            qapp.processEvents()
            last = low.questions.further
            assert last.mapTo(low, QPoint(0, last.height())).y() <= height, kind
            assert sum(row.isVisible() for row in low.candidates.rows) >= fewest
            seen.add(low.candidates.mapTo(low, QPoint(0, 0)).y())
        assert len(seen) == 1, "what is below moves from kind to kind"
        assert plain(low.cell.title.toolTip()).startswith(kind_name("decoder"))
        tips = plain(low.heading.toolTip()), plain(low.after.toolTip())
        assert "play" in tips[low.after.isVisible()], "what the candidates follow"
        assert low.sure.isVisible() or "log₂" in tips[0]
        low.resize(330, 800)
        qapp.processEvents()
        assert low.after.isVisible() and low.sure.isVisible() and not low.heading.toolTip()
        places = [each.mapTo(low, QPoint(0, 0)).y() for each in (low.cell, low.heading, low.after, low.candidates)]
        assert places == sorted(set(places)), "each has its line again"
    finally:
        speak(qapp, "en")


def test_a_low_pane_without_a_cell_says_to_point_at_one(inspector: Inspector) -> None:
    inspector.resize(251, 412)
    inspector.display(ready(TRACE, selection=Selection("encoder", 0, 0, 3)))
    assert inspector.cell.note.isVisible() and "Point at a cell" in inspector.cell.note.text()


def plain(tip: str) -> str:
    return html.unescape(re.sub("<br>|</p>", " ", re.sub("<(?!br|/p)[^>]*>", "", tip))).strip()


def test_the_rest_of_the_candidates_comes_by_more(inspector: Inspector, qtbot: QtBot) -> None:
    inspector.resize(300, 510)
    QApplication.processEvents()
    shown_before = [row for row in inspector.candidates.rows if row.isVisible()]
    assert inspector.candidates.more.text() == f"{10 - len(shown_before)} more"
    assert TRACE.candidate_probabilities is not None
    rest = 1 - float(TRACE.candidate_probabilities[3, : len(shown_before)].sum())
    assert painted(inspector.candidates)[-2:] == ["all others", f"{rest:.4f}"]
    qtbot.mouseClick(inspector.candidates.more, Qt.MouseButton.LeftButton)
    assert sum(row.isVisible() for row in inspector.candidates.rows) == 10
    qtbot.mouseClick(inspector.candidates.more, Qt.MouseButton.LeftButton)
    assert sum(row.isVisible() for row in inspector.candidates.rows) == len(shown_before)


def test_the_token_that_follows_is_among_few_candidates(inspector: Inspector) -> None:
    inspector.resize(300, 510)
    inspector.display(ready(forced_trace(), selection=Selection("cross", 0, 0, 2)))
    rows = [row for row in inspector.candidates.rows if row.isVisible()]
    assert 5 <= len(rows) < 11
    assert rows[-1].mark() == "forced"


LONG = make_trace(
    source=("Wir", "▁überquer", "en", "▁Eisenbahnbrücken", "."), target=("We", "▁cross", "▁railway-bridges", ".")
)
WORDED = make_trace(  # the longest word is not in the longest pair of words
    source=("Wir", "▁und", "▁ich", "▁lesen", "▁Wissenschaften"),
    target=("scientists", "▁scientists", "▁I", "▁Wissenschaften", "▁I"),
)


@pytest.mark.parametrize(
    ("size", "language", "pixels"),
    [
        ((251, 412), "ko+en", 13), ((251, 412), "en", 13), ((307, 481), "ko", 13), ((330, 800), "en", 13),
        ((251, 412), "ko+en", 24), ((251, 412), "en", 24), ((400, 640), "ko", 24),
    ],
)  # fmt: skip
def test_nothing_moves_from_cell_to_cell(
    qapp: QApplication, qtbot: QtBot, size: tuple[int, int], language: str, pixels: int
) -> None:
    """Of any step and kind, from the first one on: names, sentences about a number, what the candidates follow."""
    speak(qapp, language)
    try:
        pane = Inspector()
        qtbot.addWidget(pane)
        pane.setFont(font(pixels))
        pane.resize(*size)
        pane.show()
        for _ in range(2):  # the first paint does not wait for it: it takes a turn to find and one to lay out
            qapp.processEvents()
        for run in (TRACE, LONG, WORDED):
            below, beside = set(), set()
            for kind, step in product(KINDS, range(run.steps)):
                cells = product(range(step + 1), {0, step, len(run.columns(kind, step)) - 1})
                for query, key in [(None, None), *cells]:
                    pane.display(ready(run, selection=Selection(kind, 1, 0, step, query=query, key=key)))
                    qapp.processEvents()
                    below.add(tuple(top(part, pane) for part in (pane.heading, pane.candidates, pane.questions)))
                    if pane.cell.query.isVisible():
                        parts = pane.cell.weight, pane.cell.query, pane.cell.key, pane.cell.total
                        beside.add((pane.cell.query.x(), *(top(part, pane) for part in parts)))
                    assert pane.content.width() <= pane.width(), "a long word makes nothing wider"
            assert len(below) == 1
            assert len(beside) == 1
    finally:
        speak(qapp, "en")


def test_a_step_of_two_figures_moves_no_candidates(inspector: Inspector) -> None:
    """Its heading may need a line more than that of the first steps, as wide as the pane happens to be."""
    run = make_trace(target=tuple(f"w{place}" for place in range(21)))
    inspector.setFont(font(24))
    for _ in range(3):
        QApplication.processEvents()
    for width in range(230, 420, 6):
        inspector.resize(width, 412)
        places = set()
        for step in (0, 19, 8):
            inspector.display(ready(run, selection=Selection("cross", 1, 2, step)))
            QApplication.processEvents()
            places.add(top(inspector.candidates, inspector))
        assert len(places) == 1, width


def top(part: QWidget, pane: Inspector) -> int:
    return part.mapTo(pane, QPoint(0, 0)).y()


def test_what_is_longest_is_looked_for_once_and_not_while_a_run_grows(
    inspector: Inspector, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes through all of the run: too long to wait for with each word that comes."""
    looked: list[Trace | None] = []
    find = fullest.longest

    def counted(now: Snapshot, *rest: Any) -> tuple[tuple[ReadOut, ...], StepWords]:
        looked.append(now.trace)
        return find(now, *rest)

    monkeypatch.setattr(fullest, "longest", counted)
    for _ in range(3):
        QApplication.processEvents()  # the first paint, then a turn to find and one to lay out
    assert looked == [TRACE]
    for run in (TRACE, LONG):
        inspector.display(replace(ready(run), growing=run))
    assert looked == [TRACE]
    for step in range(LONG.steps):
        inspector.display(ready(LONG, selection=Selection("cross", 1, 2, step)))
    assert looked == [TRACE, LONG]
    inspector.display(ready(replace(LONG, activations=TRACE.activations)))  # those of a file are read later
    assert looked == [TRACE, LONG]
    other = replace(LONG, source_ids=LONG.source_ids[:])
    inspector.display(ready(other))
    assert looked == [TRACE, LONG, other]


@pytest.mark.parametrize(("width", "points"), [(250, 9), (250, 13), (312, 13), (312, 20), (400, 20)])
def test_larger_text_is_not_cut_at_the_side(inspector: Inspector, width: int, points: int) -> None:
    larger = QFont(inspector.font())
    larger.setPointSize(points)
    inspector.setFont(larger)
    inspector.resize(width, 600)
    QApplication.processEvents()
    area, cell = inspector.findChild(QScrollArea), inspector.cell
    assert area is not None
    for label in (cell.about, cell.query, cell.key, cell.total):  # its first line beside its name
        assert label.alignment() & Qt.AlignmentFlag.AlignTop
    for label in cell.findChildren(QLabel):
        if label.isVisible():
            right = label.mapTo(area.viewport(), QPoint(label.width(), 0)).x()
            assert right <= area.viewport().width(), label.text()


def test_headings_are_of_a_weight_that_the_font_has(inspector: Inspector) -> None:
    """Bolder than the boldest face there is, Qt smears it: Hangul cannot be read then."""
    for label in (inspector.cell.title, inspector.heading, inspector.cell.weight):
        assert label.font().weight() == QFont.Weight.DemiBold
        assert not label.font().bold() or QFontInfo(label.font()).weight() <= QFont.Weight.DemiBold


def test_no_text_is_cut_at_its_feet(inspector: Inspector) -> None:
    for label in inspector.findChildren(QLabel):
        if label.isVisible() and label.text():
            assert label.height() >= label.fontMetrics().height(), label.text()


def test_the_tab_key_goes_from_top_to_bottom(inspector: Inspector) -> None:
    inspector.resize(300, 900)
    QApplication.processEvents()
    chain, widget = [], inspector.nextInFocusChain()
    while widget is not None and widget is not inspector:
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus and inspector.isAncestorOf(widget):
            chain.append(widget)
        widget = widget.nextInFocusChain()
    tops = [each.mapTo(inspector, QPoint(0, 0)).y() for each in chain]
    assert any(isinstance(each, CandidateButton) for each in chain)
    assert any(isinstance(each, QuestionButton) for each in chain)
    assert len(chain) >= 7
    assert tops == sorted(tops)


def test_names_lose_their_english_terms_before_their_values_are_cut(qapp: QApplication, qtbot: QtBot) -> None:
    speak(qapp, "ko+en")
    try:
        inspector = Inspector()
        qtbot.addWidget(inspector)
        font = inspector.font()
        font.setPixelSize(24)
        inspector.setFont(font)
        inspector.resize(251, 300)
        inspector.show()
        inspector.display(ready(make_trace(), selection=Selection("cross", 1, 2, 3, query=2, key=4)))
        name = inspector.cell.names[inspector.cell.weight]
        assert name.text() == "어텐션 가중치"
        assert inspector.cell.minimumSizeHint().width() < inspector.width()
        inspector.resize(600, 1200)
        assert name.text() == "어텐션 가중치(weight)"
    finally:
        speak(qapp, "en")


def test_a_scroll_bar_does_not_keep_itself_needed(inspector: Inspector) -> None:
    """It takes width, so that sentences take more lines: once there it stayed where all of it had room without it."""
    area = inspector.findChild(QScrollArea)
    assert area is not None
    for height in range(700, 380, -20):
        inspector.resize(240, height)
        QApplication.processEvents()
        came_from_above = area.verticalScrollBar().maximum() > 0
        for other in (200, height):
            inspector.resize(240, other)
            QApplication.processEvents()
        assert (area.verticalScrollBar().maximum() > 0) == came_from_above, height
