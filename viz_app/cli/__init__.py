"""The command line. One file per command, found by its folder; without a command the window opens.

A command module defines ``HELP``, ``add_arguments(parser)`` and ``run(arguments) -> int``, and
imports what it needs when it runs. Everything works headless, in UTF-8 and in every locale. Errors
are one line on stderr, ``error: <what>: <why>. <what to do>``, with exit code 2.
"""

from __future__ import annotations

import argparse
import errno
import io
import os
import pkgutil
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from model.common.assets import EXPORT, HDF5, TOKENIZER
from model.common.problems import Problem, told, unforeseen
from model.common.progress import LISTENING
from model.common.text import Text
from model.common.version import VERSION
from viz_app.cli.shared.common import one_line

WINDOW = "window"
ENGINE = "--engine"  #: how the window of a frozen build starts its engine; for nobody else
FULL = (errno.ENOSPC, errno.EFBIG, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC))  #: of a disk that takes no more
SHOW_TRACEBACK = "HEADSCOPE_TRACEBACK"  #: set in the environment, an unforeseen failure prints its traceback


class _Parser(argparse.ArgumentParser):
    """argparse with errors in our form, and its help in the language of the person."""

    def format_help(self) -> str:
        from viz_app.cli.shared.help import HelpFormatter  # the window starts without it

        self.formatter_class = HelpFormatter
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        raise Problem(Text("arguments"), message, Text("See %1 --help", self.prog))


def command_names() -> list[str]:
    """Every command: the files of this folder."""
    return sorted(item.name for item in pkgutil.iter_modules(__path__) if not item.ispkg)


def build_parser(names: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """The whole command line, commands in alphabetical order; or of it only the commands called ``names``."""
    parser = _Parser(
        prog=_program(),
        description=Text(
            "Headscope shows what an encoder-decoder Transformer gives weight to while it "
            "translates. Without a command the window opens."
        ),
    )
    parser.add_argument("--version", action="version", version=f"Headscope {VERSION}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in command_names() if names is None else names:
        module = import_module(f"{__name__}.{name}")
        command = commands.add_parser(name, help=module.HELP, description=module.HELP)
        command.add_argument("--version", action="version", version=f"Headscope {VERSION}")
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser


def _child(arguments: Sequence[str]) -> Callable[[], int] | None:
    """What a frozen build, which has one program file, starts as a process of its own."""
    word = arguments[0] if arguments else ""
    if word == ENGINE and len(arguments) == 1:
        from viz_app.engine.process import main as engine

        return engine
    if word == TOKENIZER:
        from model.checkpoints.tokenizer_child import main as tokenizer

        return tokenizer
    if word == HDF5:
        from model.checkpoints.files.hdf5_child import main as hdf5

        return hdf5
    return None


def _program() -> str:
    """What a person types: in a bundle, installed, or in the source tree."""
    if getattr(sys, "frozen", False):
        return "headscope-cli"
    return "main.py" if __package__ == "viz_app.cli" else "headscope"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if (child := _child(arguments)) is not None:
        return child()
    _speak_utf8()
    try:
        if arguments[:1] == [EXPORT]:
            from viz_app.cli.shared.window_export import make

            return make(*map(Path, arguments[1:]))
        arguments = _with_command(arguments)
        named = [arguments[0]] if arguments[0] in command_names() else None  # the window does not wait for the others
        parsed = build_parser(named).parse_args(arguments)
        parsed.typed = arguments
        with _alone() if argv is None and parsed.command != WINDOW else nullcontext():  # the window has its own way
            code: int = parsed.run(parsed)
        if sys.stdout is not None:
            sys.stdout.flush()  # what cannot be written is said now, and not by the interpreter when it ends
        return code
    except Problem as problem:
        listening = bool(os.environ.get(LISTENING))  # a window, which says it in its language
        print(told(problem) if listening else "error: " + one_line(str(problem)), file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of our output has gone, as in ``| head``
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        print("error: interrupted: you stopped it. Start it again to go on.", file=sys.stderr)
        return 130
    except Exception as error:
        if os.environ.get(SHOW_TRACEBACK):
            raise
        print(_told(error), file=sys.stderr)
        return 2


def _alone() -> AbstractContextManager[None]:
    from model.common.garbage import one_task  # the window starts without it

    return one_task()


def _told(error: Exception) -> str:
    """For a window that listens as its problem, with the fault; else one line."""
    known = isinstance(error, OSError) and error.errno in (errno.ENAMETOOLONG, *FULL)
    from model.common.installed import missing  # the window starts without it

    lacking, listening = missing(error), bool(os.environ.get(LISTENING))
    if listening and not known:
        return told(lacking or unforeseen(error, "export"))
    return "error: " + (_fault(error) if lacking is None else one_line(str(lacking)))


def _fault(error: Exception) -> str:
    """A fault in one line: of a name that no disk takes, wherever it was given; else of ours, the rest for who asks."""
    if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
        return one_line(str(Problem(str(error.filename), Text("its name is too long"), Text("Give a shorter one"))))
    if isinstance(error, OSError) and error.errno in FULL:
        return one_line(
            str(Problem(Text("output"), Text("it cannot be written (%1)", error.strerror), Text("Make room for it")))
        )
    if isinstance(error, MemoryError):
        return f"memory: there is not enough. Set {SHOW_TRACEBACK}=1 to see where."
    from model.common.fault import fault_of

    number = fault_of(error, "command line").number  # as the window's dialog has it
    why = f"it failed in a way we did not foresee ({number}: {error!r:.200})"
    return f"Headscope: {' '.join(why.split())}. Set {SHOW_TRACEBACK}=1 to see where."


def _with_command(arguments: list[str]) -> list[str]:
    """A command's name wins over a file's; anything else belongs to the window."""
    first = arguments[0] if arguments else ""
    if first in command_names() or first in ("-h", "--help", "--version"):
        return arguments
    return [WINDOW, *arguments]


def _speak_utf8() -> None:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape" if stream is sys.stdin else "replace")
