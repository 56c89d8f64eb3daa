"""The letters of the map of the model: never cut, never on a line, and larger where there is room."""

from __future__ import annotations

import itertools
from functools import cache

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont
from pytestqt.qtbot import QtBot

from model.record.trace import Kind
from tests.all_pairs import all_pairs
from tests.viz_app.controls.model_map.test_model_map import of
from tests.viz_app.controls.parts import painted
from viz_app.controls.model_map.buttons import HUES, block_names
from viz_app.controls.model_map.figure import figure
from viz_app.controls.model_map.layout import Architecture
from viz_app.controls.model_map.letters import block_pixels, letter_height, small_pixels
from viz_app.controls.model_map.model_map import ModelMap
from viz_app.platform.theme import colours, font, text_width
from viz_app.state.state import Selection


def architecture(layers: int, heads: int, pre_norm: bool = True) -> Architecture:
    return Architecture(dict.fromkeys(("encoder", "decoder"), layers), {"encoder": heads, "decoder": heads},
                        pre_norm, pre_norm)  # fmt: skip


@cache
def letters_in(layers: int, pre_norm: bool, width: int, height: int, usual: int) -> int:
    """The height of the letters, which no selection changes: once for all kinds."""
    return letter_height(architecture(layers, 8, pre_norm), width, height, usual)


def crosses(rect: QRectF, start: QPointF, end: QPointF) -> bool:
    """Whether an upright or level line touches a rectangle."""
    x, y = sorted((start.x(), end.x())), sorted((start.y(), end.y()))
    return x[0] <= rect.right() and x[1] >= rect.left() and y[0] <= rect.bottom() and y[1] >= rect.top()


@pytest.mark.parametrize(
    ("height", "layers", "width", "side"),
    all_pairs((360, 500, 640, 1130), (1, 3, 6, 12), (212, 280, 450), (("encoder", True), ("cross", False))),
)
def test_no_line_and_no_part_touches_a_layers_number(
    qapp: object, height: int, layers: int, width: int, side: tuple[Kind, bool]
) -> None:
    """On the decoder's side the line of the residual connection ran through it."""
    kind, pre_norm = side
    shape = architecture(layers, 8, pre_norm)
    for usual in (13, 26):
        letters = letters_in(layers, pre_norm, width, height, usual)
        drawn = figure(shape, Selection(kind, layers // 2, 3), width, height, letters)
        parts = [box.rect for box in drawn.boxes] + [block.rect for block in drawn.blocks]
        for card in drawn.cards:
            written = text_width(str(card.layer + 1), font(small_pixels(letters), bold=True))
            assert written <= card.number.width() - 2
            assert not [part for part in parts if part.intersects(card.number)]
            lines = [
                (a, b)
                for arrow in drawn.arrows
                for a, b in itertools.pairwise(arrow.points)
                if crosses(card.number, a, b)
            ]
            assert lines == []


@pytest.mark.parametrize(
    ("width", "height", "shape", "pixels"),
    all_pairs((212, 240, 280, 450), (284, 500, 1130), ((3, 4), (6, 8), (12, 16)), (12, 18, 26)),
)
def test_every_part_has_a_whole_name_of_at_least_nine_pixels(
    qtbot: QtBot, width: int, height: int, shape: tuple[int, int], pixels: int
) -> None:
    layers, heads = shape
    model = ModelMap()
    qtbot.addWidget(model)
    face = QFont(model.font())
    face.setPixelSize(pixels)
    model.setFont(face)
    model.resize(width, height)
    for pre_norm in (False, True):
        model.display(of(layers, heads, Selection("cross", 1, 2, 3), norm_order="pre" if pre_norm else "post"))
        texts = painted(model)
        room = QRectF(model.rect())
        assert all(room.contains(rect) for rect in model.figure.captions.values()), "titles and words are in sight"
        cut = [text for text in texts if "…" in text and not text.startswith(("Zwei", "Hunde", "“", "input"))]
        assert cut == []
        assert {"Encoder", "Encoder × 3", "Encoder × 6", "Encoder × 12"} & set(texts)
        shown = [button for button in model.blocks.values() if not button.isHidden()]
        for button in shown:
            small = font(block_pixels(model.letters), bold=button.selected)
            assert small.pixelSize() >= 9
            assert min(text_width(name, small) for name in block_names(button.kind)) <= button.width() - 4


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_in_a_wide_column_letters_grow_and_no_selection_changes_them(qtbot: QtBot, kind: Kind) -> None:
    model = ModelMap()
    qtbot.addWidget(model)
    model.show()
    sizes = []
    for width, height in ((280, 640), (450, 1130)):
        model.resize(width, height)
        found = set()
        for layer in range(3):
            model.display(of(3, 4, Selection(kind, layer, 1, 3)))
            found.add(model.letters)
        assert len(found) == 1, "nothing jumps when another block is chosen"
        sizes.append(found.pop())
    assert sizes[1] >= 1.25 * sizes[0]
    assert "Masked self-attention" in painted(model)


def test_a_collapsed_sum_is_a_sum_and_no_norm(qtbot: QtBot) -> None:
    """Where norms are yellow bars, ⊕ was one too."""
    model = ModelMap()
    qtbot.addWidget(model)
    model.resize(212, 300)
    model.show()
    model.display(of(3, 4, Selection("cross", 1, 2, 3), norm_order="pre"))
    sums = [box for box in model.figure.boxes if box.role == "add"]
    bars = [box for box in model.figure.boxes if box.role == "norm" and box.bar]
    assert sums
    assert bars, "a map so small that norms are bars"
    picture = model.grab().toImage()
    ratio = picture.devicePixelRatio()

    def colour(x: float, y: float) -> QColor:
        return picture.pixelColor(int(x * ratio), int(y * ratio))

    yellow = QColor(HUES["norm"]).hue()
    for bar in bars:
        assert abs(colour(bar.rect.left() + 4, bar.rect.center().y()).hue() - yellow) < 20
    for box in sums:
        assert abs(colour(box.rect.left() + 4, box.rect.center().y()).hue() - yellow) > 20
        ink = QColor(colours().ink)
        assert colour(box.rect.center().x(), box.rect.center().y()).lightness() == pytest.approx(
            ink.lightness(), abs=90
        )
