"""Sentences about the engine, by themselves; what happens when is in test_engine_session."""

from __future__ import annotations

from viz_app.engine.messages import OPENING, WORD_RULES, Failed, Progress
from viz_app.handlers.engine_notices import checkpoint_name, notice_of, opening, progress, starting
from viz_app.handlers.run_request import RunRequest
from viz_app.state.state import Busy, Notice


def test_what_waits_for_the_engine_is_named_and_may_be_given_up() -> None:
    assert starting(None) == Busy("Starting the engine…", cancellable=False)
    assert starting(RunRequest("Zwei\nHunde")) == Busy("Starting the engine… Then: “Zwei / Hunde”")
    long = starting(RunRequest("Hunde " * 100)).text
    assert long.endswith("…”")
    assert len(long) < 80


def test_an_opening_checkpoint_is_named_by_its_file_or_folder() -> None:
    assert checkpoint_name("/a/b/everyday") == "everyday"
    assert checkpoint_name("model.pt") == "model.pt"
    assert checkpoint_name("") == ""
    assert opening("/a/b/everyday", None) == Busy("Opening everyday…")
    assert progress(Progress(1, OPENING), "/a/b/everyday", RunRequest("Hund")).text == "Opening everyday… Then: “Hund”"
    assert progress(Progress(1, WORD_RULES, 0.5), "/a/b/everyday", None).fraction == 0.5


def test_a_failure_keeps_its_offer() -> None:
    assert notice_of(Failed(1, "a", "b", "c", "cpu")) == Notice("a", "b", "c", "cpu")
