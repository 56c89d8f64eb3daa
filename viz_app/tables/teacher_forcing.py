"""*Teacher forcing*: one row per position, with what was read, what was asked for and how probable that was."""

from __future__ import annotations

import numpy as np

from model.common.problems import Problem
from model.common.text import Text
from model.record.trace import Trace
from viz_app.pictures.teacher_forcing.target_rows import TargetRows, lesson_of
from viz_app.state.state import Snapshot
from viz_app.tables.parts.table import Table, texts


def table(snapshot: Snapshot) -> Table:
    """All positions of the run, padding too. Raises :class:`Problem` for one without probabilities."""
    run = snapshot.run
    lesson = None if run is None else lesson_of(run)
    if run is None or lesson is None:
        next_step = Text("Translate a sentence first") if run is None else Text("Translate the sentence again")
        raise Problem(Text("this view"), Text("it needs the probability of every token"), next_step)
    losses = lesson.losses
    facts = {
        "given_target": lesson.taught,
        "positions_that_count": losses.given,
        "log_probability": losses.log_probability,
        "mean_loss_in_nats": losses.loss,
        "perplexity": losses.perplexity,
    }
    return Table(_columns(run, lesson), (len(lesson.positions),), facts=facts)


def _columns(run: Trace, lesson: TargetRows) -> dict[str, np.ndarray]:
    positions, candidates, chances = lesson.positions, run.candidate_tokens, run.candidate_probabilities
    assert run.consumed_ids is not None
    assert run.consumed_tokens is not None
    assert run.produced_ids is not None
    assert run.produced_tokens is not None
    assert run.candidate_ids is not None
    assert candidates is not None
    assert chances is not None
    assert run.produced_probability is not None, "a lesson is made of them"
    columns = {
        "position": np.arange(len(positions)),
        "input_id": run.consumed_ids,
        "input_token": texts(run.consumed_tokens.tolist()),
        "input_label": texts([row.input for row in positions]),
        "target_id": run.produced_ids,
        "target_token": texts(run.produced_tokens.tolist()),
        "target_label": texts([row.label for row in positions]),
        "probability": run.produced_probability,
        "loss": lesson.losses.each,
        "mean_loss": lesson.losses.mean,
        "predicted_id": run.candidate_ids[:, 0],
        "predicted_token": texts(candidates[:, 0].tolist()),
        "predicted_label": texts([row.predicted for row in positions]),
        "predicted_probability": chances[:, 0],
        "agrees": np.array([row.agrees for row in positions]),
        "ignored": np.array([row.ignored for row in positions]),
        "forced": np.array([row.forced for row in positions]),
    }
    return columns if run.candidate_entropy is None else columns | {"entropy_bits": run.candidate_entropy}
