"""Events cross to another program as lines: the same values come out, and nothing comes of any other line."""

from __future__ import annotations

import math

import pytest

from model.common.text import Text
from model.record.training_events import (
    Evaluated,
    Event,
    Finished,
    Started,
    Stopped,
    TrainingProgress,
    event_of,
    line_of,
)

EVENTS: tuple[Event, ...] = (
    Started("cpu", "float32", 2, 1234, 56, 7),
    TrainingProgress(0.25, 3.0, 50, 4.5, 1e-3, 1234.5, 99.0),
    Evaluated(1.0, math.inf, True),
    Stopped("/a folder/with\nlines and “마지막”", 8, 0.5),
    Finished("out", 1.5, Text("all %1 epochs done", "3")),
)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_comes_out_as_it_went_in(event: Event) -> None:
    line = line_of(event)
    assert line.isascii() and "\n" not in line
    assert event_of(line + "\r\n") == event


def test_a_reason_stays_marked_for_translation() -> None:
    found = event_of(line_of(EVENTS[-1]))
    assert isinstance(found, Finished) and isinstance(found.reason, Text)
    assert (found.reason.template, found.reason.values) == ("all %1 epochs done", ("3",))


@pytest.mark.parametrize(
    "line",
    [
        "", "training:", "training: 1", "training: []", "epoch 1 of 2", 'training: {"event": "Nothing"}',
        'training: {"event": "Evaluated", "epoch": 1.0}', 'training: {"event": ["Evaluated"]}',
        'training: {"event": "Evaluated", "epoch": "1", "validation_loss": 1.0, "best": true}',
        'training: {"event": "Evaluated", "epoch": 1, "validation_loss": 1.0, "best": 1}', "training: " + "[" * 100_000,
    ],
)  # fmt: skip
def test_any_other_line_is_no_event(line: str) -> None:
    assert event_of(line) is None
