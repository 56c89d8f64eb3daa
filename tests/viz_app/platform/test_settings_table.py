"""Every setting is a row, its words fit what it may be, and its option says it and takes it back."""

from __future__ import annotations

import argparse
import typing
from dataclasses import fields, replace

import pytest

from model.common.languages import LANGUAGES
from tests.viz_app.platform.test_settings_store import UNUSUAL
from viz_app.cli import build_parser
from viz_app.platform.settings_table import as_arguments, from_arguments, in_session, pages, rows, told
from viz_app.state.state import Settings


def test_every_setting_is_listed_once(qapp: object) -> None:
    listed = [row.name for page in pages() for row in page.rows]
    assert sorted([*listed, "keys_off"]) == sorted(item.name for item in fields(Settings))
    assert listed == list(rows())


def test_choices_are_those_that_are_allowed() -> None:
    """By the type of the field or a table; numbers have a range and the rest are switches."""
    tables = {"language": ("system", *LANGUAGES)}
    for name, hint in typing.get_type_hints(Settings).items():
        if name == "keys_off":
            continue
        row = rows()[name]
        assert tuple(value for value, _ in row.choices) == tables.get(name, typing.get_args(hint)), name
        assert (row.limits is not None) == (hint is int), name


def test_every_line_says_something() -> None:
    for row in rows().values():
        assert row.label and len(row.sentence.split()) >= 5, row.name
    assert len({row.label for row in rows().values()}) == len(rows())


def test_a_change_is_told_by_what_was_chosen(qapp: object) -> None:
    assert told("scale", "sqrt") == "√ scale"
    assert told("dots", False) == "A dot on each row’s maximum: off"
    assert told("link_count", 3) == "Links: strongest of each row"
    assert told("no such setting", 1) == "a setting"


def test_settings_of_a_session_have_a_place_each() -> None:
    assert [rows()[name].session for name in in_session()] == list(range(1, len(in_session()) + 1))
    assert not {"theme", "language", "text_size", "keys_off", "remember_files"} & set(in_session())


@pytest.mark.parametrize("settings", [Settings(), UNUSUAL], ids=["as usual", "otherwise"])
def test_options_say_settings_and_are_read_back(settings: Settings) -> None:
    """On the command line itself; what has no option is as it is by default."""
    words = []
    for row in rows().values():
        if row.option.group:
            value = as_arguments(settings)[row.argument]
            words += [row.flag] * value if isinstance(row.default, bool) else [row.flag, str(value)]
    parsed = build_parser(["export"]).parse_args(["export", "run.npz", "--out", "out.png", *words])
    assert as_arguments(settings).items() <= vars(parsed).items()
    own = {row.name: row.default for row in rows().values() if not row.option.group} | {"keys_off": ()}
    assert from_arguments(parsed) == replace(settings, **own)
    assert from_arguments(argparse.Namespace(**as_arguments(settings))) == from_arguments(parsed)
