"""What is kept of visited snapshots is bounded, and the newest."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from tests.viz_app.sample_trace import make_trace
from viz_app.handlers.training import kept_runs
from viz_app.handlers.training.kept_runs import KeptRuns, size_of

RUN = make_trace()


def test_size_is_that_of_all_arrays() -> None:
    arrays = [value for item in fields(RUN) if isinstance(value := getattr(RUN, item.name), np.ndarray)]
    assert size_of(RUN) == sum(value.size * value.itemsize for value in arrays) > 1000


def test_the_oldest_goes_when_there_is_no_room() -> None:
    kept = KeptRuns(most_bytes=2 * size_of(RUN) + 10)
    for path in ("a", "b"):
        kept.put(path, "asked", (RUN,), 1.5)
    assert kept.get("a", "asked") is not None  # and so it is newer than b
    kept.put("c", "asked", (RUN,), 2.5)
    assert [kept.get(path, "asked") is not None for path in "abc"] == [True, False, True]
    assert kept.bytes == 2 * size_of(RUN)
    kept.put("a", "asked", (RUN,), 3.5)
    found = kept.get("a", "asked")
    assert found is not None and found.milliseconds == 3.5
    assert (len(kept), kept.bytes) == (2, 2 * size_of(RUN))
    kept.put("d", "asked", (RUN, RUN, RUN), 1.0)  # larger than all that is kept
    assert kept.get("d", "asked") is None
    assert len(kept) == 2
    kept.clear()
    assert (len(kept), kept.bytes) == (0, 0)


def test_what_was_asked_counts() -> None:
    kept = KeptRuns()
    kept.put("a", "one", (RUN,), 1.0)
    assert kept.get("a", "other") is None
    assert kept.get("b", "one") is None
    for number in range(kept_runs.MOST_RUNS + 5):
        kept.put("a", number, (RUN,), 1.0)
    assert len(kept) <= kept_runs.MOST_RUNS
