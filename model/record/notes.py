"""Notes about runs: one text for all, and notes that belong to a place. Values; stdlib only.

Layers, heads, steps, rows and columns count from 0, in the run as it was recorded.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from model.common.lazy_dataclass import dataclass


@dataclass(frozen=True)
class Note:
    """A text about one place of the run over ``sentence``."""

    text: str
    view: str = ""  #: name of the view where it was written
    sentence: str = ""  #: the source text of its run
    kind: Literal["encoder", "decoder", "cross"] = "cross"
    layer: int = 0
    head: int = 0
    step: int = 0
    query: int | None = None
    key: int | None = None


@dataclass(frozen=True)
class RunNotes:
    """All that was written."""

    text: str = ""
    places: tuple[Note, ...] = ()

    def with_note(self, note: Note) -> RunNotes:
        """One more, at the end."""
        return replace(self, places=(*self.places, note))

    def saying(self, index: int, text: str) -> RunNotes:
        """Another text for the note at ``index``. Raises IndexError."""
        changed = replace(self.places[index], text=text)
        return replace(self, places=(*self.places[:index], changed, *self.places[index + 1 :]))

    def without(self, index: int) -> RunNotes:
        """Without the note at ``index``."""
        return replace(self, places=tuple(note for at, note in enumerate(self.places) if at != index))


NO_NOTES = RunNotes()
