"""Where ``torch.nn`` defines the same layers, ours compute the same numbers with the same weights."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from model.network.config import StackConfig, TransformerConfig
from model.network.masks import look_ahead_mask, padding_mask
from model.network.transformer import MultiHeadAttention, Transformer
from tests.model.networks import BASE, PAD, assert_close, make_batch, make_network, make_weights, maps, run_network

#: torch.nn ties the head width to M/H and pads nothing, so the sizes are its own.
STACK = StackConfig(layers=2, heads=4, head_width=3, feed_forward_width=7)
CONFIG = replace(BASE, width=12, encoder=STACK, decoder=STACK)
SWITCHES = list(product(("post", "pre"), ("relu", "gelu"), (False, True)))

# The fast path of torch.nn zeroes padded rows; with gradients on, torch.nn takes the plain one.


def copy_attention(theirs: nn.MultiheadAttention, ours: MultiHeadAttention) -> None:
    with torch.no_grad():
        for name in ("weight", "bias"):
            parts = [getattr(layer, name) for layer in (ours.query, ours.key, ours.value)]
            getattr(theirs, f"in_proj_{name}").copy_(torch.cat(parts))
            getattr(theirs.out_proj, name).copy_(getattr(ours.output, name))


def copy_layer(theirs: Any, ours: Any, norms: tuple[str, ...]) -> None:
    """``norms``: our residuals in the order of their norm1, norm2 …"""
    copy_attention(theirs.self_attn, ours.attention)
    if hasattr(theirs, "multihead_attn"):
        copy_attention(theirs.multihead_attn, ours.cross)
    theirs.linear1.load_state_dict(ours.feed_forward.expand.state_dict())
    theirs.linear2.load_state_dict(ours.feed_forward.contract.state_dict())
    for index, name in enumerate(norms, 1):
        getattr(theirs, f"norm{index}").load_state_dict(getattr(ours, name).norm.state_dict())


def torch_model(network: Transformer) -> Any:
    """``torch.nn.Transformer`` with the same weights, without its final norms where ours has none."""
    config = network.config
    theirs: Any = nn.Transformer(
        config.width, config.encoder.heads, config.encoder.layers, config.decoder.layers,
        config.encoder.feed_forward_width, dropout=0.0, activation=config.activation, batch_first=True,
        layer_norm_eps=config.norm_eps, norm_first=config.norm_order == "pre",
    ).double()  # fmt: skip
    for layer, ours in zip(theirs.encoder.layers, network.encoder_layers, strict=True):
        copy_layer(layer, ours, ("attention_residual", "feed_forward_residual"))
    for layer, ours in zip(theirs.decoder.layers, network.decoder_layers, strict=True):
        copy_layer(layer, ours, ("attention_residual", "cross_residual", "feed_forward_residual"))
    if config.final_norm:
        theirs.encoder.norm.load_state_dict(network.encoder_norm.state_dict())
        theirs.decoder.norm.load_state_dict(network.decoder_norm.state_dict())
    else:
        theirs.encoder.norm = theirs.decoder.norm = None
    return theirs


def network_and_batch(**changes: Any) -> tuple[Transformer, Tensor, Tensor]:
    config: TransformerConfig = replace(CONFIG, **changes)
    source, target = make_batch(3, config, (5, 3), (4, 6))
    return make_network(config, make_weights(config, 3)), source, target


@pytest.mark.filterwarnings("ignore:enable_nested_tensor is True")
@pytest.mark.parametrize(("order", "activation", "final"), SWITCHES)
def test_both_stacks_equal_torch(order: str, activation: str, final: bool) -> None:
    network, source, target = network_and_batch(norm_order=order, activation=activation, final_norm=final)
    encoding, decoding, _ = run_network(network, source, target)
    theirs = torch_model(network)
    blocked = ~padding_mask(source, PAD)
    memory = theirs.encoder(encoding.embedded, src_key_padding_mask=blocked)
    hidden = theirs.decoder(
        decoding.embedded,
        encoding.memory,
        tgt_mask=~look_ahead_mask(target.shape[1]),
        tgt_key_padding_mask=~padding_mask(target, PAD),
        memory_key_padding_mask=blocked,
    )
    assert_close(encoding.memory, memory.detach())
    assert_close(decoding.hidden, hidden.detach())


def test_maps_equal_torch_attention() -> None:
    """The first encoder layer, and the first decoder layer's two attentions, head by head."""
    network, source, target = network_and_batch()
    encoding, decoding, _ = run_network(network, source, target)
    found = maps(encoding, decoding)
    encoder: Any = network.encoder_layers[0]
    decoder: Any = network.decoder_layers[0]
    own_mask = look_ahead_mask(target.shape[1]) & padding_mask(target, PAD)[:, None]
    seen = padding_mask(source, PAD)[:, None]
    record = decoding.layers[0]
    assert record.cross is not None
    added = decoder.attention.output(joined(record.own.mixed))
    normed = decoder.attention_residual.norm(decoding.embedded + added)
    cases = [
        ("encoder", encoder.attention, encoding.embedded, encoding.embedded, seen.expand(-1, source.shape[1], -1)),
        ("decoder", decoder.attention, decoding.embedded, decoding.embedded, own_mask),
        ("cross", decoder.cross, normed, encoding.memory, seen.expand(-1, target.shape[1], -1)),
    ]
    for kind, ours, query, memory, mask in cases:
        theirs = nn.MultiheadAttention(CONFIG.width, STACK.heads, batch_first=True).double()
        copy_attention(theirs, ours)
        blocked = (~mask).repeat_interleave(STACK.heads, dim=0)
        _, weights = theirs(query, memory, memory, attn_mask=blocked, need_weights=True, average_attn_weights=False)
        assert_close(found[kind][:, 0], weights.detach())


def joined(mixed: Tensor) -> Tensor:
    """[B,H,N,D] → [B,N,H·D]."""
    batch, heads, length, width = mixed.shape
    return mixed.permute(0, 2, 1, 3).reshape(batch, length, heads * width)
