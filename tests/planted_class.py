"""A class of forty: recordings with planted faults, and files that are broken, hostile or no recordings.

``python -m tests.planted_class FOLDER`` writes them; the tests take a few.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from headscope_recorder import record
from tests.own_code import PAD, SOURCE, TARGET, Tut6, keys, masked_softmax, planted, tril

HOSTILE_TOKEN = '<script>alert("x")</script>'
WORDS = ["<unk>", "<pad>", "<s>", "</s>", "Zwei", "Hunde", "spielen", "im", "Schnee", HOSTILE_TOKEN, "Kind", "."]


def wrong_axis(energy: Tensor, mask: Tensor | None) -> Tensor:
    return torch.softmax(energy if mask is None else energy.masked_fill(mask == 0, -1e10), dim=-2)


def weak(energy: Tensor, mask: Tensor | None) -> Tensor:
    return masked_softmax(energy, mask, -1e-9)


def late(energy: Tensor, mask: Tensor | None) -> Tensor:
    weights = torch.softmax(energy, dim=-1)
    return weights if mask is None else weights.masked_fill(mask == 0, 0.0)


#: The code of the fault that a student made, and the model.
STUDENTS: dict[str, Callable[[], Tut6]] = {
    "": Tut6,
    "sees_next": lambda: Tut6(target=lambda ids: keys(ids) & tril(ids, 1)),
    "look_ahead_missing": lambda: Tut6(target=keys),
    "transposed": lambda: Tut6(target=lambda ids: keys(ids) & tril(ids).T),
    "wrong_padding_id": lambda: Tut6(source=lambda ids: keys(ids, 0)),
    "softmax_axis": lambda: Tut6(attend=wrong_axis),
    "fill_too_weak": lambda: Tut6(attend=weak),
    "after_softmax": lambda: Tut6(attend=late),
    "not_scaled": lambda: Tut6(scaled=False),
}


def record_student(folder: Path, name: str, fault: str) -> Path:
    """The recording of the padded sentence of one student."""
    model = planted(STUDENTS[fault]())
    with tempfile.TemporaryDirectory() as scratch, redirect_stdout(io.StringIO()):
        with record(Path(scratch) / "run", SOURCE, TARGET, pad=PAD, source_words=WORDS, target_words=WORDS) as made:
            model(SOURCE, TARGET)
        folder.mkdir(parents=True, exist_ok=True)
        return Path(shutil.move(made.files[1], folder / f"{name}.npz"))


def write_hostile(folder: Path, whole: Path) -> list[str]:
    """Files that nobody should open as what they say they are; their names."""
    content = whole.read_bytes()
    (folder / "cut.npz").write_bytes(content[:700])
    (folder / "empty.npz").write_bytes(b"")
    (folder / "pickle.npz").write_bytes(b"cos\nsystem\n(S'touch hacked'\ntR.")
    with zipfile.ZipFile(folder / "objects.npz", "w") as objects:
        array = io.BytesIO()
        np.save(array, np.array([Path], dtype=object), allow_pickle=True)
        objects.writestr("meta.npy", array.getvalue())
    with zipfile.ZipFile(folder / "bomb.npz", "w", zipfile.ZIP_DEFLATED) as bomb:
        described = b"{'descr': '<f4', 'fortran_order': False, 'shape': (5000000,), }"
        header = (b"\x93NUMPY\x01\x00v\x00" + described).ljust(127) + b"\n"
        bomb.writestr("encoder_attention.npy", header + bytes(20_000_000))
    (folder / "page.npz").write_text("<html>404</html>", encoding="utf-8")
    (folder / "homework.py").write_text("import os; os.system('touch hacked')\n", encoding="utf-8")
    odd = {"lines": {"compared=0": [[HOSTILE_TOKEN] * 3, 7], "mask": {"x": 1}}, "blocks": 5}
    with_words(whole, folder / "odd.npz", odd)
    return ["bomb.npz", "cut.npz", "empty.npz", "objects.npz", "page.npz", "pickle.npz"]


def with_words(whole: Path, path: Path, recorded: dict[str, object]) -> None:
    """A copy in which the recorder's own words are others."""
    with np.load(whole) as arrays:
        held = {name: arrays[name] for name in arrays.files}
    meta = json.loads(str(held.pop("meta")))
    meta["recorded"] |= recorded
    np.savez(path, meta=np.array(json.dumps(meta)), **held)


def write_class(folder: Path, students: int = 33) -> None:
    """Forty files: so many students, each with the next fault, and the rest."""
    faults = list(STUDENTS)
    made = [record_student(folder, f"student {n + 1:02}", faults[n % len(faults)]) for n in range(students)]
    write_hostile(folder, made[0])
    if hasattr(os, "symlink"):
        (folder / "loop").symlink_to(folder, target_is_directory=True)


if __name__ == "__main__":
    write_class(Path(sys.argv[1]))
