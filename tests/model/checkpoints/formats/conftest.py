"""A whole checkpoint for every test that damages one."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.checkpoints.formats import headscope
from tests.model.sample_checkpoints import make_checkpoint


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A whole checkpoint to damage."""
    headscope.write(make_checkpoint(), tmp_path / "whole")
    return tmp_path / "whole"
