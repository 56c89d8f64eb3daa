"""tut6 and its older versions, against the same network written again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.model.formats.agreement import check_both_precisions
from tests.model.formats.tut6_network import VERSIONS, make


@pytest.mark.parametrize("version", VERSIONS)
def test_logits_and_every_map_agree(tmp_path: Path, version: str) -> None:
    check_both_precisions(lambda: make(VERSIONS[version]), tmp_path, {}, longest=(20, 17))
