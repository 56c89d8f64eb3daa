"""255 colours of many: however many maps a picture has, a level moves by little and the table is never too long."""

from __future__ import annotations

import numpy as np
import pytest

from viz_app.exports.gif import MOST, Colours, Seen, chosen, maps, nearest, parts
from viz_app.pictures.drawing.picture import Style, style_for
from viz_app.state.state import Settings

GREYS = np.array([grey * 0x010101 for grey in range(256)], dtype=np.uint32)


def style(dark: bool) -> Style:
    return style_for(Settings(), dark, 1.0)


def moved(seen: Colours, table: Colours, dark: bool) -> int:
    """By how many levels of its map a colour moves at most; a plain search."""
    places = nearest(seen, table, style(dark))
    worst, every = 0, np.concatenate(maps(style(dark)))
    colours, counts = np.unique(every, return_counts=True)
    shared = set(colours[counts > 1].tolist())
    for each in maps(style(dark)):
        levels = {int(colour): level for level, colour in enumerate(each)}
        for colour in set(levels) & set(seen.tolist()) - shared:
            became = int(table[places[colour]])
            assert became in levels, "a level of a map becomes one of its own"
            worst = max(worst, abs(levels[became] - levels[colour]))
    return worst


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(("count", "most"), [(1, 1), (2, 1), (3, 2)])
def test_all_levels_of_so_many_maps(count: int, most: int, dark: bool) -> None:
    random = np.random.default_rng(1)
    some = random.integers(0, 1 << 24, 5000).astype(np.uint32)  # as the edges of letters are
    levels = np.concatenate(maps(style(dark))[-count:])
    frame = np.concatenate([np.repeat(levels, random.integers(1, 50, len(levels))), GREYS, some])[np.newaxis]
    seen = np.unique(frame)
    table = chosen(seen, frame, style(dark))
    assert len(table) <= MOST
    assert np.array_equal(table, np.unique(table)), "sorted, each once"
    assert moved(levels, table, dark) <= most


def test_few_colours_stay_as_they_are() -> None:
    seen = np.unique(np.concatenate([GREYS[:200], maps(style(False))[-1][::8]]))
    frame = np.repeat(seen, 3)[np.newaxis]
    assert np.array_equal(chosen(seen, frame, style(False)), seen)
    places = nearest(seen, seen, style(False))
    assert np.array_equal(seen[places[seen]], seen)


def test_seen_counts_every_frame() -> None:
    seen = Seen()
    for colour in (0xFF102030, 0xFF000001, 0xFF102030):
        seen.add(np.full((2, 3), colour, dtype=np.uint32))
    assert seen.colours.tolist() == [0x000001, 0x102030]
    assert seen.last.tolist() == [[0xFF102030] * 3] * 2
    assert parts(seen.colours).tolist() == [[0, 0, 1], [0x10, 0x20, 0x30]]
