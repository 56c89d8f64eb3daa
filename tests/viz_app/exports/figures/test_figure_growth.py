"""A figure for a paper names every token that it can at six points, and becomes higher before it drops a name."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from model.record.trace import Trace
from tests.viz_app.exports.decoding import letters
from tests.viz_app.pictures.reading import another_run
from tests.viz_app.sample_trace import make_trace, with_scores
from viz_app.exports.figures.figure import Figure, grown, picture_of
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.pictures.drawing.token_labels import LabelStrip
from viz_app.state.paper_sizes import PRESETS
from viz_app.state.state import Selection, Settings, Snapshot

pytestmark = pytest.mark.usefixtures("qapp")
COLUMN, PAGE, SCREEN = (Figure(**PRESETS[name].lengths) for name in ("paper-column", "paper-page", "screen"))
SLIDE = Figure(**PRESETS["slide"].lengths)
POINTS = 5.95  #: six, but for whole pixels


def tokens(rows: int, columns: int) -> Trace:
    """So many rows and columns of cross attention; no token is a part of another or stands elsewhere in a figure."""
    source = tuple(f"q{number:03}w" for number in range(columns - 1))
    target = tuple(f"z{number:03}x" for number in range(rows - 1))
    return with_scores(make_trace(layers=3, heads=4, source=source, target=target))


def shown(view: str, trace: Trace) -> Snapshot:
    place = Selection("cross", trace.layers("cross") - 2, trace.heads("cross") - 2, trace.steps - 1)
    pinned = another_run(trace) if view == "compare" else None
    return Snapshot(trace=trace, view=view, selection=place, settings=Settings(link_threshold=5), pinned=pinned)


def named(now: Snapshot, figure: Figure) -> tuple[set[str], set[str]]:
    """The tokens of rows and of columns that stand in the figure, large enough to be read."""
    found = {text for text, points in letters(now, figure).items() if points >= POINTS}
    rows, columns = ({text for text in found if re.fullmatch(f"{side}[0-9]{{3}}[wx]", text)} for side in "zq")
    return rows, columns


@pytest.mark.parametrize("view", ["one_head", "masks", "one_layer", "links"])
def test_a_column_names_14_rows_and_17_columns(view: str) -> None:
    now = shown(view, tokens(14, 17))
    figure = grown(now, COLUMN)
    rows, columns = named(now, figure)
    assert (len(rows), len(columns)) == (13, 16)  # and the end token in each
    assert figure.width == COLUMN.width
    assert COLUMN.height <= figure.height <= COLUMN.tallest


def test_a_column_names_every_row_of_all_layers_and_some_columns() -> None:
    now = shown("all_layers", tokens(14, 17))
    few = named(now, COLUMN)[0]
    assert 3 <= len(few) < 13, "where all have no room, some still have"
    rows, columns = named(now, grown(now, COLUMN))
    assert len(rows) == 13
    assert columns


@pytest.mark.parametrize(
    ("view", "figure"),
    [("one_head", SCREEN), ("links", PAGE), ("one_head", COLUMN)],
    ids=["screen", "page", "column"],
)
def test_the_height_follows_the_rows(view: str, figure: Figure) -> None:
    heights = []
    for rows in (20, 126):
        now = shown(view, tokens(rows, 20 if figure is COLUMN else 37))
        taller = grown(now, figure)
        heights.append(taller.height)
        assert len(named(now, taller)[0]) == rows - 1
    assert heights[1] > heights[0]
    assert heights[1] - heights[0] < 126 * 12, "no more than the rows need"


def test_what_has_all_its_names_stays_as_it_is() -> None:
    now = shown("one_head", tokens(6, 7))
    for figure in (SCREEN, PAGE, COLUMN):
        assert grown(now, figure) == figure


def test_a_figure_of_a_fixed_size_does_not_grow() -> None:
    now = shown("one_head", tokens(126, 37))
    for figure in (SLIDE, replace(SCREEN, tallest=0)):
        assert grown(now, figure) == figure


def test_a_figure_does_not_grow_for_names_that_it_never_gets() -> None:
    now = shown("all_layers", tokens(400, 300))
    assert grown(now, COLUMN) == COLUMN


@pytest.mark.parametrize("width", [300, 322, 500, 900])
def test_who_computed_the_masks_is_said_in_whole(width: int) -> None:
    now = shown("masks", tokens(6, 7))
    for figure in (replace(COLUMN, width=float(width)), Figure(float(width), 500.0)):
        told = " ".join(letters(now, figure))
        assert "a checkpoint holds no mask code" in " ".join(told.split())


def test_a_column_is_higher_where_maps_are_stamps_and_names_have_no_room_in_any_case() -> None:
    now = shown("masks", tokens(120, 120))
    low, high = (picture_of(now, figure) for figure in (COLUMN, grown(now, COLUMN)))
    assert isinstance(low, MapSheet) and isinstance(high, MapSheet)
    assert min(high.pitch) > 1.3 * min(low.pitch)


@pytest.mark.parametrize("view", ["masks", "compare"])
def test_a_long_word_over_a_column_of_a_slide_is_whole_and_costs_no_row_its_name(view: str) -> None:
    short, long = (shown(view, sentence(word)) for word in ("ging", "überquerte"))
    told = [letters(now, SLIDE) for now in (short, long)]
    assert "überquerte" in told[1] and not any(text.endswith("…") and "b" in text for text in told[1])
    rows = [{text for text in found if re.fullmatch("z[0-9]{2}", text)} for found in told]
    assert rows[1] == rows[0] and len(rows[0]) >= 8
    assert min(points for text, points in told[1].items() if text == "überquerte") >= 14 - 0.07


def sentence(word: str) -> Trace:
    """Fourteen source tokens, one of them ``word``, and seventeen of the target."""
    source = ("Das", "Tier", word, "die", "Stadt", "nicht", ",", "weil", "es", "zu", "matt", "war", ".")
    return with_scores(make_trace(layers=2, heads=3, source=source, target=tuple(f"z{at:02}" for at in range(16))))


@pytest.mark.parametrize("view", ["one_head", "masks", "compare"])
def test_names_of_rows_take_the_room_of_those_that_are_drawn(view: str) -> None:
    """A long one between them leaves its room to the maps."""
    words = [f"zab{at:02}" for at in range(59)]
    usual = row_strip(view, words)
    hidden = next(at for at in range(usual.axis.count) if at not in usual.drawn)
    words[hidden] = "Donaudampfschifffahrt"
    found = row_strip(view, words)
    assert hidden not in found.drawn and found.drawn, "else it is not what is asked here"
    assert found.room <= usual.room


def row_strip(view: str, target: list[str]) -> LabelStrip:
    """The names of rows in a page of a paper."""
    trace = with_scores(make_trace(layers=2, heads=3, source=tuple("abcdefgh"), target=tuple(target)))
    drawn = picture_of(shown(view, trace), PAGE)
    assert isinstance(drawn, MapSheet)
    return next(placed.strip for placed in drawn.plan.strips if placed.strip.rows)
