"""How a foreign network, written again in these tests, is compared with what Headscope makes of its file.

A reference is a torch module with the tutorial's own parameter names, whose :meth:`run` returns
logits and every attention map. Nothing here knows any of our modules but the opened network.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import torch
from torch import Tensor, nn

from model.checkpoint import Checkpoint, open_checkpoint
from model.decoding import DecodingSession
from model.tokenizer import Encoded
from model.trace import Trace
from model.transformer import Transformer
from tests.model.networks import PAD, assert_close, maps, run_network

Maps = dict[str, Tensor]  #: kind → [B,L,H,Q,K]
START, END = 2, 3
SPECIALS = 4  #: unknown, padding, start, end come first in every vocabulary here
WIDTH = 24
TOLERANCES = {torch.float64: 1e-9, torch.float32: 1e-5}


@dataclass(frozen=True)
class Sizes:
    """One stack's sizes."""

    vocabulary: int
    layers: int
    heads: int
    inner: int
    rows: int = 0  #: of its position table


#: No two of a network's sizes are the same, between the stacks neither; only the heads are.
ENCODER, DECODER = Sizes(23, 2, 8, 19, 20), Sizes(21, 3, 8, 13, 17)


class Reference(Protocol):
    """What a re-expressed tutorial offers."""

    def run(self, source: Tensor, target: Tensor) -> tuple[Tensor, Maps]:
        """Ids [B,S] and [B,T] → logits [B,T,V] and maps."""

    def greedy(self, source: Tensor, limit: int) -> list[int]:
        """The tutorial's own loop over one source [1,S]: the tokens produced, in order."""


def fill(module: nn.Module, seed: int, scale: float = 0.35) -> None:
    """Weights that leave nothing to chance, equal in float32 and float64: no gain is 1 and no bias 0."""
    random = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, value in module.named_parameters():
            drawn = torch.randn(value.shape, generator=random) * scale
            is_gain = "norm" in name.lower() or ".ln." in name
            is_gain = is_gain and name.endswith(("weight", "gamma", "a_2"))
            value.copy_(1.0 + drawn if is_gain else drawn)


def save(module: nn.Module, path: Path, dtype: torch.dtype = torch.float32) -> Path:
    """What a student's ``torch.save(model.state_dict(), …)`` writes."""
    torch.save({name: value.to(dtype) for name, value in module.state_dict().items()}, path)
    return path


def cases(vocabularies: tuple[int, int], longest: tuple[int, int]) -> Iterator[tuple[Tensor, Tensor]]:
    """Ids [B,S] and [B,T]: one sentence, padded sources, padded targets, both, and the longest allowed."""
    random = torch.Generator().manual_seed(7)

    def ids(vocabulary: int, *lengths: int) -> Tensor:
        rows = torch.randint(SPECIALS, vocabulary, (len(lengths), max(lengths)), generator=random)
        for row, length in enumerate(lengths):
            rows[row, length:] = PAD
        return rows

    source, target = vocabularies
    yield ids(source, 5), ids(target, 4)
    yield ids(source, 6, 2), ids(target, 4, 4)
    yield ids(source, 5, 5), ids(target, 2, 6)
    yield ids(source, 3, 6, 5), ids(target, 5, 1, 4)
    yield ids(source, longest[0]), ids(target, longest[1])


def check_agreement(reference: Reference, network: Transformer, dtype: torch.dtype, longest: tuple[int, int]) -> None:
    """Logits and every map of all three kinds agree in every case."""
    config = network.config
    for source, target in cases((config.source_vocabulary, config.target_vocabulary), longest):
        with torch.no_grad():
            logits, expected = reference.run(source, target)
        encoding, decoding, ours = run_network(network, source, target)
        assert ours.dtype == dtype
        assert_close(ours, logits, TOLERANCES[dtype])
        found = maps(encoding, decoding)
        assert set(found) == set(expected)
        for kind, wanted in expected.items():
            assert_close(found[kind], wanted, TOLERANCES[dtype])


def check_both_precisions(
    make: Callable[[], nn.Module], folder: Path, answers: dict[str, object], longest: tuple[int, int]
) -> None:
    """Save as float64 and as float32, open, compare."""
    for dtype in (torch.float64, torch.float32):
        reference = make().to(dtype).eval()
        path = save(reference, folder / f"{str(dtype).removeprefix('torch.')}.pt", dtype)
        checkpoint = open_checkpoint(path, answers)
        check_agreement(reference, checkpoint.transformer, dtype, longest)  # type: ignore[arg-type]  # it has run()


def decode(checkpoint: Checkpoint, source: Encoded, limit: int) -> Trace:
    """A whole greedy run."""
    return DecodingSession(checkpoint, source, max_length=limit).run().trace()


def greedy_loop(step: Callable[[list[int]], Tensor], limit: int) -> list[int]:
    """Append the most likely token, then stop at the end token: ``step`` gives the newest logits [V]."""
    produced: list[int] = []
    while len(produced) < limit:
        produced.append(int(step([START, *produced]).argmax()))
        if produced[-1] == END:
            break
    return produced


def interleaved(count: int, width: int, dtype: torch.dtype = torch.float32) -> Tensor:
    """[count,M]: sin and cos of position / 10000^(2i/M) in turn, one number after the other."""
    rows = [
        [
            (math.sin if column % 2 == 0 else math.cos)(position / 10000 ** ((column - column % 2) / width))
            for column in range(width)
        ]
        for position in range(count)
    ]
    return torch.tensor(rows, dtype=torch.float64).to(dtype)
