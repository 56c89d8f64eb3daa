"""Settings in a YAML file: nested names with single values, as trainings write them. stdlib only.

Not YAML as a whole: lists, anchors, tags, folded texts and mappings on one line are left out, and nothing is built from
them. A file that is larger or deeper than any settings says nothing.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from model.common.plain_file import read_plain

MAX_BYTES, MAX_LINES, MAX_DEPTH = 2**20, 5_000, 20
ENTRY = re.compile(r"( *)([A-Za-z_][\w.-]{0,80}) *:(?: +(.*))?")
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")
COMMENT = re.compile(r"(^|\s)#.*")
WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False, "null": None, "~": None}
Settings = dict[str, Any]


def read_yaml(path: Path) -> Settings:
    """The settings of a file; empty where it cannot be read or says nothing."""
    try:
        return from_lines(read_plain(path, MAX_BYTES).decode("utf-8-sig").splitlines())
    except (OSError, ValueError):
        return {}


def from_lines(lines: list[str]) -> Settings:
    """Names with values; a name whose lines stand further in holds those."""
    whole: Settings = {}
    open_at: list[tuple[int, Settings]] = [(-1, whole)]  # how far in a mapping's name stands
    for line in lines[:MAX_LINES]:
        match = ENTRY.fullmatch(line.rstrip())
        if match is None:
            continue
        inward, name, text = len(match[1]), match[2], match[3] or ""
        while inward <= open_at[-1][0]:
            open_at.pop()
        within = open_at[-1][1]
        if quoted(text) or COMMENT.sub("", text).strip():
            within[name] = value(text)
        elif len(open_at) <= MAX_DEPTH:
            within[name] = {}
            open_at.append((inward, within[name]))
    return whole


def quoted(text: str) -> bool:
    """Whether a value stands in quotation marks."""
    return text[:1] in "\"'" and text[:1] != ""


def value(text: str) -> Any:
    """A single value: a number, a truth value, None or a text."""
    if quoted(text):
        return text[1:].partition(text[0])[0]
    plain = COMMENT.sub("", text).strip()
    if plain.lower() in WORDS:
        return WORDS[plain.lower()]
    if len(plain) < 40 and NUMBER.fullmatch(plain):
        return int(plain) if plain.lstrip("+-").isdecimal() else float(plain)
    return plain
