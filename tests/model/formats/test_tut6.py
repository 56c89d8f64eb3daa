"""tut6 and its older versions, against the same network written again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.model.formats.agreement import check_both_precisions
from tests.model.formats.tut6_network import CURRENT, DECEMBER_2019, FEBRUARY_2019, OCTOBER_2019, SHARED, Names, make


@pytest.mark.parametrize(
    "names", [CURRENT, SHARED, DECEMBER_2019, OCTOBER_2019, FEBRUARY_2019],
    ids=["current", "shared norm", "December 2019", "October 2019", "February 2019"],
)  # fmt: skip
def test_logits_and_every_map_agree(tmp_path: Path, names: Names) -> None:
    check_both_precisions(lambda: make(names), tmp_path, {}, longest=(20, 17))
