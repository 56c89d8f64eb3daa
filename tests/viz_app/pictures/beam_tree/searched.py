"""A run with a planted search of width 2: three finished hypotheses, two pruned, one left open."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from model.decoding.beam_tree import BeamNode, BeamTree, SearchRules
from model.record.trace import Trace
from tests.viz_app.sample_trace import make_trace

A, B, C, END = 11, 12, 13, 14
#: parent, token, text, log p, fate; scores are log p / length.
ROWS: tuple[tuple[int, int, str, float, Any], ...] = (
    (-1, A, "a", -0.5, "kept"), (-1, B, "b", -1.5, "kept"), (-1, C, "c", -4.0, "pruned"),
    (0, B, "b", -0.75, "kept"), (1, C, "c", -2.0, "kept"), (0, END, "</s>", -2.5, "ended"), (1, A, "a", -9.0, "pruned"),
    (3, END, "</s>", -1.25, "ended"), (4, END, "</s>", -3.0, "ended"), (3, A, "a", -6.0, "left"),
)  # fmt: skip
TREE = BeamTree(
    SearchRules(2),
    tuple(
        BeamNode(parent, token, text, log, log / length, fate)
        for (parent, token, text, log, fate), length in zip(ROWS, (1, 1, 1, 2, 2, 2, 2, 3, 3, 3), strict=True)
    ),
    best=7,
)


def searched_run(node: int = 7, tree: BeamTree = TREE) -> Trace:
    """The run along one hypothesis of a tree."""
    run, path = make_trace(target=("a", "b")), tree.path(node)
    ids = np.array([tree.nodes[place].token for place in path])
    told = {**tree.to_json(), "node": node, "rank": tree.finished.index(node) + 1, "finished": 3}
    meta = replace(run.meta, decoding={"method": "beam", "beam": told})
    return replace(run, meta=meta, produced_ids=ids, origin=np.full(3, "beam"))
