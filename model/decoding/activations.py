"""From tensors to numpy arrays: the vectors around the attentions, for :mod:`model.analysis.stream`. Torch ends here.

Embeddings apart from positions, the model's own table of positions, and the gains and shifts of the norms that
no attention has.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from model.network.positions import RelativeBias
from model.network.transformer import Embedding, Transformer

Floats = NDArray[np.float32]
ROWS = 128  #: of a table of positions, where the model has so many; and distances either way

#: Norms that belong to no attention, by name: where they are; ``{}`` stands for the layer.
_NORMS = {
    "encoder_ff": ("encoder_layers", "feed_forward_residual.norm"),
    "decoder_ff": ("decoder_layers", "feed_forward_residual.norm"),
    "encoder_final": ("", "encoder_norm"), "decoder_final": ("", "decoder_norm"),
    "source_norm": ("", "source_embedding.norm"), "target_norm": ("", "target_embedding.norm"),
}  # fmt: skip


Tokens = tuple[Sequence[int], Sequence[bool]]  #: ids [N], and their padding mask


def surroundings(network: Transformer, source: Tokens, target: Tokens) -> dict[str, Floats]:
    """All of it for one run, by name."""
    return embeddings(network, "source", *source) | embeddings(network, "target", *target) | fixed(network)


@torch.inference_mode()
def embeddings(network: Transformer, side: str, ids: Sequence[int], visible: Sequence[bool]) -> dict[str, Floats]:
    """``…_token`` and ``…_position`` [N,M] of ``ids`` [N], as :class:`Embedding` adds them; T5 has no position.

    ``side`` is source or target; ``visible`` [N] is its padding mask.
    """
    part: Embedding = getattr(network, f"{side}_embedding")
    device = part.token.weight.device
    token = part.tokens(torch.tensor([list(ids)], device=device))  # [1,N,M]
    result = {f"{side}_token": _array(token[0])}
    if part.position is not None:
        position = part.position(0, token, torch.tensor([list(visible)], device=device))  # [N,M] or [1,N,M]
        result[f"{side}_position"] = _array(position.reshape(-1, token.shape[-1]))
    return result


@torch.inference_mode()
def fixed(network: Transformer) -> dict[str, Floats]:
    """The arrays shared by all runs of a checkpoint: ``…_position_table`` [P,M] or ``…_distance_table`` [N,H], P ≤ 128.

    And ``…_gamma``, ``…_beta`` [L,M] or [M] of the norms that belong to no attention. RMSNorm lacks beta.
    """
    result: dict[str, Floats] = {}
    for side, bias in (("source", network.encoder_bias), ("target", network.decoder_bias)):
        part: Embedding = getattr(network, f"{side}_embedding")
        if part.position is not None:
            rows = min(ROWS, part.position.limit)
            result[f"{side}_position_table"] = _array(
                part.position.unmoved(0, part.token.weight[None, :1].expand(1, rows, -1))
            )
        if bias is not None and bias.table.dim() == 2:  # one for all layers
            result[f"{side}_distance_table"] = _distances(bias)
    for name, (stack, place) in _NORMS.items():
        norms = [layer.get_submodule(place) for layer in getattr(network, stack)] if stack else []
        result |= _gains(name, norms) if stack else _gains(name, [network.get_submodule(place)], single=True)
    return result


def _distances(bias: RelativeBias) -> Floats:
    """[N,H] for key − query from −128 to 128, or to 0 where the table only looks back."""
    last = ROWS if bias.both_ways else 0
    distance = torch.arange(-ROWS, last + 1, device=bias.table.device)
    bucket = bias.bucket(distance).clamp(0, len(bias.table) - 1)  # a table for very short runs has none so far away
    return _array(bias.table[bucket])


def _gains(name: str, norms: Sequence[nn.Module], single: bool = False) -> dict[str, Floats]:
    result = {}
    for letter, attribute in (("gamma", "weight"), ("beta", "bias")):
        held = [getattr(norm, attribute, None) for norm in norms]
        tensors = [each for each in held if isinstance(each, Tensor)]
        if tensors:
            result[f"{name}_{letter}"] = _array(tensors[0] if single else torch.stack(tensors))
    return result


def _array(tensor: Tensor) -> Floats:
    result: Floats = tensor.detach().float().cpu().numpy().copy()
    return result
