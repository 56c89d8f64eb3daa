"""What holds for every format: it has a sample, claims its own and nobody else's, and opens it or says why not."""

from __future__ import annotations

import pytest

from model.checkpoints.checkpoint import all_formats, open_checkpoint
from model.checkpoints.files.gate import examine
from model.common.problems import Problem
from tests.model.checkpoints.formats.samples import Sample, all_samples, format_of, written

SAMPLES = all_samples()


def test_every_format_has_a_sample() -> None:
    assert {format_of(name) for name in SAMPLES} == set(all_formats())


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_is_claimed_by_its_own_format_alone(name: str) -> None:
    file = examine(written(name))
    assert [module for module, format_ in all_formats().items() if format_.recognise(file)] == [format_of(name)]


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_opens_or_its_refusal_names_it(name: str) -> None:
    sample: Sample = SAMPLES[name]
    path = written(name)
    if sample.opens:
        checkpoint = open_checkpoint(path)
        assert checkpoint.path == path
        assert checkpoint.transformer.config.vocabulary_head == sample.translates
        return
    with pytest.raises(Problem) as caught:
        open_checkpoint(path)
    assert path.name in caught.value.what
