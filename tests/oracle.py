"""A second Transformer, in plain loops, to compare the real one with.

It shares no code with ``model/`` and uses no tensor library: lists of floats, one loop per sum of
the formulas in "Attention Is All You Need". It is slow, knows no batch and no cache, and runs one
sentence at a time. Weights come as a dict of numpy arrays under the names of the checkpoint file.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Row = list[float]
Matrix = list[Row]
Mask = list[list[bool]]
Array = NDArray[Any]
KINDS = ("encoder", "decoder", "cross")


@dataclass(frozen=True)
class Answer:
    """What the network computes for one pair of sentences."""

    logits: Array  # [T,V]
    memory: Array  # [S,M]
    hidden: Array  # [T,M]
    weights: dict[str, Array]  # kind → [L,H,Q,K]
    scores: dict[str, Array]  # kind → [L,H,Q,K], scaled, before the mask


def run(
    config: Any, weights: Mapping[str, Array], source: Sequence[int], target: Sequence[int], pad: int,
    kind: type[Oracle] | None = None, **changes: Any,
) -> Answer:  # fmt: skip
    """Teacher forcing: ``source`` [S] and ``target`` [T] are consumed as they are, padding included.

    ``kind``: a subclass that computes something else, made with ``changes``.
    """
    oracle = (kind or Oracle)(config, weights, **changes)
    memory = oracle.encode(source, pad)
    hidden = oracle.decode(target, memory, source, pad)
    if config.head_layer:
        inner = affine(hidden, weights["decoder_norm.linear.weight"], weights["decoder_norm.linear.bias"])
        inner = [[activation(config.activation, value) for value in row] for row in inner]
        hidden = oracle.norm("decoder_norm.norm", inner)
    head = weights[oracle.target_table if config.tie_output else "vocabulary.weight"]
    scale = 1 / math.sqrt(config.width) if config.scale_logits else 1.0
    read = [[value * scale for value in row] for row in hidden]
    logits = affine(read, head, weights["vocabulary.bias"] if config.output_bias else None)
    found = [{kind: np.array(maps[kind]) for kind in KINDS} for maps in (oracle.weights_seen, oracle.scores_seen)]
    return Answer(np.array(logits), np.array(memory), np.array(hidden), *found)


class Oracle:
    """One run; it collects the maps on its way."""

    def __init__(self, config: Any, weights: Mapping[str, Array]) -> None:
        self.config = config
        self.weights = weights
        self.target_table = f"{'source' if config.share_embeddings else 'target'}_embedding.token.weight"
        self.weights_seen: dict[str, list[list[Matrix]]] = {kind: [] for kind in KINDS}
        self.scores_seen: dict[str, list[list[Matrix]]] = {kind: [] for kind in KINDS}

    def encode(self, source: Sequence[int], pad: int) -> Matrix:
        x = self.embed(source, "source_embedding.token.weight", "source_embedding", pad)
        mask = self.mask("encoder", source, source, pad)
        for layer in range(self.config.encoder.layers):
            x = self.attention_sublayer(f"encoder_layers.{layer}.attention", "encoder", x, None, mask)
            x = self.feed_forward_sublayer(f"encoder_layers.{layer}.feed_forward", x)
        return self.norm("encoder_norm", x) if self.config.final_norm else x

    def decode(self, target: Sequence[int], memory: Matrix, source: Sequence[int], pad: int) -> Matrix:
        x = self.embed(target, self.target_table, "target_embedding", pad)
        own, cross = self.mask("decoder", target, target, pad), self.mask("cross", target, source, pad)
        for layer in range(self.config.decoder.layers):
            x = self.attention_sublayer(f"decoder_layers.{layer}.attention", "decoder", x, None, own)
            x = self.attention_sublayer(f"decoder_layers.{layer}.cross", "cross", x, memory, cross)
            x = self.feed_forward_sublayer(f"decoder_layers.{layer}.feed_forward", x)
        return self.norm("decoder_norm", x) if self.config.final_norm and not self.config.head_layer else x

    def mask(self, kind: str, queries: Sequence[int], keys: Sequence[int], pad: int) -> Mask:
        """Padding, and in the decoder what comes later, is blocked."""
        seen = padding_table(queries, keys, pad, getattr(self.config.padding_blocks, kind))
        if kind != "decoder":
            return seen
        return [[cell and column <= row for column, cell in enumerate(line)] for row, line in enumerate(seen)]

    def row(self, kind: str, layer: int, head: int, query: int, weights: Row, visible: list[bool]) -> Row:
        """The weights that a row has: those that were computed. What is changed in one is said in a subclass."""
        return weights

    def result(self, kind: str, layer: int, head: int, mixed: Row) -> Row:
        """What a head says: what it mixed."""
        return mixed

    def divisor(self, width: int) -> float:
        """Of a product."""
        return math.sqrt(width) if self.config.scale_scores else 1.0

    def kept(self, place: str, rows: Matrix, head: int | None = None) -> Matrix:
        """Rows after the dropout of a place: none is lost. ``head``: whose weights they are."""
        return rows

    def embed(self, ids: Sequence[int], table: str, part: str, pad: int) -> Matrix:
        """Token vector, times √M where the model does so, plus the vector of its position from 0."""
        config, width = self.config, self.config.width
        scale = math.sqrt(width) if config.scale_embeddings else 1.0
        rows, alone = [], config.target_token_norm and part == "target_embedding"
        for position, index in enumerate(ids):
            token = [float(self.weights[table][index][m]) * scale for m in range(width)]
            token = self.norm(f"{part}.token_norm", [[value / scale for value in token]])[0] if alone else token
            place = self.place(position, index, part, pad)
            rows.append([a + b for a, b in zip(token, place, strict=True)])
        rows = self.norm(f"{part}.norm", rows) if config.embedding_norm and not alone else rows
        return self.kept(f"{part}.dropout", rows)

    def place(self, position: int, index: int, part: str, pad: int) -> Row:
        """The vector of a position, counted from 0; padding may have one of its own."""
        config = self.config
        if config.positions == "sinusoidal":
            return sinusoid(position, config.width)
        if config.positions == "relative":
            return [0.0] * int(config.width)
        own_row = config.padding_position and index == pad
        table_name = f"{part}.position.{'padding' if own_row else 'table'}"
        stored = self.weights[table_name] if own_row else self.weights[table_name][position]
        return [float(value) for value in stored]

    def position_bias(self, kind: str, query: int, key: int, head: int, layer: int = 0) -> float:
        """T5: a number for the distance; cross attention has none."""
        config = self.config
        if config.positions != "relative" or kind == "cross":
            return 0.0
        buckets, offset, distance = config.relative_buckets, 0, key - query
        if kind == "encoder":
            buckets //= 2
            offset = buckets if distance > 0 else 0
            distance = abs(distance)
        else:
            distance = max(0, -distance)
        exact = buckets // 2
        bucket = distance
        if distance >= exact:
            growth = math.log(distance / exact) / math.log(config.relative_distance / exact)
            bucket = min(buckets - 1, exact + int(growth * (buckets - exact)))
        table = self.weights[f"{kind}_bias.table"]
        return float((table[layer] if config.relative_layers else table)[offset + bucket][head])

    def attention_sublayer(self, name: str, kind: str, x: Matrix, memory: Matrix | None, mask: Mask) -> Matrix:
        """Multi-head attention in its residual; without ``memory`` it reads its keys from its own input."""
        read = self.before(name, x)
        queries = self.project(f"{name}.query", read)
        keys = self.project(f"{name}.key", read if memory is None else memory)
        values = self.project(f"{name}.value", read if memory is None else memory)
        stack = self.config.encoder if kind == "encoder" else self.config.decoder
        joined: Matrix = [[] for _ in x]
        map_weights, map_scores = [], []
        for head in range(stack.heads):
            columns = range(head * stack.head_width, (head + 1) * stack.head_width)
            width = stack.value_width or stack.head_width
            value_columns = range(head * width, (head + 1) * width)
            scale, layer = self.divisor(stack.head_width), len(self.weights_seen[kind])
            weights, scores = [], []
            for q, query in enumerate(queries):
                products = [sum(query[d] * key[d] for d in columns) for key in keys]
                scores.append([product / scale for product in products])
                biased = [score + self.position_bias(kind, q, k, head, layer) for k, score in enumerate(scores[q])]
                computed = attention_row(biased, mask[q], self.config.mask_fill)
                weights.append(self.row(kind, layer, head, q, computed, mask[q]))
            for q, row in enumerate(self.kept(f"{name}.dropout", weights, head)):
                mixed = [sum(w * value[d] for w, value in zip(row, values, strict=True)) for d in value_columns]
                joined[q] += self.result(kind, layer, head, mixed)
            map_weights.append(weights)
            map_scores.append(scores)
        self.weights_seen[kind].append(map_weights)
        self.scores_seen[kind].append(map_scores)
        return self.after(name, x, self.project(f"{name}.output", joined))

    def feed_forward_sublayer(self, name: str, x: Matrix) -> Matrix:
        bias, read = self.config.feed_forward_bias, self.before(name, x)
        inner = self.project(f"{name}.expand", read, bias)
        inner = [[activation(self.config.activation, value) for value in row] for row in inner]
        if self.config.gated:
            gate = self.project(f"{name}.gate", read, bias)
            inner = [[a * b for a, b in zip(left, right, strict=True)] for left, right in zip(inner, gate, strict=True)]
        inner = self.kept(f"{name}.dropout", inner)
        return self.after(name, x, self.project(f"{name}.contract", inner, bias))

    def before(self, name: str, x: Matrix) -> Matrix:
        return self.norm(f"{name}_residual.norm", x) if self.config.norm_order == "pre" else x

    def after(self, name: str, x: Matrix, added: Matrix) -> Matrix:
        added = self.kept(f"{name}_residual.dropout", added)
        total = [[a + b for a, b in zip(left, right, strict=True)] for left, right in zip(x, added, strict=True)]
        return total if self.config.norm_order == "pre" else self.norm(f"{name}_residual.norm", total)

    def norm(self, name: str, x: Matrix) -> Matrix:
        """Each row in the family's way of making its size one; then gain and shift."""
        gain, kind, eps = self.weights[f"{name}.weight"], self.config.norm, self.config.norm_eps
        result = []
        for row in x:
            mean = 0.0 if kind == "rms" else sum(row) / len(row)
            squares = sum((value - mean) ** 2 for value in row)
            spread = math.sqrt(squares / len(row) + eps)
            if kind == "unbiased":
                spread = math.sqrt(squares / (len(row) - 1)) + eps
            shift = [0.0] * len(row) if kind == "rms" else self.weights[f"{name}.bias"]
            result.append([(value - mean) / spread * float(gain[m]) + float(shift[m]) for m, value in enumerate(row)])
        return result

    def project(self, name: str, x: Matrix, bias: bool | None = None) -> Matrix:
        biased = self.config.attention_bias if bias is None else bias
        return affine(x, self.weights[f"{name}.weight"], self.weights[f"{name}.bias"] if biased else None)


def padding_table(queries: Sequence[int], keys: Sequence[int], pad: int, rule: str) -> Mask:
    """True where neither side that the rule names holds padding."""
    rows = [query != pad or rule in ("keys", "none") for query in queries]
    columns = [key != pad or rule in ("queries", "none") for key in keys]
    return [[row and column for column in columns] for row in rows]


def sinusoid(position: int, width: int) -> Row:
    """One position's vector: sin and cos of position / 10000^(2i/M), in turn."""
    row = []
    for pair in range(width // 2):
        angle = position / 10000.0 ** (2 * pair / width)
        row += [math.sin(angle), math.cos(angle)]
    return row


def affine(x: Matrix, weight: Array, bias: Array | None) -> Matrix:
    """x·Wᵀ + b: every output is a sum over one row of W."""
    rows = weight.astype(float).tolist()
    shifts = [0.0] * len(rows) if bias is None else bias.astype(float).tolist()
    return [
        [sum(a * b for a, b in zip(vector, row, strict=True)) + shift for row, shift in zip(rows, shifts, strict=True)]
        for vector in x
    ]


def attention_row(scores: Row, visible: list[bool], fill: float) -> Row:
    """Softmax of one row. With −∞ a blocked cell is 0, also where the whole row is blocked."""
    if fill == -math.inf and not any(visible):
        return [0.0] * len(scores)
    filled = [score if seen else fill for score, seen in zip(scores, visible, strict=True)]
    powers = [math.exp(score - max(filled)) for score in filled]
    return [power / sum(powers) for power in powers]


def activation(name: str, value: float) -> float:
    if name == "relu":
        return max(0.0, value)
    if name == "silu":
        return value / (1.0 + math.exp(-value))
    if name == "gelu_tanh":
        return 0.5 * value * (1.0 + math.tanh(math.sqrt(2.0 / math.pi) * (value + 0.044715 * value**3)))
    return value * 0.5 * (1.0 + math.erf(value / math.sqrt(2.0)))
