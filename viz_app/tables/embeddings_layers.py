"""*Embeddings & layers*: the numbers of the selected page, of the run as it was recorded."""

from __future__ import annotations

from collections.abc import Callable

from model.common.problems import Problem
from model.record.trace import Trace
from viz_app.state.intents import Topic
from viz_app.state.state import Selection, Snapshot
from viz_app.tables.parts import stream_tables, vector_tables
from viz_app.tables.parts.table import Table

PAGES: dict[Topic, Callable[[Trace, Selection], Table | None]] = {
    "embedding": vector_tables.embedding_table,
    "position": vector_tables.positions_table,
    "stream": stream_tables.stream_table,
    "heads": vector_tables.heads_table,
}


def table(snapshot: Snapshot) -> Table:
    """The page of the selected topic. Raises :class:`Problem` where the run does not hold it."""
    run, chosen = snapshot.run, snapshot.run_selection
    if run is None:
        raise Problem("this view", "there is no run to show", "Translate a sentence first")
    if chosen.topic == "guesses":
        found = stream_tables.guesses_table(snapshot.early_guesses, chosen)
    else:
        found = PAGES[chosen.topic](run, chosen)
    if found is None:
        raise Problem("this page", "this run does not hold its numbers", "Translate the sentence again")
    return found
