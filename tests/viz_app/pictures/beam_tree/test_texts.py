"""What the beam tree says of a planted search."""

from __future__ import annotations

from model.transforms.run_tree import run_tree
from tests.viz_app.pictures.beam_tree.searched import searched_run
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.beam_tree import texts


def test_numbers_and_fates_are_those_of_the_search() -> None:
    run = searched_run()
    found = run_tree(run)
    assert found is not None
    assert [texts.below(found, place) for place in (0, 2, 7, 5, 8)] == [
        "−0.50", "−4.00", "#1  −0.42", "#3  −1.25", "#2  −1.00",
    ]  # fmt: skip
    assert texts.readout(run, found, 8) == "step 3: “</s>” · log p −3.00 over 3 tokens, score −1.00 · ended, rank 2"
    assert texts.readout(run, found, 2).endswith("pruned: others were likelier")
    assert texts.readout(run, found, 9).endswith("still open when the search stopped")
    assert texts.so_far(run, found, 8) == "b c </s>"
    assert [texts.rank_mark(found, place) for place in (2, 8)] == ["", " #2"]
    assert texts.subtitle(run, found) == "beam 2, length penalty 1.0 · 10 hypotheses looked at, 3 ended"
    third = searched_run(8)
    tree = run_tree(third)
    assert tree is not None and tree.own == (1, 4, 8)
    assert texts.subtitle(third, tree).startswith("beam 2, length penalty 1.0, hypothesis 2 of 3 · ")


def test_open_is_only_what_the_last_step_left() -> None:
    found = run_tree(searched_run())
    assert found is not None
    assert [found.fates[place] for place in (0, 2, 5, 9)] == ["kept", "pruned", "ended", "left"]


def test_a_greedy_run_says_that_it_was_not_searched() -> None:
    run = make_trace()
    found = run_tree(run)
    assert found is not None and texts.subtitle(run, found).startswith("greedy · one hypothesis")
    assert texts.readout(run, found, found.own[0]).endswith("produced")
    assert [sign for sign, _ in texts.signs(found.searched)] == ["own", "pruned"]
