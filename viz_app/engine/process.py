"""The engine process: answers the window's requests one after another, and ends with the window.

It decides only what runs when; what a job does is in :mod:`viz_app.engine.jobs`. One thread reads
requests, the main thread works and writes. Never Qt. Started by :mod:`viz_app.engine.client`.
"""

from __future__ import annotations

import faulthandler
import gc
import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Generator
from contextlib import suppress
from functools import partial
from multiprocessing import AuthenticationError
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import Any, Protocol

from model.common.garbage import no_search
from model.common.text import Text
from viz_app.engine.connection import NO_LIBRARIES, dial, receive, send
from viz_app.engine.frames import REQUESTS, FrameError
from viz_app.engine.log import redirect_output
from viz_app.engine.measurement_messages import MeasurementRequest
from viz_app.engine.messages import (
    Cancel,
    Cancelled,
    CheckHeads,
    Failed,
    Item,
    Job,
    OpenCheckpoint,
    PlanTraining,
    Progress,
    Quit,
    Ready,
    Reply,
    Request,
    RunGrows,
    RunSentence,
    Tokenize,
)

PROGRESS_SECONDS = 0.05  #: between two Progress messages that say the same
LOG = logging.getLogger(__name__)


class Runner(Protocol):
    """What :class:`viz_app.engine.jobs.Engine` offers, so that this module needs no torch."""

    def run(self, request: Job) -> Generator[Item, Any, None]: ...


class Server:
    """Takes requests from ``inbox`` and gives replies to ``reply``; the newest of a kind wins.

    A job that a newer request of its kind makes pointless is given up between two of its items, as
    is a sentence when another checkpoint is asked for, and a measurement when another run is. Tokenising
    is short and is done at once, between two of their items; while a text is read for a training, whatever is asked
    is. Every request gets exactly one answer
    besides Progress, and every Cancel a Cancelled, even where the job has already ended; one that is to keep what
    there is has the job's own answer, where it has one.
    """

    def __init__(self, engine: Runner, inbox: SimpleQueue[Request], reply: Callable[[Reply], None]) -> None:
        self._engine = engine
        self._inbox = inbox
        self._reply = reply
        self._waiting: dict[type, Job] = {}  # the newest of each kind, in the order of arrival
        self._running: set[int] = set()  # tickets
        self._cancelled: set[int] = set()  # running tickets that are to be given up
        self._ending: set[int] = set()  # those of which what there is is wanted

    def serve_one(self) -> None:
        """Wait for requests if there are none, then run the job that has waited longest, if any."""
        self._sort_inbox(wait=not self._waiting)
        if self._waiting:
            self._work(self._waiting.pop(next(iter(self._waiting))))

    def _work(self, request: Job) -> None:
        """Run one job to its answer, or until it is pointless."""
        self._running.add(request.ticket)
        items = self._engine.run(request)
        shown, next_time, answered = "", 0.0, False
        item = next(items, None)
        while item is not None:
            if isinstance(item, RunGrows):
                self._reply(item)
            elif not isinstance(item, Progress):
                self._answer(item)
                answered = True
                break
            elif item.text != shown or time.monotonic() >= next_time:
                self._reply(item)
                shown, next_time = item.text, time.monotonic() + PROGRESS_SECONDS
            self._sort_inbox()
            while (kind := self._before(request)) is not None:
                self._work(self._waiting.pop(kind))
            if self._pointless(request):
                items.close()
                break
            item = self._next(items, request.ticket)
        if not answered:
            self._reply(Cancelled(request.ticket))
        for tickets in (self._running, self._cancelled, self._ending):
            tickets.discard(request.ticket)

    def _before(self, request: Job) -> type[Job] | None:
        """What is done between two items of a job: what is short; and all else while a long text is read."""
        if isinstance(request, PlanTraining):
            return next((kind for kind in self._waiting if kind is not PlanTraining), None)
        short = isinstance(request, RunSentence | MeasurementRequest) and Tokenize in self._waiting
        return Tokenize if short else None

    def _next(self, items: Generator[Item, Any, None], ticket: int) -> Item | None:
        """The job's next item; None where it ends without an answer."""
        try:
            return items.send(True if ticket in self._ending else None)
        except StopIteration:
            return None

    def _pointless(self, request: Job) -> bool:
        if request.ticket in self._ending:
            return request.ticket in self._cancelled
        of_checkpoint = isinstance(request, RunSentence | CheckHeads | MeasurementRequest)
        other_checkpoint = of_checkpoint and OpenCheckpoint in self._waiting
        other_run = isinstance(request, MeasurementRequest) and RunSentence in self._waiting
        return request.ticket in self._cancelled or type(request) in self._waiting or other_checkpoint or other_run

    def _answer(self, item: Item) -> None:
        try:
            self._reply(item)
        except FrameError:
            LOG.exception("an answer cannot be sent")
            self._reply(Failed(item.ticket, "answer", "it is too large for the window", Text("Shorten the sentence")))

    def _sort_inbox(self, wait: bool = False) -> None:
        """Take every request that has arrived; with ``wait`` at least one."""
        while wait or not self._inbox.empty():
            self._sort(self._inbox.get())
            wait = False

    def _sort(self, request: Request) -> None:
        if isinstance(request, Cancel):
            self._cancel(request.ticket, request.keep)
        elif not isinstance(request, Quit):  # which the reading thread has obeyed
            older = self._waiting.pop(type(request), None)
            self._waiting[type(request)] = request
            if older is not None:
                self._reply(Cancelled(older.ticket))

    def _cancel(self, ticket: int, keep: bool) -> None:
        self._waiting = {kind: job for kind, job in self._waiting.items() if job.ticket != ticket}
        if ticket in self._running:
            (self._ending if keep else self._cancelled).add(ticket)  # its own loop says Cancelled, or what there is
        else:
            self._reply(Cancelled(ticket))


def main() -> int:
    """Connect to the window, load the libraries, say Ready and work until the window goes."""
    try:
        connection = dial()
    except KeyError:
        sys.stderr.write("error: engine: the window starts it. Start main.py instead.\n")
        return 2
    except (OSError, EOFError, AuthenticationError):
        return 0  # the window has gone
    redirect_output()
    faulthandler.enable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal is for the window to decide
    inbox: SimpleQueue[Request] = SimpleQueue()
    Thread(target=_read, args=(connection, inbox), name="headscope-requests", daemon=True).start()
    try:
        ready, engine = load()
    except (ImportError, OSError):  # Windows: a DLL that torch needs is missing
        LOG.exception("the libraries cannot be loaded")
        return NO_LIBRARIES
    reply = partial(send, connection)
    with suppress(BrokenPipeError, ConnectionError):  # the window has gone
        reply(ready)
        server = Server(engine, inbox, reply)
        while True:
            server.serve_one()
    return 0


def load() -> tuple[Ready, Runner]:
    """What the window is told first, and what does the work; no garbage is looked for among their libraries."""
    with no_search():
        from viz_app.engine.devices import devices
        from viz_app.engine.jobs import Engine

        gc.freeze()
    return Ready(devices()), Engine()


def _read(connection: Connection, inbox: SimpleQueue[Request]) -> None:
    """Take requests as they come; end the process when the window asks or has gone.

    At once, since the main thread may be deep in a computation, and there is nothing to save.
    """
    code = 1
    try:
        with suppress(EOFError, OSError, FrameError):
            while not isinstance(request := receive(connection, REQUESTS), Quit):
                inbox.put(request)
        code = 0
    except Exception:
        LOG.exception("a request cannot be read")
    finally:
        os._exit(code)  # an engine that hears nothing would be waited for without end


if __name__ == "__main__":
    sys.exit(main())
