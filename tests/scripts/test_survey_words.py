"""Words that are cut, shortened or lie on others are found, and what has moved."""

from __future__ import annotations

import survey_words
from PySide6.QtWidgets import QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot


def test_cut_words_are_found_and_scrolled_ones_are_not(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(300, 200)
    whole, cut, hidden = QLabel("whole", window), QLabel("cut off at its end", window), QLabel("hidden", window)
    whole.setGeometry(0, 0, 200, 30)
    cut.setGeometry(0, 40, 30, 30)
    hidden.setGeometry(0, 80, 5, 30)
    hidden.hide()
    area = QScrollArea(window)
    area.setGeometry(0, 120, 60, 60)
    inner = QLabel("this can be scrolled to")
    area.setWidget(inner)
    window.show()
    found = survey_words.cut_words(window)
    assert len(found) == 1 and "cut off" in found[0]


def test_a_label_that_ends_in_dots_is_a_finding(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(300, 200)
    for number, text in enumerate(("whole", "computed by …", "a…middle")):
        QLabel(text, window).setGeometry(0, 40 * number, 200, 30)
    goes_on = QLabel("reading the text …", window)  # a sentence of its own, in as many lines as it needs
    goes_on.setWordWrap(True)
    goes_on.setGeometry(0, 140, 200, 60)
    window.show()
    assert survey_words.shortened(window) == ["QLabel 'computed by …' is shortened"]


def test_words_that_lie_on_words_are_found(qtbot: QtBot) -> None:
    """Two labels that share a part of the window; not those that something hides, nor a part of the other."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(300, 300)
    one, other, apart = QLabel("one", window), QLabel("other", window), QLabel("apart", window)
    one.setGeometry(10, 10, 100, 30)
    other.setGeometry(80, 20, 100, 30)
    apart.setGeometry(10, 100, 100, 30)
    cover = QWidget(window)
    cover.setGeometry(0, 150, 300, 100)
    hidden, under = QLabel("hidden", window), QLabel("under", window)
    hidden.setGeometry(10, 160, 100, 30)
    under.setGeometry(20, 170, 100, 30)
    cover.raise_()
    window.show()
    over = QWidget(window)
    over.setGeometry(100, 95, 100, 40)
    inside = QLabel("over the end of apart", over)
    inside.setGeometry(0, 0, 100, 40)
    over.show()
    assert survey_words.overlapping(window) == ["'other' lies on 'one'"]
    before = {"a": one.geometry(), "b": apart.geometry()}
    one.move(11, 10)
    assert survey_words.moved(before, {"a": one.geometry(), "b": apart.geometry()}) == [
        "a has moved from (10, 10, 100, 30) to (11, 10, 100, 30)"
    ]
