"""BLEU of greedy translations of some sentences, as it is and without each head: counts that add up. torch."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from model.checkpoints.checkpoint import Checkpoint
from model.corpus import corpus_totals
from model.corpus.corpus_totals import Totals
from model.corpus.head_runs import CorpusRun, ablated, alike, heads_of
from model.decoding.beam import beam_search
from model.training.evaluation import bleu_counts

COUNTS = 10  #: two lengths, hits and totals of 1- to 4-grams


def scores(checkpoint: Checkpoint, runs: Sequence[CorpusRun]) -> Totals:
    """``bleu`` [10] and ``KIND/bleu`` [L,H,10] over the sentences that have references."""
    scored = [run for run in runs if run.sentence.references]
    totals: Totals = {"bleu": _counts(checkpoint, scored)}
    for kind, shape in heads_of(checkpoint).items():
        totals[f"{kind}/bleu"] = np.zeros((*shape, COUNTS), dtype=object)
    for kind, place, twin in ablated(checkpoint):
        totals[f"{kind}/bleu"][place] = _counts(twin, scored)
    return totals


def _counts(checkpoint: Checkpoint, runs: Sequence[CorpusRun]) -> np.ndarray:
    """[10] of all sentences together."""
    total, ends = np.zeros(COUNTS, dtype=np.int64), checkpoint.special.ends
    for batch in alike(checkpoint, runs, lambda run: len(run.source.ids)):
        for run, best in zip(batch, beam_search(checkpoint, [run.source for run in batch], 1), strict=True):
            said = checkpoint.target_tokenizer.decode([token for token in best.ids if token not in ends])
            total += bleu_counts(said, run.sentence.references)
    return corpus_totals.counts(total)
