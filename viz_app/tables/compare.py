"""*Compare*: one row per cell of both runs' rows and columns: both weights and their difference. And heads by change.

Positions count from 0, each in its own run; nothing stands where a run has no such token.
"""

from __future__ import annotations

import numpy as np

from model.analysis.comparison.token_alignment import ALONE, TokenAlignment
from model.analysis.comparison.two_runs import Comparison
from model.common.problems import Problem
from model.common.text import Text
from model.record.trace import Array, Trace
from viz_app.pictures.compare.numbers import ComparedHead, both_of
from viz_app.state.state import Snapshot
from viz_app.tables.parts.table import Table, along, one, texts


def table(snapshot: Snapshot) -> Table:
    """The selected head of both runs. Raises :class:`Problem` where there is nothing to compare."""
    both, chosen = both_of(snapshot), snapshot.run_selection
    if isinstance(both, str):
        raise Problem(Text("this view"), Text("there are no two runs to compare"), Text("Pin a run first"))
    head = ComparedHead(both, chosen.kind, chosen.layer, chosen.head)
    rows, columns = head.alignments
    before, after, difference = (
        make(chosen.kind, chosen.layer, chosen.head) for make in (both.map_before, both.map_after, both.difference)
    )
    found: dict[str, Array] = {"kind": one(chosen.kind), "layer": one(chosen.layer + 1), "head": one(chosen.head + 1)}
    for name, aligned, axis, of_target in (
        ("query", rows, 0, chosen.kind != "encoder"), ("key", columns, 1, chosen.kind == "decoder"),
    ):  # fmt: skip
        found |= {name: along(column, axis, 2) for name, column in _side(both, aligned, name, of_target).items()}
    numbers = {"weight_before": before, "weight_after": after, "difference": difference}
    absent = {name: np.isnan(values) for name, values in numbers.items()}
    ranked = [
        {"kind": each.kind, "layer": each.layer + 1, "head": each.head + 1, "mean_change": each.mean,
         "moved_per_row": each.per_row, "largest_difference": each.largest}
        for each in both.ranking
    ]  # fmt: skip
    return Table({**found, **numbers}, before.shape, facts={"heads_by_change": ranked}, absent=absent)


def _side(both: Comparison, aligned: TokenAlignment, name: str, of_target: bool) -> dict[str, Array]:
    """Positions and tokens of the rows, or of the columns, in each run."""
    found = {}
    for when, run, places in (("before", both.before, aligned.first), ("after", both.after, aligned.second)):
        tokens = _tokens(run, of_target)
        found[f"{name}_position_{when}"] = texts([None if at == ALONE else int(at) for at in places])
        found[f"{name}_token_{when}"] = texts([None if at == ALONE or not tokens else tokens[at] for at in places])
    return found


def _tokens(run: Trace, of_target: bool) -> list[str]:
    tokens = run.consumed_tokens if of_target else run.source_tokens
    return [] if tokens is None else [str(token) for token in tokens.tolist()]
