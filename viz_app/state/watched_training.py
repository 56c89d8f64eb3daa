"""A training that is gone through on screen: which of its snapshots one looks at, and how that is said. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.common.lazy_dataclass import dataclass
from model.network.config import EPOCH, UPDATE
from model.record.trace import Meta, Trace
from viz_app.platform.text import fill, translate
from viz_app.state.intents import GoToSnapshot

if TYPE_CHECKING:  # few checkpoints are snapshots of a training
    from model.record.learning_run import LearningRun, TrainingSnapshot
    from viz_app.state.state import Snapshot


@dataclass(frozen=True)
class Watched:
    """The training of the open checkpoint, and where in it one is."""

    run: LearningRun
    at: int  #: snapshot that was asked for last, from 0
    playing: bool = False

    @property
    def snapshot(self) -> TrainingSnapshot:
        """The one that was asked for last."""
        return self.run.snapshots[self.at]

    @property
    def last(self) -> int:
        """The newest."""
        return len(self.run.snapshots) - 1

    def seen(self, run: Trace | None) -> int:
        """The snapshot that ``run``, on screen, is of; where that does not say, the one asked for."""
        update = None if run is None else run.meta.network.get(UPDATE)
        places = (at for at, each in enumerate(self.run.snapshots) if update is not None and each.update == update)
        return next(places, self.at)

    def told(self, at: int) -> str:
        """How far the training had come at a snapshot."""
        return said(self.run.snapshots[at].update, self.run.snapshots[at].epoch)


def films_training(now: Snapshot) -> bool:
    """Is the run on screen one of a training that is gone through? Then its other snapshots can run its sentence."""
    watched, run, opened = now.learning, now.run, now.checkpoint
    if watched is None or run is None or opened is None or run.meta.recorded or not run.meta.source_text:
        return False
    several = sum(each.update is not None for each in watched.run.snapshots) > 1
    return several and run.meta.checkpoint_sha256 == opened.sha256


def played(watched: Watched) -> GoToSnapshot:
    """Play it, from the first snapshot where one is at the last; or stop where one is."""
    at_the_end = watched.at == watched.last and not watched.playing
    return GoToSnapshot(0 if at_the_end else watched.at, play=not watched.playing)


def learnt(meta: Meta, brief: bool = False) -> str:
    """How far the training had come that a run's checkpoint is a snapshot of; nothing where it is none.

    ``brief``: without the epoch.
    """
    update, epoch = meta.network.get(UPDATE), None if brief else meta.network.get(EPOCH)
    return said(update, epoch if type(epoch) is float else None) if type(update) is int else ""


def said(update: int | None, epoch: float | None) -> str:
    """``after 250 updates, epoch 0.22``; before the first one the weights are as they were drawn."""
    if update is None:
        return translate("Learning", "best weights")
    if update == 0:
        return translate("Learning", "before training")
    if epoch is None:
        return fill(translate("Learning", "after %1 updates"), f"{update:,}")
    return fill(translate("Learning", "after %1 updates, epoch %2"), f"{update:,}", short_epoch(epoch))


def short_epoch(epoch: float) -> str:
    """With as many figures as tell early snapshots apart."""
    return f"{epoch:.2f}" if epoch < 1 else f"{epoch:.1f}"
