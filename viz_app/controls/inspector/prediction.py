"""What a step predicts: the answers to *Why this word?* and *What were the logits?*.

The first has the step's candidates before and after the softmax, and the source words of its row in the head that
aligns words best, whichever head is on screen. From there one click leads to how the row's largest weight is computed,
to the logits themselves, and to the effect of each source word, which no weight is. The second has the candidates with
the checkpoint's own rows of the vocabulary head.
"""

from __future__ import annotations

import math
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QPushButton, QWidget

from model.analysis.aligning_head import HeadPlace
from model.analysis.formulas import conventions_of
from model.analysis.projections import Logits, logits
from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace
from model.transforms.places import Place, in_reading
from viz_app.controls.inspector.computation_texts import ComputationPart
from viz_app.controls.inspector.number_strips import Numbers, signed
from viz_app.controls.inspector.parts import PartsAnswer
from viz_app.controls.inspector.projections import lacking_weights
from viz_app.pictures.drawing.picture_texts import head_name, layer_name
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.pictures.drawing.why_here import why_here
from viz_app.platform.text import exact, fill, quoted, tooltip, translate
from viz_app.state.file_heads import best_head
from viz_app.state.intents import Intent, Select
from viz_app.state.questions import asked_step, asking, questions
from viz_app.state.state import Selection, Snapshot
from viz_app.tables.parts.candidates import Candidate, candidates_of
from viz_app.tables.parts.current_row import consumed

LISTED, NAMED = 5, 3  #: candidates and source tokens in words
LEAST = 40  #: pixels of a button
FURTHER = ("computation", "logits", "effects")  #: questions one click away


class PredictionAnswer(PartsAnswer):
    """Of the step that is asked about, with the ways on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot = Snapshot()
        self.ways = {name: QPushButton(self) for name in FURTHER}
        titles = {
            "computation": translate("Prediction", "How this weight is computed"),
            "logits": translate("Prediction", "The logits"),
            "effects": translate("Prediction", "Without each word"),
        }
        self._row = row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        for name, way in self.ways.items():
            way.setText(titles[name])
            way.setToolTip(tooltip(questions()[name].tip))
            way.clicked.connect(partial(self._go_on, name))
            way.setMinimumWidth(LEAST)
            row.addWidget(way, 0, Qt.AlignmentFlag.AlignLeft)
        row.addStretch(1)
        self.box.insertLayout(1, row)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """The ways on stand beside each other where they have room."""
        super().resizeEvent(event)
        needed = sum(way.sizeHint().width() + self._row.spacing() for way in self.ways.values())
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._row.setDirection(across if needed <= self.width() else down)

    def fill(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self.show_parts(*told_prediction(snapshot))
        asked, row = questions(), aligned_row(snapshot)
        for name, way in self.ways.items():
            way.setEnabled(asked[name].can(snapshot) and (name != "computation" or row is not None))

    def _go_on(self, name: str) -> None:
        """Another question; that about the weight is of the row that is shown here."""
        row = aligned_row(self._snapshot)
        if name == "computation" and row is not None:
            self.requested.emit(row.select(self._snapshot))
        for intent in asking(name, self._snapshot):
            self.requested.emit(intent)


@dataclass(frozen=True, eq=False)
class AlignedRow:
    """One row of the head that aligns best."""

    run: Trace
    head: HeadPlace
    step: int
    weights: NDArray[np.float32]  #: [S]

    @property
    def key(self) -> int:
        """The source token with most weight."""
        return int(self.weights.argmax())

    def largest(self) -> list[int]:
        """Source tokens, the heaviest first."""
        return [int(key) for key in np.argsort(-self.weights, kind="stable")[:NAMED]]

    def select(self, now: Snapshot) -> Intent:
        """What brings its largest weight on screen; where heads are joined, of all of them."""
        done = None if now.trace is None else now.trace.meta.reading
        if done is None:
            return Select(kind="cross", layer=self.head[0], head=self.head[1], step=self.step, key=self.key)
        place = in_reading(done, "cross", Place(self.step, key=self.key))
        layer, head = self.head if done.aggregate == "none" else (None, None)
        return Select(kind="cross", layer=layer, head=head, step=place.step, key=place.key)


def aligned_row(now: Snapshot) -> AlignedRow | None:
    """Of the step that is asked about; None where a run has no cross attention, or nothing in it aligns."""
    run = now.run
    head = best_head(now)
    if run is None or head is None or run.cross_attention is None:
        return None
    step = min(asked_step(now.run_selection), run.steps - 1)
    return AlignedRow(run, head, step, np.asarray(run.cross_attention[head[0], head[1], step]))


def told_prediction(now: Snapshot) -> tuple[str, tuple[ComputationPart, ...]]:
    """The probability in a sentence; the candidates, and the source words."""
    run, step = now.run, asked_step(now.run_selection)
    assert run is not None, "it has candidates"
    found = candidates_of(run, min(step, run.steps - 1))
    row = aligned_row(now)
    note = _summary(run, step, found)
    if row is None:
        return note, (_candidates(found),)
    token = quoted(tokens_of(run).source[row.key].text)
    most = translate("Prediction", "The head that aligns best gives most weight to %1: %2.")
    weight = exact(float(row.weights[row.key]))
    return f"{note} {fill(most, token, weight)}", (_source(row, now), _candidates(found))


def _summary(run: Trace, step: int, found: tuple[Candidate, ...]) -> str:
    produced = next((each for each in found if each.produced), found[0])
    others = [each for each in found if each is not produced]
    read = consumed(run, step)
    texts = quoted("" if read is None else read), quoted(produced.label), exact(produced.probability)
    told = fill(translate("Prediction", "Step %1: after %2 the model gives %3 the probability %4."), step + 1, *texts)
    if not others:
        return told
    other = max(others, key=lambda each: each.probability)
    after = quoted(other.label), exact(other.probability)
    if other.probability > produced.probability:
        more = fill(translate("Prediction", "Its likeliest candidate is %1: %2."), *after)
    else:
        more = fill(translate("Prediction", "The next candidate is %1: %2."), *after)
    return f"{told} {more}"


def _candidates(found: tuple[Candidate, ...]) -> ComputationPart:
    """Logits below the largest, which are all that the softmax knows of them, beside the probabilities."""
    known = [each for each in found if each.probability > 0]  # not one that is not known
    largest = max((math.log(each.probability) for each in known), default=0.0)
    below = np.array([math.log(each.probability) - largest for each in known], dtype=np.float32)
    template = translate("Prediction", "%1: logit %2 → probability %3")
    lines = (
        translate("Prediction", "Softmax knows only by how much a logit is below the largest, here 0:"),
        *(
            fill(template, quoted(each.label), signed(float(logit)), exact(each.probability))
            for each, logit in zip(known[:LISTED], below, strict=False)
        ),
    )
    marked = next((place for place, each in enumerate(known) if each.produced), None)
    bars = Numbers(
        translate("Prediction", "logits, the largest 0"), below, tuple(each.label for each in known), marked, bars=True
    )
    return ComputationPart(
        translate("Prediction", "Candidates before the softmax → after it"), "3.4", "", lines, (bars,)
    )


def _source(row: AlignedRow, now: Snapshot) -> ComputationPart:
    """What the row of the head that aligns best gives weight to, and on whose authority it does."""
    labels = tuple(token.text for token in tokens_of(row.run).source)
    reason = why_here(Snapshot(trace=row.run, file_heads=now.file_heads, selection=Selection("cross", *row.head)))
    where = f"{layer_name(row.head[0])} · {head_name(row.head[1])}"
    weights = ", ".join(f"{quoted(labels[key])} {exact(float(row.weights[key]))}" for key in row.largest())
    mean = float(np.asarray(row.run.cross_attention)[:, :, row.step, row.key].mean())
    lines = (
        f"{where}: {reason}" if reason else where,
        weights,
        fill(translate("Prediction", "Mean of all heads of cross attention on %1: %2"), quoted(labels[row.key]),
             exact(mean)),
        translate("Prediction", "A weight says which values a head adds up, not what the word is due to. The effect of "
                  "a source word is measured by leaving it out."),
    )  # fmt: skip
    bars = Numbers(translate("Computation", "weights of the row"), row.weights, labels, row.key, bars=True)
    return ComputationPart(
        translate("Prediction", "Source words that this step gives weight to"), "3.2.3", "", lines, (bars,)
    )


class LogitsAnswer(PartsAnswer):
    """Of the selected step."""

    def fill(self, snapshot: Snapshot) -> None:
        self.show_parts(*told_logits(snapshot))


def told_logits(now: Snapshot) -> tuple[str, tuple[ComputationPart, ...]]:
    """What a logit is in a sentence; the likeliest one term by term, all of them, and the softmax."""
    run, step = now.run, now.run_selection.step
    assert run is not None, "it is there"
    lacking = lacking_weights(now)
    if lacking:
        return lacking, ()
    assert now.weights is not None, "nothing is lacking"
    found = logits(now.weights, step, bool(conventions_of(run, now.network).scaled_logits))
    if found is None or not found.agrees:
        return translate("Logits", "The matrices of the open checkpoint do not give this run’s candidates."), ()
    names = tuple(candidate.label for candidate in candidates_of(run, step))[: len(found.values)]
    note = translate(
        "Logits",
        "Step %1: a logit is h · the token’s row of the vocabulary head; any number, and only differences count.",
    )
    return fill(note, step + 1), (_first(found, names), _all(found, names), _softmax(found, names))


def _first(found: Logits, names: tuple[str, ...]) -> ComputationPart:
    products = found.matrix[0].astype(np.float64) * found.read
    bias = float(found.values[0] - products.sum())
    line = fill(translate("Logits", "sum of %1 products = %2"), len(products), signed(float(products.sum())))
    if abs(bias) > 1e-6:
        sum_told = f"{signed(float(products.sum()))} {'−' if bias < 0 else '+'} {signed(abs(bias))}"
        line += f"; + b: {sum_told} = {signed(float(found.values[0]))}"
    strips = (
        Numbers(translate("Logits", "h: output of the decoder"), found.read.astype(np.float32)),
        Numbers(fill(translate("Logits", "row of %1 in the vocabulary head"), quoted(names[0])), found.matrix[0]),
        Numbers(translate("Logits", "their products"), products.astype(np.float32)),
    )
    return ComputationPart(fill(translate("Logits", "Logit of %1"), quoted(names[0])), "3.4", "", (line,), strips)


def _all(found: Logits, names: tuple[str, ...]) -> ComputationPart:
    lines = [f"{quoted(name)}: {signed(float(value))}" for name, value in zip(names, found.values, strict=True)]
    values, ranks = found.values.astype(np.float32), found.probabilities  # which the strip below has
    bars = Numbers(translate("Logits", "logits"), values, names, bars=True, ranked_by=ranks)
    return ComputationPart(translate("Logits", "Logits of the candidates"), "3.4", "", tuple(lines), (bars,))


def _softmax(found: Logits, names: tuple[str, ...]) -> ComputationPart:
    value, p = float(found.values[0]), math.exp(float(found.values[0]) - found.total)
    lines = [
        fill(translate("Logits", "ln Σ e^logit over the whole vocabulary = %1"), signed(found.total)),
        f"p({quoted(names[0])}) = e^({signed(value)} − {signed(found.total)}) = {exact(p)}",
    ]
    if len(names) > 1:
        apart = float(found.values[0] - found.values[1])
        times = translate("Logits", "%1 more than the next logit: e^%1 = %2 times its probability.")
        lines.append(fill(times, signed(apart), signed(math.exp(apart))))
    bars = Numbers(translate("Logits", "probabilities"), found.probabilities.astype(np.float32), names, bars=True)
    return ComputationPart(translate("Logits", "Softmax over the vocabulary"), "3.4", "", tuple(lines), (bars,))
