"""Where in a training one is, in words, and how it is played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from model.record.learning_run import LearningRun, TrainingSnapshot
from tests.viz_app.sample_trace import make_trace
from viz_app.state.intents import GoToSnapshot
from viz_app.state.watched_training import Watched, learnt, played, said

RUN = LearningRun("out/snapshots", tuple(TrainingSnapshot(f"p{at}", 10**at, at / 4) for at in range(4)))


def test_how_far_it_had_learnt() -> None:
    assert said(0, 0.0) == "before training"
    assert said(250, 0.2234) == "after 250 updates, epoch 0.22"
    assert said(10_000, 8.9206) == "after 10,000 updates, epoch 8.9"
    assert said(1_234_567, None) == "after 1,234,567 updates"
    assert said(None, None) == "best weights"
    assert Watched(RUN, 2).told(2) == "after 100 updates, epoch 0.50"


def test_the_run_on_screen_says_which_snapshot_it_is_of() -> None:
    """The next one is asked for before its run is there; until then the old one is on screen."""
    run = make_trace()
    assert Watched(RUN, 2).seen(None) == Watched(RUN, 2).seen(run) == 2
    for update, at in ((10, 1), (7, 2)):
        told = {**run.meta.network, "update": update}
        assert Watched(RUN, 2).seen(replace(run, meta=replace(run.meta, network=told))) == at


@pytest.mark.parametrize(
    ("network", "told"),
    [
        ({}, ""),
        ({"update": 20, "epoch": 1.5}, "after 20 updates, epoch 1.5"),
        ({"update": 20}, "after 20 updates"),
        ({"update": 20, "epoch": "a"}, "after 20 updates"),
        ({"update": "20"}, ""),
        ({"update": True}, ""),
    ],
)
def test_a_run_says_it_whatever_its_file_holds(network: dict[str, object], told: str) -> None:
    meta = make_trace().meta
    assert learnt(replace(meta, network={**meta.network, **network})) == told


def test_it_is_played_from_here_and_at_the_end_from_the_first() -> None:
    assert played(Watched(RUN, 1)) == GoToSnapshot(1, play=True)
    assert played(Watched(RUN, 3)) == GoToSnapshot(0, play=True)
    assert played(Watched(RUN, 2, playing=True)) == GoToSnapshot(2, play=False)
    assert played(Watched(RUN, 3, playing=True)) == GoToSnapshot(3, play=False)
