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


def run(config: Any, weights: Mapping[str, Array], source: Sequence[int], target: Sequence[int], pad: int) -> Answer:
    """Teacher forcing: ``source`` [S] and ``target`` [T] are consumed as they are, padding included."""
    oracle = _Oracle(config, weights)
    memory = oracle.encode(source, pad)
    hidden = oracle.decode(target, memory, source, pad)
    head = weights[oracle.target_table if config.tie_output else "vocabulary.weight"]
    logits = affine(hidden, head, weights["vocabulary.bias"])
    found = [{kind: np.array(maps[kind]) for kind in KINDS} for maps in (oracle.weights_seen, oracle.scores_seen)]
    return Answer(np.array(logits), np.array(memory), np.array(hidden), *found)


class _Oracle:
    """One run; it collects the maps on its way."""

    def __init__(self, config: Any, weights: Mapping[str, Array]) -> None:
        self.config = config
        self.weights = weights
        self.target_table = f"{'source' if config.share_embeddings else 'target'}_embedding.token.weight"
        self.weights_seen: dict[str, list[list[Matrix]]] = {kind: [] for kind in KINDS}
        self.scores_seen: dict[str, list[list[Matrix]]] = {kind: [] for kind in KINDS}

    def encode(self, source: Sequence[int], pad: int) -> Matrix:
        x = self.embed(source, "source_embedding.token.weight", "source_embedding.position.table")
        mask = [[key != pad for key in source] for _ in source]
        for layer in range(self.config.encoder.layers):
            x = self.attention_sublayer(f"encoder_layers.{layer}.attention", "encoder", x, None, mask)
            x = self.feed_forward_sublayer(f"encoder_layers.{layer}.feed_forward", x)
        return self.norm("encoder_norm", x) if self.config.final_norm else x

    def decode(self, target: Sequence[int], memory: Matrix, source: Sequence[int], pad: int) -> Matrix:
        x = self.embed(target, self.target_table, "target_embedding.position.table")
        own = [[column <= row and key != pad for column, key in enumerate(target)] for row in range(len(target))]
        cross = [[key != pad for key in source] for _ in target]
        for layer in range(self.config.decoder.layers):
            x = self.attention_sublayer(f"decoder_layers.{layer}.attention", "decoder", x, None, own)
            x = self.attention_sublayer(f"decoder_layers.{layer}.cross", "cross", x, memory, cross)
            x = self.feed_forward_sublayer(f"decoder_layers.{layer}.feed_forward", x)
        return self.norm("decoder_norm", x) if self.config.final_norm else x

    def embed(self, ids: Sequence[int], table: str, learned: str) -> Matrix:
        """Token vector, times √M where the model does so, plus the vector of its position from 0."""
        width = self.config.width
        scale = math.sqrt(width) if self.config.scale_embeddings else 1.0
        rows = []
        for position, index in enumerate(ids):
            token = self.weights[table][index]
            formula = self.config.positions == "sinusoidal"
            place = sinusoid(position, width) if formula else self.weights[learned][position]
            rows.append([float(token[m]) * scale + float(place[m]) for m in range(width)])
        return rows

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
            weights, scores = [], []
            for q, query in enumerate(queries):
                products = [sum(query[d] * key[d] for d in columns) for key in keys]
                scores.append([product / math.sqrt(stack.head_width) for product in products])
                weights.append(attention_row(scores[q], mask[q], self.config.mask_fill))
                joined[q] += [sum(w * value[d] for w, value in zip(weights[q], values, strict=True)) for d in columns]
            map_weights.append(weights)
            map_scores.append(scores)
        self.weights_seen[kind].append(map_weights)
        self.scores_seen[kind].append(map_scores)
        return self.after(name, x, self.project(f"{name}.output", joined))

    def feed_forward_sublayer(self, name: str, x: Matrix) -> Matrix:
        inner = self.project(f"{name}.expand", self.before(name, x))
        inner = [[activation(self.config.activation, value) for value in row] for row in inner]
        return self.after(name, x, self.project(f"{name}.contract", inner))

    def before(self, name: str, x: Matrix) -> Matrix:
        return self.norm(f"{name}_residual.norm", x) if self.config.norm_order == "pre" else x

    def after(self, name: str, x: Matrix, added: Matrix) -> Matrix:
        total = [[a + b for a, b in zip(left, right, strict=True)] for left, right in zip(x, added, strict=True)]
        return total if self.config.norm_order == "pre" else self.norm(f"{name}_residual.norm", total)

    def norm(self, name: str, x: Matrix) -> Matrix:
        """Each row minus its mean, over the root of (its variance + eps); then gain and shift."""
        gain, shift = self.weights[f"{name}.weight"], self.weights[f"{name}.bias"]
        result = []
        for row in x:
            mean = sum(row) / len(row)
            variance = sum((value - mean) ** 2 for value in row) / len(row)
            spread = math.sqrt(variance + self.config.norm_eps)
            result.append([(value - mean) / spread * float(gain[m]) + float(shift[m]) for m, value in enumerate(row)])
        return result

    def project(self, name: str, x: Matrix) -> Matrix:
        return affine(x, self.weights[f"{name}.weight"], self.weights[f"{name}.bias"])


def sinusoid(position: int, width: int) -> Row:
    """One position's vector: sin and cos of position / 10000^(2i/M), in turn."""
    row = []
    for pair in range(width // 2):
        angle = position / 10000.0 ** (2 * pair / width)
        row += [math.sin(angle), math.cos(angle)]
    return row


def affine(x: Matrix, weight: Array, bias: Array) -> Matrix:
    """x·Wᵀ + b: every output is a sum over one row of W."""
    rows, shifts = weight.astype(float).tolist(), bias.astype(float).tolist()
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
    return value * 0.5 * (1.0 + math.erf(value / math.sqrt(2.0)))
