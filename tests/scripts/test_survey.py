"""The survey finds words that are cut, and plants runs whose rows have their peak where it says."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest
import survey
import survey_words
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from model.record.trace import KINDS
from viz_app.app import make_application
from viz_app.example import load_example


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


@pytest.mark.parametrize("grid", [(1, 2), (3, 4)])
def test_a_planted_run_is_a_run(grid: tuple[int, int]) -> None:
    example = load_example()
    assert example is not None
    trace = survey.planted(30, grid, example.trace)
    assert (trace.steps, trace.source_length) == (33, 30)
    for kind in KINDS:
        weights = trace.attention(kind)
        assert weights is not None and weights.shape[:2] == grid
        np.testing.assert_allclose(weights.sum(axis=-1), 1, atol=1e-5)
    cross = trace.cross_attention
    assert cross is not None
    rows = np.arange(33)
    expected = (rows * 30 // 33 + 1) % 30
    assert (cross[0, 1].argmax(axis=-1) == expected).mean() > 0.9, "head 2 points one place on"


def test_every_view_has_cases_at_every_size() -> None:
    named = [case.name for case in survey.cases()]
    assert len(set(named)) == len(named)
    for view in survey.VIEWS:
        for wide, high in survey.SIZES:
            assert any(name.startswith(f"{view}-{wide}x{high}-") for name in named)


#: With names and without, in percent: what a view gives its maps at the two smallest sizes.
BARS = {
    ("one_head", 1024): (68, 47), ("one_layer", 1024): (70, 52), ("all_layers", 1024): (65, 44),
    ("masks", 1024): (64, 43), ("one_head", 1280): (72, 52), ("one_layer", 1280): (77, 58),
    ("all_layers", 1280): (73, 54), ("masks", 1280): (72, 53),
}  # fmt: skip


@pytest.fixture(scope="module")
def looking(qapp: QApplication) -> Iterator[survey.Survey]:
    """The application as it was afterwards: the survey speaks Korean and writes large."""
    font = QFont(qapp.font())
    yield survey.Survey(None)
    make_application("en")
    qapp.setPalette(QPalette())
    qapp.styleHints().setColorScheme(Qt.ColorScheme.Unknown)
    qapp.setFont(font)


@pytest.mark.parametrize("tokens", [0, 150])
@pytest.mark.parametrize(("view", "width"), BARS)
def test_a_map_takes_most_of_its_pane_and_no_word_is_cut(
    looking: survey.Survey, view: str, width: int, tokens: int
) -> None:
    case = survey.Case(view, {1024: (1024, 600), 1280: (1280, 720)}[width], tokens=tokens)
    told, found = looking.look(case)
    cells, named = (int(share) for share in re.findall(r"(\d+)%", told)[:2])
    assert not found
    assert (named >= BARS[view, width][0], cells >= BARS[view, width][1]) == (True, True), told


def test_a_label_that_ends_in_dots_is_a_finding(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(300, 200)
    for number, text in enumerate(("whole", "computed by …", "a…middle")):
        QLabel(text, window).setGeometry(0, 40 * number, 200, 30)
    window.show()
    assert survey_words.shortened(window) == ["QLabel 'computed by …' is shortened"]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_buttons_beside_a_long_map_show_their_words(looking: survey.Survey, language: str) -> None:
    assert not looking.look(survey.Case("one_head", (1024, 600), language=language, theme="dark", tokens=150))[1]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_no_word_is_cut_where_text_is_twice_as_large(looking: survey.Survey, language: str) -> None:
    assert not looking.look(survey.Case("one_head", (1024, 600), language=language, large=True))[1]
