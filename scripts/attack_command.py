"""``attack.py command``: damaged files given to the program's own commands, each a process of its own.

Right is exit code 0, or 2 with one line ``error: …`` on stderr: no traceback, no warning, nothing left behind, in time.
Mutant *n* of seed *s* is that of ``attack.py loader``; which command gets it follows from its kind.
"""

from __future__ import annotations

import random
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from attack_doors import SET_ASIDE
from attack_loader import Result, damaged, plan
from attack_samples import TINY, Door, write_samples
from attack_window import TORCH, environment

PROGRAM = Path(__file__).resolve().parent.parent / "main.py"
PATIENCE = 120  #: seconds for one command; a bound, not a measurement
BEFORE = ("not certain: ", "note: ", "warning: ")  #: what is told of a file that does open, before what went wrong
SHOWN = 600  #: characters of what was printed that are told
LIMITS = {resource.RLIMIT_AS: 6 * 2**30, resource.RLIMIT_CORE: 0}  #: bytes that one process may have
#: Kind of a sample → the commands that open it; {} is the file, {o} a path for what comes out.
COMMANDS = {
    "checkpoint": (
        "inspect {}", "inspect --json {}", "translate --checkpoint {} sentences.txt", "convert {} {o}",
        "trace --checkpoint {} --out {o}.npz Hund", "cite {}",
        "window --checkpoint {} --snapshot {o}.png --size 960x540",
    ),
    "trace": (
        "inspect {}", "cite {}", "check {}", "export {} --out {o}.svg", "export {} --out {o}.csv",
        "page {} --out {o}.html", "handout {} --out {o}.pdf", "window {} --snapshot {o}.png --size 960x540",
        "compare {} {s}/trace/run.npz", "compare {s}/trace/run.npz {} --common --json --figure {o}.svg",
    ),
    "session": (
        "compare {} {}", "handout {} --out {o}.pdf", "inspect {}", "cite {}", "export {} --out {o}.png",
        "window {} --snapshot {o}.png --size 960x540",
    ),
    "vocabulary": ("inspect {}",),
    "pairs": ("evaluate tiny --pairs {}", "translate --checkpoint tiny {}"),
    "recipe": ("train {} --data . --out {o}", "train {} --data . --out {o} --epochs 0.01 --snapshots 2 --seed 0"),
    "start": ("train {} --data . --out {o} --epochs 0.02", "train {} --data . --out {o} --epochs 0.01 --snapshots 9"),
    "training": (
        "inspect {}", "translate --checkpoint {} sentences.txt", "window {} --snapshot {o}.png --size 960x540",
        "export Hund --checkpoint {} --snapshots --out {o}.gif --preset paper-column --dpi 72",
    ),
    "heads": ("inspect {}", "window {} --snapshot {o}.png --size 960x540"),
    "gold": ("heads tiny pairs.tsv --gold {} --out {o}.json",),
    "work": ("heads tiny pairs.tsv --out heads.json --resume",),
    "journal": ("batch page sentences.txt --checkpoint tiny --out {number}.html",),
}  # fmt: skip


def attack(count: int, seed: int, jobs: int, first: int = 0, only: str = "") -> Result:
    """Give ``count`` mutants to commands; returns how many ended how, and what was found."""
    outcomes: Counter[str] = Counter()
    findings: list[str] = []
    with tempfile.TemporaryDirectory(prefix="headscope-attack-") as name, ThreadPoolExecutor(jobs) as pool:
        folder = Path(name)
        doors = [door for door in write_samples(folder / "samples", only) if door.name != "settings"]  # the window's
        runs = [pool.submit(_one, folder, doors, seed, number) for number in range(first, first + count)]
        for number, run in zip(range(first, first + count), runs, strict=True):
            outcome, told = run.result()
            outcomes[outcome] += 1
            if told:
                findings.append(f"--seed {seed} --only {number}: {told}")
                print(findings[-1], flush=True)
    return outcomes, findings


def _one(folder: Path, doors: list[Door], seed: int, number: int) -> tuple[str, str]:
    """How one command ended, and what was found."""
    door, part = plan(doors, seed, number)
    samples, place = folder / "samples", folder / f"run-{number}"
    home, root = place / "home", _root(samples, door)
    shutil.copytree(root, place / root.name)
    for each in (home / "tmp", place / "tmp"):
        each.mkdir(parents=True)
    canary = place / "canary"
    sounds = {each: each.read_bytes() for one in doors for each in one.parts}
    data, done = damaged(doors, sounds, seed, number, canary)
    moved = door.moved(samples, place)
    moved.parts[part].write_bytes(data)
    command = random.Random(f"{seed}:{number}:command").choice(COMMANDS[door.name.partition(" ")[0]])
    words = [word.replace("{}", str(moved.path)).replace("{o}", "out") for word in command.split()]
    words = [word.replace("{s}", str(samples)) for word in words]
    work = moved.path.parent if door.name.startswith(("recipe", "start", "work", "gold", "journal")) else place
    (work / "sentences.txt").write_text("Hund\n", encoding="utf-8")
    told, outcome = run(words, work, home)
    if canary.exists():
        told += "what a pickle says was run. "
    told += "".join(f"left {name} behind. " for name in left_behind(home, work))
    shutil.rmtree(place)
    shown = f"{' '.join(words)} ({door.name}, {door.parts[part].name}, {done}): {told}"
    return "found" if told else outcome, shown if told else ""


def _root(samples: Path, door: Door) -> Path:
    return samples / door.path.relative_to(samples).parts[0]


def run(words: list[str], work: Path, home: Path, limits: Mapping[int, int] = LIMITS) -> tuple[str, str]:
    """What is wrong with how a command ended, and how it did. ``limits`` are those of :mod:`resource`."""
    environ = environment(home) | {"PYTHONMALLOC": "default"}
    words = [str(TINY) if word == "tiny" else word for word in words]
    try:
        ended = subprocess.run(
            [sys.executable, str(PROGRAM), *words], env=environ, cwd=work, capture_output=True, timeout=PATIENCE,
            check=False, preexec_fn=lambda: _limit(limits),
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"no end within {PATIENCE} s. ", "found"
    printed = ended.stderr.decode(errors="replace").strip()
    lines = [line for line in printed.splitlines() if not line.startswith(BEFORE)]
    if words[0] == "batch":  # one line for each sentence, and how many are left
        lines = [line for line in lines if line.startswith("error: ")][:1]
    said = len(lines) == 1 and lines[0].startswith("error: ") and "did not foresee" not in printed
    if ended.returncode == 2 and said and lines[0].isprintable():
        return "", "refused"
    if ended.returncode in (0, 1) and "Traceback" not in printed and "Warning" not in printed:
        return "", "done" if ended.returncode == 0 else "in part"
    return f"exit code {ended.returncode}, {len(lines)} lines: {printed[-SHOWN:]} ", "found"


def _limit(limits: Mapping[int, int]) -> None:
    """In the new process, before it becomes the program."""
    for kind, most in limits.items():
        resource.setrlimit(kind, (most, most))


def left_behind(home: Path, work: Path) -> list[str]:
    """Temporary files, and halves of files, that are still there."""
    temporary = [str(each.relative_to(home)) for each in (home / "tmp").rglob("*")]
    halves = [each.name for each in work.iterdir() if each.suffix in (".tmp", ".part") or each.name.startswith(".")]
    return [name for name in temporary + halves if not name.endswith(SET_ASIDE) and TORCH not in name]
