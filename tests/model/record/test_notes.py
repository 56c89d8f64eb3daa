"""Notes are values: every change makes others."""

from __future__ import annotations

import pytest

from model.record.notes import NO_NOTES, Note, RunNotes

FIRST, SECOND = Note("first", layer=1, head=2), Note("second", kind="encoder", query=3, key=1)


def test_notes_grow_change_and_shrink() -> None:
    notes = NO_NOTES.with_note(FIRST).with_note(SECOND)
    assert notes.places == (FIRST, SECOND)
    assert notes.saying(0, "other").places[0].text == "other"
    assert notes.saying(0, "other").places[0].head == 2
    assert notes.saying(0, "other").places[1] is SECOND
    assert notes.without(0).places == (SECOND,)
    assert notes.without(7) == notes
    assert RunNotes() == NO_NOTES


def test_there_is_no_such_note() -> None:
    with pytest.raises(IndexError):
        NO_NOTES.saying(0, "nothing")
