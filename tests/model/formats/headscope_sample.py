"""A sample of our own format."""

from __future__ import annotations

from pathlib import Path

from model.formats import headscope
from tests.model.checkpoints import make_checkpoint
from tests.model.formats.samples import Sample


def write(folder: Path) -> Path:
    """A checkpoint folder."""
    headscope.write(make_checkpoint(), folder / "own")
    return folder / "own"


SAMPLES = {"headscope": Sample(write, sentence="a b c")}
