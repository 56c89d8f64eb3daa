"""A recorded run once more: its own tokens are consumed, whatever the model thinks. torch, no Qt.

The produced tokens are not chosen again, so that a change of the source or a look inside compares like
with like. What is computed is what the run computed, row by row.

The job behind *weight beside effect*: the run once more for each source token, without that token.

One teacher-forced pass per replaced token, several in one batch; Progress after each batch. torch, no Qt.

The job behind *early guesses*: the vocabulary head after every decoder layer of a run. torch, no Qt.

The job behind *the newest row has no future to hide*: the decoder over a run's whole target in one pass.

The window compares the weights with those of the rows as they were computed (:mod:`model.analysis.causality_check`).
torch, no Qt.
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np
import torch
from torch import Tensor

from model.analysis.effects import Replacement
from model.analysis.logit_lens import GUESSES
from model.checkpoints.checkpoint import Checkpoint
from model.common.problems import Problem
from model.common.text import Text
from model.network.masks import combine, look_ahead_mask, padding_mask
from model.network.transformer import Decoding, Encoding, Keep, Transformer
from viz_app.engine.measurement_messages import (
    EXTENDING,
    GUESSING,
    REPLACING,
    EarlyGuessed,
    EffectsMeasured,
    ExtendTarget,
    GuessEarly,
    ReplaceTokens,
    TargetExtended,
)
from viz_app.engine.messages import Progress
from viz_app.engine.run_ids import RunIds

FLOAT_BYTES = 4


def opened(checkpoint: Checkpoint | None, run: RunIds) -> Checkpoint:
    """The open checkpoint, which must be the one that recorded ``run``. Raises :class:`Problem`."""
    if checkpoint is None or checkpoint.sha256 != run.sha256:
        raise Problem(
            Text("this run"), Text("the checkpoint that recorded it is not open"), Text("Open that checkpoint")
        )
    checkpoint.require_head()
    return checkpoint


def hidden_states(checkpoint: Checkpoint, run: RunIds, sources: Tensor) -> Tensor:
    """[B,T,M] before the vocabulary head, where ``run`` had each of ``sources`` [B,S] instead of its own."""
    transformer = checkpoint.transformer
    encoding = transformer.encode(sources, padding_mask(sources, checkpoint.special.source_padding))
    count = len(sources)
    consumed = torch.tensor([run.consumed] * count, device=sources.device)  # [B,T]
    visible = torch.tensor([run.visible] * count, device=sources.device)  # [B,T]
    if run.at_once or not grows(transformer, run):
        return decode_to(transformer, encoding, consumed, visible).hidden
    rows = [
        decode_to(transformer, encoding, consumed[:, :length], visible[:, :length]).hidden[:, -1]
        for length in range(1, len(run.consumed) + 1)
    ]
    return torch.stack(rows, dim=1)


def grows(transformer: Transformer, run: RunIds) -> bool:
    """Whether a later token changes earlier rows, so that each step needs a pass of its own.

    As in :func:`model.decoding.session.decode_newest`: blocked cells that keep weight, and rows of padding that see
    nothing.
    """
    config = transformer.config
    return config.revises or (config.padding_revises and not all(run.visible))


def decode_to(
    transformer: Transformer, encoding: Encoding, consumed: Tensor, visible: Tensor, keep: Keep = Keep.NOTHING
) -> Decoding:
    """The decoder once over ``consumed`` [B,T], of which ``visible`` [B,T] is no blocked padding."""
    rule = transformer.config.padding_blocks.decoder
    mask = look_ahead_mask(consumed.shape[1], consumed.device) & combine(visible, visible, rule)  # [B,T,T]
    return transformer.decode(consumed, encoding, mask, keep=keep, visible=visible)


def row_bytes(transformer: Transformer, source: int, target: int) -> int:
    """Memory that one sentence of a batch takes: the maps of all layers, the widest rows, the logits."""
    config = transformer.config
    encoder = config.encoder.layers * config.encoder.heads * source**2
    decoder = config.decoder.layers * config.decoder.heads * target * (target + source)
    widest = max(config.width, config.encoder.feed_forward_width, config.decoder.feed_forward_width)
    return FLOAT_BYTES * (
        3 * (encoder + decoder) + 4 * widest * (source + target) + 2 * config.target_vocabulary * target
    )


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


LogitLensItems = Generator[Progress | EarlyGuessed, None, None]


def guess_early(request: GuessEarly, checkpoint: Checkpoint | None) -> LogitLensItems:
    """Each layer's five likeliest tokens, and what it gives the produced one. Raises :class:`Problem`."""
    run = request.run
    checkpoint = opened(checkpoint, run)
    yield Progress(request.ticket, GUESSING, 0.0)
    ids, best, produced = [], [], []
    states = layer_states(checkpoint, run)  # [Ld,T,M]
    for layer, hidden in enumerate(states):
        one_ids, one_best, one_produced = _guesses(checkpoint.transformer, hidden, run)
        ids.append(one_ids)
        best.append(one_best)
        produced.append(one_produced)
        yield Progress(request.ticket, GUESSING, (layer + 1) / len(states))
    chosen = np.stack(ids)
    token = checkpoint.target_tokenizer.token
    names = {index: token(index) for index in np.unique(chosen).tolist()}
    tokens = np.array([names[index] for index in chosen.reshape(-1).tolist()]).reshape(chosen.shape)
    yield EarlyGuessed(request.ticket, chosen, tokens, np.stack(best), np.stack(produced))


@torch.inference_mode()
def layer_states(checkpoint: Checkpoint, run: RunIds) -> Tensor:
    """[Ld,T,M] what the vocabulary head would read after each decoder layer: through the final norm, if there is."""
    transformer, special = checkpoint.transformer, checkpoint.special
    device = next(transformer.parameters()).device
    source = torch.tensor([run.source], device=device)
    encoding = transformer.encode(source, padding_mask(source, special.source_padding))
    consumed, visible = torch.tensor([run.consumed], device=device), torch.tensor([run.visible], device=device)

    def states(length: int) -> Tensor:
        """[Ld,length,M]"""
        shown = consumed[:, :length], visible[:, :length]
        return _after_layers(transformer, decode_to(transformer, encoding, *shown, Keep.ACTIVATIONS))

    if run.at_once or not grows(transformer, run):
        return states(len(run.consumed))
    return torch.stack([states(length)[:, -1] for length in range(1, len(run.consumed) + 1)], dim=1)


def _after_layers(transformer: Transformer, decoding: Decoding) -> Tensor:
    """[Ld,T,M]: a layer hands on what the next one's first residual sum starts from."""
    between = [transformer.decoder_norm(record.inputs[0])[0] for record in decoding.layers[1:]]
    return torch.stack([*between, decoding.hidden[0]])


@torch.inference_mode()
def _guesses(transformer: Transformer, hidden: Tensor, run: RunIds) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """[T,M] → ids and probabilities [T,5], and the probability of the produced tokens [T]."""
    probabilities = transformer.predict(hidden).float().softmax(dim=-1)  # [T,V]
    best = probabilities.topk(min(GUESSES, probabilities.shape[1]), dim=-1)
    produced = torch.tensor(run.produced, device=hidden.device)
    own = probabilities.gather(1, produced[:, None])[:, 0]
    return best.indices.cpu().numpy().astype(np.int64), best.values.cpu().numpy(), own.cpu().numpy()


CausalityCheckItems = Generator[Progress | TargetExtended, None, None]


def extend_target(request: ExtendTarget, checkpoint: Checkpoint | None) -> CausalityCheckItems:
    """The maps of the run's rows with every later token there. Raises :class:`Problem`.

    The last row gets a later token too: the one it produced, where the network has a position for it.
    """
    run = request.run
    checkpoint = opened(checkpoint, run)
    yield Progress(request.ticket, EXTENDING)
    layers = whole_target(checkpoint, run).layers
    own = [record.own.weights for record in layers]
    cross = [record.cross.weights for record in layers if record.cross is not None]
    rows = len(run.consumed)
    yield TargetExtended(request.ticket, _rows(own, rows).numpy(), _rows(cross, rows).numpy())


@torch.inference_mode()
def whole_target(checkpoint: Checkpoint, run: RunIds) -> Decoding:
    """One pass over the consumed tokens and, up to the network's limit, the last produced one."""
    transformer = checkpoint.transformer
    device = next(transformer.parameters()).device
    room = len(run.consumed) < transformer.config.target_limit
    consumed = torch.tensor([run.consumed + run.produced[-1:] * room], device=device)  # [1,N]
    visible = torch.tensor([run.visible + (True,) * room], device=device)  # [1,N]
    source = torch.tensor([run.source], device=device)  # [1,S]
    encoding = transformer.encode(source, padding_mask(source, checkpoint.special.source_padding))
    return decode_to(transformer, encoding, consumed, visible, Keep.WEIGHTS)


def _rows(weights: list[Tensor], rows: int) -> Tensor:
    """L tensors [1,H,N,K] → [L,H,rows,K]."""
    return torch.cat(weights)[:, :, :rows].float().cpu()
