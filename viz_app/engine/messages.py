"""Messages between the window and the engine process: frozen values, no torch, no Qt, no pickle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from model.common.lazy_dataclass import dataclass
from model.common.text import Text
from model.record.trace import Array, Meta, Trace
from viz_app.engine.measurement_messages import MeasurementReply, MeasurementRequest

# --- window → engine: requests. The newest one of a kind wins; ``ticket`` comes back in replies. ---


@dataclass(frozen=True)
class OpenCheckpoint:
    """Open a checkpoint and keep it. The old one stays open if this fails."""

    ticket: int
    path: str
    device: str = "auto"  #: auto, cpu, cuda, mps
    answers: Mapping[str, Any] = field(default_factory=dict)  #: what the file does not say; remembered beside it
    ask: bool = True  #: answer Asked, and open nothing, where something should be known first
    again: bool = False  #: ask also where nothing is in doubt any more
    typed: Mapping[str, str] = field(default_factory=dict)  #: answers of a command line, which are not remembered


@dataclass(frozen=True)
class CheckHeads:
    """Which head count fits a checkpoint best, judged by sentence pairs? A hint."""

    ticket: int
    path: str
    answers: Mapping[str, Any]
    counts: tuple[int, ...]
    pairs: str  #: one a line: a sentence, a tab or |, its translation
    others: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)  #: what else is open, with its options
    run: str = ""  #: a recorded run of the user's own code, in place of pairs


@dataclass(frozen=True)
class RunSentence:
    """Translate and record everything: one sentence, or several, one a line, as one padded batch."""

    ticket: int
    text: str
    pad_to: int = 0
    forced: tuple[int, ...] = ()  #: produced first, in this order; then greedy
    max_length: int = 0  #: 0: the default limit
    prefixes: tuple[tuple[int, ...], ...] = ()  #: the same for each of several sentences
    targets: tuple[str, ...] = ()  #: as text: how each translation begins
    given: bool = False  #: targets are whole translations: teacher forcing along them
    sure: bool = False  #: however large it is
    what_if: tuple[Mapping[str, Any], ...] = ()  #: changes of the network, as a trace's ``interventions``
    decoding: Mapping[str, Any] = field(default_factory=dict)  #: ``beam`` or ``sampling`` as a trace's; else greedy


@dataclass(frozen=True)
class Tokenize:
    """What would the source tokens be? For the live token strip."""

    ticket: int
    text: str


@dataclass(frozen=True)
class Cancel:
    """Stop the job with this ticket."""

    ticket: int
    keep: bool = False  #: of a run: what there is of it is still wanted, as a run stopped by hand


@dataclass(frozen=True)
class Quit:
    """End the engine process."""

    ticket: int = 0


@dataclass(frozen=True)
class Inspect:
    """What is this file? Open it or not."""

    ticket: int
    path: str


@dataclass(frozen=True)
class SaveOpen:
    """Save the open checkpoint as a new folder of our own format."""

    ticket: int
    path: str  #: of the open one, in case that another has opened meanwhile
    folder: str


@dataclass(frozen=True)
class SuggestWords:
    """Which words of the source vocabulary are spelled like these, which it does not have?"""

    ticket: int
    sha256: str  #: of the checkpoint whose vocabulary is meant
    words: tuple[str, ...]


@dataclass(frozen=True)
class PlanTraining:
    """May a training begin so, and what would it do and take? None begins."""

    ticket: int
    recipe: str  #: a file, or the name of one that ships
    data: str
    out: str
    device: str
    options: Mapping[str, Any] = field(default_factory=dict)  #: in place of the recipe's, by their names


Job = (
    OpenCheckpoint | CheckHeads | RunSentence | MeasurementRequest | SuggestWords | Tokenize | Inspect | SaveOpen
    | PlanTraining
)  # fmt: skip
Request = Job | Cancel | Quit

# --- engine → window: replies ---


@dataclass(frozen=True)
class Device:
    """One entry of the device picker."""

    name: str  #: cpu, cuda, mps
    label: str  #: for people: ``CPU (2 cores)``
    available: bool
    reason: str = ""  #: why not, in a few words


@dataclass(frozen=True)
class Ready:
    """The engine has loaded its libraries and waits for requests."""

    devices: tuple[Device, ...]


@dataclass(frozen=True)
class CheckpointInfo:
    """What the window needs to know of the open checkpoint."""

    name: str
    path: str
    sha256: str
    family: str
    device: str
    parameters: int
    encoder_layers: int
    encoder_heads: int
    decoder_layers: int
    decoder_heads: int
    width: int
    max_length: int
    source_language: str
    target_language: str
    norm_order: str = "post"
    final_norm: bool = False
    positions: str = "sinusoidal"
    tokenizer: str = ""  #: word or sentencepiece
    unknown_id: int = 0
    special_ids: tuple[int, ...] = ()  #: source ids with a role
    samples: tuple[str, ...] = ()
    vocabulary_head: bool = True  #: False: it produces no tokens
    source_languages: tuple[str, ...] = ()  #: codes to choose from; () where there is no choice
    target_languages: tuple[str, ...] = ()
    queries_width: int = 0  #: H·D of the encoder, which is not always the width
    source_vocabulary: int = 0  #: number of source tokens; 0 where it is not known
    network: Mapping[str, Any] = field(default_factory=dict)  #: how it computes, as ``meta.network`` of a run says
    own_search: Mapping[str, Any] = field(default_factory=dict)  #: the beam that its files ask for
    assumptions: int = 0  #: how many things its files do not say


@dataclass(frozen=True)
class Opened:
    ticket: int
    info: CheckpointInfo
    warning: str = ""  #: what went wrong without keeping it from opening


@dataclass(frozen=True)
class Question:
    """A :class:`model.checkpoints.assumptions.Assumption`, for the dialog."""

    name: str
    text: str
    value: Any
    origin: str
    options: tuple[Any, ...]
    certain: bool


@dataclass(frozen=True)
class Asked:
    """The file can be opened, but does not say everything; the old checkpoint stays."""

    ticket: int
    info: CheckpointInfo  #: as it would open with the values that the questions hold
    questions: tuple[Question, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class HeadsChecked:
    """The mean cross entropy of each head count, in nats per token; of a run, how far its maps are from ours."""

    ticket: int
    counts: tuple[int, ...]
    losses: tuple[float, ...]
    pairs: int  #: 0: judged by a recorded run
    others: Mapping[str, Any] = field(default_factory=dict)  #: what else fits best


#: What Progress says.
OPENING = Text("Opening the checkpoint", context="Engine")
INSPECTING = Text("Inspecting the file", context="Engine")
SAVING = Text("Saving the checkpoint", context="Engine")
WORD_RULES = Text("Loading the rules for splitting words", context="Engine")
ENCODING = Text("Reading the sentence", context="Engine")
SEARCHING = Text("Searching", context="Engine")
DECODING = Text("Translating", context="Engine")
ALONG = Text("Running along the given target", context="Engine")
RECORDING = Text("Recording the run", context="Engine")
CHECKING = Text("Comparing answers", context="Engine")
READING_TEXT = Text("Reading the text", context="Engine")


@dataclass(frozen=True)
class Progress:
    """``fraction`` 0…1, or −1 where the end is unknown."""

    ticket: int
    text: str  #: one of those above
    fraction: float = -1.0
    step: int = 0  #: of a run: how many are done; of a text: how many lines
    seconds: float = -1.0  #: about how long is left
    most: bool = False  #: that is no guess, but the most there can be


@dataclass(frozen=True, eq=False)
class RunGrows:
    """The newest rows of a run that goes on, as :class:`model.record.growing_run.GrowingRun` takes them."""

    ticket: int
    meta: Meta
    first: int  #: the step of the first row
    arrays: Mapping[str, Array]  #: by their names in a trace
    sentence: int = 0  #: of a batch
    more: bool = False  #: rows of other sentences follow at once


@dataclass(frozen=True)
class RunGrown:
    """A large run is whole: all of its rows have been sent, and it is not sent again."""

    ticket: int
    milliseconds_per_step: float


@dataclass(frozen=True, eq=False)
class RunDone:
    ticket: int
    trace: Trace
    milliseconds_per_step: float
    batch: tuple[Trace, ...] = ()  #: of several sentences all, the first among them


@dataclass(frozen=True)
class Tokens:
    """The source as the encoder would consume it: equal-length tuples."""

    ticket: int
    ids: tuple[int, ...]
    tokens: tuple[str, ...]
    spelling: tuple[str, ...]
    unknown: tuple[bool, ...]
    limit: int  #: how many tokens this checkpoint has positions for
    lengths: tuple[int, ...] = ()  #: of each sentence, where the text holds several, one a line


@dataclass(frozen=True)
class Failed:
    """A job ended in a :class:`model.common.problems.Problem`."""

    ticket: int
    what: str
    why: str
    next_step: str
    offer: str = ""  #: what one button can do about it, as in Problem
    fault: str = ""  #: as in Problem


@dataclass(frozen=True)
class Cancelled:
    ticket: int


@dataclass(frozen=True)
class Inspected:
    """Sections of named facts, as in :mod:`model.checkpoints.inspection`."""

    ticket: int
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class Saved:
    ticket: int


@dataclass(frozen=True)
class WordsSuggested:
    """In the order of the question."""

    ticket: int
    words: tuple[tuple[str, ...], ...]  #: for each word its proposals, the likest first
    vocabulary: int  #: how many entries it has
    whole_words: bool  #: False: its tokens are pieces of words


@dataclass(frozen=True)
class TrainingPlanned:
    """The fields of a :class:`model.training.plan.TrainingPlan`."""

    ticket: int
    plan: Mapping[str, Any]


Item = (
    Progress | Opened | Asked | HeadsChecked | RunGrows | RunGrown | RunDone | MeasurementReply | WordsSuggested
    | Tokens | Inspected | Saved | TrainingPlanned | Failed
)  # fmt: skip
Reply = Item | Ready | Cancelled
Message = Request | Reply
Header = dict[str, Any]
