"""What is kept about a run goes with it."""

from __future__ import annotations

import gc
import weakref

from model.record.kept_by_run import kept_by_run
from model.record.trace import Trace
from tests.viz_app.sample_trace import make_trace


def test_results_are_kept_by_run_and_hold_none() -> None:
    asked: list[tuple[int, str]] = []

    @kept_by_run(2)
    def steps(trace: Trace, word: str) -> str:
        """How many there are."""
        asked.append((id(trace), word))
        return f"{word} {trace.steps}"

    first, second = make_trace(), make_trace()
    assert [steps(first, "a"), steps(first, "a"), steps(second, "a"), steps(first, "a")] == [f"a {first.steps}"] * 4
    assert asked == [(id(first), "a"), (id(second), "a")]
    held = weakref.ref(first)
    del first
    gc.collect()
    assert held() is None
    assert steps.__doc__ == "How many there are."
