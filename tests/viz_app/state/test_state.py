"""One snapshot after the other, and who is told of what."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

from model.record.trace import Trace
from model.transforms.aggregates import Aggregate
from model.transforms.view_transform import ViewTransform
from tests.viz_app.sample_trace import make_trace
from viz_app.state.state import Selection, Snapshot, State, shown_of


def test_what_is_updated_at_once_is_told_once() -> None:
    state, told = State(), list[Snapshot]()
    state.changed.connect(told.append)
    with state.at_once():
        state.update(message="a")
        with state.at_once():
            state.update(padding=1)
        assert (state.snapshot.message, state.snapshot.padding, told) == ("a", 1, [])
    assert told == [state.snapshot]
    with state.at_once():
        pass
    assert len(told) == 1
    with suppress(ZeroDivisionError), state.at_once():
        state.update(message="b")
        raise ZeroDivisionError
    assert told[1:] == [state.snapshot], "what was changed before something went wrong is true"


def test_who_follows_an_attribute_hears_of_nothing_else() -> None:
    state, heard = State(), list[str]()
    state.follow(("message", "playing"), lambda now: heard.append(now.message))
    state.update(padding=1)
    state.update(message="a")
    state.update(message=state.snapshot.message)
    assert heard == ["a"]
    state.update(playing=True)
    assert heard == ["a", "a"]


@pytest.mark.parametrize("aggregate", ["heads", "layers", "all"])
def test_where_one_stood_in_a_larger_run_is_a_place_of_the_smaller_one(aggregate: Aggregate) -> None:
    """The mean of the heads hides which head was selected; another run may not have it."""
    state = State()
    state.update(trace=make_trace(3, 8), selection=Selection("cross", 2, 7, 5))
    state.update(reading=ViewTransform(aggregate=aggregate))
    place = state.snapshot.run_selection
    assert (place.layer, place.head) == (2, 7)
    state.update(trace=make_trace(2, 4, target=["a", "b"]))
    place = state.snapshot.run_selection
    assert (place.layer, place.head, place.step) == (1, 3, 2)


def test_activations_change_nothing_that_is_shown() -> None:
    run = make_trace()
    fuller = replace(run, activations={"cross_w_o": np.ones((2, 3), dtype=np.float32)})
    assert fuller.activations.keys() != run.activations.keys()
    assert shown_of(fuller) == shown_of(run)


@pytest.mark.parametrize("name", [field.name for field in fields(Trace) if field.name != "activations"])
def test_all_else_does(name: str) -> None:
    run = make_trace()
    value: Any = getattr(run, name)
    changes: dict[str, Any] = {
        name: replace(value) if name == "meta" else np.zeros(3) if value is None else value.copy()
    }
    assert shown_of(replace(run, **changes)) != shown_of(run)


def test_no_run_is_none_of_them() -> None:
    assert shown_of(None) == shown_of(None) != shown_of(make_trace())
