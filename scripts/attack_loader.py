"""``attack.py loader``: damaged files at every door of the program, in processes with a limit of memory.

Mutant *n* of seed *s* is the same bytes on every machine with the same libraries; ``--only N`` opens it alone and shows
where it fails. A worker that is gone or silent is a finding too, and another takes its place.
"""

from __future__ import annotations

import multiprocessing
import random
import resource
import shutil
import signal
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from pathlib import Path

from attack_doors import SET_ASIDE, Guard, open_door
from attack_mutants import mutant
from attack_samples import Door, write_samples

MEMORY = 3 * 2**30  #: bytes of address space of a worker
PATIENCE = 10.0  #: seconds of computing for one file
SILENCE = 120.0  #: seconds without an answer; a bound, not a measurement
TOLD = 5_000  #: mutants between two lines on how far it is
SHARE = 200  #: mutants that a worker is given at a time

Result = tuple[Counter[str], list[str]]  #: how many ended how, and what was found


class TooLong(BaseException):
    """A file was not done in time."""


def attack(count: int, seed: int, jobs: int, first: int = 0, only: str = "") -> Result:
    """Open ``count`` mutants; returns how many ended how, and what was found."""
    with tempfile.TemporaryDirectory(prefix="headscope-attack-") as name:
        folder = Path(name)
        doors = write_samples(folder / "samples", only)
        for door in doors:  # what opening imports is imported before the workers are made of this process
            open_door(door.name, door.path, False)
        return Crew(folder, doors, seed).work(range(first, first + count), jobs)


@dataclass
class Worker:
    """A process with a share of the numbers."""

    process: ForkProcess
    line: Connection
    share: range
    at: int  #: the number that is being opened
    since: float

    def next(self) -> bool:
        """The answer has come; False where it was the last."""
        self.at, self.since = self.at + 1, time.monotonic()
        return self.at < self.share.stop

    def end(self) -> range:
        """Whatever it is doing; what is left for another."""
        self.process.kill()
        self.process.join()
        return range(self.at + 1, self.share.stop)


class Crew:
    """Workers, each with a copy of all samples."""

    def __init__(self, folder: Path, doors: list[Door], seed: int) -> None:
        self._folder, self._doors, self._seed = folder, doors, seed
        self._outcomes: Counter[str] = Counter()
        self._findings: list[str] = []
        self._made = 0

    def work(self, numbers: range, jobs: int) -> Result:
        """Hand out the numbers until all are answered."""
        rest = [numbers[at : at + SHARE] for at in range(0, len(numbers), SHARE)][::-1]
        busy: dict[Connection, Worker] = {}
        while rest or busy:
            while rest and len(busy) < jobs:
                worker = self._start(rest.pop())
                busy[worker.line] = worker
            for line in wait(list(busy), timeout=1.0):
                assert isinstance(line, Connection)
                worker = busy.pop(line)
                if self._hear(worker, rest):
                    busy[worker.line] = worker
            for worker in [each for each in busy.values() if time.monotonic() - each.since > SILENCE]:
                self._find(worker.at, f"no answer for {SILENCE:.0f} s")
                rest.append(worker.end())
                del busy[worker.line]
        return self._outcomes, self._findings

    def _hear(self, worker: Worker, rest: list[range]) -> bool:
        """Take one answer; False where there are no more from this worker."""
        try:
            outcome, told = worker.line.recv()
        except EOFError:
            left = worker.end()
            self._find(worker.at, f"the worker is gone: exit code {worker.process.exitcode}")
            rest += [left] if left else []
            return False
        if told:
            self._find(worker.at, told)
        else:
            self._outcomes[outcome] += 1
        if (total := sum(self._outcomes.values())) % TOLD == 0:
            print(f"{total:,}: {dict(self._outcomes)}", flush=True)
        if worker.next():
            return True
        worker.process.join()
        return False

    def _find(self, number: int, what: str) -> None:
        self._outcomes["found"] += 1
        door, part = plan(self._doors, self._seed, number)
        self._findings.append(f"--seed {self._seed} --only {number} ({door.name}, {door.parts[part].name}): {what}")
        print(self._findings[-1], flush=True)

    def _start(self, share: range) -> Worker:
        self._made += 1
        near, far = multiprocessing.Pipe(duplex=False)
        place = self._folder / f"worker-{self._made}"
        arguments = (far, self._folder / "samples", place, self._doors, self._seed, share)
        process = multiprocessing.get_context("fork").Process(target=_worker, args=arguments, daemon=True)
        process.start()
        far.close()
        return Worker(process, near, share, share.start, time.monotonic())


def plan(doors: list[Door], seed: int, number: int) -> tuple[Door, int]:
    """What mutant ``number`` is made of: a door and the part of it that is damaged."""
    chance = random.Random(f"{seed}:{number}:plan")
    door = chance.choice(doors)
    return door, chance.randrange(len(door.parts))


def damaged(doors: list[Door], sounds: Mapping[Path, bytes], seed: int, number: int, canary: Path) -> tuple[bytes, str]:
    """The bytes of a mutant's part, and what was done to it."""
    chance = random.Random(f"{seed}:{number}")
    door, part = plan(doors, seed, number)
    other = [sounds[each] for each in chance.choice(doors).parts]
    return mutant(sounds[door.parts[part]], other, chance, str(canary))


def _worker(line: Connection, samples: Path, place: Path, doors: list[Door], seed: int, share: range) -> None:
    """Open a share of the mutants one after the other, in a copy of the samples."""
    shutil.copytree(samples, place)
    doors = [door.moved(samples, place) for door in doors]
    sounds = {part: part.read_bytes() for door in doors for part in door.parts}
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGPROF, _stop)
    guard = Guard()
    for number in share:
        line.send(_one(place, doors, sounds, guard, seed, number))
    shutil.rmtree(place)


def _one(
    place: Path, doors: list[Door], sounds: Mapping[Path, bytes], guard: Guard, seed: int, number: int
) -> tuple[str, str]:
    """How a mutant ended, and what was found."""
    canary = place.parent / f"{place.name}-canary"
    data, done = damaged(doors, sounds, seed, number, canary)
    door, part = plan(doors, seed, number)
    root = door.path if door.path.is_dir() else door.path.parent
    before, began = set(root.iterdir()), time.monotonic()
    door.parts[part].write_bytes(data)
    outcome, told = _judged(guard, door, number % 3 == 0)
    took = time.monotonic() - began
    door.parts[part].write_bytes(sounds[door.parts[part]])
    for new in sorted(set(root.iterdir()) - before):
        new.unlink()
        if new.suffix != SET_ASIDE:
            told += f"left {new.name} behind. "
    if canary.exists():
        canary.unlink()
        told += "what a pickle says was run. "
    told += "".join(f"did {deed}. " for deed in guard.deeds)
    guard.deeds.clear()
    return outcome, f"{done}, {took:.1f} s: {told}" if told else ""


def _judged(guard: Guard, door: Door, ask: bool) -> tuple[str, str]:
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    guard.on = True
    try:
        return open_door(door.name, door.path, ask), ""
    except BaseException as error:  # noqa: BLE001 (whatever it is, it is found)
        guard.on = False
        return "found", "".join(traceback.format_exception(error, limit=-8))
    finally:
        guard.on = False
        signal.setitimer(signal.ITIMER_PROF, 0)


def _stop(*_: object) -> None:
    raise TooLong
