"""The content of a session file, looked at field by field: the one door for the window, the command line and Python.

Every field has its type and range, and a place lies in the run that it is of. No Qt; what the fields become in a window
is :mod:`viz_app.handlers.session_codec`'s.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, get_args

from model.common.fields import Fields
from model.common.lazy_dataclass import dataclass
from model.common.problems import Problem
from model.common.text import Text
from model.record.notes import Note, RunNotes
from model.record.session_file import AGAIN, SessionFile
from model.record.trace import KINDS, Kind, Quantity, Trace
from model.transforms.aggregates import Aggregate
from model.transforms.set_aside import Aside
from model.transforms.view_transform import ViewTransform
from viz_app.pictures import picture_names
from viz_app.platform.settings_table import fits, in_session
from viz_app.state.classroom.glosses import LONGEST, WrittenGloss
from viz_app.state.decoding import Decoding, decoding_of
from viz_app.state.intents import Topic
from viz_app.state.what_if import AskedChanges, changes_from_json
from viz_app.state.zoom import Zoom

if TYPE_CHECKING:
    from model.corpus.corpus_heads import CorpusHeads

#: Settings that belong to the picture; the others are the person's who opens it.
PICTURE = in_session()
USES = ("", "begin", "given")  #: those of :data:`viz_app.state.state.TargetUse`


@dataclass(frozen=True)
class Home:
    """Which checkpoint recorded the runs, and where it lay then; ``~`` is anybody's home folder."""

    name: str
    sha256: str
    path: str = ""


@dataclass(frozen=True)
class SessionFields:
    """Every field of ``session.json`` as a plain value. Layers, heads and steps count from 0 and are there."""

    home: Home
    place: Mapping[str, Any]  #: of a Selection
    view: str
    reading: ViewTransform
    zoom: Zoom | None
    link_heads: frozenset[int]
    settings: Mapping[str, Any]  #: of :data:`PICTURE`
    source_text: str
    target_text: str
    target_use: str
    milliseconds_per_step: float
    what_if: AskedChanges
    decoding: Decoding
    notes: RunNotes
    glosses: tuple[WrittenGloss, ...]
    columns: tuple[float, ...]
    saved_as: str
    file_heads: CorpusHeads | None  #: a table that was loaded


def run_shown(file: SessionFile) -> Trace:
    """The run that is on screen when the session is opened; the rest of the file is looked at, too.

    Raises :class:`Problem` naming the field that cannot be.
    """
    sentence: int = fields_of_session(file).place["sentence"]
    return file.runs[sentence]


def fields_of_session(file: SessionFile) -> SessionFields:
    """What a file says. Raises :class:`Problem` naming the field that cannot be."""
    if not file.runs:
        raise Problem(str(file.path), Text("it holds no run"), AGAIN)
    if any(run.source_length != file.runs[0].source_length for run in file.runs):
        raise Problem(str(file.path), Text("its runs are not the sentences of one batch"), AGAIN)
    said = Fields(file.facts, file.path)
    home, notes, place = said.part("checkpoint"), said.part("notes"), said.part("place")
    sentence = place.integer("sentence")
    run = file.runs[sentence] if sentence < len(file.runs) else place.refuse("sentence")
    return SessionFields(
        home=Home(home.text("name"), home.text("sha256"), home.text("path")),
        place=_place(place, run),
        view=said.one_of("view", picture_names(), "one_head"),
        reading=_reading(said.part("reading")),
        zoom=_zoom(said.optional("zoom")),
        link_heads=frozenset(said.integers("link_heads")),
        settings=_settings(said.part("settings")),
        source_text=said.text("source_text"),
        target_text=said.text("target_text"),
        target_use=said.one_of("target_use", USES, ""),
        milliseconds_per_step=said.number("milliseconds_per_step"),
        what_if=_changes(said),
        decoding=_decoding(said, run),
        notes=RunNotes(notes.text("text"), tuple(map(_note, notes.parts("places")))),
        glosses=_glosses(said),
        columns=said.numbers("columns"),
        saved_as=said.text("saved_as"),
        file_heads=_file_heads(said),
    )


def _place(place: Fields, run: Trace) -> dict[str, Any]:
    """A layer, a head and a step that the run has; of a kind that it has not, the first ones."""
    kind: Kind = place.one_of("kind", KINDS, "cross")  # type: ignore[assignment]  # one of them
    limits = {"layer": run.layers(kind), "head": run.heads(kind), "step": run.steps}
    found: dict[str, Any] = {"kind": kind}
    for name, count in limits.items():
        found[name] = place.integer(name)
        if found[name] >= max(1, count):
            place.refuse(name)
    found |= {"query": place.place("query"), "key": place.place("key")}
    found["topic"] = place.one_of("topic", get_args(Topic), "embedding")
    return found | {"dimension": place.integer("dimension"), "sentence": place.integer("sentence")}


def _reading(said: Fields) -> ViewTransform:
    return ViewTransform(
        said.one_of("quantity", get_args(Quantity), "weight"),  # type: ignore[arg-type]
        said.one_of("aggregate", get_args(Aggregate), "none"),  # type: ignore[arg-type]
        said.flag("words"),
        said.one_of("aside", get_args(Aside), "nothing"),  # type: ignore[arg-type]
        said.integers("source_columns"),
        said.integers("target_columns"),
        said.flag("renormalise"),
    )


def _changes(said: Fields) -> AskedChanges:
    """A later version may know other changes, but each says what it is."""
    content = [part.values for part in said.parts("what_if")]
    if any(not isinstance(one.get("what"), str) for one in content):
        said.refuse("what_if")
    return changes_from_json(content, said.flag("original_words"))


def _decoding(said: Fields, run: Trace) -> Decoding:
    """As it was asked for; of an older file, as the run was made."""
    asked = said.optional("decoding")
    if asked is None:
        return decoding_of(run.meta.decoding)
    found = decoding_of(asked.values)
    return said.refuse("decoding") if found is None and asked.values else found


def _file_heads(said: Fields) -> CorpusHeads | None:
    """A table; one of a later version is left out, since the run is whole without it."""
    asked = said.optional("file_heads")
    if asked is None:
        return None
    from model.corpus.corpus_heads import VERSION, from_values

    found = from_values(asked.values)
    version = asked.values.get("version")
    later = type(version) is int and version > VERSION
    return said.refuse("file_heads") if found is None and not later else found


def _zoom(said: Fields | None) -> Zoom | None:
    return None if said is None else Zoom(*(said.integer(name) for name in ("row", "column", "rows", "columns")))


def _settings(said: Fields) -> dict[str, Any]:
    known = {name: said.values[name] for name in PICTURE if name in said.values}
    for name, value in known.items():
        if not fits(name, value):
            said.refuse(name)
    return known


def _glosses(said: Fields) -> tuple[WrittenGloss, ...]:
    written = tuple(map(_gloss, said.parts("glosses")))
    return written if all(one.word for one in written) else said.refuse("glosses")


def _gloss(said: Fields) -> WrittenGloss:
    return WrittenGloss(
        said.one_of("side", ("source", "target"), "source"),  # type: ignore[arg-type]  # one of them
        said.text("into"), said.text("sentence"), said.text("word"), said.text("text")[:LONGEST],
    )  # fmt: skip


def _note(said: Fields) -> Note:
    return Note(
        said.text("text"), said.text("view"), said.text("sentence"),
        said.one_of("kind", KINDS, "cross"),  # type: ignore[arg-type]
        said.integer("layer"), said.integer("head"), said.integer("step"), said.place("query"), said.place("key"),
    )  # fmt: skip
