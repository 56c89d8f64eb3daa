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
from functools import partial

import torch
from torch import Tensor, nn
from torch.nn import functional

from model.network.config import PaddingRule, StackConfig, TransformerConfig
from model.network.dropout import TrainingDropout
from model.network.interventions import Kind
from model.network.masks import combine, look_ahead_mask
from model.network.positions import Positions, RelativeBias, of_layer
from model.network.what_if import AttentionChange, WhatIf


class Keep(IntEnum):
    """The part of a run that survives it."""

    NOTHING = 0  #: only the result, as while training
    WEIGHTS = 1  #: the attention of every layer
    ACTIVATIONS = 2  #: also what each sub-layer received and added


@dataclass(frozen=True, eq=False)
class Attended:
    """One multi-head attention, complete: ``mixed = softmax(mask(scores)) · value``."""

    query: Tensor  # [B,H,Q,D]
    key: Tensor  # [B,H,K,D]
    value: Tensor  # [B,H,K,D]; here and in ``mixed`` D is d_v where that differs
    scores: Tensor  # [B,H,Q,K] scaled dot products, before bias and mask
    weights: Tensor  # [B,H,Q,K] after softmax, before any dropout
    mixed: Tensor  # [B,H,Q,D]
    bias: Tensor | None = None  # [1,H,Q,K] added to the scores for the distance (T5)


@dataclass(frozen=True, eq=False)
class LayerRecord:
    """The record of one layer. ``cross`` is None in the encoder."""

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


def attend(  # noqa: PLR0913 (the parts of one formula)
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | None,
    fill: float,
    dropout: Callable[[Tensor], Tensor] | None = None,
    *,
    bias: Tensor | None = None,
    scaled: bool = True,
    temperature: float = 1.0,
    change: AttentionChange | None = None,
    first: int = 0,
) -> Attended:
    """Scaled dot-product attention (3.2.1): softmax(Q·Kᵀ/√D + bias + mask)·V, for every head.

    ``query`` [B,H,Q,D], ``key`` and ``value`` [B,H,K,D], ``mask`` [B,1,Q,K] bool, True = may
    attend, or None where nothing is blocked. ``fill`` replaces blocked scores. With −∞ a row that
    sees no key would be NaN; it is all zeros instead. With a finite fill such a row is uniform, as
    in the families that use one. T5 adds ``bias`` [1,H,Q,K] and does not scale. ``temperature`` divides
    the scores too, and ``change`` sets rows or silences heads, both in a network that
    :func:`model.network.what_if.changed` gave; ``first`` is the position of the first query.
    """
    scores = query @ key.transpose(-2, -1)  # [B,H,Q,K]
    if scaled:
        scores = scores / math.sqrt(query.shape[-1])
    if temperature != 1.0:
        scores = scores / temperature
    biased = scores if bias is None else scores + bias
    if mask is None:
        weights = biased.softmax(dim=-1)  # [B,H,Q,K]
    else:
        lowest = torch.finfo(scores.dtype).min
        weights = biased.masked_fill(~mask, max(fill, lowest)).softmax(dim=-1)
        if math.isinf(fill):
            weights = weights.masked_fill(~mask, 0.0)
    if change is not None:
        weights = change.weights(weights, mask, first)
    mixed = (weights if dropout is None else dropout(weights)) @ value  # [B,H,Q,D]
    if change is not None:
        mixed = change.mixed(mixed)
    return Attended(query, key, value, scores, weights, mixed, bias)


class MultiHeadAttention(nn.Module):
    """H attentions side by side on D-wide projections, joined by W_O (3.2.2)."""

    def __init__(self, config: TransformerConfig, stack: StackConfig) -> None:
        super().__init__()
        width, bias = config.width, config.attention_bias
        self.heads = stack.heads
        self.fill = config.mask_fill
        self.change: AttentionChange | None = None  #: of a network that is asked *What if*
        self.scaled = config.scale_scores
        self.temperature = 1.0  #: another one in a network that is asked *What if*
        self.query = nn.Linear(width, stack.heads * stack.head_width, bias)
        self.key = nn.Linear(width, stack.heads * stack.head_width, bias)
        self.value = nn.Linear(width, stack.heads * stack.values, bias)
        self.output = nn.Linear(stack.heads * stack.values, width, bias)
        self.dropout = TrainingDropout(config.dropout.attention)

    def split(self, joined: Tensor) -> Tensor:
        """[B,N,H·D] → [B,H,N,D]: head h owns columns h·D … (h+1)·D − 1."""
        batch, length, _ = joined.shape
        return joined.view(batch, length, self.heads, -1).transpose(1, 2)

    def key_value(self, memory: Tensor) -> KeyValue:
        """[B,K,M] → keys and values, each [B,H,K,D]."""
        return self.split(self.key(memory)), self.split(self.value(memory))

    def forward(
        self, x: Tensor, memory: KeyValue, mask: Tensor | None, bias: Tensor | None = None, first: int = 0
    ) -> tuple[Tensor, Attended]:
        """Queries from ``x`` [B,Q,M], the positions from ``first`` on, over ``memory``; returns [B,Q,M] and the
        attention itself."""
        query = self.split(self.query(x))  # [B,H,Q,D]
        dropout = partial(self.dropout, first=first) if self.dropout.active else None
        attended = attend(
            query,
            *memory,
            mask,
            self.fill,
            dropout,
            bias=bias,
            scaled=self.scaled,
            temperature=self.temperature,
            change=self.change,
            first=first,
        )
        joined = attended.mixed.transpose(1, 2).flatten(2)  # [B,Q,H·D]
        output: Tensor = self.output(joined)
        return output, attended


ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "relu": functional.relu,
    "gelu": functional.gelu,
    "gelu_tanh": partial(functional.gelu, approximate="tanh"),
    "silu": functional.silu,
}


class FeedForward(nn.Module):
    """Position-wise feed-forward network (3.3): max(0, x·W1 + b1)·W2 + b2, gated in T5 1.1."""

    def __init__(self, config: TransformerConfig, inner: int) -> None:
        super().__init__()
        width, bias = config.width, config.feed_forward_bias
        self.expand = nn.Linear(width, inner, bias)
        self.gate = nn.Linear(width, inner, bias) if config.gated else None
        self.contract = nn.Linear(inner, width, bias)
        self.activation = ACTIVATIONS[config.activation]
        self.dropout = TrainingDropout(config.dropout.feed_forward)

    def forward(self, x: Tensor, first: int = 0) -> Tensor:
        """[B,N,M] of the positions from ``first`` on."""
        hidden = self.activation(self.expand(x))  # [B,N,F]
        if self.gate is not None:
            hidden = hidden * self.gate(x)
        result: Tensor = self.contract(self.dropout(hidden, first) if self.dropout.active else hidden)  # [B,N,M]
        return result


class UnbiasedNorm(nn.Module):
    """LayerNorm as in harvardnlp/annotated-transformer: (x − μ)/(σ + eps), σ over M − 1."""

    def __init__(self, width: int, eps: float) -> None:
        super().__init__()
        self.weight, self.bias = nn.Parameter(torch.ones(width)), nn.Parameter(torch.zeros(width))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        centred = x - x.mean(-1, keepdim=True)  # [B,N,M]
        return self.weight * centred / (x.std(-1, keepdim=True) + self.eps) + self.bias


def make_norm(config: TransformerConfig) -> nn.Module:
    """The norm that this network uses everywhere; RMSNorm is arXiv 1910.07467."""
    if config.norm == "rms":
        return nn.RMSNorm(config.width, eps=config.norm_eps)
    kind = UnbiasedNorm if config.norm == "unbiased" else nn.LayerNorm
    return kind(config.width, eps=config.norm_eps)


class Residual(nn.Module):
    """A sub-layer's surroundings: sum, LayerNorm and dropout, in post- or pre-norm order (3.1, 5.4)."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.pre = config.norm_order == "pre"
        self.norm = make_norm(config)
        self.dropout = TrainingDropout(config.dropout.residual)

    def before(self, x: Tensor) -> Tensor:
        """The input of the sub-layer."""
        read: Tensor = self.norm(x) if self.pre else x
        return read

    def after(self, x: Tensor, output: Tensor, first: int = 0) -> Tensor:
        """The input of the next sub-layer."""
        total: Tensor = x + (self.dropout(output, first) if self.dropout.active else output)
        normed: Tensor = total if self.pre else self.norm(total)
        return normed


class EncoderLayer(nn.Module):
    """Self-attention, then feed-forward, each in its residual (3.1, left half of figure 1)."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        stack = config.encoder
        self.attention = MultiHeadAttention(config, stack)
        self.attention_residual = Residual(config)
        self.feed_forward = FeedForward(config, stack.feed_forward_width)
        self.feed_forward_residual = Residual(config)

    def forward(self, x: Tensor, mask: Tensor | None, bias: Tensor | None = None) -> tuple[Tensor, LayerRecord]:
        read = self.attention_residual.before(x)  # [B,S,M]
        added, own = self.attention(read, self.attention.key_value(read), mask, bias)
        middle = self.attention_residual.after(x, added)  # [B,S,M]
        expanded = self.feed_forward(self.feed_forward_residual.before(middle))  # [B,S,M]
        result = self.feed_forward_residual.after(middle, expanded)  # [B,S,M]
        return result, LayerRecord(own, None, (x, middle), (added, expanded))


class DecoderLayer(nn.Module):
    """Masked self-attention, cross attention, feed-forward (3.1, right half of figure 1)."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        stack = config.decoder
        self.attention = MultiHeadAttention(config, stack)
        self.attention_residual = Residual(config)
        self.cross = MultiHeadAttention(config, stack)
        self.cross_residual = Residual(config)
        self.feed_forward = FeedForward(config, stack.feed_forward_width)
        self.feed_forward_residual = Residual(config)

    def forward(
        self, x: Tensor, memory: Tensor, mask: Tensor | None, cross_mask: Tensor | None, cache: Cache, index: int,
        bias: Tensor | None = None,
    ) -> tuple[Tensor, LayerRecord]:  # fmt: skip
        read = self.attention_residual.before(x)  # [B,T,M]
        seen = cache.extend(index, *self.attention.key_value(read))  # every position so far
        first = seen[0].shape[2] - x.shape[1]
        added, own = self.attention(read, seen, mask, bias, first)
        middle = self.attention_residual.after(x, added, first)  # [B,T,M]
        if index == len(cache.cross):  # the source does not change: project it once
            cache.cross.append(self.cross.key_value(memory))
        fetched, cross = self.cross(self.cross_residual.before(middle), cache.cross[index], cross_mask, first=first)
        later = self.cross_residual.after(middle, fetched, first)  # [B,T,M]
        expanded = self.feed_forward(self.feed_forward_residual.before(later), first)  # [B,T,M]
        result = self.feed_forward_residual.after(later, expanded, first)  # [B,T,M]
        return result, LayerRecord(own, cross, (x, middle, later), (added, fetched, expanded))


class Embedding(nn.Module):
    """Token vector (times √M where the model does so) plus position vector (3.4, 3.5)."""

    def __init__(self, vocabulary: int, config: TransformerConfig, limit: int, token_norm: bool = False) -> None:
        super().__init__()
        self.token = nn.Embedding(vocabulary, config.width)
        self.position = Positions(config, limit) if config.positions != "relative" else None
        self.scale = math.sqrt(config.width) if config.scale_embeddings and not token_norm else 1.0
        self.token_norm = make_norm(config) if token_norm else nn.Identity()
        self.norm = make_norm(config) if config.embedding_norm and not token_norm else nn.Identity()
        self.dropout = TrainingDropout(config.dropout.embedding)

    def tokens(self, ids: Tensor) -> Tensor:
        """[…] ids → […,M] before the positions: table rows, scaled and normed where the model does so."""
        read: Tensor = self.token_norm(self.token(ids) * self.scale)
        return read

    def forward(self, ids: Tensor, first: int = 0, visible: Tensor | None = None) -> Tensor:
        """[B,N] ids at positions first … first + N − 1 → [B,N,M]; ``visible`` [B,N] is False at padding."""
        embedded = self.tokens(ids)
        if self.position is not None:
            embedded = embedded + self.position(first, embedded, visible)
        result: Tensor = self.norm(embedded)
        return self.dropout(result, first) if self.dropout.active else result


class HeadLayer(nn.Module):
    """BERT's transformation of what its vocabulary head reads: norm(activation(h·W + b))."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.linear = nn.Linear(config.width, config.width)
        self.activation = ACTIVATIONS[config.activation]
        self.norm = make_norm(config)

    def forward(self, hidden: Tensor) -> Tensor:
        """[…,M] → […,M]."""
        read: Tensor = self.norm(self.activation(self.linear(hidden)))
        return read


class Transformer(nn.Module):
    """Encoder, decoder and vocabulary head (figure 1)."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.config = config
        self.what_if: WhatIf | None = None
        self.source_embedding = Embedding(config.source_vocabulary, config, config.max_length)
        self.target_embedding = Embedding(
            config.target_vocabulary, config, config.target_limit, config.target_token_norm
        )
        self.encoder_layers = nn.ModuleList(EncoderLayer(config) for _ in range(config.encoder.layers))
        self.decoder_layers = nn.ModuleList(DecoderLayer(config) for _ in range(config.decoder.layers))
        self.encoder_norm = make_norm(config) if config.final_norm else nn.Identity()
        last = HeadLayer if config.head_layer else make_norm if config.final_norm else None
        self.decoder_norm: nn.Module = nn.Identity() if last is None else last(config)
        self.encoder_bias, self.decoder_bias = self._relative(config)
        size, bias = config.target_vocabulary, config.output_bias
        self.vocabulary = nn.Linear(config.width, size, bias) if config.vocabulary_head else None
        self.classifier = nn.Linear(config.width, config.classes, bias=False) if config.classes else None
        if config.share_embeddings:
            self.target_embedding.token.weight = self.source_embedding.token.weight
        if config.tie_output and self.vocabulary is not None:
            self.vocabulary.weight = self.target_embedding.token.weight
        if not next(self.parameters()).is_meta:  # where a file's values will be, nothing is filled
            self._initialise()

    def encode(self, source: Tensor, mask: Tensor, keep: Keep = Keep.NOTHING) -> Encoding:
        """Run the encoder once over ``source`` [B,S]; ``mask`` [B,S] is its padding mask."""
        embedded = x = self.source_embedding(source, 0, mask)  # [B,S,M]
        visible = _blocking(self.mask("encoder", mask, mask)[:, None])  # [B,1,1 or S,S]
        length = source.shape[1]
        bias = None if self.encoder_bias is None else self.encoder_bias(0, length, length)  # [1,H,S,S]
        records = []
        for index, layer in enumerate(self.encoder_layers):
            x, record = layer(x, visible, of_layer(bias, index))
            records.append(record)
        return Encoding(self.encoder_norm(x), mask, embedded, _kept(records, keep))

    def decode(
        self,
        target: Tensor,
        encoding: Encoding,
        mask: Tensor,
        cache: Cache | None = None,
        keep: Keep = Keep.NOTHING,
        visible: Tensor | None = None,
    ) -> Decoding:
        """Run the decoder over ``target`` [B,T], the positions not yet in ``cache``.

        ``mask`` [B,T,P+T] is the target mask's rows of these positions over the P cached ones and
        themselves. ``visible`` [B,T] is False where ``target`` is padding; None means nowhere. ``cache``
        is extended in place. Logits are :meth:`predict` of the result.
        """
        cache = Cache() if cache is None else cache
        first, length = cache.length, target.shape[1]
        embedded = x = self.target_embedding(target, first, visible)  # [B,T,M]
        rows = torch.ones_like(target, dtype=torch.bool) if visible is None else visible
        cross = _blocking(self.mask("cross", rows, encoding.mask, first)[:, None])  # [B,1,1 or T,S]
        own = _blocking(mask[:, None])  # [B,1,T,P+T]
        bias = None if self.decoder_bias is None else self.decoder_bias(first, length, first + length)
        records = []
        for index, layer in enumerate(self.decoder_layers):
            x, record = layer(x, encoding.memory, own, cross, cache, index, of_layer(bias, index))
            records.append(record)
        return Decoding(self.decoder_norm(x), embedded, _kept(records, keep))

    def mask(self, kind: Kind, queries: Tensor, keys: Tensor, first: int = 0) -> Tensor:
        """Padding masks [B,Q] and [B,K] → the mask of ``kind``, [B,Q,K], or [B,1,K] where all rows are alike.

        The decoder's has the look-ahead mask in it; ``first`` is the position of its first row.
        """
        rule: PaddingRule = getattr(self.config.padding_blocks, kind)
        if self.what_if is not None:
            return self.what_if.mask(kind, queries, keys, rule, first)
        mask = combine(queries, keys, rule)
        if kind != "decoder":
            return mask
        return mask & look_ahead_mask(keys.shape[1], keys.device)[first : first + queries.shape[1]]

    @property
    def revises(self) -> bool:
        """Whether a later target token may change what was computed for an earlier one: then nothing can be kept."""
        return self.config.revises or (self.what_if is not None and not self.what_if.is_causal)

    def predict(self, hidden: Tensor) -> Tensor:
        """[…,M] → logits […,V]; softmax of them is the next-token distribution (3.4).

        Raises TypeError in a network without a vocabulary head.
        """
        scaled = hidden * self.config.width**-0.5 if self.config.scale_logits else hidden
        logits: Tensor = self.head(scaled)
        return logits

    @property
    def head(self) -> nn.Linear:
        """The vocabulary head. Raises TypeError in a network without one."""
        if self.vocabulary is None:
            raise TypeError("this network has no vocabulary head")
        return self.vocabulary

    def store_by_columns(self) -> None:
        """Lay every matrix out by columns: a single row times it then reads memory in order.

        Values, shapes and names stay; a decoding step on the CPU takes a quarter less time.
        """
        for module in self.modules():
            if isinstance(module, nn.Linear):
                module.weight.data = module.weight.data.t().contiguous().t()

    @staticmethod
    def _relative(config: TransformerConfig) -> tuple[RelativeBias | None, RelativeBias | None]:
        """T5's two tables: the encoder's looks both ways, the decoder's only back; cross has none."""
        if config.positions != "relative":
            return None, None
        size = config.relative_buckets, config.relative_distance
        encoder, decoder = (
            RelativeBias(stack.heads, *size, both_ways, stack.layers if config.relative_layers else None)
            for stack, both_ways in zip(config.stacks, (True, False), strict=True)
        )
        return encoder, decoder

    def _initialise(self) -> None:
        """Xavier for matrices, N(0, 1/M) for embedding tables, so that √M·token is unit-sized."""
        for module in self.modules():
            if isinstance(module, nn.Linear):
                nn.init.xavier_uniform_(module.weight)
                if module.bias is not None:
                    nn.init.zeros_(module.bias)
            elif isinstance(module, nn.Embedding | RelativeBias | Positions):
                for table in module.parameters(recurse=False):
                    nn.init.normal_(table, std=self.config.width**-0.5)


def _blocking(mask: Tensor) -> Tensor | None:
    """The mask, or None where it blocks nothing: a cached step without padding needs none."""
    return None if bool(mask.all()) else mask


def _kept(records: list[LayerRecord], keep: Keep) -> tuple[LayerRecord, ...]:
    if keep == Keep.NOTHING:
        return ()
    if keep == Keep.WEIGHTS:
        return tuple(LayerRecord(record.own, record.cross) for record in records)
    return tuple(records)
