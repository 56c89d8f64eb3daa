"""The options of ``export`` for *Embeddings & layers*, and early guesses, which have to be measured."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from model.analysis.logit_lens import EarlyGuesses, held_guesses
from model.common.problems import Problem
from model.common.text import Text
from model.record.trace import Trace
from viz_app.cli.shared.common import up_to

if TYPE_CHECKING:
    from model.checkpoints.checkpoint import Checkpoint

VIEW, MASKS = "embeddings_layers", "masks"
TOPICS = ("embedding", "position", "stream", "heads", "guesses")
FARTHEST = 65_535  #: position or dimension


def add_vectors(parser: argparse.ArgumentParser) -> None:
    """Which page, and where on it."""
    parser.add_argument("--topic", choices=TOPICS, default="embedding", help=Text("page of %1 (embedding)", VIEW))
    parser.add_argument("--query", type=up_to(FARTHEST), metavar="P", help=Text("selected row: its position, from 0"))
    parser.add_argument("--key", type=up_to(FARTHEST), metavar="P", help=Text("selected column: its position, from 0"))
    parser.add_argument(
        "--dimension", type=up_to(FARTHEST), default=0, metavar="N", help=Text("of %1, from 0 (0)", VIEW)
    )


def wants_vectors(arguments: argparse.Namespace) -> bool:
    """Does the picture show vectors, or scores made of them, which only a run with activations has?"""
    return view_of(arguments) in (VIEW, MASKS)


def view_of(arguments: argparse.Namespace) -> str:
    """The view's own name, however it was typed."""
    return str(arguments.view).replace("-", "_")


def early_guesses(arguments: argparse.Namespace, trace: Trace, checkpoint: Checkpoint | None) -> EarlyGuesses | None:
    """What the run holds of them; measured now where they are asked for. Raises :class:`Problem` where none can be."""
    found = held_guesses(trace)
    if found is not None or view_of(arguments) != VIEW or arguments.topic != "guesses":
        return found
    if checkpoint is None:
        why = Text("this trace file holds no logit lens, and measuring it takes the checkpoint")
        raise Problem("--topic guesses", why, Text("Give the sentence in place of the file"))
    if trace.produced_ids is None:
        raise Problem("--topic guesses", Text("this network has no vocabulary head"), Text("Choose another topic"))
    from viz_app.engine.measurement_messages import EarlyGuessed, GuessEarly
    from viz_app.engine.measurements import guess_early
    from viz_app.handlers.measurements import ids_of

    answers = guess_early(GuessEarly(1, ids_of(trace)), checkpoint)
    answer = next(item for item in answers if isinstance(item, EarlyGuessed))
    return EarlyGuesses(trace, answer.ids, answer.tokens, answer.probabilities, answer.produced_probability)
