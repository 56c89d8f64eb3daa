"""A training that a window starts or watches: what was chosen for it, and how far it has come. Values only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from model.common.lazy_dataclass import dataclass
from model.record.learning_run import CurvePoint, LearningRun
from model.record.training_events import Finished, Started, Stopped, TrainingProgress

if TYPE_CHECKING:  # it names this module's values
    from viz_app.state.state import Notice

#: ``reading``: nothing is written yet; ``failed``: it ended by itself; ``elsewhere``: another program runs it, or did.
Phase = Literal["reading", "running", "stopping", "stopped", "finished", "failed", "elsewhere"]


@dataclass(frozen=True)
class TrainingChoices:
    """What a person says of a training before it begins."""

    recipe: str = ""  #: a file, or the name of one that ships
    data: str = ""
    out: str = ""
    device: str = "auto"
    options: Mapping[str, Any] = field(default_factory=dict)  #: in place of the recipe's, by their names

    @property
    def words(self) -> list[str]:
        """The command that does it."""
        given = [f"--{name}={value}" for name, value in self.options.items()]
        return ["train", self.recipe, f"--data={self.data}", f"--out={self.out}", f"--device={self.device}", *given]


@dataclass(frozen=True)
class PlannedTraining:
    """What the engine says of choices: the plan, or what is wrong; neither while it reads the text."""

    choices: TrainingChoices
    plan: Mapping[str, Any] | None = None  #: fields of :class:`model.training.plan.TrainingPlan`
    problem: Notice | None = None
    read: int = 0  #: lines, so far


@dataclass(frozen=True)
class Training:
    """A training, as far as it has come."""

    folder: str  #: its checkpoint, with ``snapshots/`` in it
    phase: Phase
    choices: TrainingChoices | None = None  #: of one that this window started
    started: Started | None = None
    progress: TrainingProgress | None = None
    end: Stopped | Finished | None = None
    problem: Notice | None = None
    run: LearningRun | None = None  #: its curve and snapshots, once there are any

    @property
    def runs(self) -> bool:
        """Does it run in a process of this window?"""
        return self.phase in ("reading", "running", "stopping")

    @property
    def name(self) -> str:
        """The recipe's, where it is known, else that of the folder."""
        return Path(self.folder).name if self.choices is None else Path(self.choices.recipe).stem

    @property
    def epoch(self) -> float | None:
        """The place that was heard of last."""
        known = [self.end.epoch if isinstance(self.end, Stopped) else None]
        known += [None if self.progress is None else self.progress.epoch, self.newest("epoch")]
        return max((epoch for epoch in known if epoch is not None), default=None)

    def newest(self, name: str) -> Any:
        """What the curve says last of a quantity of :class:`CurvePoint`; None where nobody measured it."""
        points: tuple[CurvePoint, ...] = () if self.run is None else self.run.points
        return next((value for point in reversed(points) if (value := getattr(point, name)) is not None), None)

    @property
    def opens(self) -> str:
        """What there is to be opened: the newest snapshot while it goes on, then its own checkpoint; or nothing."""
        snapshots = () if self.run is None else self.run.snapshots
        newest = next((each.path for each in reversed(snapshots) if each.update is not None), "")
        own = self.folder if self.run is not None and self.run.own else ""
        goes_on = self.runs or (self.phase == "elsewhere" and self.run is not None and not self.run.finished)
        return (newest or own) if goes_on else (own or newest)
