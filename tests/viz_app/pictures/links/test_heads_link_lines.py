"""Which weights become lines: compared with plain loops over planted runs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from model.record.trace import KINDS, Kind, Trace
from model.transforms.view_transform import ViewTransform, read
from tests.viz_app.sample_trace import make_trace, with_scores
from viz_app.pictures.links import heads as headss
from viz_app.pictures.links.heads import Lines, lines_of
from viz_app.state.state import Settings

TRACE = make_trace(layers=2, heads=3, padding=2, seed=3)


def plain(
    trace: Trace, kind: Kind, layer: int, head: int, step: int, settings: Settings
) -> dict[tuple[int, int], float]:
    """(query, key) → weight, one cell after the other."""
    attention, mask = trace.attention(kind), trace.mask(kind)
    assert attention is not None
    assert mask is not None
    found: dict[tuple[int, int], float] = {}
    for query in range(attention.shape[2]):
        if kind != "encoder" and query > step:
            continue
        row = {}
        for key in range(attention.shape[3]):
            weight = float(attention[layer, head, query, key])
            if mask[query, key] and weight > 0 and weight >= np.float32(settings.link_threshold / 100):
                row[key] = weight
        strongest = sorted(row, key=lambda key: (-row[key], key))
        for key in strongest[: settings.link_count or None]:
            found[query, key] = row[key]
    return found


def as_cells(lines: Lines) -> dict[tuple[int, int], float]:
    cells = zip(lines.query.tolist(), lines.key.tolist(), strict=True)
    return dict(zip(cells, lines.weight.tolist(), strict=True))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("step", [0, 3, 7])
@pytest.mark.parametrize("settings", [(5, 0), (0, 0), (20, 0), (0, 1), (2, 3)], ids=str)
def test_lines_are_the_cells_that_a_plain_loop_finds(kind: Kind, step: int, settings: tuple[int, int]) -> None:
    asked = Settings(link_threshold=settings[0], link_count=settings[1])
    lines = lines_of(TRACE, kind, 1, (2,), step, asked)
    assert as_cells(lines) == plain(TRACE, kind, 1, 2, step, asked)
    assert lines.found == len(lines)
    assert (np.diff(lines.weight) >= 0).all(), "the strongest lies on top"


def test_the_lines_of_several_heads_are_those_of_each() -> None:
    lines = lines_of(TRACE, "cross", 1, (0, 2), 7, Settings(link_count=2))
    assert (np.diff(lines.weight) >= 0).all()
    for head in (0, 2):
        own = lines.head == head
        cells = zip(lines.query[own].tolist(), lines.key[own].tolist(), strict=True)
        expected = plain(TRACE, "cross", 1, head, 7, Settings(link_count=2))
        assert dict(zip(cells, lines.weight[own].tolist(), strict=True)) == expected
    assert set(lines.head.tolist()) == {0, 2}


def test_a_blocked_cell_has_no_line_unless_the_mask_leaks() -> None:
    assert TRACE.cross_attention is not None
    leaking = TRACE.cross_attention.copy()
    leaking[0, 0, 2, 8] = 0.5  # the second <pad>
    for leaky in (False, True):
        trace = replace(TRACE, cross_attention=leaking.copy(), meta=replace(TRACE.meta, leaky_mask=leaky))
        assert ((2, 8) in as_cells(lines_of(trace, "cross", 0, (0,), 7, Settings()))) == leaky


def test_numbers_that_are_none_have_no_line_and_are_told() -> None:
    assert TRACE.cross_attention is not None
    broken = TRACE.cross_attention.copy()
    broken[0, 0, 1, 2], broken[0, 0, 1, 3] = np.nan, np.inf
    lines = lines_of(replace(TRACE, cross_attention=broken), "cross", 0, (0,), 7, Settings(link_threshold=0))
    assert lines.trouble == "infinite"
    assert not {(1, 2), (1, 3)} & set(as_cells(lines))
    assert not lines_of(TRACE, "cross", 0, (0,), 7, Settings()).trouble


def test_of_too_many_the_strongest_are_kept_and_all_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = lines_of(TRACE, "encoder", 0, (0,), 0, Settings(link_threshold=0))
    monkeypatch.setattr(headss, "MOST", 7)
    few = lines_of(TRACE, "encoder", 0, (0,), 0, Settings(link_threshold=0))
    assert (len(few), few.found) == (7, len(everything))
    assert few.weight.tolist() == everything.weight[-7:].tolist()


def test_a_run_without_its_steps_is_whole() -> None:
    names = dict.fromkeys(("consumed_ids", "consumed_tokens", "produced_ids", "produced_tokens"))
    whole = replace(TRACE, **names)  # type: ignore[arg-type]
    assert as_cells(lines_of(whole, "decoder", 1, (1,), 0, Settings())) == plain(TRACE, "decoder", 1, 1, 7, Settings())


@pytest.mark.parametrize("hundredths", [5, 30, 60])
def test_the_threshold_is_a_share_of_the_largest_number_that_there_can_be(hundredths: int) -> None:
    """Of scores, which go beyond 1, as of weights."""
    scores = read(with_scores(TRACE), ViewTransform(quantity="score"))
    values, full = scores.maps("encoder")[1, 2], scores.full_scale("encoder")
    assert full > 1.5, "else a threshold of weights would do the same"
    mask = scores.mask("encoder")
    drawn = as_cells(lines_of(scores, "encoder", 1, (2,), 0, Settings(link_threshold=hundredths)))
    expected = {
        (query, key)
        for query, row in enumerate(values)
        for key, value in enumerate(row)
        if value > 0 and value >= hundredths / 100 * full and (mask is None or mask[query, key])
    }
    assert set(drawn) == expected
