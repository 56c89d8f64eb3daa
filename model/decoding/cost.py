"""The memory and the time that a run takes, told before it is begun; only sizes are looked at.

Measured on 512 to 2,046 tokens, 2 × 4 to 6 × 8 heads, one thread: memory within a factor of 1.5, time of 2.
"""

from __future__ import annotations

from typing import NamedTuple

from model.common.problems import Problem
from model.common.text import Text
from model.decoding.activations import ROWS
from model.network.config import StackConfig, TransformerConfig

FLOAT_BYTES = 4
LARGE_BYTES, LONG_SECONDS = 10**9, 60.0  #: from here on a run is told of, or asked about, before it is begun
COPIES = 2  #: of all that is recorded: as tensors of each step, and joined
LAYER_COPIES = 12  #: of the maps of one layer while it is computed: scores, masks, softmax
MULTIPLICATIONS, READ = 2e10, 1e10  #: a second: of products and sums in large matrices, of bytes in small ones
STEP_SECONDS = 3e-4  #: of one layer, whatever its size
RECORDED = 5e8  #: bytes of maps a second


class RunCost(NamedTuple):
    """What a run takes at most, where it does not end before its limit."""

    memory: int  #: bytes beyond those of the checkpoint
    seconds: float  #: on one core of an ordinary machine

    @property
    def is_large(self) -> bool:
        """Whether a person should know before."""
        return self.memory >= LARGE_BYTES or self.seconds >= LONG_SECONDS

    @property
    def said(self) -> Text:
        """Half a sentence."""
        minutes = f"{max(1, round(self.seconds / 60)):,}"
        return Text("it takes up to about %1 GB of memory and %2 min", f"{self.memory / 1e9:,.1f}", minutes)


def check_cost(cost: RunCost, memory: int) -> None:
    """Raise :class:`Problem` with both numbers for a run that takes more than ``memory`` bytes."""
    if cost.memory > memory:
        why = Text(
            "it takes up to about %1 GB of memory, and this machine has %2 GB",
            f"{cost.memory / 1e9:,.1f}",
            f"{memory / 1e9:,.1f}",
        )
        step = Text("Shorten it, or insist: --yes on the command line, sure=True in Python")
        raise Problem(Text("source sentence"), why, step)


def cost_of(
    config: TransformerConfig, source: int, target: int, sentences: int = 1, *,
    given: bool = False, activations: bool = False, beam: int = 0,
) -> RunCost:  # fmt: skip
    """Of a recorded run over ``source`` [S] and at most ``target`` [T] tokens; of a ``beam`` search, not recorded.

    ``sentences`` are run together; ``given`` targets in one pass.
    """
    encoder, decoder = config.stacks
    rows = sentences * max(1, beam)
    cached = FLOAT_BYTES * rows * decoder.layers * decoder.heads * (decoder.head_width + decoder.values)
    cached *= source + target  # keys and values of both attentions
    queries = target if given else 1
    cells = max(sentences * encoder.heads * source**2, rows * decoder.heads * queries * (target + source))
    memory = COPIES * cached + LAYER_COPIES * FLOAT_BYTES * cells
    maps = 0 if beam else sentences * map_bytes(config, source, target)
    vectors = sentences * run_bytes(config, source, target) if activations else 0
    memory += COPIES * (maps + vectors)
    head = config.width * config.target_vocabulary if config.vocabulary_head else 0
    encoding, decoding = _weights(config, encoder, 1), _weights(config, decoder, 2) + head
    pairs = 2 * decoder.head_width * map_bytes(config, source, target) // FLOAT_BYTES
    multiplied = 2 * (sentences * source * encoding + rows * (target * decoding + pairs))
    read = 0 if given else target * FLOAT_BYTES * decoding + 3 * cached * target / 2
    steps = STEP_SECONDS * decoder.layers * (1 if given else target)
    return RunCost(memory, multiplied / MULTIPLICATIONS + read / READ + steps + maps / RECORDED)


def _weights(config: TransformerConfig, stack: StackConfig, attentions: int) -> int:
    """Weights of the matrices of one stack."""
    attention = 2 * config.width * stack.heads * (stack.head_width + stack.values)
    return stack.layers * (attentions * attention + 2 * config.width * stack.feed_forward_width)


def map_bytes(config: TransformerConfig, source: int, target: int) -> int:
    """The weights of every head: [S,S], [T,T] and [T,S]."""
    encoder, decoder = (stack.layers * stack.heads for stack in config.stacks)
    return FLOAT_BYTES * (encoder * source**2 + decoder * target * (target + source))


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
