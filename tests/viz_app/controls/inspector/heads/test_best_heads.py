"""Which head aligns best: the right heads in the right order by either measure, and a click that selects one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from model.analysis.aligning_head import held_out
from model.analysis.alignment import two_way_focus
from model.corpus.corpus_heads import CorpusHeads, CorpusMeasure
from model.record.trace import KINDS, Kind, Trace
from model.transforms.view_transform import ViewTransform
from tests.model.corpus.planted import measure, planted
from tests.viz_app.controls.measured import RUN, effects, shown
from tests.viz_app.controls.parts import Heard
from viz_app.controls.inspector.heads.best_heads import COUNT, BestHeadsPart, best
from viz_app.example import load_example
from viz_app.state.intents import ChangeSettings, MeasureEffects, Select
from viz_app.state.state import Selection, State


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
    ranked = sorted((-values[layer, head], layer, head) for layer in range(3) for head in range(4))[:COUNT]
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
    assert [line.marked for line in part.heads.table.lines] == [True] + [False] * 11


def test_another_measure_is_asked_for_with_what_it_needs(part: BestHeadsPart) -> None:
    heard = Heard(part)
    part.measure.activated.emit(2)
    part.display(shown(effects=effects()))
    part.measure.activated.emit(2)
    part.measure.activated.emit(1)
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


def example() -> Trace:
    """A run of a checkpoint whose heads were measured on held-out sentences."""
    found = load_example()
    assert found is not None
    return found.trace


def test_the_answer_is_that_of_the_first_screen(part: BestHeadsPart) -> None:
    """Both by held-out sentences: the head at which runs open leads the list, with its share of links."""
    found = load_example()
    assert found is not None
    part.display(shown(trace=found.trace, selection=found.selection))
    known = held_out(found.trace)
    assert known is not None
    shares = sorted((share for row in known.accuracy for share in row), reverse=True)
    assert [line.texts[0] for line in part.heads.table.lines] == [f"{share:.2f}" for share in shares[:COUNT]]
    chosen = found.selection
    assert part.heads.table.lines[0].name == f"Layer {chosen.layer + 1} · Head {chosen.head + 1}"
    assert [line.marked for line in part.heads.table.lines] == [True] + [False] * 11
    said = part.note.text()
    told = f"200 held-out sentences, {known.links:,} word links."
    assert said.startswith(f"The best of 12 heads of cross attention; {told}")
    assert part.measure.currentText() == "on held-out sentences"


def test_which_head_is_sharper_on_this_sentence_is_told_beside_it(part: BestHeadsPart) -> None:
    trace = example()
    values = two_way_focus(trace)
    assert values is not None
    layer, head = divmod(int(values.argmax()), values.shape[1])
    part.display(shown(trace=trace))
    assert f"On this sentence head {layer + 1}.{head + 1} is sharper, by two-way focus" in part.note.text()
    part.display(shown(trace=trace, settings={"aligned_by": "focus"}))
    assert part.heads.table.lines[0].name == f"Layer {layer + 1} · Head {head + 1}"
    rank = 1 + sum(value > values[2, 0] for value in values.reshape(-1))
    told = f"3.1, which aligns best on 200 held-out sentences, is number {rank} of 12 here."
    assert part.note.text().endswith(told)


def test_a_checkpoint_without_held_out_sentences_is_ranked_on_this_one(part: BestHeadsPart) -> None:
    part.display(shown(settings={"aligned_by": "held_out"}))
    assert "2ab / (a + b)" in part.measure.toolTip()
    assert part.note.text() == "The best of 12 heads of cross attention; one sentence, n = 1."


def over_file(**cross: CorpusMeasure) -> CorpusHeads:
    """A table of the run's own checkpoint."""
    shapes: dict[Kind, tuple[int, int]] = {kind: (RUN.layers(kind), RUN.heads(kind)) for kind in KINDS}
    made = planted(shapes, RUN.meta.checkpoint_sha256, "pairs.tsv")
    return replace(made, kinds={**made.kinds, "cross": cross})


def test_with_a_table_over_a_file_the_ranks_are_those_of_its_links(part: BestHeadsPart) -> None:
    aer = measure(0.3, (3, 4), spread=False, base=150)
    aer.mean[2, 1] = 0.125
    part.display(shown(file_heads=over_file(aer=aer, sharpness=measure(0.1, (3, 4)))))
    wanted = [(0.125, 2, 1), (0.3, 0, 0), (0.31, 0, 1), (0.32, 0, 2), (0.33, 0, 3)]
    assert len(part.heads.table.lines) == aer.mean.size
    lines = part.heads.table.lines[: len(wanted)]
    assert [(line.name, line.texts) for line in lines] == [
        (f"Layer {layer + 1} · Head {head + 1}", (f"{value:.2f}",)) for value, layer, head in wanted
    ]
    assert [line.values[0] for line in lines] == pytest.approx([value for value, _, _ in wanted])
    assert part.heads.table.columns[0].title == "alignment error rate, lowest first, n = 150"
    assert part.measure.currentText() == "by word links over the file"
    assert "Och and Ney" in part.measure.toolTip()
    assert part.note.text().startswith("The best of 12 heads of cross attention; 150 sentences of pairs.tsv.")
    part.display(shown())
    assert part.measure.itemText(0) == "on held-out sentences", "the table has gone"
    assert "n = 1" in part.note.text()


def test_two_way_focus_of_the_file_stands_beside_that_of_this_sentence(part: BestHeadsPart) -> None:
    here = two_way_focus(RUN)
    assert here is not None
    table = over_file(sharpness=measure(0.1, (3, 4)))
    part.display(shown(settings={"aligned_by": "focus"}, file_heads=table))
    assert [column.title for column in part.heads.table.columns] == ["two-way focus, 0 … 1, n = 200", "n = 1"]
    first = part.heads.table.lines[0]
    assert (first.name, first.texts) == ("Layer 3 · Head 4", ("0.33", f"{here[2, 3]:.2f}"))
    assert part.note.text().startswith("The best of 12 heads of cross attention; 200 sentences of pairs.tsv.")
    part.display(shown(settings={"aligned_by": "effect"}, effects=effects(), file_heads=table))
    assert part.note.text().startswith("The best of 12 heads of cross attention; one sentence, n = 1.")
