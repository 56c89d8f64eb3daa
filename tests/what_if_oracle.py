"""The plain-loop Transformer with changes: written from what each change means, with nothing of the program's own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any
from zlib import crc32

from tests.oracle import Array, Mask, Matrix, Oracle, Row


def number(coordinates: Sequence[int]) -> float:
    """SplitMix64 over the coordinates, one after another (Steele, Lea, Flood 2014), as a number from 0 to below 1."""
    state = 0
    for coordinate in coordinates:
        z = ((state ^ coordinate) + 0x9E3779B97F4A7C15) % 2**64
        z = (z ^ z // 2**30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z // 2**27) * 0x94D049BB133111EB % 2**64
        state = z ^ z // 2**31
    return (state // 2**11) / 2**53


class WhatIfOracle(Oracle):
    """``changes`` are dicts as a trace holds them."""

    def __init__(self, config: Any, weights: dict[str, Array], changes: Sequence[dict[str, Any]] = ()) -> None:
        super().__init__(config, weights)
        self.changes = changes

    def of(self, what: str, **wanted: Any) -> list[dict[str, Any]]:
        return [one for one in self.changes
                if one["what"] == what and all(one[name] == value for name, value in wanted.items())]  # fmt: skip

    def mask(self, kind: str, queries: Sequence[int], keys: Sequence[int], pad: int) -> Mask:
        rule = getattr(self.config.padding_blocks, kind)
        table = []
        for row, query in enumerate(queries):
            line = []
            for column, key in enumerate(keys):
                seen = True
                if not self.of("mask_off", mask="padding"):
                    if rule in ("keys", "both") and key == pad:
                        seen = False
                    if rule in ("queries", "both") and query == pad:
                        seen = False
                if kind == "decoder" and column > row and not self.of("mask_off", mask="look_ahead"):
                    seen = False
                line.append(seen != bool(self.of("cell", kind=kind, query=row, key=column)))
            table.append(line)
        return table

    def row(self, kind: str, layer: int, head: int, query: int, weights: Row, visible: list[bool]) -> Row:
        place = {"kind": kind, "layer": layer, "head": head}
        for one in self.changes:
            if one["what"] == "head" and one["instead"] == "uniform" and place.items() <= one.items():
                weights = [1 / max(1, sum(visible)) if seen else 0.0 for seen in visible]
            if one["what"] == "row" and place.items() <= one.items() and one["query"] == query:
                weights = [one["weights"][k] if k < len(one["weights"]) else 0.0 for k in range(len(weights))]
        return weights

    def result(self, kind: str, layer: int, head: int, mixed: Row) -> Row:
        silent = self.of("head", kind=kind, layer=layer, head=head, instead="zero")
        return [0.0 for _ in mixed] if silent else mixed

    def divisor(self, width: int) -> float:
        by = 1.0 if self.of("unscaled") or not self.config.scale_scores else math.sqrt(width)
        for one in self.of("temperature"):
            by *= one["temperature"]
        return by

    def kept(self, place: str, rows: Matrix, head: int | None = None) -> Matrix:
        """Each value's own number, from the seed, the place's name, head, row and column."""
        own, rates = self.config.dropout, self.config.dropout.__dict__
        site = "attention" if head is not None else place.split(".")[-2]
        site = {"feed_forward": "feed_forward", "attention": "attention"}.get(site, "residual")
        rate = getattr(own, "embedding" if place.endswith("embedding.dropout") else site)
        for one in self.of("dropout"):
            if rate > 0 or not any(rates.values()):
                share = rate if one["rate"] is None else one["rate"]
                start = [one["seed"], crc32(place.encode()), *([] if head is None else [head])]
                rows = [
                    [0.0 if share > number([*start, r, c]) else value / (1 - share) for c, value in enumerate(row)]
                    for r, row in enumerate(rows)
                ]
        return rows

    def place(self, position: int, index: int, part: str, pad: int) -> Row:
        if self.of("positions_off"):
            return [0.0] * int(self.config.width)
        for one in self.of("position", side=part.removesuffix("_embedding"), token=position):
            return super().place(one["position"], -1, part, pad)
        return super().place(position, index, part, pad)

    def position_bias(self, kind: str, query: int, key: int, head: int, layer: int = 0) -> float:
        return 0.0 if self.of("positions_off") else super().position_bias(kind, query, key, head, layer)
