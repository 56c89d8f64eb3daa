"""The closed vocabulary of lesson files: conditions of goals, changes, relations. Nothing of a file is ever executed.

Each condition has a check of its value, and a sentence that says what it may be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from model.common.assets import shipped_checkpoints
from model.common.text import Text
from model.record.trace import KINDS

#: Changes that a goal can ask for, as *What if* makes them.
CHANGES = (
    "look_ahead_off", "padding_off", "head_off", "head_even", "unscaled", "positions_off", "temperature",
    "source_swapped", "dropout", "row_moved",
)  # fmt: skip
RELATIONS = ("is", "is_not", "at_least", "at_most")
DECODING = ("greedy", "beam", "sampled")
TOPICS = ("embedding", "position", "stream", "heads", "guesses")
#: Names of the views and of the questions of *Ask*; a test holds them to the window's own.
VIEWS = (
    "one_head", "one_layer", "all_layers", "links", "masks", "embeddings_layers", "teacher_forcing", "beam_tree",
    "compare",
)  # fmt: skip
ANSWERS = (
    "none", "computation", "effects", "early_guesses", "head_facts", "best_heads", "prediction", "projections",
    "masking", "first_input", "feed_forward", "logits", "norm_order", "training", "parameters", "cost",
)  # fmt: skip
MOST = 1_000  #: layers, heads, steps, positions, sentences
LONGEST = 1_000  #: letters of a sentence to translate

Good = Callable[[Any], bool]


def _number(least: int) -> Good:
    return lambda value: type(value) is int and least <= value <= MOST


def _one_of(words: tuple[str, ...]) -> Good:
    return lambda value: isinstance(value, str) and value in words


def _token(value: Any) -> bool:
    """A position from 0, a token, or true for any."""
    return value is True or (type(value) is int and 0 <= value <= MOST) or (isinstance(value, str) and bool(value))


def _only_true(value: Any) -> bool:
    return value is True


def _text(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) <= LONGEST


def _words(words: tuple[str, ...]) -> tuple[Good, Text]:
    return _one_of(words), Text("one of %1", ", ".join(words))


_COUNTED = _number(1), Text("a number from 1")
_PLACE = _token, Text("a token, a position from 0, or true for any")
_TRUE = _only_true, Text("true")
#: Condition → whether a value is one, and what it may be. In the order in which they are brought about.
CONDITIONS: Mapping[str, tuple[Good, Text]] = {
    "checkpoint": (lambda value: value in shipped_checkpoints(), Text("a shipped checkpoint")),
    "source": (_text, Text("a sentence")),
    "sentences": (_number(2), Text("a number from 2")),
    "sentence": _COUNTED,  # of a batch
    "decoding": _words(DECODING),
    "unchanged": _TRUE,
    "padded": _TRUE,
    "one_pass": _TRUE,
    "view": _words(VIEWS),
    "topic": _words(TOPICS),
    "kind": _words(KINDS),
    "layer": _COUNTED,
    "head": _COUNTED,
    "step": _COUNTED,  # exactly this one
    "last_step": _TRUE,
    "row": _PLACE,
    "column": _PLACE,  # or "largest": the key with most weight in the row
    "what_if": _TRUE,  # its dock is open
    "changed": _words(CHANGES),
    "forced": _TRUE,  # a token of the translation
    "pinned": _TRUE,
    "answer": _words(ANSWERS),
    "measured": _TRUE,  # what the open answer or page waits for
}
#: What a claim may say of its place.
PLACE: Mapping[str, tuple[Good, Text]] = {
    name: CONDITIONS[name] for name in ("kind", "layer", "head", "row", "column", "step")
}
