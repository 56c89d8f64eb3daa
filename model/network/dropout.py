"""Dropout: at random while training (AIAYN 5.4), and from a seed in a run that is asked *What if*.

Each value's fate is a number drawn from the seed, from the place in the network and from where the value stands: its
head, its row, its column. Neither the order of computing nor what is computed beside it changes it, so that a run
step by step, with kept keys and values, drops what one pass over the same tokens drops, and a sentence in a batch
what it drops alone.

The numbers are those of :mod:`model.common.seeded_numbers`: seed, CRC-32 of the place's name, head, row, column.
"""

from __future__ import annotations

import zlib

import torch
from torch import Tensor, nn

from model.common.seeded_numbers import mixed

_BITS = 64


class TrainingDropout(nn.Dropout):
    """Dropout of a network; ``first`` is the position of the first row that it is given."""

    @property
    def active(self) -> bool:
        """Whether it does anything; a call that does nothing still takes its time."""
        return self.training

    def forward(self, x: Tensor, first: int = 0) -> Tensor:  # noqa: ARG002 (of the seeded kind)
        return super().forward(x)


class SeededDropout(TrainingDropout):
    """The same drawn from ``seed`` at the ``place`` of that name, whether the network is training or not."""

    def __init__(self, rate: float, seed: int, place: str) -> None:
        super().__init__(rate)
        self.state = mixed(mixed(seed) ^ zlib.crc32(place.encode()))

    @property
    def active(self) -> bool:
        return True

    def forward(self, x: Tensor, first: int = 0) -> Tensor:
        """[B,N,M], or [B,H,N,K] of every head, with the same dropped for each of B; kept values are x / (1 − rate)."""
        kept = uniform(self.state, x.shape[1:], first, x.device) >= self.p
        return x * kept.to(x) / (1.0 - self.p)


def uniform(state: int, shape: torch.Size, first: int, device: torch.device) -> Tensor:
    """Numbers from 0 to below 1, [N,M] or [H,N,K], drawn by head, row (from ``first`` on) and column."""
    states = torch.tensor(_signed(state), device=device)
    for axis, size in enumerate(shape):
        start = first if axis == len(shape) - 2 else 0
        coordinate = torch.arange(start, start + size, device=device)
        states = _mixed(states[..., None] ^ coordinate)
    return _shifted(states, 11).double() * 2.0**-53 if device.type != "mps" else _shifted(states, 40).float() * 2.0**-24


def _mixed(x: Tensor) -> Tensor:
    """:func:`mixed` of each of many; torch's whole numbers have a sign and wrap."""
    x = x + _signed(0x9E3779B97F4A7C15)
    x = (x ^ _shifted(x, 30)) * _signed(0xBF58476D1CE4E5B9)
    x = (x ^ _shifted(x, 27)) * _signed(0x94D049BB133111EB)
    result: Tensor = x ^ _shifted(x, 31)
    return result


def _shifted(x: Tensor, by: int) -> Tensor:
    """To the right, with zeros from the left."""
    result: Tensor = (x >> by) & (2 ** (_BITS - by) - 1)
    return result


def _signed(x: int) -> int:
    return x - 2**_BITS if x >= 2 ** (_BITS - 1) else x
