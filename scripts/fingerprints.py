"""Everything the program makes of a fixed set of runs, and the hash of each file.

``python scripts/fingerprints.py FOLDER`` drives ``main.py`` as anybody can, writes what comes out into FOLDER and the
SHA-256 of every file into ``FOLDER/hashes.txt``. ``--program DIR`` drives another checkout, so that one version of this
script sees the program before and after a change of its source that nobody may notice::

    python scripts/fingerprints.py before --program OLD
    python scripts/fingerprints.py after
    python scripts/fingerprints.py --compare before/hashes.txt after/hashes.txt

It imports nothing of the program. What is run lies in ``fingerprint_runs.py``, what it is run on in
``fingerprint_inputs.py``. Hashes are compared on one machine with one set of libraries; those of two machines differ.

Not covered: file dialogs, dragging and dropping, what a window does beyond the steps of ``fingerprint_windows.py``,
programs ended or files lost in the middle of something, and anything on a GPU. What a window says of its engine's
speed is 0 in pictures.
"""

from __future__ import annotations

import argparse
import fnmatch
import hashlib
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from fingerprint_commands import RUNS
from fingerprint_inputs import PROGRAMS, derive
from fingerprint_runs import RECORDED, Run

HERE = Path(__file__).resolve().parent
HASHES = "hashes.txt"
PATIENCE = 300  #: seconds for one command
#: Of the caller's environment, what a process needs to start at all.
KEPT = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "TEMP", "TMP")
FIXED = {
    "QT_QPA_PLATFORM": "offscreen", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "PYTHONHASHSEED": "0",
    "TZ": "UTC", "LC_ALL": "C.UTF-8", "COLUMNS": "100", "LINES": "40", "PYTHONIOENCODING": "utf-8",
}  # fmt: skip
HOMES = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")
#: Texts that differ from run to run by nature: pattern, what stands for it, why. For what is said, by windows too.
VARYING = (
    (r"\b\d+\.\d s\b", "<seconds>", "evaluate says how long it took"),
    (r"\b\d+:\d\d(?=\n|$)", "<clock>", "batch ends with how long it took"),
    (r'"seconds": \d+(\.\d+)?', '"seconds": <seconds>', "journal and summary of a batch say how long a sentence took"),
    (r"about [\d:]+ left", "about <clock> left", "batch guesses how long it will take"),
    (r"[\d.,]+(?= ms per step)|(?<=단계당 )[\d.,]+(?= ms)", "<speed>", "the window says how fast its engine is"),
    (r"This plugin does not support [a-zA-Z]+\(\)\n", "", "Qt offscreen, whenever a tool tip comes"),
    (r"[\d,]+ tokens/s, [\d:]+ left", "<speed>", "train says how fast it is"),
    (r"(?<=MB of )[\d,]+", "<memory>", "inspect says how much memory is free just now"),
    (r'("(?:free|available)[^"]*": )\d+(\.\d+)?', r"\1<memory>", "the same as JSON"),
)  # fmt: skip
TIMED = (".batch.jsonl", "summary.json", "training.jsonl")  #: ends of names of files that say how long things took


def main(arguments: Sequence[str] | None = None) -> int:
    """Make every file, or compare two lists; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="where the files go; new or empty")
    parser.add_argument("--program", type=Path, default=HERE.parent, metavar="DIR", help="a checkout (this one)")
    parser.add_argument("--only", default="*", metavar="PATTERN", help="of GROUP/NAME, as in 'export/*' (all)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes at a time (2)")
    parser.add_argument("--compare", nargs=2, type=Path, metavar="HASHES", help="what differs between two lists")
    given = parser.parse_args(arguments)
    if given.compare:
        return report(*(read(path) for path in given.compare))
    if given.folder is None:
        parser.error("give a folder, or --compare")
    if given.folder.is_dir() and any(given.folder.iterdir()):
        parser.error(f"{given.folder} is not empty")
    began = time.monotonic()
    count = make(given.folder.resolve(), given.program.resolve(), given.only, given.jobs)
    print(f"{given.folder / HASHES}: {count} files, {time.monotonic() - began:.0f} s")
    return 0


def make(folder: Path, program: Path, only: str, jobs: int) -> int:
    """Every file of the runs that ``only`` matches, and their hashes; returns how many files there are."""
    folder.mkdir(parents=True, exist_ok=True)
    runs = [run for run in RUNS if fnmatch.fnmatch(run.name, only)]
    with tempfile.TemporaryDirectory(prefix="fingerprints-") as scratch:
        maker = Maker(folder, program, Path(scratch))
        if any("inputs/" in run.words for run in runs):
            maker.all(RECORDED, jobs)
            maker.all(PROGRAMS, jobs)
            derive(folder / "inputs")
        maker.all(runs, jobs)
    places = {str(program): "<program>", str(folder): "<folder>"}
    for path in folder.rglob("*"):
        if path.match("tour/*/*.txt") or path.name.endswith(TIMED):
            path.write_text(normalised(path.read_text(encoding="utf-8"), places), encoding="utf-8")
    lines = hashes(folder)
    (folder / HASHES).write_text("".join(f"{lines[name]}  {name}\n" for name in sorted(lines)), encoding="utf-8")
    return len(lines)


class Maker:
    """Runs commands in a folder: relative names come in and go out, so that none depends on where it lies."""

    def __init__(self, folder: Path, program: Path, scratch: Path) -> None:
        self._folder, self._program, self._scratch = folder, program, scratch

    def all(self, runs: Iterable[Run], jobs: int) -> None:
        """Every run, several at a time."""
        with ThreadPoolExecutor(max(1, jobs)) as pool:
            for name, seconds in pool.map(self.one, runs):
                print(f"{seconds:6.1f} s  {name}", flush=True)

    def one(self, run: Run) -> tuple[str, float]:
        """One command, and what it said; returns how long it took."""
        began = time.monotonic()
        (self._folder / run.name).parent.mkdir(parents=True, exist_ok=True)
        home = Path(tempfile.mkdtemp(dir=self._scratch))
        done = subprocess.run(
            self._command(run), cwd=self._folder, env=self._environment(home, run.environment), check=False,
            input=run.stdin.encode(), capture_output=True, timeout=PATIENCE,
        )  # fmt: skip
        places = {str(self._folder): "<folder>", str(self._program): "<program>", str(home): "<home>"}
        said = f"exit code {done.returncode}\n--- output\n{done.stdout.decode()}--- errors\n{done.stderr.decode()}"
        path = self._folder / "said" / f"{run.name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(normalised(said, places), encoding="utf-8")
        return run.name, time.monotonic() - began

    def _command(self, run: Run) -> list[str]:
        words = [word.replace("{o}", run.name) for word in shlex.split(run.words)]
        main = str(self._program / "main.py")
        if run.code:
            return [sys.executable, "-c", run.code, *words]
        return [sys.executable, *([str(HERE / run.script)] if run.script else []), main, *words]

    def _environment(self, home: Path, more: Mapping[str, str]) -> dict[str, str]:
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        folders = dict.fromkeys(HOMES, str(home))
        compiled = str(self._scratch / "compiled")  # nothing is written into the checkout
        ours = {"PYTHONPATH": str(self._program), "PYTHONPYCACHEPREFIX": compiled}
        return {**kept, **FIXED, **folders, **ours, **more}


def normalised(text: str, places: Mapping[str, str]) -> str:
    """``text`` without what differs by nature: folders of this machine, and VARYING."""
    for place in sorted(places, key=len, reverse=True):
        text = text.replace(place, places[place])
    for pattern, stands, _ in VARYING:
        text = re.sub(pattern, stands, text)
    return text


def hashes(folder: Path) -> dict[str, str]:
    """Relative name → SHA-256 of every file below ``folder`` but the list itself."""
    files = [path for path in folder.rglob("*") if path.is_file() and path != folder / HASHES]
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def read(path: Path) -> dict[str, str]:
    """Name → hash, from a list."""
    lines = [line.partition("  ") for line in path.read_text(encoding="utf-8").splitlines()]
    return {name: digest for digest, _, name in lines}


def compare(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """What differs, a line a file."""
    told = []
    for name in sorted(one.keys() | other.keys()):
        if name not in other:
            told.append(f"missing: {name}")
        elif name not in one:
            told.append(f"added: {name}")
        elif one[name] != other[name]:
            told.append(f"changed: {name}")
    return told


def report(one: Mapping[str, str], other: Mapping[str, str]) -> int:
    """Say what differs; returns the exit code."""
    told = compare(one, other)
    print("\n".join(told) if told else f"{len(one)} files, all equal")
    if told:
        print(f"{len(told)} of {len(one.keys() | other.keys())} files differ")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
