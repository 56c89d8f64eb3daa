"""Files with the names, shapes and containers of fairseq, OpenNMT-py and JoeyNMT, which are refused: no values matter.

Two encoder and three decoder layers of width 4 over 11 and 13 tokens.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from torch import Tensor

from tests.model.checkpoints.formats.samples import Sample

WIDTH, FORWARD, SOURCE, TARGET = 4, 6, 11, 13
LAYERS = {"encoder": 2, "decoder": 3}
State = dict[str, Tensor]


def linear(name: str, rows: int = WIDTH, columns: int = WIDTH, *, bias: bool = True) -> State:
    """A Linear's two tensors."""
    weight = {f"{name}.weight": torch.zeros(rows, columns)}
    return weight | {f"{name}.bias": torch.zeros(rows)} if bias else weight


def norm(name: str) -> State:
    return {f"{name}.{end}": torch.ones(WIDTH) for end in ("weight", "bias")}


def fairseq() -> State:
    """Of ``TransformerModel``, post-norm with sinusoidal positions."""
    state: State = {"encoder.version": torch.tensor([3.0]), "decoder.version": torch.tensor([3.0])}
    for side, vocabulary in (("encoder", SOURCE), ("decoder", TARGET)):
        state |= {f"{side}.embed_tokens.weight": torch.zeros(vocabulary, WIDTH)}
        for layer in range(LAYERS[side]):
            prefix = f"{side}.layers.{layer}"
            for block in ("self_attn", "encoder_attn") if side == "decoder" else ("self_attn",):
                for name in "kvq":
                    state |= linear(f"{prefix}.{block}.{name}_proj")
                state |= linear(f"{prefix}.{block}.out_proj") | norm(f"{prefix}.{block}_layer_norm")
            state |= linear(f"{prefix}.fc1", FORWARD) | linear(f"{prefix}.fc2", WIDTH, FORWARD)
            state |= norm(f"{prefix}.final_layer_norm")
    return state | linear("decoder.output_projection", TARGET, bias=False)


def opennmt() -> State:
    """Of the ``model`` dictionary of a Transformer."""
    state: State = {}
    stacks = (("encoder", "transformer", SOURCE, ("self_attn",)),
              ("decoder", "transformer_layers", TARGET, ("self_attn", "context_attn")))  # fmt: skip
    for side, layers, vocabulary, blocks in stacks:
        made = f"{side}.embeddings.make_embedding"
        state |= {f"{made}.emb_luts.0.weight": torch.zeros(vocabulary, WIDTH), f"{made}.pe.pe": torch.zeros(9, 1, 4)}
        for layer in range(LAYERS[side]):
            prefix = f"{side}.{layers}.{layer}"
            for block in blocks:
                for name in ("linear_keys", "linear_values", "linear_query", "final_linear"):
                    state |= linear(f"{prefix}.{block}.{name}")
            forward = f"{prefix}.feed_forward"
            state |= linear(f"{forward}.w_1", FORWARD) | linear(f"{forward}.w_2", WIDTH, FORWARD)
            state |= norm(f"{forward}.layer_norm")
        state |= norm(f"{side}.layer_norm")
    return state


def joeynmt() -> State:
    """Of the ``model_state`` of a Transformer with norms before the blocks."""
    state: State = {"src_embed.lut.weight": torch.zeros(SOURCE, WIDTH), "trg_embed.lut.weight": torch.zeros(TARGET, 4)}
    for side, blocks in (("encoder", ("src_src_att",)), ("decoder", ("trg_trg_att", "src_trg_att"))):
        for layer in range(LAYERS[side]):
            prefix = f"{side}.layers.{layer}"
            for block in blocks:
                for name in ("k_layer", "v_layer", "q_layer", "output_layer"):
                    state |= linear(f"{prefix}.{block}.{name}")
            forward = f"{prefix}.feed_forward"
            state |= linear(f"{forward}.pwff_layer.0", FORWARD) | linear(f"{forward}.pwff_layer.3", WIDTH, FORWARD)
            state |= norm(f"{forward}.layer_norm")
        state |= norm(f"{side}.layer_norm")
    return state | linear("decoder.output_layer", TARGET, bias=False)


def fairseq_file() -> dict[str, Any]:
    return {"args": None, "model": fairseq(), "extra_state": {"epoch": 3}, "last_optimizer_state": None}


def opennmt_file() -> dict[str, Any]:
    vocabulary = {"src": ["<unk>"] * SOURCE, "tgt": ["<unk>"] * TARGET}
    return {"model": opennmt(), "generator": linear("", TARGET), "vocab": vocabulary, "optim": {}}


def joeynmt_file() -> dict[str, Any]:
    return {"steps": 100, "model_state": joeynmt(), "optimizer_state": {}, "best_ckpt_score": 1.0}


FILES = {"fairseq": fairseq_file, "opennmt": opennmt_file, "joeynmt": joeynmt_file}
#: With the settings that the toolkit pickles beside the weights.
SETTINGS = {"fairseq": {"args": Namespace(arch="transformer")}, "opennmt": {"opt": Namespace(heads=2)}}


@contextmanager
def class_of(module: str, name: str) -> Iterator[type]:
    """A class that pickle knows by this name while files are written, and nobody knows afterwards."""
    kind = type(name, (), {"__module__": module})
    parts = module.split(".")
    made = {".".join(parts[: count + 1]): ModuleType(".".join(parts[: count + 1])) for count in range(len(parts))}
    setattr(made[module], name, kind)
    sys.modules.update(made)
    try:
        yield kind
    finally:
        for each in made:
            del sys.modules[each]


def write(name: str, folder: Path, settings: bool = False, more: Mapping[str, Any] | None = None) -> Path:
    """The file as that toolkit names it."""
    path = folder / {"fairseq": "checkpoint_best.pt", "opennmt": "model_step_100.pt", "joeynmt": "100.ckpt"}[name]
    torch.save(FILES[name]() | (SETTINGS.get(name, {}) if settings else {}) | dict(more or {}), path)
    return path


SAMPLES = {f"toolkits {name}": Sample(partial(write, name), opens=False) for name in FILES if name != "joeynmt"}
