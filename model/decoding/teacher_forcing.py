"""Teacher forcing: the decoder over given targets in one pass, as in training (AIAYN 3.1, 5.2).

The decoder consumes the start token and the given target; at each position it is asked for the token that
follows in the given target, the end token last. So the input is the target, shifted right by one. Nothing
is decoded step by step, which is why the look-ahead mask has something to hide here.

A network without a vocabulary head has no next token and is run in this way alone: its maps are complete; produced
tokens, their probabilities and candidates are absent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor

from model.checkpoints.checkpoint import Checkpoint, Special
from model.checkpoints.tokenizer import Encoded
from model.common.problems import Problem
from model.common.text import Text
from model.decoding.batch import decoding_of, encode_together, encoding_of, pad_sources
from model.decoding.capture import build_observation, next_token
from model.decoding.session import GIVEN_TARGET, check_ids, run_meta
from model.network.masks import padding_mask
from model.network.transformer import Decoding, Encoding, Keep
from model.network.what_if_places import require_places
from model.record.trace import Meta, Trace

METHOD = "teacher forcing"


@dataclass(frozen=True)
class GivenTargets:
    """One target as the decoder consumes it and as it is asked for: equally long, [T]."""

    consumed: tuple[int, ...]  #: the start token, then all but the last of ``labels``
    labels: tuple[int, ...]
    given: int  #: how many labels count; those after them are padding


def lessons(checkpoint: Checkpoint, targets: Sequence[tuple[int, ...]]) -> tuple[GivenTargets, ...]:
    """Targets without start (and with or without end) → inputs and labels, padded to a common length.

    Each row of a padded batch is start, target, end, padding; the input is all but its last token and
    the labels all but its first. Raises :class:`Problem` for a target that the network cannot consume.
    """
    special, transformer = checkpoint.special, checkpoint.transformer
    starts = (special.start, *special.forced)
    ends = special.ends[:1]
    rows = [_forced(checkpoint, (*starts, *_words(special, target), *ends)) for target in targets]
    longest, limit = max(map(len, rows)), transformer.config.target_limit
    if longest - 1 > limit:
        why = Text(
            "with its start it has %1 tokens and %2 has positions for %3",
            f"{longest - 1:,}",
            checkpoint.name,
            f"{limit:,}",
        )
        raise Problem(Text("target sentence"), why, Text("Leave out %1 of them", f"{longest - 1 - limit:,}"))
    for target in targets:
        check_ids(target, transformer.config.target_vocabulary)
    if longest < 2:
        raise Problem(Text("target sentence"), Text("it has no words"), Text("Give a translation"))
    padded = [row + (special.target_padding,) * (longest - len(row)) for row in rows]
    return tuple(GivenTargets(row[:-1], row[1:], len(short) - 1) for row, short in zip(padded, rows, strict=True))


def teach(
    checkpoint: Checkpoint,
    sources: Sequence[Encoded],
    targets: Sequence[tuple[int, ...]],
    *,
    keep: Keep = Keep.WEIGHTS,
    texts: Sequence[str] = (),
    pad_to: int = 0,
) -> tuple[Trace, ...]:
    """Run every source along its target, all in one pass; ``texts`` are the sources as typed.

    Raises :class:`Problem` for a target that has no words or does not fit, and for a network without a
    vocabulary head, which could not be asked for anything (:mod:`model.decoding.teacher_forcing` shows its maps).
    """
    checkpoint.require_head()
    taught = lessons(checkpoint, targets)
    padded = pad_sources(checkpoint, sources, pad_to)
    require_places(checkpoint.changes, len(padded[0].ids), len(taught[0].consumed), given=True)
    encoding, decoding = one_pass(checkpoint, padded, [lesson.consumed for lesson in taught], keep)
    known = [*texts, *[""] * (len(padded) - len(texts))]
    return tuple(
        _record(checkpoint, source, text, encoding_of(encoding, index), decoding_of(decoding, index), lesson)
        for index, (source, text, lesson) in enumerate(zip(padded, known, taught, strict=True))
    )


@torch.inference_mode()
def one_pass(
    checkpoint: Checkpoint, sources: Sequence[Encoded], consumed: Sequence[tuple[int, ...]], keep: Keep
) -> tuple[Encoding, Decoding]:
    """Encoder and decoder once over sources of one length S and decoder inputs of one length T."""
    special, transformer = checkpoint.special, checkpoint.transformer
    keep = max(keep, Keep.WEIGHTS)
    encoding = encode_together(checkpoint, sources, keep)
    ids = torch.tensor(consumed, device=encoding.mask.device)  # [B,T]
    visible = visible_inputs(ids, special.target_padding)  # [B,T]
    mask = transformer.mask("decoder", visible, visible)  # [B,T,T]
    return encoding, transformer.decode(ids, encoding, mask, keep=keep, visible=visible)


def visible_inputs(ids: Tensor, padding: int) -> Tensor:
    """[B,T] → [B,T]: the padding mask of decoder inputs; the start token counts even where it is ``<pad>``."""
    visible = padding_mask(ids, padding)
    visible[:, 0] = True
    return visible


def _forced(checkpoint: Checkpoint, row: tuple[int, ...]) -> tuple[int, ...]:
    """Start and target with the tokens that a change forces, as far as the target goes."""
    check_ids(tuple(checkpoint.forced.values()), checkpoint.transformer.config.target_vocabulary)
    forced = {1 + step: index for step, index in checkpoint.forced.items()}
    return tuple(forced.get(place, index) for place, index in enumerate(row))


def _words(special: Special, target: tuple[int, ...]) -> tuple[int, ...]:
    """A target of an earlier run begins with the tokens that the model's own rule forces, and ends with the end."""
    rule = special.forced
    words = target[len(rule) :] if rule and target[: len(rule)] == rule else target
    return words[:-1] if words and words[-1] in special.ends else words


@torch.inference_mode()
def _record(
    checkpoint: Checkpoint, source: Encoded, text: str, encoding: Encoding, decoding: Decoding, lesson: GivenTargets
) -> Trace:
    """The maps of one sentence, and what the model would have said at each position [T]."""
    tokenizer = checkpoint.target_tokenizer
    tokens = tuple(map(tokenizer.token, lesson.consumed))
    shown = Encoded(lesson.consumed, tokens, tokens, (False,) * len(tokens))
    visible = visible_inputs(torch.tensor([lesson.consumed]), checkpoint.special.target_padding)[0].tolist()
    meta = _meta(checkpoint, source, text, lesson)
    maps = build_observation(meta, source, encoding, shown, decoding, checkpoint.transformer, visible)
    logits = checkpoint.transformer.predict(decoding.hidden[0])  # [T,V]
    following = [next_token(row, label) for row, label in zip(logits, lesson.labels, strict=True)]
    candidates = np.stack([one.candidate_ids for one in following])
    return replace(
        maps,
        produced_ids=np.array(lesson.labels, dtype=np.int64),
        produced_tokens=np.array([tokenizer.token(index) for index in lesson.labels]),
        produced_probability=np.array([one.probability for one in following], dtype=np.float32),
        origin=np.array(["teacher"] * len(lesson.labels)),
        candidate_ids=candidates,
        candidate_tokens=np.array([[tokenizer.token(int(index)) for index in row] for row in candidates]),
        candidate_probabilities=np.stack([one.candidate_probabilities for one in following]),
        candidate_entropy=np.array([one.entropy for one in following], dtype=np.float32),
    )


def _meta(checkpoint: Checkpoint, source: Encoded, text: str, lesson: GivenTargets) -> Meta:
    labels = lesson.labels[: lesson.given]
    said = [index for index in labels if index not in checkpoint.special.ends]
    told = {"method": METHOD, "given": lesson.given, "forced": list(labels), "source_length": len(source.ids)}
    translation = checkpoint.target_tokenizer.decode(said)
    return run_meta(checkpoint, source, text, told, GIVEN_TARGET, translation, steps=lesson.given)


def observe(
    checkpoint: Checkpoint, source: Encoded, target: tuple[int, ...] = (), *, keep: Keep = Keep.WEIGHTS, text: str = ""
) -> Trace:
    """The maps of ``source`` and of the start token followed by ``target``.

    Raises :class:`Problem` for a target with an id that the vocabulary does not have, or one longer than
    the network has positions for.
    """
    transformer, special = checkpoint.transformer, checkpoint.special
    consumed = _forced(checkpoint, (special.start, *target))
    check_ids(target, transformer.config.target_vocabulary)
    limit = transformer.config.target_limit
    if len(consumed) > limit:
        why = Text(
            "with its start it has %1 tokens and %2 has positions for %3",
            f"{len(consumed):,}",
            checkpoint.name,
            f"{limit:,}",
        )
        raise Problem(Text("target sentence"), why, Text("Leave out %1 of them", f"{len(consumed) - limit:,}"))
    require_places(checkpoint.changes, len(source.ids), len(consumed), given=True)
    encoding, decoding = one_pass(checkpoint, [source], [consumed], keep)
    visible = visible_inputs(torch.tensor([consumed]), special.target_padding)[0].tolist()
    tokens = tuple(map(checkpoint.target_tokenizer.token, consumed))
    told = {"method": "given target", "forced": list(target), "source_length": len(source.ids)}
    meta = run_meta(checkpoint, source, text, told, GIVEN_TARGET, "", steps=len(consumed))
    shown = Encoded(consumed, tokens, tokens, (False,) * len(consumed))
    return build_observation(meta, source, encoding, shown, decoding, transformer, visible)
