"""The first content of a window: what was asked for, or the finished example, a recorded run that needs no engine.

``assets/samples/<checkpoint>.npz`` is an ordinary trace; ``<checkpoint>.json`` beside it says where
to stand: ``kind``, and ``layer``, ``head``, ``step`` counted from 1, where :mod:`model.analysis.landing` lands, so that
it need not be asked before the first paint. ``<checkpoint>-details.npz`` holds the run's activations.
"""

from __future__ import annotations

import json
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

from model.common.assets import (
    CHECKPOINTS,
    DEFAULT_CHECKPOINT,
    SAMPLES,
    find_checkpoint,
    sample_sentences,
    shipped_checkpoints,
    shipped_sha,
)
from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem
from model.network.config import TransformerConfig
from model.record.session_name import is_session
from model.record.trace import KINDS, Trace
from model.record.trace_file import load_trace
from viz_app.engine.messages import CheckpointInfo
from viz_app.pictures import picture_names
from viz_app.state.start import LastPlace, Start
from viz_app.state.state import Selection, within


@dataclass(frozen=True, eq=False)
class Example:
    """What the window shows before the engine has started."""

    trace: Trace
    selection: Selection
    checkpoint: CheckpointInfo | None  #: read from the header; the engine confirms it later


def load_example(
    name: str = DEFAULT_CHECKPOINT, samples: Path = SAMPLES, checkpoints: Path = CHECKPOINTS
) -> Example | None:
    """The example of a shipped checkpoint, or None where it does not ship or cannot be read."""
    try:
        trace = load_trace(samples / f"{name}.npz")
    except Problem:
        return None
    selection = _selection(_read_object(samples / f"{name}.json"), trace)
    return Example(trace, selection, describe(checkpoints / name, trace))


def details_path(name: str, samples: Path = SAMPLES) -> Path | None:
    """The example's activations, read after the first paint; None where they do not ship."""
    path = samples / f"{name}-details.npz"
    return path if path.is_file() else None


def with_details(example: Example | None, path: Path | None) -> Example | None:
    """The example with its activations, where nobody waits for a first paint; as it is where they cannot be read."""
    if example is None or path is None:
        return example
    try:
        return replace(example, trace=replace(example.trace, activations=load_trace(path).activations))
    except Problem:
        return example


def _selection(values: dict[str, Any], trace: Trace) -> Selection:
    kind = values.get("kind")
    chosen = Selection(
        kind if kind in KINDS else "cross",
        _index(values.get("layer")),
        _index(values.get("head")),
        _index(values.get("step", trace.steps)),
    )
    return within(chosen, trace)


def describe(folder: Path, trace: Trace) -> CheckpointInfo | None:
    """What ``config.json`` tells of a checkpoint without its weights; the hash is the trace's."""
    header = _read_object(folder / "config.json")
    try:
        config = TransformerConfig.from_json(header["architecture"])
        languages = header["languages"]
        return CheckpointInfo(
            name=str(header["name"]),
            path=str(folder),
            sha256=trace.meta.checkpoint_sha256,
            family=trace.meta.family,
            device=trace.meta.device,
            parameters=config.parameters,
            encoder_layers=config.encoder.layers,
            encoder_heads=config.encoder.heads,
            decoder_layers=config.decoder.layers,
            decoder_heads=config.decoder.heads,
            width=config.width,
            max_length=config.max_length,
            source_language=str(languages["source"]),
            target_language=str(languages["target"]),
            norm_order=config.norm_order,
            final_norm=config.final_norm,
            positions=config.positions,
            tokenizer=str(header["tokenizer"]["source"]["kind"]),
            special_ids=_special_ids(header["special"]),
            samples=sample_sentences(folder.name),
            network=config.conventions(header.get("provenance") or {}),
        )
    except (Problem, KeyError, TypeError):
        return None


def _special_ids(special: dict[str, Any]) -> tuple[int, ...]:
    return tuple({special["source_padding"], *special["source_prefix"], *special["source_suffix"]})


def _index(number: Any) -> int:
    """People count from 1, arrays from 0."""
    return number - 1 if isinstance(number, int) else 0


def _read_object(path: Path) -> dict[str, Any]:
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return values if isinstance(values, dict) else {}


def default_example() -> tuple[str, Example | None]:
    """The path of the checkpoint that everybody begins with, and its example."""
    return _checkpoint(DEFAULT_CHECKPOINT), load_example()


def plan(arguments: Namespace, last: LastPlace | None = None) -> tuple[Start, Example | None]:
    """What to open, and what to show until then. Raises :class:`Problem` for a file that is not there.

    Whoever asks for nothing begins where the program ended ``last``, if that is still there.
    """
    asked = arguments.file or arguments.sentence or arguments.answer or arguments.checkpoint != DEFAULT_CHECKPOINT
    if last is not None and not asked and last.view in picture_names():
        if last.file and not find_again(last.file):
            start, example = plan(arguments)
            return replace(start, gone=Path(last.file)), example
        if last.file or find_again(last.checkpoint):
            return resumed(arguments, last)
    sentence, device, typed = arguments.sentence or "", arguments.device, tuple(arguments.answer)
    if arguments.file and is_session(Path(arguments.file)):
        path = find_checkpoint(arguments.file)
        return Start(_home_of(path) or _checkpoint(arguments.checkpoint), device, path, sentence, typed=typed), None
    if arguments.file and arguments.file.lower().endswith(".npz"):
        trace = find_checkpoint(arguments.file)
        return Start(_checkpoint(arguments.checkpoint), device, trace, sentence, typed=typed), None
    name = arguments.file or arguments.checkpoint
    example = None if sentence or typed else load_example(name) if name in shipped_checkpoints() else None
    details = None if example is None else details_path(name)
    return Start(_checkpoint(name), device, None, sentence, details=details, typed=typed), example


def coming(start: Start, example: Example | None) -> dict[str, Any]:
    """What of a snapshot is known already, until what was asked for has been computed."""
    last = start.last
    shown: dict[str, Any] = {} if last is None else {"view": last.view, "reading": last.reading}
    if example is None:
        shown |= {"source_text": start.sentence, "opening": Path(start.checkpoint).name}
    return shown


def resumed(arguments: Namespace, last: LastPlace) -> tuple[Start, Example | None]:
    """The example from where it was looked at last, or the run of another sentence in a moment."""
    path, example = default_example()
    if last.file:
        checkpoint = last.checkpoint if find_again(last.checkpoint) else path
        return Start(checkpoint, arguments.device, Path(last.file), ask=False, last=last), None
    as_it_is = last.changes.is_plain and not (last.target_use or last.decoding or last.what_if)
    if example is not None and as_it_is and (path, example.trace.meta.source_text) == (last.checkpoint, last.text):
        chosen = Selection(last.kind, last.layer, last.head, last.step, topic=last.topic)
        details = details_path(DEFAULT_CHECKPOINT)
        shown = replace(example, selection=within(chosen, example.trace))
        return Start(path, arguments.device, details=details, last=last), shown
    return Start(last.checkpoint, arguments.device, None, last.text, ask=False, last=last), None


def find_again(checkpoint: str) -> bool:
    """Is it still there?"""
    try:
        return bool(checkpoint) and Path(checkpoint).exists()
    except (OSError, ValueError):
        return False


def _home_of(session: Path) -> str:
    """The shipped checkpoint that recorded a session; any other is opened when somebody asks for it."""
    from model.common.fields import Fields
    from model.record.session_file import read_facts

    try:
        said = Fields(read_facts(session), session).part("checkpoint")
        name = said.text("name")
        return _checkpoint(name) if name in shipped_checkpoints() and shipped_sha(name) == said.text("sha256") else ""
    except Problem:
        return ""  # the window says what is wrong with it


def _checkpoint(name: str) -> str:
    """The path of a checkpoint; nothing where the default one does not ship with this copy."""
    if name == DEFAULT_CHECKPOINT and name not in shipped_checkpoints() and not Path(name).exists():
        return ""
    return str(find_checkpoint(name).resolve())
