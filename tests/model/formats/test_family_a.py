"""Family A, against the same network written again."""

from __future__ import annotations

from pathlib import Path

from tests.model.formats.agreement import check_both_precisions
from tests.model.formats.family_a_network import make


def test_logits_and_every_map_agree(tmp_path: Path) -> None:
    check_both_precisions(make, tmp_path, {"max_length": 40}, longest=(40, 40))
