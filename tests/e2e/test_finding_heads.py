"""Questions that a lecturer asks of heads, each answered in at most three actions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtWidgets import QApplication

from model.analysis.aligning_head import sharpest_head
from model.corpus.corpus_heads import to_json
from model.record.trace import KINDS, Kind
from tests.e2e.screen import Key, Screen
from tests.e2e.test_files import answer
from tests.model.corpus.planted import planted
from tests.viz_app.plots.shared.test_canvas import click, place
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.pictures.drawing.why_here import why_here
from viz_app.pictures.links.picture import Links
from viz_app.plots.shared.plot import Plot
from viz_app.plots.sheet import PlotSheet
from viz_app.state.intents import Select
from viz_app.views.all_layers import ORDERS, AllLayersView
from viz_app.views.links import LinksView


def test_which_heads_point_at_the_previous_token(screen: Screen) -> None:
    screen.choose_tab("all_layers")
    screen.press("2")
    view = screen.view
    assert isinstance(view, AllLayersView)
    view.order_box.setFocus()
    for _ in range(ORDERS.index("previous")):
        screen.press(Key.Key_Down)
    assert screen.now.settings.head_order == "previous"
    trace, picture = screen.now.trace, view.canvas.picture
    assert trace is not None
    assert trace.decoder_attention is not None
    assert isinstance(picture, MapSheet)
    assert "previous token" in picture.alt
    for layer, maps in enumerate(trace.decoder_attention):
        shares = [np.mean([weights[row, row - 1] for row in range(1, len(weights))]) for weights in maps]
        first = min((panel for panel in picture.plan.panels if panel.layer == layer), key=lambda panel: panel.left)
        assert first.head == int(np.argmax(shares))


def test_to_which_source_words_a_row_gives_weight(screen: Screen) -> None:
    screen.choose_tab("links")
    picture = screen.view.canvas.picture
    assert isinstance(picture, Links)
    screen.hover(screen.view.canvas, screen.place_of(query=1))
    shown, chosen, trace = screen.view.canvas.picture, screen.now.selection, screen.now.trace
    assert isinstance(shown, Links)
    assert trace is not None
    assert trace.cross_attention is not None
    assert chosen.query == 1
    row = trace.cross_attention[chosen.layer, chosen.head, 1]
    assert sorted(shown.lines.key[shown.spoken_of].tolist()) == np.flatnonzero(row >= 0.05).tolist()


def test_only_the_strongest_lines_are_asked_for_by_keys(screen: Screen) -> None:
    screen.choose_tab("links")
    view = screen.view
    assert isinstance(view, LinksView)
    view.count.setFocus()
    screen.press(Key.Key_Up)
    picture = view.canvas.picture
    assert isinstance(picture, Links)
    assert max(np.bincount(picture.lines.query)) == 1
    assert "at most 1 per row" in picture.alt


def test_on_a_whole_file_instead_of_one_sentence(screen: Screen, tmp_path: Path) -> None:
    """A table that was measured before is opened as a person opens it; every statement then says its base."""
    run = screen.now.run
    assert run is not None
    shapes: dict[Kind, tuple[int, int]] = {kind: (run.layers(kind), run.heads(kind)) for kind in KINDS}
    made = planted(shapes, run.meta.checkpoint_sha256, "pairs.tsv")  # head 1 of layer 1 has the fewest errors
    (tmp_path / "heads.json").write_bytes(to_json(made))
    screen.program.desk.measure_heads()
    answer(screen, tmp_path / "heads.json")
    screen.until("file_heads", "not busy")
    assert screen.now.message == "Heads measured over 200 sentences of pairs.tsv"
    screen.choose_tab("one_head")
    screen.controller.handle(Select(kind="cross", layer=0, head=0))
    assert why_here(screen.now).startswith(
        f"{'aligns best' if sharpest_head(run) != (0, 0) else 'aligns words best'} of 8 heads"
    )
    assert "150 sentences" in screen.view.canvas.picture.alt
    screen.program.desk.show_plots("head_grid")
    sheet = screen.window.findChild(PlotSheet)
    assert sheet is not None
    assert [option.name for option in sheet._offered] == ["kind", "measure", "base"]
    find_in_scatter(screen, sheet, made.kinds["cross"]["aer"].mean)


def find_in_scatter(screen: Screen, sheet: PlotSheet, aer: NDArray[np.float64]) -> None:
    """Of all points the one with the fewest errors is clicked where it is drawn: then the window shows that head."""
    screen.controller.handle(Select(kind="cross", layer=1, head=1))
    sheet.show_named("heads")
    for name, value in (("kind", "cross"), ("x", "focus"), ("y", "aer")):
        box = sheet.choices[name]
        at = next(number for number, known in enumerate(values_of(sheet, name)) if known == value)
        box.setCurrentIndex(at)
        box.activated.emit(at)
    canvas = sheet.canvas
    assert isinstance(canvas.plot, Plot) and canvas.plot.base == "Means over 200 sentences of pairs.tsv."
    (curve,) = canvas.plot.panels[0].curves
    assert sorted(curve.y) == pytest.approx(sorted(aer.reshape(-1)))
    best = int(np.argmin(curve.y))
    QApplication.processEvents()
    click(canvas, canvas.mapFromScene(place(canvas, 0, float(curve.x[best]), float(curve.y[best]))))
    chosen = screen.now.selection
    assert chosen.kind == "cross"
    assert (chosen.layer, chosen.head) == divmod(int(aer.argmin()), aer.shape[1])
    sheet.close()


def values_of(sheet: PlotSheet, name: str) -> list[str]:
    """Of an option, in the order of its list."""
    return [value for option in sheet._offered if option.name == name for value, _ in option.values]
