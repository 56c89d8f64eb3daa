"""The hypotheses that a request's runs go along, where they are to be searched: progress after each step. torch, no Qt.

How tokens are to be chosen is said as ``meta.decoding`` of a trace says it: the rules of a beam, a whole tree with the
node to take, or the rules of drawing.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple

from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.tokenizer import Encoded
from model.common.memory_budget import machine_memory
from model.common.problems import Problem
from model.common.text import Text
from model.decoding.beam import growing_tree
from model.decoding.beam_tree import BeamTree, SearchRules, rules_of, tree_of
from model.decoding.cost import check_cost, cost_of
from model.decoding.run import follow
from model.decoding.session import DecodingSession, default_limit
from viz_app.engine.messages import SEARCHING, Item, Progress, RunSentence
from viz_app.engine.retention import ANYWAY

Ids = tuple[int, ...]


class ForcedPath(NamedTuple):
    """A node of a tree, or tokens that are given and nothing else."""

    ids: Ids
    given: int  #: of them, how many a person chose
    tree: BeamTree | None = None
    node: int = -1

    def lead(self, session: DecodingSession) -> None:
        """Tell the session that is forced along the tokens where they come from."""
        if self.tree is not None:
            follow(session, self.tree, self.node, self.given)


def hypotheses(
    request: RunSentence, checkpoint: Checkpoint, sources: Sequence[Encoded], given: Sequence[Ids]
) -> Generator[Item, Any, list[ForcedPath]]:
    """One for each source, whose tokens begin with those ``given``; none where somebody stops the search.

    Raises :class:`Problem` for one that takes more memory than there is, and for a node that is not there.
    """
    rules, tree = rules_of(request.decoding), tree_of(request.decoding)
    if rules is None or rules.width < 2:
        return [ForcedPath(ids, len(ids)) for ids in given]
    if tree is not None and len(sources) == 1:
        return [_of_tree(tree, request.decoding["beam"].get("node", tree.best), len(given[0]))]
    _check(checkpoint, sources, rules, request)
    found: list[ForcedPath] = []
    for source, ids in zip(sources, given, strict=True):
        if ids and ids[-1] in checkpoint.special.ends:  # nothing is left to be searched
            found.append(ForcedPath(ids, len(ids)))
            continue
        steps = growing_tree(checkpoint, source, rules, request.max_length, ids)
        while True:
            try:
                share = next(steps)
            except StopIteration as ended:
                searched: BeamTree = ended.value
                found.append(_of_tree(searched, _asked_node(request, searched, len(sources)), len(ids)))
                break
            if (yield Progress(request.ticket, SEARCHING, (len(found) + share) / len(sources))):
                return []
    return found


def _asked_node(request: RunSentence, tree: BeamTree, sentences: int) -> int:
    """The hypothesis to take of a search made again: the one that was asked for, or the best."""
    node = request.decoding["beam"].get("node")
    return node if sentences == 1 and type(node) is int and 0 <= node < len(tree.nodes) else tree.best


def _of_tree(tree: BeamTree, node: Any, given: int) -> ForcedPath:
    if type(node) is not int or not 0 <= node < len(tree.nodes):
        raise Problem(Text("beam search"), Text("it has no such hypothesis"), Text("Choose another one"))
    return ForcedPath(tree.ids(node), given, tree, node)


def _check(checkpoint: Checkpoint, sources: Sequence[Encoded], rules: SearchRules, request: RunSentence) -> None:
    """Raise :class:`Problem` for a search that takes too much memory, or long where nobody is sure of it."""
    config = checkpoint.transformer.config
    longest = max(len(source.ids) for source in sources)
    limit = min(request.max_length or default_limit(longest, config.target_limit), config.target_limit)
    cost = cost_of(config, longest, limit, 1, beam=rules.width)
    check_cost(cost, machine_memory())
    if cost.is_large and not request.sure:
        raise Problem(Text("beam search"), cost.said, Text("Choose a smaller width, or run it anyway"), ANYWAY)
