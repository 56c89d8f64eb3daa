"""Exporting without a window: a Qt application on no screen, a snapshot, a file."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from model.analysis.causality_check import held_extension
from model.analysis.logit_lens import EarlyGuesses
from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace
from model.transforms.view_transform import PLAIN, ViewTransform, fitting
from viz_app.exports import all_exports
from viz_app.exports.figures.caption import VECTORS
from viz_app.exports.figures.figure import Figure, grown
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.pictures.links.heads import shown_heads
from viz_app.platform.settings_table import from_arguments
from viz_app.platform.theme import undrawn
from viz_app.state.paper_sizes import lengths_of
from viz_app.state.state import Selection, Snapshot, within
from viz_app.state.zoom import Zoom, fitted

if TYPE_CHECKING:
    from model.corpus.corpus_heads import CorpusHeads

PIXELS = (".png", ".gif", ".apng")  #: kinds that hold shapes and no characters
MOST_NAMED = 8


def offscreen() -> QCoreApplication:
    """Qt without a screen; the one that runs already where there is one."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    return QGuiApplication.instance() or QGuiApplication(["headscope"])


@dataclass(frozen=True, eq=False)
class FigureRequest:
    """What is drawn: a place in a run that is read some way."""

    run: Trace
    shown: Trace
    reading: ViewTransform
    place: tuple[int, int, int]  #: layer, head, step, as they are read, from 0
    guesses: EarlyGuesses | None = None  #: of the run
    table: CorpusHeads | None = None  #: of its heads over a file
    pinned: Trace | None = None  #: kept in a session, to compare the run with
    runs: tuple[Trace, ...] = ()  #: by each snapshot of a training: the frames of an animation


def export(arguments: Namespace, wanted: FigureRequest, path: Path) -> None:
    """Write what ``main.py export`` was asked for. Raises :class:`Problem`."""
    trace = wanted.shown
    snapshot = Snapshot(
        trace=trace,
        unread=None if trace is wanted.run else wanted.run,
        reading=wanted.reading,
        selection=within(_selection(arguments, wanted), trace),
        link_heads=frozenset(arguments.heads),
        early_guesses=wanted.guesses,
        file_heads=wanted.table,
        pinned=wanted.pinned,
        view=arguments.view.replace("-", "_"),
        zoom=_part(arguments, trace),
        settings=from_arguments(arguments),
    )
    write(snapshot, replace(typed_figure(arguments), runs=wanted.runs), path)


def for_file(now: Snapshot) -> Snapshot:
    """A session as files show it: nobody points at a cell of a map, and parts and other heads have their own views."""
    chosen, links = now.selection, now.view == "links" and bool(now.link_heads)
    if now.view != VECTORS:
        chosen = Selection(chosen.kind, chosen.layer, chosen.head, chosen.step)
    reading = PLAIN if now.unread is None else fitting(now.unread, now.reading)
    return replace(
        now,
        reading=replace(reading, renormalise=reading.renormalise and reading.sets_aside),
        selection=chosen,
        link_heads=frozenset(shown_heads(now)) if links else frozenset(),
        zoom=now.zoom if now.view == "one_head" else None,
    )


def write(now: Snapshot, figure: Figure, path: Path) -> None:
    """Write the visible view as the kind of file that ``path`` is; it waits for nothing. Raises :class:`Problem`."""
    application, trace, chosen = offscreen(), now.trace, now.selection
    assert trace is not None
    assert now.run is not None
    compared = (trace, chosen.kind, chosen.layer, chosen.head)
    now = replace(now, described=trace, compared=compared, extension=held_extension(now.run))
    kind = all_exports()[path.suffix.lower()]
    if kind.OF in ("picture", "steps"):
        figure = grown(now, figure)
    kind.write(now, figure, path)
    application.processEvents()
    if path.suffix.lower() in PIXELS:
        tokens = tokens_of(trace)
        warn_of(undrawn("".join(token.text for token in (*tokens.source, *tokens.consumed, *tokens.produced))))


@lru_cache(maxsize=64)
def warn_of(letters: str) -> None:
    """One line on stderr, once, about characters that are only boxes in a picture of pixels."""
    if letters:
        named = ", ".join(f"U+{ord(letter):04X}" for letter in letters[:MOST_NAMED])
        more = " …" if len(letters) > MOST_NAMED else ""
        sys.stderr.write(f"warning: no font on this machine has {named}{more}: a box stands for each in the picture\n")


def typed_figure(arguments: Namespace) -> Figure:
    """The paper that was asked for by options."""
    return Figure(
        **lengths_of(arguments),
        dark=arguments.theme == "dark",
        caption=not arguments.no_caption,
        honest=arguments.honest,
        title=not arguments.no_title,
        legend=not arguments.no_legend,
        emphasis=marks_step(arguments),
        text=arguments.text,
        whole_run=None if arguments.what is None else arguments.what == "run",
    )


def marks_step(arguments: Namespace) -> bool:
    """Is the current step to be marked? As it was said; else where a step or a row was asked for."""
    if arguments.emphasis is not None:
        return bool(arguments.emphasis)
    return arguments.step is not None or arguments.query is not None


def _selection(arguments: Namespace, wanted: FigureRequest) -> Selection:
    place = Selection(arguments.kind, *wanted.place, query=arguments.query, key=arguments.key)
    return replace(place, topic=arguments.topic, dimension=arguments.dimension)


def _part(arguments: Namespace, trace: Trace) -> Zoom | None:
    """The rows and columns that were asked for."""
    attention = trace.attention(arguments.kind)
    shape = (0, 0) if attention is None else attention.shape[-2:]
    rows, columns = arguments.rows or range(shape[0]), arguments.columns or range(shape[1])
    return fitted(Zoom(rows.start, columns.start, len(rows), len(columns)), shape)
