"""The heads of a checkpoint on some sentences of a file: exact sums of every measure. torch.

A sentence is run along its translation in one pass (teacher forcing): along the given one, its first reference, or
along the network's own greedy one. So the maps are those of a run in the window, with or without a target. Sentences
are computed together as they lie in the piece, whoever computes it; what they add is in
:mod:`model.corpus.corpus_totals`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from model.analysis.alignment import two_way_focus
from model.analysis.head_facts import FACTS, head_facts
from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.tokenizer import Encoded
from model.common.problems import Problem
from model.corpus import corpus_totals
from model.corpus.corpus_heads import SHARPNESS
from model.corpus.corpus_totals import Totals
from model.corpus.gold_links import GoldLinks, count_links, head_links, words_of_pieces
from model.corpus.sentences import CorpusSentence
from model.decoding.batch import pad_sources
from model.decoding.beam import beam_search
from model.decoding.capture import attention_masks
from model.decoding.session import run_meta
from model.decoding.teacher_forcing import lessons, one_pass, visible_inputs
from model.network.interventions import HeadAblated
from model.network.transformer import Decoding, Encoding, Keep
from model.network.what_if import changed
from model.record.trace import KINDS, Kind, Trace

TOGETHER = 25  #: sentences of like length in one pass
Ablation = Literal["no", "loss", "bleu"]  #: bleu measures the loss too


@dataclass(frozen=True)
class CorpusRun:
    """One sentence as it is computed."""

    sentence: CorpusSentence
    source: Encoded
    consumed: tuple[int, ...]  #: [T]
    labels: tuple[int, ...]  #: [T] what follows each
    given: Encoded | None = None  #: the translation where it was given; its tokens lie in ``labels``


@dataclass(frozen=True)
class CorpusPass:
    """Several sentences in one pass, and what came of it."""

    runs: tuple[CorpusRun, ...]
    consumed: tuple[tuple[int, ...], ...]  #: [B][T] with padding
    encoding: Encoding
    decoding: Decoding


def measure(checkpoint: Checkpoint, sentences: Sequence[CorpusSentence], ablation: Ablation = "no") -> Totals:
    """What the sentences add to the table of their file.

    A sentence that cannot be run (it is empty, or longer than the network's positions) counts as left out.
    """
    checkpoint.require_head()
    runs = _runs(checkpoint, sentences)
    totals: Totals = {
        "sentences": corpus_totals.counts(len(runs)),
        "left_out": corpus_totals.counts(len(sentences) - len(runs)),
        "aligned": corpus_totals.counts(0),
        "unmatched": corpus_totals.counts(0),
    }
    for each in _passes(checkpoint, runs):
        for place, run in enumerate(each.runs):
            for part in _facts(checkpoint, _trace(checkpoint, each, place), run):
                corpus_totals.add(totals, part)
        if ablation != "no":
            corpus_totals.add(totals, _losses(checkpoint, each))
    if ablation == "bleu" and runs:
        from model.corpus.head_scores import scores

        corpus_totals.add(totals, scores(checkpoint, runs))
    return totals


# --- what is run ---


def _runs(checkpoint: Checkpoint, sentences: Sequence[CorpusSentence]) -> list[CorpusRun]:
    """Those that the network can take, the shortest sources first."""
    found: list[CorpusRun] = []
    waiting: list[tuple[CorpusSentence, Encoded]] = []
    for sentence in sentences:
        try:
            source = checkpoint.source(sentence.source)
            if not sentence.references:
                waiting.append((sentence, source))
                continue
            given = checkpoint.target_tokenizer.encode(sentence.references[0])
            (taught,) = lessons(checkpoint, [given.ids])
        except Problem:
            continue
        found.append(CorpusRun(sentence, source, taught.consumed, taught.labels, given))
    for batch in alike(checkpoint, waiting, lambda one: len(one[1].ids)):
        for (sentence, source), best in zip(
            batch, beam_search(checkpoint, [source for _, source in batch], 1), strict=True
        ):
            consumed = (checkpoint.special.start, *best.ids[:-1])
            found.append(CorpusRun(sentence, source, consumed, best.ids))
    return sorted(found, key=lambda run: (len(run.source.ids), len(run.consumed), run.sentence.line))


def alike(checkpoint: Checkpoint, items: Sequence[Any], length: Any) -> Iterator[list[Any]]:
    """Items to be computed together: of like length, of the very same where padding would change something."""
    batch: list[Any] = []
    for item in sorted(items, key=length):
        other = checkpoint.transformer.config.sees_padding and batch and length(batch[-1]) != length(item)
        if len(batch) == TOGETHER or other:
            yield batch
            batch = []
        batch.append(item)
    if batch:
        yield batch


def _passes(checkpoint: Checkpoint, runs: Sequence[CorpusRun]) -> Iterator[CorpusPass]:
    for batch in alike(checkpoint, runs, lambda run: len(run.source.ids)):
        longest, padding = max(len(run.consumed) for run in batch), checkpoint.special.target_padding
        consumed = tuple(run.consumed + (padding,) * (longest - len(run.consumed)) for run in batch)
        sources = pad_sources(checkpoint, [run.source for run in batch])
        yield CorpusPass(tuple(batch), consumed, *one_pass(checkpoint, sources, consumed, Keep.WEIGHTS))


# --- facts ---


def _trace(checkpoint: Checkpoint, each: CorpusPass, place: int) -> Trace:
    """The maps of one sentence of a pass, without padding."""
    run = each.runs[place]
    rows, columns = len(run.consumed), len(run.source.ids)
    visible = visible_inputs(torch.tensor([run.consumed]), checkpoint.special.target_padding)[0]
    masks = attention_masks(checkpoint.transformer, torch.ones(columns, dtype=torch.bool), visible)
    cross = [layer.cross.weights for layer in each.decoding.layers if layer.cross is not None]

    def maps(weights: list[Tensor], queries: int, keys: int) -> NDArray[np.float32]:
        stacked: NDArray[np.float32] = (
            torch.stack([one[place, :, :queries, :keys] for one in weights]).float().numpy(force=True)
        )
        return stacked

    return Trace(
        run_meta(checkpoint, run.source, run.sentence.source, {}, "", "", steps=rows),
        np.array(run.source.ids),
        np.array(run.source.tokens),
        np.array(run.consumed),
        np.array(run.consumed),
        produced_ids=np.array(run.labels),
        encoder_attention=maps([layer.own.weights for layer in each.encoding.layers], columns, columns),
        decoder_attention=maps([layer.own.weights for layer in each.decoding.layers], rows, rows),
        cross_attention=maps(cross, rows, columns) if cross else None,
        padding_mask=np.ones(columns, dtype=bool),
        encoder_mask=masks["encoder"],
        decoder_mask=masks["decoder"],
        cross_mask=masks["cross"],
    )


def _facts(checkpoint: Checkpoint, trace: Trace, run: CorpusRun) -> Iterator[Totals]:
    for kind in KINDS:
        found = head_facts(trace, kind)
        if found is not None:
            for name in FACTS:
                yield corpus_totals.of_sentence(f"{kind}/{name}", getattr(found, name))
    sharp = two_way_focus(trace)
    if sharp is not None:
        yield corpus_totals.of_sentence(f"cross/{SHARPNESS}", sharp)
    if run.sentence.links is not None and trace.cross_attention is not None:
        yield aligned(checkpoint, trace.cross_attention, run, run.sentence.links)


def aligned(checkpoint: Checkpoint, cross: NDArray[np.float32], run: CorpusRun, links: GoldLinks) -> Totals:
    """What one sentence adds to the alignment error rate; nothing where its tokens do not spell its words."""
    source = _places(checkpoint.source_tokenizer.encode(run.sentence.source), run.source.ids, run.sentence.source)
    target = None if run.given is None else _places(run.given, run.labels, run.sentence.references[0])
    if source is None or target is None:
        return {"unmatched": corpus_totals.counts(1)}
    picked = cross[:, :, list(target)][..., list(source)]
    rows, found = head_links(picked, list(target.values()), list(source.values()))
    return {"cross/links": corpus_totals.counts(count_links(rows, found, links)), "aligned": corpus_totals.counts(1)}


def _places(encoded: Encoded, ids: tuple[int, ...], text: str) -> dict[int, int] | None:
    """Position in ``ids`` → word, for the tokens of a text among others; None where they do not spell it."""
    length = len(encoded.ids)
    first = next((at for at in range(len(ids) - length + 1) if ids[at : at + length] == encoded.ids), None)
    owners = words_of_pieces(text.split(), encoded.spelling)
    if first is None or owners is None:
        return None
    return {first + place: word for place, word in enumerate(owners)}


# --- the effect of ablating ---


def heads_of(checkpoint: Checkpoint) -> dict[Kind, tuple[int, int]]:
    """Layers and heads of each kind."""
    encoder, decoder = checkpoint.transformer.config.stacks
    own = {"encoder": encoder, "decoder": decoder, "cross": decoder}
    return {kind: (own[kind].layers, own[kind].heads) for kind in KINDS}


def ablated(checkpoint: Checkpoint) -> Iterator[tuple[Kind, tuple[int, int], Checkpoint]]:
    """The checkpoint without one head's result, for each head."""
    for kind, shape in heads_of(checkpoint).items():
        for layer, head in np.ndindex(*shape):
            twin = changed(checkpoint.transformer, [HeadAblated(kind, layer, head)])
            yield kind, (layer, head), replace(checkpoint, transformer=twin)


@torch.inference_mode()
def _losses(checkpoint: Checkpoint, each: CorpusPass) -> Totals:
    """The loss of the pass as it is and without each head, in nats, and its tokens."""
    tokens = sum(len(run.labels) for run in each.runs)
    totals: Totals = {
        "loss": _loss(checkpoint, each, each.decoding.hidden),
        "tokens": corpus_totals.counts(tokens),
        **{f"{kind}/loss": np.zeros(shape, dtype=object) for kind, shape in heads_of(checkpoint).items()},
    }
    ids = torch.tensor(each.consumed, device=each.encoding.mask.device)
    visible = visible_inputs(ids, checkpoint.special.target_padding)
    for kind, place, twin in ablated(checkpoint):
        network, encoding = twin.transformer, each.encoding
        if kind == "encoder":
            sources = pad_sources(checkpoint, [run.source for run in each.runs])
            _, decoding = one_pass(twin, sources, each.consumed, Keep.NOTHING)
        else:
            mask = network.mask("decoder", visible, visible)
            decoding = network.decode(ids, encoding, mask, visible=visible)
        totals[f"{kind}/loss"][place] = _loss(twin, each, decoding.hidden).item()
    return totals


def _loss(checkpoint: Checkpoint, each: CorpusPass, hidden: Tensor) -> NDArray[Any]:
    """−Σ ln p of every label, each rounded to a whole multiple."""
    rows = torch.cat([hidden[place, : len(run.labels)] for place, run in enumerate(each.runs)])
    labels = torch.tensor([label for run in each.runs for label in run.labels], device=rows.device)
    losses = torch.nn.functional.cross_entropy(checkpoint.transformer.predict(rows).float(), labels, reduction="none")
    return corpus_totals.counts(corpus_totals.whole(losses.numpy(force=True)).sum())
