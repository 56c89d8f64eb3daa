"""A network with changes that are made for one run. Applied in one place, for every format alike.

:func:`changed` gives a twin that shares every parameter and computes something else; the network itself is never
touched, so that taking a change away is not to ask for it. Masks are changed where the network combines them
(:meth:`Transformer.mask`), heads and rows where weights become results (:func:`model.network.transformer.attend`).
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from model.network.config import PaddingRule
from model.network.dropout import SeededDropout, TrainingDropout
from model.network.interventions import (
    CellFlipped,
    DropoutOn,
    HeadAblated,
    Intervention,
    Kind,
    MaskOff,
    PositionMoved,
    PositionsOff,
    RowSet,
    ScoreTemperature,
    Unscaled,
    to_json,
)
from model.network.masks import combine, look_ahead_mask
from model.network.what_if_places import require_network

if TYPE_CHECKING:
    from model.network.transformer import Transformer


def interventions_of(network: Transformer) -> tuple[dict[str, Any], ...]:
    """What a run's record says of its changes, in their order."""
    return () if network.what_if is None else tuple(map(to_json, network.what_if.interventions))


class WhatIf:
    """All interventions of one run, as the network asks for them."""

    def __init__(self, interventions: Sequence[Intervention]) -> None:
        self.interventions = tuple(interventions)
        self.look_ahead = MaskOff("look_ahead") not in self.interventions
        self.padding = MaskOff("padding") not in self.interventions
        given = [one.temperature for one in self.interventions if isinstance(one, ScoreTemperature)]
        self.temperature = math.prod(given)

    @property
    def is_causal(self) -> bool:
        """Whether no row of the decoder depends on a later one, so that earlier rows may be kept."""
        later_cell = any(isinstance(one, CellFlipped) and one.kind == "decoder" and one.key > one.query
                         for one in self.interventions)  # fmt: skip
        later_key = any(isinstance(one, RowSet) and one.kind == "decoder" and len(one.weights) > one.query + 1
                        for one in self.interventions)  # fmt: skip
        return self.look_ahead and not later_cell and not later_key

    def mask(self, kind: Kind, queries: Tensor, keys: Tensor, rule: PaddingRule, first: int = 0) -> Tensor:
        """The mask [B,Q,K] of ``kind`` for the rows from ``first`` on; ``queries`` [B,Q] and ``keys`` [B,K] are
        padding masks, and ``rule`` says which cells padding blocks."""
        rows, columns = queries.shape[1], keys.shape[1]
        mask = combine(queries, keys, rule if self.padding else "none").expand(-1, rows, -1)
        if kind == "decoder" and self.look_ahead:
            mask = mask & look_ahead_mask(columns, keys.device)[first : first + rows]
        for one in self.interventions:
            if isinstance(one, CellFlipped) and one.kind == kind:
                row = one.query - first
                if 0 <= row < rows and one.key < columns:
                    mask = mask.clone()
                    mask[:, row, one.key] = ~mask[:, row, one.key]
        return mask

    def attention(self, kind: Kind, layer: int) -> AttentionChange | None:
        """What becomes of the heads of one block; None where nothing does."""
        mine = tuple(
            one
            for one in self.interventions
            if isinstance(one, HeadAblated | RowSet) and (one.kind, one.layer) == (kind, layer)
        )
        return AttentionChange(mine) if mine else None


@dataclass(frozen=True)
class AttentionChange:
    """Heads and rows of one block."""

    changes: tuple[HeadAblated | RowSet, ...]

    def weights(self, weights: Tensor, mask: Tensor | None, first: int) -> Tensor:
        """[B,H,Q,K], rows from ``first`` on → the same with rows set and weights made equal; ``mask`` [B,1,·,K]."""
        changed, (rows, keys) = weights.clone(), weights.shape[-2:]
        for one in self.changes:
            if isinstance(one, HeadAblated) and one.instead == "uniform":
                seen = torch.ones_like(weights[:, 0]) if mask is None else mask[:, 0].expand(-1, rows, -1).to(weights)
                changed[:, one.head] = seen / seen.sum(-1, keepdim=True).clamp(min=1)
            elif isinstance(one, RowSet) and 0 <= one.query - first < rows:
                row = weights.new_zeros(keys)
                given = weights.new_tensor(one.weights[:keys])
                row[: len(given)] = given
                changed[:, one.head, one.query - first] = row
        return changed

    def mixed(self, mixed: Tensor) -> Tensor:
        """[B,H,Q,D] → the same with 0 for heads without a result."""
        heads = [one.head for one in self.changes if isinstance(one, HeadAblated) and one.instead == "zero"]
        if not heads:
            return mixed
        changed = mixed.clone()
        changed[:, heads] = 0.0
        return changed


class NoPositions(nn.Module):
    """Vectors of zeros in the place of positions."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self.limit = limit

    @property
    def unmoved(self) -> nn.Module:
        """See :class:`model.network.positions.Positions`."""
        return self

    def forward(self, _first: int, token: Tensor, _visible: Tensor | None = None) -> Tensor:
        """[N,M] for ``token`` [B,N,M]."""
        return torch.zeros_like(token[0])


class MovedPositions(nn.Module):
    """The network's own positions, some tokens with that of another place; ``moved``: token → position."""

    def __init__(self, unmoved: nn.Module, moved: Mapping[int, int]) -> None:
        super().__init__()
        self.unmoved, self.moved = unmoved, dict(moved)
        self.limit = unmoved.limit

    def forward(self, first: int, token: Tensor, visible: Tensor | None = None) -> Tensor:
        """[N,M] or [B,N,M] for ``token`` [B,N,M] at the positions first … first + N − 1."""
        rows: Tensor = self.unmoved(first, token, visible).clone()
        for at, position in self.moved.items():
            if first <= at < first + token.shape[1]:
                rows[..., at - first, :] = self.unmoved(position, token[:, :1])[..., 0, :]
        return rows


class NoBias(nn.Module):
    """Zeros in the place of T5's numbers for distances."""

    def __init__(self, own: nn.Module) -> None:
        super().__init__()
        self.both_ways, self.farthest = own.both_ways, own.farthest
        self.register_buffer("table", torch.zeros_like(own.get_parameter("table").detach()), persistent=False)
        self.bucket = own.bucket

    def forward(self, _first: int, queries: int, keys: int) -> Tensor:
        """[1,H,Q,K]."""
        table = self.get_buffer("table")
        return table.new_zeros(1, table.shape[-1], queries, keys)


def changed(network: Transformer, interventions: Sequence[Intervention]) -> Transformer:
    """A twin of ``network`` that shares its parameters and computes what the interventions say.

    Without any it is the network itself. Raises :class:`Problem` for one that this network has no place for.
    """
    if not interventions:
        return network
    for one in interventions:
        require_network(network.config, one)
    twin: Transformer = _twin(network)
    twin.what_if = what_if = WhatIf(interventions)
    scaled = twin.config.scale_scores and Unscaled() not in what_if.interventions
    twin.config = replace(twin.config, scale_scores=scaled)
    for kind, number, block in _attentions(twin):
        block.scaled = scaled
        block.temperature = what_if.temperature
        block.change = what_if.attention(kind, number)
    _place(twin, what_if.interventions)
    for one in what_if.interventions:
        if isinstance(one, DropoutOn):
            _drop(twin, one)
    return twin


def _attentions(network: Any) -> Iterator[tuple[Kind, int, Any]]:
    """Every multi-head attention with its kind and its layer."""
    for number, layer in enumerate(network.encoder_layers):
        yield "encoder", number, layer.attention
    for number, layer in enumerate(network.decoder_layers):
        yield "decoder", number, layer.attention
        yield "cross", number, layer.cross


def _drop(twin: Transformer, dropout: DropoutOn) -> None:
    """Seeded dropout where the network's training had it; everywhere, where it had none and a rate is given."""
    trained = any(vars(twin.config.dropout).values())
    for name, module in list(twin.named_modules()):
        if isinstance(module, TrainingDropout) and (module.p > 0 or not trained):
            parent, _, own = name.rpartition(".")
            rate = module.p if dropout.rate is None else dropout.rate
            setattr(twin.get_submodule(parent), own, SeededDropout(rate, dropout.seed, name))


def _place(twin: Transformer, interventions: Sequence[Intervention]) -> None:
    """Positions off or moved."""
    for side in ("source", "target"):
        embedding = getattr(twin, f"{side}_embedding")
        moved = {one.token: one.position for one in interventions
                 if isinstance(one, PositionMoved) and one.side == side}  # fmt: skip
        if moved:
            embedding.position = MovedPositions(embedding.position, moved)
        if PositionsOff() in interventions and embedding.position is not None:
            embedding.position = NoPositions(embedding.position.limit)
    if PositionsOff() in interventions and twin.encoder_bias is not None and twin.decoder_bias is not None:
        twin.encoder_bias, twin.decoder_bias = NoBias(twin.encoder_bias), NoBias(twin.decoder_bias)  # type: ignore[assignment]


def _twin(module: Any) -> Any:
    """The same module once more, with the same parameters: only what is not learnt can be changed in it."""
    made = copy.copy(module)
    for name in ("_parameters", "_buffers"):
        made.__dict__[name] = dict(module.__dict__[name])
    made.__dict__["_modules"] = {
        name: None if child is None else _twin(child) for name, child in module.__dict__["_modules"].items()
    }
    return made
