"""The mean of checkpoints of one network, tensor by tensor.

The paper averages the last of one training (section 6.1). Weights of trainings that began with the same weights may be
averaged too, since their losses lie in one basin (Wortsman et al. 2022, "Model soups").
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import torch

from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.formats.shared.weights import unique_weights
from model.checkpoints.tokenizer import Tokenizer
from model.common.problems import Problem
from model.common.text import Text
from model.network.config import EPOCH, UPDATE, TransformerConfig


def average(checkpoints: Sequence[Checkpoint], shares: Sequence[float], name: str) -> Checkpoint:
    """The checkpoint whose weights are Σ share · weights, added up in float64; all else is the first's.

    The first one's network becomes the result. ``shares`` are as many, each above 0, with the sum 1. Raises
    :class:`Problem` where another has a different network or different tokens.
    """
    first, *others = checkpoints
    for other in others:
        _check_alike(first, other)
    weights = [unique_weights(each.transformer) for each in checkpoints]
    with torch.no_grad():
        for tensor, value in weights[0].items():
            same = (share * each[tensor].double() for share, each in zip(shares, weights, strict=True))
            value.copy_(sum(same, torch.zeros_like(value, dtype=torch.float64)))
    mixed = "; ".join(
        f"{share:g} of {each.name}, weights {each.sha256}" for share, each in zip(shares, checkpoints, strict=True)
    )
    kept = {entry: value for entry, value in first.provenance.items() if entry not in (UPDATE, EPOCH)}
    return replace(first, name=name, sha256="", path=None, provenance={**kept, "average": mixed}, own_search=None)


def normalised(shares: Sequence[float], count: int) -> tuple[float, ...]:
    """``shares`` as parts of 1; equal ones where none are given. Raises :class:`Problem` for what is no such thing."""
    if not shares:
        return (1 / count,) * count
    if len(shares) != count:
        why = Text("%1 are given for %2 checkpoints", len(shares), count)
        raise Problem(Text("the shares"), why, Text("Give one for each, such as 1,1,2"))
    if not all(math.isfinite(share) and 0 < share <= 1e6 for share in shares):
        raise Problem(Text("the shares"), Text("one is no number above 0"), Text("Give one for each, such as 1,1,2"))
    return tuple(share / sum(shares) for share in shares)


def _check_alike(first: Checkpoint, other: Checkpoint) -> None:
    """The same network, dropout aside, and the same token behind every id."""
    ours, theirs = _shape(first.transformer.config), _shape(other.transformer.config)
    different = sorted(name for name in ours if ours[name] != theirs.get(name))
    if different:
        why = Text("its network is not that of %1 (%2)", first.name, ", ".join(different))
        raise Problem(other.name, why, Text("Average checkpoints of one network"))
    for mine, its in (
        (first.source_tokenizer, other.source_tokenizer),
        (first.target_tokenizer, other.target_tokenizer),
    ):
        if _tokens(mine) != _tokens(its):
            why = Text("its tokens are not those of %1", first.name)
            raise Problem(other.name, why, Text("Average checkpoints that share their vocabularies"))


def _shape(config: TransformerConfig) -> dict[str, object]:
    return {name: value for name, value in config.to_json().items() if name != "dropout"}


def _tokens(tokenizer: Tokenizer) -> list[str]:
    return [tokenizer.token(index) for index in range(len(tokenizer))]
