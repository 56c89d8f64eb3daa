"""Means and rollout of planted maps, against plain loops."""

from __future__ import annotations

from typing import Any

import numpy as np

from model.transforms.aggregates import decoder_rollout, decoder_terms, encoder_rollout, encoder_terms, mean
from tests.model.subwords import weights

L, H, S, T = 3, 2, 4, 5
ENCODER = weights(1, np.ones((S, S)), L, H)
DECODER = weights(2, np.tri(T), L, H)
CROSS = weights(3, np.ones((T, S)), L, H)


def averaged(layer: Any) -> Any:
    """The mean over heads, cell by cell."""
    heads, rows, columns = layer.shape
    return [[sum(float(layer[h, q, k]) for h in range(heads)) / heads for k in range(columns)] for q in range(rows)]


def product(left: Any, right: Any) -> Any:
    """A matrix product as the textbook has it."""
    inner, wide = range(len(right)), range(len(right[0]))
    return [[sum(row[j] * right[j][k] for j in inner) for k in wide] for row in left]


def half_with_itself(matrix: Any) -> Any:
    return [[0.5 * cell + 0.5 * (q == k) for k, cell in enumerate(row)] for q, row in enumerate(matrix)]


def test_means() -> None:
    assert mean(ENCODER, "heads").shape == (L, 1, S, S)
    assert mean(ENCODER, "layers").shape == (1, H, S, S)
    assert mean(ENCODER, "all").shape == (1, 1, S, S)
    for layer in range(L):
        np.testing.assert_allclose(mean(ENCODER, "heads")[layer, 0], averaged(ENCODER[layer]), atol=1e-6)
    for head in range(H):
        np.testing.assert_allclose(mean(ENCODER, "layers")[0, head], averaged(ENCODER[:, head]), atol=1e-6)
    everything = averaged(ENCODER.reshape(L * H, S, S))
    np.testing.assert_allclose(mean(ENCODER, "all")[0, 0], everything, atol=1e-6)
    assert mean(ENCODER, "all").dtype == np.float32


def test_the_encoders_rollout() -> None:
    rolled = encoder_rollout(ENCODER)
    wanted: Any = np.eye(S).tolist()
    for layer in range(L):
        wanted = product(half_with_itself(averaged(ENCODER[layer])), wanted)
        np.testing.assert_allclose(rolled[layer, 0], wanted, atol=1e-6)
    assert not np.allclose(rolled[-1, 0], rolled[-1, 0].T, atol=0.01)  # the stamp is not symmetric


def test_the_decoders_rollout_is_joint() -> None:
    encoder = encoder_rollout(ENCODER)
    own, cross = decoder_rollout(DECODER, CROSS, encoder)
    both: Any = [[float(q == k) for k in range(T)] + [0.0] * S for q in range(T)]  # target, then source
    for layer in range(L):
        both = product(half_with_itself(averaged(DECODER[layer])), both)
        read = product(averaged(CROSS[layer]), encoder[-1, 0].tolist())
        both = [[0.5 * cell for cell in row] for row in both]
        both = [row[:T] + [cell + 0.5 * more for cell, more in zip(row[T:], read[q], strict=True)]
                for q, row in enumerate(both)]  # fmt: skip
        np.testing.assert_allclose(own[layer, 0], [row[:T] for row in both], atol=1e-6)
        np.testing.assert_allclose(cross[layer, 0], [row[T:] for row in both], atol=1e-6)
        np.testing.assert_allclose(own[layer, 0].sum(-1) + cross[layer, 0].sum(-1), 1, atol=1e-6)


def test_no_weight_goes_to_the_future() -> None:
    own, _ = decoder_rollout(DECODER, CROSS, encoder_rollout(ENCODER))
    assert (own[..., ~np.tri(T, dtype=bool)] == 0).all()


def test_a_row_without_weight_passes_on_what_it_has() -> None:
    blind = ENCODER.copy()
    blind[:, :, 1] = 0
    np.testing.assert_allclose(encoder_rollout(blind)[-1, 0, 1], np.eye(S)[1])
    deaf = CROSS.copy()
    deaf[:, :, 2] = 0
    own, cross = decoder_rollout(DECODER, deaf, encoder_rollout(ENCODER))
    np.testing.assert_allclose(own[..., 2, :].sum(-1) + cross[..., 2, :].sum(-1), 1, atol=1e-6)


def test_terms_add_up_to_the_number() -> None:
    encoder = encoder_rollout(ENCODER)
    own, cross = decoder_rollout(DECODER, CROSS, encoder)
    for layer, query, key in np.ndindex(L, S, S):
        terms = encoder_terms(ENCODER, layer, query, key)
        np.testing.assert_allclose(terms.own.sum(), encoder[layer, 0, query, key], atol=1e-6)
        assert not terms.source.size
    for layer, query, key in np.ndindex(L, T, T):
        terms = decoder_terms(DECODER, CROSS, encoder, layer, query, key, of_source=False)
        np.testing.assert_allclose(terms.own.sum(), own[layer, 0, query, key], atol=1e-6)
    for layer, query, key in np.ndindex(L, T, S):
        terms = decoder_terms(DECODER, CROSS, encoder, layer, query, key, of_source=True)
        np.testing.assert_allclose(terms.own.sum() + terms.source.sum(), cross[layer, 0, query, key], atol=1e-6)
        assert (len(terms.own), len(terms.source)) == (T, S)


def test_terms_of_a_first_layer_are_known_by_hand() -> None:
    """What passes on is half of the weight on the key; cross adds half of its mean by way of the memory."""
    encoder, mean_own = encoder_rollout(ENCODER), averaged(DECODER[0])
    terms = decoder_terms(DECODER, CROSS, encoder, 0, 3, 1, of_source=False)
    np.testing.assert_allclose(terms.own, [0, 0.5 * 0.5 * mean_own[3][1], 0, 0, 0], atol=1e-6)
    added = decoder_terms(DECODER, CROSS, encoder, 0, 3, 1, of_source=True)
    np.testing.assert_allclose(added.own, np.zeros(T))
    by_hand = [0.5 * averaged(CROSS[0])[3][j] * encoder[-1, 0, j, 1] for j in range(S)]
    np.testing.assert_allclose(added.source, by_hand, atol=1e-6)
