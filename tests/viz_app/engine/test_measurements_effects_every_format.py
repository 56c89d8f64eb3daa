"""Every format that opens: a replaced token and an early guess are what whole new runs of its network say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from model.checkpoints.checkpoint import Checkpoint, open_checkpoint
from model.checkpoints.tokenizer import Encoded
from model.common.problems import Problem
from model.decoding.session import DecodingSession
from model.decoding.teacher_forcing import observe
from tests.model.checkpoints.formats.samples import all_samples, format_of, written
from viz_app.engine.measurement_messages import EarlyGuessed, EffectsMeasured, GuessEarly, ReplaceTokens
from viz_app.engine.measurements import guess_early, measure_effects, special_ids
from viz_app.handlers.measurements import ids_of

SAMPLES = all_samples()
OPENED = {format_of(name): name for name, sample in reversed(list(SAMPLES.items())) if sample.opens}.values()
TARGET = (5, 7, 6)


def run(checkpoint: Checkpoint, source: Encoded) -> DecodingSession:
    return DecodingSession(checkpoint, source, forced=TARGET, max_length=5).run()


@pytest.mark.parametrize("name", [name for name in OPENED if SAMPLES[name].translates])
def test_what_whole_runs_say(name: str) -> None:
    checkpoint = open_checkpoint(written(name))
    source = checkpoint.source(SAMPLES[name].sentence)
    session = run(checkpoint, source)
    trace, produced = session.trace(), tuple(step.produced_id for step in session.steps)
    told = list(measure_effects(ReplaceTokens(1, ids_of(trace), "unknown"), checkpoint))[-1]
    assert isinstance(told, EffectsMeasured)
    words = checkpoint.source_tokenizer
    other = words.unknown_id if told.replacement == "unknown" else checkpoint.special.source_padding
    assert (told.replacement == "unknown") == (words.unknown_id >= 0)
    replaced = ~np.isnan(told.change).all(axis=0)
    wanted = [index not in {other, *special_ids(checkpoint)} for index in source.ids]
    assert replaced.tolist() == wanted
    place = wanted.index(True)
    ids = (*source.ids[:place], other, *source.ids[place + 1 :])
    again = DecodingSession(checkpoint, replace(source, ids=ids), forced=produced, max_length=5).run()
    after, before = (np.log([step.produced_probability for step in one.steps]) for one in (again, session))
    np.testing.assert_allclose(told.change[:, place], after - before, atol=1e-4)
    early = list(guess_early(GuessEarly(2, ids_of(trace)), checkpoint))[-1]
    assert isinstance(early, EarlyGuessed)
    assert early.ids.shape == (checkpoint.transformer.config.decoder.layers, trace.steps, 5)
    np.testing.assert_allclose(early.produced_probability[-1], trace.produced_probability, rtol=1e-4, atol=1e-6)  # type: ignore[arg-type]  # it has


@pytest.mark.parametrize("name", [name for name in OPENED if not SAMPLES[name].translates])
def test_without_a_vocabulary_head_there_is_nothing_to_measure(name: str) -> None:
    checkpoint = open_checkpoint(written(name))
    trace = observe(checkpoint, checkpoint.source(SAMPLES[name].sentence), TARGET)
    with pytest.raises(TypeError, match="next tokens"):
        ids_of(trace)
    shown = replace(trace, produced_ids=np.array(TARGET + TARGET[:1]), consumed_ids=np.array([1, *TARGET]))
    with pytest.raises(Problem, match="no vocabulary head"):
        next(measure_effects(ReplaceTokens(1, ids_of(shown)), checkpoint))
