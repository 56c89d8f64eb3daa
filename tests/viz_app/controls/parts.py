"""What the tests of the controls share: snapshots, the texts that a widget paints, and the Intents it says."""

from __future__ import annotations

import html
import re
from dataclasses import fields, replace
from typing import Any

import numpy as np
from PySide6.QtCore import QBuffer
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from model.record.trace import Trace
from tests.viz_app.sample_trace import make_trace
from viz_app.engine.messages import CheckpointInfo, Tokens
from viz_app.state.intents import Intent
from viz_app.state.state import Selection, Snapshot

#: Arrays that a model without a vocabulary head cannot have.
HEAD = (
    "produced_ids", "produced_tokens", "produced_probability", "origin",
    "candidate_ids", "candidate_tokens", "candidate_probabilities", "candidate_entropy",
)  # fmt: skip
HOSTILE = ("<img src=x>", "&amp;", "a\u202eb", "%2 %1", "<b>bold</b>", "▁x")


def info(**changes: Any) -> CheckpointInfo:
    """An open checkpoint whose numbers differ from each other."""
    values: dict[str, Any] = {
        "name": "everyday",
        "path": "everyday",
        "sha256": "0" * 64,
        "family": "Headscope",
        "device": "cpu",
        "parameters": 13_912_345,
        "encoder_layers": 3,
        "encoder_heads": 4,
        "decoder_layers": 3,
        "decoder_heads": 4,
        "width": 256,
        "max_length": 512,
        "source_language": "de",
        "target_language": "en",
        "samples": ("Zwei Hunde spielen.", "Tom & <b>Mary</b> lachen."),
    }
    return CheckpointInfo(**(values | changes))


def tokens(*spelling: str, unknown: tuple[int, ...] = (), limit: int = 512) -> Tokens:
    """A live tokenisation; ``unknown`` are indices."""
    ids = tuple(range(10, 10 + len(spelling)))
    flags = tuple(index in unknown for index in range(len(spelling)))
    entries = tuple("<unk>" if flag else word for word, flag in zip(spelling, flags, strict=True))
    return Tokens(0, ids, entries, spelling, flags, limit)


def ready(trace: Trace | None = None, **changes: Any) -> Snapshot:
    """A snapshot with an open checkpoint and, unless told otherwise, the sentence of its trace."""
    text = "" if trace is None else trace.meta.source_text
    values: dict[str, Any] = {"checkpoint": info(), "trace": trace, "source_text": text, "engine_ready": True}
    return Snapshot(**(values | changes))


def without(trace: Trace, *names: str) -> Trace:
    """``trace`` less some of its arrays."""
    nothing: dict[str, Any] = dict.fromkeys(names)
    return replace(trace, **nothing)


def forced_trace(step: int = 2) -> Trace:
    """A run in which ``zzz``, which is no candidate, was forced at ``step``."""
    trace = make_trace()
    changes: dict[str, Any] = {}
    for name, value in (("produced_ids", 999), ("produced_tokens", "zzz"), ("produced_probability", 0.0003)):
        changes[name] = np.array(getattr(trace, name))
        changes[name][step] = value
    changes["origin"] = np.array(trace.origin).astype("<U8")
    changes["origin"][step] = "forced"
    return replace(trace, **changes)


def snapshots() -> list[Snapshot]:
    """Very different moments, among them runs that lack what they may lack."""
    trace = make_trace(padding=2)
    needed = ("meta", "source_ids", "source_tokens", "activations")
    bare = without(trace, *(item.name for item in fields(Trace) if item.name not in needed))
    hostile = make_trace(source=HOSTILE, target=HOSTILE)
    return [
        Snapshot(),
        ready(),
        ready(trace, selection=Selection("cross", 1, 2, 3)),
        ready(trace, selection=Selection("decoder", 2, 1, 4, 3, 4)),
        ready(trace, selection=Selection("encoder", 0, 3, 7, 8, 8), source_text="Neu", tokens=tokens("Neu", "</s>")),
        ready(without(trace, *HEAD), selection=Selection("cross", 0, 0, 5)),
        ready(bare, selection=Selection("cross", 0, 0, 0)),
        ready(hostile, selection=Selection("cross", 0, 0, 1, key=1)),
        Snapshot(trace=trace, selection=Selection("encoder", 0, 0, 0)),
    ]


def painted(widget: QWidget) -> list[str]:
    """Every text that the widget and its children paint, in painting order, as a person sees it."""
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(widget.size())
    widget.render(generator)
    drawing = bytes(buffer.data().data()).decode()
    return [html.unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", drawing)]


class Heard(list[Intent]):
    """The Intents that a control has said, in order."""

    def __init__(self, control: Any) -> None:
        super().__init__()
        control.requested.connect(self.append)
