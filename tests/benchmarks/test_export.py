"""The export benchmark: promises name what is measured, and that is what it says. No time is tested."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from benchmarks import _exporters as exporters
from benchmarks.export import BARS, CANDIDATES


@pytest.fixture(autouse=True)
def application(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exporters, "_application", lambda: qapp)


def test_every_bar_is_about_two_candidates() -> None:
    assert {name for bar in BARS for name in (bar.ours, bar.baseline)} == set(CANDIDATES)
    assert len({bar.title for bar in BARS}) == len(BARS)


def test_nothing_is_kept_from_one_run_to_the_next() -> None:
    one, other = exporters.run_of(1, 6), exporters.run_of(2, 6)
    assert one.cross_attention is not None
    assert other.cross_attention is not None
    assert not np.array_equal(one.cross_attention, other.cross_attention)
    assert not set(one.source_tokens) & set(other.source_tokens)


def test_a_page_takes_less_than_three_bytes_a_weight_and_its_code() -> None:
    weights = 3 * exporters.LAYERS * exporters.HEADS * exporters.PAGE_TOKENS**2
    assert exporters.our_page() * 1024 <= 3 * weights + 200_000


@pytest.mark.parametrize("suffix", [".png", ".pdf", ".svg"])
def test_ours_is_a_whole_file(suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exporters, "RATIO", 0.5)
    assert exporters.our_size(suffix) > 5
    assert exporters.ours(suffix) > 0
