"""Settings in a YAML file: nested names with values, as trainings write them. stdlib only.

Not YAML as a whole: anchors, tags, folded texts and lists of anything but single values are left out, and nothing is
built from them. What stands in braces or brackets is read, on one line or over several. A file that is larger or deeper
than any settings says nothing.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from model.common.plain_file import read_plain

MAX_BYTES, MAX_LINES, MAX_DEPTH = 2**20, 5_000, 20
ENTRY = re.compile(r"( *)([A-Za-z_][\w.-]{0,80}) *:(?: +(.*))?")
ITEM = re.compile(r" *- +(.*)")
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")
COMMENT = re.compile(r"(^|\s)#.*")
WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False, "null": None, "~": None}
CLOSING = {"{": "}", "[": "]"}
#: Within braces and brackets: space, comment, text in quotation marks, mark, any other value.
PART = re.compile(
    r"""\s+|(?<!\S)\#[^\n]*|"(?P<double>[^"]*)"|'(?P<single>(?:[^']|'')*)'"""
    r"""|(?P<mark>[][{},]|(?<=["']):|:(?=[\s{}\[\],]|$))|(?P<plain>(?:[^\s:{}\[\],]|:(?=[^\s{}\[\],])|[^\S\n](?=[^\s#]))+)"""
)
BREAK = re.compile(r"\s*\n\s*")  #: within quotation marks
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
    if "".join(lines).lstrip().startswith("{"):
        found = enclosed("\n".join(lines))[0]
        return found if isinstance(found, dict) else {}
    number, lines, listed = 0, lines[:MAX_LINES], None  # the list that a line may belong to
    while number < len(lines):
        line, number = lines[number].rstrip(), number + 1
        match = ENTRY.fullmatch(line)
        if match is None:
            if (item := ITEM.fullmatch(line)) and isinstance(listed, list) and not ENTRY.fullmatch(item[1]):
                listed.append(value(item[1]))
            continue
        inward, name, text = len(match[1]), match[2], match[3] or ""
        while inward <= open_at[-1][0]:
            open_at.pop()
        within = open_at[-1][1]
        if text.startswith(tuple(CLOSING)):
            within[name], more = enclosed("\n".join([text, *lines[number:]]))
            number += more
        elif quoted(text) or COMMENT.sub("", text).strip():
            within[name] = value(text)
        elif len(open_at) <= MAX_DEPTH:
            within[name] = [] if number < len(lines) and ITEM.fullmatch(lines[number].rstrip()) else {}
            open_at.append((inward, {} if within[name] == [] else within[name]))
        listed = within.get(name)
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


def enclosed(text: str) -> tuple[Any, int]:
    """What stands in the braces or brackets that ``text`` begins with, and how many lines it goes on for; None where
    that is no mapping and no list.
    """
    parts = _Parts(text)
    try:
        found = parts.value(*parts.following())
    except ValueError:
        return None, 0
    return found, text.count("\n", 0, parts.place)


class _Parts:
    """Marks and values of a text, one after the other."""

    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0

    def following(self) -> tuple[str, str]:
        """The next part, as its kind and text. Raises ValueError behind the last."""
        while match := PART.match(self.text, self.place):
            self.place = match.end()
            if match.lastgroup:
                return match.lastgroup, match[match.lastgroup]
        raise ValueError(self.text[:40])

    def value(self, kind: str, text: str, depth: int = 0) -> Any:
        """The value that begins with this part. Raises ValueError for what is none, or too deep."""
        if kind != "mark":
            return value(text) if kind == "plain" else BREAK.sub(" ", text.replace("''", "'"))
        if text not in CLOSING or depth > MAX_DEPTH:
            raise ValueError(text)
        found: dict[Any, Any] = {}
        while (part := self.following()) != ("mark", CLOSING[text]):
            if part == ("mark", ","):
                continue
            first = self.value(*part, depth + 1)
            named = text == "{" and isinstance(first, str | int | float | None)
            found[first if named else len(found)] = self._named(depth) if named else first
        return found if text == "{" else list(found.values())

    def _named(self, depth: int) -> Any:
        """The value behind a name and its colon; None where there is none."""
        before = self.place
        if self.following() == ("mark", ":"):
            before = self.place
            part = self.following()
            if part not in (("mark", ","), ("mark", "}")):
                return self.value(*part, depth + 1)
        self.place = before
        return None
