"""A recording as named facts: what a trace or a session holds, and what it lacks. numpy only."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from model.common.fields import Fields
from model.common.text import Text
from model.record.session_file import SessionFile, read_session, shown_run
from model.record.session_name import is_session
from model.record.trace import ATTENTION, BY_HAND, KINDS, Trace
from model.record.trace_file import load_trace

STOPPED = {"end token": Text("end token"), BY_HAND: Text("stopped by hand")}  #: what traces keep in English
TRACE = ".npz"
RECORDING = Text("to record a run of it")  #: the section of a model that does not open with lines of Python
Sections = dict[str, dict[str, Any]]


def describe_recorded(path: Path) -> Sections | None:
    """The facts of a trace or a session; None for another file. Raises :class:`model.common.problems.Problem`."""
    if is_session(path):
        return describe_session(read_session(path))
    if path.suffix.lower() == TRACE and not path.is_dir():
        return describe_trace(load_trace(path))
    return None


def describe_trace(trace: Trace) -> Sections:
    """The contents of a trace file, and what it lacks."""
    meta = trace.meta
    maps = {kind: trace.attention(kind) for kind in KINDS}
    return {
        Text("trace"): {
            Text("sentence"): meta.source_text or " ".join(map(str, trace.source_tokens)),
            Text("translation"): meta.translation,
            Text("checkpoint"): meta.checkpoint,
            Text("family"): meta.family,
            Text("device"): meta.device,
            Text("why it stopped"): STOPPED.get(meta.stop_reason, meta.stop_reason),
            Text("written by"): meta.program_version,
        },
        Text("contents"): {
            Text("source tokens"): len(trace.source_tokens),
            Text("steps"): trace.steps,
            **{ATTENTION[kind]: Text("none") if values is None else _axes(values) for kind, values in maps.items()},
            Text("masks"): [
                name for name in vars(trace) if name.endswith("_mask") and getattr(trace, name) is not None
            ],
            Text("activations"): len(trace.activations),
            Text("interventions"): list(meta.changes) or Text("none"),
            Text("recorded from somebody's own code"): bool(meta.recorded),
        },
    }


def _base(table: Fields) -> str:
    """On what a table of heads over a file stands."""
    return f"{table.integer('sentences'):,} sentences of {table.text('file')} ({table.text('checkpoint')})"


def describe_session(file: SessionFile) -> Sections:
    """The contents of a session file, and the facts of the run that it shows. Raises :class:`Problem`."""
    said = Fields(file.facts, file.path)
    home, notes, place = said.part("checkpoint"), said.part("notes"), said.part("place")
    where = f"{place.text('kind', 'cross')} {place.integer('layer') + 1}.{place.integer('head') + 1}"
    session = {
        "version": said.integer("version"),
        Text("written by"): said.text("program"),
        Text("checkpoint"): home.text("name"),
        "sha256": home.text("sha256"),
        "where that lay": home.text("path"),
        "sentences": [run.meta.source_text for run in file.runs],
        "shows": f"{said.text('view')}, {where}, step {place.integer('step') + 1}",
        "notes (characters)": len(notes.text("text")),
        "notes about places": len(notes.parts("places")),
    }
    if table := said.optional("file_heads"):
        session[Text("heads measured over")] = _base(table)
    return {"session": session, **describe_trace(shown_run(file))}


def _axes(values: Any) -> str:
    layers, heads, rows, columns = values.shape
    return Text("%1 layers, %2 heads, %3 × %4", layers, heads, rows, columns)
