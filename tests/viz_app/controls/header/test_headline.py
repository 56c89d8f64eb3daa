"""The headline: both sentences whole where there is room, else without their middles; all of them for a reader."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from model.analysis.baseline import holding_baseline
from tests.viz_app.controls.parts import ready
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.header.headline import Headline
from viz_app.state.state import Snapshot

LONG = " ".join(f"Wort{number}" for number in range(150))


def told(source: str, translation: str) -> Snapshot:
    trace = make_trace()
    return ready(replace(trace, meta=replace(trace.meta, source_text=source, translation=translation)))


@pytest.fixture
def headline(qtbot: QtBot) -> Headline:
    widget = Headline()
    qtbot.addWidget(widget)
    widget.resize(800, widget.sizeHint().height())
    widget.show()
    return widget


def shown(headline: Headline) -> tuple[str, str, str]:
    return headline.source.text(), headline.arrow.text(), headline.target.text()


def test_both_sentences_stand_there_plainly(headline: Headline) -> None:
    headline.display(told("Zwei <b>Hunde</b>.", "Two & dogs."))
    assert shown(headline) == ("Zwei <b>Hunde</b>.", "→", "Two & dogs.")
    assert headline.accessibleName() == "Zwei <b>Hunde</b>. → Two & dogs."
    headline.display(Snapshot())
    assert shown(headline) == ("", "", "")


@pytest.mark.parametrize(("source", "translation"), [(LONG, "Short."), ("Kurz.", LONG), (LONG, LONG)])
def test_what_has_no_room_loses_its_middle_and_is_told_whole(headline: Headline, source: str, translation: str) -> None:
    headline.display(told(source, translation))
    for label, whole in ((headline.source, source), (headline.target, translation)):
        before, _, after = label.text().partition("…")
        assert (label.text() == whole) == (len(whole) < 20), "the short one is whole"
        assert whole.startswith(before) and whole.endswith(after)
        assert len(before) > 3
    needed = sum(label.fontMetrics().horizontalAdvance(label.text()) for label in (headline.source, headline.target))
    assert 0.9 * headline.width() - 60 < needed < headline.width()
    assert headline.accessibleName() == f"{source} → {translation}"
    assert source in headline.toolTip() and translation in headline.toolTip()


def test_a_run_without_translation_has_no_arrow(headline: Headline) -> None:
    headline.display(told("Zwei Hunde.", ""))
    assert shown(headline) == ("Zwei Hunde.", "", "")


def test_pointing_tells_what_the_translation_was_before_a_change(headline: Headline) -> None:
    first = make_trace()
    assert first.produced_ids is not None
    ids = first.produced_ids.copy()
    ids[2] += 500
    meta = replace(first.meta, interventions=({"what": "unscaled"},))
    headline.display(ready(holding_baseline(replace(first, meta=meta, produced_ids=ids), first)))
    assert "Before the change: Two dogs play in the snow ." in headline.toolTip()
    headline.display(ready(holding_baseline(replace(first, meta=meta), first)))
    assert "Before" not in headline.toolTip(), "the words are the same"
    headline.display(ready(first))
    assert "Before" not in headline.toolTip()
