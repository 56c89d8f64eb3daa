"""What became of a hypothesis is seen at its line; a legend breaks between its entries."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from tests.viz_app.pictures.reading import plain_style
from viz_app.pictures.beam_tree.signs import arranged, ground, pen

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
