"""Ratios between named candidates, measured so that a busy machine cannot decide them.

Every round of every candidate runs in a fresh process, and the rounds of all candidates interleave.
A candidate returns one number, usually the median of process CPU time in milliseconds. A ratio is
formed within each round; its median and quartiles over the rounds are printed. A bar is *missed* only
when the whole interquartile range lies beyond it.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 7
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")

Candidate = Callable[[], float]


@dataclass(frozen=True)
class Bar:
    """The promise about two candidates' numbers."""

    title: str
    ours: str  #: a candidate's name
    baseline: str  #: another's, or nothing where ``ours`` is a ratio already, of two that took turns in one process
    bar: float
    goal: float | None = None
    at_most: bool = False  #: promise ours / baseline ≤ bar, instead of baseline / ours ≥ bar

    def ratio(self, numbers: Mapping[str, float]) -> float:
        """The promised ratio within one round."""
        ours, baseline = numbers[self.ours], numbers[self.baseline] if self.baseline else 1.0
        return ours / baseline if self.at_most else baseline / ours

    def verdict(self, ratios: Sequence[float]) -> str:
        """``met``, ``missed``, or ``open`` where the spread reaches across the bar."""
        low, middle, high = quartiles(ratios)
        if self.at_most:
            return "met" if middle <= self.bar else "missed" if low > self.bar else "open"
        return "met" if middle >= self.bar else "missed" if high < self.bar else "open"


def quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    """Lower quartile, median, upper quartile; of one value, itself three times."""
    if len(values) == 1:
        return values[0], values[0], values[0]
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, middle, high


def cpu_median(
    work: Callable[[int], object], repeats: int = 30, warm_up: int = 3, before: Callable[[int], object] | None = None
) -> float:
    """Median process CPU time of ``work(0)``, ``work(1)`` … in milliseconds, after some calls that do not count.

    What happens ``before`` each of them does not count either.
    """
    times = []
    for index in range(warm_up + repeats):
        if before is not None:
            before(index)
        start = time.process_time_ns()
        work(index)
        times.append((time.process_time_ns() - start) / 1e6)
    return statistics.median(times[warm_up:])


def run(script: str, candidates: Mapping[str, Candidate], bars: Sequence[Bar], about: str) -> int:
    """The command line of a benchmark; returns its exit code: 1 if a bar was missed.

    ``script`` is its ``__file__``, which is started again with ``--measure`` for every number.
    """
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"how often each is measured (default {ROUNDS})")
    parser.add_argument("--only", default="", metavar="TEXT", help="only bars whose title contains TEXT")
    parser.add_argument("--measure", choices=sorted(candidates), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        print(candidates[arguments.measure]())
        return 0
    chosen = [bar for bar in bars if arguments.only.lower() in bar.title.lower()]
    if not chosen or arguments.rounds < 1:
        parser.error("nothing to measure")
    names = list(dict.fromkeys(name for bar in chosen for name in (bar.ours, bar.baseline) if name))
    rounds = [_round(script, names, number, arguments.rounds) for number in range(arguments.rounds)]
    return report(chosen, rounds)


def _round(script: str, names: Iterable[str], number: int, rounds: int) -> dict[str, float]:
    """Every candidate once, each in a process of its own."""
    numbers = {}
    for name in names:
        print(f"\rround {number + 1}/{rounds}: {name:<50}", end="", file=sys.stderr, flush=True)
        numbers[name] = measure(script, name)
    print(f"\r{'':<70}\r", end="", file=sys.stderr, flush=True)
    return numbers


def measure(script: str, name: str) -> float:
    """One candidate's number from a fresh process. Raises CalledProcessError where it fails."""
    environment = {**os.environ, **ONE_THREAD, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, script, "--measure", name]
    done = subprocess.run(command, env=environment, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return float(done.stdout.split()[-1])


def report(bars: Sequence[Bar], rounds: Sequence[Mapping[str, float]]) -> int:
    """Print both tables; 1 if a bar was missed, else 0."""
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {os.cpu_count()} CPUs, "
          f"{len(rounds)} rounds\n")  # fmt: skip
    print(f"{'candidate':<46}{'median':>10}{'quartiles':>22}")
    for name in rounds[0]:
        low, middle, high = quartiles([numbers[name] for numbers in rounds])
        print(f"{name:<46}{middle:>10.2f}{f'{low:.2f} … {high:.2f}':>22}")
    print(f"\n{'promise':<46}{'ratio':>10}{'quartiles':>22}{'bar':>9}{'goal':>8}  verdict")
    missed = False
    for bar in bars:
        ratios = [bar.ratio(numbers) for numbers in rounds]
        low, middle, high = quartiles(ratios)
        verdict = bar.verdict(ratios)
        promise = f"{'≤' if bar.at_most else '≥'} {bar.bar:g}"
        goal = "" if bar.goal is None else f"{bar.goal:g}"
        print(f"{bar.title:<46}{middle:>10.2f}{f'{low:.2f} … {high:.2f}':>22}{promise:>9}{goal:>8}  {verdict}")
        missed |= verdict == "missed"
    return int(missed)
