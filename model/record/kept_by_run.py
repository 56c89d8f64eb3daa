"""Results about a run, kept for as long as the run lives."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

from model.record.trace import Trace

Given = ParamSpec("Given")
Result = TypeVar("Result")


def kept_by_run(
    count: int,
) -> Callable[[Callable[Concatenate[Trace, Given], Result]], Callable[Concatenate[Trace, Given], Result]]:
    """A function of a run whose last ``count`` results are kept, none of them holding its run."""

    def keeping(make: Callable[Concatenate[Trace, Given], Result]) -> Callable[Concatenate[Trace, Given], Result]:
        @lru_cache(maxsize=count)
        def kept(run: weakref.ref[Trace], *given: Given.args, **named: Given.kwargs) -> Result:
            trace = run()
            assert trace is not None, "the caller holds it"
            return make(trace, *given, **named)

        @wraps(make)
        def found(trace: Trace, /, *given: Given.args, **named: Given.kwargs) -> Result:
            return kept(weakref.ref(trace), *given, **named)  # type: ignore[arg-type]  # what is given is hashable

        return found

    return keeping
