"""The bars that every figure keeps, on the papers and runs where they were broken once; the survey looks at all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import figure_texts
import pytest
import survey_figures
from survey_figures import Case, Figures

from viz_app.app import make_application
from viz_app.exports.figures.figure import Figure, lines_of_caption, picture_of
from viz_app.state.paper_sizes import PRESETS

LARGE = (12, 16)
#: Each was wrong in one of the ways that are measured.
WRONG_ONCE = (
    Case("one_head", "slide"), Case("one_head", "slide", tokens=150), Case("one_layer", "paper-column", tokens=60),
    Case("one_layer", "paper-column", tokens=60, grid=LARGE), Case("all_layers", "slide", tokens=150),
    Case("all_layers", "paper-column", emphasis=True), Case("masks", "slide", kind="decoder"),
    Case("masks", "slide", language="ko", dark=True), Case("teacher_forcing", "paper-column", tokens=60),
    Case("teacher_forcing", "paper-page", language="ko", tokens=150), Case("teacher_forcing", "slide", tokens=150),
    Case("embeddings_layers", "paper-column"), Case("embeddings_layers:position", "paper-column", tokens=60),
    Case("links", "paper-column", language="ko", tokens=60),
    Case("masks", "paper-column", language="ko", tokens=150, emphasis=True), Case("masks", "paper-column", tokens=150),
    Case("embeddings_layers", "paper-column", language="ko", dark=True), Case("teacher_forcing", "slide", tokens=60),
    Case("embeddings_layers:stream", "paper-column"), Case("embeddings_layers:stream", "paper-column", tokens=60),
    Case("compare", "paper-column", language="ko", tokens=150, emphasis=True),
    Case("all_layers", "paper-column", language="ko", tokens=150, emphasis=True),
    Case("links", "paper-column", kind="decoder"),
)  # fmt: skip


@pytest.fixture(scope="module")
def figures() -> Figures:
    return Figures()


@pytest.fixture(autouse=True)
def _english(qapp: object) -> Iterator[None]:
    """Figures set the language of the application."""
    yield
    make_application("en")


@pytest.mark.parametrize("case", WRONG_ONCE, ids=[case.name for case in WRONG_ONCE])
def test_nothing_is_small_cut_off_or_on_something_else(case: Case, figures: Figures, qapp: object) -> None:
    _, found = figures.look(case, None)
    assert found == []


def test_a_slide_has_the_numbers_of_one_head(figures: Figures, qapp: object) -> None:
    case = Case("one_head", "slide")
    snapshot = figures.snapshot(case)
    words = figure_texts.texts(snapshot, figures.figure(case, snapshot))
    trace = snapshot.trace
    assert trace is not None and trace.cross_attention is not None
    written = [each for each in words if re.fullmatch(r"[01]\.\d\d", each.text)]
    expected = sorted(f"{number:.2f}" for number in trace.cross_attention[2, 1].ravel())
    bar = ["0.25", "0.75"]
    assert sorted(each.text for each in written) == sorted([*expected, *bar])
    assert min(each.points for each in written) >= 10.4


@pytest.mark.parametrize("case", [Case("one_head", "slide"), Case("one_layer", "slide", kind="encoder", language="ko")])
def test_words_over_the_columns_of_a_slide_are_whole(case: Case, figures: Figures, qapp: object) -> None:
    make_application(case.language)
    snapshot = figures.snapshot(case)
    words = [words.text for words in figure_texts.texts(snapshot, figures.figure(case, snapshot))]
    assert "überquerte" in words and not [text for text in words if text.endswith("…")]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_map_takes_most_of_its_papers_width(preset: str, figures: Figures, qapp: object) -> None:
    case = Case("one_head", preset)
    snapshot = figures.snapshot(case)
    figure = figures.figure(case, snapshot)
    picture = picture_of(snapshot, figure)
    middle = picture.height // 2
    columns = [x for x in range(picture.width) if (cell := picture.at(x, middle)) is not None and cell.key is not None]
    assert len(columns) > 0.65 * figure.width


@pytest.mark.parametrize(("tokens", "rows"), [(60, 66), (150, 165)])
def test_a_column_of_teacher_forcing_grows_until_every_row_can_be_read(
    tokens: int, rows: int, figures: Figures, qapp: object
) -> None:
    case = Case("teacher_forcing", "paper-column", tokens=tokens)
    snapshot = figures.snapshot(case)
    figure = figures.figure(case, snapshot)
    words = figure_texts.texts(snapshot, figure)
    positions = {each.text for each in words if each.text.isdigit() and each.points >= 5.93}
    assert positions == {str(number) for number in range(rows)}


def test_a_slide_without_room_says_which_rows_it_shows(figures: Figures, qapp: object) -> None:
    case = Case("teacher_forcing", "slide", tokens=150)
    snapshot = figures.snapshot(case)
    words = figure_texts.texts(snapshot, figures.figure(case, snapshot))
    numbers = sorted(int(each.text) for each in words if each.text.isdigit())
    assert f"positions {numbers[0]}–{numbers[-1]} of 165" in [each.text for each in words]
    assert 164 in numbers, "the step's row"


def test_the_caption_says_of_how_many_rows_one_is_named(figures: Figures, qapp: object) -> None:
    case = Case("all_layers", "paper-column", tokens=60)
    snapshot = figures.snapshot(case)
    figure = figures.figure(case, snapshot)
    said = " ".join(lines_of_caption(snapshot, figure))
    words = figure_texts.texts(snapshot, figure)
    trace = snapshot.trace
    assert trace is not None and trace.produced_tokens is not None
    tokens = [str(token).lstrip("·") for token in trace.produced_tokens]
    named = [each for each in words if each.text.rstrip("…") and each.box.left() < 0.35 * figure.width
             and any(token.startswith(each.text.strip("·…")) for token in tokens)]  # fmt: skip
    assert "some rows are named" in said and 3 * 2 <= len(named) < 3 * 66
    assert len(named) % 3 == 0, "the same in each of the three layers"
    assert "named" not in " ".join(lines_of_caption(snapshot, replace(figure, caption=False, honest=True)))
    short = figures.snapshot(Case("one_head", "slide"))
    assert "is named" not in " ".join(lines_of_caption(short, Figure()))


def test_the_caption_says_where_no_token_is_named(figures: Figures, qapp: object) -> None:
    case = Case("all_layers", "paper-column", tokens=150, grid=(12, 16))
    snapshot = figures.snapshot(case)
    said = " ".join(lines_of_caption(snapshot, figures.figure(case, snapshot)))
    assert "tokens have no names at this size" in said
    plain = figures.snapshot(Case("teacher_forcing", "paper-column"))
    assert "names" not in " ".join(lines_of_caption(plain, Figure()))


def test_every_view_has_cases_on_every_paper() -> None:
    named = [case.name for case in survey_figures.cases()]
    assert len(set(named)) == len(named)
    for view in survey_figures.VIEWS:
        for preset in PRESETS:
            assert any(name.startswith(f"{view.replace(':', '-')}-{preset}-") for name in named)
