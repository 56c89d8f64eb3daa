"""A session as a file, ``.headscope``: runs, notes and choices in one archive. numpy only.

``session.json`` says everything but the runs; ``runs/1.npz`` … are trace files. Nothing is compressed a second time
and nothing is ever extracted: the archive passes the strict reader of :mod:`model.common.zip_container`,
and each run that of :mod:`model.record.trace_file`. What the fields mean is
:mod:`viz_app.handlers.session_codec`'s.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from model.common.atomic import writing
from model.common.fields import Fields
from model.common.lazy_dataclass import dataclass
from model.common.memory_budget import check_memory, machine_memory
from model.common.problems import Problem, shown, unreadable
from model.common.text import Text
from model.common.version import VERSION as PROGRAM
from model.common.zip_container import Member, Rules, check_sums, list_names, read_member, read_members
from model.record.trace import Trace
from model.record.trace_file import DAMAGE, read_trace, trace_bytes, unpacked

FORMAT, VERSION = "headscope-session", 1
FACTS, PINNED = "session.json", "runs/pinned.npz"
MAX_RUNS, MAX_FACTS = 1_000, 16 * 2**20
AGAIN = Text("Save the session again")
RULES = Rules("Headscope", Text("session"), AGAIN, in_folder=False, most=MAX_RUNS + 2)
CHOOSE = Text("Choose a file made by Headscope")
LONG_AGO = (1980, 1, 1, 0, 0, 0)  #: the same session is the same bytes


@dataclass(frozen=True, eq=False)
class SessionFile:
    """The content of a file: the fields as JSON has them, not checked yet, and the runs."""

    path: Path
    facts: Mapping[str, Any]
    runs: tuple[Trace, ...]
    pinned: Trace | None = None  #: kept to compare the others with


def shown_run(file: SessionFile) -> Trace:
    """The run that is on screen when the session is opened. Raises :class:`Problem`."""
    place = Fields(file.facts, file.path).part("place")
    number = place.integer("sentence")
    return file.runs[number] if number < len(file.runs) else place.refuse("sentence")


def _write(
    stream: BinaryIO, facts: Mapping[str, Any], runs: Sequence[Trace], compress: bool, pinned: Trace | None
) -> None:  # fmt: skip
    """One run after another, so that only one of them is in memory twice."""
    head = {"format": FORMAT, "version": VERSION, "program": PROGRAM, "runs": len(runs), **facts}
    head |= {} if pinned is None else {"pinned": True}
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(zipfile.ZipInfo(FACTS, LONG_AGO), json.dumps(head, ensure_ascii=False, indent=1))
        for number, run in enumerate(runs, 1):
            archive.writestr(zipfile.ZipInfo(_run(number), LONG_AGO), trace_bytes(run, compress))
        if pinned is not None:
            archive.writestr(zipfile.ZipInfo(PINNED, LONG_AGO), trace_bytes(pinned, compress))


def save_session(
    path: Path, facts: Mapping[str, Any], runs: Sequence[Trace], compress: bool = True, pinned: Trace | None = None
) -> None:  # fmt: skip
    """Write ``path`` in one step: the old file stays whole until the new one is complete. Raises :class:`Problem`."""
    with writing(path) as stream:
        _write(stream, facts, runs, compress, pinned)


def read_session(path: Path) -> SessionFile:
    """Read a session. Nothing in it is executed or extracted. Raises :class:`Problem`, and nothing else."""
    with _opened(path) as stream:
        try:
            members, facts = _head(path, stream)
            check_sums(path, stream, members, RULES)
            runs = _runs(path, stream, members)
            return SessionFile(path, facts, runs[: facts["runs"]], next(iter(runs[facts["runs"] :]), None))
        except OSError as error:
            raise Problem(
                str(path), Text("it cannot be read (%1)", error.strerror), Text("Check the disk it is on")
            ) from error


def read_facts(path: Path) -> Mapping[str, Any]:
    """Only what ``session.json`` says, without a look at the runs. Raises :class:`Problem`."""
    with _opened(path) as stream:
        return _head(path, stream)[1]


def _run(number: int) -> str:
    return f"runs/{number}.npz"


def _opened(path: Path) -> BinaryIO:
    if not path.is_file():
        raise Problem(str(path), Text("there is no such file"), Text("Check the path"))
    try:
        return path.open("rb")
    except OSError as error:
        raise unreadable(path, error) from error


def _head(path: Path, stream: BinaryIO) -> tuple[dict[str, Member], Mapping[str, Any]]:
    """The members, which are those of a session, and its fields."""
    start = stream.read(4)
    if start != b"PK\x03\x04":
        raise Problem(str(path), Text("it is not a Headscope session") if start else Text("it is empty"), CHOOSE)
    if FACTS not in list_names(path, stream, RULES):
        raise Problem(str(path), Text("it is not a Headscope session"), CHOOSE)
    members = read_members(path, stream, RULES)
    said = members[FACTS]
    if said.size > MAX_FACTS:
        raise Problem(str(path), Text("its %1 is far larger than any session's", FACTS), AGAIN)
    check_sums(path, stream, {FACTS: said}, RULES)
    facts = _facts(path, read_member(stream, said))
    count = facts.get("runs")
    wanted = {FACTS, *map(_run, range(1, count + 1))} if type(count) is int and 0 < count <= MAX_RUNS else {FACTS}
    wanted |= {PINNED} if facts.get("pinned") is True else set()
    odd = next(iter(sorted(wanted ^ set(members))), None)
    if odd is not None:
        why = Text("it has no %1", odd) if odd in wanted else Text("its member %1 is not one of a session", shown(odd))
        raise Problem(str(path), why, AGAIN)
    return members, facts


def _facts(path: Path, content: bytes) -> Mapping[str, Any]:
    try:
        facts = json.loads(content.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise Problem(str(path), Text("its %1 is damaged", FACTS), AGAIN) from error
    if not isinstance(facts, dict) or facts.get("format") != FORMAT:
        raise Problem(str(path), Text("it is not a Headscope session"), CHOOSE)
    _check_version(path, facts.get("version"))
    return facts


def _check_version(path: Path, version: object) -> None:
    """Only a later one is a reason to update: before the first there was none. Raises :class:`Problem`."""
    if type(version) is int and version == VERSION:
        return
    why = Text("it has session version %1, and this Headscope reads version %2", shown(str(version), 20), VERSION)
    later = type(version) is int and version > VERSION
    raise Problem(str(path), why, Text("Update Headscope") if later else CHOOSE)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """One reader could believe the first, another the last."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a field twice")
    return found


def _no_number(name: str) -> Any:
    raise ValueError(name)


def _runs(path: Path, stream: BinaryIO, members: Mapping[str, Member]) -> tuple[Trace, ...]:
    """The runs, the pinned one last, once it is known that they fit into memory together."""
    names = [_run(number) for number in range(1, 1 + len(members) - 1 - (PINNED in members))]
    names += [PINNED] if PINNED in members else []
    contents = [io.BytesIO(read_member(stream, members[name])) for name in names]
    try:
        needed = sum(map(unpacked, contents))
    except DAMAGE as error:
        raise Problem(str(path), Text("one of its runs is damaged"), AGAIN) from error
    check_memory(path, needed, machine_memory())
    return tuple(_named(path, name, content) for name, content in zip(names, contents, strict=True))


def _named(path: Path, name: str, content: BinaryIO) -> Trace:
    """One run; what is wrong with it is said of the session."""
    try:
        return read_trace(content, path)
    except Problem as problem:
        raise Problem(str(path), Text("%1: %2", name, problem.why), problem.next_step) from problem
