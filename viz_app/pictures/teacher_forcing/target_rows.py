"""The table of teacher forcing: a run's positions as texts and numbers, and its summary."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from model.analysis.loss import Losses, is_taught, losses
from model.common.lazy_dataclass import dataclass
from model.record.kept_by_run import kept_by_run
from model.record.trace import Trace
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import MOST_PLACES, decimal, digits_for, said

if TYPE_CHECKING:
    from viz_app.state.classroom.glosses import RunGlosses


MOST = 10  #: decimals of a probability are fewer
SMALL = 0.001  #: a probability that is less is told by its size where four decimals do not do


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
    told: str = ""  #: the probability of the label, in digits that its loss follows from
    highest: str = ""  #: the one of the most probable token, in as many
    gloss: str = ""  #: what the word of the label means


@dataclass(frozen=True, eq=False)
class TargetRows:
    """All rows, and what they add up to."""

    positions: tuple[Position, ...]
    losses: Losses
    taught: bool  #: the target was given; else the run's own tokens take its place

    @property
    def ignored(self) -> int:
        return len(self.positions) - self.losses.given


@kept_by_run(4)
def lesson_of(trace: Trace) -> TargetRows | None:
    """Kept while the run is shown; None for one that does not say how probable its tokens were."""
    found, tokens = losses(trace), tokens_of(trace)
    ids, probability = trace.produced_ids, trace.produced_probability
    lacking = ids is None or probability is None or not len(tokens.consumed) == len(tokens.produced) == trace.steps > 0
    if found is None or lacking or trace.candidate_ids is None or trace.candidate_tokens is None:
        return None
    if trace.candidate_probabilities is None or not trace.candidate_ids.shape[1]:
        return None
    assert ids is not None
    assert probability is not None
    decimals = _decimals(probability, found)
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
            _told(float(probability[t]), float(found.each[t]), decimals),
            chance(float(trace.candidate_probabilities[t, 0]), decimals),
        )
        for t in range(trace.steps)
    )
    return TargetRows(positions, found, is_taught(trace))


def glossed(lesson: TargetRows, meant: RunGlosses | None) -> TargetRows:
    """With what the words of the labels mean."""
    if meant is None or len(meant.produced) != len(lesson.positions) or not any(meant.produced):
        return lesson
    rows = zip(lesson.positions, meant.produced, strict=True)
    return replace(lesson, positions=tuple(replace(row, gloss=gloss) for row, gloss in rows))


def subtitle(lesson: TargetRows) -> str:
    """What was given."""
    translate = QCoreApplication.translate
    if lesson.taught:
        return translate("pictures", "the given target in one pass")
    return translate("pictures", "the model’s own output as target")


def sums(lesson: TargetRows, brief: bool = False) -> str:
    """The total, the mean and the perplexity, with their formulas where there is room for them."""
    found, translate = lesson.losses, QCoreApplication.translate
    short = translate("pictures", "Σ ln p = {total} · mean loss {loss} · perplexity {perplexity}")
    template = short if brief else translate(
        "pictures", "ln p(target) = Σ ln p = {total}   ·   mean loss = −Σ ln p / {count} = {loss} nats   ·   "
        "perplexity = e^{loss} = {perplexity}",
    )  # fmt: skip
    total, loss, perplexity = _sums(found)
    return template.format(total=total, count=found.given, loss=loss, perplexity=perplexity)


def _sums(found: Losses) -> tuple[str, str, str]:
    """Σ ln p, the mean loss and the perplexity in digits that follow from each other; the loss has three or more."""
    for places in range(3, MOST_PLACES):
        loss = decimal(found.loss, places)
        total = digits_for(lambda total: -total / found.given, (found.log_probability,), loss, places)
        for shown in (2, 3, 1):
            perplexity = decimal(found.perplexity, shown)
            if total is not None and decimal(_exp(said(loss)), shown) == perplexity:
                return total[0], loss, perplexity
    return number(found.log_probability, 3), number(found.loss, 3), number(found.perplexity, 2)


def _exp(loss: float) -> float:
    return math.exp(loss) if loss < 700 else math.inf


def explanation(lesson: TargetRows) -> str:
    """How the columns belong together, and what is left out of the mean."""
    translate = QCoreApplication.translate
    shift = translate(
        "pictures",
        "input = target shifted right: it begins with the start token; the next token of the last "
        "position is the end token",
    )
    if not lesson.ignored:
        return shift
    ignored = translate("pictures", "{count} positions of padding are ignored, also in the mean")
    return f"{ignored.format(count=lesson.ignored)}; {shift}"


def sentence(lesson: TargetRows, title: str, step: int) -> str:
    """The table for those who do not see it: the sums and the selected row."""
    row = lesson.positions[step]
    template = QCoreApplication.translate(
        "pictures", "{title}, {given}; {sums}. Position {position}: input “{input}”, next token “{label}” with "
        "probability {probability}; predicted: “{predicted}” ({highest}).",
    )  # fmt: skip
    return template.format(
        title=title, given=subtitle(lesson), sums=sums(lesson), position=step, input=row.input, label=row.label,
        probability=row.told, predicted=row.predicted, highest=row.highest,
    )  # fmt: skip


def _decimals(probability: NDArray[np.float32], found: Losses) -> int:
    """Of every probability of the table: as few, from four on, as every loss follows from; a column is read as one."""
    both = zip(probability.tolist(), found.each.tolist(), strict=True)
    rows = [(p, loss) for p, loss in both if p >= SMALL and math.isfinite(loss)]
    return next((count for count in range(4, MOST) if all(_follows(p, loss, count) for p, loss in rows)), 4)


def _told(probability: float, loss: float, decimals: int) -> str:
    """A probability in at least so many decimals, and in as many as it takes that −ln of it is the loss as printed."""
    digits = range(decimals, MOST) if probability > 0 and math.isfinite(loss) else ()
    return chance(probability, next((count for count in digits if _follows(probability, loss, count)), decimals))


def _follows(probability: float, loss: float, digits: int) -> bool:
    """Is −ln of the probability as printed the loss as printed?"""
    return number(-math.log(float(chance(probability, digits).replace("−", "-"))), 3) == number(loss, 3)


def chance(value: float, digits: int = 4) -> str:
    """A probability with so many decimals; one that would be printed as zero and is none shows its size."""
    if 0 < value < 0.5 * 10.0**-digits or (digits > 4 and 0 < value < SMALL):
        digit, _, power = f"{value:.{digits - 4}e}".partition("e-")
        return f"{digit}e−{int(power)}"
    return number(value, digits)


def number(value: float, places: int) -> str:
    """As it is printed; a number without end, or none, has its own sign."""
    if math.isnan(value):
        return "–"
    if math.isinf(value) or abs(value) >= 1e9:
        return "−∞" if value < 0 else "∞"
    return f"{value:.{places}f}".replace("-", "−")


Column = Literal["position", "input", "label", "predicted", "probability", "loss", "mean"]


def headings(lesson: TargetRows) -> dict[Column, str]:
    """What stands above each column."""
    translate = QCoreApplication.translate
    return {
        "position": translate("pictures", "pos."),
        "input": translate("pictures", "input"),
        "label": translate("pictures", "label (given)") if lesson.taught else translate("pictures", "next (own)"),
        "predicted": translate("pictures", "predicted"),
        "probability": translate("pictures", "p(label)") if lesson.taught else translate("pictures", "p(next)"),
        "loss": translate("pictures", "−ln p"),
        "mean": translate("pictures", "mean so far"),
    }


def ignored_word() -> str:
    """In place of the loss of padding."""
    return QCoreApplication.translate("pictures", "ignored")
