"""Everything that a view, control or command may ask for, as frozen values. All numbers count from 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from model.common.lazy_dataclass import dataclass
from model.transforms.view_transform import ViewTransform
from viz_app.state.comparison import PinRun
from viz_app.state.decoding import PointAtNode, RunNode, SetDecoding
from viz_app.state.export_choices import Copy, Export, SaveLesson, SavePlot, ShowFile
from viz_app.state.export_choices import SaveTrace as SaveTrace  # noqa: PLC0414 (handed on)
from viz_app.state.saved_state import ChangeNote as ChangeNote  # noqa: PLC0414 (handed on, as those below)
from viz_app.state.saved_state import GoToNote as GoToNote  # noqa: PLC0414
from viz_app.state.saved_state import NotePlace as NotePlace  # noqa: PLC0414
from viz_app.state.saved_state import OpenHome as OpenHome  # noqa: PLC0414
from viz_app.state.saved_state import Recover as Recover  # noqa: PLC0414
from viz_app.state.saved_state import SaveSession as SaveSession  # noqa: PLC0414
from viz_app.state.saved_state import SetNotes as SetNotes  # noqa: PLC0414
from viz_app.state.saved_state import WriteGloss as WriteGloss  # noqa: PLC0414
from viz_app.state.selection import CLEAR as CLEAR  # noqa: PLC0414
from viz_app.state.selection import Select as Select  # noqa: PLC0414
from viz_app.state.selection import Topic as Topic  # noqa: PLC0414
from viz_app.state.what_if import FlipChange, SetChanges
from viz_app.state.zoom import ShowPart, ZoomBy

if TYPE_CHECKING:  # few start one
    from viz_app.state.classroom.presentation import Presentation
    from viz_app.state.lessons.play import LessonAct
    from viz_app.state.training import TrainingChoices


@dataclass(frozen=True)
class SetSource:
    """The text in the source box changed."""

    text: str


@dataclass(frozen=True)
class SetTarget:
    """Change the target line; None leaves a part as it is. A ``use`` of "" closes it, "begin" and "given" are uses."""

    text: str | None = None
    use: Literal["", "begin", "given"] | None = None


@dataclass(frozen=True)
class Translate:
    """Run what is in the source box: one sentence, or several as one padded batch; with the target line, if open."""


@dataclass(frozen=True)
class ForceToken:
    """Run again with ``token_id`` produced at ``step`` (0-based, of what is shown); earlier tokens stay as they are."""

    step: int
    token_id: int


@dataclass(frozen=True)
class RunAnyway:
    """Run what was only asked about, because it is large."""


@dataclass(frozen=True)
class AddSentence:
    """Run the sentences on screen and one more as a batch, and show the shorter one; without text, one is proposed."""

    text: str = ""


@dataclass(frozen=True)
class SelectSentence:
    """Show another sentence of the batch."""

    sentence: int


@dataclass(frozen=True)
class ReplaceWord:
    """Run again with another word in place of the source token at ``position``."""

    position: int
    word: str


@dataclass(frozen=True)
class AddPadding:
    """Run again with ``count`` <pad> tokens after the source; 0 removes them."""

    count: int


@dataclass(frozen=True)
class RunInOnePass:
    """Run again along the translation on screen, given as a whole: teacher forcing on the run's own target."""


@dataclass(frozen=True)
class Undo:
    """Take back the last change of the run (a forced token, padding, another sentence) or of the settings."""


@dataclass(frozen=True)
class Redo:
    """The inverse of :class:`Undo`."""


@dataclass(frozen=True)
class OpenPath:
    """Open a checkpoint, file or folder, or a trace file."""

    path: Path
    companions: tuple[Path, ...] = ()  #: given along: vocabularies, a notebook


@dataclass(frozen=True)
class LookForFiles:
    """Are the files that were opened last still there?"""


@dataclass(frozen=True)
class ForgetFiles:
    """Keep none of the files that were opened last."""


@dataclass(frozen=True)
class RecallSentence:
    """Put the sentence that was translated ``by`` places before this one into the source box; negative: after it."""

    by: int


@dataclass(frozen=True)
class ForgetSentences:
    """Keep none of the sentences that were translated."""


@dataclass(frozen=True)
class Answer:
    """Open the file that was asked about, with these answers by the questions' names."""

    answers: Mapping[str, Any]


@dataclass(frozen=True)
class CheckHeadCounts:
    """Compare head counts and ``others`` of the file that was asked about, on sentence pairs or a recorded ``run``."""

    answers: Mapping[str, Any]
    counts: tuple[int, ...]
    pairs: str
    others: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    run: str = ""


@dataclass(frozen=True)
class AskAgain:
    """Ask once more what was assumed and answered about the open checkpoint."""


@dataclass(frozen=True)
class LeaveQuestions:
    """Do not open the file that was asked about."""


@dataclass(frozen=True)
class SaveCheckpoint:
    """Write the open checkpoint as a new folder of our own format."""

    path: Path


@dataclass(frozen=True)
class GoToSnapshot:
    """Translate what is on screen with the snapshot at this place of its training; ``play`` goes on from there."""

    at: int  #: one that is not there is none
    play: bool = False


@dataclass(frozen=True)
class CheckTraining:
    """Say whether a training can begin so, and what it would do and take; None: it is not asked any more."""

    choices: TrainingChoices | None


@dataclass(frozen=True)
class StartTraining:
    """Begin it, or go on with an unfinished one, in a process of its own."""

    choices: TrainingChoices


@dataclass(frozen=True)
class StopTraining:
    """End the training of this window after its update, and keep it."""


@dataclass(frozen=True)
class WatchTraining:
    """Show how far the training in a folder has come, whoever runs it."""

    path: Path


@dataclass(frozen=True)
class InspectFile:
    """Say what a file is, whether it opens or not."""

    path: Path


@dataclass(frozen=True)
class SetDevice:
    name: str


@dataclass(frozen=True)
class MeasureHeads:
    """Show a table of heads over a file, or measure the heads of the open checkpoint over the sentences of one."""

    path: Path


@dataclass(frozen=True)
class SetLanguages:
    """Between which languages the open checkpoint translates."""

    source: str
    target: str


@dataclass(frozen=True)
class SetView:
    name: str


@dataclass(frozen=True)
class ShowHeads:
    """Links of these heads of the selected layer, beside those of the selected one."""

    heads: frozenset[int]


@dataclass(frozen=True)
class ShowFullScreen:
    """The window takes the whole screen, or its own place again."""

    on: bool


@dataclass(frozen=True)
class Present:
    """Begin the presentation of the view on a whole screen, change it, or, with None, leave it."""

    presentation: Presentation | None


@dataclass(frozen=True)
class ChangeSettings:
    """New values of fields of :class:`Settings`."""

    changes: dict[str, Any]


@dataclass(frozen=True)
class SetReading:
    """Read runs so from now on; columns set aside by hand are the run's on screen."""

    reading: ViewTransform


@dataclass(frozen=True)
class Play:
    on: bool


@dataclass(frozen=True)
class MeasureEffects:
    """What happens to the produced tokens of the run on screen without each source token?"""

    replacement: Literal["unknown", "padding"] = "unknown"  #: by ``<unk>``, or by ``<pad>``


@dataclass(frozen=True)
class MeasureEarlyGuesses:
    """What would the model say after each decoder layer of the run on screen?"""


@dataclass(frozen=True)
class MeasureExtension:
    """Does any decoder row of the run on screen change once later tokens are there?"""


@dataclass(frozen=True)
class CancelWork:
    """Stop what the engine is doing."""


@dataclass(frozen=True)
class StartEngine:
    """Start the engine, which has ended too often to be started by itself."""


@dataclass(frozen=True)
class ShowEngineLog:
    """Open what the engine wrote before it ended."""


@dataclass(frozen=True)
class DismissProblem:
    """Close the newest notice; one that waits under it is shown then. Or a ``remark`` about the run on screen."""

    remark: str = ""


@dataclass(frozen=True)
class TakeLesson:
    """Begin a lesson, go through it, answer, leave it."""

    act: LessonAct


Intent = (
    Select | SetSource | SetTarget | Translate | AddSentence | SelectSentence | ReplaceWord | ForceToken | AddPadding
    | RunInOnePass | Undo | Redo | OpenPath | Answer | CheckHeadCounts | AskAgain | LeaveQuestions | Export | Copy
    | ShowFile | SaveTrace | SavePlot | SaveCheckpoint | InspectFile | SetDevice | SetLanguages | SetView | ShowHeads
    | ZoomBy | ShowPart | ChangeSettings | SetReading | Play | MeasureEffects | MeasureEarlyGuesses | MeasureExtension
    | CancelWork | DismissProblem | StartEngine | ShowEngineLog | RunAnyway | SaveSession | OpenHome | Recover | PinRun
    | SetNotes | NotePlace | ChangeNote | GoToNote | LookForFiles | ForgetFiles | RecallSentence | ForgetSentences
    | ShowFullScreen | SetChanges | GoToSnapshot | MeasureHeads | SetDecoding | PointAtNode | RunNode | FlipChange
    | CheckTraining | StartTraining | StopTraining | WatchTraining | Present | WriteGloss | TakeLesson | SaveLesson
)  # fmt: skip
