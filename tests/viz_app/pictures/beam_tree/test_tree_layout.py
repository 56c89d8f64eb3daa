"""Where hypotheses lie: none over another, all inside, every step once a page, pages that lead to each other."""

from __future__ import annotations

from itertools import combinations

import pytest

from viz_app.pictures.beam_tree.tree_layout import NODE, tree_layout


@pytest.mark.parametrize("size", [(240, 160), (540, 330), (700, 400), (1500, 900)])
@pytest.mark.parametrize(("steps", "rows"), [(1, 1), (2, 5), (17, 8), (61, 10), (17, 40), (400, 4)])
def test_everything_is_inside_and_apart(steps: int, rows: int, size: tuple[int, int]) -> None:
    wide, high = size
    for step in {0, steps // 2, steps - 1}:
        found = tree_layout(steps, rows, wide, high, 12, step, (12, 12))
        assert found.first <= step <= found.last and found.rows <= rows
        boxes = [
            found.box(*spot, row)
            for each in range(found.first, found.last + 1) for spot in found.places(each) for row in range(found.rows)
        ]  # fmt: skip
        assert len(boxes) < 3000
        for left, top, width, height in boxes:
            assert left >= 0 and left + width <= wide + 1 and top >= 0
            assert top + height <= max(high, found.band) + 1
        for one, other in combinations(boxes[:60], 2):
            apart = one[0] + one[2] <= other[0] or other[0] + other[2] <= one[0]
            assert apart or one[1] + one[3] <= other[1] or other[1] + other[3] <= one[1]


@pytest.mark.parametrize("steps", [2, 17, 61, 400])
def test_every_step_is_on_a_page_and_a_line_to_the_one_before_is_in_a_band(steps: int) -> None:
    seen: set[int] = set()
    for step in range(steps):
        found = tree_layout(steps, 8, 600, 350, 12, step, (12, 12))
        seen |= set(range(found.first, found.last + 1)) & {step}
        spots = {each: list(found.places(each)) for each in range(found.first, found.last + 1)}
        assert all(1 <= len(each) <= 2 for each in spots.values())
        for each in range(found.first + 1, found.last + 1):
            assert any((band, column - 1) in spots[each - 1] for band, column in spots[each])
    assert seen == set(range(steps))


def test_pages_lead_to_each_other_and_the_last_is_full() -> None:
    page, turns = tree_layout(61, 8, 600, 350, 12, 0, (12, 12)), 0
    counts = {page.last - page.first}
    while (step := page.turned(True)) is not None:
        assert step == page.last + 1
        page, turns = tree_layout(61, 8, 600, 350, 12, step, (12, 12)), turns + 1
        counts.add(page.last - page.first)
    assert page.last == 60 and turns > 3 and len(counts) == 1
    assert page.turned(False) == page.first - 1
    assert tree_layout(61, 8, 600, 350, 12, page.first - 1, (12, 12)).last >= page.first - 1


def test_paper_has_smaller_letters_before_it_leaves_steps_out() -> None:
    screen, paper = (tree_layout(17, 8, 600, 500, 12, 0, (least, 12)) for least in (12, 8))
    assert screen.pixels == 12 and (screen.last < 16 or not screen.numbered)
    assert paper.pixels < 12 and paper.last == 16 and paper.rows == 8
    assert 0 < NODE < 1


def test_rows_take_the_height_there_is_and_letters_grow_while_the_tree_is_in_one_piece() -> None:
    for high in (260, 330, 400):
        found = tree_layout(61, 8, 600, high, 12, 0, (12, 12))
        assert found.bands > 1 or found.band >= min(0.95 * high, 1.6 * 12 * 8 * 1.7), "no lower third stays empty"
    usual, large = (tree_layout(6, 5, 1200, 700, 12, 0, (12, most)) for most in (12, 19))
    assert usual.pixels == 12 < large.pixels <= 19 and large.bands == 1 and large.numbered
    assert large.last == 5 and large.rows == 5
    many = tree_layout(17, 5, 900, 900, 12, 0, (12, 19))
    assert many.pixels == 12, "larger letters would break it once more"


def test_bands_are_of_one_length_where_all_steps_have_room() -> None:
    found = tree_layout(17, 8, 1000, 700, 12, 0, (12, 12))
    assert (found.bands, found.columns, found.last) == (2, 9, 16), "not 13 and 5"
