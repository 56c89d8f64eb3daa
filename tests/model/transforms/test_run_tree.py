"""The tree behind a run against its arrays: its own path, the candidates beside it, and where keys lead."""

from __future__ import annotations

import math
from typing import Any

import pytest

from model.decoding.run import run_sentence
from model.decoding.sampling import Sampling
from model.transforms.run_tree import BESIDE, run_tree
from tests.model.sample_checkpoints import make_checkpoint


@pytest.mark.parametrize("wanted", [{}, {"sampling": Sampling(2, 3.0)}, {"prefix": "D B"}, {"target": "D B C"}])
def test_a_run_that_was_not_searched_is_a_chain_with_its_candidates(wanted: dict[str, Any]) -> None:
    run: Any = run_sentence(make_checkpoint(4), "a b c", **wanted)
    found = run_tree(run)
    assert found is not None and not found.searched
    assert [found.tree.nodes[place].token for place in found.own] == run.produced_ids.tolist()
    total = 0.0
    for step, places in enumerate(found.steps):
        share = {
            int(token): float(p)
            for token, p in zip(run.candidate_ids[step], run.candidate_probabilities[step], strict=True)
        }
        tokens = [found.tree.nodes[place].token for place in places]
        produced = int(run.produced_ids[step])
        others = [token for token in share if token != produced][:BESIDE]
        assert set(tokens) == {produced, *others}
        chances = share | {produced: float(run.produced_probability[step])}
        assert tokens == sorted(tokens, key=lambda token: -chances[token])
        for place, token in zip(places, tokens, strict=True):
            node = found.tree.nodes[place]
            assert node.log_probability == pytest.approx(total + math.log(chances[token]), abs=1e-5)
            assert node.score == pytest.approx(node.log_probability / (step + 1))
            last = step == len(found.steps) - 1
            assert node.fate == (("ended" if last else "kept") if token == produced else "pruned")
        total += math.log(chances[produced])


def test_the_run_of_a_search_is_followed_through_its_tree_and_keys_lead_along_it() -> None:
    run: Any = run_sentence(make_checkpoint(4), "a b c", beam=3, max_length=6)
    found = run_tree(run)
    assert found is not None and found.searched and found.own == found.tree.path(found.tree.best)
    assert found.ranks[found.tree.best] == 1 and sorted(found.ranks.values()) == list(range(1, len(found.ranks) + 1))
    for step, places in enumerate(found.steps):
        assert [found.step_of[place] for place in places] == [step] * len(places)
        for row, place in enumerate(places):
            node = found.tree.nodes[place]
            assert found.beside(place, 0, -1) == (place if step == 0 else node.parent)
            assert found.beside(place, 1, 0) == places[min(row + 1, len(places) - 1)]
            assert found.beside(place, -1, 0) == places[max(row - 1, 0)]
            ones = [one for one, each in enumerate(found.tree.nodes) if each.parent == place]
            after = found.beside(place, 0, 1)
            assert after in ones if ones else after == place
    for before, after in zip(found.own, found.own[1:], strict=False):
        assert found.beside(before, 0, 1) == after
    assert found.at(0) == found.own[0] and found.at(99) == found.own[-1]


def test_no_candidates_no_tree() -> None:
    from dataclasses import replace

    run = run_sentence(make_checkpoint(4), "a b c")
    assert run_tree(replace(run, candidate_probabilities=None)) is None
    assert run_tree(replace(run, produced_ids=None)) is None
