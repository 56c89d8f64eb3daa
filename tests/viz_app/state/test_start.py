"""Started with nothing, the program opens nothing and asks what it has to."""

from __future__ import annotations

from viz_app.state.start import Start


def test_a_start_with_nothing_opens_nothing_and_asks() -> None:
    start = Start()
    assert (start.checkpoint, start.trace, start.sentence, start.details) == ("", None, "", None)
    assert start.device == "auto" and start.ask
