"""What is done of a file, piece by piece: a file beside the table, from which a run that was stopped goes on.

JSON lines: first what the run was asked for, then a line for each piece. A line is written whole and to the disk before
the next begins; what a killed program left of a last line is cut off. It is foreign input: a line that is none ends it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from model.common.problems import Problem, shown
from model.common.text import Text

LONGEST = 64_000_000  #: letters of a line
ENDING = ".work"


class NoWork:
    """Nothing was done before, and nothing is kept for later."""

    def done(self) -> Iterator[tuple[int, Any]]:
        """Nothing."""
        return iter(())

    def add(self, number: int, answer: Any) -> None:
        """It is not kept."""

    def remove(self) -> None:
        """There is nothing."""

    def close(self) -> None:
        """There is nothing."""


class WorkFile(NoWork):
    """The pieces of one run."""

    def __init__(self, out: Path, settings: Mapping[str, Any], resume: bool) -> None:
        """``settings`` are all on which the numbers depend. Raises :class:`Problem` where other work lies there."""
        self.path = out.with_name(out.name + ENDING)
        self._settings = dict(json.loads(json.dumps(settings)))
        self._file: IO[bytes] | None = None
        self._pieces = 0  #: that are known to be there
        there = self.path.exists()
        if there and not resume:
            why = Text("the work of a run that was stopped lies there")
            raise Problem(str(self.path), why, Text("Add --resume to go on with it, or delete it"))
        try:
            self._file = self.path.open("r+b" if there else "w+b")
        except OSError as error:
            why = Text("it cannot be written (%1)", error.strerror)
            raise Problem(str(self.path), why, Text("Choose another folder")) from error
        if not there:
            self._write(self._settings)

    def done(self) -> Iterator[tuple[int, Any]]:
        """Number and answer of each piece that is there; after it the file is ready for more. Raises Problem."""
        assert self._file is not None
        self._file.seek(0)
        whole, numbers = 0, set[int]()
        for place, line in enumerate(iter(lambda: self._line(), b"")):  # noqa: PLW0108 (asked again for every line)
            said = _said(line)
            if place == 0:
                self._compare(said)
            elif not isinstance(said, list) or len(said) != 2 or type(said[0]) is not int:
                break
            elif said[0] not in numbers:
                numbers.add(said[0])
                self._pieces += 1
                yield said[0], said[1]
            whole += len(line)
        self._file.seek(whole)
        self._file.truncate()
        if not whole:
            self._write(self._settings)

    def add(self, number: int, answer: Any) -> None:
        """One piece more. Raises :class:`Problem` where the disk is full."""
        self._pieces += 1
        self._write([number, answer])

    def close(self) -> None:
        """Leave it for later, if there is anything in it."""
        if self._file is not None:
            self._file.close()
            self._file = None
            if not self._pieces:
                self.path.unlink(missing_ok=True)

    def remove(self) -> None:
        """Take it away, where all is done."""
        self._pieces = 0
        self.close()
        self.path.unlink(missing_ok=True)

    def _line(self) -> bytes:
        assert self._file is not None
        return self._file.readline(LONGEST)

    def _write(self, said: Any) -> None:
        assert self._file is not None
        try:
            self._file.write(json.dumps(said).encode("ascii") + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            why = Text("it cannot be written (%1)", error.strerror)
            raise Problem(str(self.path), why, Text("Make room for it and start again with --resume")) from error

    def _compare(self, before: Any) -> None:
        if not isinstance(before, dict):
            raise Problem(str(self.path), Text("it is not the work of an earlier run"), Text("Delete it"))
        now = self._settings
        names = sorted(name for name in before.keys() | now.keys() if before.get(name) != now.get(name))
        if names:
            told = ", ".join(shown(f"{name} was {before.get(name)} and is {now.get(name)}", 90) for name in names[:3])
            why = Text("it was made with other settings (%1)", told)
            raise Problem(str(self.path), why, Text("Use those settings, or delete it"))


def _said(line: bytes) -> Any:
    """What a line says; None for one that is torn or none."""
    try:
        return json.loads(line) if line.endswith(b"\n") else None
    except (ValueError, RecursionError):
        return None
