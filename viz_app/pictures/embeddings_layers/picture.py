"""Embeddings & layers: what happens around the attentions, at one position and at all: a page for each topic."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from model.record.trace import Trace
from viz_app.pictures import titles
from viz_app.pictures.drawing import picture_texts
from viz_app.pictures.drawing.message import Message
from viz_app.pictures.drawing.picture import FONT_POINTS, Picture, Style
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


OF_WORDS: tuple[Topic, ...] = ("stream", "heads", "guesses")  #: pages of words and numbers
USUAL = (800, 460)  #: logical pixels of a pane in which they have letters of the usual size
GROWTH = 1.6  #: how many times as large letters become, at most


def title() -> str:
    """The picture's name."""
    return titles()["embeddings_layers"]


def picture(snapshot: Snapshot, width: int, height: int, style: Style) -> Picture:
    """The page of the selected topic; see ``PictureModule``."""
    trace, chosen = snapshot.run, snapshot.run_selection
    if trace is None:
        return Message(title(), picture_texts.nothing_yet(), width, height, style)
    if style.on_screen and chosen.topic in OF_WORDS:
        style = enlarged(style, width, height)
    if chosen.topic == "guesses":
        return logit_lens.picture(snapshot, chosen, width, height, style, title())
    return PAGES[chosen.topic](trace, chosen, width, height, style, title())


def enlarged(style: Style, width: int, height: int) -> Style:
    """Larger letters in a pane that is much larger than usual for them: words and numbers do not fill it otherwise."""
    usual = max(1.0, style.font_points / FONT_POINTS)
    share = min(GROWTH, width / (USUAL[0] * usual), height / (USUAL[1] * usual))
    return replace(style, font_points=style.font_points * share) if share > 1 else style
