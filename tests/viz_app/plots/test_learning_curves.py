"""Learning curves: the numbers of the training's own file where they were measured, and which snapshot a point is."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from model.record.learning_run import read_run
from tests.training_run import CURVE, write_training
from viz_app.plots.learning_curves import options, plot
from viz_app.plots.shared.plot import Lacking, Plot, chosen_of, table
from viz_app.state.intents import GoToSnapshot
from viz_app.state.state import Snapshot
from viz_app.state.watched_training import Watched


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Watched:
    run = read_run(write_training(tmp_path_factory.mktemp("out")))
    assert run is not None
    return Watched(run, 2)


def drawn(watched: Watched, x: str = "even") -> Plot:
    found = plot(Snapshot(learning=watched), {"x": x})
    assert isinstance(found, Plot)
    return found


def test_every_number_stands_over_its_update(watched: Watched) -> None:
    loss, bleu = drawn(watched).panels
    (trained, held_out, marked), (scored, _) = loss.curves, bleu.curves
    for curve, name in zip((trained, held_out, scored), ("loss", "validation_loss", "bleu"), strict=True):
        assert list(zip(curve.x.tolist(), curve.y.tolist(), strict=True)) == told(name)
    assert list(zip(marked.x.tolist(), marked.y.tolist(), strict=True)) == told("validation_loss")
    assert ["BLEU", "BLEU", "", 200, 30.5] in table(drawn(watched))


def test_early_updates_have_more_room_by_their_logarithm(watched: Watched) -> None:
    even, log = drawn(watched), drawn(watched, "log")
    for before, after in zip(even.panels[1].curves, log.panels[1].curves, strict=True):
        assert after.x.tolist() == [pytest.approx(math.log10(1 + update)) for update in before.x.tolist()]
        assert after.y.tolist() == before.y.tolist()
        assert after.points == ("0", "10", "200", "1,000")
        assert after.selects == before.selects


def told(name: str) -> list[tuple[object, object]]:
    return [(line["update"], line[name]) for line in CURVE if line[name] is not None]


def test_a_point_is_the_snapshot_of_its_update_and_the_current_one_is_known(watched: Watched) -> None:
    found = drawn(watched)
    goals = dict(zip(found.panels[0].curves[0].x.tolist(), found.panels[0].curves[0].selects, strict=True))
    assert goals == {10: GoToSnapshot(1), 100: None, 200: GoToSnapshot(2), 1000: GoToSnapshot(3)}
    assert found.current == GoToSnapshot(2)
    assert "after 200 updates, epoch 1.0" in found.base


def test_without_a_training_or_a_curve_it_says_so(watched: Watched) -> None:
    usual = chosen_of(options(Snapshot()), {})
    assert isinstance(plot(Snapshot(), usual), Lacking)
    bare = replace(watched, run=replace(watched.run, points=()))
    assert isinstance(plot(Snapshot(learning=bare), usual), Lacking)
