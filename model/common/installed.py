"""The libraries that this program uses: which are there, in which version, what each is for, and how to get it."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution, requires, version
from pathlib import Path

from model.common.problems import Problem
from model.common.text import Text

PROGRAM = "headscope"  #: the name of our own distribution
PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"  #: where we run in the source tree
#: What each is for. The first seven are enough for traces, sessions, pages and pictures.
PURPOSES = {
    "PySide6-Essentials": Text("the window and every picture"),
    "numpy": Text("every number"),
    "pyqtgraph": Text("plots"),
    "Pillow": Text("animations"),
    "pypdf": Text("PDF files"),
    "fonttools": Text("SVG files and pages"),
    "torch": Text("opening checkpoints and translating"),
    "safetensors": Text("opening checkpoints"),
    "sentencepiece": Text("checkpoints whose tokens are pieces of words"),
    "spacy": Text("checkpoints that split sentences by the words of a language"),
    "sacrebleu": Text("scores of translations"),
}
#: What the extra ``models`` brings, by the names that are imported.
MODELS = ("torch", "safetensors", "sentencepiece", "spacy", "sacrebleu")
EXTRA = f"{PROGRAM}[models]"
#: A file of the environment → who made it.
RECEIPTS = {"uv-receipt.toml": "uv", "pipx_metadata.json": "pipx"}
VERSION_PART = re.compile(r"(===|==|!=|>=|<=|<|>|~=)\s*([\d.]+)")


def installed(name: str) -> str:
    """The version of a library, or nothing."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def installing(asked: str) -> str:
    """The command that gets a library, or :data:`EXTRA`, as this copy of the program was installed."""
    tool = installer()
    if asked != EXTRA:
        into = {"uv": f'uv pip install --python "{sys.executable}"', "pipx": f"pipx inject {PROGRAM}"}
        named = asked if re.fullmatch(r"[\w.-]+", asked) else f'"{asked}"'
        return f"{into.get(tool, f'{_python()} -m pip install')} {named}"
    if tool == "pip":
        return f'{_python()} -m pip install "{".[models]" if PROJECT.is_file() else EXTRA}"'
    source = _source()
    whole = f"{EXTRA} @ {source}" if source else EXTRA
    return f'uv tool install "{whole}"' if tool == "uv" else f'pipx install --force "{whole}"'


def again(name: str) -> str:
    """The command that installs a library once more."""
    lines = {"uv": f"uv tool upgrade {PROGRAM} --reinstall-package {name}",
             "pipx": f"pipx runpip {PROGRAM} install --force-reinstall {name}"}  # fmt: skip
    return lines.get(installer(), f"{_python()} -m pip install --force-reinstall {name}")


def installer() -> str:
    """uv or pipx, which leave a file of theirs in the environment that they make for a program; else pip."""
    return next((tool for file, tool in RECEIPTS.items() if Path(sys.prefix, file).is_file()), "pip")


def _python() -> str:
    """How our Python is called in a terminal: by its name where that leads to it, else by its place."""
    found, place = shutil.which("python"), Path(sys.executable)
    if found is not None and Path(found).parent == place.parent:
        return "python"
    return f'"{place}"' if " " in str(place) else str(place)


def _source() -> str:
    """Where our distribution came from, if it was given as a file, a folder or an address."""
    try:
        told = json.loads(distribution(PROGRAM).read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        return ""
    found, kind = told.get("url", ""), told.get("vcs_info", {}).get("vcs", "")
    return f"{kind}+{found}" if kind else found


@cache
def wanted() -> dict[str, tuple[str, ...]]:
    """What we ask for: the name of each library in small letters, and each of its requirements."""
    try:
        lines = requires(PROGRAM) or []
    except PackageNotFoundError:
        lines = list(_of_project(PROJECT))
    found: dict[str, tuple[str, ...]] = {}
    for line in lines:
        name = re.match(r"[\w.-]+", line)
        if name is not None:
            found[name[0].lower()] = (*found.get(name[0].lower(), ()), line)
    return found


def lacking(name: str) -> Problem:
    """The one sentence about a library that is not there, with the command that gets it."""
    return Problem(name, Text("it is not installed; it is for %1", PURPOSES.get(name, Text("this"))), getting(name))


def getting(name: str) -> Text:
    """What to do about a library that is not there."""
    if getattr(sys, "frozen", False):
        return Text("A bundle takes no more libraries: install Headscope with Python, as the manual says")
    line = next(iter(wanted().get(name.lower(), ())), name).partition(";")[0].strip()
    return Text("Run: %1", installing(EXTRA if name in MODELS else line))


def missing(error: BaseException) -> Problem | None:
    """The sentence about a library that an installation of the base alone leaves out; None of any other failure."""
    name = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    return lacking(name) if name in MODELS else None


@contextmanager
def needing_models() -> Iterator[None]:
    """For what opens a model: where the libraries for that are missing, a :class:`Problem` says how to get them."""
    try:
        yield
    except ModuleNotFoundError as error:
        problem = missing(error)
        if problem is None:
            raise
        raise problem from error


def fits(name: str, having: str) -> bool:
    """Whether a version is among those that we ask for; true of a library that we say nothing about."""
    lines = [line for line in wanted().get(name.lower(), ()) if _counts(line)]
    return not lines or any(_in_range(having, line.partition(";")[0]) for line in lines)


def _of_project(path: Path) -> Iterable[str]:
    import tomllib

    try:
        project = tomllib.loads(path.read_text(encoding="utf-8"))["project"]
    except (OSError, ValueError, KeyError):
        return []
    return [
        *project.get("dependencies", ()),
        *(one for lines in project["optional-dependencies"].values() for one in lines),
    ]


def _counts(line: str) -> bool:
    """Whether a line is for this Python: those for another name its version."""
    marker = re.search(r"python_version\s*(<|>=)\s*['\"]([\d.]+)['\"]", line)
    return marker is None or (sys.version_info[:2] < _numbers(marker[2])) == (marker[1] == "<")


def _in_range(having: str, line: str) -> bool:
    have = _numbers(having)
    checks: dict[str, Callable[[tuple[int, ...]], bool]] = {
        ">=": lambda bound: have >= bound, "<": lambda bound: have < bound, "!=": lambda bound: have != bound,
        "<=": lambda bound: have <= bound, ">": lambda bound: have > bound, "==": lambda bound: have == bound,
    }  # fmt: skip
    bounds = [(checks.get(sign), _numbers(bound)) for sign, bound in VERSION_PART.findall(line)]
    return all(check is None or check(bound) for check, bound in bounds)


def _numbers(text: str) -> tuple[int, ...]:
    """``2.10.0+cpu`` as (2, 10), so that it is what ``2.10`` is."""
    found = re.match(r"\d+(\.\d+)*", text)
    numbers = [int(part) for part in found[0].split(".")] if found else []
    while len(numbers) > 1 and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)
