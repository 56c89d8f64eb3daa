"""Processes of the program that are forked from one which has torch and spaCy: importing them is what costs time.

An engine or a command takes two seconds of a processor to import what it is made of, and a tenth of that to work. Tests
that ask what it does, and not how it starts, start ``tests/fork_stub.py`` in its place: a small process that has the
program forked here, and ends as that ends. Who starts, kills or waits for the stub sees no difference. A stub that is
not taken becomes the program itself, and the next one finds a new process that forks. Only on Linux, and not with
HEADSCOPE_FORKS=0; elsewhere, and in the tests of the start itself, the program starts as it does for a person.
"""

from __future__ import annotations

import ctypes
import gc
import os
import random
import selectors
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STUB = ROOT / "tests" / "fork_stub.py"
FORKING = ROOT / "tests" / "forking_program.py"
TINY = ROOT / "tests" / "fixtures" / "tiny"
ENGINE, COMMAND, SCRIPT = "engine", "command", "script"
POSSIBLE = sys.platform == "linux" and os.environ.get("HEADSCOPE_FORKS") != "0"
STREAMS = 3
STARTS = 5  #: of the process that forks, each after the end of the one before; then every stub is the program itself
PATIENCE = 10.0  #: seconds for what takes no time; a bound for a broken process, not a measurement
TAKEN = b"+"
PARENT_DEATH_SIGNAL = 1  #: PR_SET_PDEATHSIG of prctl
SIZE = struct.Struct("!I")
CREDENTIALS = struct.Struct("3i")
CODE = struct.Struct("!i")


class Forks:
    """The process that forks, and the words that start a stub."""

    def __init__(self, warm: bool = True) -> None:
        self.warm = warm
        self.folder = Path(tempfile.mkdtemp(prefix="forks"))
        self.log = self.folder / "log"
        self.starts = 0
        self.process = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        """One that listens from now on; what it complains of is in the log, as its errors and no test's."""
        self.starts += 1
        place = self.folder / "socket"
        place.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX) as listener, self.log.open("ab") as log:
            listener.bind(str(place))
            listener.listen()  # already: who calls before torch is imported waits
            given = [str(self.folder), str(listener.fileno()), str(self.warm)]
            return subprocess.Popen(
                [sys.executable, "-P", "-m", "tests.forks", *given], stdin=subprocess.PIPE, stdout=log, stderr=log,
                cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, pass_fds=[listener.fileno()],
                start_new_session=True,
            )  # fmt: skip

    def words(self, program: str, *arguments: str) -> list[str]:
        """What starts a stub for the ``engine``, a ``command`` of ``main.py``, or a ``script`` in place of ``-c``."""
        if self.process.poll() is not None and self.starts < STARTS:
            with self.log.open("a", encoding="utf-8") as log:
                log.write(f"the process that forks ended with {self.process.returncode}\n")
            assert self.process.stdin is not None
            self.process.stdin.close()
            self.process = self.start()
        return stub(str(self.folder / "socket"), program, *arguments)

    def forking(self) -> tuple[str, ...]:
        """What stands before a Python file and its arguments, so that it is a program whose engines are forked."""
        return str(FORKING), str(self.folder / "socket")

    def complaints(self) -> str:
        """What went wrong in the process that forks; nothing, as a rule."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def close(self) -> None:
        """End it, and what it has forked."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder)


def stub(socket_path: str, program: str, *arguments: str) -> list[str]:
    """The words that start a stub."""
    return [sys.executable, "-I", "-S", str(STUB), socket_path, program, *arguments]


def computing(number: int) -> int:
    """The process that computes for a stub; any other computes for itself."""
    try:
        words = Path(f"/proc/{number}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return number
    if os.fsencode(STUB) not in words:
        return number
    socket_path = Path(os.fsdecode(words[words.index(os.fsencode(STUB)) + 1]))
    return int(socket_path.with_name(str(number)).read_text(encoding="ascii"))


@dataclass(frozen=True)
class Child:
    """One that was forked: its stub's line, and a descriptor that is readable when it has ended."""

    number: int
    line: socket.socket
    ends: int


class Server:
    """Forks for every stub that calls; tells it how its process ended, and kills that when the stub has gone."""

    def __init__(self, folder: Path, listener: socket.socket) -> None:
        self.folder = folder
        self.waiting = selectors.DefaultSelector()
        self.listener = listener
        self.children: set[Child] = set()
        self.waiting.register(sys.stdin.buffer, selectors.EVENT_READ, None)
        self.waiting.register(self.listener, selectors.EVENT_READ, self.accept)

    def serve(self) -> None:
        """Until whoever started it closes its input."""
        while True:
            for key, _ in self.waiting.select():
                if key.data is None:
                    for child in self.children:
                        os.kill(child.number, signal.SIGKILL)
                    return
                key.data()

    def accept(self) -> None:
        """Fork for a stub. One that ends before it has asked, as killed ones do, or asks wrongly, is let go."""
        line, _ = self.listener.accept()
        try:
            line.settimeout(PATIENCE)
            message, streams = receive(line)
        except EOFError:
            line.close()
        except (OSError, ValueError):
            traceback.print_exc()
            line.close()
        else:
            line.settimeout(None)
            self.fork(line, message, streams)

    def fork(self, line: socket.socket, message: Sequence[bytes], streams: Sequence[int]) -> None:
        stub = CREDENTIALS.unpack(line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size))[0]
        parent, number = os.getpid(), os.fork()
        if number == 0:
            try:
                self.leave(line, parent)
                become(message, streams)
            finally:
                os._exit(1)
        for stream in streams:
            os.close(stream)
        (self.folder / str(stub)).write_text(str(number), encoding="ascii")
        child = Child(number, line, os.pidfd_open(number))
        self.children.add(child)
        self.waiting.register(child.ends, selectors.EVENT_READ, partial(self.ended, child))
        self.waiting.register(line, selectors.EVENT_READ, partial(self.abandoned, child))
        with suppress(OSError):  # it has gone: its line says so next
            line.sendall(TAKEN)

    def leave(self, line: socket.socket, parent: int) -> None:
        """In a process that was just forked: nothing of its ``parent`` stays open, and it ends with it."""
        ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != parent:  # which ended before this could be asked for
            os._exit(1)
        self.waiting.close()
        self.listener.close()
        for child in self.children:
            child.line.close()
            os.close(child.ends)
        line.close()

    def ended(self, child: Child) -> None:
        if child not in self.children:
            return
        self.children.remove(child)
        _, status = os.waitpid(child.number, 0)
        self.waiting.unregister(child.ends)
        self.waiting.unregister(child.line)
        with suppress(OSError):  # it has gone
            child.line.sendall(CODE.pack(os.waitstatus_to_exitcode(status)))
        child.line.close()
        os.close(child.ends)

    def abandoned(self, child: Child) -> None:
        if child in self.children:
            os.kill(child.number, signal.SIGKILL)
            self.ended(child)


def receive(line: socket.socket) -> tuple[list[bytes], list[int]]:
    """What a stub asks for: the folder, the program, its arguments and its surroundings; and its three streams.

    Raises EOFError where the stub ends before it has said all.
    """
    head, streams, _, _ = socket.recv_fds(line, SIZE.size, STREAMS)
    try:
        if len(head) < SIZE.size:
            raise EOFError
        left, parts = SIZE.unpack(head)[0], []
        while left:
            part = line.recv(left)
            if not part:
                raise EOFError
            parts.append(part)
            left -= len(part)
    except BaseException:
        for stream in streams:
            os.close(stream)
        raise
    return b"".join(parts).split(b"\0"), list(streams)


def become(message: Sequence[bytes], streams: Sequence[int]) -> None:
    """Go on as the program that a stub asked for; does not come back."""
    code = 1
    try:
        gc.unfreeze()
        for place, stream in enumerate(streams):
            os.dup2(stream, place)
            os.close(stream)
        sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)  # noqa: SIM115 (for good)
        sys.stderr = open(2, "w", buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115
        folder, count, *rest = message
        words, surroundings = rest[: int(count)], rest[int(count) :]
        os.chdir(folder)
        os.environb.clear()
        for entry in surroundings:
            name, _, value = entry.partition(b"=")
            os.environb[name] = value
        random.seed()
        code = run(*(os.fsdecode(word) for word in words))
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:  # noqa: BLE001 (nothing may come out of a fork but its end)
        traceback.print_exc()
    finally:
        for output in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                output.flush()
        os._exit(code)


def run(program: str, *arguments: str) -> int:
    """The engine, ``main.py`` with arguments, or a script in which a warning is an error; its exit code."""
    main: Callable[[], int]
    if program == SCRIPT:
        warnings.simplefilter("error")
        sys.argv = ["-c", *arguments[1:]]
        exec(compile(arguments[0], "<string>", "exec"), {"__name__": "__main__"})
        return 0
    if program == ENGINE:
        from viz_app.engine.process import main
    else:
        from viz_app.cli import main
    sys.argv = [str(ROOT / "main.py"), *arguments]
    return main()


def warm() -> None:
    """Import what an engine and a command are made of, with what torch imports when it first computes."""
    from viz_app.engine.process import load

    load()
    from model.checkpoints.checkpoint import open_checkpoint
    from model.checkpoints.tokenizer import split_words
    from model.decoding.run import run_sentence

    run_sentence(open_checkpoint(TINY), "Zwei Hunde.", max_length=1)
    assert split_words("Two.", "en")
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    if sys.argv[3] == "True":
        warm()
    Server(Path(sys.argv[1]), socket.socket(fileno=int(sys.argv[2]))).serve()
