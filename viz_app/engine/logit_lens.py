"""The job behind *early guesses*: the vocabulary head after every decoder layer of a run. torch, no Qt."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np
import torch
from torch import Tensor

from model.analysis.logit_lens import GUESSES
from model.checkpoints.checkpoint import Checkpoint
from model.network.masks import padding_mask
from model.network.transformer import Decoding, Keep, Transformer
from viz_app.engine.messages import GUESSING, EarlyGuessed, GuessEarly, Progress
from viz_app.engine.rerun import decode_to, grows, opened
from viz_app.engine.run_ids import RunIds

Items = Generator[Progress | EarlyGuessed, None, None]


def guess_early(request: GuessEarly, checkpoint: Checkpoint | None) -> Items:
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
