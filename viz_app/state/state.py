"""What is true now: one frozen :class:`Snapshot`, replaced as a whole, and one signal. It holds no widget."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field, fields, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QObject, Signal

from model.common.lazy_dataclass import dataclass
from model.record.notes import NO_NOTES, RunNotes
from model.record.trace import Kind, Trace
from model.transforms.view_transform import PLAIN, ViewTransform, kept_or_small
from viz_app.engine.messages import Asked, CheckpointInfo, Device, HeadsChecked, Tokens
from viz_app.platform.preferences import Memory as Memory  # noqa: PLC0414 (handed on)
from viz_app.platform.preferences import Settings as Settings  # noqa: PLC0414 (handed on)
from viz_app.state.decoding import Decoding
from viz_app.state.export_choices import Made
from viz_app.state.notices import changed_notices
from viz_app.state.recent import NOWHERE_LOOKED, FilesLooked
from viz_app.state.results_by_run import Measured, Suggestions
from viz_app.state.saved_state import NOTHING_KEPT, Kept
from viz_app.state.selection import Selection as Selection  # noqa: PLC0414 (handed on)
from viz_app.state.selection import as_recorded, read_as
from viz_app.state.selection import select as select  # noqa: PLC0414 (handed on)
from viz_app.state.selection import within as within  # noqa: PLC0414 (handed on)
from viz_app.state.what_if import NOTHING_CHANGED, AskedChanges
from viz_app.state.zoom import Zoom, fitted

if TYPE_CHECKING:  # imported when there is one: the first paint has none
    from model.analysis.causality_check import Extension
    from model.analysis.effects import Effects
    from model.analysis.logit_lens import EarlyGuesses
    from model.analysis.padding_change import PaddingChange
    from model.analysis.projections import PartWeights
    from model.common.problems import Problem
    from model.corpus.corpus_heads import CorpusHeads
    from viz_app.state.classroom.glosses import WrittenGloss
    from viz_app.state.classroom.presentation import Presentation
    from viz_app.state.lessons.play import LessonPlay
    from viz_app.state.masks_block import Turned
    from viz_app.state.training import PlannedTraining, Training
    from viz_app.state.watched_training import Watched

#: All of a run but the activations.
SHOWN = tuple(each.name for each in fields(Trace) if each.name != "activations")
TargetUse = Literal["", "begin", "given"]  #: the target line is closed, says how to begin, or is the whole target


@dataclass(frozen=True)
class Notice:
    """The problem banner: a :class:`model.common.problems.Problem` in its three parts."""

    what: str
    why: str
    next_step: str
    offer: str = ""  #: what one button can do about it, such as cell, cpu or nothing
    other: str = ""  #: what a second button can do
    calm: bool = False  #: nothing went wrong: it is only worth saying
    mark: str = ""  #: it is said in so few words beside the headline, and in full on demand
    fault: str = ""  #: a :mod:`model.common.fault` as text, where nobody foresaw it


def noticed(problem: Problem) -> Notice:
    """A problem as the banner shows it; of one that nobody foresaw there are details."""
    offer = "fault" if problem.fault else ""
    return Notice(problem.what, problem.why, problem.next_step, offer, fault=problem.fault)


@dataclass(frozen=True)
class Busy:
    """What the engine is doing. ``fraction`` −1 where the end is unknown."""

    text: str
    fraction: float = -1.0
    cancellable: bool = True


@dataclass(frozen=True)
class Landed:
    """The block and head at which the last run was opened. Where another is selected, a person has chosen it."""

    kind: Kind
    layer: int
    head: int
    untouched: bool = True  #: nobody has gone to another step since

    def is_at(self, chosen: Selection) -> bool:
        """Is this the map that is selected?"""
        return (self.kind, self.layer, self.head) == (chosen.kind, chosen.layer, chosen.head)


#: Fields of a Snapshot that say something about its run, and in their own ``trace`` about which.
MEASURED = ("effects", "early_guesses", "extension", "suggestions", "padded", "weights")


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Everything that the window shows, at one moment."""

    checkpoint: CheckpointInfo | None = None
    devices: tuple[Device, ...] = ()
    device: str = "auto"  #: as chosen
    trace: Trace | None = None  #: what the views show: the run, read as a person wants it read
    unread: Trace | None = None  #: the run behind ``trace``, where that is a reading of it
    growing: Trace | None = None  #: the run on screen as far as it has come, while more of its rows are to come
    batch: tuple[Trace, ...] = ()  #: the runs of several sentences, the one on screen among them; empty: one alone
    reading: ViewTransform = PLAIN  #: as runs are to be read; one may lack what that takes, a large one take time
    pinned: Trace | None = None  #: kept by a person, to compare others with
    stood: Selection | None = None  #: what was selected in the run itself before it was read otherwise
    effects: Effects | None = None  #: measured on the run; what is about another run is dropped
    early_guesses: EarlyGuesses | None = None
    extension: Extension | None = None  #: its rows again, with every later token there
    weights: PartWeights | None = None  #: matrices of the checkpoint, while an answer shows them
    suggestions: Suggestions | None = None  #: for the unknown words of the run
    padded: PaddingChange | None = None  #: what the run became it from, where only <pad> was added or taken away
    file_heads: CorpusHeads | None = None  #: a table over a file; of the checkpoint that it names, whatever is open
    described: Trace | None = None  #: of which run all head facts are known; small ones need no waiting
    compared: tuple[Trace, Kind, int, int] | None = None  #: with which head all others of its kind are compared by now
    milliseconds_per_step: float = 0.0
    source_text: str = ""  #: in the source box
    tokens: Tokens | None = None  #: live tokenisation of it
    target_text: str = ""  #: in the target line
    target_use: TargetUse = ""
    padding: int = 0  #: extra <pad> tokens of the next run
    what_if: AskedChanges = NOTHING_CHANGED  #: of the run on screen
    decoding: Decoding = None  #: of the run on screen, and of those that follow
    node: int | None = None  #: of its beam tree, a hypothesis that is looked at; None: the run's own
    selection: Selection = field(default_factory=Selection)
    landed: Landed | None = None  #: where the last run was opened; None: a person has chosen what is selected
    chosen_kind: Kind | None = None  #: a person asked for this kind of attention of this sentence; *Masks* leaves it
    turned: Turned | None = None  #: *Masks* shows another kind than the other views did; None: a person's choice
    zoom: Zoom | None = None  #: which part of the selected map *One head* shows; None: all of it
    link_heads: frozenset[int] = frozenset()  #: links: heads whose lines are drawn beside the selected one's
    view: str = "one_head"  #: name of the visible view
    full_screen: bool = False  #: the window has the whole screen and no menu bar
    presentation: Presentation | None = None  #: one view fills a screen
    settings: Settings = field(default_factory=Settings)
    memory: Memory = field(default_factory=Memory)
    looked: FilesLooked = NOWHERE_LOOKED  #: remembered files, and the hub's cache, when somebody looked
    busy: Busy | None = None
    ranking: bool = False  #: a thread ranks the heads of two large runs
    opening: str = ""  #: name of a checkpoint that will be open in a moment
    engine_ready: bool = False
    engine_down: bool = False  #: it has ended too often to be started again by itself
    problem: Notice | None = None
    waiting: tuple[Notice, ...] = ()  #: older ones under it, the newest first
    closed: frozenset[str] = frozenset()  #: names of remarks about the run on screen that somebody has closed
    asked: Asked | None = None  #: a file that waits for answers before it opens
    heads_checked: HeadsChecked | None = None  #: the quick check's result for it
    playing: bool = False
    learning: Watched | None = None  #: the training that the open checkpoint is a snapshot of
    planned: PlannedTraining | None = None  #: a training that a person thinks of
    training: Training | None = None  #: that is watched, or was last
    lesson: LessonPlay | None = None  #: that is being played
    notes: RunNotes = NO_NOTES
    glosses: tuple[WrittenGloss, ...] = ()  #: that a person wrote, of any sentence
    kept: Kept = NOTHING_KEPT  #: what of this lies in a session file
    undo: str = ""  #: what would be taken back, in words; empty where there is nothing
    redo: str = ""  #: what would be done again
    message: str = ""  #: what was done last, for the status line, until another run is asked for: ``Saved figure.png``
    made: Made | None = None  #: the file it is about, while its message stands there

    @property
    def run(self) -> Trace | None:
        """The run as it was recorded: what is saved, run again, explained."""
        return self.unread or self.trace

    @property
    def grows(self) -> bool:
        """Is the run on screen still being computed?"""
        return self.growing is not None and self.growing is self.run

    @property
    def network(self) -> Mapping[str, Any]:
        """How the open checkpoint's network computes; nothing where the run is of another one."""
        info, run = self.checkpoint, self.run
        own = info is not None and (run is None or run.meta.checkpoint_sha256 == info.sha256)
        return info.network if own and info is not None else {}

    @property
    def unsaved(self) -> bool:
        """Is there something that a session file should hold and does not?"""
        return not self.kept.holds(self.notes, self.batch or (self.run,), self.glosses)

    @property
    def run_selection(self) -> Selection:
        """What is selected, in the run's own layers, heads, steps and positions.

        Where one stood may have been in another run, or kind, with more of them.
        """
        done = None if self.trace is None else self.trace.meta.reading
        if done is None or self.stood is None or self.run is None:
            return self.selection
        return within(as_recorded(self.selection, self.stood, done), self.run)

    def differs(self, before: Snapshot, names: tuple[str, ...]) -> bool:
        """Is one of these attributes, or ``attribute.part``, another object than before? Comparing may take long."""
        return any(get(self) is not get(before) for get in map(attrgetter, names))


class State(QObject):
    """Holds the current snapshot; ``changed`` carries the new one, once per :meth:`update` or :meth:`at_once`."""

    changed = Signal(object)

    def __init__(self, snapshot: Snapshot | None = None) -> None:
        super().__init__()
        self.snapshot = snapshot or Snapshot()
        self._measured = Measured()
        self._waiting = 0  # how many want to be done before it is told

    def follow(self, names: tuple[str, ...], call: Callable[[Snapshot], None]) -> None:
        """Call with each snapshot in which one of these attributes is another than when it was told last."""
        told = [self.snapshot]

        def look(now: Snapshot) -> None:
            before, told[0] = told[0], now
            if now.differs(before, names):
                call(now)

        self.changed.connect(look)

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """However often the snapshot is updated within: it is told once, at the end."""
        self._waiting += 1
        before = self.snapshot
        try:
            yield
        finally:
            self._waiting -= 1
            if not self._waiting and self.snapshot is not before:
                self.changed.emit(self.snapshot)

    def update(self, **changes: Any) -> None:
        """Replace parts of the snapshot; the selection is kept inside the trace, and what is shown of a map with it."""
        new = _read(self.snapshot, replace(self.snapshot, **changes), changes)
        selection = new.selection if new.trace is None else within(new.selection, new.trace)
        if selection != new.selection:
            new = replace(new, selection=selection)
        new = replace(new, **self._measured.changes(new.run, {name: getattr(new, name) for name in MEASURED}))
        new = replace(new, **changed_notices(self.snapshot, new, changes))
        if new.zoom is not None:
            new = replace(new, zoom=part_shown(self.snapshot, new, follow="zoom" not in changes))
        self.snapshot = new
        if not self._waiting:
            self.changed.emit(new)


def _read(before: Snapshot, new: Snapshot, changes: dict[str, Any]) -> Snapshot:
    """``new`` with its run read as it wants. A new ``trace`` is a run, and a selection that comes along is of it."""
    if (run := new.trace if "trace" in changes else before.run) is None:
        return replace(new, unread=None, stood=None)
    if "trace" in changes and "reading" not in changes and not _same_run(before.run, run):
        new = replace(new, reading=new.reading.without_columns())
    shown = kept_or_small(run, new.reading) or run  # a large one later, by :mod:`viz_app.handlers.view_transforms`
    told = "selection" in changes and ("trace" in changes or before.unread is None)  # of the run
    if shown is before.trace and not told:
        return replace(new, trace=shown, unread=before.unread)
    stood = new.selection if told else before.run_selection
    if (done := shown.meta.reading) is None:
        return replace(new, trace=run, unread=None, stood=None, selection=stood)
    return replace(new, trace=shown, unread=run, stood=stood, selection=read_as(stood, done))


def part_shown(before: Snapshot, now: Snapshot, follow: bool) -> Zoom | None:
    """What is shown of the map in ``now``: as before, moved to what has been selected where it is to ``follow``.

    All of it in another run, kind or length: rows and columns mean something else there.
    """
    shape = map_shape(now)
    same_map = _same_run(before.run, now.run) and before.selection.kind == now.selection.kind
    if not same_map or (map_shape(before) != shape and before.growing is None):
        return None
    zoom, old, new = now.zoom, before.selection, now.selection
    if zoom is not None and follow and (old.query, old.key) != (new.query, new.key):
        zoom = zoom.holding(new.query, new.key)
    if zoom is not None and follow and old.step != new.step and new.kind != "encoder":
        zoom = zoom.holding(new.step if new.query is None else new.query, None)
    return fitted(zoom, shape)


def map_shape(now: Snapshot) -> tuple[int, int]:
    """Rows and columns of the selected kind's maps; (0, 0) where there are none."""
    attention = None if now.trace is None else now.trace.attention(now.selection.kind)
    return (0, 0) if attention is None else attention.shape[-2:]


def _same_run(old: Trace | None, new: Trace | None) -> bool:
    """A run that has got its activations, or that is read otherwise, is still that run."""
    return old is new or (old is not None and new is not None and old.source_ids is new.source_ids)


def shown_of(run: Trace | None) -> tuple[int, ...]:
    """Equal for runs, both held, that show the same: one may be the other with activations, which only explain it."""
    return tuple(id(getattr(run, name)) for name in SHOWN) if run is not None else ()
