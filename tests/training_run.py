"""A training of the tiny checkpoint as a folder of snapshots: its weights, the smaller the earlier. No torch."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np

TINY = Path(__file__).parent / "fixtures" / "tiny"
#: Update → factor of all weights: what was learnt so far.
FACTORS = {0: 0.05, 10: 0.6, 200: 0.85, 1000: 0.98}
CURVE = (
    {"update": 0, "epoch": 0.0, "loss": None, "validation_loss": 4.5, "bleu": 0.0, "snapshot": "update-000000"},
    {"update": 10, "epoch": 0.05, "loss": 4.0, "validation_loss": 3.75, "bleu": 1.5, "snapshot": "update-000010"},
    {"update": 100, "epoch": 0.5, "loss": 3.25, "validation_loss": None, "bleu": None, "snapshot": None},
    {"update": 200, "epoch": 1.0, "loss": 2.5, "validation_loss": 2.25, "bleu": 30.5, "snapshot": "update-000200"},
    {"update": 1000, "epoch": 5.0, "loss": 0.5, "validation_loss": 1.25, "bleu": 75.0, "snapshot": "update-001000"},
)  # fmt: skip


def write_training(out: Path) -> Path:
    """``out/snapshots`` with all of it, vocabularies once in ``out``; the folder of the snapshots."""
    folder = out / "snapshots"
    for update in FACTORS:
        write_snapshot(folder, update)
    write_curve(folder, *CURVE)
    for name in ("source_vocabulary.json", "target_vocabulary.json"):
        shutil.copy(TINY / name, out / name)
    return folder


def write_snapshot(folder: Path, update: int, factor: float = 0.0) -> Path:
    """One snapshot, without vocabularies."""
    place = folder / f"update-{update:06d}"
    place.mkdir(parents=True)
    _write(place, factor or FACTORS[update])
    return place


def write_own(out: Path) -> None:
    """The training's own checkpoint, with weights like no snapshot's."""
    _write(out, 0.95)


def _write(place: Path, factor: float) -> None:
    header = json.loads((TINY / "config.json").read_text(encoding="utf-8"))
    del header["weights_sha256"]
    (place / "config.json").write_text(json.dumps(header), encoding="utf-8")
    content = (TINY / "model.safetensors").read_bytes()
    begin = 8 + int.from_bytes(content[:8], "little")
    values = np.frombuffer(content[begin:], dtype=np.float16) * np.float16(factor)
    (place / "model.safetensors").write_bytes(content[:begin] + values.astype(np.float16).tobytes())


def write_curve(folder: Path, *lines: object) -> None:
    """Add lines to the curve."""
    with (folder / "curve.jsonl").open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
