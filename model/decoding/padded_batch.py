"""Several sentences as one padded batch: encoded together, and taken apart again for each one's record.

Shorter sentences end in ``<pad>``, which the padding mask hides; so every sentence keeps the numbers that it has
alone. Decoding them together is :mod:`model.decoding.batch`, or :mod:`model.decoding.teacher_forcing` over given
targets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

import torch
from torch import Tensor

from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.tokenizer import Encoded
from model.network.masks import padding_mask
from model.network.transformer import Attended, Decoding, Encoding, Keep, LayerRecord


def pad_sources(checkpoint: Checkpoint, sources: Sequence[Encoded], pad_to: int = 0) -> tuple[Encoded, ...]:
    """All as long as the longest, or ``pad_to``, with ``<pad>`` at the end."""
    length = max(pad_to, *(len(source.ids) for source in sources))
    token = checkpoint.source_tokenizer.token(checkpoint.special.source_padding)

    def padded(source: Encoded) -> Encoded:
        more = length - len(source.ids)
        return Encoded(
            source.ids + (checkpoint.special.source_padding,) * more,
            source.tokens + (token,) * more,
            source.spelling + (token,) * more,
            source.unknown + (False,) * more,
        )

    return tuple(padded(source) for source in sources)


@torch.inference_mode()
def encode_together(checkpoint: Checkpoint, sources: Sequence[Encoded], keep: Keep) -> Encoding:
    """``sources`` of one length S, as one batch [B,S]."""
    device = next(checkpoint.transformer.parameters()).device
    ids = torch.tensor([source.ids for source in sources], device=device)
    return checkpoint.transformer.encode(ids, padding_mask(ids, checkpoint.special.source_padding), keep)


def encoding_of(encoding: Encoding, sentence: int) -> Encoding:
    """One sentence of a batch, as a batch of one."""
    rows = slice(sentence, sentence + 1)
    memory, mask, embedded = (part[rows] for part in (encoding.memory, encoding.mask, encoding.embedded))
    return Encoding(memory, mask, embedded, _layers(encoding.layers, rows))


def decoding_of(decoding: Decoding, sentence: int) -> Decoding:
    """One sentence of a batch, as a batch of one."""
    rows = slice(sentence, sentence + 1)
    return Decoding(decoding.hidden[rows], decoding.embedded[rows], _layers(decoding.layers, rows))


def _layers(layers: tuple[LayerRecord, ...], rows: slice) -> tuple[LayerRecord, ...]:
    return tuple(
        LayerRecord(
            _attended(layer.own, rows),
            None if layer.cross is None else _attended(layer.cross, rows),
            tuple(part[rows] for part in layer.inputs),
            tuple(part[rows] for part in layer.outputs),
        )
        for layer in layers
    )


def _attended(attended: Attended, rows: slice) -> Attended:
    """The bias of a distance is the same for every sentence, and is kept as it is."""
    parts: dict[str, Tensor] = {item.name: getattr(attended, item.name) for item in fields(attended)}
    return replace(attended, **{name: part[rows] for name, part in parts.items() if name != "bias"})
