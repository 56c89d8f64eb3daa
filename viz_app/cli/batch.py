"""``batch``: what ``export``, ``page``, ``handout`` or ``trace`` do for one sentence, for every line of a file.

Several processes share the sentences; each opens the checkpoint once and computes with one thread. What is made
is what the single command makes. It can be stopped at any moment: started again, it goes on.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from model.common.assets import command
from model.common.atomic import write_atomically
from model.common.problems import Problem
from model.common.progress import LISTENING, progress
from model.common.text import Text
from model.common.version import VERSION
from viz_app.cli.batch_jobs.crew import Crew, Helper
from viz_app.cli.batch_jobs.journal import Journal, journal_path
from viz_app.cli.batch_jobs.worker import Message, is_trace, make_folder, serve
from viz_app.cli.shared.common import lines_of, one_line, output_path, processes
from viz_app.cli.shared.file_patterns import NUMBER, SENTENCE, check_pattern, fill, of_sentence

HELP = Text("export, page, handout or trace for every line of a file, with all cores")
WORKER = "--worker"  #: a process of a batch; for nobody else
#: What does not change what is in the files; the checkpoint and the program are told apart by what they are.
BESIDE = (
    "command", "batch_of", "run", "typed", "sentences", "out", "jobs", "summary", "again", "yes", "worker",
    "checkpoint",
)  # fmt: skip
SAME = ("view", "kind")  #: fields of a pattern that are one word in all of a batch
PICTURES = 200 * 2**20  #: bytes that drawing takes in each process, generously
LINES_IN_A_LOG = 20  #: of progress


class BatchLine(NamedTuple):
    """A sentence of the file. ``number`` counts sentences, ``line`` lines; both from 1."""

    number: int
    line: int
    text: str
    out: str
    also: tuple[str, ...]  #: files of other kinds


def makers() -> dict[str, ModuleType]:
    """The commands that make files of one run: those with ``add_options`` and ``make``."""
    from viz_app.cli import command_names

    modules = {name: import_module(f"{__package__}.{name}") for name in command_names()}
    return {name: module for name, module in modules.items() if hasattr(module, "make")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_subparsers(dest="batch_of", required=True, metavar="WHAT")
    for name, module in makers().items():
        fields = ", ".join(f"{{{field}}}" for field in _fields(module))
        about = Text(
            "For every sentence of a file: %1. --out is a pattern with %2; folders are made.", module.HELP, fields
        )
        each = kinds.add_parser(name, help=module.HELP, description=about)
        each.add_argument(
            "sentences",
            metavar="SENTENCES.txt",
            help=Text("one a line, in UTF-8; - for standard input; empty lines are ignored"),
        )
        module.add_options(each)
        each.add_argument(
            "--jobs", type=processes, metavar="N", help=Text("processes, each with one thread (one for each core)")
        )
        each.add_argument("--summary", metavar="F.json", help=Text("where the summary goes (standard output)"))
        each.add_argument("--again", action="store_true", help=Text("make everything again, whatever is there"))
        each.add_argument(WORKER, action="store_true", help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    module = makers()[arguments.batch_of]
    if arguments.worker:
        return serve(arguments, module.make)
    summary = output_path(arguments.summary, ".json") if arguments.summary else None
    sentences = _sentences(arguments, module)
    began, path = time.monotonic(), journal_path(_patterns(arguments)[0])
    make_folder(path.parent)
    first = {"open": True} if any(not is_trace(line.text) for line in sentences) else {}
    helper = Helper(command([*arguments.typed, WORKER]), first)
    try:
        about = _about(helper, first)
        journal = _journal(path, arguments, about)
        done = {line.number: entry for line in sentences if (entry := _done(journal, line))}
        left = [line for line in sentences if line.number not in done]
        helpers = [helper, *(Helper(helper.command, first) for _ in range(_jobs(arguments, about, len(left)) - 1))]
        made = _work(Crew(helpers), left, len(done), journal)
    finally:
        helper.stop()
    failed = sum("problem" in entry for entry in made.values())
    entries = [_entry(line, done.get(line.number) or made[line.number], line.number in done) for line in sentences]
    seconds = time.monotonic() - began
    _report(summary, arguments, about, entries, len(helpers), seconds)
    files = sum(len(entry["files"]) for entry in entries)
    told = f"{len(sentences):,} sentences: {len(made) - failed:,} made, {len(done):,} were there, {failed:,} failed"
    print(f"{told}; {files:,} files, {_clock(seconds)}", file=sys.stderr)
    if journal.left_over:
        some = ", ".join(journal.left_over[:3]) + (" …" if len(journal.left_over) > 3 else "")
        print(one_line(f"{len(journal.left_over):,} files of earlier sentences are left: {some}"), file=sys.stderr)
    return 2 if failed else 0


# --- what there is to do ---


def _fields(module: ModuleType) -> tuple[str, ...]:
    return (NUMBER, SENTENCE, *getattr(module, "FIELDS", ()))


def _sentences(arguments: argparse.Namespace, module: ModuleType) -> list[BatchLine]:
    """The file's sentences and where their files go. Raises :class:`Problem`."""
    lines = [(at, text.strip()) for at, text in enumerate(lines_of(arguments.sentences), 1)]
    lines = [(at, text) for at, text in lines if text]
    if not lines:
        raise Problem(arguments.sentences, Text("it has no sentence"), Text("Write one source sentence in each line"))
    if getattr(arguments, "target", None) is not None:
        raise Problem(
            "--target", Text("it is the translation of one sentence"), Text("Leave it out, or run each sentence alone")
        )
    patterns = _patterns(arguments)
    for pattern in patterns:
        check_pattern(pattern, _fields(module), len(lines) > 1)
    if len({pattern.casefold() for pattern in patterns}) < len(patterns):
        raise Problem("--also", Text("it names the same files once more"), Text("Give it another name"))
    found = []
    for number, (at, text) in enumerate(lines, 1):
        words = of_sentence(text, number, len(lines))
        out, *also = (fill(pattern, words) for pattern in patterns)
        found.append(BatchLine(number, at, text, out, tuple(also)))
    return found


def _done(journal: Journal, line: BatchLine) -> Message | None:
    return journal.done(line.number, line.text, line.out, line.also)


def _patterns(arguments: argparse.Namespace) -> list[str]:
    """``--out`` and every ``--also``, with what is the same in all of their files, such as the view."""
    given = {name: value.replace("-", "_") for name, value in vars(arguments).items() if isinstance(value, str)}
    words = {name: given[name] for name in SAME if name in given}
    return [fill(pattern, words) for pattern in (arguments.out, *getattr(arguments, "also", ()))]


def _about(helper: Helper, first: Message) -> Message:
    """What the checkpoint is; {} where no sentence needs one. Raises :class:`Problem` where it does not open."""
    about = helper.ask(first) if first else {}
    for warning in about.get("warnings", ()):
        print(warning, file=sys.stderr)
    if "problem" in about:
        raise Problem(*about["problem"])
    return about


def _journal(path: Path, arguments: argparse.Namespace, about: Message) -> Journal:
    given = {name: value for name, value in vars(arguments).items() if name not in BESIDE}
    given |= {name: about[name] for name in ("checkpoint", "sha256", "config", "device") if name in about}
    settings = json.loads(json.dumps({"batch_of": arguments.batch_of, "program": VERSION, **given}, default=str))
    return Journal(path, settings, arguments.again)


def _jobs(arguments: argparse.Namespace, about: Message, sentences: int) -> int:
    """As many as are asked for, else one for each core that we may use; one on a GPU, which all would share.

    Unasked, no more than fit into three quarters of the memory, each as large as the first one and the pictures.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    usual = cores if about.get("device", "cpu") == "cpu" else 1
    if about.get("memory") and "SC_PHYS_PAGES" in getattr(os, "sysconf_names", ()):
        room = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * 3 // 4
        usual = min(usual, room // (about["memory"] + PICTURES))
    return max(1, min(arguments.jobs or usual, sentences))


# --- doing it ---


def _work(crew: Crew, left: Sequence[BatchLine], before: int, journal: Journal) -> dict[int, Message]:
    """Each sentence's answer by its number; what succeeded is in the journal."""
    made: dict[int, Message] = {}
    began, told, total = time.monotonic(), set[str](), before + len(left)
    for index, answer in crew.work([{"text": line.text, "out": line.out, "also": line.also} for line in left]):
        line = left[index]
        if answer.get("fatal"):
            raise Problem(*answer["problem"])
        made[line.number] = answer
        for warning in [text for text in answer.get("warnings", ()) if text not in told]:
            told.add(warning)
            _say(warning)
        if "problem" in answer:
            _say("error: " + one_line(f"line {line.line}: {Problem(*answer['problem'])}"))
        else:
            journal.add({"number": line.number, "text": line.text, "out": line.out, **_kept(answer)})
        _progress(before, len(made), total, time.monotonic() - began)
    progress("")
    return made


def _kept(answer: Message) -> Message:
    return {name: value for name, value in answer.items() if name != "warnings"}


def _say(text: str) -> None:
    """A line of its own, also while a line of progress stands there."""
    progress("")
    print(text, file=sys.stderr, flush=True)


def _progress(before: int, made: int, total: int, seconds: float) -> None:
    """How far it is: always on a terminal, now and then in a log."""
    done = before + made
    text = f"{done:,} of {total:,} sentences, about {_clock(seconds / made * (total - done))} left"
    progress(text, done / total)
    share = max(1, total // LINES_IN_A_LOG)
    if done < total and done % share == 0 and not sys.stderr.isatty() and not os.environ.get(LISTENING):
        print(text, file=sys.stderr, flush=True)


def _clock(seconds: float) -> str:
    return str(timedelta(seconds=round(seconds)))


# --- saying what was done ---


def _entry(line: BatchLine, answer: Message, earlier: bool) -> dict[str, Any]:
    """One sentence in the summary."""
    problem = one_line(str(Problem(*answer["problem"]))) if "problem" in answer else None
    return {
        "number": line.number,
        "line": line.line,
        "source": line.text,
        "translation": answer.get("translation"),
        "source_tokens": answer.get("source_tokens"),
        "target_tokens": answer.get("target_tokens"),
        "stop_reason": answer.get("stop_reason"),
        "files": list(answer.get("files", ())),
        "seconds": answer["seconds"],
        "earlier": earlier,
        "problem": problem,
    }


def _report(
    path: Path | None,
    arguments: argparse.Namespace,
    about: Message,
    entries: list[dict[str, Any]],
    jobs: int,
    seconds: float,
) -> None:
    """The summary, to a file or standard output. Raises :class:`Problem`."""
    whole = {
        "program": f"Headscope {VERSION}",
        "what": arguments.batch_of,
        "checkpoint": about.get("checkpoint"),
        "checkpoint_sha256": about.get("sha256"),
        "jobs": jobs,
        "seconds": round(seconds, 3),
        "failed": sum(entry["problem"] is not None for entry in entries),
        "sentences": entries,
    }
    text = json.dumps(whole, ensure_ascii=False, indent=1)
    if path is None:
        print(text)
    else:
        write_atomically(path, (text + "\n").encode("utf-8", "replace"))
