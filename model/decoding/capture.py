"""From the tensors of a run to its record of numpy arrays. The last place that knows torch.

A step captures the newest decoder row only; :func:`build_trace` joins the rows into maps.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from model.checkpoints.tokenizer import Encoded, Tokenizer
from model.decoding.activations import Tokens, surroundings
from model.network.masks import look_ahead_mask
from model.network.transformer import Attended, Decoding, Encoding, Keep, LayerRecord, Transformer
from model.record.trace import KINDS, Kind, Meta, Step, Trace

CANDIDATES = 10  #: kept per step, fewer only where the vocabulary is smaller
Floats = NDArray[np.float32]


class NextToken(NamedTuple):
    """What a row says of the token that follows it."""

    candidate_ids: NDArray[np.int64]  #: [K], the likeliest first
    candidate_probabilities: Floats  #: [K]
    probability: float  #: of the token that was produced
    entropy: float  #: bits, over the whole vocabulary


def capture_step(decoding: Decoding, logits: Tensor, keep: Keep, consumed: int, produced: int, origin: str,
                 drawn: NDArray[np.float64] | None = None) -> Step:  # fmt: skip
    """The newest row of ``decoding`` (batch of one) with its next-token distribution. ``logits`` [V].

    ``drawn`` [V] are the probabilities that the token was drawn from.
    """
    following = next_token(logits, produced)
    return Step(
        consumed,
        produced,
        following.probability,
        origin,
        _rows([record.own.weights for record in decoding.layers]),
        _rows([record.cross.weights for record in decoding.layers if record.cross is not None]),
        following.candidate_ids,
        following.candidate_probabilities,
        following.entropy,
        _step_activations(decoding) if keep == Keep.ACTIVATIONS else {},
        None if drawn is None else float(drawn[produced]),
        None if drawn is None else drawn[following.candidate_ids].astype(np.float32),
    )


def next_token(logits: Tensor, produced: int) -> NextToken:
    """The distribution that ``logits`` [V] give; probabilities and entropy are those of the whole vocabulary.

    −Σ p·log p is computed as log Σ eˣ − Σ p·x, where log Σ eˣ is what parts the likeliest logit from its log p.
    """
    logits = logits.cpu()  # here in double precision, which some devices lack
    ids = logits.topk(min(CANDIDATES, logits.shape[0])).indices.numpy()
    x = logits.double()
    p = x.softmax(dim=-1)
    mean = torch.linalg.vecdot(p, x).item()
    if math.isnan(mean):  # a token without probability adds 0, not 0 · −∞
        mean = torch.linalg.vecdot(p, x.nan_to_num(neginf=0.0)).item()
    shares: NDArray[np.float64] = p.numpy()
    log_total = float(x.numpy()[ids[0]]) - math.log(shares[ids[0]])
    bits = max(0.0, log_total - mean) / math.log(2)
    return NextToken(ids, shares[ids].astype(np.float32), float(shares[produced]), bits)


def build_trace(
    meta: Meta, source: Encoded, encoding: Encoding, steps: Sequence[Step], target: Tokenizer, visible: Sequence[bool],
    network: Transformer,
) -> Trace:  # fmt: skip
    """Join an encoding and its steps. ``visible`` [T] is the padding mask of the consumed tokens."""
    around = (
        _around(network, source, encoding, ([step.consumed_id for step in steps], visible))
        if steps[0].activations
        else {}
    )
    meta, arrays = build_rows(meta, source, encoding, steps, target, visible, network)
    return Trace(meta, **arrays, activations=_activations(encoding, steps) | around if around else {})


def build_rows(  # noqa: PLR0913, PLR0917 (those of build_trace)
    meta: Meta, source: Encoded, encoding: Encoding, steps: Sequence[Step], target: Tokenizer, visible: Sequence[bool],
    network: Transformer, first: int = 0,
) -> tuple[Meta, dict[str, NDArray[Any]]]:  # fmt: skip
    """The arrays of a :class:`Trace`, without activations; from the step ``first`` on, only the rows since then.

    What the steps do not change is there where they are all wanted. See :mod:`model.record.growing_run`.
    """
    masks = attention_masks(network, encoding.mask[0].cpu(), torch.tensor(list(visible), dtype=torch.bool))
    masks["decoder"] &= look_ahead_mask(len(steps)).numpy()  # a row was computed before there was anything later
    since = steps[first:]
    candidates = np.stack([step.candidate_ids for step in since])
    consumed, produced = [step.consumed_id for step in since], [step.produced_id for step in since]
    arrays: dict[str, NDArray[Any]] = {
        "consumed_ids": np.array(consumed, dtype=np.int64),
        "consumed_tokens": np.array([target.token(index) for index in consumed]),
        "produced_ids": np.array(produced, dtype=np.int64),
        "produced_tokens": np.array([target.token(index) for index in produced]),
        "produced_probability": np.array([step.produced_probability for step in since], dtype=np.float32),
        "origin": np.array([step.origin for step in since]),
        "decoder_attention": _triangle([step.own for step in since]),
        "cross_attention": np.stack([step.cross for step in since], axis=2),
        "look_ahead_mask": look_ahead_mask(len(steps)).numpy()[first:],
        "target_mask": masks["decoder"][first:].copy(),
        "decoder_mask": masks["decoder"][first:],
        "cross_mask": masks["cross"][first:],
        "candidate_ids": candidates,
        "candidate_tokens": np.array([[target.token(int(index)) for index in row] for row in candidates]),
        "candidate_probabilities": np.stack([step.candidate_probabilities for step in since]),
        "candidate_entropy": np.array([step.candidate_entropy for step in since], dtype=np.float32),
    }
    shares = [step.candidate_drawn for step in since if step.candidate_drawn is not None]
    if shares:
        arrays["drawn_probability"] = np.array([step.drawn_probability for step in since], dtype=np.float32)
        arrays["candidate_drawn"] = np.stack(shares)
    if any(step.revised for step in steps):
        arrays |= _revised_arrays(since)
    arrays |= {} if first else _source_arrays(source, encoding, masks)
    held: dict[Kind, Floats] = {kind: arrays[f"{kind}_attention"] for kind in KINDS if f"{kind}_attention" in arrays}
    return _observed(meta, masks, held), arrays


def _revised_arrays(steps: Sequence[Step]) -> dict[str, NDArray[Any]]:
    """How much each step changed the rows before it; nothing where it computed only its own."""
    layers, kinds = steps[-1].own.shape[0], KINDS[1:]
    return {
        f"{kind}_revised": _triangle(
            [step.revised.get(kind, np.zeros((layers, step.own.shape[-1]), dtype=np.float32)) for step in steps]
        )
        for kind in kinds
    }


def _source_arrays(
    source: Encoded, encoding: Encoding, masks: Mapping[str, NDArray[np.bool_]]
) -> dict[str, NDArray[Any]]:
    """What the encoder's side of a run is, whatever the decoder does."""
    return {
        "source_ids": np.array(source.ids, dtype=np.int64),
        "source_tokens": np.array(source.tokens),
        "encoder_attention": _array([record.own.weights[0] for record in encoding.layers]),
        "padding_mask": encoding.mask[0].cpu().numpy().copy(),
        "encoder_mask": masks["encoder"],
    }


def build_observation(
    meta: Meta, source: Encoded, encoding: Encoding, target: Encoded, decoding: Decoding, network: Transformer,
    visible: Sequence[bool],
) -> Trace:  # fmt: skip
    """One pass over a given ``target``, by a network that produces no tokens: its maps, and nothing of a next token.

    ``visible`` [T] is the target's padding mask.
    """
    activations: dict[str, Floats] = {}
    if decoding.layers[0].inputs:  # with Keep.ACTIVATIONS
        around = _around(network, source, encoding, (target.ids, visible))
        activations = _encoder_activations(encoding) | _decoder_activations(decoding) | around
    masks = attention_masks(network, encoding.mask[0].cpu(), torch.tensor(list(visible)))
    cross = [record.cross.weights[0] for record in decoding.layers if record.cross is not None]
    attention: dict[Kind, Floats] = {
        "encoder": _array([record.own.weights[0] for record in encoding.layers]),
        "decoder": _array([record.own.weights[0] for record in decoding.layers]),
        "cross": _array(cross),
    }
    return Trace(
        _observed(meta, masks, attention),
        np.array(source.ids, dtype=np.int64),
        np.array(source.tokens),
        np.array(target.ids, dtype=np.int64),
        np.array(target.tokens),
        encoder_attention=attention["encoder"],
        decoder_attention=attention["decoder"],
        cross_attention=attention["cross"],
        padding_mask=encoding.mask[0].cpu().numpy().copy(),
        look_ahead_mask=look_ahead_mask(len(target.ids)).numpy(),
        target_mask=masks["decoder"].copy(),
        encoder_mask=masks["encoder"],
        decoder_mask=masks["decoder"],
        cross_mask=masks["cross"],
        activations=activations,
    )


def _around(network: Transformer, source: Encoded, encoding: Encoding, target: Tokens) -> dict[str, Floats]:
    """The vectors around the attentions of a run: weights after them, embeddings before them, norms between."""
    seen = (source.ids, encoding.mask[0].tolist())
    return _matrices(network) | surroundings(network, seen, target)


def attention_masks(network: Transformer, source: Tensor, target: Tensor) -> dict[str, NDArray[np.bool_]]:
    """Padding masks [S] and [T] → kind → [Q,K], as the network combines them. True = may attend."""
    pairs = {"encoder": (source, source), "decoder": (target, target), "cross": (target, source)}
    return {
        kind: network.mask(kind, queries[None], keys[None])[0].expand(len(queries), -1).numpy().copy()  # type: ignore[arg-type]
        for kind, (queries, keys) in pairs.items()
    }


def _observed(meta: Meta, masks: Mapping[str, NDArray[np.bool_]], attention: Mapping[Kind, Floats]) -> Meta:
    """``meta`` with what only the arrays can tell: rows without a visible key, and leaks in the rows that there are."""
    blind = {kind: tuple(map(int, np.flatnonzero(~mask.any(axis=1)))) for kind, mask in masks.items()}
    newest = {kind: masks[kind][-weights.shape[-2] :] for kind, weights in attention.items()}
    leaky = any(
        bool((attention[kind] * (mask.any(axis=1, keepdims=True) & ~mask)).any()) for kind, mask in newest.items()
    )
    return replace(meta, leaky_mask=leaky, fully_masked_rows={kind: rows for kind, rows in blind.items() if rows})


def _rows(weights: list[Tensor]) -> Floats:
    """L tensors [1,H,Q,K] → the newest rows [L,H,K]."""
    newest: Floats = torch.cat(weights).select(2, -1).float().cpu().numpy()
    return newest.copy()  # a view would hold the earlier rows as well, where there are any


def _array(tensors: list[Tensor]) -> Floats:
    result: Floats = torch.stack(tensors).float().cpu().numpy()
    return result


def _triangle(rows: Sequence[Floats], future: float = 0.0) -> Floats:
    """Rows [L,H,t+1] → [L,H,R,T], or [H,t+1] → [H,R,T]; the future, which no row could see, is ``future``."""
    result = np.full((*rows[0].shape[:-1], len(rows), rows[-1].shape[-1]), future, dtype=np.float32)
    for place, row in enumerate(rows):
        result[..., place, : row.shape[-1]] = row
    return result


def _vectors(attended: Sequence[Attended], name: str, newest: bool = False) -> Floats:
    """One of query, key, value, mixed, scores over the layers: [L,H,N,D or K], or [L,H,D or K] of the newest row."""
    tensors = [getattr(record, name)[0] for record in attended]
    return _array([tensor[:, -1] for tensor in tensors] if newest else tensors)


def _step_activations(decoding: Decoding) -> dict[str, Floats]:
    """Newest position: query, key, value, mixed [Ld,Hd,D], scores [Ld,Hd,K], sub-layer inputs and outputs [Ld,3,M]."""
    own = [record.own for record in decoding.layers]
    cross = [record.cross for record in decoding.layers if record.cross is not None]
    newest = {f"decoder_{name}": _vectors(own, name, newest=True) for name in PARTS}
    newest |= {f"cross_{name}": _vectors(cross, name, newest=True) for name in ROWS}
    if own[0].bias is not None:
        newest["decoder_bias"] = _bias([record.bias for record in own])[..., -1, :]
    for name in ("inputs", "outputs"):
        stacked = [torch.stack([part[0, -1] for part in getattr(record, name)]) for record in decoding.layers]
        newest[f"decoder_{name}"] = _array(stacked)
    newest["target_embedded"] = _array([decoding.embedded[0, -1]])[0]
    newest["hidden"] = _array([decoding.hidden[0, -1]])[0]
    if own[0].key.shape[2] == 1:  # the first step; they are the same at every one
        newest |= {f"cross_{name}": _vectors(cross, name) for name in ("key", "value")}
    return newest


#: What an attention hands on, and what of it each row has of its own.
PARTS = ("query", "key", "value", "mixed", "scores")
ROWS = ("query", "mixed", "scores")
#: Where the position axis goes when rows are joined: [L,H,T,D], [L,3,T,M], [T,M].
_JOINED = {
    "decoder_query": 2, "decoder_key": 2, "decoder_value": 2, "decoder_mixed": 2, "cross_query": 2, "cross_mixed": 2,
    "cross_scores": 2, "decoder_inputs": 2, "decoder_outputs": 2, "target_embedded": 0, "hidden": 0,
}  # fmt: skip


def _activations(encoding: Encoding, steps: Sequence[Step]) -> dict[str, Floats]:
    """Everything the inspector needs, by name.

    ``encoder_query|key|value`` [Le,He,S,D], ``decoder_…`` [Ld,Hd,T,D], ``cross_query``
    [Ld,Hd,T,D], ``cross_key|value`` [Ld,Hd,S,D]; ``…_mixed`` [L,H,Q,D], each head's weighted values;
    ``…_scores`` [L,H,Q,K] before bias and mask, and in T5 ``encoder_bias|decoder_bias`` [H,Q,K], in UMT5 [L,H,Q,K],
    not-a-number where the key was not there yet; ``encoder_inputs|outputs`` [Le,2,S,M] and ``decoder_inputs|outputs``
    [Ld,3,T,M] per sub-layer; ``source_embedded`` and ``memory`` [S,M], ``target_embedded`` and ``hidden``
    [T,M]. The weights beside them are :func:`_matrices`.
    """
    result = _encoder_activations(encoding)
    for name, axis in _JOINED.items():
        result[name] = np.stack([step.activations[name] for step in steps], axis=axis)
    for name in ("decoder_scores", "decoder_bias"):
        if name in steps[0].activations:
            result[name] = _triangle([step.activations[name] for step in steps], np.nan)
    return result | {name: steps[0].activations[name] for name in ("cross_key", "cross_value")}


def _encoder_activations(encoding: Encoding) -> dict[str, Floats]:
    own = [record.own for record in encoding.layers]
    ends = {"source_embedded": _array([encoding.embedded[0]])[0], "memory": _array([encoding.memory[0]])[0]}
    return _projected("encoder", own) | _sums("encoder", encoding.layers) | ends


def _decoder_activations(decoding: Decoding) -> dict[str, Floats]:
    """Those of every position at once; names and shapes as in :func:`_activations`. Every key is there."""
    own = [record.own for record in decoding.layers]
    cross = [record.cross for record in decoding.layers if record.cross is not None]
    vectors = _projected("decoder", own) | _projected("cross", cross)
    ends = {"target_embedded": _array([decoding.embedded[0]])[0], "hidden": _array([decoding.hidden[0]])[0]}
    return vectors | _sums("decoder", decoding.layers) | ends


def _projected(kind: str, attended: Sequence[Attended]) -> dict[str, Floats]:
    result = {f"{kind}_{name}": _vectors(attended, name) for name in PARTS}
    bias = attended[0].bias
    return result if bias is None else result | {f"{kind}_bias": _bias([record.bias for record in attended])}


def _bias(layers: Sequence[Tensor | None]) -> Floats:
    """[1,H,Q,K] of each layer → [H,Q,K] where it is one and the same, else [L,H,Q,K]."""
    held = [bias[0] for bias in layers if bias is not None]
    shared = all(bias is layers[0] for bias in layers)
    return _array(held[:1])[0] if shared else _array(held)


def _sums(side: str, layers: Sequence[LayerRecord]) -> dict[str, Floats]:
    """The input and the sum of each sub-layer: [L,2 or 3,N,M]."""
    return {
        f"{side}_{name}": _array([torch.stack([part[0] for part in getattr(layer, name)]) for layer in layers])
        for name in ("inputs", "outputs")
    }


#: Where the weights that follow an attention are: stack and block, then the parameters of such a block.
_BLOCKS = {
    "encoder": ("encoder_layers", "attention"), "decoder": ("decoder_layers", "attention"),
    "cross": ("decoder_layers", "cross"),
}  # fmt: skip
_PARAMETERS = {
    "w_o": ".output.weight", "b_o": ".output.bias", "gamma": "_residual.norm.weight", "beta": "_residual.norm.bias",
}  # fmt: skip


def _matrices(network: Transformer) -> dict[str, Floats]:
    """The weights that follow an attention: per kind ``…_w_o`` [L,M,H·D], ``…_b_o``, ``…_gamma`` and ``…_beta`` [L,M].

    Gamma and beta are those of the sub-layer's own norm; a network without biases lacks ``b_o``, RMSNorm ``beta``.
    """
    held, result = dict(network.named_parameters()), {}
    for kind, (stack, block) in _BLOCKS.items():
        for name, place in _PARAMETERS.items():
            paths = [f"{stack}.{layer}.{block}{place}" for layer in range(len(getattr(network, stack)))]
            if paths[0] in held:
                result[f"{kind}_{name}"] = _array([held[path].detach() for path in paths])
    return result
