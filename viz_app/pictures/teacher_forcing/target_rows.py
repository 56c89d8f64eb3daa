"""What a table of teacher forcing says: a run's positions as texts and numbers, and its summary. It draws nothing."""

from __future__ import annotations

import math
import weakref
from functools import lru_cache

from PySide6.QtCore import QCoreApplication

from model.analysis.loss import Losses, is_taught, losses
from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace
from viz_app.pictures.drawing.tokens import tokens_of


@dataclass(frozen=True)
class Position:
    """One row: the decoder consumes ``input`` and is asked for ``label``."""

    input: str
    label: str
    predicted: str
    predicted_probability: float
    probability: float  #: of the label
    loss: float  #: −ln p of the label; not-a-number where it is ignored
    mean: float  #: of the losses so far
    agrees: bool  #: the label is the most probable token
    ignored: bool  #: padding of a batch
    forced: bool  #: not the model's own choice in a run that was decoded


@dataclass(frozen=True, eq=False)
class Lesson:
    """All rows, and what they add up to."""

    positions: tuple[Position, ...]
    losses: Losses
    taught: bool  #: the target was given; else the run's own tokens take its place

    @property
    def ignored(self) -> int:
        return len(self.positions) - self.losses.given


def lesson_of(trace: Trace) -> Lesson | None:
    """Kept while the run is shown; None for one that does not say how probable its tokens were."""
    return _lesson(weakref.ref(trace))


@lru_cache(maxsize=4)
def _lesson(reference: weakref.ref[Trace]) -> Lesson | None:
    trace = reference()
    assert trace is not None, "the caller holds it"
    found, tokens = losses(trace), tokens_of(trace)
    ids, probability = trace.produced_ids, trace.produced_probability
    lacking = ids is None or probability is None or not len(tokens.consumed) == len(tokens.produced) == trace.steps > 0
    if found is None or lacking or trace.candidate_ids is None or trace.candidate_tokens is None:
        return None
    if trace.candidate_probabilities is None or not trace.candidate_ids.shape[1]:
        return None
    assert ids is not None
    assert probability is not None
    positions = tuple(
        Position(
            tokens.consumed[t].text,
            tokens.produced[t].text,
            tokens.candidate(str(trace.candidate_tokens[t, 0]), int(trace.candidate_ids[t, 0])),
            float(trace.candidate_probabilities[t, 0]),
            float(probability[t]),
            float(found.each[t]),
            float(found.mean[t]),
            bool(trace.candidate_ids[t, 0] == ids[t]),
            t >= found.given,
            trace.origin is not None and str(trace.origin[t]) == "forced",
        )
        for t in range(trace.steps)
    )
    return Lesson(positions, found, is_taught(trace))


def subtitle(lesson: Lesson) -> str:
    """What was given."""
    translate = QCoreApplication.translate
    if lesson.taught:
        return translate("pictures", "the given target in one pass")
    return translate("pictures", "this run on itself: given = produced")


def sums(lesson: Lesson, brief: bool = False) -> str:
    """The total, the mean and the perplexity, with their formulas where there is room for them."""
    found, translate = lesson.losses, QCoreApplication.translate
    short = translate("pictures", "Σ ln p = {total} · mean loss {loss} · perplexity {perplexity}")
    template = short if brief else translate(
        "pictures", "ln p(target) = Σ ln p = {total}   ·   mean loss = −Σ ln p / {count} = {loss} nats   ·   "
        "perplexity = e^{loss} = {perplexity}",
    )  # fmt: skip
    return template.format(
        total=number(found.log_probability, 3), count=found.given, loss=number(found.loss, 3),
        perplexity=number(found.perplexity, 2),
    )  # fmt: skip


def explanation(lesson: Lesson) -> str:
    """How the columns belong together, and what is left out of the mean."""
    translate = QCoreApplication.translate
    shift = translate(
        "pictures", "input = target shifted right: the start token moves in, the last label is the end token"
    )
    if not lesson.ignored:
        return shift
    ignored = translate("pictures", "{count} positions of padding are ignored, also in the mean")
    return f"{ignored.format(count=lesson.ignored)}; {shift}"


def sentence(lesson: Lesson, title: str, step: int) -> str:
    """The table for those who do not see it: the sums and the selected row."""
    row = lesson.positions[step]
    template = QCoreApplication.translate(
        "pictures", "{title}, {given}; {sums}. Position {position}: input “{input}”, label “{label}” with probability "
        "{probability}; most probable: “{predicted}” ({highest}).",
    )  # fmt: skip
    return template.format(
        title=title, given=subtitle(lesson), sums=sums(lesson), position=step, input=row.input, label=row.label,
        probability=chance(row.probability), predicted=row.predicted, highest=chance(row.predicted_probability),
    )  # fmt: skip


def chance(value: float) -> str:
    """A probability; one that would be printed as zero and is none shows its size."""
    if 0 < value < 0.00005:
        digit, _, power = f"{value:.0e}".partition("e-")
        return f"{digit}e−{int(power)}"
    return number(value, 4)


def number(value: float, places: int) -> str:
    """As it is printed; a number without end, or none, has its own sign."""
    if math.isnan(value):
        return "–"
    if math.isinf(value) or abs(value) >= 1e9:
        return "−∞" if value < 0 else "∞"
    return f"{value:.{places}f}".replace("-", "−")
