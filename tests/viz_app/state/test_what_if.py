"""The list of changes: switched, replaced, removed, written and read; what can be proposed."""

from __future__ import annotations

from model.network.interventions import WORDS, HeadAblated, MaskOff, from_json, to_json
from viz_app.state.what_if import NOTHING_CHANGED, AskedChange, changes_from_json, changes_to_json, proposal

HEAD, MASK = HeadAblated("cross", 1, 2), MaskOff("padding")


def test_changes_come_go_and_are_switched() -> None:
    asked = NOTHING_CHANGED.adding(HEAD).adding(MASK)
    assert asked.active == (HEAD, MASK)
    assert asked.switching(0, False).active == (MASK,)
    assert asked.flipping(MASK).active == (HEAD,)
    assert asked.replacing(1, AskedChange(HeadAblated("encoder", 0, 0))).active[1] == HeadAblated("encoder", 0, 0)


def test_a_session_keeps_them_with_those_that_are_off() -> None:
    asked = NOTHING_CHANGED.adding(HEAD).adding(MASK).switching(0, False)
    assert changes_from_json(changes_to_json(asked), False) == asked
    assert not changes_from_json([{"what": "of a later version"}], False).changes


def test_every_kind_of_change_can_be_proposed() -> None:
    for what in WORDS:
        made = proposal(what, {})
        assert made is not None, what
        assert from_json(to_json(made)) == made
