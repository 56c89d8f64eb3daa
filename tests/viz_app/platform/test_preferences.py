"""What a person prefers is a value that JSON can hold, handed on by the state."""

from __future__ import annotations

import json
from dataclasses import asdict, fields

from viz_app.platform import preferences
from viz_app.platform.preferences import Memory, Settings
from viz_app.state import state


def test_the_state_hands_them_on() -> None:
    assert state.Settings is preferences.Settings
    assert state.Memory is preferences.Memory


def test_json_holds_them_and_every_setting_has_a_default() -> None:
    assert json.loads(json.dumps(asdict(Settings())))["scale"] == "linear"
    assert all(isinstance(getattr(Settings(), item.name), str | int | bool | tuple) for item in fields(Settings))
    assert Memory() == Memory((), ())


def test_notes_are_hidden_and_unsaved_work_is_kept_unless_told_otherwise() -> None:
    assert not Settings().notes_shown
    assert Settings().keep_unsaved
