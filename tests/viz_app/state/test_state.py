"""The rules by which a selection changes."""

from __future__ import annotations

from contextlib import suppress

import pytest

from model.record.trace import KINDS, Kind
from viz_app.state.intents import CLEAR, Select
from viz_app.state.state import Selection, Snapshot, State, select


def test_another_kind_clears_the_cell() -> None:
    before = Selection("cross", layer=2, head=3, step=4, query=1, key=5)
    assert select(before, Select(kind="decoder")) == Selection("decoder", 2, 3, 4, None, None)


def test_another_kind_may_bring_its_own_cell() -> None:
    before = Selection("cross", 0, 0, 4, query=1, key=5)
    assert select(before, Select(kind="encoder", query=6)) == Selection("encoder", 0, 0, 4, 6, None)


@pytest.mark.parametrize("kind", KINDS)
def test_another_step_takes_the_row_of_a_decoder_side_map_with_it(kind: Kind) -> None:
    before = Selection(kind, 1, 2, step=4, query=3, key=0)
    after = select(before, Select(step=5))
    assert after == Selection(kind, 1, 2, 5, 3 if kind == "encoder" else None, 0)


def test_the_same_step_leaves_the_row_alone() -> None:
    before = Selection("cross", 1, 2, step=4, query=3, key=0)
    assert select(before, Select(step=4)) == before


def test_a_step_may_bring_its_own_row() -> None:
    assert select(Selection(step=4, query=3), Select(step=2, query=1)) == Selection(step=2, query=1)


def test_clear_empties_the_cell() -> None:
    assert select(Selection(query=3, key=0), Select(query=CLEAR, key=CLEAR)) == Selection()


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
