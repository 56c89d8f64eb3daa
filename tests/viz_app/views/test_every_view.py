"""The contract of a view, held against whatever is found in the folder."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage, QPalette
from PySide6.QtWidgets import QApplication

from model.record.trace import KINDS, Trace
from tests.viz_app.paint_counter import Counter
from tests.viz_app.sample_trace import make_trace
from tests.viz_app.sample_vectors import with_vectors
from viz_app.pictures import titles
from viz_app.pictures.teacher_forcing.picture import TargetSheet
from viz_app.state.state import Busy, Selection, Settings, Snapshot
from viz_app.views import view_of
from viz_app.views.shared.view import View

QUERY, KEY = 1, 4  #: where the stamp is; the map has room for it transposed


PINNED = make_trace(padding=2, seed=9)  #: *Compare* shows another run beside this one


def everything(trace: Trace) -> Snapshot:
    return Snapshot(trace=trace, selection=Selection("cross", 1, 2, 5), pinned=PINNED)


@pytest.fixture(params=titles())
def view(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[View]:
    """Each view in turn, on screen, with a run."""
    made = view_of(request.param)()
    made.resize(760, 520)
    made.display(everything(make_trace(padding=2)))
    made.show()
    settle()
    yield made
    made.close()
    made.deleteLater()


def settle() -> None:
    for _ in range(5):
        QApplication.processEvents()


def stamped(shape: Trace) -> Trace:
    """``shape`` with one weight of 1, at the same place of every map, and zeros."""
    maps: dict[str, Any] = {}
    for kind in KINDS:
        attention = shape.attention(kind)
        assert attention is not None
        planted = np.zeros_like(attention)
        planted[..., QUERY, KEY if kind != "decoder" else 0] = 1
        maps[f"{kind}_attention"] = planted
    return replace(shape, **maps)


@lru_cache(maxsize=1)
def all_places(picture: Any) -> dict[tuple[Any, ...], list[QPoint]]:
    """Where every cell of a picture lies, by looking for it."""
    found = defaultdict(list)
    for x in range(0, picture.width, 5):
        for y in range(0, picture.height, 5):
            if (cell := picture.at(x, y)) is not None:
                found[cell.kind, cell.layer, cell.head, cell.query, cell.key].append(QPoint(x, y))
    return dict(found)


def places(view: View, query: int, key: int) -> list[QPoint]:
    """Where a cell of the selected map lies."""
    chosen = view.snapshot.selection
    picture: Any = view.canvas.picture  # kept as what it is, not by what it holds
    return all_places(picture).get((chosen.kind, chosen.layer, chosen.head, query, key), [])


def colour(image: QImage, view: View, query: int, key: int) -> QColor:
    """The most frequent colour inside a cell."""
    pixels = [image.pixel(place) for place in places(view, query, key)]
    assert pixels
    return QColor(max(set(pixels), key=pixels.count))


def test_titles_and_names_are_unique(qapp: QApplication) -> None:
    views = [view_of(name)() for name in titles()]
    assert len({view.title for view in views}) == len(views) >= 4
    assert len({view.name for view in views}) == len(views)
    for view in views:
        view.deleteLater()


def test_a_view_survives_without_a_run(view: View) -> None:
    view.display(Snapshot())
    assert not view.grab().isNull()
    assert view.canvas.accessibleName() == view.canvas.picture.alt != ""
    assert view.canvas.picture.at(300, 200) is None


@pytest.mark.parametrize("lacking", ["encoder_attention", "decoder_attention", "cross_attention", "padding_mask"])
def test_a_view_survives_a_run_that_lacks_something(view: View, lacking: str) -> None:
    gone: dict[str, Any] = {lacking: None}
    trace = replace(make_trace(), **gone)
    for kind in KINDS:
        view.display(Snapshot(trace=trace, selection=Selection(kind, 1, 1, 3)))
        assert not view.grab().isNull()


def test_a_view_paints_once_per_change_and_never_without_one(view: View) -> None:
    counter = Counter()
    view.canvas.installEventFilter(counter)
    now = view.snapshot
    view.display(now)
    view.display(replace(now, busy=Busy("Translating"), source_text="Hunde", playing=True))
    settle()
    assert counter.paints == 0
    for step in (2, 3, 4):
        view.display(replace(now, selection=replace(now.selection, step=step)))
    settle()
    assert counter.paints == 1
    view.display(replace(now, settings=Settings(scale="sqrt")))
    settle()
    assert counter.paints == 2
    view.display(replace(now, trace=make_trace(seed=7)))
    settle()
    assert counter.paints == 3


def test_a_planted_stamp_stands_upright(view: View) -> None:
    if view.name == "masks":
        return stamp_in_masks(view)
    if view.name == "links":
        return stamp_in_links(view)
    if view.name == "teacher_forcing":
        return stamp_in_rows(view)
    if view.name == "embeddings_layers":
        return stamp_in_vectors(view)
    if view.name == "beam_tree":
        return stamp_in_tree(view)
    if view.name == "compare":
        return stamp_in_both(view)
    plain = Settings(values=False, dots=False)
    view.display(replace(everything(stamped(make_trace())), settings=plain))
    image = view.canvas.grab().toImage()
    there, transposed = colour(image, view, QUERY, KEY), colour(image, view, KEY, QUERY)
    assert there.lightness() < 100
    assert transposed.lightness() > 230
    beside = [colour(image, view, QUERY + 1, KEY), colour(image, view, QUERY, KEY + 1)]
    assert all(other.lightness() > 230 for other in beside)
    return None


def stamp_in_tree(view: View) -> None:
    """A candidate with another probability changes the picture where it stands, and nowhere else."""
    trace = make_trace()
    assert trace.candidate_probabilities is not None
    changed = trace.candidate_probabilities.copy()
    changed[QUERY, 1] *= 0.999
    view.display(everything(trace))
    before = view.canvas.grab().toImage()
    view.display(everything(replace(trace, candidate_probabilities=changed)))
    after, canvas = view.canvas.grab().toImage(), view.canvas
    places = {
        cell.query
        for y in range(canvas.height())
        for x in range(canvas.width())
        if before.pixel(x, y) != after.pixel(x, y) and (cell := canvas.picture.at(x, y)) is not None
    }
    assert places <= {QUERY}
    changed = changed.copy()
    changed[QUERY, 1] *= 0.9
    view.display(everything(replace(trace, candidate_probabilities=changed)))
    assert canvas.grab().toImage() != before


def stamp_in_both(view: View) -> None:
    """Without the other run's maps the difference is the map itself: one strong cell in each, at the same place."""
    trace, nothing = stamped(make_trace()), stamped(make_trace())
    empty: dict[str, Any] = {f"{kind}_attention": np.zeros_like(nothing.maps(kind)) for kind in KINDS}
    now = everything(trace)
    view.display(replace(now, pinned=replace(nothing, **empty), settings=Settings(values=False, dots=False)))
    image, wide = view.canvas.grab().toImage(), view.canvas.width() / 3
    there = sorted(places(view, QUERY, KEY), key=lambda place: place.x())
    transposed = [QColor(image.pixel(place)).lightness() for place in places(view, KEY, QUERY)]
    assert min(transposed) > 200
    strong = [place for place in there if QColor(image.pixel(place)).lightness() < 100]
    assert {int(place.x() // wide) for place in strong} == {1, 2}, "this run and the difference"
    assert {int(place.x() // wide) for place in there} == {0, 1, 2}


def stamp_in_rows(view: View) -> None:
    """One improbable token changes the picture in its own row, and below it in the mean only."""
    trace = make_trace()
    assert trace.produced_probability is not None
    changed = trace.produced_probability.copy()
    changed[QUERY] = 1e-6
    view.display(everything(trace))
    before = view.canvas.grab().toImage()
    view.display(everything(replace(trace, produced_probability=changed)))
    after, canvas = view.canvas.grab().toImage(), view.canvas
    shown = canvas.picture
    assert isinstance(shown, TargetSheet)
    means = round(shown.room[0] + shown.table.lefts[shown.table.columns.index("mean")])
    rows = {
        cell.query
        for y in range(canvas.height())
        for x in range(60, means)
        if before.pixel(x, y) != after.pixel(x, y) and (cell := canvas.picture.at(x, y)) is not None
    }
    assert rows == {QUERY}


def stamp_in_vectors(view: View) -> None:
    """One large number in the token embeddings stands at its position and dimension, and in the sum."""
    trace = with_vectors(make_trace())
    planted = dict.fromkeys(("target_position", "target_embedded"), np.zeros((8, 12), dtype=np.float32))
    token = np.zeros((8, 12), dtype=np.float32)
    token[QUERY, KEY] = 9
    held = {**trace.activations, **planted, "target_token": token, "target_embedded": token.copy()}
    view.display(everything(replace(trace, activations=held)))
    image, canvas = view.canvas.grab().toImage(), view.canvas
    dark: dict[tuple[int | None, int | None], int] = {}
    for x in range(0, canvas.width(), 5):
        for y in range(0, canvas.height(), 5):
            cell = canvas.picture.at(x, y)
            if cell is not None and QColor(image.pixel(x, y)).lightness() < 70:
                dark[cell.query, cell.dimension] = dark.get((cell.query, cell.dimension), 0) + 1
    assert dark
    assert max(dark, key=lambda place: dark[place]) == (QUERY, KEY)


def stamp_in_links(view: View) -> None:
    """The only line joins the stamp's query at the left with its key at the right."""
    view.display(everything(stamped(make_trace())))
    view.grab()
    assert places(view, QUERY, KEY)
    assert not places(view, KEY, QUERY)
    assert not places(view, QUERY + 1, KEY)
    assert not places(view, QUERY, KEY + 1)


def stamp_in_masks(view: View) -> None:
    """Masks know no weights; there the future stands to the right of the diagonal."""
    view.display(Snapshot(trace=make_trace(), selection=Selection("decoder", 0, 0, 7)))
    before = view.canvas.grab().toImage()
    trace = make_trace()
    assert trace.decoder_mask is not None
    flipped = trace.decoder_mask.T.copy()
    view.display(
        Snapshot(
            trace=replace(trace, decoder_mask=flipped, target_mask=flipped, look_ahead_mask=flipped),
            selection=Selection("decoder", 0, 0, 7),
        )
    )
    assert view.canvas.grab().toImage() != before


def test_dark_is_dark(view: View) -> None:
    light = view.grab().toImage()
    palette = QPalette(view.palette())
    palette.setColor(QPalette.ColorRole.Window, QColor("#202124"))
    view.setPalette(palette)
    settle()
    dark = view.grab().toImage()
    corner = view.canvas.geometry().topLeft() + QPoint(3, 3)
    assert dark.pixelColor(corner).lightness() < 80 < light.pixelColor(corner).lightness()


def test_every_size_can_be_drawn(view: View) -> None:
    for width, height in ((240, 160), (320, 900), (1700, 240), (1600, 1000)):
        view.resize(width, height)
        assert view.grab().width() == width


def test_a_view_is_drawn_again_for_activations_exactly_where_it_reads_them(view: View) -> None:
    run = make_trace(padding=2)
    view.display(everything(run))
    before, drawn = view.canvas.picture, view.grab().toImage()
    view.display(everything(replace(with_vectors(run), meta=run.meta)))
    weights_alone = view.name in ("one_head", "one_layer", "all_layers", "links")
    assert (view.canvas.picture is before) == weights_alone
    if weights_alone:
        view.canvas.refresh()
        assert view.grab().toImage() == drawn
