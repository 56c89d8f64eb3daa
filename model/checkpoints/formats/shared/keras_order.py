"""Weights of Keras 2's ``.h5`` files and of a whole model in one: layers by the order in which they were made.

Layers are called ``dense_18`` there, by a count that goes on from cell to cell, so that only the order of the counts
says which is which: in each layer query, key, value and output of every attention, then both layers of the
feed-forward block. Shared by the formats of Keras.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

SIDES = {"encoder": 1, "decoder": 2}  #: and how many attentions a layer of it has
PARTS = ("query", "key", "value", "output")
NAMED = {"query": "query", "key": "key", "value": "value", "attention_output": "output"}  #: Keras' own attention
LEAVES = {"kernel": "weight", "bias": "bias", "gamma": "weight", "beta": "bias", "embeddings": "weight"}
WHOLE = "model_weights/"  #: before every name in a file of a whole model
COUNTED = re.compile(r"(.+?)(?:_(\d+))?")


def by_order(names: Iterable[str], named: bool) -> dict[str, str]:
    """Stored name → the parameter of ours, of a model with two stacks; {} where the order does not tell all of them.

    ``named``: the projections are those of Keras' own attention, which have names.
    """
    leaves: dict[str, list[tuple[str, str]]] = {}
    for name in names:
        path, _, leaf = name.removeprefix(WHOLE).removesuffix(":0").rpartition("/")
        if leaf in LEAVES and not name.startswith("optimizer_weights/"):
            leaves.setdefault(path, []).append((name, LEAVES[leaf]))
    found = dict(_modules(leaves, named))
    if len(found) != len(leaves) or len(set(found.values())) != len(found):
        return {}
    return {name: f"{found[path]}.{leaf}" for path, listed in leaves.items() for name, leaf in listed}


def _modules(paths: Iterable[str], named: bool) -> Iterator[tuple[str, str]]:
    """Path of a layer → our module."""
    sides: dict[str, list[str]] = {side: [] for side in ("", *SIDES)}
    for path in paths:
        side = _stem(path.partition("/")[0])[0]
        sides[side if side in SIDES else ""].append(path)
    yield from ((path, "vocabulary") for path in sides.pop(""))
    for side, listed in sides.items():
        yield from _stack(side, sorted(listed, key=_order), named)


def _stack(side: str, paths: Sequence[str], named: bool) -> Iterator[tuple[str, str]]:
    blocks = ("attention", "cross")[: SIDES[side]]
    kinds: dict[str, list[str]] = {}
    for path in paths:
        *holders, last = path.split("/")[1:]
        stem = _stem(last)[0]
        projects = stem in NAMED if named else stem == "dense" and bool(holders)
        kinds.setdefault("projection" if projects else stem, []).append(path)
    for path in kinds.get("embedding", ()):
        yield path, f"{'source' if side == 'encoder' else 'target'}_embedding.token"
    projections = kinds.get("projection", [])
    for place, path in enumerate(projections):
        holder, _, last = path.rpartition("/")
        layer, block = divmod(place // len(PARTS), len(blocks))
        first = projections[place - place % len(PARTS)]
        if first.rpartition("/")[0] == holder:  # all four of one attention
            part = NAMED[last] if named else PARTS[place % len(PARTS)]
            yield path, f"{side}_layers.{layer}.{blocks[block]}.{part}"
    for place, path in enumerate(kinds.get("dense", ())):
        yield path, f"{side}_layers.{place // 2}.feed_forward.{('expand', 'contract')[place % 2]}"
    for place, path in enumerate(kinds.get("layer_normalization", ())):
        layer, block = divmod(place, len(blocks) + 1)
        yield path, f"{side}_layers.{layer}.{(*blocks, 'feed_forward')[block]}_residual.norm"


def _order(path: str) -> tuple[int, ...]:
    """By the count of the layer itself, or of what holds it, where it has a name."""
    counts = [count for _, count in map(_stem, path.split("/"))]
    return tuple(reversed(counts))


def _stem(part: str) -> tuple[str, int]:
    match = COUNTED.fullmatch(part)
    return (match[1], int(match[2] or 0)) if match else (part, 0)
