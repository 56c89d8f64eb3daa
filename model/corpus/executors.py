"""Who computes the pieces of a file: this process, processes of this machine, or a Dask cluster.

All three by :mod:`concurrent.futures`: a piece is a call of a function of this program with plain values, and its
answer is plain values. Answers come as they are ready; a few pieces wait at each worker, so that memory does not grow
with the file. A worker that dies costs what it was at: that is computed again. Results must not depend on who computed
them or when, so every worker uses one thread.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from typing import Any, Protocol

from model.common.problems import Problem, shown
from model.common.text import Text
from model.common.version import VERSION

AHEAD = 2  #: pieces given to each worker at a time
TRIES = 3  #: of a piece whose process ended
REACH_SECONDS = 10  #: for a scheduler to answer, and for its first worker
LOST_SECONDS = 60  #: without an answer, after which it is asked whether any worker is left
WAKE = 0.5  #: seconds after which Ctrl+C is looked for

Function = Callable[..., Any]
Piece = tuple[int, tuple[Any, ...]]  #: number and arguments


class Workforce(Protocol):
    """Who computes."""

    count: int  #: at the same time

    def check(self, function: Callable[[], object]) -> None:
        """Call it on every worker of another machine, before anything else. Raises what it raises."""

    def ask(self, function: Function, *arguments: Any) -> Any:
        """The answer of one of them. Raises what ``function`` raises, and :class:`Problem`."""
        ...

    def answers(self, function: Function, pieces: Iterable[Piece]) -> Iterator[tuple[int, Any]]:
        """Number and answer of each piece, as they come. Raises what ``function`` raises, and :class:`Problem`."""
        ...


class ThisProcess:
    """One piece after the other, here."""

    count = 1

    def check(self, function: Callable[[], object]) -> None:
        """This machine is known."""

    def ask(self, function: Function, *arguments: Any) -> Any:
        return function(*arguments)

    def answers(self, function: Function, pieces: Iterable[Piece]) -> Iterator[tuple[int, Any]]:
        for number, arguments in pieces:
            yield number, function(*arguments)


class Executing:
    """Pieces given to an executor, a few at a time."""

    def __init__(self, start: Callable[[], Executor], count: int) -> None:
        """``start`` makes an executor, and another one where its processes died."""
        self._start, self.count = start, count
        self._executor = start()

    def check(self, function: Callable[[], object]) -> None:
        """They are of this machine."""

    def ask(self, function: Function, *arguments: Any) -> Any:
        ((_, answer),) = self.answers(function, [(0, arguments)])
        return answer

    def answers(self, function: Function, pieces: Iterable[Piece]) -> Iterator[tuple[int, Any]]:
        waiting, tried = dict[Future[Any], Piece](), dict[int, int]()
        source = iter(pieces)
        try:
            while True:
                while len(waiting) < AHEAD * self.count and (piece := next(source, None)) is not None:
                    try:
                        waiting[self._submit(function, piece)] = piece
                    except BrokenProcessPool:  # since it was last looked at
                        waiting = self._again(function, waiting, tried, piece)
                if not waiting:
                    return
                done, _ = wait(waiting, WAKE, FIRST_COMPLETED)
                self._look(bool(done))
                for future in done:
                    if future not in waiting:
                        break  # the pool was made anew
                    try:
                        answer = future.result()
                    except BrokenProcessPool:
                        waiting = self._again(function, waiting, tried)
                        break
                    yield waiting.pop(future)[0], answer
        finally:
            for future in waiting:
                future.cancel()

    def _submit(self, function: Function, piece: Piece) -> Future[Any]:
        return self._executor.submit(function, *piece[1])

    def _look(self, answered: bool) -> None:
        """Are they still there? Told each time that it was waited for them."""

    def _again(
        self, function: Function, waiting: dict[Future[Any], Piece], tried: dict[int, int], *refused: Piece
    ) -> dict[Future[Any], Piece]:
        """Another executor, with all that the one that broke had not answered or taken. Raises :class:`Problem`."""
        answered = {future: piece for future, piece in waiting.items() if _has_answer(future)}
        missing = [*(piece for future, piece in waiting.items() if future not in answered), *refused]
        for number, _ in missing:
            tried[number] = tried.get(number, 0) + 1
            if tried[number] == TRIES:
                why = Text("the process that computed piece %1 ended without an answer, %2 times", number, TRIES)
                raise Problem("Headscope", why, Text("Use fewer --workers; what is done is kept"))
        broken, self._executor = self._executor, self._start()
        try:
            return answered | {self._submit(function, piece): piece for piece in missing}
        except BrokenProcessPool:
            if self._executor is broken:  # somebody else's: there is no other
                raise
            return self._again(function, waiting, tried, *refused)


def _has_answer(future: Future[Any]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


@contextlib.contextmanager
def workforce(workers: int, cluster: str = "", prepare: Callable[[], object] | None = None) -> Iterator[Workforce]:
    """``workers`` processes of this machine, or the cluster at an address. Raises :class:`Problem`.

    Processes of this machine ``prepare`` themselves at once, each of them; what that raises is passed over.
    """
    if cluster:
        with _cluster(cluster) as found:
            yield found
    elif workers == 1 or getattr(sys, "frozen", False):  # a frozen program has no Python for others
        yield ThisProcess()
    else:
        with _processes(workers, prepare) as made:
            yield made


# --- processes of this machine ---


@contextlib.contextmanager
def _processes(count: int, prepare: Callable[[], object] | None) -> Iterator[Executing]:
    """They end with this one, however it ends, and at once when the block is left."""
    context = multiprocessing.get_context("spawn")
    ended, alive = context.Pipe(duplex=False)
    made: list[ProcessPoolExecutor] = []

    def start() -> Executor:
        for old in made:
            old.shutdown(wait=True, cancel_futures=True)
        made[:] = [ProcessPoolExecutor(count, mp_context=context, initializer=_begin, initargs=(ended,))]
        for _ in range(count if prepare is not None else 0):
            made[0].submit(prepare)  # type: ignore[arg-type]  # it is there
        return made[0]

    with _one_thread_each():
        try:
            yield Executing(start, count)
        finally:
            alive.close()
            for pool in made:
                pool.shutdown(wait=True, cancel_futures=True)
            ended.close()


@contextlib.contextmanager
def _one_thread_each() -> Iterator[None]:
    """What a process must find before it imports torch."""
    names = ("OMP_NUM_THREADS", "MKL_NUM_THREADS")
    before = {name: os.environ.get(name) for name in names}
    os.environ.update(dict.fromkeys(names, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _begin(ended: Connection) -> None:
    """A process of ours: Ctrl+C is its parent's matter, and it goes when that closes its end or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        with contextlib.suppress(EOFError, OSError):
            ended.recv()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


# --- a cluster ---


class OnCluster(Executing):
    """Dask's own executor: pieces of a worker that dies are given to another by the scheduler."""

    def __init__(self, client: Any, count: int) -> None:
        super().__init__(lambda: client.get_executor(pure=False), count)
        self._client, self._heard = client, time.monotonic()

    def check(self, function: Callable[[], object]) -> None:
        """Every worker that is there now."""
        for found in _everywhere(self._client, function).values():
            if isinstance(found, BaseException):
                raise found

    def answers(self, function: Function, pieces: Iterable[Piece]) -> Iterator[tuple[int, Any]]:
        step = Text("Start it again with --resume; what is done is kept")
        self._heard = time.monotonic()
        try:
            yield from super().answers(function, pieces)
        except CancelledError as error:
            raise Problem(Text("cluster"), Text("the connection to its scheduler was lost"), step) from error
        except ImportError as error:
            why = Text("a worker that came while it was at work has no Headscope (%1)", shown(str(error), 60))
            raise Problem(Text("cluster"), why, step) from error
        except Exception as error:
            if type(error).__name__ != "KilledWorker":
                raise
            why = Text("workers died again and again over one piece")
            raise Problem(Text("cluster"), why, Text("Give its workers more memory; what is done is kept")) from error

    def _submit(self, function: Function, piece: Piece) -> Future[Any]:
        """Packed: the scheduler unpacks what it is given, and need not have this program."""
        from distributed.protocol.pickle import dumps, loads

        return self._executor.submit(loads, dumps(_PackedCall(function, piece[1])))

    def _look(self, answered: bool) -> None:
        """Others may come for those that have gone, but not for ever. Raises :class:`Problem`."""
        now = time.monotonic()
        if answered or now - self._heard < LOST_SECONDS:
            self._heard = now if answered else self._heard
            return
        if not self._client.scheduler_info()["workers"]:
            why = Text("it has had no worker for %1 seconds", LOST_SECONDS)
            raise Problem(Text("cluster"), why, Text("Start one, and go on with --resume; what is done is kept"))
        self._heard = now


class _PackedCall:
    """A call that takes place where it is unpacked."""

    def __init__(self, function: Function, arguments: tuple[Any, ...]) -> None:
        self._call = function, arguments

    def __reduce__(self) -> tuple[Function, tuple[Any, ...]]:
        return self._call


@contextlib.contextmanager
def _cluster(address: str) -> Iterator[OnCluster]:
    where = Text("cluster %1", address)
    try:
        from distributed import Client
    except ImportError as error:
        from model.common.installed import getting

        raise Problem(where, Text("Dask is not installed here"), getting("distributed")) from error
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of other versions of what we do not use
            client = Client(address, timeout=REACH_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        why = Text("no scheduler answers there")
        raise Problem(where, why, Text("Check the address, as in tcp://127.0.0.1:8786")) from error
    with client:
        yield OnCluster(client, sum(_reached(client, where).values()))


def _reached(client: Any, where: Text) -> dict[str, int]:
    """The threads of each worker, once there is one and all of them are of this version. Raises :class:`Problem`."""
    try:
        client.wait_for_workers(1, timeout=REACH_SECONDS)
    except TimeoutError as error:
        raise Problem(where, Text("it has no worker"), Text("Start one and try again")) from error
    for worker, found in _everywhere(client, about_worker).items():
        if isinstance(found, BaseException):
            why = Text("its worker %1 has no Headscope (%2)", worker, shown(str(found), 60))
            raise Problem(where, why, Text("Install the same version there, or start its workers with its folder in %1",
                                           "PYTHONPATH"))  # fmt: skip
        if found != VERSION:
            why = Text("its worker %1 has version %2, and this is %3", worker, found, VERSION)
            raise Problem(where, why, Text("Install the same version there"))
    threads: dict[str, int] = client.nthreads()
    return threads


def _everywhere(client: Any, function: Callable[[], object]) -> dict[str, Any]:
    """What it answers on every worker, or the exception; a worker that ends meanwhile is asked no more."""
    for tried in range(1, TRIES + 1):
        try:
            found: dict[str, Any] = client.run(function, on_error="return")
        except OSError:  # the scheduler's line to one that has just ended
            if tried == TRIES:
                raise
        else:
            if tried == TRIES or not any(isinstance(one, OSError) for one in found.values()):
                return found
        time.sleep(WAKE)
    raise AssertionError


def about_worker() -> str:
    """The version of this program at a worker."""
    return VERSION
