"""The place where somebody was last, found again: after the sentence has been run, there it is looked at from.

Where that cannot be (the file has gone or is damaged, the engine ended over it, the sentence is too long by now), the
finished example is shown, without a word: nobody has asked for anything yet.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject

from viz_app.engine.messages import RunDone
from viz_app.example import default_example
from viz_app.handlers.engine_session import Work
from viz_app.handlers.run_request import RunRequest
from viz_app.state.sentences import text_of
from viz_app.state.start import LastPlace
from viz_app.state.state import Landed, Snapshot, State


class Resuming(QObject):
    """Once, at the start of the program."""

    def __init__(self, state: State, work: Work, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._work = work
        self._place: LastPlace | None = None
        work.ran.connect(self._stand)
        state.follow(("problem",), self._look)

    def begin(self, place: LastPlace) -> None:
        """The sentence of ``place`` has been asked for."""
        self._place = place

    def _stand(self, wanted: RunRequest, _: RunDone) -> None:
        """Its run is on screen; of any other one nothing is to be found again."""
        place, self._place = self._place, None
        if place is not None and wanted.text.split() == place.text.split():
            now = self._state.snapshot.run_selection
            there = replace(now, kind=place.kind, layer=place.layer, head=place.head, step=place.step)
            self._state.update(selection=replace(there, query=None, key=None))

    def _look(self, now: Snapshot) -> None:
        if self._place is None or now.problem is None or now.problem.calm or now.run is not None:
            return
        self._place = None
        path, example = default_example()
        if example is not None:
            self._state.update(
                problem=None, trace=example.trace, selection=example.selection, checkpoint=example.checkpoint,
                landed=Landed(example.selection.kind, example.selection.layer, example.selection.head),
                source_text=example.trace.meta.source_text, view="one_head", target_text="",
                target_use="",
            )  # fmt: skip
            self._work.open(path, now.device)


def place_of(now: Snapshot) -> LastPlace | None:
    """Where somebody is: None where the open checkpoint would not give this run again."""
    run, opened = now.run, now.checkpoint
    if run is None or opened is None or not opened.path or run.meta.recorded or run.at_once:
        return None
    text = text_of(now.batch or (run,))
    if run.meta.checkpoint_sha256 != opened.sha256 or not text.strip():
        return None
    at = now.run_selection
    return LastPlace(opened.path, text, now.view, at.kind, at.layer, at.head, at.step)
