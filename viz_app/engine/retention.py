"""The part of a run that the engine hands to the window: with activations where they fit, for explanations."""

from __future__ import annotations

from model.common.problems import Problem
from model.common.text import Text
from model.decoding.activations import ROWS
from model.decoding.session import default_limit
from model.network.config import TransformerConfig
from model.network.transformer import Keep
from viz_app.engine._frames import MAX_BODY

FLOAT_BYTES = 4
RUN_BYTES = 128 * 2**20  #: the vectors and scores of one run; twenty runs are kept to go back to
WEIGHT_BYTES = 512 * 2**20  #: what all runs of a checkpoint share: W_O of every block, tables of positions


def keep_of(config: TransformerConfig, source: int, max_length: int, sentences: int = 1) -> Keep:
    """What can be held of a run; refuses one whose maps could not be, before it starts. Raises :class:`Problem`.

    ``source`` [S] tokens in each of ``sentences``, a ``max_length`` of 0 for the default.
    """
    target = min(max_length or default_limit(source, config.target_limit), config.target_limit)
    encoder = config.encoder.layers * config.encoder.heads * source * source
    decoder = config.decoder.layers * config.decoder.heads * target * (target + source)
    size = FLOAT_BYTES * (encoder + decoder) * sentences
    if size > MAX_BODY:
        need, most = f"{size / 1e9:.1f} GB", f"{MAX_BODY / 1e9:.1f} GB"
        if sentences == 1:
            why = Text("its attention maps could take %1 and Headscope holds %2", need, most)
            raise Problem(Text("source sentence"), why, Text("Shorten the sentence"))
        why = Text("their attention maps could take %1 and Headscope holds %2", need, most)
        raise Problem(Text("%1 sentences", sentences), why, Text("Leave some out, or shorten the longest"))
    return what_to_keep(config, source, target, sentences)


def what_to_keep(config: TransformerConfig, source: int, target: int, sentences: int = 1) -> Keep:
    """For a run over ``source`` [S] tokens that writes at most ``target`` [T], in each of ``sentences``."""
    small = sentences * run_bytes(config, source, target) <= RUN_BYTES and weight_bytes(config) <= WEIGHT_BYTES
    return Keep.ACTIVATIONS if small else Keep.WEIGHTS


def run_bytes(config: TransformerConfig, source: int, target: int) -> int:
    """Queries, keys, values, results and scores of every head, what each sub-layer received and added, both ends."""
    encoder, decoder = (stack.layers * stack.heads for stack in config.stacks)
    pairs = [2 * (stack.head_width + stack.values) for stack in config.stacks]  # query and key, value and result
    maps = encoder * source**2 + decoder * target * (target + source)
    vectors = encoder * source * pairs[0] + decoder * (target * pairs[1] + (target + source) * pairs[1] // 2)
    sums = 2 * config.width * (2 * config.encoder.layers * source + 3 * config.decoder.layers * target)
    per_token = 3 if config.positions == "relative" else 4  # token, position, sum; the stack's result
    ends = per_token * config.width * (source + target)
    return FLOAT_BYTES * (maps + vectors + sums + ends)


def weight_bytes(config: TransformerConfig) -> int:
    """W_O of every attention, and what is recorded of the positions."""
    encoder, decoder = (stack.layers * stack.heads * stack.values for stack in config.stacks)
    positions = config.width * sum(min(ROWS, limit) for limit in (config.max_length, config.target_limit))
    if config.positions == "relative":
        positions = (2 * ROWS + 1) * config.encoder.heads + (ROWS + 1) * config.decoder.heads
    return FLOAT_BYTES * (config.width * (encoder + 2 * decoder) + positions)
