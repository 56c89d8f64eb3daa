"""Embeddings & layers: what happens around the attentions, at one position and at all: a page for each topic."""

from __future__ import annotations

from collections.abc import Callable

from model.record.trace import Trace
from viz_app.pictures import titles
from viz_app.pictures.drawing import picture_texts
from viz_app.pictures.drawing.page import Message
from viz_app.pictures.drawing.picture import Picture, Style
from viz_app.pictures.embeddings_layers import embeddings, head_split, logit_lens, positions, stream
from viz_app.state.intents import Topic
from viz_app.state.state import Selection, Snapshot

Page = Callable[[Trace, Selection, int, int, Style, str], Picture]
PAGES: dict[Topic, Page] = {
    "embedding": embeddings.picture,
    "position": positions.picture,
    "stream": stream.picture,
    "heads": head_split.picture,
}


def title() -> str:
    """The picture's name."""
    return titles()["embeddings_layers"]


def picture(snapshot: Snapshot, width: int, height: int, style: Style) -> Picture:
    """The page of the selected topic; see ``PictureModule``."""
    trace, chosen = snapshot.run, snapshot.run_selection
    if trace is None:
        return Message(title(), picture_texts.nothing_yet(), width, height, style)
    if chosen.topic == "guesses":
        return logit_lens.picture(snapshot, chosen, width, height, style, title())
    return PAGES[chosen.topic](trace, chosen, width, height, style, title())
