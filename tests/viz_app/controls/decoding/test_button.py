"""The button of decoding: what it says of the run on screen, with much room and with little."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from pytestqt.qtbot import QtBot

from model.decoding.sampling import Sampling
from model.record.trace import Trace
from tests.viz_app.controls.parts import ready
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.decoding.button import DecodingButton
from viz_app.controls.header.headline import Headline
from viz_app.state.state import Snapshot

BEAM: dict[str, Any] = {"width": 5, "penalty": 1.0, "stop": "enough"}


def decoded(**told: Any) -> Trace:
    run = make_trace()
    return replace(run, meta=replace(run.meta, decoding={**run.meta.decoding, **told}))


def test_it_says_how_the_run_was_decoded(qtbot: QtBot) -> None:
    button = DecodingButton()
    qtbot.addWidget(button)
    said = []
    runs = (decoded(), decoded(beam=BEAM), decoded(beam=BEAM | {"node": 3, "rank": 3, "finished": 7}),
            decoded(sampling=Sampling(3, 0.8, 10).to_json()))  # fmt: skip
    for run in runs:
        button.display(ready(run))
        button.take(10_000)
        said.append(button.text())
        assert button.text().removesuffix(" ▾").lower() in button.toolTip().lower()
    assert said == [
        "Greedy ▾", "Beam 5, length penalty 1.0 ▾", "Beam 5, length penalty 1.0, hypothesis 3 of 7 ▾",
        "Sampled with temperature 0.8, seed 3, top-k 10 ▾",
    ]  # fmt: skip
    button.take(1)
    assert button.text() == "Sampled ▾"
    taught = replace(make_trace(), origin=np.full(make_trace().steps, "teacher"))
    button.display(ready(taught))
    button.take(10_000)
    assert button.text() == "Given target ▾"


def test_it_goes_where_nothing_is_generated_and_moves_nothing_but_the_sentences(qtbot: QtBot) -> None:
    headline, button = Headline(), DecodingButton()
    headline.furnish(button)
    qtbot.addWidget(headline)
    headline.resize(800, headline.sizeHint().height())
    headline.show()
    heights, lefts = set(), set()
    silent = decoded()
    for run in (decoded(), decoded(beam=BEAM), replace(silent, meta=replace(silent.meta, vocabulary_head=False))):
        button.display(ready(run))
        headline.display(ready(run))
        heights.add(headline.sizeHint().height())
        lefts.add(headline.source.x())
        if button.isVisible():
            assert button.geometry().right() <= 800
            assert button.height() <= headline.height()
    assert button.isHidden() and len(heights) == len(lefts) == 1
    button.display(Snapshot())
    assert not button.isHidden()
