"""What holds for every format: it has a sample, claims its own and nobody else's, and opens it or says why not."""

from __future__ import annotations

import subprocess
from dataclasses import fields
from itertools import combinations

import pytest

from model.checkpoints.checkpoint import all_formats, open_checkpoint
from model.checkpoints.files.gate import examine
from model.common.problems import Problem
from tests.forks import SCRIPT, Forks
from tests.model.checkpoints.formats.samples import NETWORKS, Sample, all_samples, format_of, opened, written
from tests.source_tree import PROJECT

SAMPLES = all_samples()
#: Numbers: a network of other ones computes in the same way.
NUMBERS = {
    "source_vocabulary", "target_vocabulary", "width", "encoder", "decoder", "max_length", "target_max_length",
    "dropout", "classes", "norm_eps",
}  # fmt: skip


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
        assert opened(name).path == path
        assert opened(name).config.vocabulary_head == sample.translates
        return
    with pytest.raises(Problem) as caught:
        open_checkpoint(path)
    assert path.name in caught.value.what


def test_opening_does_not_import_the_compiler_of_torch(forks: Forks) -> None:
    """A second's work, which sums, products and joined tensors ask for where they have shapes and no values."""
    code = (
        "import sys\n"
        "from pathlib import Path\nfrom model.checkpoints.checkpoint import open_checkpoint\n"
        "for path in sys.argv[1:]:\n"
        "    open_checkpoint(Path(path))\n"
        "    print(path, 'torch._dynamo' in sys.modules)\n"
    )
    paths = [str(written(name)) for name, sample in SAMPLES.items() if sample.opens]
    words = forks.words(SCRIPT, code, *paths)
    told = subprocess.run(words, cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == [f"{path} False" for path in paths]


def test_every_two_switches_that_meet_in_a_sample_meet_in_one_whose_numbers_are_compared() -> None:
    def met(name: str) -> set[tuple[tuple[str, str], ...]]:
        config = opened(name).config
        switches = [one.name for one in fields(config) if one.name not in NUMBERS]
        return set(combinations([(each, str(getattr(config, each))) for each in switches], 2))

    compared = set().union(*map(met, NETWORKS))
    assert {
        name: met(name) - compared for name, sample in SAMPLES.items() if sample.opens and met(name) - compared
    } == {}
