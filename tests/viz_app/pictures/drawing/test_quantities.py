"""Numbers of other quantities: their colours decode, their bar has its own ends, their figures are exact."""

from __future__ import annotations

import numpy as np
import pytest

from model.transforms.view_transform import ViewTransform, read
from tests.model.subwords import make_run
from tests.viz_app.pictures.reading import plain_style
from viz_app.pictures.drawing import quantities
from viz_app.pictures.drawing.picture import Measure
from viz_app.platform.theme import BLUES, DARK, LIGHT, SIGNED

RUN = make_run(activations=True)
SCORES, NORMS = read(RUN, ViewTransform(quantity="score")), read(RUN, ViewTransform(quantity="norm"))


def test_weights_are_drawn_as_ever() -> None:
    style = plain_style()
    assert quantities.measured(style, RUN, "cross") is style
    assert quantities.measured(style, read(RUN, ViewTransform(aggregate="heads")), "cross") is style


def test_scores_have_two_colours_and_no_totals() -> None:
    style = quantities.measured(plain_style(row_totals=True), SCORES, "cross")
    assert (style.below, style.colour_map) == SIGNED[style.palette]
    assert style.full == SCORES.full_scale("cross") > 1
    assert not style.row_totals
    assert quantities.measured(plain_style(row_totals=True), NORMS, "cross").row_totals


def test_a_rollout_whose_shares_are_small_has_a_scale_of_its_own() -> None:
    rolled = read(RUN, ViewTransform(aggregate="rollout"))
    style = quantities.measured(plain_style(), rolled, "cross")
    assert style.full == rolled.full_scale("cross") < 1
    assert style.quantity == "rollout"


@pytest.mark.parametrize("scale", ["linear", "sqrt"])
def test_colours_of_either_sign_decode(scale: str) -> None:
    style = quantities.measured(plain_style(scale=scale), SCORES, "cross")
    assert style.below is not None
    shares = np.linspace(-1, 1, 301, dtype=np.float32)
    words = np.empty(shares.shape, dtype=np.uint32)
    quantities.words(shares, style, words)
    for share, word in zip(shares, words, strict=True):
        table = style.below if share < 0 else style.colour_map
        found = np.flatnonzero(table.words == word)
        value = (found / 255) ** (2 if scale == "sqrt" else 1)
        assert (np.abs(value - abs(share)) < 0.005).any()


def test_zero_is_the_papers_colour() -> None:
    for palette, (below, above) in SIGNED.items():
        assert below.words[0] == above.words[0]
        assert f"#{below.words[0] & 0xFFFFFF:06x}" == palette.paper
    assert set(SIGNED) == {LIGHT, DARK}
    assert SIGNED[LIGHT][1] is BLUES


def test_the_largest_size_of_a_map() -> None:
    values = np.array([[[[-3, 1], [2, 0]]], [[[0, 0], [0, 0]]]], dtype=np.float32)
    signed = quantities.measured(plain_style(), SCORES, "cross")
    assert quantities.highest(values, signed).ravel().tolist() == [3, 1]
    assert quantities.highest(values, plain_style()).ravel().tolist() == [2, 1]


def test_text_on_dark_colours_is_light_on_both_sides() -> None:
    style = quantities.measured(plain_style(), SCORES, "cross")
    assert quantities.is_dark(np.array([-1, -0.01, 0, 0.01, 1], dtype=np.float32), style).tolist() == [
        True, False, False, False, True,
    ]  # fmt: skip


def test_the_bar_goes_both_ways() -> None:
    style = quantities.measured(plain_style(), SCORES, "cross")
    assert len(quantities.bar_words(style)) == 512
    places = [quantities.bar_place(share, style, 101) for share in quantities.bar_ticks(style)]
    assert places == sorted(places)
    assert (places[0], places[2], places[-1]) == (0, 50, 100)
    assert len(quantities.bar_words(plain_style())) == 256


def test_figures() -> None:
    assert quantities.figure(0.834, "weight") == "0.83"
    assert quantities.figure(-1.234, "score") == "−1.23"
    assert quantities.figure(-12.34, "score") == "−12.3"
    assert quantities.figure(123.4, "norm") == "123"
    assert quantities.figure(0.8312, "weight", 3) == "0.831"
    for measure in ("weight", "score", "difference"):
        assert quantities.figure(-0.004, measure) == "0.00", "nothing that is written as zero is less than it"
        assert quantities.figure(-0.006, measure) == "−0.01"


def test_names_are_of_all_quantities() -> None:
    assert len({quantities.name("weight"), quantities.name("score"), quantities.name("norm")}) == 3


@pytest.mark.parametrize(
    ("numbers", "measure", "found"),
    [
        ([0.0, 1.0], "weight", ""),
        ([0.2, 1.0005], "weight", ""),  # half precision
        ([0.2, 1.25], "weight", "outside"),
        ([-0.1, 0.3], "weight", "outside"),
        ([-0.1, 0.3], "rollout", "outside"),
        ([-7.0, 9.0], "score", ""),
        ([0.0, 3.0], "norm", ""),
        ([0.5, np.nan], "weight", "infinite"),
        ([-np.inf, 3.0], "score", "infinite"),
        ([], "weight", ""),
    ],
)
def test_numbers_that_are_not_what_they_are_called(numbers: list[float], measure: Measure, found: str) -> None:
    assert quantities.trouble(np.array(numbers, dtype=np.float32), measure) == found
    assert bool(quantities.warning(quantities.trouble(np.array(numbers), measure))) == bool(found)


def test_the_worst_is_told() -> None:
    assert quantities.worst("", "outside", "infinite", "outside") == "infinite"
    assert quantities.worst("outside", "") == "outside"
    assert quantities.worst() == ""


@pytest.mark.parametrize("number", [0, 1, 0.5, 1e-45, np.nextafter(np.float32(1), np.float32(2)), -1e-45, -1, np.nan,
                                    np.inf, -np.inf])  # fmt: skip
def test_shares_are_told_by_their_bits(number: float) -> None:
    numbers = np.full((2, 3, 5), 0.25, dtype=np.float32)
    numbers[1, 2, 3] = number
    assert quantities.are_shares(numbers) == (0 <= number <= 1)
    assert quantities.are_shares(numbers[:, ::-1, 1::2]) == (0 <= number <= 1)
    assert quantities.are_shares(numbers[:, :0])
