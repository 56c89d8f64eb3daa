"""Which head aligns best: the right heads in the right order by either measure, and a click that selects one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from model.analysis.alignment import two_way_focus
from model.transforms.view_transform import ViewTransform
from tests.viz_app.controls.measured import RUN, effects, shown
from tests.viz_app.controls.parts import Heard
from viz_app.controls.inspector.heads import BestHeadsPart, best
from viz_app.example import load_example
from viz_app.state.intents import ChangeSettings, MeasureEffects, Select
from viz_app.state.state import Choice, Selection, State


@pytest.fixture
def part(qtbot: QtBot) -> BestHeadsPart:
    widget = BestHeadsPart()
    qtbot.addWidget(widget)
    widget.resize(300, 300)
    widget.show()
    widget.display(shown())
    return widget


def test_the_best_by_two_way_focus(part: BestHeadsPart) -> None:
    values = two_way_focus(RUN)
    assert values is not None
    ranked = sorted((-values[layer, head], layer, head) for layer in range(3) for head in range(4))[:5]
    wanted = [(f"Layer {layer + 1} · Head {head + 1}", f"{-value:.2f}") for value, layer, head in ranked]
    assert [(line.name, line.texts[0]) for line in part.heads.table.lines] == wanted
    assert part.note.text() == "The best of 12 heads of cross attention; one sentence, n = 1."
    assert "2ab / (a + b)" in part.measure.toolTip()


def test_the_best_by_effects(part: BestHeadsPart) -> None:
    part.display(shown(settings={"aligned_by": "effect"}))
    assert part.note.text().startswith("Effects are not measured yet")
    assert not part.heads.isVisible()
    found = effects()
    part.display(shown(settings={"aligned_by": "effect"}, effects=found))
    assert found.agreements is not None
    layer, head = np.unravel_index(int(found.agreements.argmax()), (3, 4))
    assert part.heads.table.lines[0].name == f"Layer {layer + 1} · Head {head + 1}"
    assert part.heads.table.lines[0].texts[0] == f"{found.agreements.max():.2f}".replace("-", "−")


def test_a_click_selects_the_head(part: BestHeadsPart, qtbot: QtBot) -> None:
    heard, first = Heard(part), part.heads.table.lines[0].answer
    qtbot.mouseClick(part.heads, Qt.MouseButton.LeftButton, pos=part.heads.row(0).center().toPoint())
    assert heard == [first]
    assert isinstance(first, Select)
    assert first.kind == "cross"
    part.display(shown(Selection("cross", first.layer or 0, first.head or 0, 3)))
    assert [line.marked for line in part.heads.table.lines] == [True] + [False] * 4


def test_another_measure_is_asked_for_with_what_it_needs(part: BestHeadsPart) -> None:
    heard = Heard(part)
    part.measure.activated.emit(1)
    part.display(shown(effects=effects()))
    part.measure.activated.emit(1)
    part.measure.activated.emit(0)
    by_effect, by_focus = ChangeSettings({"aligned_by": "effect"}), ChangeSettings({"aligned_by": "focus"})
    assert heard == [by_effect, MeasureEffects(), by_effect, by_focus]


def test_heads_without_a_value_are_left_out() -> None:
    values = np.array([[0.2, np.nan], [-0.5, 0.4]])
    found = best(values, "effect", Selection("cross", 1, 0))
    assert [line.name for line in found.lines] == ["Layer 2 · Head 2", "Layer 1 · Head 1", "Layer 2 · Head 1"]
    assert [line.texts[0] for line in found.lines] == ["0.40", "0.20", "−0.50"]
    assert [line.marked for line in found.lines] == [False, False, True]
    assert (found.columns[0].low, found.columns[0].high) == (-1.0, 1.0)
    assert best(np.full((1, 2), np.nan), "effect", Selection()).lines == ()


def test_a_run_read_otherwise_says_so(part: BestHeadsPart) -> None:
    state = State(shown())
    state.update(reading=ViewTransform(aggregate="heads"))
    part.display(state.snapshot)
    assert not part.heads.isVisible()
    assert "on the recorded run" in part.note.text()


def test_the_measure_of_the_first_screen_comes_first_with_its_base(part: BestHeadsPart) -> None:
    """The head that it names is in the list, and its place on this sentence is told beside."""
    values = two_way_focus(RUN)
    assert values is not None
    order = np.argsort(-values.reshape(-1)).tolist()
    (layer, head), (first_layer, first_head) = (divmod(order[place], values.shape[1]) for place in (7, 0))
    choice = Choice(RUN, Selection("cross", layer, head, 3), "word alignment", 200)
    part.display(shown(choice=choice))
    told = part.lead.text()
    assert told.startswith(f"Layer {layer + 1} · Head {head + 1}: the best of 12 heads on 200 held-out sentences")
    numbers = f"{values[first_layer, first_head]:.2f} against {values[layer, head]:.2f}."
    assert told.endswith(
        f"On this one Layer {first_layer + 1} · Head {first_head + 1} is sharper: two-way focus {numbers}"
    )
    assert [line.texts[1] for line in part.heads.table.lines] == [""] * 5 + ["best on 200"], "beyond the first five"
    assert part.heads.table.lines[-1].answer == Select(kind="cross", layer=layer, head=head)
    first = replace(choice, place=Selection("cross", first_layer, first_head, 3))
    part.display(shown(choice=first))
    assert part.lead.text().endswith("On this one it is the sharpest, too.")
    assert [line.texts[1] for line in part.heads.table.lines] == ["best on 200"] + [""] * 4
    found = effects()
    assert found.agreements is not None
    part.display(shown(choice=choice, settings={"aligned_by": "effect"}, effects=found))
    best = [int(place) for place in np.unravel_index(np.nanargmax(found.agreements), found.agreements.shape)]
    assert best == [layer, head]
    assert part.lead.text().endswith("On this one it agrees best with effects, too.")
    part.display(shown(choice=first, settings={"aligned_by": "effect"}, effects=found))
    assert f"On this one Layer {layer + 1} · Head {head + 1} agrees better with effects: ρ = " in part.lead.text()
    other = replace(RUN, meta=replace(RUN.meta, checkpoint_sha256="another"))
    for no in (None, replace(choice, trace=other), replace(choice, measure="by hand")):
        part.display(shown(choice=no))
        assert part.lead.text() == ""
        assert len(part.heads.table.columns) == 1


def test_the_shipped_example_and_its_list(part: BestHeadsPart) -> None:
    """The list names the head that the first screen shows, by the measure that it gives for it."""
    example = load_example()
    assert example is not None
    assert example.choice is not None
    part.display(shown(trace=example.trace, selection=example.selection, choice=example.choice))
    place = example.choice.place
    assert part.lead.text().startswith(f"Layer {place.layer + 1} · Head {place.head + 1}: the best of 12 heads on 200")
    held = [line for line in part.heads.table.lines if line.texts[1]]
    assert [line.answer for line in held] == [Select(kind="cross", layer=place.layer, head=place.head)]
