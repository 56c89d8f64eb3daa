"""The survey finds words that are cut, and plants runs whose rows have their peak where it says."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest
import survey
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication

from model.record.trace import KINDS
from viz_app.app import make_application
from viz_app.example import load_example


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
    ("one_head", 1024): (71, 49), ("one_layer", 1024): (71, 54), ("all_layers", 1024): (69, 47),
    ("masks", 1024): (68, 47), ("one_head", 1280): (73, 53), ("one_layer", 1280): (77, 58),
    ("all_layers", 1280): (76, 58), ("masks", 1280): (73, 53),
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


#: Every one changes something over or beside the window; none takes a run that has to be recorded first.
OVER = (
    "learning", "target", "notice", "decoding", "sheet:computation", "sheet:best_heads", "plots:steps",
    "training:planned", "training:running",
)  # fmt: skip


@pytest.mark.parametrize("state", OVER)
def test_what_comes_over_the_window_or_beside_it_moves_nothing_and_cuts_no_word(
    looking: survey.Survey, state: str
) -> None:
    case = survey.Case("one_head", (1024, 600), language="ko", theme="dark", state=state)
    assert looking.look(case)[1] == []


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_buttons_beside_a_long_map_show_their_words(looking: survey.Survey, language: str) -> None:
    assert not looking.look(survey.Case("one_head", (1024, 600), language=language, theme="dark", tokens=150))[1]


@pytest.mark.parametrize(
    ("view", "language"), [("one_head", "en"), ("one_head", "ko"), ("masks", "ko"), ("teacher_forcing", "en")]
)
def test_no_word_is_cut_and_no_name_missing_where_text_is_twice_as_large(
    looking: survey.Survey, view: str, language: str
) -> None:
    assert not looking.look(survey.Case(view, (1024, 600), language=language, large=True))[1]
