"""Shared by the commands: arguments, opening a checkpoint, running a sentence."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from model.common.assets import find_checkpoint
from model.common.problems import Problem
from model.common.text import Text
from model.record.session_name import is_session

if TYPE_CHECKING:
    from model.checkpoints.checkpoint import Checkpoint
    from model.decoding.cost import RunCost
    from model.record.trace import Trace

TRACE = ".npz"
NOTHING: Mapping[str, Any] = MappingProxyType({})
MOST_TEXT = 256_000_000  #: letters of what is translated at once
WIDEST_BEAM, MOST_COUNTED, MOST_PROCESSES = 200, 1_000_000, 256
DEVICES = ("auto", "cpu", "cuda", "mps")
Opener = Callable[[argparse.Namespace], "Checkpoint"]  #: how a command comes to its checkpoint
Tell = Callable[[Path], None]  #: told of each file that has been written


def add_checkpoint(parser: argparse.ArgumentParser, positional: bool = False, heads: bool = True) -> None:
    """Which checkpoint, and what it does not say; ``heads``: whether ``--heads`` is free for that."""
    help_text = Text("file, folder, or name of a shipped checkpoint")
    if positional:
        parser.add_argument("checkpoint", metavar="C", help=help_text)
    else:
        parser.add_argument("--checkpoint", metavar="C", default="everyday", help=Text("%1 (everyday)", help_text))
    add_answers(parser, heads)


def add_answers(parser: argparse.ArgumentParser, heads: bool = True) -> None:
    """``heads``: whether ``--heads`` is free for the answer that is needed most."""
    parser.add_argument(
        "--answer", action="append", type=answer, default=[], metavar="NAME=VALUE",
        help=Text("what the checkpoint does not say, as inspect lists it; repeatable"),
    )  # fmt: skip
    if heads:
        about = Text("the same as --answer heads=N")
        parser.add_argument("--heads", dest="answer", action="append", type=head_answer, metavar="N", help=about)


def answer(text: str) -> tuple[str, str]:
    """``heads=8``; for argparse."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise argparse.ArgumentTypeError(f"{text[:40]} is not NAME=VALUE, such as heads=8")
    return name.strip(), value.strip()


def head_answer(text: str) -> tuple[str, str]:
    """``8``; for argparse."""
    return "heads", text.strip()


def add_device(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--device", choices=DEVICES, default="auto", help=Text("where to compute (auto)"))


def add_insisting(parser: argparse.ArgumentParser) -> None:
    """For commands that run sentences."""
    parser.add_argument("--yes", action="store_true", help=Text("run also what may take more memory than there is"))


def add_languages(parser: argparse.ArgumentParser) -> None:
    """For models of many languages; any other refuses them by name."""
    for side, text in (
        ("source", Text("source language, where there is a choice")),
        ("target", Text("target language, where there is a choice")),
    ):
        parser.add_argument(f"--{side}-language", default="", metavar="CODE", help=text)


def count(text: str) -> int:
    """A whole number from 1, as people count, up to what no run has; for argparse."""
    return whole(text, 1, MOST_COUNTED)


def processes(text: str) -> int:
    """How many processes or threads share the work; for argparse."""
    return whole(text, 1, MOST_PROCESSES)


def whole(text: str, least: int, most: int) -> int:
    """A whole number inside its range. Raises argparse's error."""
    if not re.fullmatch(r"\s*[+-]?\d{1,12}\s*", text) or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"{text[:40]} is not a number from {least} to {most}")
    return int(text)


def beam_width(text: str) -> int:
    """How many hypotheses a beam keeps; each is a whole decoder, so there is a most. For argparse."""
    return whole(text, 1, WIDEST_BEAM)


def find_whole(name: str) -> Path:
    """A checkpoint by path or shipped name. Raises :class:`Problem` for a bad file before torch is imported."""
    from model.checkpoints.files.gate import examine

    path = find_checkpoint(name)
    examine(path)
    return path


def up_to(most: int) -> Callable[[str], int]:
    """Whole numbers from 0 to ``most``; for argparse."""

    return lambda text: whole(text, 0, most)


def open_named(name: str, device: str = "cpu", answers: Mapping[str, Any] = NOTHING) -> Checkpoint:
    """Open a checkpoint by path or shipped name, on a device, with ``answers`` by name. Raises :class:`Problem`."""
    path = find_whole(name)
    from model.checkpoints.checkpoint import open_checkpoint
    from viz_app.engine.devices import pick_device, use_threads

    checkpoint = open_checkpoint(path, answers)
    checkpoint.require_names(answers)
    warn(checkpoint)
    checkpoint.transformer.to(pick_device(device))
    use_threads(checkpoint.transformer.config.width)
    return checkpoint


def warn(checkpoint: Checkpoint) -> None:
    """One line on stderr for each thing that its user should know before believing what comes out."""
    for warning in checkpoint.warnings:
        print("warning: " + one_line(f"{checkpoint.name}: {warning}"), file=sys.stderr)
    from viz_app.cli.shared.answers import tell_uncertain

    tell_uncertain(checkpoint)


def one_line(text: str) -> str:
    """White space as single spaces, and what a terminal would obey (in a file's name) in writing."""
    return printable(" ".join(text.split()))


def printable(text: str) -> str:
    """``text`` without what a terminal would obey."""
    return "".join(letter if letter.isprintable() else f"\\x{ord(letter):02x}" for letter in text)


def tell_file(path: Path) -> None:
    """Say on standard output that a file has been written."""
    print(printable(str(path)))


def open_spoken(arguments: argparse.Namespace) -> Checkpoint:
    """The checkpoint of ``arguments``, told the languages that they name. Raises :class:`Problem`."""
    from viz_app.cli.shared.answers import answers_of

    checkpoint = open_named(arguments.checkpoint, arguments.device, answers_of(arguments))
    return checkpoint.with_languages(arguments.source_language, arguments.target_language)


def lines_of(name: str) -> list[str]:
    """The lines of a text file in UTF-8, or of standard input for ``-``. Raises :class:`Problem`."""
    if name == "-" and sys.stdin is None:
        raise Problem(Text("standard input"), Text("it is closed"), Text("Give a file"))
    try:
        text = sys.stdin.read(MOST_TEXT + 1) if name == "-" else _text(Path(name))
        text.encode()  # a terminal hands on what is no UTF-8 as halves of letters
    except (UnicodeDecodeError, UnicodeEncodeError) as error:
        byte = error.start if isinstance(error, UnicodeDecodeError) else len(error.object[: error.start].encode())
        raise Problem(name, Text("byte %1 is not UTF-8", byte), Text("Save the file as UTF-8")) from error
    except OSError as error:
        raise Problem(name, Text("it cannot be read (%1)", error.strerror), Text("Check the path")) from error
    if len(text) > MOST_TEXT:
        why = Text("it is longer than %1 million letters", MOST_TEXT // 10**6)
        raise Problem(name, why, Text("Give it in parts"))
    lines = text.removeprefix("\ufeff").split("\n")
    return lines if lines[-1] else lines[:-1]


def _text(path: Path) -> str:
    """Of a file, which may be a pipe, as much as may be."""
    with path.open(encoding="utf-8-sig") as file:
        return file.read(MOST_TEXT + 1)


def record(checkpoint: Checkpoint, sentence: str, **wanted: Any) -> Trace:
    """:func:`model.decoding.run.run_sentence`, imported when it is needed: it takes torch with it."""
    from model.decoding.run import run_sentence

    return run_sentence(checkpoint, sentence, tell=tell_cost, **wanted)


def tell_cost(cost: RunCost) -> None:
    """One line on stderr before a run that one has to wait for."""
    if cost.is_large:
        print(one_line(f"note: a large run: {cost.said}"), file=sys.stderr, flush=True)


def is_recorded(name: str) -> bool:
    """Is it the name of a file that holds finished runs: a trace, or a session?"""
    path = Path(name)
    return is_session(path) or (path.suffix.lower() == TRACE and not path.is_dir())


def recorded(name: str) -> Trace:
    """The run in a trace file, or the one that a session shows. Raises :class:`Problem`."""
    from model.record.session_file import read_session
    from model.record.trace_file import load_trace

    path = Path(name)
    if not is_session(path):
        return load_trace(path)
    from viz_app.handlers.session_fields import run_shown

    return run_shown(read_session(path))


def without_screen(language: str) -> None:
    """Qt, on no screen and speaking ``language``; imported only now, since torch comes first on Windows.

    Raises :class:`Problem` where its libraries are missing.
    """
    from viz_app.platform.display import OFFSCREEN, require_libraries
    from viz_app.platform.library_imports import import_libraries

    require_libraries(OFFSCREEN)
    import_libraries()
    from viz_app.exports.figures.render import offscreen
    from viz_app.platform.translations import speak

    speak(offscreen(), language)


def output_path(text: str, suffix: str) -> Path:
    """Where a file goes; checked before the work starts. Raises :class:`Problem`."""
    path = Path(text)
    if path.suffix.lower() != suffix:
        raise Problem(
            str(path), Text("its name does not end in %1", suffix), Text("Call it %1", (path.stem or "out") + suffix)
        )
    if path.is_dir():
        raise Problem(str(path), Text("it is a folder"), Text("Give a file name"))
    if not path.parent.is_dir():
        raise Problem(
            str(path), Text("the folder %1 does not exist", path.parent), Text("Create it or choose another folder")
        )
    return path
