"""The row of what is typed: faint, with the roles of its ids, in a line of its own, the newest words in view."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from tests.viz_app.controls.parts import info, painted, ready, tokens
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.token_strip.typed_row import TypedRow
from viz_app.state.state import Snapshot

TRACE = make_trace()


@pytest.fixture
def row(qtbot: QtBot) -> TypedRow:
    widget = TypedRow()
    qtbot.addWidget(widget)
    widget.resize(1000, widget.sizeHint().height())
    widget.display(ready(TRACE))
    return widget


def test_what_is_typed_appears_faintly_until_it_is_run(row: TypedRow) -> None:
    live = tokens("Ein", "Xyl", "</s>", unknown=(1,))
    row.display(ready(TRACE, source_text="Ein Xyl", tokens=live))
    assert painted(row) == ["typed", "Ein", "Xyl", "</s>"]
    assert {chip.presence for chip in row.chips} == {"later"}
    assert [chip.role for chip in row.chips] == ["plain", "unknown", "special"]
    row.display(ready(TRACE, source_text=TRACE.meta.source_text + " ", tokens=live))
    assert row.isHidden()


def test_what_is_typed_has_the_roles_of_its_ids(row: TypedRow) -> None:
    live = tokens(">>fra<<", "<b>", "</s>")  # ids 10, 11, 12
    row.display(ready(TRACE, source_text="<b>", tokens=live, checkpoint=info(special_ids=(10, 12))))
    assert [chip.role for chip in row.chips] == ["special", "plain", "special"]


def test_the_newest_words_are_in_view_and_whole(row: TypedRow) -> None:
    row.display(ready(TRACE, source_text="Ein", tokens=tokens(*["Ein"] * 40)))
    assert row.hidden()[0] > 0
    assert row.hidden()[1] == 0
    assert row.rect().contains(row.chip_rect(39).toAlignedRect())


def test_without_a_run_the_typed_tokens_are_there_too(row: TypedRow) -> None:
    row.display(ready(source_text="Ein", tokens=tokens("Ein")))
    assert painted(row) == ["typed", "Ein"]
    row.display(Snapshot())
    assert row.isHidden()


def test_the_sentences_of_the_batch_on_screen_are_typed_no_more(row: TypedRow) -> None:
    other = make_trace(source=("Ja",))
    text = f"{TRACE.meta.source_text}\n{other.meta.source_text}"
    batch = ready(TRACE, batch=(TRACE, other), source_text=text, tokens=tokens("Zwei", "Ja"))
    row.display(batch)
    assert row.isHidden()
    row.display(replace(batch, source_text=f"{text} !"))
    assert not row.isHidden()
