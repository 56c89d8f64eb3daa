"""Beam search over a batch of sentences, without capturing.

Scores are summed log-probabilities divided by length^penalty, the end token counted. A sentence
ends when it has ``beam`` finished hypotheses or no unfinished one can still be among them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import torch
from torch import Tensor

from model.checkpoints.checkpoint import Checkpoint, Special
from model.checkpoints.tokenizer import Encoded
from model.common.memory_budget import machine_memory
from model.decoding.cost import check_cost, cost_of
from model.decoding.session import decode_newest, default_limit
from model.network.masks import padding_mask
from model.network.transformer import Cache, Encoding

HYPOTHESES = 256  #: searched together; as many as keep a processor busy


def together(beam: int, most: int) -> int:
    """How many sentences are searched together with such a beam; ``most`` at the usual width of one."""
    return max(1, min(most, HYPOTHESES // beam))


def check_search(checkpoint: Checkpoint, sources: Sequence[Encoded], beam: int) -> None:
    """Raise :class:`Problem` for a search that may take more memory than there is."""
    config = checkpoint.transformer.config
    longest = max(len(source.ids) for source in sources)
    limit = default_limit(longest, config.target_limit)
    check_cost(cost_of(config, longest, limit, len(sources), beam=beam), machine_memory())


@dataclass(frozen=True)
class Hypothesis:
    """One translation: ``ids`` as produced, the end token included where it was reached."""

    ids: tuple[int, ...]
    log_probability: float
    score: float  #: log-probability / length^penalty


@dataclass
class _Sentence:
    """The search over one source."""

    index: int
    limit: int
    alive: list[tuple[tuple[int, ...], float]] = field(default_factory=lambda: [((), 0.0)])
    done: list[Hypothesis] = field(default_factory=list)


@torch.inference_mode()
def beam_search(
    checkpoint: Checkpoint, sources: Sequence[Encoded], beam: int = 5, penalty: float = 1.0, max_length: int = 0
) -> list[Hypothesis]:
    """The best hypothesis of every source, in order. ``beam = 1`` is greedy decoding.

    Sources are padded together where that changes nothing for them. Raises :class:`Problem` for a network without a
    vocabulary head.
    """
    checkpoint.require_head()
    lengths = [len(source.ids) for source in sources]
    if checkpoint.transformer.config.sees_padding and len(set(lengths)) > 1:
        found: dict[int, Hypothesis] = {}
        for length in sorted(set(lengths)):
            places = [place for place, each in enumerate(lengths) if each == length]
            alike = beam_search(checkpoint, [sources[place] for place in places], beam, penalty, max_length)
            found.update(zip(places, alike, strict=True))
        return [found[place] for place in range(len(sources))]
    encoding, sentences = _begin(checkpoint, sources, max_length)
    cache = Cache()
    consumed = torch.full((len(sentences), 1), checkpoint.special.start, device=encoding.mask.device)
    active = sentences
    while active:
        log_probability = _next(checkpoint, consumed, encoding, cache)  # [rows,V]
        rows, newest, first = [], [], 0
        for sentence in active:
            last = first + len(sentence.alive)
            kept = _extend(sentence, log_probability[first:last], checkpoint.special, beam, penalty)
            rows += [first + parent for parent, _ in kept]
            newest += [token for _, token in kept]
            first = last
        active = [sentence for sentence in active if sentence.alive]
        if active:
            chosen, produced = torch.tensor([rows, newest], device=consumed.device)
            consumed = torch.cat((consumed[chosen], produced[:, None]), dim=1)
            cache = cache.select(chosen)
            encoding = replace(encoding, memory=encoding.memory[chosen], mask=encoding.mask[chosen])
    return [max(sentence.done, key=lambda hypothesis: hypothesis.score) for sentence in sentences]


def _begin(checkpoint: Checkpoint, sources: Sequence[Encoded], max_length: int) -> tuple[Encoding, list[_Sentence]]:
    special, transformer = checkpoint.special, checkpoint.transformer
    device = next(transformer.parameters()).device
    width = max(len(source.ids) for source in sources)
    padded = [source.ids + (special.source_padding,) * (width - len(source.ids)) for source in sources]
    ids = torch.tensor(padded, device=device)
    limit = transformer.config.target_limit
    sentences = [
        _Sentence(index, min(limit, max_length or default_limit(len(source.ids), limit)))
        for index, source in enumerate(sources)
    ]
    return transformer.encode(ids, padding_mask(ids, special.source_padding)), sentences


def _next(checkpoint: Checkpoint, consumed: Tensor, encoding: Encoding, cache: Cache) -> Tensor:
    """[rows,T] consumed tokens → [rows,V] log-probabilities of the next; only the newest is computed."""
    special = checkpoint.special
    position = consumed.shape[1] - 1
    visible = padding_mask(consumed, special.target_padding)
    visible[:, 0] = True  # the start token counts even where it is <pad>
    if not checkpoint.transformer.config.blocks_produced_padding:
        visible[:] = True
    decoding = decode_newest(checkpoint.transformer, consumed, visible, encoding, cache)
    logits = checkpoint.transformer.predict(decoding.hidden[:, -1]).float()
    if position < len(special.forced):
        logits = _only(logits, special.forced[position])
    elif special.suppressed:
        logits[:, list(special.suppressed)] = -torch.inf
    return logits.log_softmax(dim=-1)


def _only(logits: Tensor, token: int) -> Tensor:
    """[rows,V] that leave no choice but ``token``."""
    result = torch.full_like(logits, -torch.inf)
    result[:, token] = 0.0
    return result


def _extend(
    sentence: _Sentence, log_probability: Tensor, special: Special, beam: int, penalty: float
) -> list[tuple[int, int]]:
    """Advance one sentence by a token; returns (parent, token) of the hypotheses that live on."""
    if special.last and len(sentence.alive[0][0]) == sentence.limit - 1:
        log_probability = _only(log_probability, special.last[0])
    before = log_probability.new_tensor([score for _, score in sentence.alive])
    total = before[:, None] + log_probability  # [alive,V]
    best = total.flatten().topk(min(2 * beam, total.numel()))
    alive: list[tuple[tuple[int, ...], float]] = []
    kept: list[tuple[int, int]] = []
    for score, place in zip(best.values.tolist(), best.indices.tolist(), strict=True):
        if score == float("-inf") or len(alive) == beam:
            break
        parent, token = divmod(place, log_probability.shape[1])
        ids = (*sentence.alive[parent][0], token)
        ended = token in special.ends
        if ended or len(ids) >= sentence.limit:
            sentence.done.append(Hypothesis(ids, score, score / len(ids) ** penalty))
        if not ended and len(ids) < sentence.limit:
            alive.append((ids, score))
            kept.append((parent, token))
    finished = len(sentence.done) >= beam
    sentence.alive = [] if finished else alive
    return [] if finished else kept
