"""Heads over sentences equal what each sentence gives alone, added up in plain loops."""

from __future__ import annotations

import math
import statistics
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from model.analysis.alignment import two_way_focus
from model.analysis.head_facts import FACTS, head_facts
from model.checkpoints.checkpoint import Checkpoint
from model.corpus import corpus_totals
from model.corpus.corpus_heads import CorpusHeads, summarised
from model.corpus.gold_links import read_links
from model.corpus.head_runs import CorpusRun, aligned, measure
from model.corpus.sentences import CorpusSentence
from model.decoding.session import DecodingSession
from model.decoding.teacher_forcing import teach
from model.network.config import PaddingBlocks
from model.network.interventions import HeadAblated
from model.network.what_if import changed
from model.record.trace import KINDS, Kind, Trace
from tests.model.sample_checkpoints import PAIRS, make_checkpoint, tiny

LENGTHS = [*PAIRS[:4], PAIRS[20], PAIRS[40], PAIRS[60]]


def sentences(given: bool) -> list[CorpusSentence]:
    return [CorpusSentence(n, source, (target,) if given else ()) for n, (source, target) in enumerate(LENGTHS, 1)]


def alone(checkpoint: Checkpoint, sentence: CorpusSentence) -> Trace:
    """One run in the way of the window."""
    source = checkpoint.source(sentence.source)
    if not sentence.references:
        return DecodingSession(checkpoint, source).run().trace()
    return teach(checkpoint, [source], [checkpoint.target_tokenizer.encode(sentence.references[0]).ids])[0]


def of_run(run: Trace, kind: Kind, name: str) -> NDArray[np.float64]:
    found = two_way_focus(run) if name == "sharpness" else getattr(head_facts(run, kind), name)
    assert found is not None
    return np.asarray(found)


@cache
def table(given: bool) -> CorpusHeads:
    return summarised(measure(tiny(), sentences(given)), {})


@pytest.mark.parametrize("given", [True, False])
@pytest.mark.parametrize("kind", KINDS)
def test_facts_are_means_over_single_runs(given: bool, kind: Kind) -> None:
    runs = [alone(tiny(), sentence) for sentence in sentences(given)]
    for name in (*FACTS, "sharpness"):
        found = table(given).measure(kind, name)
        facts = [of_run(run, kind, name) for run in runs]
        if found is None:
            assert kind != "cross" if name == "sharpness" else all(np.isnan(each).all() for each in facts)
            continue
        for place in np.ndindex(found.mean.shape):
            numbers = [float(each[place]) for each in facts if not math.isnan(each[place])]
            assert found.base[place] == len(numbers)
            assert found.mean[place] == pytest.approx(statistics.fmean(numbers), abs=2e-6)
            assert found.spread[place] == pytest.approx(statistics.stdev(numbers), abs=2e-6)


def test_what_cannot_be_run_is_counted_and_nothing_else_changes() -> None:
    good = sentences(given=True)
    bad = [CorpusSentence(90, ""), CorpusSentence(91, "hund " * 900), CorpusSentence(92, "Hund", ("dog " * 900,))]
    heads = summarised(measure(tiny(), [bad[0], *good, *bad[1:]]), {})
    assert (heads.sentences, heads.about["left_out"]) == (len(good), 3)
    for kind in KINDS:
        found, wanted = heads.measure(kind, "focus"), table(True).measure(kind, "focus")
        assert found is not None and wanted is not None
        assert (found.mean == wanted.mean).all()
    none = summarised(measure(tiny(), bad), {})
    assert (none.sentences, none.kinds) == (0, {})


def test_a_network_that_sees_padding_gets_none() -> None:
    blocks = PaddingBlocks("none", "none", "none")
    checkpoint = make_checkpoint(changes={"padding_blocks": blocks})
    texts = [
        CorpusSentence(1, "a b c", ("A B",)),
        CorpusSentence(2, "d a", ("C",)),
        CorpusSentence(3, "e b b a", ("D",)),
    ]
    heads = summarised(measure(checkpoint, texts), {})
    for kind in KINDS:
        found = heads.measure(kind, "entropy")
        assert found is not None
        facts = [head_facts(alone(checkpoint, text), kind) for text in texts]
        wanted = np.mean([each.entropy for each in facts if each is not None], axis=0)
        assert found.mean == pytest.approx(wanted, abs=2e-6)


def test_the_loss_without_each_head_is_that_of_single_changed_runs() -> None:
    checkpoint = make_checkpoint()
    texts = [
        CorpusSentence(1, "a b c", ("A B",)),
        CorpusSentence(2, "d a", ("C",)),
        CorpusSentence(3, "e b b a", ("D E A",)),
    ]

    def loss(network: Checkpoint) -> float:
        runs = [alone(network, text) for text in texts]
        each = [
            np.log(run.produced_probability.astype(np.float64)) for run in runs if run.produced_probability is not None
        ]
        return -float(np.concatenate(each).mean())

    heads = summarised(measure(checkpoint, texts, "loss"), {})
    for kind, shape in (("encoder", (2, 3)), ("decoder", (3, 2)), ("cross", (3, 2))):
        found = heads.measure(kind, "loss_change")  # type: ignore[arg-type]  # a kind
        assert found is not None and found.mean.shape == shape
        for layer, head in np.ndindex(*shape):
            change = HeadAblated(kind, layer, head)  # type: ignore[arg-type]  # a kind
            twin = replace(checkpoint, transformer=changed(checkpoint.transformer, [change]))
            assert found.mean[layer, head] == pytest.approx(loss(twin) - loss(checkpoint), abs=2e-6)


def test_planted_weights_are_aligned_by_words() -> None:
    """The head that points where the links are has no error; one that points elsewhere has."""
    checkpoint = tiny()
    source, target = LENGTHS[0]
    words = checkpoint.target_tokenizer.encode(target)
    encoded = checkpoint.source(source)
    assert (len(source.split()), len(encoded.ids)) == (5, 7), "the full stop is a token of its own, and so is the end"
    labels = (*words.ids, 3)
    links = read_links("0-0 1-1 2?2 2-3 3-4 4-6")
    run = CorpusRun(CorpusSentence(1, source, (target,), links), encoded, (2, *words.ids), labels, words)
    cross = np.full((1, 2, len(labels), 7), 0.05, dtype=np.float32)
    pointed = [0, 1, 2, 2, 3, 4, 4, 5, 6]  # token of the source for each label: the, snow and . belong to Schnee.
    for row, column in enumerate(pointed):
        cross[0, 0, row, column] = 0.9
        cross[0, 1, row, (column + 1) % 5] = 0.9
    totals = aligned(checkpoint, cross, run, links)
    assert totals["aligned"] == 1
    right, wrong = totals["cross/links"][0].tolist()
    # Seven words of the translation; the sixth, "the", has no link. Of six links five are sure.
    assert right == [5, 6, 7, 5]
    assert wrong[2:] == [7, 5]
    assert wrong[1] < right[1]


def test_words_that_the_tokens_do_not_spell_are_not_scored() -> None:
    checkpoint = tiny()
    source, target = LENGTHS[0]
    words = checkpoint.target_tokenizer.encode(target)
    run = CorpusRun(CorpusSentence(1, "Drei Katzen", (target,)), checkpoint.source(source), words.ids, words.ids, words)
    cross = np.ones((1, 1, len(words.ids), 7), dtype=np.float32)
    assert aligned(checkpoint, cross, run, read_links("0-0")) == {"unmatched": corpus_totals.counts(1)}
