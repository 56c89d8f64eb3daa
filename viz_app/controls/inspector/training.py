"""The answer to *What is different in training?*: this run against one pass over a label."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from model.analysis.formulas import conventions_of
from model.analysis.loss import is_taught, labels_given
from model.record.trace import Trace
from viz_app.controls.inspector.computation_texts import ComputationPart
from viz_app.controls.inspector.number_strips import Numbers, signed
from viz_app.controls.inspector.parts import PartsAnswer
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import fill, quoted, translate
from viz_app.state.questions import asked_step
from viz_app.state.state import Snapshot

SHOWN = 6  #: steps in the list
WARM_UP, PAPER_WIDTH = 4_000, 512  #: updates; d_model of the paper's base model
BETWEEN, LAST = 500, 20_000  #: updates from bar to bar, and of the last one
NAMED = 2, 4, 8, 16  #: bars from one update with its name to the next, the first number whose names all have room


class TrainingAnswer(PartsAnswer):
    """Of the run on screen; the same at every step."""

    def fill(self, snapshot: Snapshot) -> None:
        self.show_parts(*training(snapshot))


def training(now: Snapshot) -> tuple[str, tuple[ComputationPart, ...]]:
    """Which of the two this run is, then the input, the loss, and what is random in training."""
    run = now.run
    assert run is not None, "it is there"
    note = translate(
        "TrainingAnswer",
        "This run decoded step by step: each step read what the steps before had produced, right or wrong.",
    )
    if run.at_once:
        note = translate(
            "TrainingAnswer", "This run had its target given and read all of it in one pass, as in training."
        )
    loss = _loss(now, run)
    return note, (_input(run), *(() if loss is None else (loss,)), _rate(run), _random(), _order())


def _input(run: Trace) -> ComputationPart:
    """What the decoder reads in each."""
    tokens = tokens_of(run)
    lines = [
        translate("TrainingAnswer", "Here the decoder reads its own tokens, one step after the other:"),
        " ".join(quoted(token.text) for token in tokens.consumed[:SHOWN]) + (" …" if run.steps > SHOWN else ""),
        fill(translate("TrainingAnswer", "%1 steps, %1 passes of the decoder."), run.steps),
        translate(
            "TrainingAnswer",
            "In training it reads the right translation, whatever it would have produced (teacher forcing): all rows "
            "in one pass, and the look-ahead mask keeps each from seeing its own label.",
        ),
    ]
    if run.at_once:
        del lines[0], lines[1]
    return ComputationPart(translate("TrainingAnswer", "What the decoder reads"), "3.1", "", tuple(lines), ())


def _loss(now: Snapshot, run: Trace) -> ComputationPart | None:
    """−ln p of each label that counts: of what was given, else of each produced token as if it were the label."""
    if run.produced_probability is None or not run.steps:
        return None
    given = labels_given(run)
    losses = -np.log(np.maximum(run.produced_probability[:given].astype(np.float64), np.finfo(np.float32).tiny))
    names = tuple(token.text for token in tokens_of(run).produced[:given])
    said = translate("TrainingAnswer", "Inference takes a token and computes no loss. If these tokens were the label:")
    if is_taught(run):
        said = translate("TrainingAnswer", "The given target is the label, as in training:")
    lines = [
        said,
        fill(translate("TrainingAnswer", "mean of −ln p over %1 tokens = %2 nats; perplexity e^%2 = %3"),
             given, signed(float(losses.mean())), signed(float(np.exp(losses.mean())))),
    ]  # fmt: skip
    smoothing = conventions_of(run, now.network).smoothing
    if smoothing:
        told = translate(
            "TrainingAnswer",
            "Training smoothed its labels with ε = %1 (5.4): a share of ε of the loss asks for all other tokens, so "
            "that no p reaches 1.",
        )
        lines.append(fill(told, f"{smoothing:g}"))
        lines.append(fill(translate("TrainingAnswer", "loss = %1 · (−ln p) + %2 · mean of −ln p over the vocabulary"),
                          f"{1 - smoothing:g}", f"{smoothing:g}"))  # fmt: skip
    marked = min(asked_step(now.run_selection), given - 1)
    bars = Numbers(
        translate("TrainingAnswer", "−ln p of each token"), losses.astype(np.float32), names, marked, bars=True
    )
    return ComputationPart(translate("TrainingAnswer", "The loss"), "5.4", "", tuple(lines), (bars,))


def learning_rate(update: NDArray[np.float64], width: int, warm_up: int = WARM_UP) -> NDArray[np.float64]:
    """The paper's schedule (5.3): linear up to the end of the warm-up, then with the inverse square root."""
    rates: NDArray[np.float64] = np.minimum(update**-0.5, update * warm_up**-1.5) / np.sqrt(width)
    return rates


def _rate(run: Trace) -> ComputationPart:
    """Warm-up as a curve of bars; of a run without vectors with the paper's width."""
    held = run.activations.get("source_embedded")
    width = PAPER_WIDTH if held is None else int(held.shape[-1])
    updates = np.arange(BETWEEN, LAST + 1, BETWEEN, dtype=np.float64)
    rates = learning_rate(updates, width)
    top = int(rates.argmax())
    lines = (
        translate("TrainingAnswer", "rate = 1/√d_model · min(1/√update, update / warm-up^1.5)"),
        fill(translate("TrainingAnswer", "In the paper it grows evenly for %1 updates and falls after them (5.3); with "
                       "d_model = %2 to at most %3. Early steps with a large rate would unsettle a network whose "
                       "norms come after the sums."), f"{WARM_UP:,}", width, f"{rates[top]:.5f}"),
    )  # fmt: skip
    names = tuple(f"{int(update):,}" for update in updates)
    name = translate("TrainingAnswer", "learning rate × 1,000, by update")
    bars = Numbers(name, (1_000 * rates).astype(np.float32), names, marked=top, bars=True, evenly=NAMED)
    return ComputationPart(translate("TrainingAnswer", "The learning rate"), "5.3", "", lines, (bars,))


def _random() -> ComputationPart:
    lines = (
        translate(
            "TrainingAnswer",
            "In training dropout sets random numbers to 0, in every sub-layer and in the sums of the embeddings (5.4), "
            "and scales up the rest. Here there is none: the same sentence gives the same numbers.",
        ),
        translate("TrainingAnswer", "The weights of the network change after each batch in training, and never here."),
    )
    return ComputationPart(translate("TrainingAnswer", "What is random, and what changes"), "5.4", "", lines, ())


def _order() -> ComputationPart:
    told = translate(
        "TrainingAnswer", "“Teacher forcing” among the views shows one pass over a translation of your own."
    )
    return ComputationPart(translate("TrainingAnswer", "See it here"), "", "", (told,), ())
