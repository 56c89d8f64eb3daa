"""The survey finds words that are cut; its parts are the whole."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

import pytest
import survey
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication

from viz_app.app import make_application


def test_every_view_has_cases_at_every_size() -> None:
    named = [case.name for case in survey.cases()]
    assert len(set(named)) == len(named)
    for view in survey.VIEWS:
        for wide, high in survey.SIZES:
            assert any(name.startswith(f"{view}-{wide}x{high}-") for name in named)


@pytest.mark.parametrize("only", ["", "links", "compare"])
def test_the_parts_are_the_whole_and_each_has_some_of_every_view(only: str) -> None:
    whole = [case for case in survey.cases() if only in case.name]
    parts = [list(survey.chosen(survey.cases(), only, survey.part_of(f"{part}/5"))) for part in range(1, 6)]
    assert sorted(case.name for part in parts for case in part) == sorted(case.name for case in whole)
    for part in parts:
        assert {case.view for case in part} == {case.view for case in whole}


@pytest.mark.parametrize("words", ["", "2", "0/3", "4/3", "-1/3", "a/b"])
def test_what_is_no_part_is_refused(words: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="no part like"):
        survey.part_of(words)


#: With names and without, in percent: what a view gives its maps at the two smallest sizes.
BARS = {
    ("one_head", 1024): (67, 46), ("one_layer", 1024): (71, 54), ("all_layers", 1024): (69, 47),
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


@pytest.mark.parametrize(
    ("view", "width", "tokens"),  # each two of them meet
    [(view, width, (150, 0)[place % 2 ^ (width > 1024)]) for place, (view, width) in enumerate(BARS)],
)
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
