"""Tokens and candidates as lines: each with its own numbers, and the step's line is the current one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.viz_app.sample_trace import SOURCE, TARGET, make_trace
from viz_app.state.state import Selection, Settings, Snapshot
from viz_app.tables.parts.listings import candidate_listing, token_listing

pytestmark = pytest.mark.usefixtures("qapp")
TRACE = make_trace(padding=1)
NOW = Snapshot(trace=TRACE, selection=Selection(step=3))


def test_both_rows_of_the_strip_are_listed_in_their_order() -> None:
    shares = np.arange(1, TRACE.steps + 1, dtype=np.float32) / 16
    found = token_listing(replace(NOW, trace=replace(TRACE, produced_probability=shares)))
    source = [line for line in found.lines if line[0] == "source"]
    target = [line for line in found.lines if line[0] == "target"]
    assert [line[2] for line in source][: len(SOURCE)] == list(SOURCE) and source[-1][4] == "padding"
    assert [line[2] for line in target] == ["<s>", *TARGET, "</s>"]
    assert [line[1] for line in target] == [str(at) for at in range(TRACE.steps + 1)]
    assert [line[4] for line in target] == ["", *(f"{share:.4f}" for share in shares)]
    assert found.lines[found.current] == target[4], "what step 4 writes"


def test_glosses_stand_beside_their_words() -> None:
    trace = replace(TRACE, meta=replace(TRACE.meta, checkpoint="everyday"))
    found = token_listing(replace(NOW, trace=trace, settings=Settings(glosses="on")))
    assert {line[2]: line[3] for line in found.lines if line[0] == "source"}["Hunde"] == "dogs"


def test_the_candidates_are_those_of_the_step_and_all_others() -> None:
    found = candidate_listing(NOW)
    assert TRACE.candidate_probabilities is not None and TRACE.candidate_tokens is not None
    shares = TRACE.candidate_probabilities[3]
    listed = [line for line in found.lines if line[0]]
    assert [line[2] for line in listed][: len(shares)] == [f"{share:.4f}" for share in shares]
    assert sum(float(line[2]) for line in found.lines) == pytest.approx(1, abs=2e-3)
    assert found.lines[found.current][3] == "follows in this run"
    assert found.title == "Candidates of step 4"


def test_without_a_run_there_are_no_lines() -> None:
    assert not token_listing(Snapshot()).lines and not candidate_listing(Snapshot()).lines
