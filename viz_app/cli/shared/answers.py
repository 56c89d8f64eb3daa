"""The meaning of ``--answer NAME=VALUE`` for a checkpoint, and what stays uncertain. Imported when one is opened."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from model.common.problems import Problem
from model.common.text import Text, plain_value

if TYPE_CHECKING:
    from model.checkpoints.checkpoint import Checkpoint

UNCERTAIN = "not certain: "  #: how such a line on stderr begins
MOST = 8  #: alternatives that are listed


def answers_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """The answers that were typed, by name; of one given twice the last."""
    from model.checkpoints.assumptions import FILES, TypedAnswer

    def meant(name: str, value: str) -> str:
        return "" if name in FILES and value == "none" else value

    return {name: TypedAnswer(meant(name, value)) for name, value in arguments.answer}


def without_answers(arguments: argparse.Namespace) -> None:
    """Raises :class:`Problem` where a finished run is given answers, which come too late for it."""
    if arguments.answer:
        given = "--answer {}={}".format(*arguments.answer[0])
        raise Problem(given, Text("this file holds a finished run"), Text("Give a sentence, or leave the answer out"))


def tell_uncertain(checkpoint: Checkpoint) -> None:
    """One line on stderr for each thing that nobody has confirmed, with what else it could be."""
    from viz_app.cli.shared.common import one_line

    for one in checkpoint.assumptions:
        if not one.certain:
            said = f"{checkpoint.name}: {one.name} = {one.shown} ({one.origin}). "
            print(UNCERTAIN + one_line(said + advice(one.name, one.told["value"], one.options)), file=sys.stderr)


def advice(name: str, value: Any, options: Sequence[Any]) -> str:
    """How to confirm or change an uncertain value."""
    others = alternatives(value, options)
    choices = f"; else it is {others}" if others else ""
    return f"Confirm it with --answer {name}={plain_value(value)}{choices}"


def alternatives(value: Any, options: Sequence[Any]) -> str:
    """What else it could be, as it is typed."""
    others = [plain_value(option) for option in options if option != value or type(option) is not type(value)]
    return ", ".join(others[:MOST]) + (" …" if len(others) > MOST else "")


def assumed_fact(name: str, fact: Mapping[str, Any]) -> str:
    """One entry of what ``inspect`` says is assumed, as a line."""
    certain = "" if fact["certain"] else "; not certain"
    others = alternatives(fact["value"], fact["alternatives"])
    said = f"{fact['question']} {plain_value(fact['value'])} ({fact['origin']}{certain})"
    return said + (f"; --answer {name}= {others}" if others else "")
