"""Every command and option as Markdown, from the parser itself: ``docs/conf.py`` puts them on the page of commands."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from model.common.text import Text, fill
from viz_app.cli import build_parser, command_names
from viz_app.cli.shared.help import korean

HEADS = {"en": ("Argument", "Does"), "ko": ("인자", "하는 일")}
EVERYWHERE = ("-h", "--version")  #: options of every command


def tables(language: str) -> str:
    """A section for each command, in the order of the alphabet."""
    actions = build_parser()._actions  # noqa: SLF001 (argparse tells its commands in no other way)
    commands = next(each for each in actions if isinstance(each, argparse._SubParsersAction))  # noqa: SLF001
    sections = (_section(name, commands.choices[name], language) for name in command_names())
    return "\n\n".join(sections) + "\n"


def _section(name: str, parser: argparse.ArgumentParser, language: str) -> str:
    rows = "\n".join(f"| `{spelt}` | {_cell(does)} |" for spelt, does in _rows(parser, language))
    first, second = HEADS[language]
    table = f"\n\n| {first} | {second} |\n|---|---|\n{rows}" if rows else ""
    return f"## {name}\n\n{_cell(_told(parser.description or '', language))}.{table}"


def _rows(parser: argparse.ArgumentParser, language: str) -> Iterator[tuple[str, str]]:
    for action in parser._actions:  # noqa: SLF001
        if EVERYWHERE[0] in action.option_strings or EVERYWHERE[1] in action.option_strings:
            continue
        choices = "" if action.choices is None else "{" + ",".join(map(str, action.choices)) + "}"
        value = "" if action.nargs == 0 else str(action.metavar or choices or action.dest.upper())
        options = ", ".join(action.option_strings)
        spelt = f"{options} {value}".strip().replace("|", "\\|")
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            yield spelt, ", ".join(action.choices)
        else:
            yield spelt, _told(action.help or "", language)


def _told(text: str, language: str) -> str:
    if language == "en" or not isinstance(text, Text):
        return text
    return fill(
        korean().get((text.context, text.template), text.template), *(_told(value, language) for value in text.values)
    )


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;").rstrip(".")


if __name__ == "__main__":
    print(tables((sys.argv[1:] or ["en"])[0]))
