"""Several sentences decoded together as one padded batch, a step of all of them at a time, with everything captured.

Shorter sentences end in ``<pad>``, which the padding mask hides, so that every sentence keeps the numbers that it has
alone. Each is a :class:`model.decoding.session.DecodingSession` of its own, which chooses its tokens and knows when it
ends; only the computing is shared. One that has ended is taken out of the batch and stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

import torch
from torch import Tensor

from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.tokenizer import Encoded
from model.decoding.sampling import Sampling
from model.decoding.session import DecodingSession, decode_newest
from model.network.masks import padding_mask
from model.network.transformer import Attended, Cache, Decoding, Encoding, Keep, LayerRecord
from model.record.trace import Trace


def pad_sources(checkpoint: Checkpoint, sources: Sequence[Encoded], pad_to: int = 0) -> tuple[Encoded, ...]:
    """All as long as the longest, or ``pad_to``, with ``<pad>`` at the end."""
    length = max(pad_to, *(len(source.ids) for source in sources))
    token = checkpoint.source_tokenizer.token(checkpoint.special.source_padding)

    def padded(source: Encoded) -> Encoded:
        more = length - len(source.ids)
        return Encoded(
            source.ids + (checkpoint.special.source_padding,) * more,
            source.tokens + (token,) * more,
            source.spelling + (token,) * more,
            source.unknown + (False,) * more,
        )

    return tuple(padded(source) for source in sources)


@torch.inference_mode()
def encode_together(checkpoint: Checkpoint, sources: Sequence[Encoded], keep: Keep) -> Encoding:
    """``sources`` of one length S, as one batch [B,S]."""
    device = next(checkpoint.transformer.parameters()).device
    ids = torch.tensor([source.ids for source in sources], device=device)
    return checkpoint.transformer.encode(ids, padding_mask(ids, checkpoint.special.source_padding), keep)


def encoding_of(encoding: Encoding, sentence: int) -> Encoding:
    """One sentence of a batch, as a batch of one."""
    rows = slice(sentence, sentence + 1)
    memory, mask, embedded = (part[rows] for part in (encoding.memory, encoding.mask, encoding.embedded))
    return Encoding(memory, mask, embedded, _layers(encoding.layers, rows))


def decoding_of(decoding: Decoding, sentence: int) -> Decoding:
    """One sentence of a batch, as a batch of one."""
    rows = slice(sentence, sentence + 1)
    return Decoding(decoding.hidden[rows], decoding.embedded[rows], _layers(decoding.layers, rows))


def _layers(layers: tuple[LayerRecord, ...], rows: slice) -> tuple[LayerRecord, ...]:
    return tuple(
        LayerRecord(
            _attended(layer.own, rows),
            None if layer.cross is None else _attended(layer.cross, rows),
            tuple(part[rows] for part in layer.inputs),
            tuple(part[rows] for part in layer.outputs),
        )
        for layer in layers
    )


def _attended(attended: Attended, rows: slice) -> Attended:
    """The bias of a distance is the same for every sentence, and is kept as it is."""
    parts: dict[str, Tensor] = {item.name: getattr(attended, item.name) for item in fields(attended)}
    return replace(attended, **{name: part[rows] for name, part in parts.items() if name != "bias"})


class BatchSession:
    """One run over several sentences of a common length S. :meth:`advance` until it returns 0, then :meth:`traces`.

    ``forced`` are the first tokens produced in each sentence; a ``max_length`` of 0 leaves each its own limit.
    Raises :class:`Problem` as :class:`DecodingSession` does.
    """

    def __init__(  # noqa: PLR0913 (what a run may be told)
        self,
        checkpoint: Checkpoint,
        sources: Sequence[Encoded],
        *,
        max_length: int = 0,
        keep: Keep = Keep.WEIGHTS,
        forced: Sequence[tuple[int, ...]] = (),
        texts: Sequence[str] = (),
        pad_to: int = 0,
        sampling: Sampling | None = None,
    ) -> None:
        checkpoint.require_head()
        keep = max(keep, Keep.WEIGHTS)
        padded = pad_sources(checkpoint, sources, pad_to)
        self._checkpoint = checkpoint
        self._encoding = encode_together(checkpoint, padded, keep)
        self._cache = Cache()
        self._keep = keep
        self.sessions = tuple(
            DecodingSession(
                checkpoint, source, max_length=max_length, keep=keep, encoding=encoding_of(self._encoding, index),
                forced=forced[index] if forced else (), text=texts[index] if texts else "",
                sampling=sampling,
            )
            for index, source in enumerate(padded)
        )  # fmt: skip
        self._active = list(self.sessions)

    @property
    def limit(self) -> int:
        """The most steps that a sentence may still take."""
        return max(session.limit for session in self.sessions)

    @torch.inference_mode()
    def advance(self) -> int:
        """One more token for every sentence that goes on; returns how many those were."""
        if not self._active:
            return 0
        device = self._encoding.mask.device
        consumed = torch.tensor([session.consumed for session in self._active], device=device)  # [B,t+1]
        visible = torch.tensor([session.visible for session in self._active], device=device)  # [B,t+1]
        network = self._checkpoint.transformer
        decoding = decode_newest(network, consumed, visible, self._encoding, self._cache, self._keep)
        for row, session in enumerate(self._active):
            session.take(decoding_of(decoding, row))
        count = len(self._active)
        rows = [row for row, session in enumerate(self._active) if not session.stop_reason]
        if len(rows) < count:
            self._leave_out(rows, torch.tensor(rows, dtype=torch.long, device=device))
        return count

    def run(self) -> BatchSession:
        """Advance until every sentence has ended."""
        while self.advance():
            continue
        return self

    def traces(self) -> tuple[Trace, ...]:
        """The record of each sentence, in order; the numbers are those of its run alone."""
        return tuple(session.trace() for session in self.sessions)

    def _leave_out(self, rows: list[int], kept: Tensor) -> None:
        """Go on with these rows of the batch only."""
        self._active = [self._active[row] for row in rows]
        self._cache = self._cache.select(kept)
        self._encoding = _rows(self._encoding, kept)


def _rows(encoding: Encoding, rows: Tensor) -> Encoding:
    """The rows of these sentences in what decoding needs; their records are with their sessions."""
    memory, mask, embedded = (part[rows] for part in (encoding.memory, encoding.mask, encoding.embedded))
    return replace(encoding, memory=memory, mask=mask, embedded=embedded, layers=())


def draw(checkpoint: Checkpoint, sources: Sequence[Encoded], sampling: Sampling) -> list[tuple[int, ...]]:
    """What each sentence's run draws, as it would alone. Raises :class:`Problem`."""
    lengths = {len(source.ids) for source in sources} if checkpoint.transformer.config.sees_padding else {0}
    found: dict[int, tuple[int, ...]] = {}
    for length in lengths:
        places = [place for place, source in enumerate(sources) if length in (0, len(source.ids))]
        batch = BatchSession(checkpoint, [sources[place] for place in places], sampling=sampling).run()
        for place, session in zip(places, batch.sessions, strict=True):
            found[place] = tuple(step.produced_id for step in session.steps)
    return [found[place] for place in range(len(sources))]
