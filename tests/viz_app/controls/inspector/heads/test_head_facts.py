"""What the selected head does: the facts of that head and no other, and its place among all."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from model.analysis.head_facts import divergences, head_facts
from model.record.trace import KINDS, Kind
from model.transforms.view_transform import ViewTransform
from tests.model.corpus.planted import planted
from tests.viz_app.controls.measured import RUN, shown
from tests.viz_app.controls.parts import Heard
from viz_app.controls.inspector.heads.head_facts import SHOWN, HeadPart, place
from viz_app.pictures.drawing import head_orders
from viz_app.state.intents import Select
from viz_app.state.state import Selection, State


@pytest.fixture
def part(qtbot: QtBot) -> HeadPart:
    widget = HeadPart()
    qtbot.addWidget(widget)
    widget.show()
    widget.display(shown())
    return widget


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_the_facts_of_the_selected_head(part: HeadPart, kind: Kind) -> None:
    found = head_facts(RUN, kind)
    assert found is not None
    for layer, head in ((1, 2), (2, 0)):
        part.display(shown(Selection(kind, layer, head, 3)))
        told = [line.texts[0].split()[0] for line in part.facts.table.lines]
        wanted = [float(getattr(found, name)[layer, head]) for name in SHOWN]
        assert told == [f"{value:.2f}" for value in wanted if not np.isnan(value)]
        assert len(told) == (5 if kind != "encoder" else 6) or kind == "decoder"
        assert part.base.text() == (
            f"Layer {layer + 1} · Head {head + 1}: over {found.rows[layer, head]} rows of one sentence (n = 1)."
        )


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_the_most_similar_heads_are_named_and_one_press_selects_them(part: HeadPart, kind: Kind) -> None:
    heard = Heard(part)
    apart = divergences(RUN, kind, 1, 2)
    assert apart is not None
    part.display(shown(Selection(kind, 1, 2, 3)))
    nearest = sorted(np.ndindex(apart.shape), key=lambda place: apart[place])[1:4]
    assert [line.name for line in part.similar.table.lines] == [
        f"Layer {layer + 1} · Head {head + 1}" for layer, head in nearest
    ]
    assert [line.texts[0] for line in part.similar.table.lines] == [f"{apart[place]:.2f} bits" for place in nearest]
    assert "Jensen" in part.similar.table.lines[0].tip()[0]
    part.similar.setFocus()
    QTest.keyClick(part.similar, Qt.Key.Key_Home)
    QTest.keyClick(part.similar, Qt.Key.Key_Return)
    assert heard == [Select(layer=nearest[0][0], head=nearest[0][1])]


def test_the_place_among_all_heads() -> None:
    values = np.array([[0.3, 0.9, np.nan], [0.9, 0.1, 0.5]])
    places = [place(values, layer, head) for layer in range(2) for head in range(3) if (layer, head) != (0, 2)]
    assert places == [(4, 5), (1, 5), (1, 5), (5, 5), (3, 5)]


def test_every_fact_has_its_formula_and_source(part: HeadPart) -> None:
    part.display(shown(Selection("encoder", 0, 0, 3)))
    assert len(part.facts.table.lines) == 6
    assert all("w" in line.tip()[0] for line in part.facts.table.lines)
    assert sum("(20" in line.tip()[0] for line in part.facts.table.lines) == 5


def test_facts_that_take_time_are_waited_for(part: HeadPart, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(head_orders, "QUICK", 10)
    part.display(shown())
    assert part.note.text() == "…"
    assert not part.facts.isVisible()
    part.display(replace(shown(), described=RUN))
    assert part.facts.isVisible()
    assert not part.note.isVisible()


def test_other_numbers_than_weights_have_no_facts(part: HeadPart) -> None:
    state = State(shown())
    state.update(reading=ViewTransform(aggregate="heads"))
    part.display(state.snapshot)
    assert part.facts.table.lines[0].texts[1].endswith("of 3")
    assert part.base.text().startswith("Layer 2 · mean of 4 heads: over 8 rows")
    trace = state.snapshot.trace
    assert trace is not None
    assert trace.meta.reading is not None
    scores = replace(trace, meta=replace(trace.meta, reading=replace(trace.meta.reading, quantity="score")))
    part.display(replace(state.snapshot, trace=scores))
    assert not part.facts.isVisible()
    assert part.note.text() == "Statistics exist for weights only."


def test_beside_this_sentence_stands_the_file(part: HeadPart) -> None:
    """Where a table over a file is there, of the run's own checkpoint."""
    shapes: dict[Kind, tuple[int, int]] = {kind: (RUN.layers(kind), RUN.heads(kind)) for kind in KINDS}
    table = planted(shapes, RUN.meta.checkpoint_sha256, "pairs.tsv")
    part.display(replace(shown(Selection("encoder", 1, 2, 3)), file_heads=table))
    assert [column.title for column in part.facts.table.columns] == ["n = 1", "n = 200", "rank, 1 = top"]
    rows = {line.name: line.texts for line in part.facts.table.lines}
    entropy = table.kinds["encoder"]["entropy"]
    assert rows["entropy"][1] == f"{entropy.mean[1, 2]:.2f} ± {entropy.spread[1, 2]:.2f}"
    assert rows["mean distance"][1:] == ("–", "–"), "the file has no such number"
    larger = sum(value > entropy.mean[1, 2] for value in entropy.mean.reshape(-1).tolist())
    assert rows["entropy"][2] == f"{larger + 1} of {entropy.mean.size}", "and not its rank on this sentence"
    assert part.facts.table.columns[2].tip.startswith("Among all heads of this kind over 200 sentences of pairs.tsv")
    assert part.base.text().endswith("Beside it over 200 sentences of pairs.tsv, mean ± standard deviation.")
    part.display(replace(shown(Selection("encoder", 1, 2, 3)), file_heads=planted(sha256="other")))
    assert len(part.facts.table.columns) == 2
