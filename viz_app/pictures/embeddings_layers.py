"""Embeddings & layers: what happens around the attentions, at one position and at all: a page for each topic."""

from __future__ import annotations

from collections.abc import Callable

from model.trace import Trace
from viz_app.intents import Topic
from viz_app.pictures import _early_guesses, _embedding_strips, _head_split, _position_table, _stream_diagram, _words
from viz_app.pictures._page import Message
from viz_app.pictures._picture import Picture, Style
from viz_app.pictures._titles import titles
from viz_app.state import Selection, Snapshot

Page = Callable[[Trace, Selection, int, int, Style, str], Picture]
PAGES: dict[Topic, Page] = {
    "embedding": _embedding_strips.picture,
    "position": _position_table.picture,
    "stream": _stream_diagram.picture,
    "heads": _head_split.picture,
}


def title() -> str:
    """The picture's name."""
    return titles()["embeddings_layers"]


def picture(snapshot: Snapshot, width: int, height: int, style: Style) -> Picture:
    """The page of the selected topic; see ``PictureModule``."""
    trace, chosen = snapshot.run, snapshot.run_selection
    if trace is None:
        return Message(title(), _words.nothing_yet(), width, height, style)
    if chosen.topic == "guesses":
        return _early_guesses.picture(snapshot, chosen, width, height, style, title())
    return PAGES[chosen.topic](trace, chosen, width, height, style, title())
