"""Answers judged by what a model does: by given translations, which is a hint, or by a recorded run, which decides.

Where several things are open at once (heads, norm order, scale, the formula of positions), a wrong one hides what the
others do. With sentence pairs all but the heads are tried together, then the heads with what fitted best; the
activation changes too little to be told so. A run that was recorded in somebody's own code
(``headscope_recorder.py``) tells its heads and its padding masks itself; the rest is whatever computes its maps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import torch

from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.head_count_check import Pair, mean_loss
from model.common.problems import Problem
from model.common.text import Text
from model.network.masks import combine, look_ahead_mask
from model.network.transformer import Keep
from model.record.trace import KINDS, Trace

PAIRED = ("norm_order", "scale_embeddings", "positions")  #: answers that translations tell
JUDGED = (*PAIRED, "activation")  #: answers that maps tell
SAME = 1e-3  #: maps that differ by less are the same, also in half precision
Options = Mapping[str, Sequence[Any]]
Opened = Callable[[Mapping[str, Any]], Checkpoint]  #: answers → the checkpoint


@dataclass(frozen=True)
class AnswerScore:
    """One set of answers and how badly it fits: nats per token, or the largest difference of a weight."""

    answers: Mapping[str, Any]
    score: float


def together(options: Options, judged: Sequence[str] = PAIRED) -> list[dict[str, Any]]:
    """Every combination of what can be ``judged``."""
    names = [name for name in judged if name in options]
    return [dict(zip(names, values, strict=True)) for values in product(*(options[name] for name in names))]


def by_pairs(options: Options, counts: Sequence[int], pairs: Sequence[Pair], opened: Opened) -> Iterator[AnswerScore]:
    """Each combination that is tried; those of the last ``len(counts)`` but one round differ in heads alone.

    Raises :class:`Problem` where there is no vocabulary head, or a pair does not fit.
    """
    tried = together(options)
    best = AnswerScore({**tried[0], "heads": counts[0]}, np.inf)
    for others in tried if len(tried) > 1 else ():
        found = AnswerScore({**others, "heads": counts[0]}, 0.0)
        found = AnswerScore(found.answers, mean_loss(opened(found.answers), pairs))
        best = min(best, found, key=_score)
        yield found
    settled = {name: value for name, value in best.answers.items() if name != "heads"}
    for heads in counts:
        answers = {**settled, "heads": heads}
        yield AnswerScore(answers, mean_loss(opened(answers), pairs))


def by_run(options: Options, run: Trace, opened: Opened) -> Iterator[AnswerScore]:
    """Each combination with the largest difference between its maps and those of ``run``.

    Raises :class:`Problem` for a run of another model, and one without maps.
    """
    known = told_by(run)
    for others in together(options, JUDGED):
        answers = {**others, **{name: value for name, value in known.items() if name in {"heads", *options}}}
        yield AnswerScore(answers, difference(opened(answers), run))


def told_by(run: Trace) -> dict[str, Any]:
    """What a recorded run says by itself: its heads and, where something is padding, the padding masks."""
    heads = run.heads("encoder") or run.heads("cross")
    if not heads:
        raise Problem(Text("recorded run"), Text("it holds no attention maps"), Text("Record it again"))
    found: dict[str, Any] = {"heads": heads}
    padding = run.meta.recorded.get("target_padding_id")
    source = None if run.padding_mask is None else ~run.padding_mask
    target = None if run.consumed_ids is None or type(padding) is not int else run.consumed_ids == padding
    hidden = [_hidden(run.encoder_mask, source), _hidden(run.cross_mask, source)]
    if None not in hidden:
        own = _hidden(run.decoder_mask, target)
        sides = {"src": hidden[0], "tgt": own is not False, "memory": hidden[1]}
        found["padding_masks"] = ",".join(name for name, given in sides.items() if given) or "none"
    return found


def _hidden(mask: Any, padding: Any) -> bool | None:
    """Whether the columns of padding are blocked where nothing else blocks them; None where that cannot be seen."""
    if mask is None or padding is None or not padding.any() or mask.shape[1] != len(padding):
        return None
    return not bool(mask[-1][padding].any())


def difference(checkpoint: Checkpoint, run: Trace) -> float:
    """The largest difference between the weights that a network computes and those of a run; ∞ for other shapes."""
    network, special = checkpoint.transformer, checkpoint.special
    config, consumed = network.config, run.consumed_ids
    fits = int(run.source_ids.max(initial=0)) < config.source_vocabulary and len(run.source_ids) <= config.max_length
    if consumed is None or not fits or int(consumed.max(initial=0)) >= config.target_vocabulary:
        why = Text("it is of another model: its tokens do not fit this one")
        raise Problem(Text("recorded run"), why, Text("Choose a run of this model"))
    source, target = torch.tensor([run.source_ids.tolist()]), torch.tensor([consumed.tolist()])
    visible = target != special.target_padding
    visible[:, 0] = True
    with torch.no_grad():
        encoding = network.encode(source, source != special.source_padding, Keep.WEIGHTS)
        mask = look_ahead_mask(target.shape[1]) & combine(visible, visible, config.padding_blocks.decoder)
        decoding = network.decode(target, encoding, mask, keep=Keep.WEIGHTS, visible=visible)
    cross = [layer.cross.weights for layer in decoding.layers if layer.cross is not None]
    ours = {"encoder": [layer.own.weights for layer in encoding.layers],
            "decoder": [layer.own.weights for layer in decoding.layers], "cross": cross}  # fmt: skip
    largest = 0.0
    for kind in KINDS:
        theirs = run.attention(kind)
        if theirs is None:
            continue
        found = torch.cat(ours[kind]).float().numpy()
        if found.shape != theirs.shape:
            return float(np.inf)
        rows = _counting(kind, source[0] != special.source_padding, visible[0])
        largest = max(largest, float(np.abs(found - theirs)[:, :, rows].max()))
    return largest


def _counting(kind: str, source: torch.Tensor, target: torch.Tensor) -> Any:
    """The rows that are no padding: PyTorch's fast path computes nothing at the others."""
    return (source if kind == "encoder" else target).numpy()


def _score(found: AnswerScore) -> float:
    return found.score
