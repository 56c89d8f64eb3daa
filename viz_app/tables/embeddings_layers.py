"""*Embeddings & layers*: the numbers of the selected page, of the run as it was recorded."""

from __future__ import annotations

from collections.abc import Callable

from model.problems import Problem
from model.trace import Trace
from viz_app.intents import Topic
from viz_app.state import Selection, Snapshot
from viz_app.tables import _stream_tables, _vector_tables
from viz_app.tables._table import Table

PAGES: dict[Topic, Callable[[Trace, Selection], Table | None]] = {
    "embedding": _vector_tables.embedding,
    "position": _vector_tables.position,
    "stream": _stream_tables.stream_table,
    "heads": _vector_tables.heads,
}


def table(snapshot: Snapshot) -> Table:
    """The page of the selected topic. Raises :class:`Problem` where the run does not hold it."""
    run, chosen = snapshot.run, snapshot.run_selection
    if run is None:
        raise Problem("this view", "there is no run to show", "Translate a sentence first")
    if chosen.topic == "guesses":
        found = _stream_tables.guesses(snapshot.early_guesses, chosen)
    else:
        found = PAGES[chosen.topic](run, chosen)
    if found is None:
        raise Problem("this page", "this run does not hold its numbers", "Translate the sentence again")
    return found
