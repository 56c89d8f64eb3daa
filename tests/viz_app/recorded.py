"""A run recorded from a student's code: what such a trace has, and what it lacks."""

from __future__ import annotations

from pathlib import Path

from headscope_recorder import record
from model.record.trace import Trace
from model.record.trace_file import load_trace
from tests.own_code import PAD, SOURCE, TARGET, Tut6, keys, planted, tril

WORDS = ["<unk>", "<pad>", "<s>", "</s>", "Zwei", "Hunde", "spielen", "im", "Schnee", "Ein", "<b>Kind</b>", "."]


def wrong() -> Tut6:
    """Sees the next token, and has no mask in cross attention."""
    return Tut6(target=lambda ids: keys(ids) & tril(ids, 1), cross=lambda source, target: None)


def recorded_files(folder: Path, model: Tut6 | None = None, name: str = "run") -> list[Path]:
    """Two sentences; the second has padding."""
    model = planted(wrong() if model is None else model)
    with record(folder / name, SOURCE, TARGET, pad=PAD, source_words=WORDS) as recording:
        model(SOURCE, TARGET)
    return recording.files


def recorded_trace(folder: Path, model: Tut6 | None = None) -> Trace:
    return load_trace(recorded_files(folder, model)[1])
