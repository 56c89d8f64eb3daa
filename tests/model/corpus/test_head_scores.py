"""BLEU without each head is sacreBLEU's of the translations that the changed network gives."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sacrebleu

from model.checkpoints.checkpoint import Checkpoint
from model.corpus.corpus_heads import summarised
from model.corpus.head_runs import measure
from model.corpus.sentences import CorpusSentence
from model.decoding.beam import beam_search
from model.network.interventions import HeadAblated
from model.network.what_if import changed
from tests.model.sample_checkpoints import PAIRS, tiny


def test_bleu_without_each_head_is_that_of_its_translations() -> None:
    both = zip(PAIRS[4::20], PAIRS[9::20], strict=True)  # so that they are nothing that it knows by heart
    pairs = [(f"{one} {other}", f"{two} {more}") for (one, two), (other, more) in both]
    texts = [CorpusSentence(n, source, (target, "another")) for n, (source, target) in enumerate(pairs, 1)]
    heads = summarised(measure(tiny(), texts, "bleu"), {})

    def bleu(checkpoint: Checkpoint) -> float:
        said = []
        for source, _ in pairs:
            ids = beam_search(checkpoint, [checkpoint.source(source)], 1)[0].ids
            said.append(checkpoint.target_tokenizer.decode([token for token in ids if token != 3]))
        return float(sacrebleu.corpus_bleu(said, [[target for _, target in pairs], ["another"] * len(pairs)]).score)

    own, lost = bleu(tiny()), 0
    for kind, place in (("encoder", (0, 1)), ("decoder", (1, 0)), ("cross", (1, 2))):
        found = heads.measure(kind, "bleu_change")  # type: ignore[arg-type]  # a kind
        assert found is not None
        change = HeadAblated(kind, *place)  # type: ignore[arg-type]  # a kind
        twin = replace(tiny(), transformer=changed(tiny().transformer, [change]))
        assert found.mean[place] == pytest.approx(bleu(twin) - own, abs=1e-9)
        lost += bool((found.mean < 0).any())
        assert heads.measure(kind, "loss_change") is not None  # type: ignore[arg-type]  # a kind
    assert lost, "a head of a network of this size is of use"
