"""A padded batch and each sentence taken out of it."""

from __future__ import annotations

import torch

from model.decoding.batch import decoding_of, encode_together, encoding_of, pad_sources
from model.network.masks import look_ahead_mask
from model.network.transformer import Keep
from tests.model.networks import PAD
from tests.model.sample_checkpoints import make_checkpoint


def test_all_are_as_long_as_the_longest() -> None:
    checkpoint = make_checkpoint()
    padded = pad_sources(checkpoint, [checkpoint.source("a"), checkpoint.source("b zzz c")])
    assert [source.ids for source in padded] == [(4, 3, PAD, PAD), (5, 0, 6, 3)]
    assert padded[0].tokens == padded[0].spelling == ("a", "<eos>", "<pad>", "<pad>")
    assert padded[1].spelling == ("b", "zzz", "c", "<eos>")
    assert [source.unknown for source in padded] == [(False,) * 4, (False, True, False, False)]
    assert {len(source.ids) for source in pad_sources(checkpoint, padded, 6)} == {6}


def test_a_sentence_of_a_batch_is_that_row_of_every_tensor() -> None:
    checkpoint = make_checkpoint(changes={"positions": "relative"})
    padded = pad_sources(checkpoint, [checkpoint.source("a"), checkpoint.source("b c")])
    encoding = encode_together(checkpoint, padded, Keep.ACTIVATIONS)
    assert encoding.mask.tolist() == [[True, True, False], [True, True, True]]
    one = encoding_of(encoding, 1)
    assert torch.equal(one.memory, encoding.memory[1:2])
    assert torch.equal(one.layers[1].own.weights, encoding.layers[1].own.weights[1:2])
    assert one.layers[0].own.bias is encoding.layers[0].own.bias
    assert torch.equal(one.layers[1].outputs[0], encoding.layers[1].outputs[0][1:])
    ids = torch.tensor([[2, 4], [2, 5]])
    with torch.inference_mode():
        decoding = checkpoint.transformer.decode(ids, encoding, look_ahead_mask(2)[None], keep=Keep.WEIGHTS)
    first = decoding_of(decoding, 0)
    assert torch.equal(first.hidden, decoding.hidden[:1])
    cross, whole = first.layers[2].cross, decoding.layers[2].cross
    assert cross is not None
    assert whole is not None
    assert torch.equal(cross.scores, whole.scores[:1])
