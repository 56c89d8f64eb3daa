"""One snapshot after the other, and who is told of what."""

from __future__ import annotations

from contextlib import suppress

from viz_app.state.state import Snapshot, State


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
