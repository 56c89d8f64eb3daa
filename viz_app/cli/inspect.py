"""``inspect``: what a checkpoint, a trace or any other model file is, as a readable table or JSON."""

from __future__ import annotations

import argparse
import json
from typing import Any

from model.common.assets import find_checkpoint
from model.common.text import Text
from model.record.recorded_facts import RECORDING, Sections, describe_recorded
from model.record.session_name import is_session
from viz_app.cli.shared.answers import answers_of, assumed_fact, without_answers
from viz_app.cli.shared.common import add_checkpoint, find_whole, is_recorded, one_line, recorded

HELP = Text("say what a file is: a checkpoint, a trace, a session, or a model that Headscope cannot open")

ASSUMED = "assumed"  #: the section of what a checkpoint does not say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_checkpoint(parser, positional=True)
    parser.add_argument("--json", action="store_true", help=Text("as JSON"))


def run(arguments: argparse.Namespace) -> int:
    path = find_checkpoint(arguments.checkpoint)
    if is_recorded(str(path)):
        without_answers(arguments)
        if is_session(path):
            recorded(str(path))  # a session that does not open is not described
    facts = describe_recorded(path)
    facts = _facts_of_model(arguments) if facts is None else facts
    if arguments.json:
        print(json.dumps(facts, ensure_ascii=False, indent=2))
        return 0
    for section, values in facts.items():
        print(section)
        if section == RECORDING:  # from the first column on, to be copied
            print("\n".join(line for lines in values.values() for line in lines))
            continue
        width = max((len(name) for name in values), default=0)
        for name, value in values.items():
            said = assumed_fact(name, value) if section == ASSUMED else value
            print(f"  {name:<{width}}  {_shown(said, width + 4)}".rstrip())
    return 0


def _facts_of_model(arguments: argparse.Namespace) -> Sections:
    path = find_whole(arguments.checkpoint)
    from model.checkpoints.inspection import inspect
    from viz_app.engine.devices import device_memory

    return inspect(path, device_memory(), answers_of(arguments))


def _shown(value: Any, indent: int) -> str:
    """A value on its line; a long list below it, one entry a line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, list):
        entries = [one_line(str(entry)) for entry in value]
        together = ", ".join(entries)
        return together if len(together) <= 80 else ("\n" + " " * indent).join(entries)
    return one_line(str(value))
