"""Comparing a foreign network with ours where padding is not token 1, and where there may be no vocabulary head.

What the references share too: attention written with sums over heads, and awkward weights. Nothing
here knows how ours computes; the tolerances are those of :mod:`tests.model.formats.agreement`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

import pytest
import torch
from torch import Tensor, nn

from model.beam import beam_search
from model.checkpoint import Checkpoint, open_checkpoint
from model.decoding import DecodingSession
from model.masks import padding_mask, target_mask
from model.problems import Problem
from model.trace import KINDS, Trace
from model.transformer import Keep
from tests.model.formats.agreement import TOLERANCES, Maps, fill
from tests.model.networks import assert_close, maps


class Foreign(Protocol):
    """A tutorial's model, written again."""

    pad: int

    def run(self, source: Tensor, target: Tensor, looping: bool = False) -> tuple[Tensor, Maps]:
        """Ids [B,S] and [B,T] → logits [B,T,V], or hidden states [B,T,M] without a head; maps.

        ``looping``: as in the tutorial's decoding loop, where the target has a look-ahead mask alone.
        """


def prepare(network: Any, seed: int, dtype: torch.dtype = torch.float32) -> Any:
    """Every weight drawn, stored tables too: whoever computes a table instead of reading it is found out."""
    fill(network, seed)
    random = torch.Generator().manual_seed(seed + 1)
    for value in network.buffers():
        value.copy_(torch.randn(value.shape, generator=random))
    return network.to(dtype).eval()


def heads_attend(
    query: Tensor, key: Tensor, value: Tensor, heads: int, visible: Tensor, fill_value: float
) -> tuple[Tensor, Tensor]:
    """[B,Q,H·D], [B,K,H·D], [B,K,H·E] and [B,Q,K] → [B,Q,H·E] and weights [B,H,Q,K], one head after the other."""
    mixed, seen = [], []
    for q, k, v in zip(query.chunk(heads, -1), key.chunk(heads, -1), value.chunk(heads, -1), strict=True):
        scores = torch.einsum("bqd,bkd->bqk", q, k) / math.sqrt(q.shape[-1])
        weights = torch.softmax(torch.where(visible, scores, torch.full_like(scores, fill_value)), -1)
        seen.append(weights)
        mixed.append(torch.einsum("bqk,bkd->bqd", weights, v))
    return torch.cat(mixed, -1), torch.stack(seen, 1)


def visible(source: Tensor, target: Tensor, pad: int, looping: bool) -> tuple[Tensor, Tensor, Tensor]:
    """[B,S,S], [B,T,T] and [B,T,S]: keys that are no padding, and no future. True = may attend."""
    (batch, rows), columns = target.shape, source.shape[1]
    seen = (source != pad)[:, None]
    past = torch.tensor([[key <= query for key in range(rows)] for query in range(rows)])
    given = torch.ones_like(target, dtype=torch.bool) if looping else target != pad
    return seen.expand(batch, columns, columns), given[:, None] & past, seen.expand(batch, rows, columns)


def stacked(encoder: list[Tensor], decoder: list[Tensor], cross: list[Tensor]) -> Maps:
    """Lists of [B,H,Q,K] over the layers → kind → [B,L,H,Q,K]."""
    return {"encoder": torch.stack(encoder, 1), "decoder": torch.stack(decoder, 1), "cross": torch.stack(cross, 1)}


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


def check_parity(reference: Foreign, checkpoint: Checkpoint, dtype: torch.dtype, longest: tuple[int, int]) -> None:
    """Logits (or hidden states) and every map of all three kinds, in every case."""
    network, pad = checkpoint.transformer, reference.pad
    assert (checkpoint.special.source_padding, checkpoint.special.target_padding) == (pad, pad)
    sizes = network.config.source_vocabulary, network.config.target_vocabulary
    for source, target in cases(sizes, pad, longest):
        with torch.no_grad():
            wanted, expected = reference.run(source, target)
            encoding = network.encode(source, padding_mask(source, pad), Keep.WEIGHTS)
            mask, shown = target_mask(target, pad), padding_mask(target, pad)
            decoding = network.decode(target, encoding, mask, keep=Keep.WEIGHTS, visible=shown)
            result = network.predict(decoding.hidden) if network.config.vocabulary_head else decoding.hidden
        assert result.dtype == dtype
        assert_close(result, wanted, TOLERANCES[dtype])
        found = maps(encoding, decoding)
        for kind in KINDS:
            assert_close(found[kind], expected[kind], TOLERANCES[dtype])


def check_both_precisions(
    make: Callable[[torch.dtype], Any], save: Callable[[Any, Path], Path], folder: Path, longest: tuple[int, int],
    answers: Mapping[str, Any] | None = None,
) -> None:  # fmt: skip
    """Write as float64 and as float32, open, compare."""
    for dtype in (torch.float64, torch.float32):
        place = folder / str(dtype)
        place.mkdir()
        reference = make(dtype)
        check_parity(reference, open_checkpoint(save(reference, place), answers), dtype, longest)


def check_greedy(reference: Foreign, checkpoint: Checkpoint, sentence: str, limit: int, stops: bool = True) -> Trace:
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


def refused(path: Path, answers: Mapping[str, Any] | None = None) -> str:
    """The sentence that opening ``path`` ends in, without the file's folder."""
    with pytest.raises(Problem) as caught:
        open_checkpoint(path, answers)
    return str(caught.value).replace(str(path), path.name)


def saved(content: Any, path: Path) -> Path:
    """``torch.save`` into ``path``."""
    torch.save(content, path)
    return path


def clones(module: nn.Module) -> dict[str, Tensor]:
    """A state dict to change."""
    return {name: value.clone() for name, value in module.state_dict().items()}
