"""One run of one sentence: greedy, from a given beginning, along a given target or the best of a beam."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any

from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.tokenizer import Encoded
from model.common.memory_budget import machine_memory
from model.common.problems import Problem
from model.common.text import Text
from model.decoding.beam import search_tree
from model.decoding.beam_tree import MOST_NODES, BeamTree, SearchRules, Stop
from model.decoding.cost import RunCost, check_cost, cost_of
from model.decoding.sampling import Sampling
from model.decoding.session import DecodingSession, default_limit
from model.decoding.teacher_forcing import observe, teach
from model.network.config import TransformerConfig
from model.network.interventions import Intervention
from model.network.transformer import Keep
from model.network.what_if import changed
from model.record.trace import Trace


def _cost(
    config: TransformerConfig, source: int, given: int, max_length: int, beam: int, activations: bool
) -> RunCost:  # fmt: skip
    """Of the search, where there is one, and of the run that is recorded then."""
    target = given + 1 if given else max_length or default_limit(source, config.target_limit)
    lengths = config, source, min(target, config.target_limit)
    search = cost_of(*lengths, beam=beam) if beam > 1 else RunCost(0, 0.0)
    record = cost_of(*lengths, given=given > 0, activations=activations)
    return RunCost(max(search.memory, record.memory), search.seconds + record.seconds)


def run_sentence(  # noqa: PLR0913 (what a run may be told)
    checkpoint: Checkpoint,
    sentence: str,
    *,
    pad_to: int = 0,
    target: str | Sequence[int] | None = None,
    prefix: str | Sequence[int] = "",
    max_length: int = 0,
    beam: int = 0,
    penalty: float = 1.0,
    stop: Stop = "enough",
    activations: bool = False,
    sure: bool = False,
    what_if: Sequence[Intervention] = (),
    sampling: Sampling | None = None,
    tell: Callable[[RunCost], None] = lambda _: None,
) -> Trace:
    """Run one sentence: greedy, along a given target, after a given ``prefix`` of it, or along the best of a beam.

    ``target`` and ``prefix`` are text, or the ids of tokens.
    Without a vocabulary head only a given target can be run; without one either, the start token alone.
    ``penalty`` and ``stop`` are the beam's :class:`SearchRules`; ``sampling`` draws the tokens. ``what_if`` are changes
    that are made for this run and recorded with it.
    ``tell`` hears what it takes before it is begun. Raises :class:`Problem` for a sentence, target or prefix that
    the checkpoint cannot read, and for a run that takes more memory than there is, unless one is ``sure`` of it.
    """
    _require_one_way(sampling, beam, target)
    checkpoint = replace(checkpoint, transformer=changed(checkpoint.transformer, what_if))
    source = checkpoint.source(sentence, pad_to)
    given = () if target is None else _ids(checkpoint, target)
    if target is not None and not given:
        raise Problem(Text("target sentence"), Text("it has no words"), Text("Give a translation"))
    keep = Keep.ACTIVATIONS if activations else Keep.WEIGHTS
    cost = _cost(checkpoint.transformer.config, len(source.ids), len(given), max_length, beam, activations)
    tell(cost)
    if not sure:
        check_cost(cost, machine_memory())
    if not checkpoint.transformer.config.vocabulary_head and beam <= 1:
        return observe(checkpoint, source, given, keep=keep, text=sentence)
    if given:
        return teach(checkpoint, [source], [given], keep=keep, texts=[sentence])[0]
    forced = _ids(checkpoint, prefix)
    if beam > 1:
        tree = search_tree(checkpoint, source, SearchRules(beam, penalty, stop), max_length, forced)
        how: dict[str, Any] = {"max_length": max_length, "keep": keep, "text": sentence, "by_hand": len(forced)}
        return node_session(checkpoint, source, tree, tree.best, **how).run().trace()
    session = DecodingSession(
        checkpoint, source, max_length=max_length, keep=keep, forced=forced, text=sentence, sampling=sampling
    )
    return session.run().trace()


def _ids(checkpoint: Checkpoint, said: str | Sequence[int]) -> tuple[int, ...]:
    if not isinstance(said, str):
        return tuple(said)
    return checkpoint.target_tokenizer.encode(said).ids if said.strip() else ()


def _require_one_way(sampling: Sampling | None, beam: int, target: str | Sequence[int] | None) -> None:
    """Raise :class:`Problem` where tokens are to be chosen in two ways at once."""
    if sampling is not None and (beam > 1 or target is not None):
        why = Text("tokens are drawn one by one, not searched and not given")
        raise Problem(Text("sampling"), why, Text("Leave out the beam and the target"))


def node_session(  # noqa: PLR0913 (what a run may be told)
    checkpoint: Checkpoint,
    source: Encoded,
    tree: BeamTree,
    node: int,
    *,
    goes_on: bool = True,
    max_length: int = 0,
    keep: Keep = Keep.WEIGHTS,
    text: str = "",
    by_hand: int = 0,
) -> DecodingSession:
    """The run of one hypothesis of a search, to be run: along its tokens, then greedy where it ``goes_on``.

    The first ``by_hand`` tokens were given to the search. Its record holds the tree, where that is not too large.
    Raises IndexError for a node that is not there.
    """
    ids = tree.ids(node)
    limit = max_length if goes_on or tree.nodes[node].fate == "ended" else len(ids)
    session = DecodingSession(checkpoint, source, max_length=limit, keep=keep, forced=ids, origin="beam", text=text)
    follow(session, tree, node, by_hand)
    return session


def follow(session: DecodingSession, tree: BeamTree, node: int, by_hand: int = 0) -> None:
    """Tell a session that is forced along a hypothesis of ``tree`` where its tokens come from."""
    finished = tree.finished
    told = {**asdict(tree.rules), "node": node, "finished": len(finished)}
    told["rank"] = finished.index(node) + 1 if node in finished else 0  # 0: the search has not ended it
    session.origin, session.by_hand = "beam", by_hand
    session.searched = {**(tree.to_json() if len(tree.nodes) <= MOST_NODES else {}), **told}
