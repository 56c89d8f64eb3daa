"""Cells are whole pixels, every pixel belongs to one cell or block, and maps stay inside their box."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from viz_app.pictures.drawing.layout import EVEN_CELL, EVEN_ON_PAPER, SLIMMEST, Axis, Grid, filled, fit

COUNTS = st.integers(1, 600)
LENGTHS = st.integers(1, 700)


def axis(count: int, length: int) -> Axis:
    """An axis as ``fit`` makes them: whole cells, or fewer pixels than cells."""
    return Axis(0, count, length if length < count else length // count * count)


@given(count=COUNTS, length=LENGTHS, start=st.integers(-50, 50))
def test_pixels_and_cells_agree_both_ways(count: int, length: int, start: int) -> None:
    side = axis(count, length).at(start)
    covered = [cell for pixel in range(side.start, side.end) for cell in side.cells(pixel)]
    assert sorted(set(covered)) == list(range(count))
    for cell in {0, count // 3, count - 1}:
        first, size = side.span(cell)
        assert size >= 1
        assert all(cell in side.cells(pixel) for pixel in range(first, first + size))
    assert side.edge(count) == side.end
    assert not side.cells(side.start - 1)
    assert not side.cells(side.end)


@given(count=COUNTS, length=LENGTHS)
def test_without_pooling_all_cells_are_equal(count: int, length: int) -> None:
    side = axis(count, length)
    if not side.pooled:
        assert {side.span(cell)[1] for cell in range(count)} == {side.cell}
        assert side.pixels in (count, length)
    else:
        assert side.pixels == length < count


@given(count=st.integers(2, 600), length=st.integers(1, 599))
def test_blocks_of_a_pooled_axis_are_what_its_pixels_say(count: int, length: int) -> None:
    side = axis(count, length)
    if side.pooled:
        assert [int(first) for first in side.blocks] == [side.cells(pixel).start for pixel in range(side.length)]


@given(rows=COUNTS, columns=COUNTS, width=st.floats(1, 2000), height=st.floats(1, 2000), largest=st.integers(1, 90))
def test_a_map_fits_its_box(rows: int, columns: int, width: float, height: float, largest: int) -> None:
    wide, high = fit(rows, columns, width, height, largest, printed=28)
    assert 1 <= wide <= max(1, width)
    assert 1 <= high <= max(1, height)
    assert wide < columns or (wide % columns == 0 and wide // columns <= largest)
    assert high < rows or (high % rows == 0 and high // rows <= largest)


def test_cells_are_nearly_square_and_wider_only_for_words_and_numbers() -> None:
    assert fit(10, 10, 1000, 100, 60, printed=28) == (110, 100)  # 11 × 10 pixels
    assert fit(10, 10, 1000, 240, 60, printed=28) == (360, 240)  # 36 × 24: room for a number
    assert fit(10, 10, 1000, 160, 60, printed=28) == (280, 160)  # just enough for one
    assert fit(10, 10, 1000, 150, 60, printed=28) == (160, 150)  # too low to be so wide
    assert fit(10, 10, 1000, 100, 60, printed=28, labelled=(16, 0)) == (160, 100)  # every column has its label
    assert fit(10, 10, 120, 100, 60, printed=28, labelled=(16, 0)) == (120, 100)  # no more than there is
    assert fit(10, 10, 100, 1000, 60, printed=28, labelled=(0, 30)) == (100, 300)  # every row has its name
    assert fit(10, 10, 100, 1000, 60, printed=28, labelled=(0, 70)) == (100, 500)  # not as thin as that
    assert fit(10, 10, 100, 250, 60, printed=28, labelled=(0, 30)) == (100, 250)  # no more than there is
    assert fit(10, 10, 100, 1000, 60, printed=28) == (100, 120)
    assert fit(10, 10, 5000, 5000, 60, printed=28) == (600, 600)


def test_a_grid_counts_gaps_between_its_boxes() -> None:
    grid = Grid(10, 20, rows=2, columns=3, box_width=30, box_height=40, gap_x=5, gap_y=7)
    assert [grid.left(column) for column in range(3)] == [10, 45, 80]
    assert [grid.top(row) for row in range(2)] == [20, 67]
    assert (grid.right, grid.bottom) == (110, 107)


@given(count=COUNTS, length=st.integers(1, 1500), start=st.integers(-50, 50))
def test_cells_of_any_length_cover_every_pixel_once(count: int, length: int, start: int) -> None:
    """Cells may differ by a pixel: each has its share of the length, rounded."""
    side = Axis(start, count, length)
    sizes = [side.span(cell)[1] for cell in range(count)]
    if side.pooled:
        assert set(sizes) == {1}
        return
    assert sum(sizes) == length
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) == side.cell
    assert side.pixels == (count if side.stretched else length)
    for cell in {0, count // 2, count - 1}:
        first, size = side.span(cell)
        assert abs(first - start - cell * length / count) <= 0.5
        assert {*side.cells(first), *side.cells(first + size - 1)} == {cell}
    assert [int(cell) for cell in side.blocks] == [side.cells(start + pixel)[0] for pixel in range(length)]


@given(
    rows=COUNTS, columns=COUNTS, width=st.floats(1, 2500), height=st.floats(1, 2500),
    most=st.tuples(st.integers(1, 300), st.integers(1, 200)), even=st.booleans(),
)  # fmt: skip
def test_a_map_fills_its_box_up_to_its_largest_cells(
    rows: int, columns: int, width: float, height: float, most: tuple[int, int], even: bool
) -> None:
    wide, high = filled(rows, columns, width, height, most, even)
    assert 1 <= wide <= max(1, width)
    assert 1 <= high <= max(1, height)
    for length, count, largest in ((wide, columns, most[0]), (high, rows, most[1])):
        assert length <= count * largest
        if length >= count * (EVEN_ON_PAPER if even else EVEN_CELL):
            assert length % count == 0
    across, down = wide / columns, high / rows
    free_across, free_down = width - wide, height - high
    bound = across > most[0] - 1 or across >= SLIMMEST * (down - 1) or free_across <= max(1, columns)
    assert bound, "as wide as the box, the largest cell or the slimmest one lets it"
    assert down > most[1] - 1 or down >= SLIMMEST * (across - 1) or free_down <= max(1, rows)
