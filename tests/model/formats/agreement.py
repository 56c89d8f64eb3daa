"""How a foreign network, written again in these tests, is compared with what Headscope makes of its file.

A reference is a torch module with the tutorial's own parameter names, whose :meth:`run` returns
logits and every attention map. Nothing here knows any of our modules but the opened network.
"""

from __future__ import annotations

import json
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from model.beam import beam_search
from model.checkpoint import Checkpoint, open_checkpoint
from model.decoding import DecodingSession
from model.problems import Problem
from model.tokenizer import Encoded
from model.trace import KINDS, Trace
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


class Reference(nn.Module, ABC):
    """What a re-expressed tutorial offers."""

    @abstractmethod
    def run(self, source: Tensor, target: Tensor) -> tuple[Tensor, Maps]:
        """Ids [B,S] and [B,T] → logits [B,T,V] and maps."""

    @abstractmethod
    def greedy(self, source: Tensor, limit: int) -> list[int]:
        """The tutorial's own loop over one source [1,S]: the tokens produced, in order."""


def fill(module: nn.Module, seed: int, scale: float = 0.35, shift: float = 0.35) -> None:
    """Weights that leave nothing to chance, equal in float32 and float64: no gain is 1 and no bias 0.

    ``scale`` is that of matrices, ``shift`` that of biases: small ones let a sentence matter more.
    """
    random = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, value in module.named_parameters():
            drawn = torch.randn(value.shape, generator=random)
            is_gain = "norm" in name.lower() or ".ln." in name
            is_gain = is_gain and name.endswith(("weight", "gamma", "a_2"))
            value.copy_(1.0 + 0.35 * drawn if is_gain else drawn * (scale if value.dim() > 1 else shift))


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
    make: Callable[[], Reference], folder: Path, answers: Mapping[str, Any], longest: tuple[int, int]
) -> None:
    """Save as float64 and as float32, open, compare."""
    for dtype in (torch.float64, torch.float32):
        reference = make().to(dtype).eval()
        path = save(reference, folder / f"{str(dtype).removeprefix('torch.')}.pt", dtype)
        checkpoint = open_checkpoint(path, answers)
        check_agreement(reference, checkpoint.transformer, dtype, longest)


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


def check_greedy(
    reference: Reference, head: nn.Linear, folder: Path, answers: Mapping[str, Any] | None = None,
    *, seed: int = 1, dtype: torch.dtype = torch.float32, keeps_end: bool = True,
) -> None:  # fmt: skip
    """The tutorial's own loop and a run of ours say the same; some sentences end by themselves, some at the limit."""
    fill(reference, seed, scale=0.7, shift=0.2)  # so that other sentences have other translations
    limit, seeds = 8, range(10)
    sources = [torch.randint(SPECIALS, ENCODER.vocabulary, (4 + seed % 3,), generator=seeded(seed)) for seed in seeds]
    wrapped = [torch.tensor([[START, *source.tolist(), END]]) for source in sources]
    end_sometimes(head, [reference.greedy(source, limit) for source in wrapped])
    checkpoint = open_checkpoint(save(reference, folder / "greedy.pt", dtype), answers)
    ended, runs = set(), set()
    for words, ids in zip(sources, wrapped, strict=True):
        source = checkpoint.source(" ".join(map(str, words.tolist())))
        assert list(source.ids) == ids[0].tolist()
        expected = reference.greedy(ids, limit)
        said = present(decode(checkpoint, source, limit).produced_ids).tolist()
        ended.add(said[-1] == END)
        runs.add(tuple(said))
        assert (said if keeps_end or said[-1] != END else said[:-1]) == expected
        assert best(checkpoint, source, limit) == tuple(said)
    assert ended == {True, False}
    assert len(runs) > 3


def present(array: NDArray[Any] | None) -> NDArray[Any]:
    """An array of a trace, which a trace of somebody's own code may lack."""
    assert array is not None
    return array


def seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def end_sometimes(head: nn.Linear, runs: list[list[int]]) -> None:
    """Let the end token take the place of the word that about half of the runs say."""
    counts = {word: sum(word in run for run in runs) for run in runs for word in run}
    word = min(counts, key=lambda word: (abs(counts[word] - len(runs) // 2), word))
    with torch.no_grad():
        for value in (head.weight, head.bias):
            value[[word, END]] = value[[END, word]].clone()


def best(checkpoint: Checkpoint, source: Encoded, limit: int) -> tuple[int, ...]:
    """What ``translate`` prints: a beam of one."""
    return beam_search(checkpoint, [source], 1, max_length=limit)[0].ids


def check_trace(reference: Reference, checkpoint: Checkpoint, padding: int) -> Trace:
    """A whole run with a padded source: every map of the trace is what the reference computes for the same ids."""
    source = checkpoint.source("4 9 6 5", pad_to=6 + padding)
    trace = decode(checkpoint, source, 7)
    assert trace.source_ids.tolist() == [START, 4, 9, 6, 5, END, *[PAD] * padding]
    for step in range(trace.steps):  # a row is what it is when it is the newest: later tokens may change it
        consumed = torch.from_numpy(present(trace.consumed_ids)[: step + 1].copy())[None]
        with torch.no_grad():
            _, expected = reference.run(torch.tensor([source.ids]), consumed)
        for kind in KINDS:
            attention = present(trace.attention(kind))
            row = ... if kind == "encoder" else step
            wanted = expected[kind][0][:, :, row].float()
            found = torch.from_numpy(attention[:, :, row].copy())[..., : wanted.shape[-1]]
            assert_close(found, wanted, 1e-5)
    return trace


def check_damage(module: nn.Module, folder: Path, family: str, renamed: str) -> None:
    """What a student's own change of the code looks like: one sentence each that names the tensor."""
    whole = module.state_dict()
    changes: dict[str, dict[str, Tensor | None]] = {
        f"it is like {family}, but it lacks {renamed}": {renamed: None},
        f"it is like {family}, but it has unexpected decoder.extra.weight": {"decoder.extra.weight": torch.ones(2)},
        f"it is like {family}, but it lacks {renamed}; it has unexpected {renamed}_mine": {
            renamed: None,
            f"{renamed}_mine": whole[renamed],
        },
        f"{renamed} is [24, 23] where {family} has [24, 24]": {renamed: whole[renamed][:, 1:].clone()},
    }
    for sentence, change in changes.items():
        tensors = {**whole, **change}
        path = folder / "changed.pt"
        torch.save({name: value for name, value in tensors.items() if value is not None}, path)
        problem = refusal(path, {})
        assert (problem.what, problem.why) == (str(path), sentence)
        assert problem.next_step == "Compare your code with that family's"


def refusal(path: Path, answers: Mapping[str, Any]) -> Problem:
    """The problem that opening raises."""
    with pytest.raises(Problem) as caught:
        open_checkpoint(path, answers)
    return caught.value


def check_heads(path: Path, reference: Callable[[int], Reference]) -> None:
    """Another count of heads is another network of the same shapes; a count that does not divide is refused."""
    for heads in (8, 6, 1):
        network = open_checkpoint(path, {"heads": heads}).transformer
        check_agreement(reference(heads), network, torch.float32, longest=(9, 9))
    problem = refusal(path, {"heads": 5})
    assert problem.what == "answers"
    assert problem.why == "heads is '5' and must be one of 8, 6, 4, 12, 3, 2, 1, 24"
    assert open_checkpoint(path).questions[0].name == "heads"


def write_words(folder: Path, sizes: tuple[int, int] = (ENCODER.vocabulary, DECODER.vocabulary)) -> None:
    """Both vocabularies beside the file, in id order: specials, then s4, s5 … and t4, t5 …"""
    for side, letter, size in zip(("source", "target"), "st", sizes, strict=True):
        words = ["<unk>", "<pad>", "<sos>", "<eos>", *(f"{letter}{index}" for index in range(SPECIALS, size))]
        (folder / f"{side}_vocabulary.json").write_text(json.dumps(words), encoding="utf-8")
