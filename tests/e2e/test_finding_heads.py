"""Questions that a lecturer asks of heads, each answered in at most three actions."""

from __future__ import annotations

import numpy as np

from tests.e2e.screen import Key, Screen
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.pictures.links.picture import Links
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
