"""``inspect``: what a checkpoint is, as a readable table or JSON."""

from __future__ import annotations

import argparse
import json
from typing import Any

from viz_app.assets import find_checkpoint
from viz_app.cli._common import add_checkpoint

HELP = "say what a checkpoint is"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_checkpoint(parser, positional=True)
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(arguments: argparse.Namespace) -> int:
    from model.checkpoint import open_checkpoint
    from model.inspection import describe

    facts = describe(open_checkpoint(find_checkpoint(arguments.checkpoint)))
    if arguments.json:
        print(json.dumps(facts, ensure_ascii=False, indent=2))
        return 0
    for section, values in facts.items():
        print(section)
        width = max(len(name) for name in values) if values else 0
        for name, value in values.items():
            print(f"  {name:<{width}}  {_shown(value)}")
    return 0


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
