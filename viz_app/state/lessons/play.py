"""A lesson as it is being played: which step, what was answered and tried; and what may be asked for. Values only."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

from model.common.lazy_dataclass import dataclass
from model.lessons.lesson import Lesson, LessonStep, Prediction
from model.lessons.quantities import RowPlace, row_of, spelled_token
from model.record.trace import Trace
from viz_app.state.state import Snapshot


@dataclass(frozen=True)
class StartLesson:
    """Begin it, in place of what is on screen; ``folder`` is where its file lies."""

    lesson: Lesson
    folder: Path


@dataclass(frozen=True)
class LeaveLesson:
    """Bring back what was on screen before."""


@dataclass(frozen=True)
class GoInLesson:
    """So many steps further, or back; past the last one the lesson is done and left."""

    by: int


@dataclass(frozen=True)
class ShowGoal:
    """Do what the step asks for."""


@dataclass(frozen=True)
class AnswerCard:
    """The statement is taken for true, or false."""

    value: bool


@dataclass(frozen=True)
class TryPrediction:
    """One answer of somebody: the token that is expected, and its position where one was chosen."""

    token: str
    key: int | None = None


@dataclass(frozen=True)
class RevealPrediction:
    """Lift the curtain."""


@dataclass(frozen=True)
class PredictHere:
    """A curtain over what is on screen, without a lesson: ``cell`` or ``word``, as a step's."""

    what: Prediction


LessonAct = (
    StartLesson | LeaveLesson | GoInLesson | ShowGoal | AnswerCard | TryPrediction | RevealPrediction | PredictHere
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class LessonPlay:
    """Where one is in a lesson."""

    lesson: Lesson
    folder: Path
    at: int = 0  #: its step, from 0
    ready: bool = False  #: what it begins with is on screen
    done: bool = False  #: the goal of the step has been met
    showing: bool = False  #: the goal is being brought about by itself
    answer: bool | None = None  #: of a card
    tries: tuple[TryPrediction, ...] = ()
    revealed: bool = False

    @property
    def step(self) -> LessonStep:
        """The step that one is at."""
        return self.lesson.steps[self.at]

    @property
    def is_last(self) -> bool:
        """Is it the last one?"""
        return self.at == len(self.lesson.steps) - 1

    @property
    def curtain(self) -> bool:
        """Does a curtain hide what is to be predicted?"""
        return bool(self.step.predict) and not self.revealed

    @property
    def waits(self) -> bool:
        """Is something still to be done before the next step? What is only read is done at once."""
        if self.step.card is not None:
            return self.answer is None
        return not self.done

    def moved(self, by: int) -> LessonPlay:
        """At another step, with nothing done there."""
        at = min(max(self.at + by, 0), len(self.lesson.steps) - 1)
        done = not self.lesson.steps[at].goal
        return replace(self, at=at, done=done, showing=False, answer=None, tries=(), revealed=False)


def place_of(now: Snapshot) -> RowPlace:
    """What is selected, in the run as it was recorded."""
    chosen = now.run_selection
    return RowPlace(chosen.kind, chosen.layer, chosen.head, chosen.step, chosen.query, chosen.key)


# --- predictions ---


def expected(run: Trace, at: RowPlace, step: LessonStep) -> TryPrediction | None:
    """What is behind the curtain: the next token of the step, or the key with most weight in the row."""
    if step.predict == "word":
        return None if run.produced_tokens is None else TryPrediction(spelled_token(str(run.produced_tokens[at.step])))
    row = row_of(run, at)
    if row is None:
        return None
    key = int(row.argmax())
    return TryPrediction(spelled_token(run.columns(at.kind)[key]), key)


def is_right(one: TryPrediction, truth: TryPrediction) -> bool:
    """Words are compared without regard to capitals: a class shouts them."""
    if truth.key is not None:
        return one.key == truth.key
    return one.token.strip().casefold() == truth.token.casefold()


def distance(one: TryPrediction, truth: TryPrediction) -> int | None:
    """How many columns it is off; None where a word was expected."""
    return None if one.key is None or truth.key is None else abs(one.key - truth.key)


def rank_of(run: Trace, step: int, token: str) -> tuple[int, float] | None:
    """The place among the candidates of a step, from 1, and the probability; None where it is not among them."""
    if run.candidate_tokens is None or run.candidate_probabilities is None:
        return None
    for at, candidate in enumerate(run.candidate_tokens[step]):
        if spelled_token(str(candidate)).casefold() == token.strip().casefold():
            return at + 1, float(run.candidate_probabilities[step][at])
    return None


def counted(tries: tuple[TryPrediction, ...]) -> list[tuple[str, int]]:
    """How often each token was expected, the most frequent first."""
    return Counter(one.token.strip() for one in tries).most_common()
