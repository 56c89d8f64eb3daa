"""The help of the command line, in Korean for who works in Korean. Without Qt: ``--help`` is there at once.

Texts are marked where they are said; the Korean is read from the catalogue's own source, and only when it is shown.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import unicodedata
from collections.abc import Iterable
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

from model.common.assets import ASSETS, home
from model.common.languages import LANGUAGES
from model.common.plain_file import read_plain
from model.common.text import Text, fill

CATALOGUE = ASSETS / "translations" / "headscope_ko.ts"
#: What argparse says by itself.
ITS_OWN = (
    Text("usage"), Text("positional arguments"), Text("options"), Text("show this help message and exit"),
    Text("show program's version number and exit"),
)  # fmt: skip
_LARGEST = 8 << 20  #: bytes of a settings file
_CHOSEN = re.compile(r'"language\\{0,4}": {0,4}\\{0,4}"([a-z+]{2,8})')


class HelpFormatter(argparse.HelpFormatter):
    """argparse's own help, each text said in the language of the person."""

    def add_usage(
        self, usage: str | None, actions: Iterable[argparse.Action], groups: Iterable[Any], prefix: str | None = None
    ) -> None:
        super().add_usage(usage, actions, groups, f"{said('usage')}: " if prefix is None else prefix)

    def start_section(self, heading: str | None) -> None:
        super().start_section(None if heading is None else said(heading))

    def add_text(self, text: str | None) -> None:
        super().add_text(None if text is None else said(text))

    def _get_help_string(self, action: argparse.Action) -> str | None:
        text = action.help
        return text if text is None else said(text)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrapped(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + line for line in wrapped(text, width - len(indent)))


def said(text: str) -> str:
    """``text`` in Korean where that is the person's language and it is known there; else as it is."""
    if not is_korean():
        return text
    marked = text if isinstance(text, Text) else next((each for each in ITS_OWN if each == text), None)
    if marked is None:
        return text
    return fill(korean().get((marked.context, marked.template), marked.template), *map(said, marked.values))


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most ``width`` columns, broken between words; Hangul takes two columns a letter."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and columns(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def columns(text: str) -> int:
    """The columns of a terminal that ``text`` takes."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def is_korean() -> bool:
    """The language of the interface: as chosen in the settings; else the system's."""
    chosen = chosen_language(settings_files())
    return chosen.startswith("ko") if chosen in LANGUAGES else system_language().startswith("ko")


def chosen_language(files: Iterable[Path]) -> str:
    """What the first settings file that is there says; nothing where none does."""
    for path in files:
        try:
            found = _CHOSEN.search(read_plain(path, _LARGEST).decode("utf-8", "replace"))
        except OSError:
            continue
        return found[1] if found else ""
    return ""


def settings_files() -> tuple[Path, ...]:
    """Where Qt keeps the INI file of Headscope on this system."""
    name = Path("Headscope", "Headscope.ini")
    if sys.platform == "win32":
        return (Path(os.environ.get("APPDATA", "."), name),)
    return (Path(os.environ.get("XDG_CONFIG_HOME") or home() / ".config", name),)


def system_language() -> str:
    """The language of the messages of the system, such as ``ko_KR.UTF-8``; nothing where it says none."""
    if sys.platform == "win32":
        import ctypes
        import locale

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    names = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    found = next((name for name in names if name), "")
    first = os.environ.get("LANGUAGE", "").partition(":")[0]  # counts only where there is a locale at all
    return first or found if found not in ("", "C", "POSIX", "C.UTF-8", "C.utf8") else ""


@cache
def korean() -> dict[tuple[str, str], str]:
    """Context and English → Korean, from the catalogue; empty where it cannot be read."""
    try:
        text = CATALOGUE.read_text(encoding="utf-8")
    except OSError:
        return {}
    found: dict[tuple[str, str], str] = {}
    for context in text.split("<context>")[1:]:
        name = context.partition("<name>")[2].partition("</name>")[0]
        pairs = re.findall(r"<source>([^<]*)</source>\s*<translation>([^<]*)</translation>", context)
        found |= {(unescape(name), unescape(source)): unescape(target) for source, target in pairs}
    return found
