"""On paper words are named that tell most: none on another, long ones before short ones and marks."""

from __future__ import annotations

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from viz_app.pictures.drawing.drawings import Label
from viz_app.pictures.drawing.telling_labels import LONG, longest, spaced

WORDS = ("Das", "Tier", "überquerte", "die", "Straße", "nicht", ",", "weil", "es", "zu", "müde", "war", ".", "</s>")
LABELS = tuple(map(Label, WORDS))


def test_words_that_tell_are_named_and_no_comma_beside_them() -> None:
    named = [WORDS[index] for index in spaced(LABELS, range(len(WORDS)), 2)]
    assert {"überquerte", "Straße", "weil", "müde"} <= set(named) and "," not in named
    assert spaced(LABELS, range(len(WORDS)), 1) == tuple(range(len(WORDS)))


def test_of_numbers_none_tells_more_than_another() -> None:
    assert spaced(tuple(Label(str(number)) for number in range(30)), range(30), 4) == ()


def worth(words: list[str], chosen: tuple[int, ...]) -> int:
    return sum(min(LONG, len(words[index])) ** 2 for index in chosen)


@given(
    words=st.lists(st.text("ab", min_size=1, max_size=8), min_size=1, max_size=9),
    wide=st.lists(st.integers(1, 5), min_size=9, max_size=9),
)
def test_no_other_choice_tells_more(words: list[str], wide: list[int]) -> None:
    ends = [max(index + wide[other] for index, other in enumerate(range(last + 1))) for last in range(len(words))]
    spans = [(float(index), float(end)) for index, end in enumerate(ends)]
    chosen = longest(tuple(map(Label, words)), spans)
    assert all(spans[one][1] <= spans[other][0] for one, other in pairwise(chosen))
    others = (each for count in range(len(words) + 1) for each in combinations(range(len(words)), count))
    free = (each for each in others if all(spans[a][1] <= spans[b][0] for a, b in pairwise(each)))
    assert worth(words, chosen) == max(worth(words, each) for each in free)
