"""How a foreign network, written again in these tests, is compared with what Headscope makes of its file.

Logits, or hidden states without a vocabulary head, and every map of all three kinds; greedy runs; damaged files.
Nothing here knows any of our modules but the opened network.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from model.checkpoints.checkpoint import Checkpoint, open_checkpoint
from model.checkpoints.tokenizer import Encoded
from model.common.problems import Problem
from model.decoding.beam import beam_search
from model.decoding.session import DecodingSession
from model.network.masks import padding_mask, target_mask
from model.network.transformer import Keep, Transformer
from model.record.trace import KINDS, Trace
from tests.model.checkpoints.formats.references import (
    DECODER,
    ENCODER,
    END,
    SPECIALS,
    START,
    Foreign,
    Reference,
    fill,
    save,
    seeded,
)  # fmt: skip
from tests.model.networks import PAD, assert_close, maps

TOLERANCES = {torch.float64: 1e-9, torch.float32: 1e-5}


def cases(sizes: tuple[int, int], pad: int, longest: tuple[int, int]) -> Iterator[tuple[Tensor, Tensor]]:
    """One sentence, padded sources, padded targets, both, and the longest allowed: ids [B,S] and [B,T]."""
    random = torch.Generator().manual_seed(11)

    def ids(vocabulary: int, *lengths: int) -> Tensor:
        rows = torch.randint(4, vocabulary, (len(lengths), max(lengths)), generator=random)
        for row, length in enumerate(lengths):
            rows[row, length:] = pad
        return rows

    for sources, targets in (((5,), (4,)), ((6, 2), (4, 4)), ((5, 5), (2, 6)), ((3, 6, 5), (5, 1, 4))):
        yield ids(sizes[0], *sources), ids(sizes[1], *targets)
    yield ids(sizes[0], longest[0]), ids(sizes[1], longest[1])


def check_agreement(
    reference: Any, network: Transformer, dtype: torch.dtype, longest: tuple[int, int], pad: int = PAD,
    *, padded_only: bool = False,
) -> None:  # fmt: skip
    """Logits (or hidden states) and every map of all three kinds agree in every case, or in that with most padding."""
    config = network.config
    every = list(cases((config.source_vocabulary, config.target_vocabulary), pad, longest))
    for source, target in every[3:4] if padded_only else every:
        with torch.no_grad():
            wanted, expected = reference.run(source, target)
            encoding = network.encode(source, padding_mask(source, pad), Keep.WEIGHTS)
            mask = target_mask(target, pad, config.padding_blocks.decoder)
            decoding = network.decode(target, encoding, mask, keep=Keep.WEIGHTS, visible=padding_mask(target, pad))
            result = network.predict(decoding.hidden) if config.vocabulary_head else decoding.hidden
        assert result.dtype == dtype
        assert_close(result, wanted, TOLERANCES[dtype])
        found = maps(encoding, decoding)
        assert set(found) == set(expected)
        for kind in KINDS:
            assert_close(found[kind], expected[kind], TOLERANCES[dtype])


def check_opened(reference: Foreign, checkpoint: Checkpoint, dtype: torch.dtype, longest: tuple[int, int]) -> None:
    """The same, where padding is whatever the file says."""
    special = checkpoint.special
    assert (special.source_padding, special.target_padding) == (reference.pad, reference.pad)
    check_agreement(reference, checkpoint.transformer, dtype, longest, reference.pad)


def check_both_precisions(
    make: Callable[[torch.dtype], Any], save: Callable[[Any, Path], Path], folder: Path, longest: tuple[int, int],
    answers: Mapping[str, Any] | None = None,
) -> None:  # fmt: skip
    """Write as float64, open, compare in every case; the same of float32 in one, since only what is stored differs."""
    for dtype in (torch.float64, torch.float32):
        place = folder / str(dtype)
        place.mkdir()
        reference = make(dtype)
        checkpoint = open_checkpoint(save(reference, place), answers)
        pad, once = checkpoint.special.source_padding, dtype == torch.float32
        check_agreement(reference, checkpoint.transformer, dtype, longest, pad, padded_only=once)
        assert getattr(reference, "pad", PAD) == checkpoint.special.source_padding == checkpoint.special.target_padding


def decode(checkpoint: Checkpoint, source: Encoded, limit: int) -> Trace:
    """A whole greedy run."""
    return DecodingSession(checkpoint, source, max_length=limit).run().trace()


def check_greedy(
    reference: Reference, head: nn.Linear, folder: Path, answers: Mapping[str, Any] | None = None,
    *, seed: int = 1, dtype: torch.dtype = torch.float32, keeps_end: bool = True,
) -> None:  # fmt: skip
    """The tutorial's own loop and a run of ours say the same; some sentences end by themselves, some at the limit."""
    fill(reference, seed, scale=0.7, shift=0.2)  # so that other sentences have other translations
    limit, seeds = 8, range(5)
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
    assert len(runs) > 2


def check_loop(reference: Foreign, checkpoint: Checkpoint, sentence: str, limit: int, stops: bool = True) -> Trace:
    """The trace of a greedy run: tokens as the tutorial's own loop produces them, maps as it computes them.

    ``stops``: whether that loop ends at the end token; one that does not is cut there.
    """
    special = checkpoint.special
    encoded = checkpoint.source(sentence)
    source, consumed = torch.tensor([encoded.ids]), [special.start]
    with torch.no_grad():
        for _ in range(limit):
            logits = reference.run(source, torch.tensor([consumed]), looping=True)[0]
            consumed.append(int(logits[0, -1].argmax()))
            if stops and consumed[-1] in special.ends:
                break
    produced = consumed[1:]
    ends = [position for position, index in enumerate(produced) if index in special.ends]
    produced = produced[: ends[0] + 1] if ends else produced
    trace = DecodingSession(checkpoint, encoded, max_length=limit).run().trace()
    assert trace.produced_ids is not None
    assert trace.produced_ids.tolist() == produced
    assert beam_search(checkpoint, [encoded], 1, max_length=limit)[0].ids == tuple(produced)
    assert len(set(produced)) > 1  # a loop that repeats one token proves little
    with torch.no_grad():
        _, expected = reference.run(source, torch.tensor([[special.start, *produced[:-1]]]), looping=True)
    for kind in KINDS:
        found = trace.attention(kind)
        assert found is not None
        assert_close(torch.from_numpy(found.copy()), expected[kind][0].float(), 1e-5)
    return trace


def present(array: NDArray[Any] | None) -> NDArray[Any]:
    """An array of a trace, which a trace of somebody's own code may lack."""
    assert array is not None
    return array


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


def refusal(path: Path, answers: Mapping[str, Any] | None = None) -> Problem:
    """The problem that opening raises."""
    with pytest.raises(Problem) as caught:
        open_checkpoint(path, answers)
    return caught.value


def refused(path: Path, answers: Mapping[str, Any] | None = None) -> str:
    """The sentence that opening ``path`` ends in, without the file's folder."""
    return str(refusal(path, answers)).replace(str(path), path.name)


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
