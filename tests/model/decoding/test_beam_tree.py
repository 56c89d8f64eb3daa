"""The tree of a beam: every node against plain loops, the whole search against every sentence and against theirs."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from model.checkpoints.checkpoint import Checkpoint, open_checkpoint
from model.common.problems import Problem
from model.decoding.beam import beam_search, growing_tree, search_tree
from model.decoding.beam_tree import BeamTree, SearchRules, tree_of
from model.decoding.run import node_session, run_sentence
from model.decoding.session import DecodingSession
from model.network.config import StackConfig
from model.network.interventions import DropoutOn, HeadAblated, TargetForced, to_json
from model.network.what_if import changed
from model.record.trace import KINDS
from tests import oracle
from tests.model.checkpoints.formats.hf_network import library
from tests.model.decoding.test_session_what_if import CHANGES, SEED, SENTENCE
from tests.model.networks import PAD, make_weights
from tests.model.sample_checkpoints import FIXTURES, PAIRS, make_checkpoint
from tests.what_if_oracle import WhatIfOracle

END = 3


class Reference:
    """The rules in plain loops: distributions of the plain-loop network, sorted lists, one hypothesis at a time."""

    def __init__(self, checkpoint: Checkpoint, seed: int, text: str, told: Any = ()) -> None:
        self.checkpoint, self.told = checkpoint, list(told)
        self.weights = make_weights(checkpoint.transformer.config, seed)
        self.source = list(checkpoint.source(text).ids)
        self.known: dict[tuple[int, ...], np.ndarray] = {}

    def logs(self, prefix: tuple[int, ...]) -> np.ndarray:
        """[V] log-probabilities of what follows."""
        if prefix not in self.known:
            given = self.checkpoint.transformer.config, self.weights, self.source, [2, *prefix], PAD, WhatIfOracle
            logits = oracle.run(*given, changes=self.told).logits[-1].copy()
            logits[list(self.checkpoint.special.suppressed)] = -np.inf
            self.known[prefix] = logits - logits.max() - np.log(np.exp(logits - logits.max()).sum())
        return self.known[prefix]

    def search(self, rules: SearchRules, limit: int) -> list[tuple[tuple[int, ...], float, str]]:
        """Every hypothesis that is looked at, with its log-probability and what becomes of it."""
        alive: dict[tuple[int, ...], float] = {(): 0.0}
        seen: list[tuple[tuple[int, ...], float, str]] = []
        while alive:
            rows = [((*ids, token), total + float(self.logs(ids)[token]))
                    for ids, total in alive.items() for token in range(len(self.logs(ids)))]  # fmt: skip
            rows = sorted((row for row in rows if row[1] > -np.inf), key=lambda row: -row[1])[: 2 * rules.width]
            alive = {}
            for rank, (ids, total) in enumerate(rows):
                over = ids[-1] == END or len(ids) == limit
                fate = "ended" if over and rank < rules.width else "pruned"
                if not over and len(alive) < rules.width:
                    alive[ids], fate = total, "kept"
                seen.append((ids, total, fate))
            ended = sorted(
                (total / len(ids) ** rules.penalty for ids, total, fate in seen if fate == "ended"), reverse=True
            )
            if len(ended) >= rules.width and alive:
                length = len(next(iter(alive)))
                reach = limit if rules.stop == "never" and rules.penalty > 0 else length
                if rules.stop == "enough" or max(alive.values()) / reach**rules.penalty <= ended[rules.width - 1]:
                    break
        return seen


def made_of(tree: BeamTree) -> dict[tuple[int, ...], tuple[float, str]]:
    return {tree.ids(place): (node.log_probability, node.fate) for place, node in enumerate(tree.nodes)}


#: What a hypothesis is worth and when the search ends know nothing of the changes.
SOME = HeadAblated("cross", 1, 0), DropoutOn(4)


@pytest.mark.parametrize(
    ("width", "penalty", "stop", "changes"), [(2, 1.0, "enough", SOME), (3, 0.0, "bound", ()), (2, 2.0, "never", ())]
)
def test_every_node_is_what_plain_loops_find(width: int, penalty: float, stop: Any, changes: Any) -> None:
    rules = SearchRules(width, penalty, stop)
    for seed in (1, 4):
        checkpoint = make_checkpoint(seed, words=7)
        reference = Reference(checkpoint, seed, "a b c", map(to_json, changes))
        twin = replace(checkpoint, transformer=changed(checkpoint.transformer, changes))
        tree = search_tree(twin, twin.source("a b c"), rules, 6)
        expected = reference.search(rules, 6)
        found = made_of(tree)
        assert found.keys() == {ids for ids, _, _ in expected}
        parents = {ids[:-1] for ids, _, _ in expected}
        for ids, total, fate in expected:
            assert found[ids][0] == pytest.approx(total, abs=1e-4)
            assert found[ids][1] == ("left" if fate == "kept" and ids not in parents else fate)
        best = max((one for one in expected if one[2] == "ended"), key=lambda one: one[1] / len(one[0]) ** penalty)
        assert tree.ids(tree.best) == best[0]
        (alone,) = beam_search(twin, [twin.source("a b c")], width, penalty, 6, stop)
        assert alone.ids == best[0] and alone.score == pytest.approx(tree.nodes[tree.best].score, abs=1e-5)
        assert [len(tree.ids(step[0])) for step in tree.steps] == list(range(1, len(tree.steps) + 1))


@pytest.mark.parametrize("name", sorted(set(CHANGES) - {"forced"}))
def test_the_search_itself_goes_by_the_changed_network(name: str) -> None:
    """Also where earlier rows change, so that no hypothesis may keep anything: every node against plain loops."""
    base, rules = make_checkpoint(SEED, changes={"mask_fill": -1e10}), SearchRules(2)
    twin = replace(base, transformer=changed(base.transformer, CHANGES[name]))
    expected = Reference(twin, SEED, SENTENCE, map(to_json, CHANGES[name])).search(rules, 5)
    found = made_of(search_tree(twin, twin.source(SENTENCE), rules, 5))
    assert found.keys() == {ids for ids, _, _ in expected}
    for ids, total, _ in expected:
        assert found[ids][0] == pytest.approx(total, abs=1e-4)


def test_as_wide_as_all_there_is_it_finds_the_best_of_all() -> None:
    """A vocabulary of 6 and a length of 5: each of the 3,906 sentences that there are."""
    small = {"width": 4, "encoder": StackConfig(1, 1, 2, 3), "decoder": StackConfig(1, 2, 2, 4)}
    checkpoint = make_checkpoint(2, words=6, changes=small)
    config, source = checkpoint.transformer.config, checkpoint.source("a b a")
    made = oracle.Oracle(config, weights := make_weights(config, 2))
    memory, totals = made.encode(source.ids, PAD), dict[tuple[int, ...], float]()
    for ids in itertools.product((0, 1, 2, 4, 5), repeat=4):  # what goes on; each row tells of one place
        hidden = np.array(made.decode([2, *ids], memory, source.ids, PAD))
        logits = hidden @ weights["vocabulary.weight"].T + weights["vocabulary.bias"]
        logs = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        before = np.cumsum([0.0, *(logs[place, token] for place, token in enumerate(ids))])
        totals |= {(*ids[:place], END): before[place] + logs[place, END] for place in range(5)}
        totals |= {(*ids, token): before[4] + logs[4, token] for token in range(6)}
    assert len(totals) == 1 + 5 + 25 + 125 + 625 * 6
    for penalty in (0.0, 1.0):
        scores = {ids: total / len(ids) ** penalty for ids, total in totals.items()}
        tree = search_tree(checkpoint, source, SearchRules(4000, penalty, "never"), 5)
        assert {tree.ids(place) for place in tree.finished} == set(scores), "all of them are finished"
        assert tree.ids(tree.best) == max(scores, key=lambda ids: scores[ids])
        for place in tree.finished:
            assert tree.nodes[place].score == pytest.approx(scores[tree.ids(place)], abs=1e-4)


def test_one_wide_it_is_greedy_and_every_node_can_become_the_run() -> None:
    checkpoint = make_checkpoint(4)
    source = checkpoint.source("a b c")
    greedy = DecodingSession(checkpoint, source, max_length=6).run()
    tree = search_tree(checkpoint, source, SearchRules(1), 6)
    assert list(tree.ids(tree.best)) == [step.produced_id for step in greedy.steps]
    wide = search_tree(checkpoint, source, SearchRules(3), 6)
    for place, node in enumerate(wide.nodes):
        alone: Any = node_session(checkpoint, source, wide, place, goes_on=False, max_length=6).run().trace()
        assert tuple(alone.produced_ids.tolist()) == wide.ids(place)
        assert np.log(alone.produced_probability).sum() == pytest.approx(node.log_probability, abs=1e-4)
        on: Any = node_session(checkpoint, source, wide, place, max_length=6).run().trace()
        assert tuple(on.produced_ids.tolist())[: alone.steps] == wide.ids(place)
        assert on.produced_ids[-1] == END or on.steps == 6
        for kind in KINDS:
            same = (
                on.maps(kind) if kind == "encoder" else on.maps(kind)[:, :, : alone.steps, : alone.maps(kind).shape[-1]]
            )
            np.testing.assert_allclose(same, alone.maps(kind), atol=1e-6)
        assert alone.meta.decoding["beam"]["node"] == place


def test_a_forced_token_stands_in_every_hypothesis() -> None:
    checkpoint = make_checkpoint(4)
    trace: Any = run_sentence(checkpoint, "a b c", beam=3, max_length=6, what_if=(TargetForced(1, "D"),))
    tree = tree_of(trace.meta.decoding)
    assert tree is not None and tuple(trace.produced_ids.tolist()) == tree.ids(tree.best)
    assert {tree.ids(place)[1] for step in tree.steps[1:] for place in step} == {7}
    assert {node.text for node in tree.nodes} >= {"D"}


def test_a_search_goes_on_after_given_tokens_as_if_nothing_else_could_stand_there() -> None:
    """The reference: the same search where each of them is forced at its step."""
    checkpoint = make_checkpoint(4)
    given: Any = run_sentence(checkpoint, "a b c", beam=3, max_length=6, prefix="D B")
    forced: Any = run_sentence(
        checkpoint, "a b c", beam=3, max_length=6, what_if=(TargetForced(0, "D"), TargetForced(1, "B"))
    )
    mine, theirs = tree_of(given.meta.decoding), tree_of(forced.meta.decoding)
    assert mine is not None and mine == theirs
    assert [node.log_probability for node in mine.nodes[:2]] == [0.0, 0.0]
    assert given.origin.tolist() == ["forced"] * 2 + ["beam"] * (given.steps - 2)
    steps = growing_tree(checkpoint, checkpoint.source("a b c"), SearchRules(3), 6)
    shares = list(steps)
    assert shares == sorted(shares) and shares[0] > 0 and shares[-1] <= 1


def test_a_run_keeps_its_tree_and_a_file_gives_it_back() -> None:
    checkpoint = make_checkpoint(1)
    trace = run_sentence(checkpoint, "a b c", beam=3, penalty=0.5, stop="bound", max_length=6)
    held = json.loads(json.dumps(trace.meta.decoding))
    tree = tree_of(held)
    assert tree == search_tree(checkpoint, checkpoint.source("a b c"), SearchRules(3, 0.5, "bound"), 6)
    good = held["beam"]
    for wrong in (
        {"best": len(good["token"])}, {"stop": "soon"}, {"parent": [5, *good["parent"][1:]]}, {"width": "3"},
        {"fate": ["gone", *good["fate"][1:]]}, {"token": good["token"][1:]}, {"text": None},
    ):  # fmt: skip
        assert tree_of({"beam": {**good, **wrong}}) is None
    assert tree_of({"method": "greedy"}) is None and tree_of({"beam": 3}) is None
    for values in ((0,), (3, float("nan")), (3, 1.0, "soon"), (True,)):
        with pytest.raises(Problem, match="length penalty"):
            SearchRules(*values)
    with pytest.raises(IndexError):
        search_tree(checkpoint, checkpoint.source("a"), SearchRules(2), 3).path(10_000)


@pytest.mark.parametrize(
    ("stop", "penalty", "finished", "over"),
    [
        ("enough", 1.0, [-2.0], False),
        ("enough", 1.0, [-3.0, -1.0], True),
        ("bound", 1.0, [-3.0, -1.0], False),
        ("bound", 1.0, [-3.0, -1.0, -2.0], True),  # −5 / 2 is below the second best, above the worst
        ("never", 1.0, [-3.0, -1.0, -2.0], False),  # −5 / 10 would be above it
        ("never", 1.0, [-3.0, -0.25, -0.5], True),
        ("never", -1.0, [-30.0, -20.0, -25.0], False),  # −5 · 2: with this penalty longer is worse
    ],
)
def test_a_search_ends_by_its_width_best_and_by_what_can_come(
    stop: Any, penalty: float, finished: list[float], over: bool
) -> None:
    """Two wide, at most 10 tokens; the best that goes on has 2 and a log-probability of −5. By hand."""
    assert SearchRules(2, penalty, stop).done(finished, -5.0, 2, 10) is over


RULES = [(4, 1.0, "enough"), (3, 0.6, "bound"), (2, 1.5, "never")]


@pytest.mark.parametrize(("turn", "width", "penalty", "stop"), [(turn, *each) for turn, each in enumerate(RULES)])
def test_their_own_program_finds_the_same(turn: int, width: int, penalty: float, stop: Any) -> None:
    """``generate`` of Hugging Face on the Marian folder that we trained: tokens, and scores to 1e-4.

    24 sentences, each by one of the rules.
    """
    checkpoint = open_checkpoint(FIXTURES / "marian")
    model = library().MarianMTModel.from_pretrained(FIXTURES / "marian", local_files_only=True).eval()
    early = {"enough": True, "bound": False, "never": "never"}[stop]
    for text, _ in PAIRS[turn : 24 : len(RULES)]:
        scrambled = " ".join(reversed(text.split()))  # unknown to the network, so that hypotheses compete
        source = checkpoint.source(scrambled)
        tree = search_tree(checkpoint, source, SearchRules(width, penalty, stop), 14)
        asked = {"num_beams": width, "length_penalty": penalty, "early_stopping": early, "max_new_tokens": 14}
        with torch.inference_mode():
            theirs = model.generate(
                torch.tensor([source.ids]), **asked, num_return_sequences=width, do_sample=False, min_length=0,
                renormalize_logits=True,  # what may not be produced has no share, as here
                return_dict_in_generate=True, output_scores=True,
            )  # fmt: skip
        padding = checkpoint.special.target_padding
        expected = []
        for row in theirs.sequences[:, 1:].tolist():
            ids = [token for token in row if token != padding]
            expected.append(tuple(ids))
        ours = sorted(tree.finished, key=lambda place: -tree.nodes[place].score)[:width]
        assert [tree.ids(place) for place in ours] == expected, scrambled
        scores = [tree.nodes[place].score for place in ours]
        np.testing.assert_allclose(scores, theirs.sequences_scores.tolist(), atol=1e-4, rtol=1e-4)
