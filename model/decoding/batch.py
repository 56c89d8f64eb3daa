"""Decoding several sentences together, a step of all of them at a time, with everything captured.

Each sentence is a :class:`model.decoding.session.DecodingSession` of its own, which chooses its tokens and knows when
it ends; only the computing is shared. One that has ended is taken out of the batch and stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import torch
from torch import Tensor

from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.tokenizer import Encoded
from model.decoding.padded_batch import decoding_of, encode_together, encoding_of, pad_sources
from model.decoding.session import DecodingSession, decode_newest
from model.network.transformer import Cache, Encoding, Keep
from model.record.trace import Trace


class BatchSession:
    """One run over several sentences of a common length S. :meth:`advance` until it returns 0, then :meth:`traces`.

    ``forced`` are the first tokens produced in each sentence; a ``max_length`` of 0 leaves each its own limit.
    Raises :class:`Problem` as :class:`DecodingSession` does.
    """

    def __init__(
        self,
        checkpoint: Checkpoint,
        sources: Sequence[Encoded],
        *,
        max_length: int = 0,
        keep: Keep = Keep.WEIGHTS,
        forced: Sequence[tuple[int, ...]] = (),
        texts: Sequence[str] = (),
        pad_to: int = 0,
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
    """What decoding needs of these sentences; their records are with their sessions."""
    memory, mask, embedded = (part[rows] for part in (encoding.memory, encoding.mask, encoding.embedded))
    return replace(encoding, memory=memory, mask=mask, embedded=embedded, layers=())
