"""hyunwoongko/transformer in its eras, against the same network written again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.model.formats.agreement import check_both_precisions
from tests.model.formats.hyunwoongko_network import ERAS, make


@pytest.mark.parametrize("era", ERAS)
def test_logits_and_every_map_agree(tmp_path: Path, era: str) -> None:
    check_both_precisions(lambda: make(ERAS[era]), tmp_path, {"era": era}, longest=(256, 40))
