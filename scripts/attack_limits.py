"""``attack.py memory`` and ``disk``: every command on sound files, with little memory or on a disk that takes no more.

``memory`` gives each process 3 GB of address space; among the files are some that unpack to more than that. ``disk``
writes into a file system of some hundred kilobytes where one may be mounted, else under a limit for the size of a file
(``RLIMIT_FSIZE``). Right is what :mod:`attack_command` calls right, and a file that was there before is whole: the old
one or the new one, no half.
"""

from __future__ import annotations

import io
import random
import resource
import shutil
import subprocess
import tempfile
import zipfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from attack_command import left_behind, run
from attack_loader import Result
from attack_samples import MARIAN, PROJECT, TINY, Door, write_samples

MEMORY = 3 * 2**30  #: bytes
OLD = b"what was there before\n"
#: {d} is the folder to write into, {s} the folder of samples.
WRITERS = (
    "trace --checkpoint tiny --out {d}/out.npz Hund", "export {s}/trace/run.npz --out {d}/out.svg",
    "export {s}/trace/run.npz --out {d}/out.png", "export {s}/trace/run.npz --out {d}/out.pdf",
    "export {s}/trace/run.npz --out {d}/out.csv", "export {s}/trace/run.npz --out {d}/out.json",
    "page {s}/trace/run.npz --out {d}/out.html", "handout {s}/trace/run.npz --out {d}/out.pdf",
    "batch page {s}/pairs/pairs/train.tsv --checkpoint tiny --out {d}/{number}.html",
    "convert {s}/checkpoint-tiny/model {d}/new", "train {f}/tiny.toml --data {f} --out {d}/trained",
    "window --snapshot {d}/out.png --size 960x540", "export Hund --checkpoint tiny --view one_layer --out {d}/out.tex",
)  # fmt: skip
READERS = (
    "inspect tiny", "inspect everyday", "inspect classic", "translate --checkpoint everyday {s}/pairs/pairs/train.tsv",
    "translate --beam 4 --checkpoint classic {s}/pairs/pairs/train.tsv", "check {s}/trace/run.npz",
    "evaluate tiny --pairs {s}/pairs/pairs/train.tsv", "inspect {m}", "inspect {d}/zeros.npz",
    "export {d}/zeros.npz --out {d}/z.svg", "inspect {d}/zeros.pt", "page {d}/zeros.npz --out {d}/z.html",
    "translate --checkpoint {d}/zeros.pt {s}/pairs/pairs/train.tsv", "inspect {d}/zeros.headscope",
    "window {d}/zeros.npz --snapshot {d}/z.png", "window {d}/zeros.headscope --snapshot {d}/z.png",
)  # fmt: skip


def attack(count: int, seed: int, memory: bool) -> Result:
    """``count`` commands, one after the other; with :data:`READERS` and :data:`WRITERS` once each, about 30."""
    outcomes: Counter[str] = Counter()
    findings: list[str] = []
    with tempfile.TemporaryDirectory(prefix="headscope-attack-") as name:
        folder = Path(name)
        doors = write_samples(folder / "samples")
        lines = (*READERS, *WRITERS, *(f"inspect {door.path}" for door in doors)) if memory else WRITERS
        for number in range(count):
            line = lines[number % len(lines)]
            outcome, told = _one(folder, number, line, None if memory else random.Random(f"{seed}:{number}"), doors)
            outcomes[outcome] += 1
            if told:
                findings.append(f"--seed {seed}, command {number}: {line}: {told}")
                print(findings[-1], flush=True)
    return outcomes, findings


def _one(folder: Path, number: int, line: str, chance: random.Random | None, doors: list[Door]) -> tuple[str, str]:
    """How one command ended with little memory, or with ``chance`` on a small disk; and what was found."""
    home, disk = folder / f"home-{number}", folder / f"disk-{number}"
    for each in (home / "tmp", disk):
        each.mkdir(parents=True)
    room = 0 if chance is None else chance.choice((4, 16, 64, 256)) * 1024
    mounted = bool(room) and _mount(disk, room)
    limits: Mapping[int, int] = {resource.RLIMIT_AS: MEMORY, resource.RLIMIT_CORE: 0}
    if room:
        limits = {resource.RLIMIT_CORE: 0} | ({} if mounted else {resource.RLIMIT_FSIZE: room})
    else:
        _bombs(disk)
    places = {"{d}": disk, "{s}": folder / "samples", "{f}": TINY.parent, "{m}": MARIAN}
    words = line.split()
    for mark, path in places.items():
        words = [word.replace(mark, str(path)) for word in words]
    written = next((Path(word) for word in words if word.startswith(str(disk / "out."))), None)
    before = {path: path.read_bytes() for door in doors for path in door.parts[:1]}
    try:
        if written is not None and room:
            written.write_bytes(OLD)
        outcome, told = "found", ""
        told, outcome = run(words, home, home, limits)
        if written is not None and room and outcome == "refused" and written.read_bytes() != OLD:
            told += f"{written.name} is neither the old one nor the new one. "
        told += "".join(f"left {name} behind. " for name in left_behind(home, disk))
        told += "".join(f"changed {path.name}. " for path, data in before.items() if path.read_bytes() != data)
    finally:
        if mounted:
            subprocess.run(["umount", str(disk)], check=False)
    shutil.rmtree(home)
    shutil.rmtree(disk)
    return "found" if told else outcome, f"{f'{room // 1024} KiB, ' if room else ''}{told}" if told else ""


def _mount(place: Path, size: int) -> bool:
    """A file system of so many bytes, where this user may have one."""
    asked = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)]
    try:
        return subprocess.run(asked, check=False, capture_output=True).returncode == 0
    except OSError:
        return False


def _bombs(folder: Path) -> None:
    """Small files that say they are large: a sound run with gigabytes of zeros in it, and only these."""
    run = PROJECT / "assets" / "samples" / "everyday.npz"
    shutil.copy(run, folder / "zeros.npz")
    header = io.BytesIO()
    _header(header, 2**30)
    zeros = header.getvalue() + bytes(2**22) * 8
    with zipfile.ZipFile(folder / "zeros.npz", "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("activations/x.npy", zeros)
    with zipfile.ZipFile(folder / "zeros.pt", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("zeros/data.pkl", zeros)
    with zipfile.ZipFile(folder / "zeros.headscope", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("session.json", b"[" * 2**24)
        archive.write(folder / "zeros.npz", "run.npz")


def _header(stream: io.BytesIO, length: int) -> None:
    from numpy.lib import format as numpy_format

    numpy_format.write_array_header_1_0(stream, {"descr": "|i1", "fortran_order": False, "shape": (length,)})
