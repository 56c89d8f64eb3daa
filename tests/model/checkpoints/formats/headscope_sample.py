"""A sample of our own format."""

from __future__ import annotations

from pathlib import Path

from model.checkpoints.formats import headscope
from tests.model.checkpoints.formats.samples import Sample
from tests.model.sample_checkpoints import make_checkpoint


def write(folder: Path) -> Path:
    """A checkpoint folder."""
    headscope.write(make_checkpoint(), folder / "own")
    return folder / "own"


SAMPLES = {"headscope": Sample(write, sentence="a b c")}
