"""The hypotheses behind a run: the beam that found it, or its own chain of tokens with the candidates beside it.

Choosing the likeliest token at every step is a beam of width 1, so that every run with candidates has a tree.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from model.analysis.loss import labels_given
from model.decoding.beam_tree import BeamNode, BeamTree, Fate, SearchRules, tree_of
from model.record.kept_by_run import kept_by_run
from model.record.trace import Trace

BESIDE = 4  #: candidates of a step that were not produced, in a run that was not searched
ALONE = SearchRules(1)


@dataclass(frozen=True, eq=False)
class RunTree:
    """A tree, and where the run is in it."""

    tree: BeamTree
    searched: bool  #: by a beam; else made of the run's candidates
    own: tuple[int, ...]  #: the places of the run's tokens, step by step, as far as the tree has them

    @cached_property
    def steps(self) -> tuple[tuple[int, ...], ...]:
        """Step → the places of its hypotheses, the likeliest first."""
        return self.tree.steps

    @cached_property
    def step_of(self) -> tuple[int, ...]:
        """Place → its step, from 0."""
        found = [0] * len(self.tree.nodes)
        for step, places in enumerate(self.steps):
            for place in places:
                found[place] = step
        return tuple(found)

    @cached_property
    def row_of(self) -> tuple[int, ...]:
        """Place → its row among those of its step, from 0."""
        found = [0] * len(self.tree.nodes)
        for places in self.steps:
            for row, place in enumerate(places):
                found[place] = row
        return tuple(found)

    @cached_property
    def fates(self) -> tuple[Fate, ...]:
        """Place → what became of it; open when the search stopped is only what the last step left."""
        last = len(self.steps) - 1
        nodes = zip(self.tree.nodes, self.step_of, strict=True)
        return tuple("kept" if node.fate == "left" and step < last else node.fate for node, step in nodes)

    @cached_property
    def ranks(self) -> dict[int, int]:
        """Place → rank, from 1, of the finished hypotheses."""
        return {place: rank for rank, place in enumerate(self.tree.finished, 1)}

    @cached_property
    def children(self) -> dict[int, tuple[int, ...]]:
        """Place → the places of its continuations, the likeliest first."""
        found: dict[int, list[int]] = defaultdict(list)
        for place, node in enumerate(self.tree.nodes):
            found[node.parent].append(place)
        return {place: tuple(ones) for place, ones in found.items()}

    def at(self, step: int) -> int:
        """The run's own place at a step, or the last that it has before."""
        return self.own[min(step, len(self.own) - 1)]

    def beside(self, place: int, rows: int, columns: int) -> int:
        """The place that an arrow key leads to: rows are those of a step, columns the steps; itself at an edge."""
        step, row = self.step_of[place], self.row_of[place]
        if columns < 0:
            parent = self.tree.nodes[place].parent
            return place if parent < 0 else parent
        if columns > 0:
            ones = self.children.get(place, ())
            own = [one for one in ones if self.own[step + 1 : step + 2] == (one,)]
            return next(iter((*own, *ones)), place)
        return self.steps[step][min(max(row + rows, 0), len(self.steps[step]) - 1)]


@kept_by_run(8)
def run_tree(run: Trace) -> RunTree | None:
    """None for a run that holds neither a search nor candidates."""
    if run.produced_ids is None or not run.steps:
        return None
    tree = tree_of(run.meta.decoding)
    if tree is None or not tree.nodes:
        return _chain(run)
    own: list[int] = []
    continuations = RunTree(tree, searched=True, own=()).children
    for token in run.produced_ids.tolist():
        ones = [one for one in continuations.get(own[-1] if own else -1, ()) if tree.nodes[one].token == token]
        if not ones:
            break
        own.append(ones[0])
    return RunTree(tree, searched=True, own=tuple(own)) if own else _chain(run)


def _chain(run: Trace) -> RunTree | None:
    """The run's tokens, each with the likeliest of those that could have stood there."""
    ids, tokens, chances = run.candidate_ids, run.candidate_tokens, run.candidate_probabilities
    if run.produced_ids is None or run.produced_tokens is None or run.produced_probability is None:
        return None
    if ids is None or tokens is None or chances is None:
        return None
    nodes: list[BeamNode] = []
    own: list[int] = []
    total, last = 0.0, labels_given(run) - 1
    with np.errstate(divide="ignore"):
        logs = np.log(chances.astype(np.float64))
        produced = np.log(run.produced_probability.astype(np.float64))
    for step in range(last + 1):
        token, parent = int(run.produced_ids[step]), own[-1] if own else -1
        fate: Fate = "ended" if step == last else "kept"
        found = [(float(produced[step]), token, str(run.produced_tokens[step]), fate)]
        for one, text, log in zip(ids[step].tolist(), tokens[step].tolist(), logs[step].tolist(), strict=True):
            if one != token and len(found) <= BESIDE and np.isfinite(log):
                found.append((log, one, text, "pruned"))
        found.sort(key=lambda each: -each[0] if np.isfinite(each[0]) else np.inf)
        for log, one, text, became in found:
            if became != "pruned":
                own.append(len(nodes))
            nodes.append(BeamNode(parent, one, text, total + log, ALONE.score(total + log, step + 1), became))
        total += float(produced[step])
    return RunTree(BeamTree(ALONE, tuple(nodes), own[-1]), searched=False, own=tuple(own))
