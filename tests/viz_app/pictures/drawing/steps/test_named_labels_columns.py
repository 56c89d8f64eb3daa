"""In a long map the column that the step's row gives most weight to has its name, whatever names have room."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.record.trace import KINDS, Kind, Quantity, ReadAs, Trace
from tests.viz_app.pictures.drawing.steps.test_named_labels import SOURCE, STYLE, TARGET, TRACE, shown
from tests.viz_app.pictures.reading import snapshot_of
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing import token_labels
from viz_app.pictures.drawing.layout import Axis
from viz_app.pictures.drawing.steps import named_labels
from viz_app.pictures.drawing.steps.named_labels import told_columns
from viz_app.pictures.drawing.token_labels import Label
from viz_app.state.state import Selection
from viz_app.state.zoom import Zoom
from viz_app.tables.parts.current_row import current_row


@pytest.fixture(autouse=True)
def _application(qapp: object) -> None:
    """Fonts need one."""


def planted(strongest: dict[int, int], kind: Kind = "cross") -> Trace:
    """Head 2, which gives most weight to one key in these rows, and the others to others."""
    maps = np.full_like(np.asarray(TRACE.attention(kind)), 0.001)
    maps[0, :, :, 3] = 0.5
    for row, key in strongest.items():
        maps[0, 1, row] = 0.001
        maps[0, 1, row, key] = 0.9
    changed: dict[str, Any] = {f"{kind}_attention": maps}
    return replace(TRACE, **changed)


@pytest.mark.parametrize("kind", ["cross", "decoder"])
def test_it_follows_the_row_that_is_read(kind: Kind) -> None:
    run = planted({60: 41, 61: 17, 20: 9, 70: 70}, kind)
    panel = shown(snapshot_of(run, kind, head=1, step=60))[0].plan.panels[0]

    def told(chosen: Selection) -> list[tuple[int, str]]:
        return told_columns(chosen, [panel], run, STYLE)

    here = Selection(kind, 0, 1, 60)
    assert told(here) == [(41, STYLE.palette.selection)]
    assert told(replace(here, step=61)) == [(17, STYLE.palette.selection)]
    assert told(replace(here, step=70)) == [(70, STYLE.palette.selection)], "the newest key too"
    assert told(replace(here, query=20)) == [(9, STYLE.palette.selection)]
    assert told(replace(here, key=70)) == [(70, STYLE.palette.ink)], "what was selected comes first"
    assert told_columns(here, [panel, panel], run, STYLE) == [], "many maps have many"
    assert told_columns(here, [panel], run, replace(STYLE, emphasis=False)) == []


@pytest.mark.parametrize("quantity", ["weight", "score"])
@pytest.mark.parametrize("kind", KINDS)
def test_it_is_the_token_that_the_sentence_names(kind: Kind, quantity: Quantity) -> None:
    """Whatever the numbers are, blocked and set aside or not, and also in a part that does not show it."""
    run = make_trace(1, 2, SOURCE, TARGET, padding=3)
    rows, columns = run.maps(kind).shape[-2:]
    scores = np.random.default_rng(7).normal(0, 3, (1, 2, rows, columns)).astype(np.float32)
    scores[..., -2] = 99  # padding, or a later token
    reading = ReadAs(quantity, dict.fromkeys(KINDS, 9.0), source_aside=(3, 44), target_aside=(2, 15))
    changed: dict[str, Any] = {f"{kind}_attention": scores if quantity == "score" else run.maps(kind)}
    shown_run = replace(run, meta=replace(run.meta, reading=reading), **changed)
    for zoom in (None, Zoom(10, 5, 30, 40)):
        for row in (12, 20, 33):
            now = replace(snapshot_of(shown_run, kind, head=1, step=row), zoom=zoom)
            now = replace(now, selection=replace(now.selection, query=row))
            panel = shown(now)[0].plan.panels[0]
            said = current_row(now)
            assert said is not None
            told = told_columns(now.selection, [panel], shown_run, STYLE)
            assert [key for key, _ in told] == said.strongest(1)
            mask, width = np.asarray(run.mask(kind)), len(said.weights)
            aside = reading.aside_keys(kind) if quantity == "score" else ()
            open_keys = [key for key in range(width) if mask[row, key] and key not in aside]
            assert told[0][0] == max(open_keys, key=lambda key: float(shown_run.maps(kind)[0, 1, row, key]))


def test_no_row_of_the_encoder_is_the_steps() -> None:
    run = planted({20: 9}, "encoder")
    panel = shown(snapshot_of(run, "encoder", head=1))[0].plan.panels[0]
    assert told_columns(Selection("encoder", 0, 1, 5), [panel], run, STYLE) == []
    assert told_columns(Selection("encoder", 0, 1, 5, query=20), [panel], run, STYLE)[0][0] == 9


@pytest.mark.parametrize("key", [40, 41, 42, 148])
def test_it_stands_over_its_column(key: int) -> None:
    """Beside a run whose row is strongest elsewhere, only the two names are others above the map."""
    sheet, pixels = shown(snapshot_of(planted({60: key}), "cross", head=1, step=60))
    panel, other = sheet.plan.panels[0], 95
    elsewhere = shown(snapshot_of(planted({60: other}), "cross", head=1, step=60))[1]
    above = (pixels != elsewhere).any(axis=2)[: panel.top - 1]
    columns = np.flatnonzero(above.any(axis=0)) - panel.left
    starts = [panel.form.x.middle(at) for at in (key, other)]
    of_each = [columns[(columns >= start - 16) & (columns <= start + 80)] for start in starts]
    assert all(len(found) > 8 for found in of_each)
    assert len(columns) == sum(map(len, of_each))
    assert all(abs(found[0] - start) < 16 for found, start in zip(of_each, starts, strict=True))


def test_the_first_rows_plate_leaves_what_stands_above_its_map() -> None:
    """The title of the heads ends just above the maps: a plate in the middle of a row of one pixel lay on it."""
    axis = Axis(0, 144, 160)
    strip = token_labels.row_strip(tuple(Label(token) for token in TARGET), axis, 60, STYLE)
    tops = [named_labels.plate_of(strip, row, "#e2680c", 200.0, STYLE).corner.y() for row in (0, 5, 40)]
    assert tops[0] >= -5, "two, its line, and the label that it hides"
    assert tops[0] <= tops[1] < tops[2]


def test_a_plate_with_a_comma_says_it_in_quotes() -> None:
    def told(text: str) -> bytes:
        labels = (Label(text),) * 60
        strip = token_labels.row_strip(labels, Axis(0, 60, 200), 90, STYLE)
        image = named_labels.plate_of(strip, 5, "#e2680c", 200.0, STYLE).image.pixels
        return bytes(image.bits())

    assert told(",") == told("“,”") != told("“.”")
    assert told("m") != told("“m”"), "a letter can be seen by itself"
