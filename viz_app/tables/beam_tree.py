"""*Beam tree*: one row per hypothesis that was looked at, with its scores, what became of it, and its tokens."""

from __future__ import annotations

import numpy as np

from model.common.problems import Problem
from model.common.text import Text
from model.transforms.run_tree import run_tree
from viz_app.pictures.beam_tree.texts import label, so_far
from viz_app.state.state import Snapshot
from viz_app.tables.parts.table import Table, texts


def table(snapshot: Snapshot) -> Table:
    """All of them. Raises :class:`Problem` for a run without candidates."""
    run = snapshot.run
    found = None if run is None else run_tree(run)
    if run is None or found is None:
        next_step = Text("Translate a sentence first") if run is None else Text("Translate the sentence again")
        raise Problem(Text("this view"), Text("it needs the candidates of every step"), next_step)
    nodes, places, own = found.tree.nodes, range(len(found.step_of)), set(found.own)
    columns = {
        "step": np.array(found.step_of) + 1,
        "place": np.arange(len(nodes)),
        "parent": np.array([node.parent for node in nodes]),
        "token_id": np.array([node.token for node in nodes]),
        "token": texts([node.text for node in nodes]),
        "label": texts([label(run, found, place) for place in places]),
        "log_probability": np.array([node.log_probability for node in nodes]),
        "score": np.array([node.score for node in nodes]),
        "fate": texts([node.fate for node in nodes]),
        "rank": np.array([found.ranks.get(place, 0) if found.searched else 0 for place in places]),
        "on_screen": np.array([place in own for place in places]),
        "tokens": texts([so_far(run, found, place) for place in places]),
    }
    rules = found.tree.rules
    facts = {"searched": found.searched, "width": rules.width, "length_penalty": rules.penalty, "stop": rules.stop}
    return Table(columns, (len(nodes),), facts=facts)
