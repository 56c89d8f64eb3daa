"""``--workers`` and ``--cluster``: who computes the pieces of a file."""

from __future__ import annotations

import argparse
import io
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stderr
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from model.common.problems import Problem
from model.common.text import Text
from viz_app.cli.shared.common import processes

if TYPE_CHECKING:
    from model.checkpoints.checkpoint import Checkpoint
    from model.corpus.executors import Workforce
    from model.corpus.opened import CheckpointAddress

OPENING = ("checkpoint", "device", "answer", "source_language", "target_language")  #: all that opening one goes by


class SpokenCheckpoint(NamedTuple):
    """The checkpoint that a command named, as one of its workers opened it."""

    address: CheckpointAddress
    name: str
    said: str  #: warnings and doubts, for stderr


_early: dict[str, SpokenCheckpoint] = {}  #: in a worker: what it has opened before it was asked


def open_by(force: Workforce, arguments: argparse.Namespace) -> SpokenCheckpoint:
    """Have the checkpoint of ``arguments`` opened by one of ``force``; a process that only adds up needs no torch."""
    return force.ask(_opened, _asked(arguments))  # type: ignore[no-any-return]


def opening(arguments: argparse.Namespace) -> Callable[[], object]:
    """The first thing that a process of this machine does: all of them open it side by side, and none waits."""
    return partial(_open_early, _asked(arguments))


def _asked(arguments: argparse.Namespace) -> dict[str, Any]:
    return {name: getattr(arguments, name) for name in OPENING}


def _open_early(given: dict[str, Any]) -> None:
    """Raises what :func:`_opened` raises; it will be asked for again. A GPU is for one process."""
    from model.corpus.head_table import prepare_worker
    from viz_app.engine.devices import pick_device

    prepare_worker()
    if pick_device(given["device"]) == "cpu":
        _early[repr(given)] = _opened(given)


def _opened(given: dict[str, Any]) -> SpokenCheckpoint:
    if (early := _early.pop(repr(given), None)) is not None:
        return early
    from model.corpus.opened import address_of
    from viz_app.cli.shared.answers import answers_of
    from viz_app.cli.shared.common import open_spoken

    arguments = argparse.Namespace(**given)
    with redirect_stderr(io.StringIO()) as said:
        checkpoint = open_spoken(arguments)
    checkpoint.require_head()
    return SpokenCheckpoint(address_of(checkpoint, answers_of(arguments)), checkpoint.name, said.getvalue())


def add_workers(parser: argparse.ArgumentParser, usual: int = 0) -> None:
    """``usual``: how many there are where nothing is said; 0 for as many as cores."""
    told = str(usual) if usual else Text("one for each core")
    parser.add_argument(
        "--workers",
        type=processes,
        metavar="N",
        help=Text("processes, each with one thread (%1)", told),
    )
    parser.add_argument(
        "--cluster", default="", metavar="ADDRESS",
        help=Text("a Dask scheduler instead, as in tcp://127.0.0.1:8786 (needs the extra cluster)"),
    )  # fmt: skip


def workers_of(arguments: argparse.Namespace, device: str, usual: int = 0) -> int:
    """As many processes as are asked for, else ``usual``, else one for each core; one on a GPU, which all would share.

    Raises :class:`Problem` for processes of this machine and a cluster at once.
    """
    if arguments.cluster and arguments.workers:
        why = Text("a cluster has workers of its own")
        raise Problem("--workers", why, Text("Leave out --workers or --cluster"))
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return arguments.workers or usual or (cores if device == "cpu" else 1)


@contextmanager
def shared_work(
    arguments: argparse.Namespace, checkpoint: Checkpoint
) -> Iterator[tuple[Workforce, CheckpointAddress] | None]:
    """Who computes, where several were asked for, and what they open; None for this process alone. Raises Problem."""
    workers_of(arguments, "cpu")
    if not arguments.cluster and (arguments.workers or 1) == 1:
        yield None
        return
    from model.corpus.executors import workforce
    from model.corpus.head_table import check_worker
    from model.corpus.opened import address_of
    from viz_app.cli.shared.answers import answers_of

    address = address_of(checkpoint, answers_of(arguments))
    with workforce(arguments.workers or 1, arguments.cluster) as force:
        force.check(partial(check_worker, address))
        yield force, address


def in_order(answers: Iterable[tuple[int, Any]]) -> Iterator[Any]:
    """The answers to pieces 0, 1, 2 …, each as soon as all before it are there."""
    early, wanted = dict[int, Any](), 0
    for number, answer in answers:
        early[number] = answer
        while wanted in early:
            yield early.pop(wanted)
            wanted += 1
