"""The network of jadore801120/attention-is-all-you-need-pytorch, written again from what is known of it."""

from __future__ import annotations

import math
from argparse import Namespace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from tests.model.checkpoints.formats.references import Maps, heads_attend, prepare, saved, stacked, visible
from tests.model.checkpoints.formats.samples import Sample

WIDTH, ROWS = 12, 15
#: What train.py would have been called with; the tests change single entries.
SETTINGS = {
    "n_head": 3, "d_k": 5, "d_v": 6, "d_model": WIDTH, "d_word_vec": WIDTH, "d_inner_hid": 10, "n_layers": 2,
    "proj_share_weight": False, "embs_share_weight": False, "scale_emb_or_prj": "prj", "dropout": 0.1,
    "src_vocab_size": 13, "trg_vocab_size": 17, "src_pad_idx": 1, "trg_pad_idx": 1, "max_token_seq_len": 52,
}  # fmt: skip


def norm() -> nn.LayerNorm:
    return nn.LayerNorm(WIDTH, eps=1e-6)


class Attention(nn.Module):
    """With its own residual sum and norm."""

    def __init__(self, heads: int, keys: int, values: int) -> None:
        super().__init__()
        self.heads = heads
        self.w_qs = nn.Linear(WIDTH, heads * keys, bias=False)
        self.w_ks = nn.Linear(WIDTH, heads * keys, bias=False)
        self.w_vs = nn.Linear(WIDTH, heads * values, bias=False)
        self.fc = nn.Linear(heads * values, WIDTH, bias=False)
        self.layer_norm = norm()

    def forward(self, x: Tensor, memory: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        parts = self.w_qs(x), self.w_ks(memory), self.w_vs(memory)
        mixed, weights = heads_attend(*parts, self.heads, mask, -1e9)
        return self.layer_norm(self.fc(mixed) + x), weights


class FeedForward(nn.Module):
    def __init__(self, inner: int) -> None:
        super().__init__()
        self.w_1, self.w_2, self.layer_norm = nn.Linear(WIDTH, inner), nn.Linear(inner, WIDTH), norm()

    def forward(self, x: Tensor) -> Tensor:
        result: Tensor = self.layer_norm(self.w_2(self.w_1(x).clamp(min=0)) + x)
        return result


class Layer(nn.Module):
    def __init__(self, settings: dict[str, Any], decoder: bool) -> None:
        super().__init__()
        sizes = settings["n_head"], settings["d_k"], settings["d_v"]
        self.slf_attn = Attention(*sizes)
        if decoder:
            self.enc_attn = Attention(*sizes)
        self.pos_ffn = FeedForward(settings["d_inner_hid"] - 3 * decoder)

    def forward(self, x: Tensor, own: Tensor, memory: Tensor | None, cross: Tensor) -> tuple[Tensor, list[Tensor]]:
        x, weights = self.slf_attn(x, x, own)
        seen = [weights]
        if memory is not None:
            x, weights = self.enc_attn(x, memory, cross)
            seen.append(weights)
        return self.pos_ffn(x), seen


class Positions(nn.Module):
    pos_table: Tensor

    def __init__(self, rows: int) -> None:
        super().__init__()
        self.register_buffer("pos_table", torch.zeros(1, rows, WIDTH))


class Stack(nn.Module):
    def __init__(self, settings: dict[str, Any], decoder: bool) -> None:
        super().__init__()
        self.table, size = ("trg_word_emb", "trg_vocab_size") if decoder else ("src_word_emb", "src_vocab_size")
        self.add_module(self.table, nn.Embedding(settings[size], WIDTH))
        self.position_enc = Positions(ROWS - 2 * decoder)
        self.layer_stack = nn.ModuleList(Layer(settings, decoder) for _ in range(settings["n_layers"] + decoder))
        self.layer_norm = norm()

    def forward(
        self, ids: Tensor, scale: float, own: Tensor, memory: Tensor | None, cross: Tensor
    ) -> tuple[Tensor, list[list[Tensor]]]:
        x = self.get_submodule(self.table)(ids) * scale
        x = self.layer_norm(x + self.position_enc.pos_table[:, : ids.shape[1]])
        seen = []
        for layer in self.layer_stack:
            x, weights = layer(x, own, memory, cross)
            seen.append(weights)
        return x, seen


class Transformer(nn.Module):
    """The decoder has one layer more and a narrower feed-forward, so that no stack can stand for the other."""

    pad = 1

    def __init__(self, settings: dict[str, Any]) -> None:
        super().__init__()
        self.settings = settings
        self.encoder, self.decoder = Stack(settings, decoder=False), Stack(settings, decoder=True)
        self.trg_word_prj = nn.Linear(WIDTH, settings["trg_vocab_size"], bias=False)
        if settings["proj_share_weight"]:
            self.trg_word_prj.weight = self.decoder.trg_word_emb.weight  # type: ignore[assignment,union-attr]
        if settings["embs_share_weight"]:
            self.encoder.src_word_emb.weight = self.decoder.trg_word_emb.weight  # type: ignore[union-attr]

    def run(self, source: Tensor, target: Tensor, looping: bool = False) -> tuple[Tensor, Maps]:
        own, later, cross = visible(source, target, self.pad, looping)
        mode = self.settings["scale_emb_or_prj"] if self.settings["proj_share_weight"] else "none"
        scale = math.sqrt(WIDTH) if mode == "emb" else 1.0
        memory, encoder = self.encoder(source, scale, own, None, own)
        hidden, decoder = self.decoder(target, scale, later, memory, cross)
        logits = self.trg_word_prj(hidden) * (1 / math.sqrt(WIDTH) if mode == "prj" else 1.0)
        own_maps, later_maps = ([layer[0] for layer in seen] for seen in (encoder, decoder))
        return logits, stacked(own_maps, later_maps, [layer[1] for layer in decoder])


def make(dtype: torch.dtype = torch.float32, seed: int = 5, **changes: Any) -> Transformer:
    network: Transformer = prepare(Transformer(SETTINGS | changes), seed, dtype)
    return network


def save(network: Transformer, folder: Path) -> Path:
    """As train.py saves it."""
    content = {"epoch": 3, "settings": Namespace(**network.settings), "model": network.state_dict()}
    return saved(content, folder / "model.chkpt")


SHARED: dict[str, Any] = {"proj_share_weight": True, "embs_share_weight": True, "src_vocab_size": 17}
SAMPLES = {
    "jadore": Sample(lambda folder: save(make(), folder)),
    "jadore shared tables": Sample(lambda folder: save(make(**SHARED), folder)),
    "jadore without settings": Sample(lambda folder: saved(make().state_dict(), folder / "model.pt")),
}
