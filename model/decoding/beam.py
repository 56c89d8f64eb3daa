"""Beam search over a batch of sentences, without capturing.

Scores are summed log-probabilities divided by length^penalty, the end token counted. The rules are those of
:class:`model.decoding.beam_tree.SearchRules`; :func:`search_tree` keeps every hypothesis that was looked at.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import torch
from torch import Tensor

from model.checkpoints.checkpoint import Checkpoint, Special
from model.checkpoints.tokenizer import Encoded
from model.common.memory_budget import machine_memory
from model.decoding.beam_tree import BeamTree, Fate, SearchRules, Stop, TreeMaker
from model.decoding.cost import check_cost, cost_of
from model.decoding.session import beginning, decode_newest, default_limit
from model.network.masks import padding_mask
from model.network.transformer import Cache, Encoding
from model.network.what_if_places import require_places

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


class _Alive(NamedTuple):
    """A hypothesis that goes on, and its place in the tree."""

    ids: tuple[int, ...]
    log_probability: float
    node: int


@dataclass
class _Sentence:
    """The search over one source."""

    index: int
    limit: int
    forced: Mapping[int, int]  #: step → what is produced there, whatever the network thinks
    alive: list[_Alive] = field(default_factory=lambda: [_Alive((), 0.0, -1)])
    done: list[Hypothesis] = field(default_factory=list)
    maker: TreeMaker | None = None


@torch.inference_mode()
def beam_search(
    checkpoint: Checkpoint,
    sources: Sequence[Encoded],
    beam: int = 5,
    penalty: float = 1.0,
    max_length: int = 0,
    stop: Stop = "enough",
) -> list[Hypothesis]:
    """The best hypothesis of every source, in order. ``beam = 1`` is greedy decoding.

    Sources are padded together where that changes nothing for them. Raises :class:`Problem` for a network without a
    vocabulary head.
    """
    checkpoint.require_head()
    rules = SearchRules(beam, penalty, stop)
    lengths = [len(source.ids) for source in sources]
    if checkpoint.transformer.config.sees_padding and len(set(lengths)) > 1:
        found: dict[int, Hypothesis] = {}
        for length in sorted(set(lengths)):
            places = [place for place, each in enumerate(lengths) if each == length]
            alike = beam_search(checkpoint, [sources[place] for place in places], beam, penalty, max_length, stop)
            found.update(zip(places, alike, strict=True))
        return [found[place] for place in range(len(sources))]
    encoding, sentences = _begin(checkpoint, sources, max_length)
    for _ in _steps(checkpoint, encoding, sentences, rules):
        continue
    return [max(sentence.done, key=lambda hypothesis: hypothesis.score) for sentence in sentences]


def search_tree(
    checkpoint: Checkpoint, source: Encoded, rules: SearchRules, max_length: int = 0, given: tuple[int, ...] = ()
) -> BeamTree:
    """The same search over one source, with every hypothesis that it looked at.

    All of them begin with the tokens ``given``, which count as certain: their log-probability is 0.
    """
    steps = growing_tree(checkpoint, source, rules, max_length, given)
    while True:
        try:
            next(steps)
        except StopIteration as ended:
            tree: BeamTree = ended.value
            return tree


def growing_tree(
    checkpoint: Checkpoint, source: Encoded, rules: SearchRules, max_length: int = 0, given: tuple[int, ...] = ()
) -> Generator[float, None, BeamTree]:
    """The same a step at a time: after each its share of the longest that the search may take."""
    checkpoint.require_head()
    encoding, sentences = _begin(checkpoint, [source], max_length, given)
    maker = sentences[0].maker = TreeMaker(rules)
    for step, _ in enumerate(_steps(checkpoint, encoding, sentences, rules), 1):
        yield min(1.0, step / sentences[0].limit)
    tokens = {node.token for node in maker.nodes}
    return maker.tree({token: checkpoint.target_tokenizer.token(token) for token in tokens})


@torch.inference_mode()
def _steps(
    checkpoint: Checkpoint, encoding: Encoding, sentences: list[_Sentence], rules: SearchRules
) -> Generator[None, None, None]:
    """Advance all sentences until each is done, by a token each time."""
    cache = Cache()
    consumed = torch.full((len(sentences), 1), checkpoint.special.start, device=encoding.mask.device)
    active, told = sentences, sentences[0].forced if sentences else {}  # with several, what is forced is common
    while active:
        log_probability = _next(checkpoint, consumed, encoding, cache, told)  # [rows,V]
        rows, newest, first = [], [], 0
        for sentence in active:
            last = first + len(sentence.alive)
            kept = _extend(sentence, log_probability[first:last], checkpoint.special, rules)
            rows += [first + parent for parent, _ in kept]
            newest += [token for _, token in kept]
            first = last
        active = [sentence for sentence in active if sentence.alive]
        if active:
            chosen, produced = torch.tensor([rows, newest], device=consumed.device)
            consumed = torch.cat((consumed[chosen], produced[:, None]), dim=1)
            cache = cache.select(chosen)
            encoding = replace(encoding, memory=encoding.memory[chosen], mask=encoding.mask[chosen])
        yield


def _begin(
    checkpoint: Checkpoint, sources: Sequence[Encoded], max_length: int, given: tuple[int, ...] = ()
) -> tuple[Encoding, list[_Sentence]]:
    special, transformer = checkpoint.special, checkpoint.transformer
    device = next(transformer.parameters()).device
    width = max(len(source.ids) for source in sources)
    padded = [source.ids + (special.source_padding,) * (width - len(source.ids)) for source in sources]
    ids = torch.tensor(padded, device=device)
    limit = transformer.config.target_limit
    forced = dict(enumerate(beginning(checkpoint, given) if given else ())) | dict(checkpoint.forced)
    lengths = [sum(index != special.source_padding for index in source.ids) for source in sources]
    longest = [min(limit, max_length or max(default_limit(length, limit), len(given))) for length in lengths]
    sentences = [_Sentence(index, most, forced) for index, most in enumerate(longest)]
    for sentence in sentences:
        require_places(checkpoint.changes, width, sentence.limit)
    return transformer.encode(ids, padding_mask(ids, special.source_padding)), sentences


def _next(
    checkpoint: Checkpoint, consumed: Tensor, encoding: Encoding, cache: Cache, told: Mapping[int, int]
) -> Tensor:
    """[rows,T] consumed tokens → [rows,V] log-probabilities of the next; only the newest is computed."""
    special = checkpoint.special
    position = consumed.shape[1] - 1
    visible = padding_mask(consumed, special.target_padding)
    visible[:, 0] = True  # the start token counts even where it is <pad>
    if not checkpoint.transformer.config.blocks_produced_padding:
        visible[:] = True
    decoding = decode_newest(checkpoint.transformer, consumed, visible, encoding, cache)
    logits = checkpoint.transformer.predict(decoding.hidden[:, -1]).float()
    if position in told:
        logits = _only(logits, told[position])
    elif position < len(special.forced):
        logits = _only(logits, special.forced[position])
    elif withheld := special.withheld(position):
        logits[:, withheld] = -torch.inf
    return logits.log_softmax(dim=-1)


def _only(logits: Tensor, token: int) -> Tensor:
    """[rows,V] that leave no choice but ``token``."""
    result = torch.full_like(logits, -torch.inf)
    result[:, token] = 0.0
    return result


def _extend(
    sentence: _Sentence, log_probability: Tensor, special: Special, rules: SearchRules
) -> list[tuple[int, int]]:
    """Advance one sentence by a token; returns (parent, token) of the hypotheses that live on."""
    length, beam = len(sentence.alive[0].ids) + 1, rules.width
    if special.last and length == sentence.limit and length - 1 not in sentence.forced:
        log_probability = _only(log_probability, special.last[0])
    before = log_probability.new_tensor([one.log_probability for one in sentence.alive])
    total = before[:, None] + log_probability  # [alive,V]
    best = total.flatten().topk(min(2 * beam, total.numel()))
    alive: list[_Alive] = []
    kept: list[tuple[int, int]] = []
    for rank, (score, place) in enumerate(zip(best.values.tolist(), best.indices.tolist(), strict=True)):
        if score == float("-inf"):
            break
        parent, token = divmod(place, log_probability.shape[1])
        ids = (*sentence.alive[parent].ids, token)
        over = token in special.ends or length >= sentence.limit
        fate: Fate = "pruned"
        if over and rank < beam:
            fate = "ended"
            sentence.done.append(Hypothesis(ids, score, rules.score(score, length)))
        elif not over and len(alive) < beam:
            fate = "kept"
            kept.append((parent, token))
        if sentence.maker is None and len(alive) == beam:
            break
        node = -1
        if sentence.maker is not None:
            node = sentence.maker.add(sentence.alive[parent].node, token, score, length, fate)
        if fate == "kept":
            alive.append(_Alive(ids, score, node))
    finished = [one.score for one in sentence.done]
    over = not alive or rules.done(finished, alive[0].log_probability, length, sentence.limit)
    sentence.alive = [] if over else alive
    return [] if over else kept
