"""The journal of a batch beside its files, so that it can be stopped at any moment and started again.

One JSON object a line: first the settings that the files depend on, then each sentence that is done, as soon
as it is. A last line that a sudden end has cut is dropped.

A journal lies in a folder that others may write to, so it is foreign input: a plain file of bounded size, whose
entries name files only by this batch's own patterns. Nothing that it names is ever deleted.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from model.common.atomic import write_atomically
from model.common.plain_file import read_plain
from model.common.problems import Problem
from model.common.text import Text
from viz_app.cli.batch_jobs.worker import hash_of
from viz_app.cli.shared.file_patterns import FIELD

FORMAT, VERSION = "headscope-batch", 1
ENDING = ".batch.jsonl"
LARGEST = 256 * 2**20  #: bytes; a hundred thousand sentences with ten files each
Entry = dict[str, Any]


def journal_path(pattern: str) -> Path:
    """``figures/{number}-{view}.png`` → ``figures/number-view.png.batch.jsonl``: one for each pattern."""
    parts = Path(pattern).parts
    fixed = next((at for at, part in enumerate(parts) if FIELD.search(part)), len(parts) - 1)
    name = "-".join(FIELD.sub(lambda found: found[1], part) for part in parts[fixed:])
    return Path(*parts[:fixed], name + ENDING)


class Journal:
    """The entries by the sentence's number. An entry holds the sentence, its files with their hashes, and more."""

    def __init__(self, path: Path, settings: Mapping[str, Any], again: bool = False) -> None:
        """Read what is there; ``again`` forgets it. Raises :class:`Problem` where it was made with other settings."""
        self._path = path
        self._settings = dict(settings)
        self._begun = False
        lines = _read(path)
        self._older: dict[int, Entry] = {entry["number"]: entry for entry in lines[1:]}
        if self._older and not again:
            _compare(path, lines[0].get("settings", {}), self._settings)
        self._entries = {} if again else dict(self._older)
        self.left_over: list[str] = []  #: files of an earlier sentence of the same number, under other names

    def add(self, entry: Entry) -> None:
        """One more sentence is done. Raises :class:`Problem`."""
        files = {self._inside(file): digest for file, digest in entry["files"].items()}
        entry = entry | {"out": self._inside(entry["out"]), "files": files}
        self._begin()
        self._entries[entry["number"]] = entry
        try:
            with self._path.open("a", encoding="ascii") as file:
                file.write(_line(entry))
        except OSError as error:
            reason = error.strerror or "the system refused"
            raise Problem(
                str(self._path), Text("it cannot be written (%1)", reason), Text("Choose another folder")
            ) from error
        before = self._older.get(entry["number"], {"files": {}})["files"]
        self.left_over += sorted(before.keys() - files.keys())

    def _begin(self) -> None:
        """Before the first line is added, write down what is known, whole."""
        if not self._begun:
            head = {"format": FORMAT, "version": VERSION, "settings": self._settings}
            lines = [head, *self._entries.values()]
            write_atomically(self._path, "".join(_line(line) for line in lines).encode("ascii"))
        self._begun = True

    def done(self, number: int, text: str, out: str, also: Sequence[str] = ()) -> Entry | None:
        """What was made of this sentence, if it was this one and every file of it is as it was made.

        ``out`` and ``also`` are its patterns; an entry that names any other file was not written by this batch.
        """
        entry = self._entries.get(number)
        if entry is None or (entry["text"], entry["out"]) != (text, self._inside(out)):
            return None
        own = [self._inside(pattern) for pattern in (out, *also)]
        if not all(any(_gives(pattern, file) for pattern in own) for file in entry["files"]):
            return None
        files = {str(self._path.parent / file): digest for file, digest in entry["files"].items()}
        whole = all(digest and hash_of(Path(file)) == digest for file, digest in files.items())
        return entry | {"files": files} if files and whole else None

    def _inside(self, file: str) -> str:
        """A file as seen from the journal, so that both can be moved together."""
        return os.path.relpath(file, self._path.parent).replace(os.sep, "/")


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value) + "\n"


def _read(path: Path) -> list[Entry]:
    """Its lines. Raises :class:`Problem` for a file that is no journal of ours."""
    text = _text(path)
    try:
        lines = [json.loads(line) for line in text.split("\n")[:-1]]
        known = all(map(_is_head, lines[:1])) and all(map(_is_entry, lines[1:]))
    except (ValueError, RecursionError):
        known, lines = False, []
    if not known:
        raise Problem(str(path), Text("it is no journal of a batch"), Text("Remove it, or choose another --out"))
    return lines


def _text(path: Path) -> str:
    """What is in the file, "" where there is none. Raises :class:`Problem`, and never waits for a pipe."""
    advice = Text("Remove it, or choose another --out")
    try:
        return read_plain(path, LARGEST).decode("ascii")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise Problem(str(path), Text("it cannot be read (%1)", error.strerror), advice) from error
    except UnicodeDecodeError as error:
        raise Problem(str(path), Text("it is no journal of a batch"), advice) from error


def _is_head(line: object) -> bool:
    """Whether a line is the first one of our journals."""
    if not isinstance(line, dict) or not isinstance(line.get("settings", {}), dict):
        return False
    return (line.get("format"), line.get("version")) == (FORMAT, VERSION)


def _is_entry(line: object) -> bool:
    """Whether a line has what an entry has, each of its type."""
    if not isinstance(line, dict) or type(line.get("number")) is not int or line["number"] < 1:
        return False
    files = line.get("files")
    if not isinstance(line.get("text"), str) or not isinstance(line.get("out"), str) or not isinstance(files, dict):
        return False
    return all(isinstance(digest, str) and "\0" not in file for file, digest in files.items())


def _gives(pattern: str, file: str) -> bool:
    """Whether a pattern can give that name: the same folder, the same beginning, the same ending."""
    begin, ending = FIELD.split(pattern)[0], Path(pattern).suffix
    begin = begin.removesuffix(ending)
    between = file[len(begin) : len(file) - len(ending)]
    return file.startswith(begin) and file.endswith(ending) and not set(between) & set("/\\")


def _compare(path: Path, before: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    names = sorted(name for name in before.keys() | now.keys() if before.get(name) != now.get(name))
    if not names:
        return
    told = [f"{name} was {_short(before.get(name))} and is {_short(now.get(name))}" for name in names[:3]]
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    why = Text("the files there were made with other settings (%1%2)", ", ".join(told), more)
    raise Problem(str(path), why, Text("Choose another --out, or add --again to make them all again"))


def _short(value: object) -> str:
    text = "not set" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:39] + "…"
