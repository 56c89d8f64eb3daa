"""An unforeseen error as a value: what it is and where in the program, and beside it what may name a person.

Its number is the same wherever the same fault occurs, so that forty students with one fault report one number.
"""

from __future__ import annotations

import hashlib
import json
import os
import traceback
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from model.common.version import VERSION

ROOT = Path(__file__).resolve().parents[2]
ENDED = "end of the engine"  #: which cannot say any more what went wrong
PARTS = ("window", "thread", "engine", ENDED, "export")  #: of the program
FRAMES, LONGEST = 40, 2_000  #: what is kept of a stack, and of an error's own words
OWN = 3  #: innermost places of our own code that make the number
LIBRARIES = ("site-packages", "dist-packages")


@dataclass(frozen=True)
class Fault:
    """``words`` and ``folders`` may hold a sentence or a person's name: they are shown to the person alone."""

    part: str
    kind: str  #: class of the error, and of those that it came from; of an engine how it ended
    frames: tuple[str, ...]  #: ``model/x.py:12 in f``, the innermost last; of an engine what it was asked about
    words: str = ""  #: what the error says
    folders: str = ""  #: where the program lies

    @property
    def number(self) -> str:
        """``HS-1A2B-3C4D``, of the version, the kind and the innermost places."""
        places = [frame for frame in self.frames if not frame.startswith("…/")][-OWN:] or self.frames[-OWN:]
        digest = hashlib.sha256("\n".join((VERSION, self.kind, *places)).encode()).hexdigest().upper()
        return f"HS-{digest[:4]}-{digest[4:8]}"

    @property
    def place(self) -> str:
        """The innermost place in our own code."""
        own = [frame for frame in self.frames if not frame.startswith("…/")]
        return (own or list(self.frames) or [""])[-1]


def fault_of(error: BaseException, part: str) -> Fault:
    """What is known of an error that was caught; the innermost of a chain of errors is told last."""
    kinds, frames, words = list[str](), list[str](), list[str]()
    seen: set[int] = set()
    at: BaseException | None = error
    while at is not None and id(at) not in seen:
        seen.add(id(at))
        kinds.append(type(at).__name__)
        words.append(_own_words(at))
        found = traceback.extract_tb(at.__traceback__)
        frames = frames or [f"{_shown(frame.filename)}:{frame.lineno} in {frame.name}" for frame in found]
        at = at.__cause__ or (None if at.__suppress_context__ else at.__context__)
    said = "\n".join(filter(None, words))[:LONGEST]
    return Fault(part, " from ".join(kinds), tuple(frames[-FRAMES:]), said, str(ROOT))


def fault_of_end(how: str, asked: Iterable[str], words: str = "") -> Fault:
    """What is known of an engine that has ended: a signal or an exit code, what it worked at, what it printed."""
    return Fault(
        ENDED, how, tuple(f"asked about {each}" for each in sorted(asked)) or ("idle",), words[-LONGEST:], str(ROOT)
    )


def spelled(fault: Fault) -> str:
    """As text, for another process; :func:`read` makes it again."""
    return json.dumps(asdict(fault))


def read(text: str) -> Fault | None:
    """The fault that was spelled; None for any other text."""
    try:
        found = json.loads(text)
        strings = {name: found[name] for name in ("part", "kind", "words", "folders")}
        frames = tuple(found["frames"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    if not all(isinstance(each, str) for each in (*strings.values(), *frames)):
        return None
    return Fault(frames=frames, **strings)


def without_home(text: str) -> str:
    """``text`` with ``~`` for the home folder, whose name is a person's, in whichever way it is spelled."""
    home = os.path.expanduser("~")  # noqa: PTH111 (Path.home() raises where there is none)
    for name in (home, os.path.realpath(home), home.replace("\\", "/"), home.replace("\\", "\\\\")):
        text = text.replace(name, "~") if len(name) > 1 else text
    return text


def _own_words(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # noqa: BLE001 - an error whose words fail too
        return ""


def _shown(file: str) -> str:
    """A file by its place in the program or its library, never by its place on this computer."""
    path = Path(file)
    if path.is_relative_to(ROOT) and not set(LIBRARIES) & set(path.relative_to(ROOT).parts):
        return path.relative_to(ROOT).as_posix()
    at = next((place for place, name in enumerate(path.parts) if name in LIBRARIES), len(path.parts) - 2)
    return "…/" + "/".join(path.parts[max(at + 1, 1) :])
