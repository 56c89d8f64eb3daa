"""Sentence pairs and how surprised a model is by them: a hint about what its file does not say, never a proof.

No shape of a state dict tells the number of heads, and every divisor of the width computes something.
With the right one the given translations are usually the least surprising. On small models the true count
led by only 0.005 to 0.027 nats, so a hundred pairs are worth far more than one.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from model.checkpoints.checkpoint import Checkpoint
from model.common.problems import Problem
from model.common.text import Text
from model.network.masks import padding_mask, target_mask

MAX_PAIRS = 500
SEPARATORS = ("\t", " ||| ", " | ")
Pair = tuple[str, str]


def read_pairs(text: str) -> list[Pair]:
    """One pair a line, source and target with a tab between (``|`` works too). Raises :class:`Problem`."""
    pairs = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        separator = next((one for one in SEPARATORS if one in line), None)
        source, _, target = line.partition(separator) if separator else (line, "", "")
        if not source.strip() or not target.strip():
            why = Text("line %1 is no sentence with its translation", number)
            raise Problem(Text("sentence pairs"), why, Text("Write both in one line with | between them"))
        pairs.append((source.strip(), target.strip()))
    if not pairs:
        raise Problem(Text("sentence pairs"), Text("there are none"), Text("Write a sentence, | and its translation"))
    return pairs[:MAX_PAIRS]


def mean_loss(checkpoint: Checkpoint, pairs: Sequence[Pair]) -> float:
    """Mean cross entropy over all target tokens and the end token, teacher-forced, in nats."""
    if checkpoint.transformer.vocabulary is None:
        raise Problem(
            checkpoint.name, Text("it has no vocabulary head, so nothing can be compared"), Text("Choose by its code")
        )
    losses = torch.cat([_losses(checkpoint, pair) for pair in pairs])
    return float(losses.mean())


def _losses(checkpoint: Checkpoint, pair: Pair) -> torch.Tensor:
    """[T] cross entropy of each given token of one pair."""
    transformer, special = checkpoint.transformer, checkpoint.special
    device = next(transformer.parameters()).device
    source = torch.tensor([checkpoint.source(pair[0]).ids], device=device)  # [1,S]
    given = (*special.forced, *checkpoint.target_tokenizer.encode(pair[1]).ids, *special.ends[:1])
    if len(given) > transformer.config.target_limit:
        why = Text(
            "a translation has %1 tokens and there are positions for %2",
            f"{len(given):,}",
            f"{transformer.config.target_limit:,}",
        )
        raise Problem(Text("sentence pairs"), why, Text("Shorten it"))
    consumed = torch.tensor([(special.start, *given[:-1])], device=device)  # [1,T]
    with torch.no_grad():
        encoding = transformer.encode(source, padding_mask(source, special.source_padding))
        # No position here is padding, also where the start token is spelled <pad>.
        mask = target_mask(torch.zeros_like(consumed), -1)  # [1,T,T]
        logits = transformer.predict(transformer.decode(consumed, encoding, mask).hidden)[0].double()  # [T,V]
    return torch.nn.functional.cross_entropy(logits, torch.tensor(given, device=device), reduction="none")
