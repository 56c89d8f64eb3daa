"""The mark at the end of the headline: short, covering nothing, telling the whole by pointing, press and reader."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from tests.viz_app.controls.token_strip.test_token_strip_unknown_word_help import unknown_run
from tests.viz_app.running import wait_until
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.header.headline import SHARE_OF_MARKS, Headline
from viz_app.controls.header.problem_banner import ProblemBanner
from viz_app.state.state import Notice, Snapshot

OTHER = Notice("source sentence", "it reads like English", "Type German", calm=True, mark="not German?")


@pytest.fixture
def headline(qtbot: QtBot) -> Headline:
    widget = Headline()
    qtbot.addWidget(widget)
    widget.resize(900, widget.sizeHint().height())
    widget.show()
    return widget


def boxes(headline: Headline) -> list[QRect]:
    QApplication.processEvents()
    parts: list[QWidget] = [headline.source, headline.arrow, headline.target, headline.mark]
    return [QRect(part.mapTo(headline, QPoint()), part.size()) for part in parts]


@pytest.mark.parametrize("width", [500, 900, 1600])
def test_it_stands_beside_the_sentences_and_moves_none_of_them(headline: Headline, width: int) -> None:
    headline.resize(width, headline.height())
    run = unknown_run()
    headline.display(Snapshot(trace=replace(run, meta=replace(run.meta, unknown_ids={}))))
    assert headline.mark.isHidden()
    before = boxes(headline)[:3]
    headline.display(Snapshot(trace=run, problem=OTHER))
    *sentences, mark = boxes(headline)
    assert headline.mark.isVisible()
    assert sentences == before
    assert headline.target.text()
    assert not any(box.intersects(mark) for box in sentences)
    assert headline.rect().contains(mark)
    assert headline.mark.text() == "2 unknown words · not German?"
    named = headline.mark.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextBesideIcon
    assert named == (width > 500), "else the sign alone"
    assert mark.width() <= width * SHARE_OF_MARKS + 24


def test_a_press_and_a_reader_get_the_whole_of_it(headline: Headline) -> None:
    headline.display(Snapshot(trace=unknown_run(), problem=OTHER))
    for text in ("2 words are not in the vocabulary: HUNDE, Xyl", "it reads like English"):
        assert text in headline.mark.accessibleName()
        assert text in headline.mark.toolTip()
    QTest.mouseClick(headline.mark, Qt.MouseButton.LeftButton)
    wait_until(QToolTip.isVisible, "the whole of it")
    assert "HUNDE" in QToolTip.text()
    QToolTip.hideText()
    wait_until(lambda: not QToolTip.isVisible(), "the end of it")


def test_the_banner_does_not_say_it_too(headline: Headline, qtbot: QtBot) -> None:
    banner = ProblemBanner()
    qtbot.addWidget(banner)
    banner.display(Snapshot(trace=unknown_run(), problem=OTHER))
    assert banner.isHidden()
    wrong = Notice("my.pt", "it is odd", "Look at it")
    banner.display(Snapshot(trace=make_trace(), problem=OTHER, waiting=(wrong,)))
    assert banner.text.text().startswith("my.pt")
    assert banner.count.isHidden(), "one is there"
