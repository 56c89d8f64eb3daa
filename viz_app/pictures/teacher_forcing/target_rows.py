"""The table of teacher forcing: a run's positions as texts and numbers, its summary, and the places of its rows.

On screen a page of rows in reading size, the one with the selected row; in an export all rows, in blocks
side by side, as small as they must be. Lengths are device pixels; it draws nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from PySide6.QtCore import QCoreApplication

from model.analysis.loss import Losses, is_taught, losses
from model.common.lazy_dataclass import dataclass
from model.record.kept_by_run import kept_by_run
from model.record.trace import Trace
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import MOST_PLACES, decimal, digits_for, said
from viz_app.platform.theme import font, text_width


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
            _told(float(probability[t]), float(found.each[t])),
        )
        for t in range(trace.steps)
    )
    return TargetRows(positions, found, is_taught(trace))


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
        probability=row.told, predicted=row.predicted, highest=chance(row.predicted_probability),
    )  # fmt: skip


def _told(probability: float, loss: float) -> str:
    """A probability in at least four digits, and in as many as it takes that −ln of it is the loss as printed."""
    wanted = number(loss, 3)
    for digits in range(4, 10) if probability > 0 and math.isfinite(loss) else ():
        text = chance(probability, digits)
        if number(-math.log(float(text.replace("−", "-"))), 3) == wanted:
            return text
    return chance(probability)


def chance(value: float, digits: int = 4) -> str:
    """A probability with so many decimals; one that would be printed as zero and is none shows its size."""
    if 0 < value < 0.5 * 10.0**-digits or (digits > 4 and 0 < value < 0.001):
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
#: What is shown, from where everything fits to where hardly anything does.
SETS: tuple[tuple[Column, ...], ...] = (
    ("position", "input", "label", "predicted", "probability", "loss", "mean"),
    ("position", "input", "label", "predicted", "probability", "loss"),
    ("input", "label", "probability", "loss"),
    ("position", "label", "probability"),
)
ROW = 1.75  #: height of a row in heights of its font
LONGEST = 9.0  #: a token's width in heights of the font; longer ones are elided
SMALLEST, LARGEST = 0.78, 1.3  #: of the font in an export; columns are left out before it is smaller
BAR = 5.0  #: width of a probability's bar in heights of the font
BARRED = ("probability", "mean")  #: with both there is room for bars


@dataclass(frozen=True)
class RowLayout:
    """One layout of rows ``first`` … ``first + shown − 1``."""

    columns: tuple[Column, ...]
    lefts: tuple[float, ...]  #: of the columns, from a block's left edge
    widths: tuple[float, ...]
    pixels: int  #: of the font
    row: float  #: height
    block: float  #: width of one block and the gap after it
    rows: int  #: in a block
    blocks: int
    first: int
    shown: int

    @property
    def bars(self) -> bool:
        """Are probabilities drawn as bars too?"""
        return all(name in self.columns for name in BARRED)

    def place(self, index: int) -> tuple[float, float] | None:
        """Left and top of a row, from the first block's first row; None where it is not on this page."""
        at = index - self.first
        return ((at // self.rows) * self.block, (at % self.rows) * self.row) if 0 <= at < self.shown else None

    def at(self, x: float, y: float) -> int | None:
        """The row under a point, from the same corner."""
        if x < 0 or y < 0 or y >= self.rows * self.row:
            return None
        inside = int(x // self.block) * self.rows + int(y // self.row)
        return self.first + inside if inside < self.shown and x // self.block < self.blocks else None


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


def page(lesson: TargetRows, step: int, width: float, height: float, pixels: int) -> RowLayout:
    """For a screen: the rows around ``step`` that fit, in the font of ``pixels``."""
    table = _first_that_fits(lesson, width, pixels)
    rows = max(1, int(height // table.row))
    blocks = max(1, min(int((width + _gap(pixels)) // table.block), -(-len(lesson.positions) // rows)))
    room = rows * blocks
    first = step // room * room
    return replace(table, rows=rows, blocks=blocks, first=first, shown=min(room, len(lesson.positions) - first))


def everything(lesson: TargetRows, width: float, height: float, pixels: int) -> RowLayout:
    """For an export: all rows, in the largest font that has room for them; columns are left out before it is tiny."""
    count = len(lesson.positions)
    for columns in SETS:
        last = columns == SETS[-1]
        for size in range(round(LARGEST * pixels), 0, -1):
            if size < SMALLEST * pixels and not last:
                break
            table = _columns(lesson, columns, size)
            rows = min(count, max(1, int(height // table.row)))
            blocks = -(-count // rows)
            rows = -(-count // blocks)  # as many in each
            fits = blocks * table.block - _gap(size) <= width and rows * table.row <= height
            if fits or (last and size == 1):
                return replace(table, rows=rows, blocks=blocks, shown=count)
    raise AssertionError("the last set with the smallest font is taken whatever the room")


def _first_that_fits(lesson: TargetRows, width: float, pixels: int) -> RowLayout:
    tables = [_columns(lesson, columns, pixels) for columns in SETS]
    return next((table for table in tables if table.block - _gap(pixels) <= width), tables[-1])


def _columns(lesson: TargetRows, columns: tuple[Column, ...], pixels: int) -> RowLayout:
    """The columns side by side, each as wide as what stands in it."""
    widths = [_width(lesson, name, columns, pixels) for name in columns]
    lefts, x = [], 0.0
    for name, width in zip(columns, widths, strict=True):
        lefts.append(x)
        x += width + pixels * (2.4 if name == "input" else 1.1)  # the shift is drawn after the input
    return RowLayout(
        columns, tuple(lefts), tuple(widths), pixels, ROW * pixels, x - 1.1 * pixels + _gap(pixels), 1, 1, 0, 1
    )


def _gap(pixels: int) -> float:
    """Between two blocks."""
    return 2.5 * pixels


def _width(lesson: TargetRows, name: Column, columns: tuple[Column, ...], pixels: int) -> float:
    face = font(pixels)
    heading = text_width(headings(lesson)[name], face) + 1
    number = _number("0.0000", pixels)
    if name == "position":
        return max(heading, text_width(str(len(lesson.positions)), face))
    if name == "loss" and lesson.ignored:
        heading = max(heading, text_width(ignored_word(), face))
    if name in ("loss", "mean"):
        return max(heading, _number("00.000", pixels))
    if name == "probability":
        forms = {re.sub(r"\d", "0", row.told) for row in lesson.positions}
        number = max([number, *(_number(form, pixels) for form in forms)])
        return max(heading, number + (BAR + 0.6) * pixels * all(name in columns for name in BARRED))
    texts = [getattr(row, name) for row in lesson.positions]
    token = min(_longest(texts, pixels), LONGEST * pixels)
    return max(heading, token + (1.6 * pixels + number if name == "predicted" else 0.0))


def _number(form: str, pixels: int) -> float:
    """The width of a number of this form, whatever its figures: they are not all equally wide."""
    return max(text_width(form.replace("0", figure), font(pixels)) for figure in "0123456789") + 1


def _longest(texts: Sequence[str], pixels: int) -> float:
    """The width of the widest of ``texts``; only those with the most characters are measured."""
    longest = sorted(set(texts), key=len)[-12:]
    return max((text_width(text, font(pixels)) for text in longest), default=0.0) + 0.4 * pixels
