"""The job behind *weight beside effect*: the run once more for each source token, without that token.

One teacher-forced pass per replaced token, several in one batch; Progress after each batch. torch, no Qt.
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np
import torch
from torch import Tensor

from model.analysis.effects import Replacement
from model.checkpoints.checkpoint import Checkpoint
from viz_app.engine.messages import REPLACING, EffectsMeasured, Progress, ReplaceTokens
from viz_app.engine.rerun import hidden_states, opened, row_bytes
from viz_app.engine.run_ids import RunIds

BATCH_BYTES = 256 * 2**20
MOST_ROWS, MOST_TOKENS = 16, 1024  #: in one batch, so that giving up takes effect soon

Items = Generator[Progress | EffectsMeasured, None, None]


def measure_effects(request: ReplaceTokens, checkpoint: Checkpoint | None) -> Items:
    """The change of every produced token's log-probability by every replacement. Raises :class:`Problem`.

    Where the vocabulary has no ``<unk>`` tokens are hidden as padding, and the answer says so.
    """
    run = request.run
    checkpoint = opened(checkpoint, run)
    replacement: Replacement = "unknown" if request.replacement == "unknown" else "padding"
    if checkpoint.source_tokenizer.unknown_id < 0:
        replacement = "padding"
    other = checkpoint.source_tokenizer.unknown_id if replacement == "unknown" else checkpoint.special.source_padding
    fixed = {other, *special_ids(checkpoint)}
    places = [place for place, index in enumerate(run.source) if index not in fixed]
    change = np.full((len(run.consumed), len(run.source)), np.nan, dtype=np.float32)
    yield Progress(request.ticket, REPLACING, 0.0)
    original = log_probabilities(checkpoint, run, [run.source])[0] if places else np.zeros(0)
    size = batch_size(checkpoint, run)
    for start in range(0, len(places), size):
        some = places[start : start + size]
        sources = [(*run.source[:place], other, *run.source[place + 1 :]) for place in some]
        change[:, some] = (log_probabilities(checkpoint, run, sources) - original).T
        yield Progress(request.ticket, REPLACING, (start + len(some)) / len(places))
    yield EffectsMeasured(request.ticket, change, replacement, checkpoint.source_tokenizer.token(other))


def batch_size(checkpoint: Checkpoint, run: RunIds) -> int:
    """How many runs go into one batch."""
    source, target = len(run.source), len(run.consumed)
    fitting = BATCH_BYTES // row_bytes(checkpoint.transformer, source, target)
    return max(1, min(MOST_ROWS, MOST_TOKENS // (source + target), fitting))


def special_ids(checkpoint: Checkpoint) -> set[int]:
    """Source ids that are no text: padding, what stands around every sentence, and languages."""
    special = checkpoint.special
    languages = {index for tokens in checkpoint.language_tokens.values() for index in tokens.ids.values()}
    return {special.source_padding, *special.source_prefix, *special.source_suffix} | languages


@torch.inference_mode()
def log_probabilities(checkpoint: Checkpoint, run: RunIds, sources: list[tuple[int, ...]]) -> np.ndarray:
    """[B,T] natural logarithms of the probabilities of the produced tokens, for each of ``sources`` [B][S]."""
    device = next(checkpoint.transformer.parameters()).device
    hidden = hidden_states(checkpoint, run, torch.tensor(sources, device=device))  # [B,T,M]
    produced = torch.tensor(run.produced, device=device)  # [T]
    rows = [_of_produced(checkpoint.transformer.predict(row).float(), produced) for row in hidden]
    result: np.ndarray = torch.stack(rows).double().cpu().numpy()
    return result


def _of_produced(logits: Tensor, produced: Tensor) -> Tensor:
    """[T,V] and [T] ids → [T] log-probabilities, softmax over the whole vocabulary."""
    return logits.gather(1, produced[:, None])[:, 0] - logits.logsumexp(dim=1)
