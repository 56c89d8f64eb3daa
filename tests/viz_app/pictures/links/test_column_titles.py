"""Titles of the two columns: on paper over the names, in two lines where one has no room; a screen's at its edges."""

from __future__ import annotations

from dataclasses import replace

import figure_texts
import pytest

from tests.viz_app.pictures.reading import plain_style
from tests.viz_app.sample_trace import make_trace
from viz_app.exports.figures.figure import Figure
from viz_app.pictures.drawing.page import Align
from viz_app.pictures.links.column_titles import column_title
from viz_app.pictures.links.picture import Links, picture
from viz_app.platform.theme import font, text_width
from viz_app.state.paper_sizes import PRESETS
from viz_app.state.state import Selection, Settings, Snapshot

pytestmark = pytest.mark.usefixtures("qapp")
NOW = Snapshot(trace=make_trace(), view="links", selection=Selection("cross", 1, 2, 7, query=4))


def titled(wide: int, on_screen: bool) -> Links:
    found = picture(NOW, wide, 400, replace(plain_style(), on_screen=on_screen))
    assert isinstance(found, Links)
    return found


@pytest.mark.parametrize(("wide", "lines"), [(900, 1), (330, 2)])
def test_on_paper_titles_end_and_begin_where_names_do(wide: int, lines: int) -> None:
    page = titled(wide, on_screen=False)
    texts, face = page.axis_titles(), font(page.style.font_pixels)
    assert len(texts) == 2 * lines
    for text in texts:
        left, top, width, high = text.box
        names = page.left if text.align is Align.RIGHT else page.right
        edge = left + width + 6 if names.at_left else left - 6
        assert edge == names.edge and text_width(text.text, face) <= width
        assert top + high <= names.axis.start
    assert [text.box[1] for text in texts[:lines]] == sorted({text.box[1] for text in texts}), "no line on another"


def test_a_screens_titles_stand_at_its_edges() -> None:
    page = titled(330, on_screen=True)
    (query, _, _, _), (key, _, width, _) = (text.box for text in page.axis_titles())
    assert (query, key + width) == (page.left.edge - page.left.width, page.right.edge + page.right.width)


def test_a_title_that_has_no_room_in_two_lines_keeps_one() -> None:
    assert column_title("query: " + "m" * 40, 20, 300, plain_style()) == (("query: " + "m" * 40,), 0)


@pytest.mark.parametrize(("preset", "samples"), [("paper-column", "0.05 0.5 1"), ("paper-page", "0.05 0.25 0.5 1")])
def test_a_figure_says_what_is_grey(preset: str, samples: str) -> None:
    now = replace(NOW, settings=Settings(link_threshold=1))
    said = [words.text for words in figure_texts.texts(now, Figure(**PRESETS[preset].lengths))]
    told = said[: said.index("other tokens")]
    assert " ".join(text for text in told if text.replace(".", "").isdigit()) == samples
