"""The tree as it is drawn: each hypothesis is found where it stands, and the pruned are told apart by their lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import figure_texts
import pytest
from PySide6.QtGui import QImage, QPainter

from tests.viz_app.pictures.beam_tree.searched import ROWS, TREE, searched_run
from tests.viz_app.pictures.reading import plain_style
from viz_app.exports.figures.figure import Figure
from viz_app.pictures.beam_tree import picture as beam_tree
from viz_app.pictures.beam_tree import texts
from viz_app.pictures.beam_tree.picture import TreeSheet
from viz_app.state.state import Selection, Snapshot

SIZE = 640, 400
pytestmark = pytest.mark.usefixtures("qapp")


def sheet(step: int = 0, node: int | None = None, run: int = 7) -> Iterator[TreeSheet]:
    """While its run is held."""
    now = Snapshot(trace=searched_run(run), selection=Selection(step=step), node=node)
    found = beam_tree.picture(now, *SIZE, plain_style())
    assert isinstance(found, TreeSheet)
    yield found
    assert now.trace is not None


def drawn(found: TreeSheet) -> QImage:
    image = QImage(*SIZE, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    found.paint(painter)
    painter.end()
    return image


def test_every_hypothesis_is_found_where_it_stands() -> None:
    for found in sheet():
        left, top, _, _ = found.room
        for place in range(len(ROWS)):
            (box,) = found.boxes(place)
            cell = found.at(left + box.center().x(), top + box.center().y())
            assert cell is not None and cell.node == place and cell.query == found.found.step_of[place]
        columns = [found.boxes(place)[0].left() for place in range(len(ROWS))]
        assert [columns.index(each) for each in sorted(set(columns))] == [0, 3, 7], "steps from left to right"
        assert found.at(1, 1) is None and found.unnamed == 0


def gaps(image: QImage, found: TreeSheet, place: int) -> int:
    """How often the upper edge of a hypothesis begins again."""
    left, top, _, _ = found.room
    box = found.boxes(place)[0].translated(left, top)
    inked = [
        min(image.pixelColor(x, round(box.top()) + dy).lightness() for dy in (-1, 0, 1)) < 225
        for x in range(round(box.left() + 7), round(box.right() - 7))
    ]
    return sum(1 for before, after in pairwise(inked) if after and not before)


def test_pruned_ones_have_dashed_frames_and_the_others_whole_ones() -> None:
    for found in sheet(step=2):
        image = drawn(found)
        for place, (*_, fate) in enumerate(ROWS):
            if place not in found.found.own:
                assert (gaps(image, found, place) > 2) == (fate in ("pruned", "left")), (place, fate)


def test_a_line_leads_from_the_hypothesis_that_is_continued() -> None:
    """Right of one there is ink where others continue it, and left of each that continues one; nowhere else."""
    for found in sheet():
        image, (left, top, _, _) = drawn(found), found.room
        parents = {node.parent for node in found.found.tree.nodes}

        def inked(x: float, y: float, image: QImage = image) -> bool:
            return any(image.pixelColor(round(x) + dx, round(y) + dy).lightness() < 245
                       for dx in range(-2, 3) for dy in range(-12, 13))  # fmt: skip

        assert len({found.found.row_of[place] for place in parents if place >= 0}) > 1, "several rows are continued"
        for place, node in enumerate(found.found.tree.nodes):
            box = found.boxes(place)[0].translated(left, top)
            assert inked(box.right() + 8, box.center().y()) == (place in parents), place
            assert inked(box.left() - 8, box.center().y()) == (node.parent >= 0), place


def test_the_frame_stands_around_what_is_looked_at() -> None:
    for found in sheet(step=1):
        assert found.node == 3 and "step 2" in found.alt
    for found in sheet(step=1, node=8):
        assert found.node == 8 and "rank 2" in found.alt


def test_where_not_all_have_room_the_runs_own_is_shown() -> None:
    now = Snapshot(trace=searched_run(8), selection=Selection(step=0))
    found = beam_tree.picture(now, 300, 64, plain_style())
    assert isinstance(found, TreeSheet)
    assert found.unnamed > 0
    for step in range(found.layout.first, found.layout.last + 1):
        assert len(found.shown(step)) <= found.layout.rows
        assert TREE.path(8)[step] in found.shown(step)


def test_on_paper_every_sign_has_its_words_and_no_text_ends_in_dots() -> None:
    for wide in (220, 300, 640):
        now = Snapshot(trace=searched_run(7), selection=Selection(step=0))
        found = beam_tree.picture(now, wide, 500, replace(plain_style(), on_screen=False))
        assert isinstance(found, TreeSheet)
        image = QImage(wide, 500, QImage.Format.Format_RGB32)
        reader = figure_texts.Reader(image)
        found.paint(reader)
        reader.end()
        said = [each.text for each in reader.found]
        signs = [words for _, words in texts.signs(True, found.layout.numbered)]
        assert len(signs) == 5 and set(signs) <= set(said)
        assert not [each for each in said if each.endswith("…")]
        lowest = max(box.bottom() for place in range(len(ROWS)) for box in found.boxes(place)) + found.room[1]
        assert all(each.box.top() >= lowest for each in reader.found if each.text in signs), "below the tree"
        assert all(each.box.right() <= wide for each in reader.found)


def test_the_legend_names_what_the_tree_has() -> None:
    nodes = tuple(replace(node, fate="pruned") if node.fate == "left" else node for node in TREE.nodes)
    now = Snapshot(trace=searched_run(7, replace(TREE, nodes=nodes)), view="beam_tree", selection=Selection(step=0))
    said = {each.text for each in figure_texts.texts(now, Figure(640, 420, 1.0))}
    signs = dict(texts.signs(True, numbered=True))
    assert signs["ended"] in said and signs["left"] not in said
    whole = {each.text for each in figure_texts.texts(replace(now, trace=searched_run(7)), Figure(640, 420, 1.0))}
    assert set(signs.values()) <= whole


@pytest.mark.parametrize("on_screen", [True, False])
def test_the_legend_names_what_the_page_has_and_nothing_moves_when_that_changes(on_screen: bool) -> None:
    """Of many hypotheses the last one stays open; it has room only where it is looked at, others have it always."""
    *before, last = TREE.nodes
    nodes, style = (*before, *[before[-1]] * 20, replace(last, log_probability=-90.0)), plain_style()
    tree, shown = replace(TREE, nodes=tuple(replace(each, fate="pruned") if 9 <= at < 29 else each
                                            for at, each in enumerate(nodes))), []  # fmt: skip
    now = Snapshot(trace=searched_run(7, tree), view="beam_tree", selection=Selection(step=2))
    for node in (7, 29):
        found = beam_tree.picture(replace(now, node=node), 640, 300, replace(style, on_screen=on_screen))
        assert isinstance(found, TreeSheet) and not found.bare and (29 in found.shown(2)) == (node == 29)
        image = QImage(640, 300, QImage.Format.Format_RGB32)
        reader = figure_texts.Reader(image)
        found.paint_page(reader)
        reader.end()
        words = {words: sign for sign, words in texts.signs(True, found.layout.numbered)}
        shown.append({words[each.text]: each.box.left() for each in reader.found if each.text in words})
    assert set(shown[0]) == {"own", "kept", "pruned", "ended"} and set(shown[1]) == {*shown[0], "left"}
    assert all(shown[1][sign] == left for sign, left in shown[0].items())


def test_paper_says_which_steps_and_hypotheses_it_shows() -> None:
    now = Snapshot(trace=searched_run(7), view="beam_tree", selection=Selection(step=0))
    narrow, roomy = ([each.text for each in figure_texts.texts(now, Figure(wide, 420, 1.0))] for wide in (160, 640))
    assert "steps 1–2 of 3" in narrow and not any(text.startswith("steps") for text in roomy)
    assert texts.part(9, 16, 17, 8, 10) == "steps 10–17 of 17 · 8 of at most 10 hypotheses of a step"
    assert not texts.part(0, 16, 17, 10, 10)
