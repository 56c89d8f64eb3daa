"""Two workers against one, and memory against the length of the file: ``main.py heads`` as a person runs it.

``python benchmarks/corpus_workers.py [PAIRS.tsv[.gz]] [--sentences N] [--checkpoint C] [--rounds N] [--ablate]``

Without a file, words of the samples are shuffled into sentences of 1 to 30. Each round runs one worker and two, each
over the whole file and over a tenth of it. Printed are seconds by the clock and of all processors together, and the
largest memory of the parent and of a worker. On a machine that does something else as well, the clock measures that:
then see *by processor time*, 2 · one / two, which two idle cores would come to.
"""

from __future__ import annotations

import argparse
import gzip
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SENTENCES, ROUNDS, LONGEST, BAR, GROWTH = 5_000, 3, 30, 1.8, 1.25
RUNS = {
    "one worker": (1, "whole"),
    "two workers": (2, "whole"),
    "one, a tenth": (1, "tenth"),
    "two, a tenth": (2, "tenth"),
}
LOOK = 0.05  #: seconds between two looks at the memory


@dataclass(frozen=True)
class CorpusCost:
    """What one run of the command took."""

    seconds: float  #: by the clock
    processor: float  #: seconds of all its processes
    parent: int  #: largest memory, MiB
    worker: int  #: of the largest child, MiB; 0 without children


def shuffled(count: int) -> Iterator[str]:
    """Pairs of sentences that nobody said."""
    chance = random.Random(1)
    texts = [path.read_text(encoding="utf-8").splitlines() for path in (ROOT / "assets/samples").glob("*.txt")]
    words = sorted({word for lines in texts for line in lines if not line.startswith("#") for word in line.split()})
    for _ in range(count):
        source, target = (" ".join(chance.choices(words, k=chance.randint(1, LONGEST))) for _ in range(2))
        yield f"{source}\t{target}"


def lines(path: Path | None, count: int) -> list[str]:
    """The first ``count`` pairs of a file, or shuffled ones."""
    if path is None:
        return list(shuffled(count))
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        return [line.rstrip("\n") for line in islice(file, count)]


def memories(pid: int) -> Iterator[int]:
    """MiB of a process and of its children, the process first. Linux only."""
    page = os.sysconf("SC_PAGE_SIZE")
    children = [int(word) for task in Path(f"/proc/{pid}/task").iterdir()
                for word in (task / "children").read_text().split()]  # fmt: skip
    for one in (pid, *children):
        yield int(Path(f"/proc/{one}/statm").read_text().split()[1]) * page // 2**20


def cost(command: list[str]) -> CorpusCost:
    """Run ``command`` and look at it. Raises CalledProcessError where it fails."""
    before, began, parent, worker = os.times(), time.monotonic(), 0, 0
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None:
            try:
                own, *others = memories(process.pid)
                parent, worker = max(parent, own), max(worker, *others, 0)
            except (OSError, ValueError):  # one of them has just ended
                pass
            time.sleep(LOOK)
    seconds, after = time.monotonic() - began, os.times()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return CorpusCost(seconds, spent, parent, worker)


def main() -> int:
    arguments = parsed()
    costs: dict[str, list[CorpusCost]] = {name: [] for name in RUNS}
    tables = set()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pairs = lines(arguments.pairs, arguments.sentences)
        for part, step in (("whole", 1), ("tenth", 10)):
            (folder / f"{part}.tsv").write_text("".join(f"{pair}\n" for pair in pairs[::step]), encoding="utf-8")
        for _ in range(arguments.rounds):
            for told, (workers, part) in RUNS.items():
                out = folder / f"{workers}-{part}.csv"
                words = [sys.executable, "main.py", "heads", arguments.checkpoint, str(folder / f"{part}.tsv")]
                more = ["--ablate"] if arguments.ablate else []
                costs[told].append(cost([*words, "--workers", str(workers), "--out", str(out), *more]))
                print(
                    f"{told:<14}{costs[told][-1].seconds:>8.1f} s, {costs[told][-1].processor:>7.1f} s of processors",
                    flush=True,
                )
            tables.add((folder / "1-whole.csv").read_bytes() == (folder / "2-whole.csv").read_bytes())
    return report(costs, tables == {True})


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="?", type=Path)
    parser.add_argument("--sentences", type=int, default=SENTENCES)
    parser.add_argument("--checkpoint", default="everyday")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--ablate", action="store_true")
    return parser.parse_args()


def report(costs: dict[str, list[CorpusCost]], same: bool) -> int:
    """Print the medians; 1 where the speed-up by processor time, the memory or the bytes are not as promised."""

    def middle(name: str, field: str) -> float:
        return float(statistics.median(getattr(cost, field) for cost in costs[name]))

    def ratio(field: str, share: float) -> float:
        pairs = zip(costs["one worker"], costs["two workers"], strict=True)
        return float(statistics.median(share * getattr(one, field) / getattr(two, field) for one, two in pairs))

    print(f"\n{'':<14}{'seconds':>9}{'of processors':>15}{'parent MiB':>12}{'worker MiB':>12}")
    for name in costs:
        row = [middle(name, field) for field in ("seconds", "processor", "parent", "worker")]
        print(f"{name:<14}{row[0]:>9.1f}{row[1]:>15.1f}{row[2]:>12.0f}{row[3]:>12.0f}")
    clock, processor = ratio("seconds", 1), ratio("processor", 2)
    growth = max(middle("one worker", "parent") / middle("one, a tenth", "parent"),
                 middle("two workers", "parent") / middle("two, a tenth", "parent"),
                 middle("two workers", "worker") / middle("two, a tenth", "worker"))  # fmt: skip
    print(f"\ntwo workers, by the clock            {clock:>6.2f} times one (≥ {BAR})")
    print(f"two workers, by processor time       {processor:>6.2f} times one (≥ {BAR})")
    print(f"memory of ten times the sentences    {growth:>6.2f} times (≤ {GROWTH})")
    print(f"the same bytes                       {'yes' if same else 'no':>6}")
    return int(processor < BAR or growth > GROWTH or not same)


if __name__ == "__main__":
    sys.exit(main())
