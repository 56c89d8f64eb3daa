"""``attack.py window`` and ``kills``: real windows with hands before them, each a process with a home of its own.

The actions are shared out to windows of ``--length`` each, so that a crash hides no others behind it: window *n* of
seed *s* has the seed *s* · 1000 + *n*. ``kills`` ends the engine at random moments of shorter plays, every second time
before it was ready. In the end each window must translate, or say why it does not.

Offscreen where there is no display; a display wants a window manager. Not covered: Qt's other platforms, input methods.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from attack_samples import TINY

STAGE = Path(__file__).resolve().with_name("attack_stage.py")
PROGRAM = (str(STAGE),)  #: what Python is given before the arguments of a play
BETWEEN = 12  #: actions between two deaths of an engine
DEATHS = 10  #: of the engines of one window
PATIENCE = 0.9  #: seconds for one action of a window, on average; a bound, not a measurement
LEAST = 900  #: seconds for the shortest window
SHOWN = 1_500  #: characters of what a window printed that are told
TORCH = "torchinductor"  #: an empty folder that torch makes when a training begins
KEPT = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT")
FIXED = {
    "QT_QPA_PLATFORM": "offscreen", "PYTHONMALLOC": "debug", "PYTHONFAULTHANDLER": "1", "PYTHONUTF8": "1",
    "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1",
}  # fmt: skip


def attack(
    count: int, seed: int, jobs: int, kills: bool = False, length: int = 1_000
) -> tuple[Counter[str], list[str]]:
    """``count`` actions, or deaths of an engine; returns how many ended how, and what was found."""
    length, deaths = (DEATHS * BETWEEN, DEATHS) if kills else (length, 0)
    total = count if not kills else -(-count // DEATHS) * length
    shares = [min(length, total - at) for at in range(0, total, length)]
    outcomes: Counter[str] = Counter()
    findings: list[str] = []
    with tempfile.TemporaryDirectory(prefix="headscope-attack-") as name, ThreadPoolExecutor(jobs) as pool:
        plays = [
            pool.submit(play, Path(name) / f"window-{at}", seed * 1000 + at, share, deaths)
            for at, share in enumerate(shares)
        ]
        for each in plays:
            counted, found = each.result()
            outcomes.update(counted)
            findings += found
            for line in found:
                print(line, flush=True)
    return outcomes, findings


def play(folder: Path, seed: int, actions: int, deaths: int) -> tuple[Counter[str], list[str]]:
    """One window; returns how much of what was done, and what was found."""
    make_home(folder)
    command = [sys.executable, *PROGRAM, str(folder), str(seed), str(actions), str(deaths)]
    with (folder / "printed.txt").open("wb") as printed:
        process = subprocess.Popen(command, env=environment(folder), cwd=folder, stdout=printed, stderr=printed)
        try:
            code = process.wait(max(LEAST, PATIENCE * actions))
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
    done = (folder / "actions.txt").read_text(encoding="utf-8").splitlines()
    told = "\n".join(done)
    outcomes = Counter(
        {
            "actions": sum(line[:1].isdigit() for line in done),
            "deaths": told.count("killed engine") - told.count("killed engine 0,"),
            "before it was ready": told.count(", not ready"),
            "translating in the end": told.count("it translates"),
            "saying why not": told.count("it says why not"),
        }
    )
    findings = _findings(folder, code, told)
    shutil.rmtree(folder, ignore_errors=True)
    return +outcomes, [f"window --seed {seed} --actions {actions} --deaths {deaths}: {each}" for each in findings]


def _findings(folder: Path, code: int, told: str) -> list[str]:
    """What is wrong with a window that has ended."""
    printed = (folder / "printed.txt").read_text(encoding="utf-8", errors="replace").strip()
    finding = folder / "finding.txt"
    found = [finding.read_text(encoding="utf-8")] if finding.exists() else []
    if code and not found:
        found.append(f"exit code {code} after {told.splitlines()[-3:]}: …{printed[-SHOWN:]}")
    elif printed:
        found.append(f"it printed {printed[-SHOWN:]}")
    elif not code and "it translates" not in told and "it says why not" not in told:
        found.append("it was closed before the end")
    left = sorted(path.name for path in (folder / ".tmp").iterdir() if TORCH not in path.name)
    return found + ([f"it left {left} in the temporary folder"] if left else [])


def make_home(folder: Path) -> None:
    """A home with files to open: sound ones, and some that are not."""
    files = folder / "files"
    files.mkdir(parents=True)
    (folder / ".tmp").mkdir()  # hidden: hands that save a file in it through a dialog are no finding
    shutil.copytree(TINY, files / "tiny")
    shutil.copy(TINY / "model.safetensors", files / "weights alone.safetensors")
    shutil.copy(next((STAGE.parent.parent / "assets" / "samples").glob("*.npz")), files / "눈.npz")
    for name, content in BROKEN.items():
        (files / name).write_bytes(content)
    sys.path.insert(0, str(STAGE.parent.parent))
    from tests.training_run import write_training

    write_training(files / "training")
    shutil.copytree(files / "training", files / "damaged training")
    with (files / "damaged training" / "snapshots" / "curve.jsonl").open("ab") as curve:
        curve.writelines(DAMAGED)
    (files / "damaged training" / "snapshots" / "update-000200" / "model.safetensors").write_bytes(b"no weights")
    for name in ("tiny.toml", "tiny_pairs.tsv"):
        shutil.copy(TINY.parent / name, files / name)


BROKEN: Mapping[str, bytes] = {
    "bad.npz": b"this is no archive", "empty.npz": b"", "bad.headscope": b"PK\x03\x04nor is this",
    "notes.txt": b"a b\n", "bad.pt": b"\x80\x02cos\nsystem\nX\x04\x00\x00\x00true\x85R.",
    "words.json": b'{"a": 0, "b": 1}',
}  # fmt: skip


#: Lines of a curve: no numbers, numbers that are none, too large, too deep, half.
DAMAGED = (
    b'{"update": 300, "epoch": NaN, "loss": Infinity, "bleu": -1e999}\n',
    b'{"update": -5}\n',
    b"\xff\xfe\x00\n",
    b'{"update": 1e3, "loss": "x"}\n',
    b'{"update": 400, "loss": ' + b"9" * 400 + b"}\n",
    b"[" * 5_000 + b"\n",
    b'{"update": 999999999999, "epoch": 1e308, "snapshot": "../../x"}\n' * 20_000,
    b'{"update": 12',
)


def environment(folder: Path) -> dict[str, str]:
    """Nothing of the caller's but what a process needs to start; every place to write lies in ``folder``."""
    homes = {name: str(folder) for name in ("HOME", "XDG_RUNTIME_DIR")}
    places = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("CONFIG", "DATA", "CACHE", "STATE")}
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    shown = {"QT_QPA_PLATFORM": "xcb", "DISPLAY": os.environ["DISPLAY"]} if os.environ.get("DISPLAY") else {}
    return {**kept, **FIXED, **shown, **homes, **places, "TMPDIR": str(folder / ".tmp")}
