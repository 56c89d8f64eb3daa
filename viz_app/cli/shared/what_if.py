"""``--what-if``: changes of the network for one run, as they are written on a command line.

Layers, heads and steps count from 1; queries, keys and tokens are named by their position, from 0, as everywhere.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from model.common.problems import Problem, shown
from model.common.text import Text
from model.network.interventions import KINDS, Intervention, from_json

if TYPE_CHECKING:
    from model.checkpoints.checkpoint import Checkpoint

FORMS = (
    "look-ahead=off", "padding=off", "scale=off", "positions=off", "cell=KIND:QUERY:KEY", "head=KIND:LAYER:HEAD",
    "head=KIND:LAYER:HEAD:uniform", "row=KIND:LAYER:HEAD:QUERY:KEY", "row=KIND:LAYER:HEAD:QUERY:W1,W2,…",
    "position=SIDE:POSITION:OTHER", "temperature=T", "dropout=SEED", "dropout=SEED:RATE", "replace=POSITION:WORD",
    "drop=POSITION", "swap=POSITION", "force=STEP:WORD",
)  # fmt: skip
WORDY = ("replace", "force")  #: end with a word, which may hold a colon
FARTHEST = 100_000  #: key that a row may be moved to
OFF: Mapping[str, dict[str, Any]] = {
    "look-ahead": {"what": "mask_off", "mask": "look_ahead"},
    "padding": {"what": "mask_off", "mask": "padding"},
    "scale": {"what": "unscaled"},
    "positions": {"what": "positions_off"},
}


def add_what_if(parser: argparse.ArgumentParser) -> None:
    """The option, which may be given more than once."""
    told = Text("a change of the network for this run (repeatable): %1", ", ".join(FORMS))
    parser.add_argument("--what-if", action="append", default=[], metavar="CHANGE", help=told)


def what_if_of(arguments: argparse.Namespace) -> tuple[Intervention, ...]:
    """The changes that were asked for, in their order. Raises :class:`Problem` for one that is none."""
    return tuple(map(intervention, arguments.what_if))


def asked(checkpoint: Checkpoint, arguments: argparse.Namespace) -> Checkpoint:
    """The checkpoint with the changes that were asked for; itself without any. Raises :class:`Problem`."""
    from model.network.what_if import changed

    return replace(checkpoint, transformer=changed(checkpoint.transformer, what_if_of(arguments)))


def without_changes(arguments: argparse.Namespace) -> None:
    """Raise :class:`Problem` where a finished run is to be changed."""
    if arguments.what_if:
        why = Text("this file holds a finished run")
        raise Problem("--what-if", why, Text("Give a sentence, or leave --what-if out"))


def intervention(written: str) -> Intervention:
    """``head=cross:3:1`` as a change. Raises :class:`Problem`."""
    name, _, value = written.partition("=")
    content = dict(OFF[name]) if name in OFF and value == "off" else None
    reader = READERS.get(name)
    if reader is not None:
        try:
            content = reader(*value.split(":", maxsplit=1 if name in WORDY else -1))
        except (TypeError, ValueError):
            content = None
    found = None if content is None else from_json(content)
    if found is None:
        step = Text("Write one of %1; layers, heads and steps count from 1, positions from 0", ", ".join(FORMS))
        raise Problem(f"--what-if {shown(written)}", Text("it is no change that is known"), step)
    return found


def _kind(word: str) -> str:
    if word not in KINDS:
        raise ValueError(word)
    return word


def _index(word: str, least: int = 1) -> int:
    """A place counted from 1, as one from 0. Raises ValueError."""
    if not (word.isascii() and word.isdigit()) or len(word) > 9 or int(word) < least:
        raise ValueError(word)
    return int(word) - least


def _place(word: str) -> int:
    """A position, which counts from 0. Raises ValueError."""
    return _index(word, 0)


def _cell(kind: str, query: str, key: str) -> dict[str, Any]:
    return {"what": "cell", "kind": _kind(kind), "query": _place(query), "key": _place(key)}


def _head(kind: str, layer: str, head: str, instead: str = "zero") -> dict[str, Any]:
    place = {"kind": _kind(kind), "layer": _index(layer), "head": _index(head)}
    return {"what": "head", **place, "instead": instead}


def _row(kind: str, layer: str, head: str, query: str, weights: str) -> dict[str, Any]:
    """All weight on one key, or the weights themselves, which have a comma between them."""
    place = {"kind": _kind(kind), "layer": _index(layer), "head": _index(head), "query": _place(query)}
    given = [float(word) for word in weights.split(",")] if "," in weights else [0.0] * _key(weights) + [1.0]
    while len(given) > 1 and given[-1] == 0:
        given.pop()
    return {"what": "row", **place, "weights": given}


def _key(word: str) -> int:
    """As :func:`_place`, within what any network has. Raises ValueError."""
    if (key := _place(word)) > FARTHEST:
        raise ValueError(word)
    return key


def _position(side: str, token: str, other: str) -> dict[str, Any]:
    return {"what": "position", "side": side, "token": _place(token), "position": _place(other)}


def _dropout(seed: str, rate: str | None = None) -> dict[str, Any]:
    """A seed counts nothing, so that it may be 0."""
    return {"what": "dropout", "seed": _place(seed), "rate": float(rate) if rate is not None else None}


READERS: Mapping[str, Callable[..., dict[str, Any]]] = {
    "cell": _cell, "head": _head, "row": _row, "position": _position, "dropout": _dropout,
    "temperature": lambda value: {"what": "temperature", "temperature": float(value)},
    "replace": lambda token, text: {"what": "source_replaced", "token": _place(token), "text": text},
    "drop": lambda token: {"what": "source_dropped", "token": _place(token)},
    "swap": lambda token: {"what": "source_swapped", "token": _place(token)},
    "force": lambda step, text: {"what": "target_forced", "step": _index(step), "text": text},
}  # fmt: skip
