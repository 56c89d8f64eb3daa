"""OpenNMT-py's Transformer, written again from what is known of it, with its parameter names and its file."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from torch import Tensor

from tests.model.checkpoints.formats.plain_network import (
    INNER,
    LAYERS,
    ROWS,
    VOCABULARIES,
    WIDTH,
    Names,
    PlainNetwork,
    Shapes,
    drawn,
    linear,
    shapes,
)
from tests.model.checkpoints.formats.references import saved
from tests.model.checkpoints.formats.samples import Sample

LAYER = ("encoder.transformer.{}", "decoder.transformer_layers.{}")
FORWARD = tuple((f"{layer}.feed_forward.w_1", f"{layer}.feed_forward.w_2") for layer in LAYER)
NAMES = Names(
    tokens=("encoder.embeddings.make_embedding.emb_luts.0", "decoder.embeddings.make_embedding.emb_luts.0"),
    attention=((f"{LAYER[0]}.self_attn",), (f"{LAYER[1]}.self_attn", f"{LAYER[1]}.context_attn")),
    norms=((f"{LAYER[0]}.layer_norm", f"{LAYER[0]}.feed_forward.layer_norm"),
           (f"{LAYER[1]}.layer_norm_1", f"{LAYER[1]}.layer_norm_2", f"{LAYER[1]}.feed_forward.layer_norm")),
    parts=("linear_query", "linear_keys", "linear_values", "final_linear"),
    forward=(FORWARD[0], FORWARD[1]),
    head="generator",
    rows=("encoder.embeddings.make_embedding.pe.pe", "decoder.embeddings.make_embedding.pe.pe"),
    outer=("encoder.layer_norm", "decoder.layer_norm"),
)  # fmt: skip


class OpenNmt(PlainNetwork):
    """LayerNorm, or RMSNorm with a gate in the feed-forward."""

    def norm(self, name: str, x: Tensor) -> Tensor:
        if f"{name}.bias" in self.tensors:
            return super().norm(name, x)
        return self.tensors[f"{name}.weight"] * x / (x.square().sum(-1, keepdim=True) / WIDTH + self.eps).sqrt()

    def expand(self, side: int, layer: int, x: Tensor) -> Tensor:
        first, second = (name.format(layer) for name in self.names.forward[side])
        gate = first.replace("w_1", "w_3")
        if f"{gate}.weight" not in self.tensors:
            return super().expand(side, layer, x)
        inner = self.linear(first, x)
        return self.linear(second, inner * torch.sigmoid(inner) * self.linear(gate, x))


def make(dtype: torch.dtype = torch.float32, seed: int = 41, rms: bool = False) -> PlainNetwork:
    """``rms``: RMSNorm, a gate with SiLU, biases in the attention and none in the feed-forward, another eps."""
    wanted: Shapes = shapes(NAMES, bias=rms) | {
        name: (rows, 1, WIDTH) for name, rows in zip(NAMES.rows, ROWS, strict=True)
    }
    if rms:
        wanted = {
            name: shape for name, shape in wanted.items()
            if not name.endswith("norm.bias") and not name.endswith(("norm_1.bias", "norm_2.bias"))
            and not name.endswith(("w_1.bias", "w_2.bias"))
        }  # fmt: skip
        for side in (0, 1):
            for layer in range(LAYERS[side]):
                wanted |= linear(FORWARD[side][0].format(layer).replace("w_1", "w_3"), INNER[side], WIDTH, bias=False)
    told: dict[str, Any] = {"heads": 3, "max_relative_positions": 0, "position_encoding": True, "num_kv": 0}
    told |= {"pos_ffn_activation_fn": "silu" if rms else "relu", "layer_norm": "rms" if rms else "standard"}
    told |= {"norm_eps": 1e-3} if rms else {}
    return OpenNmt(drawn(wanted, seed, dtype), NAMES, heads=3, eps=told.get("norm_eps", 1e-6), fill=-1e18, extras=told)


def words(side: str) -> list[str]:
    size = VOCABULARIES[0 if side == "s" else 1]
    return ["<unk>", "<blank>", "<s>", "</s>", *(f"{side}{index}" for index in range(4, size))]


def save(network: PlainNetwork, folder: Path, start: str = "<s>", apart: bool = False, **options: Any) -> Path:
    """As its training does: the head apart, options and vocabularies beside; ``options`` are further ones.

    ``apart``: the weights in a file of safetensors.
    """
    state = network.state_dict()
    head = {name.removeprefix("generator."): value for name, value in state.items() if name.startswith("generator.")}
    content = {
        "model": {name: value for name, value in state.items() if not name.startswith("generator.")},
        "generator": head,
        "vocab": {"src": words("s"), "tgt": words("t"), "data_task": "seq2seq", "decoder_start_token": start},
        "opt": Namespace(**{**network.extras, **options}),
        "optim": {"training_step": 100},
    }
    if apart:
        save_file(state, folder / "model_step_100.safetensors")
        del content["model"], content["generator"]
    return saved(content, folder / "model_step_100.pt")


SAMPLES = {
    "opennmt": Sample(lambda folder: save(make(), folder), "s4 s5 s6"),
    "opennmt rms": Sample(lambda folder: save(make(rms=True), folder), "s4 s5 s6"),
}
