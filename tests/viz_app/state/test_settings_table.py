"""Every setting has its line, and the words fit what it may be."""

from __future__ import annotations

from dataclasses import fields

from viz_app.platform.settings_store import CHOICES, RANGES
from viz_app.state.settings_table import SettingRow, pages, told
from viz_app.state.state import Settings


def rows() -> dict[str, SettingRow]:
    return {row.name: row for page in pages() for row in page.rows}


def test_every_setting_is_listed_once(qapp: object) -> None:
    listed = [row.name for page in pages() for row in page.rows]
    assert sorted([*listed, "keys_off"]) == sorted(item.name for item in fields(Settings))


def test_choices_are_those_that_are_allowed(qapp: object) -> None:
    assert {name: tuple(value for value, _ in row.choices) for name, row in rows().items() if row.choices} == CHOICES


def test_numbers_have_a_range_and_the_rest_are_switches(qapp: object) -> None:
    for name, row in rows().items():
        default = getattr(Settings(), name)
        if not row.choices and not isinstance(default, bool):
            assert name in RANGES, name


def test_every_line_says_something(qapp: object) -> None:
    for row in rows().values():
        assert row.label and len(row.sentence.split()) >= 5, row.name
    assert len({row.label for row in rows().values()}) == len(rows())


def test_a_change_is_told_by_what_was_chosen(qapp: object) -> None:
    assert told("scale", "sqrt") == "√ scale"
    assert told("dots", False) == "A dot on each row’s maximum: off"
    assert told("no such setting", 1) == "a setting"
