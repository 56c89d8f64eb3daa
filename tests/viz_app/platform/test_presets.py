"""Presets name settings that exist and values that fit; one intent applies each, and undo takes all of it back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from viz_app.platform.presets import PRESETS, WindowPreset
from viz_app.platform.settings_table import fits, rows
from viz_app.state.state import Settings


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_every_value_is_one_of_a_row_of_the_registry(preset: WindowPreset) -> None:
    for name, value in preset.values.items():
        assert name in rows()
        assert fits(name, value), name
    changed = replace(Settings(theme="dark", language="ko"), **preset.values)
    assert preset.is_on(changed)
    assert (changed.theme, changed.language) == ("dark", "ko")


def test_all_say_something_of_the_same_settings_so_that_none_leaves_another_half_on() -> None:
    assert len({frozenset(preset.values) for preset in PRESETS}) == 1
    for preset in PRESETS:
        settings = replace(Settings(), **preset.values)
        assert [other.name for other in PRESETS if other.is_on(settings)] == [preset.name]


def test_the_first_day_is_a_students() -> None:
    assert PRESETS[0].is_on(Settings())
