"""One decoding step of one sentence: the arithmetic of :meth:`Transformer.decode` by the shortest way.

A row that sees everything needs no mask, and a batch of one no batch; in a small network such things and
the calls between modules take a third of a step. The network is :mod:`model.network.transformer`, to be read
there; this is the same arithmetic on the same parameters, with the same records and the same cache, so
that both may take turns. It is not for training, batches and blocked cells: see :meth:`Stepper.of`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import cast

import torch
from torch import Tensor, nn

from model.network.positions import of_layer
from model.network.transformer import (
    Attended,
    Cache,
    DecoderLayer,
    Decoding,
    Encoding,
    FeedForward,
    Keep,
    KeyValue,
    LayerRecord,
    MultiHeadAttention,
    Residual,
    Transformer,
)

Function = Callable[[Tensor], Tensor]
Layer = Callable[[Tensor, Tensor, Cache, int, Tensor | None, Keep], tuple[Tensor, LayerRecord]]


class StepDecoder:
    """The decoder of ``network`` over one ``encoding``, a token at a time; made by :meth:`of`.

    It holds the parameters that the network has now: the network must neither move nor change in between.
    """

    def __init__(self, network: Transformer, encoding: Encoding) -> None:
        self.network, self.encoding = network, encoding
        self._device = encoding.memory.device
        self._layers = [_layer(cast("DecoderLayer", module)) for module in network.decoder_layers]

    @staticmethod
    def of(network: Transformer, encoding: Encoding) -> StepDecoder | None:
        """None unless this is one sentence without padding, and a network as it is whose earlier rows never change."""
        alone = len(encoding.mask) == 1 and bool(encoding.mask.all())
        steady = not network.training and not network.revises and network.what_if is None
        return StepDecoder(network, encoding) if alone and steady else None

    def decode(self, token: int, cache: Cache, keep: Keep = Keep.NOTHING) -> Decoding:
        """Consume ``token`` at the first position not yet in ``cache``, which is extended in place.

        The same as :meth:`Transformer.decode` of [[token]] with a mask that blocks nothing. No consumed
        token may be hidden as padding. Raises IndexError beyond the network's last position.
        """
        network, first = self.network, cache.length
        embedded = network.target_embedding(torch.tensor([[token]], device=self._device), first)  # [1,1,M]
        bias = None if network.decoder_bias is None else network.decoder_bias(first, 1, first + 1)  # [1,H,1,K]
        x, records = embedded.squeeze(0), []  # [1,M]
        for index, layer in enumerate(self._layers):
            x, record = layer(x, self.encoding.memory, cache, index, of_layer(bias, index), keep)
            records.append(record)
        return Decoding(network.decoder_norm(x).unsqueeze(0), embedded, tuple(records) if keep else ())


def attend_row(query: Tensor, key: Tensor, value: Tensor, divisor: Tensor, bias: Tensor | None = None) -> Attended:
    """:func:`model.network.transformer.attend` of one query per head that sees every key of one sentence.

    ``query`` [1,H,1,D], ``key`` and ``value`` [1,H,K,D], ``bias`` [1,H,1,K], ``divisor`` [] is √D or 1.
    """
    scores = torch.matmul(query, key.mT) / divisor  # [1,H,1,K]
    weights = (scores if bias is None else scores + bias).softmax(-1)
    return Attended(query, key, value, scores, weights, torch.matmul(weights, value), bias)


class _Attention:
    """One row of :class:`MultiHeadAttention`."""

    def __init__(self, module: MultiHeadAttention) -> None:
        self.shape = 1, module.heads, 1, -1
        self.query, self.key = _linear(module.query), _linear(module.key)
        self.value, self.output = _linear(module.value), _linear(module.output)
        width = module.query.out_features // module.heads
        self.divisor = module.query.weight.new_tensor(math.sqrt(width) if module.scaled else 1.0)

    def key_value(self, x: Tensor) -> KeyValue:
        """[1,M] → one key and one value per head, each [1,H,1,D]."""
        return self.key(x).view(self.shape), self.value(x).view(self.shape)

    def __call__(self, x: Tensor, memory: KeyValue, bias: Tensor | None = None) -> tuple[Tensor, Attended]:
        """The query of ``x`` [1,M] over ``memory``; returns [1,M] and the attention itself."""
        query = self.query(x).view(self.shape)  # [1,H,1,D]
        attended = attend_row(query, *memory, self.divisor, bias)
        return self.output(attended.mixed.view(1, -1)), attended  # [1,H·D] → [1,M]


def _layer(module: DecoderLayer) -> Layer:
    """:meth:`DecoderLayer.forward` for one row."""
    attention, cross, feed_forward = _Attention(module.attention), _Attention(module.cross), _inner(module.feed_forward)
    before_own, after_own = _residual(module.attention_residual)
    before_cross, after_cross = _residual(module.cross_residual)
    before_inner, after_inner = _residual(module.feed_forward_residual)

    def forward(
        x: Tensor, memory: Tensor, cache: Cache, index: int, bias: Tensor | None, keep: Keep
    ) -> tuple[Tensor, LayerRecord]:
        read = before_own(x)  # [1,M]
        added, own = attention(read, cache.extend(index, *attention.key_value(read)), bias)
        middle = after_own(x, added)  # [1,M]
        if index == len(cache.cross):
            cache.cross.append(module.cross.key_value(memory))
        fetched, crossed = cross(before_cross(middle), cache.cross[index])
        later = after_cross(middle, fetched)  # [1,M]
        expanded = feed_forward(before_inner(later))  # [1,M]
        result = after_inner(later, expanded)  # [1,M]
        if keep < Keep.ACTIVATIONS:
            return result, LayerRecord(own, crossed)
        return result, LayerRecord(own, crossed, _batched(x, middle, later), _batched(added, fetched, expanded))

    return forward


def _batched(*rows: Tensor) -> tuple[Tensor, ...]:
    """Each with the axis of its batch of one in front."""
    return tuple([row.unsqueeze(0) for row in rows])


def _inner(module: FeedForward) -> Function:
    """:meth:`FeedForward.forward` for one row, [1,M] → [1,M]."""
    expand, contract, activation = _linear(module.expand), _linear(module.contract), module.activation
    if module.gate is None:
        return lambda x: contract(activation(expand(x)))
    gate = _linear(module.gate)
    return lambda x: contract(activation(expand(x)) * gate(x))


def _residual(module: Residual) -> tuple[Function, Callable[[Tensor, Tensor], Tensor]]:
    """:meth:`Residual.before` and :meth:`Residual.after`."""
    norm = _norm(module.norm)
    if module.pre:
        return norm, torch.add
    return lambda x: x, lambda x, output: norm(x + output)


def _norm(module: nn.Module) -> Function:
    if isinstance(module, nn.LayerNorm):
        shape, gain, shift, eps = module.normalized_shape, module.weight, module.bias, module.eps
        return lambda x: torch.layer_norm(x, shape, gain, shift, eps)
    return module.forward


def _linear(module: nn.Linear) -> Function:
    """[1,N] → [1,M]."""
    matrix, shift = module.weight.t(), module.bias
    if shift is None:
        return lambda x: torch.mm(x, matrix)
    return lambda x: torch.addmm(shift, x, matrix)
