"""Tokens that are drawn: the shown distribution by plain loops, as often as it says, the same in every process."""

from __future__ import annotations

import math
import subprocess
from typing import Any

import numpy as np
import pytest

from model.common.problems import Problem
from model.decoding.batch import BatchSession
from model.decoding.run import run_sentence
from model.decoding.sampling import Sampling, sampling_of
from model.decoding.session import DecodingSession
from model.network.interventions import DropoutOn, HeadAblated, MaskOff, to_json
from model.record.run_changes import said_decoding
from model.record.trace import Trace
from model.record.trace_file import load_trace, save_trace
from tests import oracle
from tests.forks import SCRIPT, Forks
from tests.model.networks import PAD, make_weights
from tests.model.sample_checkpoints import make_checkpoint
from tests.source_tree import PROJECT
from tests.what_if_oracle import WhatIfOracle, number

SENTENCE, SEED = "a b e zzz c", 1
RULES = {
    "plain": Sampling(3),
    "hot": Sampling(4, temperature=1.7),
    "cold": Sampling(4, temperature=0.3),
    "three": Sampling(5, top_k=3),
    "nucleus": Sampling(6, top_p=0.6),
    "all": Sampling(7, 1.3, 5, 0.8),
}


def expected_shares(logits: list[float], rules: Sampling) -> list[float]:
    """Temperature, then the k likeliest, then the fewest of these that together have p."""
    powers = [math.exp((x - max(logits)) / rules.temperature) for x in logits]
    shares = [power / sum(powers) for power in powers]
    order = sorted(range(len(shares)), key=lambda index: (-shares[index], index))
    order = order[: rules.top_k or len(order)]
    total = sum(shares[index] for index in order)
    kept: list[int] = []
    for index in order:
        if kept and sum(shares[one] for one in kept) / total >= rules.top_p:
            break
        kept.append(index)
    total = sum(shares[index] for index in kept)
    return [share / total if index in kept else 0.0 for index, share in enumerate(shares)]


@pytest.mark.parametrize("what_if", [(), (HeadAblated("cross", 1, 0), DropoutOn(1)), (MaskOff("look_ahead"),)])
@pytest.mark.parametrize("name", RULES)
def test_each_step_shows_both_distributions_and_draws_from_the_second(name: str, what_if: Any) -> None:
    checkpoint, rules = make_checkpoint(SEED), RULES[name]
    trace: Any = run_sentence(checkpoint, SENTENCE, max_length=7, sampling=rules, what_if=what_if)
    weights = make_weights(checkpoint.transformer.config, SEED)
    assert set(trace.origin.tolist()) == {"sampled"} and trace.meta.decoding["method"] == "sampled"
    assert sampling_of(trace.meta.decoding) == rules and said_decoding(trace.meta.decoding) == rules.said
    for step in range(trace.steps):
        consumed = [int(index) for index in trace.consumed_ids[: step + 1]]
        asked = checkpoint.transformer.config, weights, trace.source_ids.tolist(), consumed, PAD, WhatIfOracle
        logits = oracle.run(*asked, changes=list(map(to_json, what_if))).logits[-1]
        before, after = expected_shares(logits.tolist(), Sampling()), expected_shares(logits.tolist(), rules)
        token, ids = int(trace.produced_ids[step]), trace.candidate_ids[step]
        close: dict[str, Any] = {"rtol": 1e-4, "atol": 1e-5}
        np.testing.assert_allclose(trace.candidate_probabilities[step], [before[i] for i in ids], **close)
        np.testing.assert_allclose(trace.candidate_drawn[step], [after[i] for i in ids], **close)
        np.testing.assert_allclose(trace.drawn_probability[step], after[token], **close)
        start = sum(after[:token])
        assert start - 1e-5 <= number((rules.seed, step)) <= start + after[token] + 1e-5, "the share it fell into"


@pytest.mark.parametrize("name", RULES)
def test_tokens_come_as_often_as_is_shown(name: str) -> None:
    """Chi-squared over the seeds at three steps; at 1 in 100,000 it would be beyond what is allowed."""
    rng = np.random.default_rng(2)
    for step in (0, 1, 40):
        rules = RULES[name]
        shares = rules.shares(rng.normal(size=9) * 2)
        draws = 4000
        found = np.bincount(
            [Sampling(seed, rules.temperature).choose(shares, step) for seed in range(draws)], minlength=9
        )
        assert not found[shares == 0].any(), "what is cut off never comes"
        kept = shares * draws >= 5
        rest = ~kept & (shares > 0)
        observed, wanted = [*found[kept], found[rest].sum()], [*(shares[kept] * draws), shares[rest].sum() * draws]
        value = sum((a - b) ** 2 / b for a, b in zip(observed, wanted, strict=True) if b > 0)
        freedom = max(1, sum(b > 0 for b in wanted) - 1)
        limit = freedom * (1 - 2 / (9 * freedom) + 4.265 * math.sqrt(2 / (9 * freedom))) ** 3  # Wilson, Hilferty
        assert value < limit, (name, step, value, limit)


def test_runs_begin_as_often_as_the_shown_distribution_says() -> None:
    """The same through whole runs, whose first step tells what it was drawn from."""
    checkpoint, draws = make_checkpoint(SEED), 600
    source = checkpoint.source(SENTENCE)
    first: Any = DecodingSession(checkpoint, source, max_length=1, sampling=RULES["hot"])
    shown: Any = first.run().trace()
    found: dict[int, int] = {}
    for seed in range(draws):
        rules = Sampling(seed, RULES["hot"].temperature)
        session = DecodingSession(checkpoint, source, max_length=1, encoding=first.encoding, sampling=rules).run()
        token = session.steps[0].produced_id
        found[token] = found.get(token, 0) + 1
    pairs = zip(shown.candidate_ids[0].tolist(), shown.candidate_drawn[0].tolist(), strict=True)
    wanted = {token: draws * share for token, share in pairs}
    assert set(found) <= set(wanted) and sum(wanted.values()) == pytest.approx(draws)
    frequent = [token for token, count in wanted.items() if count >= 5]
    rest = draws - sum(wanted[token] for token in frequent), draws - sum(found.get(token, 0) for token in frequent)
    value = sum((found.get(token, 0) - wanted[token]) ** 2 / wanted[token] for token in frequent)
    value += (rest[1] - rest[0]) ** 2 / rest[0] if rest[0] >= 1 else 0.0
    freedom = len(frequent)
    assert freedom >= 4 and value < freedom * (1 - 2 / (9 * freedom) + 4.265 * math.sqrt(2 / (9 * freedom))) ** 3


def test_a_run_in_a_batch_draws_as_alone_and_a_file_keeps_it(tmp_path: Any) -> None:
    checkpoint, rules = make_checkpoint(SEED), RULES["all"]
    texts = [SENTENCE, "b a"]
    batch = BatchSession(checkpoint, [checkpoint.source(text) for text in texts], max_length=6, sampling=rules)
    for text, found in zip(texts, batch.run().traces(), strict=True):
        alone: Any = run_sentence(checkpoint, text, max_length=6, sampling=rules)
        assert np.array_equal(found.produced_ids, alone.produced_ids)  # type: ignore[arg-type]
        np.testing.assert_allclose(found.candidate_drawn, alone.candidate_drawn, atol=1e-5)  # type: ignore[arg-type]
        save_trace(alone, tmp_path / "t.npz")
        read: Trace = load_trace(tmp_path / "t.npz")
        assert np.array_equal(read.candidate_drawn, alone.candidate_drawn)  # type: ignore[arg-type]
        assert said_decoding(read.meta.decoding) == said_decoding(alone.meta.decoding) == rules.said


def test_another_process_draws_the_same(forks: Forks) -> None:
    code = (
        "from tests.model.decoding.test_sampling import *\n"
        "found = run_sentence(make_checkpoint(SEED), SENTENCE, max_length=7, sampling=RULES['hot'])\n"
        "print(found.produced_ids.tolist())"
    )
    words = forks.words(SCRIPT, code)
    other = subprocess.run(words, cwd=PROJECT, capture_output=True, text=True, check=True)
    own: Any = run_sentence(make_checkpoint(SEED), SENTENCE, max_length=7, sampling=RULES["hot"])
    assert other.stdout.strip() == str(own.produced_ids.tolist())
    runs = {str(run_sentence(make_checkpoint(SEED), SENTENCE, max_length=7, sampling=Sampling(seed, 1.7)).produced_ids)
            for seed in range(6)}  # fmt: skip
    assert len(runs) > 1


def test_the_coldest_and_the_narrowest_are_greedy() -> None:
    greedy: Any = run_sentence(make_checkpoint(SEED), SENTENCE, max_length=7)
    assert greedy.candidate_drawn is None and "sampling" not in greedy.meta.decoding
    for rules in (Sampling(1, temperature=1e-6 * 1.01), Sampling(2, top_k=1), Sampling(3, top_p=1e-9)):
        found: Any = run_sentence(make_checkpoint(SEED), SENTENCE, max_length=7, sampling=rules)
        assert np.array_equal(found.produced_ids, greedy.produced_ids)


@pytest.mark.parametrize(
    "values",
    [{"seed": -1}, {"seed": 1.5}, {"temperature": 0}, {"temperature": math.nan}, {"top_k": -1}, {"top_k": True},
     {"top_p": 0}, {"top_p": 1.1}, {"seed": 2**60}],
)  # fmt: skip
def test_nonsense_is_refused_and_not_read(values: dict[str, Any]) -> None:
    with pytest.raises(Problem, match="whole numbers"):
        Sampling(**values)
    assert sampling_of({"sampling": {**Sampling().to_json(), **values}}) is None


@pytest.mark.parametrize("options", [{"beam": 2}, {"target": "A B"}])
def test_what_is_searched_or_given_is_not_drawn(options: dict[str, Any]) -> None:
    with pytest.raises(Problem, match="drawn one by one"):
        run_sentence(make_checkpoint(SEED), SENTENCE, sampling=Sampling(), **options)
