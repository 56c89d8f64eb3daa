"""What the inspector says of a reading: lists that give the number, the cell behind it, and words for what is away."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from model.common.assets import SAMPLES
from model.record.trace_file import load_trace
from model.transforms.view_transform import ViewTransform, read
from tests.model.subwords import HEADS, LAYERS, make_run
from tests.viz_app.controls.parts import ready
from viz_app.controls.inspector.computation import reading_parts, row_in_run, summary_of
from viz_app.controls.inspector.computation_texts import ComputationPart, computation
from viz_app.controls.inspector.number_strips import signed
from viz_app.controls.inspector.read_out import read_out
from viz_app.state.state import Selection, Snapshot, State
from viz_app.tables.parts.current_row import CurrentRow, current_row, wordings

RUN = make_run(activations=True)
CELL = Selection("cross", 1, 2, 3, query=1, key=1)


def shown(reading: ViewTransform, selection: Selection = CELL) -> Snapshot:
    """As the state shows it; the selection is of the reading."""
    done = read(RUN, reading)
    unread = None if done is RUN else RUN
    return replace(ready(done, selection=selection), reading=reading, unread=unread, stood=selection)


def row_of(snapshot: Snapshot) -> CurrentRow:
    row = current_row(snapshot)
    assert row is not None
    return row


def parts_of(snapshot: Snapshot) -> tuple[ComputationPart, ...]:
    return reading_parts(snapshot, row_of(snapshot), snapshot.selection.key or 0)


def number(snapshot: Snapshot) -> float:
    return float(row_of(snapshot).weights[snapshot.selection.key or 0])


@pytest.mark.parametrize(
    ("aggregate", "count", "last"),
    [
        ("heads", HEADS, "Head 3"),
        ("layers", LAYERS, "Layer 2"),
        ("all", LAYERS * HEADS, "Layer 2 · Head 3"),
    ],
)
def test_the_list_of_maps_gives_the_mean(aggregate: str, count: int, last: str) -> None:
    place = replace(CELL, layer=0, head=0)
    snapshot = shown(ViewTransform(aggregate=aggregate), place)  # type: ignore[arg-type] # three choices
    (part,) = parts_of(snapshot)
    (strip,) = part.numbers
    assert (strip.count, strip.names[-1]) == (count, last)
    np.testing.assert_allclose(strip.values.mean(), number(snapshot), atol=1e-6)
    assert signed(number(snapshot)) in part.lines[0]


def test_the_list_of_pieces_gives_the_words_number() -> None:
    snapshot = shown(ViewTransform(words=True))
    (part,) = parts_of(snapshot)
    assert [strip.names for strip in part.numbers] == [("Schnee", "·ball")] * 3
    total = sum(float(strip.values.sum()) for strip in part.numbers) / len(part.numbers)
    np.testing.assert_allclose(total, number(snapshot), atol=1e-6)
    assert part.lines[1].endswith(signed(number(snapshot)))


def test_a_mean_of_words_that_is_renormalised_is_told_in_order() -> None:
    snapshot = shown(
        ViewTransform(aggregate="heads", words=True, aside="punctuation", renormalise=True), replace(CELL, head=0)
    )
    maps, pieces, aside = parts_of(snapshot)
    whole, rest = float(maps.numbers[0].values.mean()), aside.lines[0].split(" / ")[1].split(" = ")[0]
    np.testing.assert_allclose(sum(strip.values.sum() for strip in pieces.numbers) / 3, whole, atol=1e-6)
    np.testing.assert_allclose(whole / float(rest), number(snapshot), atol=1e-3)


def test_what_is_set_aside_says_what_is_not_shown() -> None:
    snapshot = shown(ViewTransform(aside="specials"), replace(CELL, key=4))
    (part,) = parts_of(snapshot)
    assert RUN.cross_attention is not None
    assert signed(float(RUN.cross_attention[1, 2, 1, 4])) in part.lines[0]
    cell = read_out(snapshot)
    assert cell.about == "set aside: its weight is left out"
    assert cell.weight == "0.0000"


def test_a_row_with_nothing_left_says_so() -> None:
    away = ViewTransform(source_columns=(0, 1, 2, 3, 4))
    snapshot = shown(away, replace(CELL, key=None))
    assert row_of(snapshot).emptied
    assert "all its weight is on what is set aside" in wordings(snapshot)[0]
    assert read_out(snapshot).key == ""
    encoder = shown(away, Selection("encoder", 0, 0, 0, query=1))
    assert "gives all its weight to what is set aside" in wordings(encoder)[0]
    renormalised = shown(replace(away, renormalise=True), CELL)
    assert "Nothing is left" in parts_of(renormalised)[0].lines[0] or "not shown" in parts_of(renormalised)[0].lines[0]


def test_rollout_says_its_formula() -> None:
    cross = shown(ViewTransform(aggregate="rollout"), replace(CELL, head=0))
    (part,) = parts_of(cross)
    assert "R of the layer before" in part.lines[0]
    assert "Our extension" in part.lines[1]
    assert [strip.names[0] for strip in part.numbers] == ["<s>", "Der"]
    np.testing.assert_allclose(sum(strip.values.sum() for strip in part.numbers), number(cross), atol=1e-6)
    assert part.lines[2].endswith(signed(number(cross)))
    encoder = shown(ViewTransform(aggregate="rollout"), Selection("encoder", 1, 0, 0, query=1, key=2))
    (part,) = parts_of(encoder)
    assert len(part.lines) == 2
    np.testing.assert_allclose(part.numbers[0].values.sum(), number(encoder), atol=1e-6)
    away = shown(ViewTransform(aggregate="rollout", aside="specials", renormalise=True), replace(CELL, head=0))
    assert parts_of(away)[1].lines[0].endswith(signed(number(away)))
    words = shown(ViewTransform(aggregate="rollout", words=True), replace(CELL, head=0))
    assert not parts_of(words)[0].numbers


def test_a_single_cell_is_computed_as_in_the_run() -> None:
    """Of a run with everything: the parts below are those of the run's own cell."""
    run = load_trace(SAMPLES / "everyday.npz")
    run = replace(run, activations=load_trace(SAMPLES / "everyday-details.npz").activations)
    for reading in (
        ViewTransform(aside="punctuation", renormalise=True),
        ViewTransform(quantity="score"),
        ViewTransform(quantity="norm"),
    ):
        state = State()
        state.update(trace=run, selection=Selection("cross", 1, 2, 5, query=3, key=2))
        own = [part.as_text() for part in computation(row_of(state.snapshot), 2) or ()]
        state.update(reading=reading)
        row = row_in_run(state.snapshot)
        assert row is not None
        assert [part.as_text() for part in computation(row, 2) or ()] == own
        assert own


def test_many_cells_have_no_single_computation() -> None:
    for reading in (ViewTransform(words=True), ViewTransform(aggregate="heads"), ViewTransform(aggregate="rollout")):
        snapshot = shown(reading, replace(CELL, head=0))
        assert row_in_run(snapshot) is None
        assert summary_of(snapshot).startswith("Shown: ")
    plain = shown(ViewTransform())
    assert reading_parts(plain, row_of(plain), 1) == ()
    assert row_in_run(plain) is not None


def test_the_inspector_names_place_quantity_and_word() -> None:
    assert read_out(shown(ViewTransform(aggregate="heads"), replace(CELL, head=0))).title.endswith(
        "Layer 2 · mean of 3 heads"
    )
    cell = read_out(shown(ViewTransform(words=True)))
    assert (cell.query, cell.key) == ("“The” → “snowball”, word\u00a01", "“Schneeball”, word\u00a01")
    score = read_out(shown(ViewTransform(quantity="score")))
    assert score.quantity == "score"
    assert score.total == ""


def test_a_words_probability_is_said_to_be_a_product() -> None:
    assert "product of 3 pieces" in wordings(shown(ViewTransform(words=True)))[0]
    assert "product" not in wordings(shown(ViewTransform(words=True), replace(CELL, query=0)))[0]


def test_scores_are_ranked_among_open_columns() -> None:
    snapshot = shown(ViewTransform(quantity="score"), Selection("decoder", 0, 0, 4, query=3))
    row = row_of(snapshot)
    assert set(row.strongest(9)) == {0, 1, 2, 3}
    assert row.strongest(1) == [int(row.weights[:4].argmax())]
    assert "largest numbers" in wordings(snapshot)[0]
