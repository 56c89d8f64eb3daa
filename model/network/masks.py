"""The masks of an encoder-decoder Transformer. True = may attend, False = blocked.

A checkpoint holds no mask code: these are the definitions of "Attention Is All You Need"
(sections 3.1 and 3.2.3) and of the tut6 tutorial (bentrevett/pytorch-seq2seq 6), which agree.
Rows are queries and columns are keys; every function returns a bool tensor.
"""

from __future__ import annotations

import torch
from torch import Tensor

from model.network.config import PaddingRule


def padding_mask(ids: Tensor, padding_id: int) -> Tensor:
    """[B,S] → [B,S]: a position may be attended to unless it holds the padding token.

    ::

        ids        Zwei Hunde </s> <pad> <pad>
        may attend  ■     ■    ■     ·     ·
    """
    return ids != padding_id


def look_ahead_mask(length: int, device: torch.device | str | None = None) -> Tensor:
    """T → [T,T]: row i may attend to columns 0…i, so no position sees its future (section 3.1).

    ::

        <s>   ■ · · ·
        Two   ■ ■ · ·
        dogs  ■ ■ ■ ·
        play  ■ ■ ■ ■
    """
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()


def combine(queries: Tensor, keys: Tensor, rule: PaddingRule = "keys") -> Tensor:
    """Padding masks [B,Q] and [B,K] → [B,Q,K], or [B,1,K] where all rows are alike.

    ``keys`` blocks the columns of padding, as in the paper; ``queries`` its rows and ``both`` both,
    as some tutorials do: there a row of padding sees nothing. ``none`` blocks nothing.
    """
    if rule == "none":
        return torch.ones_like(keys)[:, None, :]
    if rule == "keys":
        return keys[:, None, :]
    if rule == "queries":
        return queries[:, :, None].expand(-1, -1, keys.shape[-1])
    return queries[:, :, None] & keys[:, None, :]


def target_mask(ids: Tensor, padding_id: int, rule: PaddingRule = "keys") -> Tensor:
    """[B,T] → [B,T,T]: the look-ahead mask AND the padding mask, of the target's keys in the paper.

    Many notes call this product their look-ahead mask. ::

        <s>   ■ · · ·
        Two   ■ ■ · ·
        <pad> ■ ■ · ·      <pad> columns are blocked; rows of padding are computed and ignored
        <pad> ■ ■ · ·
    """
    visible = padding_mask(ids, padding_id)
    return look_ahead_mask(ids.shape[-1], ids.device) & combine(visible, visible, rule)
