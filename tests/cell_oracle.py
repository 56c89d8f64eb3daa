"""One cell in plain loops, with all that it is made of: what ``model/analysis/explanation.py`` reads from a trace.

It shares no code with ``model/``: :mod:`tests.oracle` runs the network, this module watches its attention
and does the sums of one cell once more, number by number.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from tests.oracle import Array, Mask, Matrix, Oracle, Row, attention_row

BLOCKS = {"encoder": "encoder_layers.{}.attention", "decoder": "decoder_layers.{}.attention"}


class CellOracle(Oracle):
    """A network that remembers what each attention read and returned."""

    def __init__(
        self, config: Any, weights: Mapping[str, Array], source: Sequence[int], target: Sequence[int], pad: int
    ) -> None:
        super().__init__(config, weights)
        self.seen: dict[str, tuple[Matrix, Matrix | None, Mask, Matrix]] = {}
        self.decode(target, self.encode(source, pad), source, pad)

    def attention_sublayer(self, name: str, kind: str, x: Matrix, memory: Matrix | None, mask: Mask) -> Matrix:
        result = super().attention_sublayer(name, kind, x, memory, mask)
        self.seen[name] = (x, memory, mask, result)
        return result

    def cell(self, kind: str, layer: int, head: int, query: int, key: int) -> dict[str, Any]:
        """Every number of one cell, by the names of ``model.analysis.explanation``."""
        config = self.config
        name = BLOCKS.get(kind, "decoder_layers.{}.cross").format(layer)
        x, memory, mask, result = self.seen[name]
        read = self.before(name, x)
        stack = config.encoder if kind == "encoder" else config.decoder
        depth, width = stack.head_width, stack.value_width or stack.head_width
        keyed = read if memory is None else memory
        own = [row[head * depth : (head + 1) * depth] for row in self.project(f"{name}.query", read)][query]
        keys = [row[head * depth : (head + 1) * depth] for row in self.project(f"{name}.key", keyed)]
        values = [row[head * width : (head + 1) * width] for row in self.project(f"{name}.value", keyed)]
        divisor = self.divisor(depth)
        scores = [sum(a * b for a, b in zip(own, other, strict=True)) / divisor for other in keys]
        biases = [self.position_bias(kind, query, column, head, layer) for column in range(len(keys))]
        biased = [score + bias for score, bias in zip(scores, biases, strict=True)]
        weights = attention_row(biased, mask[query], config.mask_fill)
        products = [a * b for a, b in zip(own, keys[key], strict=True)]
        weighted = [[weight * value for value in row] for weight, row in zip(weights, values, strict=True)]
        return {
            "query_vector": own,
            "key_vector": keys[key],
            "products": products,
            "product": sum(products),
            "divisor": divisor,
            "scores": scores,
            "biases": biases,
            "visible": mask[query],
            "before": [b if seen else config.mask_fill for b, seen in zip(biased, mask[query], strict=True)],
            "weights": weights,
            "values": values,
            "weighted": weighted,
            "mixed": [sum(column) for column in zip(*weighted, strict=True)],
            **self.joined(name, head, query, width, x[query], result[query]),
        }

    def joined(self, name: str, head: int, query: int, width: int, stream: Row, result: Row) -> dict[str, Any]:
        """W_O, head by head; the sum with the stream; and the norm that stands before or after."""
        memory = self.seen[name][1]
        kind = "cross" if memory is not None else name.partition("_")[0]
        matrix, heads = self.weights[f"{name}.output.weight"], []
        stack = self.config.encoder if kind == "encoder" else self.config.decoder
        for other in range(stack.heads):
            mixed = self.mixed(name, kind, other, query, width)
            rows = matrix[:, other * width : (other + 1) * width].astype(float).tolist()
            heads.append([sum(a * b for a, b in zip(row, mixed, strict=True)) for row in rows])
        others = [sum(column) - column[head] for column in zip(*heads, strict=True)]
        zeros = [0.0] * len(stream)
        bias = self.weights[f"{name}.output.bias"].tolist() if self.config.attention_bias else zeros
        output = [a + b + c for a, b, c in zip(heads[head], others, bias, strict=True)]
        total = [a + b for a, b in zip(stream, output, strict=True)]
        normed = stream if self.config.norm_order == "pre" else total
        mean = 0.0 if self.config.norm == "rms" else sum(normed) / len(normed)
        squares = sum((value - mean) ** 2 for value in normed)
        over = len(normed) - 1 if self.config.norm == "unbiased" else len(normed)
        return {
            "part": heads[head],
            "others": others,
            "output": output,
            "stream": stream,
            "total": total,
            "result": result,
            "mean": mean,
            "deviation": math.sqrt(squares / over),
            "normed": self.norm(f"{name}_residual.norm", [normed])[0],
        }

    def mixed(self, name: str, kind: str, head: int, query: int, width: int) -> Row:
        layer = int(name.split(".")[1])
        weights = self.weights_seen[kind][layer][head][query]
        x, memory, _, _ = self.seen[name]
        values = self.project(f"{name}.value", self.before(name, x) if memory is None else memory)
        return [
            sum(w * row[d] for w, row in zip(weights, values, strict=True))
            for d in range(head * width, (head + 1) * width)
        ]
