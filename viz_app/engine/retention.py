"""The part of a run that the engine hands to the window: with activations where they fit, for explanations."""

from __future__ import annotations

from model.common.memory_budget import machine_memory
from model.common.problems import Problem
from model.common.text import Text
from model.decoding.cost import check_cost, cost_of, map_bytes, run_bytes, weight_bytes
from model.decoding.session import default_limit
from model.network.config import TransformerConfig
from model.network.transformer import Keep
from viz_app.engine.frames import MAX_BODY

RUN_BYTES = 128 * 2**20  #: the vectors and scores of one run; twenty runs are kept to go back to
WEIGHT_BYTES = 512 * 2**20  #: what all runs of a checkpoint share: W_O of every block, tables of positions
WHOLE_BYTES = 512 * 2**20  #: of maps: a larger run is handed over in parts alone, and so is never held twice
ANYWAY = "anyway"  #: the offer of a run that was only asked about


def keep_of(
    config: TransformerConfig, source: int, max_length: int, sentences: int = 1, *,
    sure: bool = False, given: bool = False,
) -> Keep:  # fmt: skip
    """What can be held of a run; refuses one whose maps could not be, before it starts. Raises :class:`Problem`.

    ``source`` [S] tokens in each of ``sentences``, a ``max_length`` of 0 for the default. A large run that nobody
    is ``sure`` of is asked about: its Problem offers to run it :data:`ANYWAY`. ``given`` targets are run in one pass.
    """
    target = min(max_length or default_limit(source, config.target_limit), config.target_limit)
    size = map_bytes(config, source, target) * sentences
    if size > MAX_BODY:
        need, most = f"{size / 1e9:.1f} GB", f"{MAX_BODY / 1e9:.1f} GB"
        if sentences == 1:
            why = Text("its attention maps could take %1 and Headscope holds %2", need, most)
            raise Problem(Text("source sentence"), why, Text("Shorten the sentence"))
        why = Text("their attention maps could take %1 and Headscope holds %2", need, most)
        raise Problem(Text("%1 sentences", sentences), why, Text("Leave some out, or shorten the longest"))
    keep = what_to_keep(config, source, target, sentences)
    cost = cost_of(config, source, target, sentences, given=given, activations=keep == Keep.ACTIVATIONS)
    check_cost(cost, machine_memory())
    if cost.is_large and not sure:
        raise Problem(Text("source sentence"), cost.said, Text("Shorten the sentence, or run it anyway"), ANYWAY)
    return keep


def what_to_keep(config: TransformerConfig, source: int, target: int, sentences: int = 1) -> Keep:
    """For a run over ``source`` [S] tokens that writes at most ``target`` [T], in each of ``sentences``."""
    small = sentences * run_bytes(config, source, target) <= RUN_BYTES and weight_bytes(config) <= WEIGHT_BYTES
    return Keep.ACTIVATIONS if small else Keep.WEIGHTS


def in_parts(config: TransformerConfig, source: int, max_length: int, sentences: int = 1) -> bool:
    """Could a run become so large that it is handed over in parts alone?"""
    target = min(max_length or default_limit(source, config.target_limit), config.target_limit)
    return sentences * map_bytes(config, source, target) > WHOLE_BYTES
