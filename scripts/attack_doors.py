"""The outcome of opening one file, for ``attack.py``: it opens, it is refused in one sentence, or something is found.

:func:`guard` makes this process tell of whatever a file that is only opened must not bring about: a program started, a
connection, a file written, renamed or deleted outside its own folder. :func:`open_door` opens as the program does.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

LONGEST = 2_000  #: characters of a sentence that somebody is to read
SET_ASIDE = ".bak"  #: what cannot be read of a person's own settings and answers is kept beside them under this name
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
FORBIDDEN = (
    "os.system", "os.exec", "os.posix_spawn", "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.symlink", "os.link",
    "os.chmod", "os.truncate", "shutil.rmtree", "shutil.move", "socket.connect", "socket.getaddrinfo", "urllib.Request",
    "ctypes.dlopen", "webbrowser.open",
)  # fmt: skip


class Deed(BaseException):
    """Something was done that a file must not bring about."""


class Guard:
    """Listens to all that Python does; only while :attr:`on`."""

    def __init__(self) -> None:
        self.on = False
        self.deeds: list[str] = []
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if (
            self.on
            and f"{SET_ASIDE}'" not in str(arguments[:2])
            and (event in FORBIDDEN or _writes(event, arguments) or _starts(event, arguments))
        ):
            self.deeds.append(f"{event} {arguments!r:.200}")
            raise Deed(self.deeds[-1])


def _writes(event: str, arguments: tuple[Any, ...]) -> bool:
    if event != "open" or not isinstance(arguments[0], str) or arguments[0] in ("/dev/null", "/proc/self/mem"):
        return False
    return bool(isinstance(arguments[2], int) and arguments[2] & WRITING and not arguments[2] & os.O_DIRECTORY)


def _starts(event: str, arguments: tuple[Any, ...]) -> bool:
    """A program that is not this Python: foreign tokenizers are asked in one of our own."""
    return event == "subprocess.Popen" and Path(os.fsdecode(arguments[0])).resolve() != Path(sys.executable).resolve()


def open_door(name: str, path: Path, ask: bool) -> str:
    """``opened`` or ``refused``. Raises AssertionError for a refusal that is no sentence, and whatever else happens."""
    from model.common.problems import Problem

    try:
        _openers()[name.partition(" ")[0]](path, ask)
    except Problem as problem:
        refusal = problem
    else:
        return "opened"
    said = (refusal.what, refusal.why, refusal.next_step)
    assert all(part.strip() for part in said), f"a refusal without a part: {said!r}"
    assert len(str(refusal)) <= LONGEST, f"{len(str(refusal)):,} characters: {refusal!s:.300}"
    strange = {letter for letter in str(refusal) if not letter.isprintable()}
    assert not strange, f"a refusal with {strange!r}: {refusal!s:.300}"
    return "refused"


def _openers() -> dict[str, Callable[[Path, bool], object]]:
    from model.checkpoints.checkpoint import open_checkpoint
    from model.checkpoints.vocabularies.vocabulary_file import read_vocabularies
    from model.corpus.corpus_heads import read_heads
    from model.record.trace_file import load_trace
    from model.training.data import read_pairs
    from model.training.recipe import read_recipe
    from viz_app.handlers.sessions import load

    return {
        "checkpoint": lambda path, ask: open_checkpoint(path, ask=ask),
        "trace": lambda path, _: load_trace(path),
        "session": lambda path, _: load(path),
        "vocabulary": lambda path, _: read_vocabularies(path),
        "pairs": lambda path, _: read_pairs(path),
        "recipe": lambda path, _: read_recipe(path),
        "start": lambda path, _: _plan(path),
        "training": _training,
        "heads": lambda path, _: read_heads(path),
        "gold": lambda path, _: _gold(path),
        "work": lambda path, _: path.read_bytes(),  # which is written to: attack.py command
        "journal": lambda path, _: _journal(path),
        "settings": lambda path, _: _settings(path),
    }


def _plan(path: Path) -> None:
    """As the dialog has it looked at."""
    from model.training.plan import plan_training
    from model.training.recipe import read_recipe

    list(plan_training(read_recipe(path), path.parent, path.parent / "out", "cpu"))


def _training(folder: Path, ask: bool) -> None:
    """As it is watched, and as its newest snapshot is opened."""
    from model.checkpoints.checkpoint import open_checkpoint
    from model.record.learning_run import epoch_at, read_run
    from viz_app.state.watched_training import Watched, said

    run = read_run(folder)
    if run is not None:
        for at, each in enumerate(run.snapshots):
            assert said(each.update, epoch_at(Path(each.path))), Watched(run, at).told
        open_checkpoint(Path(run.snapshots[-1].path), ask=ask)


def _gold(path: Path) -> None:
    from model.corpus.sentences import CorpusFiles, stream

    list(stream(CorpusFiles(path.with_name("pairs.tsv"), gold=path)))


def _journal(path: Path) -> None:
    from viz_app.cli.batch_jobs.journal import Journal

    out = str(path.parent / "{number}.html")
    Journal(path, {"view": "one_head"}).done(1, "Hund", out)


def _settings(path: Path) -> None:
    from viz_app.platform.settings_store import Store

    store = Store(path)
    store.load()
    store.memory()
    store.layout()
