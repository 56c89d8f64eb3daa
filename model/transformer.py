"""The whole encoder-decoder Transformer, readable top to bottom.

It computes one network, chosen by :class:`TransformerConfig`, and *returns* all it computed:
attention is a return value, never a side effect. It knows no tokens, no decoding loop and no file.
Source: "Attention Is All You Need" (AIAYN, arXiv 1706.03762); section numbers refer to it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum

import torch
from torch import Tensor, nn
from torch.nn import functional

from model.config import StackConfig, TransformerConfig


class Keep(IntEnum):
    """How much of a run survives it."""

    NOTHING = 0  #: only the result, as while training
    WEIGHTS = 1  #: the attention of every layer
    ACTIVATIONS = 2  #: also what each sub-layer received and added


@dataclass(frozen=True, eq=False)
class Attended:
    """One multi-head attention, complete: ``mixed = softmax(mask(scores)) · value``."""

    query: Tensor  # [B,H,Q,D]
    key: Tensor  # [B,H,K,D]
    value: Tensor  # [B,H,K,D]
    scores: Tensor  # [B,H,Q,K] scaled dot products, before the mask
    weights: Tensor  # [B,H,Q,K] after softmax, before any dropout
    mixed: Tensor  # [B,H,Q,D]


@dataclass(frozen=True, eq=False)
class LayerRecord:
    """What one layer computed. ``cross`` is None in the encoder."""

    own: Attended
    cross: Attended | None = None
    inputs: tuple[Tensor, ...] = ()  # per sub-layer, what the residual sum started from [B,Q,M]
    outputs: tuple[Tensor, ...] = ()  # per sub-layer, what was added to it [B,Q,M]


@dataclass(frozen=True, eq=False)
class Encoding:
    """The encoded source."""

    memory: Tensor  # [B,S,M]
    mask: Tensor  # [B,S] True = not padding
    embedded: Tensor  # [B,S,M] token + position
    layers: tuple[LayerRecord, ...]  # Le records, empty with Keep.NOTHING


@dataclass(frozen=True, eq=False)
class Decoding:
    """The decoder's answer for the target positions it was given."""

    hidden: Tensor  # [B,T,M]
    embedded: Tensor  # [B,T,M]
    layers: tuple[LayerRecord, ...]  # Ld records, empty with Keep.NOTHING


KeyValue = tuple[Tensor, Tensor]  # each [B,H,K,D]


@dataclass(eq=False)
class Cache:
    """Keys and values that later target positions need again; one entry per decoder layer.

    A causal decoder never revises an earlier position, so only the newest row has to be computed.
    """

    own: list[KeyValue] = field(default_factory=list)
    cross: list[KeyValue] = field(default_factory=list)

    @property
    def length(self) -> int:
        """Target positions already consumed."""
        return self.own[0][0].shape[2] if self.own else 0

    def extend(self, layer: int, key: Tensor, value: Tensor) -> KeyValue:
        """Append newer positions to a layer's own keys and values and return them all."""
        if layer == len(self.own):
            self.own.append((key, value))
        else:
            old_key, old_value = self.own[layer]
            self.own[layer] = torch.cat((old_key, key), dim=2), torch.cat((old_value, value), dim=2)
        return self.own[layer]

    def select(self, rows: Tensor) -> Cache:
        """Keep or repeat batch rows: [B'] indices into B, as beam search needs."""
        return Cache(
            [(key[rows], value[rows]) for key, value in self.own],
            [(key[rows], value[rows]) for key, value in self.cross],
        )


def attend(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | None,
    fill: float,
    dropout: Callable[[Tensor], Tensor] = lambda weights: weights,
) -> Attended:
    """Scaled dot-product attention (3.2.1): softmax(Q·Kᵀ/√D + mask)·V, for every head.

    ``query`` [B,H,Q,D], ``key`` and ``value`` [B,H,K,D], ``mask`` [B,1,Q,K] bool, True = may
    attend, or None where nothing is blocked. ``fill`` replaces blocked scores. With −∞ a row that
    sees no key would be NaN; it is all zeros instead. With a finite fill such a row is uniform, as
    in the families that use one.
    """
    scores = query @ key.transpose(-2, -1) / math.sqrt(query.shape[-1])  # [B,H,Q,K]
    if mask is None:
        weights = scores.softmax(dim=-1)  # [B,H,Q,K]
    else:
        lowest = torch.finfo(scores.dtype).min
        weights = scores.masked_fill(~mask, max(fill, lowest)).softmax(dim=-1)
        if math.isinf(fill):
            weights = weights.masked_fill(~mask, 0.0)
    mixed = dropout(weights) @ value  # [B,H,Q,D]
    return Attended(query, key, value, scores, weights, mixed)


class MultiHeadAttention(nn.Module):
    """H attentions side by side on D-wide projections, joined by W_O (3.2.2)."""

    def __init__(self, width: int, stack: StackConfig, fill: float, dropout: float) -> None:
        super().__init__()
        inner = stack.heads * stack.head_width
        self.heads = stack.heads
        self.fill = fill
        self.query = nn.Linear(width, inner)
        self.key = nn.Linear(width, inner)
        self.value = nn.Linear(width, inner)
        self.output = nn.Linear(inner, width)
        self.dropout = nn.Dropout(dropout)

    def split(self, joined: Tensor) -> Tensor:
        """[B,N,H·D] → [B,H,N,D]: head h owns columns h·D … (h+1)·D − 1."""
        batch, length, _ = joined.shape
        return joined.view(batch, length, self.heads, -1).transpose(1, 2)

    def key_value(self, memory: Tensor) -> KeyValue:
        """[B,K,M] → keys and values, each [B,H,K,D]."""
        return self.split(self.key(memory)), self.split(self.value(memory))

    def forward(self, x: Tensor, memory: KeyValue, mask: Tensor | None) -> tuple[Tensor, Attended]:
        """Queries from ``x`` [B,Q,M] over ``memory``; returns [B,Q,M] and the attention itself."""
        attended = attend(self.split(self.query(x)), *memory, mask, self.fill, self.dropout)
        joined = attended.mixed.transpose(1, 2).flatten(2)  # [B,Q,H·D]
        output: Tensor = self.output(joined)
        return output, attended


class FeedForward(nn.Module):
    """Position-wise feed-forward network (3.3): max(0, x·W1 + b1)·W2 + b2."""

    def __init__(self, width: int, inner: int, activation: str, dropout: float) -> None:
        super().__init__()
        self.expand = nn.Linear(width, inner)
        self.contract = nn.Linear(inner, width)
        self.activation = functional.relu if activation == "relu" else functional.gelu
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        hidden = self.activation(self.expand(x))  # [B,N,F]
        result: Tensor = self.contract(self.dropout(hidden))  # [B,N,M]
        return result


class Residual(nn.Module):
    """A sub-layer's surroundings: sum, LayerNorm and dropout, in post- or pre-norm order (3.1, 5.4)."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.pre = config.norm_order == "pre"
        self.norm = nn.LayerNorm(config.width, eps=config.norm_eps)
        self.dropout = nn.Dropout(config.dropout.residual)

    def before(self, x: Tensor) -> Tensor:
        """What the sub-layer reads."""
        read: Tensor = self.norm(x) if self.pre else x
        return read

    def after(self, x: Tensor, output: Tensor) -> Tensor:
        """What the next sub-layer receives."""
        total: Tensor = x + self.dropout(output)
        normed: Tensor = total if self.pre else self.norm(total)
        return normed


class EncoderLayer(nn.Module):
    """Self-attention, then feed-forward, each in its residual (3.1, left half of figure 1)."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        stack, drop = config.encoder, config.dropout
        self.attention = MultiHeadAttention(config.width, stack, config.mask_fill, drop.attention)
        self.attention_residual = Residual(config)
        self.feed_forward = FeedForward(config.width, stack.feed_forward_width, config.activation, drop.feed_forward)
        self.feed_forward_residual = Residual(config)

    def forward(self, x: Tensor, mask: Tensor | None) -> tuple[Tensor, LayerRecord]:
        read = self.attention_residual.before(x)  # [B,S,M]
        added, own = self.attention(read, self.attention.key_value(read), mask)
        middle = self.attention_residual.after(x, added)  # [B,S,M]
        expanded = self.feed_forward(self.feed_forward_residual.before(middle))  # [B,S,M]
        result = self.feed_forward_residual.after(middle, expanded)  # [B,S,M]
        return result, LayerRecord(own, None, (x, middle), (added, expanded))


class DecoderLayer(nn.Module):
    """Masked self-attention, cross attention, feed-forward (3.1, right half of figure 1)."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        stack, drop = config.decoder, config.dropout
        self.attention = MultiHeadAttention(config.width, stack, config.mask_fill, drop.attention)
        self.attention_residual = Residual(config)
        self.cross = MultiHeadAttention(config.width, stack, config.mask_fill, drop.attention)
        self.cross_residual = Residual(config)
        self.feed_forward = FeedForward(config.width, stack.feed_forward_width, config.activation, drop.feed_forward)
        self.feed_forward_residual = Residual(config)

    def forward(
        self, x: Tensor, memory: Tensor, mask: Tensor | None, cross_mask: Tensor | None, cache: Cache, index: int
    ) -> tuple[Tensor, LayerRecord]:
        read = self.attention_residual.before(x)  # [B,T,M]
        seen = cache.extend(index, *self.attention.key_value(read))  # every position so far
        added, own = self.attention(read, seen, mask)
        middle = self.attention_residual.after(x, added)  # [B,T,M]
        if index == len(cache.cross):  # the source does not change: project it once
            cache.cross.append(self.cross.key_value(memory))
        fetched, cross = self.cross(self.cross_residual.before(middle), cache.cross[index], cross_mask)
        later = self.cross_residual.after(middle, fetched)  # [B,T,M]
        expanded = self.feed_forward(self.feed_forward_residual.before(later))  # [B,T,M]
        result = self.feed_forward_residual.after(later, expanded)  # [B,T,M]
        return result, LayerRecord(own, cross, (x, middle, later), (added, fetched, expanded))


def sinusoids(count: int, width: int) -> Tensor:
    """[count,M] float64, interleaved (3.5): even columns sin(p/10000^(2i/M)), odd columns cos."""
    position = torch.arange(count, dtype=torch.float64)[:, None]
    frequency = 10000.0 ** (-torch.arange(0, width, 2, dtype=torch.float64) / width)
    angle = position * frequency  # [count,M/2]
    return torch.stack((angle.sin(), angle.cos()), dim=-1).flatten(1)


class Positions(nn.Module):
    """One vector per position, counted from 0: a formula (3.5) or learned rows (tut6)."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.limit, self.width = config.max_length, config.width
        learned = config.positions == "learned"
        self.table = nn.Parameter(torch.empty(self.limit, self.width)) if learned else None
        self._formula = torch.empty(0, self.width)  # rows computed so far; no buffer: never saved, no float64 elsewhere

    def forward(self, first: int, token: Tensor) -> Tensor:
        """[N,M] for ``token`` [B,N,M] at the positions first … first + N − 1. Raises IndexError beyond the last."""
        last = first + token.shape[1]
        if last > self.limit:
            raise IndexError(f"position {last - 1} is beyond the {self.limit} that this network has")
        if self.table is not None:
            return self.table[first:last]
        rows = self._formula
        if len(rows) < last or rows.dtype != token.dtype or rows.device != token.device:
            # In float64, so that a float64 network is exact, and on the CPU: not every device has it.
            rows = sinusoids(min(self.limit, 2 * last), self.width).to(token.dtype).to(token.device)
            self._formula = rows
        return rows[first:last]


class Embedding(nn.Module):
    """Token vector (times √M where the model does so) plus position vector (3.4, 3.5)."""

    def __init__(self, vocabulary: int, config: TransformerConfig) -> None:
        super().__init__()
        self.token = nn.Embedding(vocabulary, config.width)
        self.position = Positions(config)
        self.scale = math.sqrt(config.width) if config.scale_embeddings else 1.0
        self.dropout = nn.Dropout(config.dropout.embedding)

    def forward(self, ids: Tensor, first: int = 0) -> Tensor:
        """[B,N] ids at positions first … first + N − 1 → [B,N,M]."""
        token = self.token(ids) * self.scale
        embedded: Tensor = self.dropout(token + self.position(first, token))
        return embedded


class Transformer(nn.Module):
    """Encoder, decoder and vocabulary head (figure 1)."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.config = config
        self.source_embedding = Embedding(config.source_vocabulary, config)
        self.target_embedding = Embedding(config.target_vocabulary, config)
        self.encoder_layers = nn.ModuleList(EncoderLayer(config) for _ in range(config.encoder.layers))
        self.decoder_layers = nn.ModuleList(DecoderLayer(config) for _ in range(config.decoder.layers))
        final = nn.LayerNorm if config.final_norm else nn.Identity
        self.encoder_norm = final(config.width, eps=config.norm_eps)
        self.decoder_norm = final(config.width, eps=config.norm_eps)
        self.vocabulary = nn.Linear(config.width, config.target_vocabulary)
        if config.share_embeddings:
            self.target_embedding.token.weight = self.source_embedding.token.weight
        if config.tie_output:
            self.vocabulary.weight = self.target_embedding.token.weight
        self._initialise()

    def encode(self, source: Tensor, mask: Tensor, keep: Keep = Keep.NOTHING) -> Encoding:
        """Run the encoder once over ``source`` [B,S]; ``mask`` [B,S] is its padding mask."""
        embedded = x = self.source_embedding(source)  # [B,S,M]
        visible = _blocking(mask[:, None, None, :])  # [B,1,1,S]: the same keys for every head and query
        records = []
        for layer in self.encoder_layers:
            x, record = layer(x, visible)
            records.append(record)
        return Encoding(self.encoder_norm(x), mask, embedded, _kept(records, keep))

    def decode(
        self,
        target: Tensor,
        encoding: Encoding,
        mask: Tensor,
        cache: Cache | None = None,
        keep: Keep = Keep.NOTHING,
    ) -> Decoding:
        """Run the decoder over ``target`` [B,T], the positions not yet in ``cache``.

        ``mask`` [B,T,P+T] is the target mask's rows of these positions over the P cached ones and
        themselves. ``cache`` is extended in place. Logits are :meth:`predict` of the result.
        """
        cache = Cache() if cache is None else cache
        embedded = x = self.target_embedding(target, cache.length)  # [B,T,M]
        own, cross = _blocking(mask[:, None]), _blocking(encoding.mask[:, None, None, :])  # [B,1,T,P+T], [B,1,1,S]
        records = []
        for index, layer in enumerate(self.decoder_layers):
            x, record = layer(x, encoding.memory, own, cross, cache, index)
            records.append(record)
        return Decoding(self.decoder_norm(x), embedded, _kept(records, keep))

    def predict(self, hidden: Tensor) -> Tensor:
        """[…,M] → logits […,V]; softmax of them is the next-token distribution (3.4)."""
        logits: Tensor = self.vocabulary(hidden)
        return logits

    def store_by_columns(self) -> None:
        """Lay every matrix out by columns: a single row times it then reads memory in order.

        Values, shapes and names stay; a decoding step on the CPU takes a quarter less time.
        """
        for module in self.modules():
            if isinstance(module, nn.Linear):
                module.weight.data = module.weight.data.t().contiguous().t()

    def _initialise(self) -> None:
        """Xavier for matrices, N(0, 1/M) for embedding tables, so that √M·token is unit-sized."""
        for module in self.modules():
            if isinstance(module, nn.Linear):
                nn.init.xavier_uniform_(module.weight)
                nn.init.zeros_(module.bias)
        for embedding in (self.source_embedding, self.target_embedding):
            nn.init.normal_(embedding.token.weight, std=self.config.width**-0.5)
            if embedding.position.table is not None:
                nn.init.normal_(embedding.position.table, std=self.config.width**-0.5)


def _blocking(mask: Tensor) -> Tensor | None:
    """The mask, or None where it blocks nothing: a cached step without padding needs none."""
    return None if bool(mask.all()) else mask


def _kept(records: list[LayerRecord], keep: Keep) -> tuple[LayerRecord, ...]:
    if keep == Keep.NOTHING:
        return ()
    if keep == Keep.WEIGHTS:
        return tuple(LayerRecord(record.own, record.cross) for record in records)
    return tuple(records)
