"""What became of a hypothesis is seen at its line; a legend breaks between its entries."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from tests.viz_app.pictures.reading import plain_style
from viz_app.pictures.beam_tree.signs import arranged, edge_of, ground, pen, turns
from viz_app.pictures.beam_tree.tree_layout import tree_layout

pytestmark = pytest.mark.usefixtures("qapp")


def test_pruned_and_open_ones_have_dashes_of_their_own() -> None:
    style = plain_style()
    kept, pruned, left = (pen(sign, style, line=False) for sign in ("kept", "pruned", "left"))
    assert kept.style() == Qt.PenStyle.SolidLine and pruned.dashPattern() != left.dashPattern()
    assert pen("own", style, line=True).widthF() > pen("own", style, line=False).widthF()
    assert ground(style.palette).alpha() == 255


def test_a_legend_breaks_between_entries_and_words_alone_have_no_place_for_a_sign() -> None:
    entries = [("own", "word"), ("", "word"), ("kept", "word")]
    one = arranged(entries, 1000, 10)
    assert [line for _, line, *_ in one] == [0, 0, 0]
    assert one[1][0] - one[0][0] > one[2][0] - one[1][0]
    assert [(x, line) for x, line, *_ in arranged(entries, 1, 10)] == [(0, 0), (0, 1), (0, 2)]


def test_a_hall_has_room_for_the_signs_of_the_pages_before_and_after() -> None:
    assert edge_of(plain_style()) == 2
    assert edge_of(replace(plain_style(), presented=True)) > 4
    for step, signs in ((0, "›"), (10, "‹›"), (19, "‹")):
        layout = tree_layout(20, 3, 300, 200, 20, step, (20, 20))
        assert "".join(sign for _, sign in turns(layout, 12, 300, 200)) == signs
