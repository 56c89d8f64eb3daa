"""Where a run is looked at first: planted runs whose telling step is known, each term of the rule by itself."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.analysis.landing import telling_step
from model.common.assets import SAMPLES
from model.record.trace import Trace
from model.record.trace_file import load_trace
from tests.viz_app.sample_trace import make_trace

SOURCE = ("Hunde", "lieben", "ueberall", "Knochen", ".")


def planted(
    target: Sequence[str],
    weights: Sequence[Sequence[float]] | None = None,
    bits: Sequence[float] | None = None,
    ids: Sequence[int] | None = None,
    mark: str = "",
) -> Trace:
    """A run that writes ``target`` and ``</s>``; each row of its one head gives ``weights``, the rest to ``</s>``."""
    trace = make_trace(layers=1, heads=1, source=SOURCE, target=target)
    steps, width = trace.steps, trace.source_length
    rows = np.zeros((steps, width), dtype=np.float32)
    for step, row in enumerate(weights or [[0.5]] * len(target)):
        rows[step, : len(row)] = row
    rows[:, -1] = 1 - rows[:, :-1].sum(axis=1)
    changes: dict[str, Any] = {
        "cross_attention": rows[np.newaxis, np.newaxis],
        "candidate_entropy": np.array([*(bits or [2.0] * len(target)), 2.0], dtype=np.float32),
        "produced_ids": np.array([*(ids or [500] * len(target)), 3], dtype=np.int64),
    }
    special = {"source": (int(trace.source_ids[-1]),), "target": (3,)}
    meta = replace(trace.meta, special_ids=special, word_marks={"source": "", "target": mark})
    return replace(trace, meta=meta, **changes)


def test_never_the_full_stop_and_the_end_token() -> None:
    """They have the sharpest rows of all."""
    weights = [[0.4], [0.0, 0.5], [0.0, 0.0, 0.0, 0.0, 1.0]]
    trace = planted(["Dogs", "love", "."], weights)
    assert telling_step(trace, (0, 0)) == 1


def test_the_row_with_one_clear_word_and_of_equal_ones_the_last() -> None:
    assert telling_step(planted(["cattle", "stones", "bones"], [[0.3], [0.9], [0.3]]), (0, 0)) == 1
    assert telling_step(planted(["cattle", "stones", "bones"], [[0.5], [0.5], [0.5]]), (0, 0)) == 2


def test_weight_on_special_tokens_and_punctuation_is_not_sharp() -> None:
    """Column 4 is the full stop, the rest of each row lies on the end token."""
    trace = planted(["cattle", "stones"], [[0.3], [0.0, 0.0, 0.0, 0.0, 0.95]])
    assert telling_step(trace, (0, 0)) == 0


def test_pieces_of_a_source_word_count_together() -> None:
    tokens = np.array(["▁Hun", "de", "▁lie", "ben", "▁.", "</s>"])
    trace = planted(["cattle", "stones"], [[0.45, 0.45], [0.0, 0.5]])
    marks = {"source": "▁", "target": ""}
    pieces = replace(trace, source_tokens=tokens, meta=replace(trace.meta, word_marks=marks, source_spelling=()))
    assert telling_step(pieces, (0, 0)) == 0


@pytest.mark.parametrize(("bits", "step"), [((0.0, 2.0), 1), ((2.0, 0.0), 0), ((7.9, 2.0), 1), ((2.0, 7.9), 0)])
def test_steps_where_the_model_knew_or_was_lost_say_less(bits: tuple[float, float], step: int) -> None:
    assert telling_step(planted(["cattle", "stones"], [[0.6], [0.6]], bits), (0, 0)) == step


def test_a_common_word_says_less_than_a_rare_one() -> None:
    assert telling_step(planted(["bones", "under"], [[0.8], [0.8]], ids=[4000, 20]), (0, 0)) == 0


def test_short_words_and_words_written_twice_stand_back() -> None:
    assert telling_step(planted(["cattle", "of"], [[0.6], [0.6]]), (0, 0)) == 0
    assert telling_step(planted(["cattle", "stones"], [[0.6], [0.6]]), (0, 0)) == 1
    twice = [[0.9], [0.4], [0.4]]
    assert telling_step(planted(["cattle", "those", "those"], twice), (0, 0)) == 0
    assert telling_step(planted(["cattle", "stones", "those"], twice), (0, 0)) == 2


def test_but_are_chosen_where_all_else_says_little() -> None:
    """A text of one clause, again and again, has one word that is written once: its first."""
    clause = ["this", "is", "good", "that", "is", "good", "that", "is", "good"]
    assert telling_step(planted(clause, [[0.6]] * len(clause)), (0, 0)) == 8
    lost = [[0.9], [0.9], [0.1], [0.9]]
    assert telling_step(planted(["cattle", "stones", "bones", "of"], lost, [9.0, 9.0, 9.0, 2.0]), (0, 0)) == 3


def test_short_words_of_a_script_without_capitals_are_words() -> None:
    assert telling_step(planted(["개", "가", "뼈를"], [[0.9], [0.1], [0.3]]), (0, 0)) == 0


def test_a_piece_of_a_word_is_chosen_only_where_there_is_no_whole_one() -> None:
    tokens = ["▁un", "clear", "▁bones"]
    assert telling_step(planted(tokens, [[0.9], [0.9], [0.3]], mark="▁"), (0, 0)) == 2
    assert telling_step(planted(["▁un", "clear"], [[0.3], [0.9]], mark="▁"), (0, 0)) == 0


@pytest.mark.parametrize("target", [["12", "7"], [".", "!"], ["<unk>"], []])
def test_where_there_is_no_word_at_all_it_still_stands_somewhere(target: list[str]) -> None:
    trace = planted(target)
    assert 0 <= telling_step(trace, (0, 0)) < trace.steps
    assert not target or telling_step(trace, (0, 0)) < trace.steps - 1, "not on the end token"


def test_a_run_with_parts_missing_lands_all_the_same() -> None:
    trace = planted(["cattle", "stones", "bones"], [[0.2], [0.9], [0.2]])
    without: dict[str, Any] = {"cross_attention": None, "cross_mask": None}
    assert telling_step(replace(trace, **without), None) == 2
    assert telling_step(replace(trace, candidate_entropy=None), (0, 0)) == 1
    nothing: dict[str, Any] = dict.fromkeys(("produced_ids", "produced_tokens", "produced_probability"))
    assert telling_step(replace(trace, **nothing), (0, 0)) == trace.steps - 1
    broken = np.array(trace.cross_attention)
    broken[0, 0, 0] = np.nan
    assert telling_step(replace(trace, cross_attention=broken), (0, 0)) == 1


def by_loops(trace: Trace, layer: int, head: int) -> int:
    """The rule once more, in plain loops, for a run in whole words."""
    tokens, best = [str(token) for token in trace.produced_tokens.tolist()], (-1.0, -1)  # type: ignore[union-attr]
    words = [step for step, token in enumerate(tokens) if token.isalpha()]
    most = max(int(trace.produced_ids[step]) for step in words)  # type: ignore[index]
    for step in words:
        content = 0.25 if len(tokens[step]) < 4 else 0.75 if tokens.count(tokens[step]) > 1 else 1.0
        weights: Any = trace.cross_attention[layer, head, step]  # type: ignore[index]
        sharp = max(float(weights[key]) for key, token in enumerate(trace.source_tokens.tolist()) if token.isalpha())
        bits = float(trace.candidate_entropy[step])  # type: ignore[index]
        told = min(bits, 1, max(0, 2 - bits / 4))
        rare = math.log(2 + int(trace.produced_ids[step])) / math.log(2 + most)  # type: ignore[index]
        score = content * sharp * (0.25 + 0.75 * told) * rare * (0.1 + 0.9 * (step + 1) / trace.steps)
        if score >= best[0]:
            best = (score, step)
    return best[1]


def test_as_in_plain_loops_for_every_head_of_random_runs() -> None:
    rng = np.random.default_rng(5)
    syllables = ["ka", "mo", "ri", "tel", "sun", "dra"]
    found = []
    for length in (3, 9, 60, 150):
        target = ["".join(rng.choice(syllables, rng.integers(1, 4))) for _ in range(length)]
        trace = make_trace(source=[f"w{chr(97 + n % 26)}rd" for n in range(length)], target=target, seed=length)
        bits = rng.uniform(0, 9, trace.steps).astype(np.float32)
        special = {"source": (int(trace.source_ids[-1]),), "target": (int(trace.produced_ids[-1]),)}  # type: ignore[index]
        trace = replace(trace, candidate_entropy=bits, meta=replace(trace.meta, special_ids=special))
        for layer, head in np.ndindex(3, 4):
            found.append((telling_step(trace, (layer, head)), by_loops(trace, layer, head)))
    assert [one for one, _ in found] == [other for _, other in found]
    assert len(set(found)) > 10, "the head matters"


@pytest.mark.parametrize(("name", "word"), [("everyday", "▁tired"), ("classic", "friend")])
def test_the_finished_examples_stand_where_it_lands(name: str, word: str) -> None:
    place = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    trace = load_trace(SAMPLES / f"{name}.npz")
    step = telling_step(trace, (place["layer"] - 1, place["head"] - 1))
    assert trace.produced_tokens is not None
    assert (step + 1, str(trace.produced_tokens[step])) == (place["step"], word)
