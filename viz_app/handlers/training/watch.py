"""Going through the snapshots of a training: the same sentence, by each of them.

Every snapshot is a checkpoint, and is opened as one: so all that can be asked of a checkpoint can be asked of it. What
a snapshot made of the sentence on screen is kept, and is shown at once when one comes back to it. A training that goes
on is looked at now and then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer

from model.common.assets import LEARNING
from model.common.problems import Problem
from model.record.learning_run import LearningRun, folder_of, read_run, stamp_of, update_of
from viz_app.engine.messages import CheckpointInfo
from viz_app.handlers.background import Background
from viz_app.handlers.engine_session import Work
from viz_app.handlers.run_request import RunRequest, as_typed, once_more, shown_runs
from viz_app.handlers.training.kept_runs import KeptRuns
from viz_app.handlers.undo import shown
from viz_app.state.intents import GoToSnapshot
from viz_app.state.landing import stand
from viz_app.state.state import Selection, Snapshot, State, noticed
from viz_app.state.watched_training import Watched

LOOK_MILLISECONDS = 2_000  #: between two looks at a training that may go on


class Watching(QObject):
    """Handlers of these Intents."""

    def __init__(self, state: State, work: Work, files: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._work = work
        self._files = files
        self._kept = KeptRuns()
        self._sha256: dict[str, str] = {}  # of the weights of each snapshot that one has been at, by its path
        self._stood: tuple[Selection, Selection] | None = None  # where a person stood, and where that led to
        self._look, self._pause = QTimer(self, interval=LOOK_MILLISECONDS), QTimer(self, singleShot=True)
        self._look.timeout.connect(self._look_again)
        self._pause.timeout.connect(self._play_on)
        work.held.connect(self._open)
        work.ran.connect(self._ran)
        state.follow(("problem",), self._halt)
        state.follow(("trace", "busy"), self._follow_run)
        self.handlers: dict[type, Callable[[Any], None]] = {GoToSnapshot: self._go}

    def stop(self) -> None:
        """Look and play no more."""
        self._look.stop()
        self._pause.stop()

    # --- which training it is ---

    def _open(self, info: CheckpointInfo) -> None:
        """A checkpoint is open: is it one of the training that is watched, or of another one?"""
        path, now = Path(info.path), self._state.snapshot.learning
        folder = folder_of(path)
        at = None if now is None else now.run.place_of(info.path)
        if now is None or at is None:
            self._leave()
            look = partial(read_run, folder, path) if update_of(path) is not None else partial(_beside, folder)
            self._files.run(look, self._found, self._say, "learning")
        elif info.path == self._work.path and at != now.at:
            self._state.update(learning=replace(now, at=at))
        self._sha256[info.path] = info.sha256

    def _found(self, run: LearningRun | None) -> None:
        opened = self._state.snapshot.checkpoint
        at = None if run is None or opened is None else run.place_of(opened.path)
        if run is None or at is None:
            return
        self._state.update(learning=Watched(run, at))
        self._keep()
        if not Path(run.folder).is_relative_to(LEARNING):
            self._look.start()

    def _say(self, problem: Problem) -> None:
        self._state.update(problem=noticed(problem))

    def _leave(self) -> None:
        self.stop()
        self._kept.clear()
        self._sha256.clear()
        self._files.forget("learning")
        if self._state.snapshot.learning is not None:
            self._state.update(learning=None)

    def _look_again(self) -> None:
        """Read a training's folder once more where something in it has changed; one stays where one is."""
        now = self._state.snapshot.learning
        if now is None or self._files.runs("learning"):
            return
        folder, stamp, here = Path(now.run.folder), now.run.stamp, Path(now.snapshot.path)

        def read() -> LearningRun | None:
            try:
                return None if stamp_of(folder) == stamp else read_run(folder, here)
            except (OSError, Problem):
                return None  # what has been read can still be shown

        self._files.run(read, self._grown, lambda _: None, "learning")

    def _grown(self, run: LearningRun | None) -> None:
        now = self._state.snapshot.learning
        at = None if run is None or now is None else run.place_of(now.snapshot.path)
        if run is not None and now is not None and at is not None and run.folder == now.run.folder:
            self._state.update(learning=replace(now, run=run, at=at))

    # --- going there ---

    def _go(self, intent: GoToSnapshot) -> None:
        now = self._state.snapshot.learning
        if now is None or not 0 <= intent.at <= now.last:
            return
        there = replace(now, at=intent.at, playing=intent.play and intent.at < now.last)
        if there.at != now.at:
            self._show(there)
        elif there != now:
            self._state.update(learning=there)
            self._pause.start(0) if there.playing else self._pause.stop()

    def _show(self, there: Watched) -> None:
        """At once where its run is kept; the snapshot opens in any case, so that it can be asked."""
        self._pause.stop()
        now, path = self._state.snapshot, there.snapshot.path
        asked, stood = self._asked(now), self._place(now)
        kept = None if now.what_if.active else self._kept.get(path, asked)
        self._state.update(learning=there)
        self._work.open(path, now.device, ask=False)
        if kept is None:
            self._work.run(replace(asked, stand=stood, shown=stood.sentence, then=now.what_if))
        else:
            sentence = min(stood.sentence, len(kept.runs) - 1)
            run, batch = kept.runs[sentence], kept.runs if len(kept.runs) > 1 else ()
            self._state.update(**shown(run, kept.milliseconds, batch), **stand(now, stood, run, sentence))
            self._arrive(stood)

    def _asked(self, now: Snapshot) -> RunRequest:
        """The run on screen, as a person wanted it; one of another checkpoint is only its sentence."""
        run = now.run
        own = run is not None and not run.meta.recorded and run.meta.checkpoint_sha256 in self._sha256.values()
        return replace(once_more(now), shown=0) if own else as_typed(now)

    def _place(self, now: Snapshot) -> Selection:
        """Where a person stood: a short translation in between takes nobody back for good."""
        here = now.run_selection
        return self._stood[0] if self._stood is not None and self._stood[1] == here else here

    def _ran(self, wanted: RunRequest, _: object) -> None:
        self._keep()
        if wanted.stand is not None:
            self._arrive(wanted.stand)

    def _arrive(self, stood: Selection) -> None:
        now = self._state.snapshot
        self._stood = stood, now.run_selection
        if now.learning is not None and now.learning.playing:
            self._pause.start(now.settings.play_milliseconds)

    def _keep(self) -> None:
        """The run on screen, as what its snapshot made of it."""
        now = self._state.snapshot
        opened, run = now.checkpoint, now.run
        if now.learning is None or run is None or opened is None or now.what_if.active:
            return
        if run.meta.checkpoint_sha256 == opened.sha256 and not run.meta.recorded:
            asked = replace(once_more(now), shown=0)
            self._kept.put(opened.path, asked, shown_runs(now), now.milliseconds_per_step)

    def _follow_run(self, now: Snapshot) -> None:
        """Undo may have brought back what another snapshot made of the sentence: go there."""
        if now.learning is None or now.run is None or now.busy is not None or now.checkpoint is None:
            return
        sha256, wanted = now.run.meta.checkpoint_sha256, self._sha256.get(now.learning.snapshot.path)
        path = next((path for path, known in self._sha256.items() if known == sha256), None)
        at = None if path is None else now.learning.run.place_of(path)
        if path is not None and at is not None and wanted not in (None, sha256) and not now.opening:
            self._state.update(learning=replace(now.learning, at=at))
            self._work.open(path, now.device, ask=False)

    # --- playing ---

    def _play_on(self) -> None:
        now = self._state.snapshot.learning
        if now is not None and now.playing and now.at < now.last:
            self._show(replace(now, at=now.at + 1, playing=now.at + 1 < now.last))

    def _halt(self, now: Snapshot) -> None:
        """Something did not work: back to the snapshot that is open."""
        if now.learning is None or now.problem is None or now.problem.calm:
            return
        at = now.learning.run.place_of("" if now.checkpoint is None else now.checkpoint.path)
        self._pause.stop()
        self._state.update(learning=replace(now.learning, at=now.learning.at if at is None else at, playing=False))


def _beside(folder: Path) -> LearningRun | None:
    """The training whose own checkpoint lies beside ``folder``; few have one, and nobody has asked for it."""
    try:
        return read_run(folder) if folder.is_dir() else None
    except (OSError, Problem):
        return None
