"""Twelve further questions of a lecturer, each from a fresh start by at most three actions, answered on the screen.

The number that is looked for is computed here, from the run's arrays or the checkpoint's header; where an answer is
in words, it is the sentence that sums it up.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from tasks_hands import Hands

from model.analysis.projections import inner
from model.common.text import Text
from model.record.trace import KINDS, Trace
from viz_app.controls.inspector.parts import PartsAnswer
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.platform.text import decimal, localised, quoted, translate

WHEEL = 30  #: notches of one turn, at most


def run_of(hands: Hands) -> Trace:
    """The run on screen."""
    assert hands.now.run is not None, "there is one"
    return hands.now.run


def asked(name: str, wanted: Callable[[Hands], tuple[str, ...]] | None = None) -> Callable[[Hands], str]:
    """By the menu *Ask*; what is wanted of the answer stands in one text, after one turn of the wheel at most."""

    def do(hands: Hands) -> str:
        hands.command(f"ask.{name}")
        sheet = hands.program.window.answer_sheet
        answer = sheet.answer(name)
        assert isinstance(answer, PartsAnswer)
        hands.until(lambda: answer.note.text() != "…", "the matrices")
        hands.settle()
        hands.see(sheet.title.text())
        said = hands.see(answer.note.text())
        return said if wanted is None else found(hands, wanted(hands))

    return do


def found(hands: Hands, parts: tuple[str, ...]) -> str:
    """A text with these parts: in sight, or after a turn of the wheel that ends when it is."""
    if not hands.seen(*parts):
        hands.wheel(hands.program.window.answer_sheet.area, -WHEEL, until=lambda: bool(hands.seen(*parts)))
    return hands.see(*parts)


def _first_input(hands: Hands) -> tuple[str, ...]:
    run = run_of(hands)
    assert run.consumed_ids is not None, "it has steps"
    return quoted(tokens_of(run).consumed[0].text), str(int(run.consumed_ids[0]))


def _matrix(_: Hands) -> tuple[str, ...]:
    return ("x · W_Q",)


def _units(hands: Hands) -> tuple[str, ...]:
    """The strongest unit with its activation."""
    assert hands.now.weights is not None, "the engine has handed them over"
    units = inner(hands.now.weights, hands.now.selection.step, "relu")
    assert units is not None, "they are recorded"
    return str(int(units.active.argmax()) + 1), decimal(float(units.active.max()))


def _logits(hands: Hands) -> tuple[str, ...]:
    run, step = run_of(hands), hands.now.selection.step
    assert run.candidate_probabilities is not None, "it has candidates"
    ratio = math.log(run.candidate_probabilities[step, 0] / run.candidate_probabilities[step, 1])
    return (decimal(ratio),)


def _parameters(hands: Hands) -> tuple[str, ...]:
    assert hands.now.checkpoint is not None, "one is open"
    return (f"{hands.now.checkpoint.parameters:,}",)


def _perplexity(hands: Hands) -> tuple[str, ...]:
    shares = run_of(hands).produced_probability
    assert shares is not None, "it has next tokens"
    mean = sum(-math.log(share) for share in shares.tolist()) / len(shares)
    return (decimal(mean),)


def _order(_: Hands) -> tuple[str, ...]:
    return ("x + f(LayerNorm(x))",)


def _scores(hands: Hands) -> tuple[str, ...]:
    run, count = run_of(hands), 0
    for kind in KINDS:
        rows = run.source_length if kind == "encoder" else run.steps
        cells = sum(row + 1 if kind == "decoder" else run.source_length for row in range(rows))
        count += cells * run.layers(kind) * run.heads(kind)
    return (f"{count:,}",)


def certainty(hands: Hands) -> str:
    """*About this checkpoint*, under the button that names it: what was assumed, and how certain it is."""
    button = hands.program.window.checkpoint_menu
    hands.click(button)
    action = hands.program.actions.by_name["file.about"]
    hands.entry(button.menu(), action, action.text())
    return hands.see(localised(Text("assumed")), translate("Facts", "nothing"))


#: Name, words, and how it is asked.
QUESTIONS: tuple[tuple[str, str, Callable[[Hands], str]], ...] = (
    ("first-input", "the decoder’s first input", asked("first_input", _first_input)),
    ("projections", "where q, k and v come from: x · W_Q in numbers", asked("projections", _matrix)),
    ("infinity", "why −∞", asked("masking")),
    ("memory", "where K and V of cross attention come from", asked("projections")),
    ("feed-forward", "what the feed-forward computes at one position", asked("feed_forward", _units)),
    ("logits", "the logits before the softmax", asked("logits", _logits)),
    ("parameters", "parameters of each block", asked("parameters", _parameters)),
    ("training", "training against inference", asked("training", _perplexity)),
    ("norms", "pre-norm against post-norm", asked("norm_order", _order)),
    ("cost", "cost against length", asked("cost", _scores)),
    ("certainty", "how certain a guess about the file is", certainty),
    ("why", "why this word", asked("prediction")),
)
