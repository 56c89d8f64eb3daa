"""The key sheet tells every key, and fits a small screen."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from viz_app.commands import all_commands, all_menus
from viz_app.commands.command import Menu
from viz_app.dialogs.key_sheet import COLUMNS, KeySheet, in_bands, in_columns, key_blocks

VIEWS = (("one_head", "One head"), ("one_layer", "One layer"), ("all_layers", "All layers"), ("masks", "Masks"))


@pytest.fixture
def menus(qapp: QApplication) -> tuple[Menu, ...]:
    return all_menus(VIEWS)


def test_every_command_with_a_key_is_listed_once(menus: tuple[Menu, ...]) -> None:
    listed = [text for _, rows in key_blocks(menus) for _, text in rows]
    wanted = [command.text for command in all_commands(menus) if command.keys]
    assert len(listed) == len(set(listed))
    assert set(wanted) <= set(listed)


def test_keys_that_are_off_are_not_told(menus: tuple[Menu, ...]) -> None:
    listed = [text for _, rows in key_blocks(menus, ("step.next",)) for _, text in rows]
    assert "Next step" not in listed
    assert "Previous step" in listed


def test_titles_are_without_marks(menus: tuple[Menu, ...]) -> None:
    titles = [title for title, _ in key_blocks(menus) if title]
    assert titles[:3] == ["File", "Edit", "View"]
    assert not any("&" in title for title in titles)


def test_columns_keep_the_order_and_balance(menus: tuple[Menu, ...]) -> None:
    bands = in_bands(key_blocks(menus))
    assert [block for _, band in bands for block in band] == [rows for _, rows in key_blocks(menus)]
    for title, band in bands:
        columns = in_columns(band)
        assert [block for column in columns for block in column] == band
        heights = [sum(len(rows) + 1 for rows in column) for column in columns]
        assert len(heights) == COLUMNS
        assert max(heights) - min(heights) <= 10, title


def test_the_sheet_fits_a_small_screen_and_shows_plain_text(menus: tuple[Menu, ...]) -> None:
    sheet = KeySheet(menus)
    size = sheet.minimumSizeHint()  # what does not fit can be scrolled
    assert size.width() <= 1024
    assert size.height() <= 600
    texts = {label.text() for label in sheet.findChildren(QLabel)}
    assert {"Next step", "→   Alt+→"} <= texts
    sheet.deleteLater()


def test_a_few_letters_leave_what_is_meant(menus: tuple[Menu, ...]) -> None:
    sheet = KeySheet(menus)
    QTest.keyClicks(sheet.filter, "subsequent")
    lit = {label.text() for label in sheet.findChildren(QLabel) if label.isEnabled()}
    assert {"Masks", "2"} <= lit
    assert not {"Next step", "Ctrl+O"} & lit
    sheet.filter.clear()
    assert all(label.isEnabled() for label in sheet.findChildren(QLabel))
    sheet.deleteLater()
